import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useEffect } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { toastReussite } from '../../ui/toasts.ts'
import type { ActeDecision } from '../formulaire.queries.ts'
import { textesDecision } from './decision.textes.ts'
import { bilanDe } from './decision.ts'
import { LigneDecision } from './LigneDecision.tsx'
import { useDecision } from './useDecision.ts'
import './decision.css'

type Props = { acte: ActeDecision; formulaires: readonly Resume[]; onFermer: () => void }

type Decision = ReturnType<typeof useDecision>

/** How far it is, then what came of it; there before it is said, so that it is heard. */
function Avancement({ acte, decision }: { acte: ActeDecision; decision: Decision }) {
  const { retenues, enCours, commence } = decision
  const total = retenues.length
  const bilan = bilanDe(retenues.map(({ avancee }) => avancee))
  const traites = bilan.faits + bilan.refus
  const dit = enCours
    ? textesDecision.avancement(traites, total)
    : textesDecision.bilan(acte, bilan)
  return (
    <div className="dec-avancement">
      {enCours && <progress max={total} value={traites} aria-label={dit} />}
      <p role="status">{commence && dit}</p>
    </div>
  )
}

function Boutons({
  acte,
  decision,
  onFermer,
}: Omit<Props, 'formulaires'> & { decision: Decision }) {
  const { examens, visees, enCours, arret, commence, decider, arreter } = decision
  if (enCours) {
    return (
      <BoutonAction enCours={arret} onClick={arreter}>
        {arret ? textesDecision.arret : textesDecision.arreter}
      </BoutonAction>
    )
  }
  const illisible = examens.echec ? textesDecision.illisible : null
  const vide = visees.length === 0 ? textesDecision.aucun : null
  const raison = examens.attente ? textesDecision.lecture : (illisible ?? vide)
  const reste = visees.length
  const fini = commence && reste === 0 && !examens.attente
  return (
    <>
      <BoutonAction onClick={onFermer} data-focus>
        {commence ? textesDecision.fermer : textesDecision.annuler}
      </BoutonAction>
      {!fini && (
        <BoutonAction variant="contained" raison={raison} onClick={() => void decider()}>
          {commence ? textesDecision.reessayer(reste) : textesDecision.bouton(acte, reste)}
        </BoutonAction>
      )}
    </>
  )
}

/**
 * Asks before forms are accepted, showing what is accepted: their state, warnings with their
 * reasons, what differs from last month; then says of each what became of it.
 */
export default function DecisionDialogue({ acte, formulaires, onFermer }: Props) {
  const decision = useDecision(acte, formulaires)
  const { lignes, examens, enCours, commence, arreter, inclure } = decision
  const seule = lignes.length === 1
  const faite = seule && lignes[0]?.avancee?.sorte === 'fait'
  useEffect(() => {
    if (!faite) return
    toastReussite(textesDecision.reussite[acte])
    onFermer()
  }, [faite, acte, onFermer])
  return (
    <Dialogue
      ouvert
      largeur="md"
      titre={textesDecision.titre(acte, lignes.length)}
      onFermer={enCours ? arreter : onFermer}
      actions={<Boutons {...{ acte, decision, onFermer }} />}
    >
      {!commence && <p>{textesDecision.aide[acte]}</p>}
      {examens.echec && (
        <EchecChargement echec={examens.echec} onReessayer={() => void examens.relire()} />
      )}
      <ul className="dec-liste" aria-label={textesDecision.liste}>
        {lignes.map((ligne) => (
          <LigneDecision
            key={ligne.resume.id}
            {...{ ligne, acte, seule }}
            surInclure={commence ? null : (inclus) => inclure(ligne, inclus)}
          />
        ))}
      </ul>
      {!seule && <Avancement acte={acte} decision={decision} />}
    </Dialogue>
  )
}
