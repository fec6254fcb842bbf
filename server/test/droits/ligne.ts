import type { ActionNotee } from '@releve/contract/journal/journal.schema.ts'
import type { Reponse } from '../banc.ts'
import type { Appelant, Chose, Monde, Qui } from './monde.ts'

/** What a call answers: its status, and the code of a refusal. */
type Issue = string
/** About one's own, then about another's; alone, the same of both. */
type IssueAttendue = Issue | readonly [Issue, Issue]

/** Those whose roles decide; for a regional office, one's own is its child's. */
type Juge = Extract<Appelant, 'structure' | 'regionale' | 'admin' | 'dpps'>

/** One way to call an operation validly, and what each caller then gets. */
export type Ligne = {
  /** What tells it from the other rows of its operation. */
  cas?: string
  /** Who passes the door; absent: whoever is signed in, with a password of his own. */
  porte?: 'ouverte' | 'session'
  /** It writes nothing: the next call finds everything as it was. */
  lit?: true
  appeler: (qui: Qui, chose: Chose, monde: Monde) => Promise<Reponse<unknown>>
  /** A list answers everyone: whether the thing is in it. */
  contient?: (corps: never, chose: Chose) => boolean
  /** What the security journal takes when it succeeds, `appeler` whole; absent: nothing. */
  notes?: readonly ActionNotee[]
  attendus: IssueAttendue | Record<Juge, IssueAttendue>
}

export const OUI = '200'
export const FAIT = '204'
/** A list that does not hold the thing. */
export const SANS = '200 sans'
export const INTERDIT = '403 DROIT_INSUFFISANT'
export const ROLE_INTERDIT = '403 ROLE_INTERDIT'

/** A call of the DPPS alone, on a thing that is nobody's own. */
export const DPPS_SEULE = { dpps: OUI, admin: INTERDIT, structure: INTERDIT, regionale: INTERDIT }
/** A call of the central users. */
export const CENTRAUX = { ...DPPS_SEULE, admin: OUI }

const JUGES: readonly Appelant[] = ['structure', 'regionale', 'admin', 'dpps']

/**
 * Whether the platform answers this caller alone, before it reads what he asks: without a token
 * that holds, or with a password to change, he is refused whatever the call is about.
 */
export function platformAnswers({ porte }: Ligne, appelant: Appelant): boolean {
  if (porte === 'ouverte' || JUGES.includes(appelant)) return false
  return appelant !== 'aChanger' || porte !== 'session'
}

/** What a caller must get, about one's own and about another's. */
export function attenduDe({ porte, attendus }: Ligne, appelant: Appelant): [Issue, Issue] {
  const deux = (attendu: IssueAttendue): [Issue, Issue] =>
    typeof attendu === 'string' ? [attendu, attendu] : [attendu[0], attendu[1]]
  const parJuge = (juge: Juge) =>
    typeof attendus === 'object' && 'dpps' in attendus ? deux(attendus[juge]) : deux(attendus)
  if (porte === 'ouverte') return parJuge('dpps')
  switch (appelant) {
    case 'sansJeton':
      return deux('401 JETON_ABSENT')
    case 'jetonMort':
      return deux('401 JETON_EXPIRE')
    case 'bloque':
      return deux('403 COMPTE_BLOQUE')
    case 'aChanger':
      return porte === 'session' ? parJuge('dpps') : deux('403 MOT_DE_PASSE_A_CHANGER')
    default:
      return parJuge(appelant)
  }
}

/** What the call answered, in the words of the table. */
export async function issueDe(
  { appeler, contient }: Ligne,
  appelant: Appelant,
  chose: Chose,
  monde: Monde,
): Promise<Issue> {
  const qui = monde.qui[appelant]
  const { statut, code, corps } = await appeler(qui, chose, monde)
  if (statut >= 400) return `${statut} ${code}`
  if (!contient || !JUGES.includes(appelant)) return String(statut)
  // Its row's `contient` reads the answer of its own call.
  return contient(corps as never, chose) ? String(statut) : `${statut} sans`
}
