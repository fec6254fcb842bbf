import { CASES_MAX } from '@releve/contract/dashboard/dashboard.schema.ts'
import { RELANCES_MAX } from '@releve/contract/relance/relance.rules.ts'
import { useState } from 'react'
import { aDroit } from '../../../../app/session.ts'
import { useAuth } from '../../../../app/useSession.ts'
import { lireCases } from '../../../../dashboard/dashboard.queries.ts'
import { useRelance } from '../../../../relance/relance.dialogue.ts'
import { BoutonAction } from '../../../../ui/BoutonAction.tsx'
import { toastEchec, toastRefus } from '../../../../ui/toasts.ts'
import { decisionDe } from '../../../decision/choix.ts'
import { useDecision } from '../../../decision/decision.dialogue.ts'
import type { ActeDecision } from '../../../formulaire.queries.ts'
import { textesListes } from '../../../listes/listes.textes.ts'
import { ACTES } from '../../../listes/Selection.tsx'
import { textesMatrice } from '../central.textes.ts'
import { acteDe, type CaseChoisie, caseDe, estARelancer, relanceDe, voulueDe } from './matrice.ts'
import type { Choix } from './useChoix.ts'

const t = textesMatrice
/** Reads the reports of these squares, then asks about those of which the act is allowed. */
function useDemande(annee: number) {
  const [demande, setDemande] = useState(() => decisionDe('valider', []))
  const [enCours, setEnCours] = useState<ActeDecision | null>(null)
  const { ouvrir, dialogue } = useDecision(demande)
  const demander = async (acte: ActeDecision, choisies: readonly CaseChoisie[]) => {
    setEnCours(acte)
    try {
      const { elements } = await lireCases(choisies.map((une) => voulueDe(une, annee)))
      setDemande(decisionDe(acte, elements))
      if (elements.length > 0) ouvrir()
      else toastRefus(t.refuse)
    } catch (echec) {
      toastEchec(echec)
    } finally {
      setEnCours(null)
    }
  }
  return { demander, enCours, dialogue }
}

/** Reminds of what is missing among the squares chosen. */
function Relance({ annee, choisies }: Pick<Props, 'annee' | 'choisies'>) {
  const lignes = choisies
    .filter(({ ligne, mois }) => estARelancer(caseDe(ligne, mois)))
    .map((une) => relanceDe(une, annee))
  const { ouvrir, dialogue } = useRelance({ lignes })
  return (
    <>
      {lignes.length > 0 && (
        <BoutonAction
          size="small"
          raison={lignes.length > RELANCES_MAX ? t.trop(RELANCES_MAX) : null}
          onClick={ouvrir}
        >
          {textesListes.selection.agir(textesListes.selection.relancer, lignes.length)}
        </BoutonAction>
      )}
      {dialogue}
    </>
  )
}

type Props = { annee: number; choix: Choix; choisies: readonly CaseChoisie[] }

/** What may be decided of the squares chosen, all at once. */
export function BarreChoix({ annee, choix, choisies }: Props) {
  const { roles } = useAuth()
  const { demander, enCours, dialogue } = useDemande(annee)
  const pour = (acte: ActeDecision) =>
    choisies.filter(({ ligne, mois }) => acteDe(caseDe(ligne, mois)) === acte)
  const permis = ACTES.filter(
    (acte) => aDroit(roles, `formulaire.${acte}`) && pour(acte).length > 0,
  )
  return (
    <section className="mat-barre" aria-label={t.selection}>
      <p role="status">{t.compte(choisies.length)}</p>
      {permis.map((acte) => {
        const visees = pour(acte)
        return (
          <BoutonAction
            key={acte}
            size="small"
            variant="contained"
            enCours={enCours === acte}
            raison={visees.length > CASES_MAX ? t.trop(CASES_MAX) : null}
            onClick={() => void demander(acte, visees)}
          >
            {t.agir(textesListes.suites[acte], visees.length)}
          </BoutonAction>
        )
      })}
      {aDroit(roles, 'relancer') && <Relance annee={annee} choisies={choisies} />}
      {choisies.length > 0 && (
        <BoutonAction size="small" variant="text" onClick={choix.vider}>
          {textesListes.selection.vider}
        </BoutonAction>
      )}
      {dialogue}
    </section>
  )
}
