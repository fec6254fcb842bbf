import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { copier, peutCopier } from '../ui/copier.ts'
import { useActe } from '../ui/useActe.ts'
import { textesAgenda as t, textesAgenda } from './compte.textes.ts'

const abonnement = queryOptions({
  queryKey: ['abonnement'],
  queryFn: ({ signal }) => appeler(api.lireAbonnement, { signal }),
})

function useActeAbonnement<Recu>(acte: () => Promise<Recu>, reussite: string) {
  const client = useQueryClient()
  return useActe(
    acte,
    { reussite, refus: 'toast' },
    {
      onSettled: () => client.invalidateQueries({ queryKey: abonnement.queryKey }),
      // The answer holds the address: nothing keeps it once the screen is left.
      gcTime: 0,
    },
  )
}

const useCreerAbonnement = () =>
  useActeAbonnement(() => appeler(api.creerAbonnement, {}), textesAgenda.creee)
const useRetirerAbonnement = () =>
  useActeAbonnement(() => appeler(api.supprimerAbonnement, {}), textesAgenda.retiree)

/** Told once: only its fingerprint is kept. */
function Adresse({ jeton }: { jeton: string }) {
  const adresse = new URL(`/api/calendrier/${jeton}.ics`, window.location.href).href
  return (
    <div role="status">
      <ChampTexte
        libelle={t.adresse}
        aide={t.adresseAide}
        readOnly
        value={adresse}
        onFocus={({ target }) => target.select()}
      />
      {peutCopier() && (
        <BoutonAction size="small" onClick={() => void copier(adresse, t.copiee)}>
          {t.copier}
        </BoutonAction>
      )}
    </div>
  )
}

/** The address by which one's calendar program reads the due days, closings and reopenings. */
export default function Agenda() {
  const requete = useQuery(abonnement)
  const creation = useCreerAbonnement()
  const retrait = useRetirerAbonnement()
  const jeton = creation.data?.jeton
  const retirer = () => retrait.mutate(undefined, { onSuccess: () => creation.reset() })
  return (
    <section className="cpt-partie" aria-labelledby="cpt-agenda">
      <h3 id="cpt-agenda">{t.titre}</h3>
      <p>{t.texte}</p>
      <p>{t.sansMotDePasse}</p>
      <Chargement requete={requete}>
        {({ creeLe, luLe }) => (
          <>
            {jeton && creeLe ? (
              <Adresse jeton={jeton} />
            ) : (
              <p>{creeLe ? `${t.depuis(creeLe)} ${t.lue(luLe)}` : t.aucune}</p>
            )}
            <div className="cpt-actions">
              <BoutonAction enCours={creation.isPending} onClick={() => creation.mutate(undefined)}>
                {creeLe ? t.renouveler : t.creer}
              </BoutonAction>
              {creeLe && (
                <BoutonAction variant="text" enCours={retrait.isPending} onClick={retirer}>
                  {t.retirer}
                </BoutonAction>
              )}
            </div>
          </>
        )}
      </Chargement>
    </section>
  )
}
