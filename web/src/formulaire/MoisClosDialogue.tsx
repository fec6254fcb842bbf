import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { CHAMPS_PROLONGATION } from '@releve/contract/calendrier/calendrier.champs.ts'
import type { MoisClos } from '@releve/contract/calendrier/calendrier.schema.ts'
import { libellePeriodes } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { appeler } from '../app/client.ts'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { enTete } from '../ui/format.ts'
import { useActe } from '../ui/useActe.ts'
import { useForme } from '../ui/useForme.ts'
import {
  textesEtatsCloture as etats,
  textesCloture as t,
  textesCloture,
} from './formulaire.textes.ts'
import './cloture.css'

/** The months of a structure that are closed, close soon or are open again. */
const moisClos = (structure: string) =>
  queryOptions({
    queryKey: ['calendrier', 'mois', structure],
    queryFn: ({ signal }) => appeler(api.listMoisClos, { params: { structure }, signal }),
    staleTime: 0,
  })

/** Asks for more time; the months are read again, whatever came of it. */
function useDemander() {
  const client = useQueryClient()
  return useActe(
    (body: Sent<typeof api.demanderProlongation.body>) =>
      appeler(api.demanderProlongation, { body }),
    { reussite: textesCloture.fiche.envoyee, refus: 'place' },
    { onSettled: () => client.invalidateQueries({ queryKey: ['calendrier'] }) },
  )
}

type PropsProlongation = { structure: string; mois: MoisClos; onFermer: () => void }

/** « Demander une prolongation »: why. */
function Demande({ structure, mois: { mois, annee }, onFermer }: PropsProlongation) {
  const { forme, envoi } = useForme(
    { champs: CHAMPS_PROLONGATION, lue: null, saisieDe: () => ({ motif: '' }) },
    useDemander(),
  )
  const onSoumettre = () =>
    envoi.soumettre(() => ({ structure, mois, annee, motif: forme.saisie.motif }), {
      onSuccess: onFermer,
    })
  return (
    <Fiche
      titre={t.demander}
      textes={t.fiche}
      bouton={t.fiche.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <div>
        <ChampTexteLong {...forme.lier('motif')} aide={t.fiche.aide} />
      </div>
    </Fiche>
  )
}

/** What became of what was asked for; the reopening itself says when it was granted. */
function suiteDe({ prolongation }: MoisClos): string | null {
  if (prolongation?.etat === 'EN_ATTENTE') return t.demandee(prolongation.demandeeLe)
  return prolongation?.etat === 'REFUSEE' && prolongation.reponse !== null
    ? t.refusee(prolongation.reponse)
    : null
}

/** What was answered for this month, and the way to ask for more time. */
function Prolongation({ structure, mois }: Pick<PropsProlongation, 'structure' | 'mois'>) {
  const [ouverte, setOuverte] = useState(false)
  const suite = suiteDe(mois)
  return (
    <>
      {suite && <p>{suite}</p>}
      {mois.actions.includes('demander') && (
        <BoutonAction
          size="small"
          aria-label={t.demanderNom(libellePeriodes(mois, mois.couverts))}
          onClick={() => setOuverte(true)}
        >
          {t.demander}
        </BoutonAction>
      )}
      {ouverte && <Demande {...{ structure, mois }} onFermer={() => setOuverte(false)} />}
    </>
  )
}

type Structure = { code: string; libelle: string }

function MoisDe({ code, onFermer }: { code: string; onFermer: () => void }) {
  const requete = useQuery(moisClos(code))
  return (
    <Chargement requete={requete}>
      {(mois) => (
        <ul className="clo-liste">
          {mois.length === 0 && <li>{t.clos.aucun}</li>}
          {mois.map((un) => (
            <li key={`${un.annee}-${un.mois}`}>
              <strong>{enTete(libellePeriodes(un, un.couverts))}</strong>
              <p>{etats[un.etat](un.le, un.couverts[0])}</p>
              {un.etat === 'ROUVERTE' && (
                <LienAction to={paths.saisies(un)} onClick={onFermer}>
                  {t.clos.voir}
                </LienAction>
              )}
              <Prolongation structure={code} mois={un} />
            </li>
          ))}
        </ul>
      )}
    </Chargement>
  )
}

type Props = { structures: readonly Structure[]; onFermer: () => void }

/** The months of structures that are closed, close soon or are open again. */
export default function MoisClosDialogue({ structures, onFermer }: Props) {
  return (
    <Dialogue
      ouvert
      titre={t.clos.titre}
      largeur="md"
      onFermer={onFermer}
      actions={
        <BoutonAction variant="text" onClick={onFermer}>
          {t.clos.fermer}
        </BoutonAction>
      }
    >
      {structures.map(({ code, libelle }) => (
        <section key={code} aria-label={libelle}>
          {structures.length > 1 && <h3>{libelle}</h3>}
          <MoisDe {...{ code, onFermer }} />
        </section>
      ))}
    </Dialogue>
  )
}
