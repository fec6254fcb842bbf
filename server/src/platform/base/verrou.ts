import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as attendre } from 'node:timers/promises'
import { z } from 'zod'
import { codeDe, ErreurDeBase } from './erreurs.ts'

/** Content of a file, null when it cannot be read. */
function lire(chemin: string): string | null {
  try {
    return readFileSync(chemin, 'utf8')
  } catch {
    return null
  }
}

/** Boot and process namespace: the surroundings within which a pid means something. */
export function lieuCourant(): string {
  const demarrage = lire('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  let espace = ''
  try {
    espace = readlinkSync('/proc/self/ns/pid')
  } catch {
    // No /proc: the host's name is all there is.
  }
  return [hostname(), demarrage, espace].join(' ')
}

/** ext, XFS, Btrfs, F2FS, ZFS, tmpfs: mounted by one running system at a time. None is a share. */
const LOCAUX = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994])

/** True when only the system that runs can be writing to this folder. Unknown: false. */
export function estDisqueLocal(dossier: string): boolean {
  // Some architectures give the number signed.
  return LOCAUX.has(statfsSync(dossier).type >>> 0)
}

/** Start time of a process, null when it is gone, '?' when the system does not tell. */
export function debutDe(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return null
  }
  const stat = lire(`/proc/${pid}/stat`)
  if (stat !== null) {
    // The command, second field, may hold spaces and parentheses: count from its end.
    const champs = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return champs[0] === 'Z' ? null : (champs[19] ?? '?')
  }
  if (process.platform === 'win32') return '?'
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return '?'
  }
}

/** What is known of the holder of a lock. */
export type Etat = 'vivant' | 'mort' | 'incertain'

/** What a living holder answers by; `nom` is null where no socket can be made in the folder. */
export interface LockHolder {
  nom: string | null
  fermer(): void
}

const PREFIXE = 'vie-'
/** The longest path that every system takes for a socket. */
const CHEMIN_MAX = 100

const AUCUNE: LockHolder = { nom: null, fermer() {} }

/** Does something for whoever knocks at the holder's socket. */
type Recevoir = (visite: Socket) => void
const renvoyer: Recevoir = (visite) => void visite.destroy()

/** Listens in `dossier` for as long as this process lives: the system closes it with the process. */
async function ecouter(dossier: string, recevoir: Recevoir): Promise<LockHolder> {
  const nom = `${PREFIXE}${randomUUID().slice(0, 8)}`
  const chemin = join(dossier, nom)
  if (process.platform === 'win32' || Buffer.byteLength(chemin) > CHEMIN_MAX) return AUCUNE
  const serveur = createServer(recevoir)
  serveur.listen(chemin)
  try {
    await once(serveur, 'listening')
  } catch {
    // A file system that holds no socket (some shares): the lock's beat tells, more slowly.
    return AUCUNE
  }
  serveur.unref()
  return {
    nom,
    fermer() {
      serveur.close()
      rmSync(chemin, { force: true })
    },
  }
}

/** Removes what dead holders left, once the lock is ours. */
function oublierPrises(dossier: string, { nom }: LockHolder): void {
  for (const reste of readdirSync(dossier)) {
    if (reste.startsWith(PREFIXE) && reste !== nom) rmSync(join(dossier, reste), { force: true })
  }
}

/** Whether somebody listens there: asked of a holder that, alive, runs on this very system. */
async function toquer(chemin: string): Promise<Etat> {
  const visite = connect(chemin)
  try {
    await once(visite, 'connect')
    return 'vivant'
  } catch (error) {
    return codeDe(error) === 'ECONNREFUSED' ? 'mort' : 'incertain'
  } finally {
    visite.destroy()
  }
}

/** How often the holder touches its file, and how long a newcomer watches one it cannot judge. */
const BATTEMENT_MS = 2000
const OBSERVATION_MS = 7000

const zTitulaire = z.object({
  pid: z.number(),
  /** Start time of the process as the system tells it. */
  debut: z.string().nullable(),
  /** Boot and process namespace within which the pid means something. */
  lieu: z.string(),
  /** Name of the socket on which the holder listens, where it could. */
  prise: z.string().optional(),
})
const zVerrou = z.union([zTitulaire, z.object({ libre: z.literal(true) })])

type Titulaire = z.infer<typeof zTitulaire>

/** The lock of a data folder. `liberer` gives it back, and never throws; a killed process leaves it. */
export interface Verrou {
  liberer(): void
}

/**
 * Of a holder in other surroundings: another container, the boot before, another machine. A disk of
 * our own is written by one running system at a time: alive, the holder is on ours, and a socket is
 * found by its file from any container. Boot numbers prove nothing: some containers invent theirs.
 */
async function etatAilleurs(dossier: string, { prise }: Titulaire): Promise<Etat> {
  if (prise === undefined || !estDisqueLocal(dossier)) return 'incertain'
  return toquer(join(dossier, prise))
}

async function etatDe(dossier: string, titulaire: Titulaire | null): Promise<Etat> {
  if (titulaire === null) return 'incertain'
  if (titulaire.lieu !== lieuCourant()) return etatAilleurs(dossier, titulaire)
  const debut = debutDe(titulaire.pid)
  if (debut === null) return 'mort'
  if (debut === '?' || titulaire.debut === '?' || titulaire.debut === null) return 'incertain'
  return debut === titulaire.debut ? 'vivant' : 'mort'
}

/** What a lock file says, null when it says nothing that we understand. */
function comprendre(texte: string): z.infer<typeof zVerrou> | null {
  try {
    return zVerrou.safeParse(JSON.parse(texte)).data ?? null
  } catch {
    return null
  }
}

function rangs(dossier: string): number[] {
  return readdirSync(dossier)
    .filter((nom) => /^\d+$/.test(nom))
    .map(Number)
    .toSorted((a, b) => b - a)
}

/** Another machine or container, or no start time: a live holder keeps touching its file. */
async function bat(chemin: string): Promise<boolean> {
  const touche = () => statSync(chemin, { throwIfNoEntry: false })?.mtimeMs
  const avant = touche()
  for (let attendu = 0; attendu < OBSERVATION_MS; attendu += 250) {
    await attendre(250)
    if (touche() !== avant) return true
  }
  return false
}

function poser(dossier: string, rang: number, contenu: string): boolean {
  const brouillon = join(dossier, `brouillon-${randomUUID()}`)
  writeFileSync(brouillon, contenu, { flush: true })
  try {
    // A link appears whole or not at all, and only for the first who asks.
    linkSync(brouillon, join(dossier, String(rang)))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    return poserSansLien(dossier, rang, contenu)
  } finally {
    rmSync(brouillon, { force: true })
  }
}

/** File systems without hard links (exFAT, some shares): exclusive creation. */
function poserSansLien(dossier: string, rang: number, contenu: string): boolean {
  try {
    writeFileSync(join(dossier, String(rang)), contenu, { flag: 'wx', flush: true })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function refuserSiOccupe(donnees: string, dossier: string, rang: number): Promise<void> {
  const chemin = join(dossier, String(rang))
  const texte = lire(chemin)
  if (texte === null && !existsSync(chemin)) return
  // A file that we may not read, or cannot understand, still tells by its date.
  const lu = texte === null ? null : comprendre(texte)
  if (lu !== null && 'libre' in lu) return
  const etat = await etatDe(dossier, lu)
  if (etat === 'mort' || (etat === 'incertain' && !(await bat(chemin)))) return
  const numero = lu === null ? '' : ` (n°\u00a0${lu.pid})`
  throw new ErreurDeBase(
    `Le dossier de données «\u00a0${donnees}\u00a0» est déjà utilisé par un autre processus${numero}. ` +
      'Arrêtez-le, ou choisissez un autre DATA_DIR.',
  )
}

/**
 * Takes the exclusive lock of `dossier` (a folder of ours) for the data folder `donnees`, or throws
 * an `ErreurDeBase` naming the process that holds it. The holder is the file of the highest rank,
 * and a rank is only ever created once: of two processes that find the same dead holder, one wins.
 * `recevoir` is given whoever knocks; by default they are only told that somebody lives.
 */
export async function verrouiller(
  donnees: string,
  dossier: string,
  recevoir = renvoyer,
): Promise<Verrou> {
  mkdirSync(dossier, { recursive: true })
  const debut = debutDe(process.pid)
  const prise = await ecouter(dossier, recevoir)
  const titulaire = { pid: process.pid, debut, lieu: lieuCourant() }
  const contenu = JSON.stringify({ ...titulaire, ...(prise.nom && { prise: prise.nom }) })
  try {
    for (;;) {
      const dernier = rangs(dossier)[0] ?? 0
      await refuserSiOccupe(donnees, dossier, dernier)
      const rang = dernier + 1
      if (!poser(dossier, rang, contenu)) continue
      const [premier, ...anciens] = rangs(dossier)
      if (premier !== rang) {
        rmSync(join(dossier, String(rang)), { force: true })
        continue
      }
      for (const ancien of anciens) rmSync(join(dossier, String(ancien)), { force: true })
      oublierPrises(dossier, prise)
      return tenir(dossier, rang, prise)
    }
  } catch (error) {
    prise.fermer()
    throw error
  }
}

function tenir(dossier: string, rang: number, prise: LockHolder): Verrou {
  const chemin = join(dossier, String(rang))
  const battement = setInterval(() => {
    const maintenant = new Date()
    try {
      utimesSync(chemin, maintenant, maintenant)
    } catch {
      // A full or unplugged disk is the base's to report.
    }
  }, BATTEMENT_MS)
  battement.unref()
  return {
    liberer() {
      clearInterval(battement)
      prise.fermer()
      // The rank stays, marked free, so that it is never created twice.
      const brouillon = join(dossier, `brouillon-${randomUUID()}`)
      try {
        writeFileSync(brouillon, JSON.stringify({ libre: true }))
        renameSync(brouillon, chemin)
      } catch {
        // No room, or no folder any more: it stays the lock of a process that has gone, which the
        // next one sees; and what stopped us is what there is to tell.
      }
    },
  }
}

/** A connection to the process that holds the lock of this folder; null when nobody answers there. */
export async function joindreTitulaire(dossier: string): Promise<Socket | null> {
  if (!existsSync(dossier)) return null
  const lu = comprendre(lire(join(dossier, String(rangs(dossier)[0] ?? 0))) ?? '')
  if (lu === null || 'libre' in lu || lu.prise === undefined) return null
  const visite = connect(join(dossier, lu.prise))
  try {
    await once(visite, 'connect')
    return visite
  } catch {
    return null
  }
}
