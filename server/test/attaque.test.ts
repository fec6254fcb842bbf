import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { demarrer, dossierDeTest, type Processus, pret } from './processus.ts'

const MO = 1024 * 1024
/** What nobody else may notice, and what may be left of the memory afterwards. */
const ATTENTE_MAX_MS = 200
const RESTE_MAX = 100 * MO

/** Opens connections that send this text and never read what is answered. */
function inonder(adresse: string, connexions: number, texte: string): Socket[] {
  const { hostname, port } = new URL(adresse)
  return Array.from({ length: connexions }, () => {
    const prise = connect(Number(port), hostname)
    // Cut by the server: what is wanted.
    prise.on('error', () => prise.destroy())
    prise.pause().write(texte)
    return prise
  })
}

/** Bytes of memory that a process holds. */
function memoireDe({ enfant }: Processus): number {
  const statut = readFileSync(`/proc/${enfant.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(statut)?.[1]) * 1024
}

/** The longest that another caller waits, asking without rest for a second, in ms. */
async function attenteDesAutres(adresse: string): Promise<number> {
  const fin = performance.now() + 1000
  let pire = 0
  for (let debut = performance.now(); debut < fin; debut = performance.now()) {
    const reponse = await fetch(`${adresse}/api/sante`)
    expect(reponse.status).toBe(200)
    await reponse.text()
    pire = Math.max(pire, performance.now() - debut)
  }
  return pire
}

const get = (chemin: string) => `GET ${chemin} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (chemin: string, corps: string, annonce = corps.length) =>
  [
    `POST ${chemin} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${annonce}`,
    '',
    corps,
  ].join('\r\n')
/** 60 kB that weigh twenty times as much once read. */
const TABLEAUX = `{"identifiant":"x","password":"x","z":[${'[],'.repeat(20_000)}[]]}`
const GRAND = ' '.repeat(900_000)

/** What is sent, on how many connections. */
const ATTAQUES: [string, number, string][] = [
  ['la description, 1 300 fois à la suite', 7, get('/api/openapi.json').repeat(1300)],
  ['des adresses illisibles à la suite', 7, get('/api/formulaire/lire/%').repeat(1300)],
  ['la description, une fois par connexion', 300, get('/api/openapi.json')],
  ['un corps de tableaux vides', 60, post('/api/contact', TABLEAUX)],
  ['un corps trop grand', 30, post('/api/utilisateur/connexion', ' '.repeat(999_999))],
  ['un grand corps sans jeton', 30, post('/api/formulaire/enregistrer/3/2025', GRAND, 1_000_000)],
  ['un corps qui ne finit pas', 300, post('/api/contact', ' '.repeat(60_000), 64_000)],
]

/**
 * What the attack adds to the longest wait of others, in ms: the best of a few tries, for a busy
 * machine delays anyone.
 */
async function subir(adresse: string, connexions: number, texte: string): Promise<number> {
  const attentes: number[] = []
  while (attentes.length < 8 && Math.min(...attentes) > ATTENTE_MAX_MS) {
    const calme = await attenteDesAutres(adresse)
    const prises = inonder(adresse, connexions, texte)
    attentes.push((await attenteDesAutres(adresse)) - calme)
    for (const prise of prises) prise.destroy()
  }
  return Math.min(...attentes)
}

describe.runIf(process.platform === 'linux')('qui demande sans jamais lire', () => {
  it('ne gêne personne, ne prend pas de mémoire, et ne tue rien', async () => {
    const processus = demarrer({ DATA_DIR: dossierDeTest() })
    const adresse = await pret(processus)
    await attenteDesAutres(adresse)
    const avant = memoireDe(processus)
    for (const [titre, connexions, texte] of ATTAQUES) {
      const attente = await subir(adresse, connexions, texte)
      const gagnes = memoireDe(processus) - avant
      expect.soft(attente, titre).toBeLessThanOrEqual(ATTENTE_MAX_MS)
      expect.soft(gagnes, titre).toBeLessThan(3 * RESTE_MAX)
    }
    await expect.poll(() => memoireDe(processus) - avant).toBeLessThan(RESTE_MAX)
    expect(processus.enfant.exitCode).toBeNull()
  }, 180_000)
})
