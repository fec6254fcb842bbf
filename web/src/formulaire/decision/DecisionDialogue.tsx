import type { Examen, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useEffect, useRef, useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { toastEchec, toastReussite } from '../../ui/toasts.ts'
import { type ActeDecision, useActesSuivis, useExamens } from '../formulaire.queries.ts'
import { textesDecision } from './decision.textes.ts'
import { type Avancee, bilanDe, derouler } from './decision.ts'
import { estPossible, type Ligne, LigneDecision } from './LigneDecision.tsx'
import './decision.css'

/** The line as it was looked at: what is sent is what was shown. */
const viseeDe = ({ id, numero, version }: Examen) => ({ id, numero, version })

/** The set with this one in, or out. */
function basculer(ensemble: ReadonlySet<number>, id: number, dedans: boolean): Set<number> {
  const suivants = new Set(ensemble)
  if (dedans) suivants.add(id)
  else suivants.delete(id)
  return suivants
}

/**
 * A decision on several forms: what was read of each, which are kept, and what became of each. The
 * lists behind are read anew once the decision is left, not after each act: the line is poor.
 */
function useDeroulement(acte: ActeDecision, demandes: readonly Resume[]) {
  // The list behind may change: the decision is about what was chosen.
  const [resumes] = useState(demandes)
  const [exclus, setExclus] = useState<ReadonlySet<number>>(new Set())
  const [avancees, setAvancees] = useState<ReadonlyMap<number, Avancee>>(new Map())
  const [enCours, setEnCours] = useState(false)
  const [arret, setArret] = useState(false)
  const arrete = useRef(false)
  const { agir, conclure } = useActesSuivis()
  const ids = resumes.flatMap(({ id }) => id ?? [])
  const examens = useExamens(ids)
  const [touches] = useState<string[]>([])
  useEffect(() => () => conclure(touches), [conclure, touches])

  const lignes = resumes.map((resume): Ligne => {
    const id = resume.id ?? 0
    const examen = examens.parId.get(id)
    return { resume, examen, avancee: avancees.get(id), inclus: !exclus.has(id) }
  })
  const retenues = lignes.filter(
    (ligne) => ligne.inclus && (ligne.avancee !== undefined || estPossible(ligne, acte)),
  )
  // One that was left without an answer is asked again, whatever is allowed now: if it was done,
  // the server says so.
  const visees = retenues
    .filter((ligne) => ligne.avancee?.sorte === 'coupure' || estPossible(ligne, acte))
    .filter(({ avancee }) => avancee?.sorte !== 'fait')
    .flatMap(({ examen }) => (examen ? viseeDe(examen) : []))

  const decider = async () => {
    arrete.current = false
    setArret(false)
    setEnCours(true)
    const echecs: unknown[] = []
    let faits = 0
    await derouler({
      lignes: visees,
      acter: ({ id, numero, version }) => {
        // Without an answer too: it may have been done.
        touches.push(numero)
        return agir({ acte, id, version })
      },
      noter: ({ id }, avancee) => {
        if ('echec' in avancee) echecs.push(avancee.echec)
        if (avancee.sorte === 'fait') faits += 1
        setAvancees((avant) => new Map(avant).set(id, avancee))
      },
      estArrete: () => arrete.current,
      patienter: (ms) => new Promise((fin) => setTimeout(fin, ms)),
    })
    setEnCours(false)
    // What was refused has changed meanwhile: another try is of what is then shown.
    if (echecs.length > 0) void examens.relire()
    // The dialog says it too: seen, and not heard twice.
    if (echecs.length > 0) toastEchec(echecs[0], false)
    else if (resumes.length > 1) {
      const bilan = { faits, refus: 0, restants: visees.length - faits }
      toastReussite(textesDecision.bilan(acte, bilan), false)
    }
  }
  return {
    lignes,
    retenues,
    visees,
    examens,
    enCours,
    arret,
    commence: avancees.size > 0,
    decider,
    arreter: () => {
      arrete.current = true
      setArret(true)
    },
    inclure: ({ resume }: Ligne, inclus: boolean) =>
      setExclus(basculer(exclus, resume.id ?? 0, !inclus)),
  }
}

type Props = { acte: ActeDecision; formulaires: readonly Resume[]; onFermer: () => void }

type Decision = ReturnType<typeof useDeroulement>

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
  const decision = useDeroulement(acte, formulaires)
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
