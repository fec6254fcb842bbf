import { auPlus, carnets, chargerCarnets, hasReliquat } from './carnets.ts'
import { estScelle, prefixeScelle, type Sceau } from './coffre.ts'
import { viderGarde } from './garde.ts'
import { estHorsLigne, subscribeLigne } from './ligne.ts'
import { getSession, subscribeSession } from './session.ts'
import { estPostePartage, readEmpreinte, writeEmpreinte, writePostePartage } from './stockage.ts'

/**
 * How what waits is kept, session after session (decision 0076). On a shared computer it is
 * sealed as it is written; elsewhere as one signs out. The key comes from the server, to its
 * account's session, and is held by the page alone.
 */

/** What one came for comes first, where nothing needs the key yet. */
const SUITE_MS = 10_000
/** Before another try, where the server did not give it. */
const ESSAI_MS = 30_000

/** Whose session the notebooks follow; null: nobody's. */
let pour: string | null = null
let sceau: Sceau | null = null
/** The server has answered for the session of `pour`, with a key that this browser can use or not. */
let repondu = false
/** Nothing is written in clear. */
let ferme = false
/** Screens wait: what is sealed here may be of whoever has just signed in. */
let enOuverture = false
let cours: Promise<void> = Promise.resolve()
let minuterie: ReturnType<typeof setTimeout> | undefined
const abonnes = new Set<() => void>()

export function subscribeOuverture(abonne: () => void): () => void {
  abonnes.add(abonne)
  return () => abonnes.delete(abonne)
}
export const estEnOuverture = (): boolean => enOuverture

function direOuverture(ouvre: boolean): void {
  if (ouvre === enOuverture) return
  enOuverture = ouvre
  for (const abonne of abonnes) abonne()
}

/** Whether what waits of whoever is signed in would be sealed if he left now. */
export const peutEtreScelle = (): boolean => sceau !== null

/** Whether something sealed here may be of this person: whose print is known once he had his key. */
function aPeutEtreDesScelles(identifiant: string): boolean {
  const connue = readEmpreinte()
  const siens = connue?.identifiant === identifiant ? prefixeScelle(connue.empreinte) : null
  return carnets.cles().some((cle) => (siens ? cle.startsWith(siens) : estScelle(cle)))
}

/** In turn: one session is left before the next is entered. */
function enchainer(faire: () => Promise<void>): Promise<void> {
  cours = cours.then(faire).catch(() => undefined)
  return cours
}

async function tenir(partage: boolean, par: Sceau | null): Promise<void> {
  ferme = partage
  await carnets.regler({ ferme, sceau: par })
}

/** Seals what waits of the session that ends, then forgets its key. */
async function quitter(): Promise<void> {
  if (sceau) await tenir(true, sceau)
  const partage = estPostePartage()
  // Nothing outlives the session, not even in this window.
  if (partage && pour !== null) carnets.abandonner(pour)
  pour = sceau = null
  repondu = false
  await tenir(partage, null)
}

async function entrer(identifiant: string): Promise<void> {
  pour = identifiant
  const partage = estPostePartage()
  if (partage) viderGarde()
  if (partage !== ferme) await tenir(partage, null)
}

/** He had another name when this was typed here, in this very session or one that was not closed. */
function suivreNom({ empreinte, identifiant }: Sceau): void {
  const avant = readEmpreinte()
  if (avant?.empreinte === empreinte && avant.identifiant !== identifiant)
    carnets.renommer(avant.identifiant, identifiant)
  writeEmpreinte({ empreinte, identifiant })
}

async function prendreCle(identifiant: string): Promise<void> {
  const { demanderSceau } = await import('./sceau.ts')
  const recu = await demanderSceau(identifiant, getSession().auth?.token.value)
  if (getSession().auth?.identifiant !== identifiant) return
  if (recu.impose) writePostePartage(true)
  const partage = estPostePartage()
  if (partage) viderGarde()
  sceau = recu.sceau
  repondu = true
  await tenir(partage, sceau)
  if (sceau) suivreNom(sceau)
}

/** Without a session that may ask, or without network, another moment will come. */
function peutDemander(): boolean {
  const { auth, aReconnecter } = getSession()
  if (!auth || aReconnecter || estHorsLigne()) return false
  return !auth.forceChangePassword && !auth.secondFacteurAActiver
}

async function accorder(): Promise<void> {
  const identifiant = getSession().auth?.identifiant ?? null
  if (pour !== null && pour !== identifiant) await quitter()
  if (identifiant !== null && pour === null) await entrer(identifiant)
}

async function demander(): Promise<void> {
  clearTimeout(minuterie)
  if (pour === null || repondu || !peutDemander()) return
  try {
    await prendreCle(pour)
  } catch {
    minuterie = setTimeout(suivre, ESSAI_MS)
  }
}

/** At once where something needs the key, else once the screen is there. */
async function accorderEtDemander(): Promise<void> {
  await accorder()
  clearTimeout(minuterie)
  if (pour === null || repondu || !peutDemander()) return
  if (estPostePartage() || aPeutEtreDesScelles(pour)) await demander()
  else minuterie = setTimeout(() => void enchainer(demander), SUITE_MS)
}

function suivre(): void {
  const { auth } = getSession()
  if (auth && auth.identifiant !== pour && peutDemander() && aPeutEtreDesScelles(auth.identifiant))
    direOuverture(true)
  void auPlus(enchainer(accorderEtDemander)).finally(() => direOuverture(false))
}

let suivie = false

/** Makes what waits ready to be read, and follows whose it is. No screen is drawn before. */
export async function preparerCarnets(): Promise<void> {
  await chargerCarnets()
  if (suivie) return
  suivie = true
  // As they were loaded.
  ferme = estPostePartage()
  subscribeSession(suivre)
  subscribeLigne(suivre)
  suivre()
  if (enOuverture) await auPlus(cours)
}

/** Has the key at hand before one signs out, if something waits and the server can still be asked. */
export async function preparerDepart(): Promise<void> {
  const { auth } = getSession()
  if (auth && hasReliquat(auth.identifiant)) await auPlus(enchainer(demander))
}

/** Resolves once what waits is as the session that has just ended leaves it. */
export const finirDepartDesCarnets = (): Promise<void> => auPlus(cours)
