import { useQuery } from '@tanstack/react-query'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { abonnement, useCreerAbonnement, useRetirerAbonnement } from './agenda.queries.ts'
import { textesAgenda as t } from './compte.textes.ts'
import { copier, peutCopier } from './copier.ts'

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
