import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { useDecision } from '../decision/decision.dialogue.ts'
import { type ActeDecision, useEnregistrerFormulaire } from '../formulaire.queries.ts'
import { type Suite, suiteDe } from '../suivi.ts'
import { textesListes } from './listes.textes.ts'

/** « RMA mars 2025, Centre des Alizés » */
export const libelleDe = (resume: Resume) =>
  `${resume.modele.code} ${libelleFormulaire(resume)}, ${resume.structure.libelle}`

type Props = { resume: Resume; suite: Suite; principal: boolean }

const aspectDe = ({ resume, suite, principal }: Props) =>
  ({
    size: 'small',
    variant: principal && suite !== 'ouvrir' ? 'contained' : 'outlined',
    'aria-label': `${textesListes.suites[suite]}\u00a0: ${libelleDe(resume)}`,
  }) as const

function BoutonCommencer(props: Props) {
  const { mois, annee, modele, structure } = props.resume
  const enregistrement = useEnregistrerFormulaire()
  const navigate = useNavigate()
  const commencer = () =>
    enregistrement.mutate(
      { mois, annee, modele: modele.code, structure: structure.code },
      { onSuccess: ({ numero }) => void navigate(paths.saisie(numero)) },
    )
  return (
    <BoutonAction {...aspectDe(props)} enCours={enregistrement.isPending} onClick={commencer}>
      {textesListes.suites.commencer}
    </BoutonAction>
  )
}

function BoutonDecision(props: Props & { acte: ActeDecision }) {
  const { resume, acte } = props
  const { ouvrir, dialogue } = useDecision({ acte, formulaires: [resume] })
  return (
    <>
      <BoutonAction {...aspectDe(props)} onClick={ouvrir}>
        {textesListes.suites[acte]}
      </BoutonAction>
      {dialogue}
    </>
  )
}

/** What a line calls for now, and nothing that the server would refuse. */
export function ActionLigne({
  resume,
  principal = false,
}: {
  resume: Resume
  principal?: boolean
}) {
  const suite = suiteDe(resume)
  if (suite === null) return null
  const props = { resume, suite, principal }
  switch (suite) {
    case 'commencer':
      return <BoutonCommencer {...props} />
    case 'valider':
    case 'approuver':
    case 'diffuser':
      return <BoutonDecision {...props} acte={suite} />
    case 'continuer':
    case 'corriger':
    case 'ouvrir':
      return (
        <LienAction {...aspectDe(props)} to={paths.saisie(resume.numero ?? '')}>
          {textesListes.suites[suite]}
        </LienAction>
      )
  }
}
