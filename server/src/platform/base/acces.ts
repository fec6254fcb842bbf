import { type Connexion, connecter, type Lieu } from './connexion.ts'
import { ErreurDeBase } from './erreurs.ts'
import { lieuDe } from './lieu.ts'
import { eprouver, estRepartie, manquantsDe, preparerRole } from './repartiteur.ts'
import { type Adresse, exigerAdresse, joindre } from './serveur.ts'

/** A way to a server. */
export interface Acces {
  lieu: Lieu
  /** What each session is told as it begins. */
  parametres: Readonly<Record<string, string>>
  preparer: boolean
}

/** What is asked of a server, and of what stands before it. */
export interface DemandeAcces {
  url: string
  /** PostgreSQL itself, where `url` leads to a pooler. */
  direct: string | undefined
  preparer: boolean
  dureeMaxMs: number
  attenteMs: number
  /** Hears a sentence for whoever administers the platform. */
  avertir: (phrase: string) => void
}

type Reglages = Readonly<Record<string, string>>

/** What poolers themselves carry from one session to the next, whatever the client they serve. */
const PORTES: Reglages = { TimeZone: 'UTC' }

/**
 * What must hold for each statement, in PostgreSQL's own writing: told to each session, or where a
 * pooler hands them out, given by the account.
 */
const reglagesDe = (dureeMaxMs: number): Reglages => ({
  client_min_messages: 'warning',
  work_mem: '16MB',
  jit: 'off',
  statement_timeout: enDuree(dureeMaxMs),
  idle_in_transaction_session_timeout: enDuree(2 * dureeMaxMs),
})

/** As PostgreSQL writes a duration: in its largest whole unit. */
function enDuree(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}min`
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}

const SANS_PREPARATION =
  'Le répartiteur de connexions placé devant PostgreSQL (PgBouncer ou un autre) ne retrouve pas les requêtes préparées. Donnez DATABASE_PREPARE=0, ou PgBouncer 1.21 ou plus récent avec max_prepared_statements, puis relancez.'
const SANS_DIRECT =
  'Le répartiteur de connexions placé devant PostgreSQL prête ses connexions le temps d’une transaction\u00a0: les migrations et l’écoute en veulent une à elles. Donnez dans DATABASE_DIRECT_URL l’adresse de PostgreSQL lui-même, puis relancez.'
const direManquants = (noms: readonly string[]) =>
  `Les connexions du répartiteur n’ont pas encore les réglages du compte (${noms.join(', ')})\u00a0: elles les prendront en se renouvelant. S’ils manquent encore demain, donnez-les au compte (docs/exploitation.md, «\u00a0Derrière un répartiteur\u00a0»).`

type Essai = { lieu: Lieu; parametres: Reglages; ouvrir: () => Promise<Connexion> }

function essaiDe(adresse: Adresse, { preparer, attenteMs }: DemandeAcces): Essai {
  exigerAdresse(adresse)
  const { lieu, options } = lieuDe(adresse.url)
  const parametres = { ...PORTES, ...(options && { options }) }
  return { lieu, parametres, ouvrir: () => connecter(lieu, { parametres, preparer, attenteMs }) }
}

async function avec<Resultat>(
  connexions: readonly Connexion[],
  fn: () => Promise<Resultat>,
): Promise<Resultat> {
  try {
    return await fn()
  } finally {
    await Promise.all(connexions.map((connexion) => connexion.fermer()))
  }
}

/** @throws ErreurDeBase when this pooler cannot be served by what was asked. */
async function exigerRepartition(essai: Essai, demande: DemandeAcces): Promise<void> {
  const deux = [await essai.ouvrir(), await essai.ouvrir()] as const
  const facon = { preparer: demande.preparer, silenceMs: demande.attenteMs }
  const { partagees, prepare } = await avec(deux, () => eprouver(deux, facon))
  if (!prepare) throw new ErreurDeBase(SANS_PREPARATION)
  if (partagees && demande.direct === undefined) throw new ErreurDeBase(SANS_DIRECT)
}

/** The way through a pooler: its sessions are told what it carries, the account gives the rest. */
async function repartir(essai: Essai, connexion: Connexion, demande: DemandeAcces) {
  const reglages = reglagesDe(demande.dureeMaxMs)
  await exigerRepartition(essai, demande)
  if (demande.direct === undefined) await preparerRole(connexion, essai.lieu, reglages)
  const manquants = await manquantsDe(connexion, reglages)
  if (manquants.length > 0) demande.avertir(direManquants(manquants))
  return essai.parametres
}

/** The way by this address, once it has answered; `preparation` runs on it first. */
async function accesDe(
  adresse: Adresse,
  demande: DemandeAcces,
  avant: (connexion: Connexion) => Promise<void> = async () => {},
): Promise<Acces> {
  const essai = essaiDe(adresse, demande)
  const connexion = await joindre(adresse, essai.ouvrir)
  return avec([connexion], async () => {
    await avant(connexion)
    const derriere = adresse.nom === 'DATABASE_URL' && (await estRepartie(connexion))
    const parametres = derriere
      ? await repartir(essai, connexion, demande)
      : { ...essai.parametres, ...reglagesDe(demande.dureeMaxMs) }
    return { lieu: essai.lieu, parametres, preparer: demande.preparer }
  })
}

/**
 * The ways to a server: that of most statements, and that of what no pooler may share, which is the
 * same unless another address was given for it.
 * @throws ErreurDeBase when it does not answer, or the pooler before it is not served so
 */
export async function joindreServeur(
  demande: DemandeAcces,
): Promise<{ acces: Acces; directe: Acces }> {
  const { url, direct, dureeMaxMs } = demande
  const adresse: Adresse = { nom: 'DATABASE_URL', url }
  if (direct === undefined) {
    const acces = await accesDe(adresse, demande)
    return { acces, directe: acces }
  }
  exigerAdresse(adresse)
  const { lieu } = lieuDe(url)
  // Before the pooler opens anything: a session has what its account had when it began.
  const directe = await accesDe(
    { nom: 'DATABASE_DIRECT_URL', url: direct },
    { ...demande, preparer: true },
    (connexion) => preparerRole(connexion, lieu, reglagesDe(dureeMaxMs)),
  )
  return { acces: await accesDe(adresse, demande), directe }
}
