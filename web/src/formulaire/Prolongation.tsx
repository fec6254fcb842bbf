import { CHAMPS_PROLONGATION } from '@releve/contract/calendrier/calendrier.champs.ts'
import type { MoisClos } from '@releve/contract/calendrier/calendrier.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { useForme } from '../ui/useForme.ts'
import { useDemander } from './cloture.queries.ts'
import { textesCloture as t } from './formulaire.textes.ts'

type Props = { structure: string; mois: MoisClos; onFermer: () => void }

/** « Demander une prolongation »: why. */
function Demande({ structure, mois: { mois, annee }, onFermer }: Props) {
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
export function Prolongation({ structure, mois }: Pick<Props, 'structure' | 'mois'>) {
  const [ouverte, setOuverte] = useState(false)
  const suite = suiteDe(mois)
  return (
    <>
      {suite && <p>{suite}</p>}
      {mois.actions.includes('demander') && (
        <BoutonAction
          size="small"
          aria-label={t.demanderNom(libellePeriode(mois))}
          onClick={() => setOuverte(true)}
        >
          {t.demander}
        </BoutonAction>
      )}
      {ouverte && <Demande {...{ structure, mois }} onFermer={() => setOuverte(false)} />}
    </>
  )
}
