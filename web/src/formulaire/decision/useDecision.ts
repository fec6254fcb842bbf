import type { Examen, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useEffect, useRef, useState } from 'react'
import { toastEchec, toastReussite } from '../../ui/toasts.ts'
import { type ActeDecision, useActesSuivis, useExamens } from '../formulaire.queries.ts'
import { textesDecision } from './decision.textes.ts'
import { type Avancee, derouler } from './decision.ts'
import { estPossible, type Ligne } from './LigneDecision.tsx'

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
export function useDecision(acte: ActeDecision, demandes: readonly Resume[]) {
  // The list behind may change: the decision is about what was chosen.
  const [resumes] = useState(demandes)
  const [exclus, setExclus] = useState<ReadonlySet<number>>(new Set())
  const [avancees, setDite] = useState<ReadonlyMap<number, Avancee>>(new Map())
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
        setDite((avant) => new Map(avant).set(id, avancee))
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
