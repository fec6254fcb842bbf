import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { afterAll, inject } from 'vitest'
import { STRUCTURES } from '../../seed/structures.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config.ts'
import { insertSession } from '../../src/session/session.sql.ts'
import { insertUtilisateur } from '../../src/utilisateur/utilisateur.sql.ts'
import { lireAdresse } from '../autre.ts'
import { type Appels, adresseDe, appelsDe, type Banc, ouvrirBanc } from '../banc.ts'
import { CAUSES, ERREURS_SEULES } from '../causes.ts'
import { reussi } from '../formulaires.ts'
import { lancer } from '../processus.ts'
import { changerDepuisToujours } from '../structures.ts'
import { COULEURS, LISTE, MODELES_ESSAI } from './modeles.ts'

/** Instant at which the platform's clock stands when the test begins; it then runs. */
const DEPART = new Date('2025-03-20T10:00:00Z')

/** Of two regions; the first two under the same regional office. */
export const STRUCTURES_ESSAI = ['CAU-R01-01', 'POUP-R01-01', 'CPOLY-R02-01'] as const
/** A locked month, and three that are open. */
export const MOIS_ESSAI = [
  { mois: 'DECEMBER', annee: 2024 },
  { mois: 'JANUARY', annee: 2025 },
  { mois: 'FEBRUARY', annee: 2025 },
  { mois: 'MARCH', annee: 2025 },
] as const

export type Appeler = Appels['appeler']

/** Somebody, who may call either process. */
export type Acteur = {
  id: number
  nom: string
  portee: 'DPPS' | 'ADMIN' | 'STRUCTURE'
  /** Codes of the structures for which he enters, and of those that he reads. */
  saisit: readonly string[]
  lit: readonly string[]
  jeton: string
  voix: readonly Appeler[]
}

/** The platform as the test calls it: the bench's base, and as many processes as its home allows. */
export type Monde = {
  banc: Banc
  acteurs: readonly Acteur[]
  maintenant: () => Date
}

/** What a process on its own port answers, as `appelsDe` gives it. */
function appelerLoin(origine: string, jeton: string): Appeler {
  return async (operation, envoi = {}) => {
    const reponse = await fetch(`${origine}${adresseDe(operation, envoi)}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${jeton}`, 'content-type': 'application/json' },
      ...(envoi.body !== undefined && { body: JSON.stringify(envoi.body) }),
    })
    const octets = Buffer.from(await reponse.arrayBuffer())
    const corps = octets.length > 0 ? JSON.parse(octets.toString()) : undefined
    const { code = '', libelle = '', details = [] } = corps ?? {}
    const entetes = Object.fromEntries(reponse.headers)
    return { statut: reponse.status, corps, code, libelle, details, entetes, octets }
  }
}

/** Starts a second process on the same base, for the tests of this file. */
async function demarrerSecond(banc: Banc, horloge: { depart: Date; lu: number }) {
  const env = { DATABASE_URL: await lireAdresse(banc.base) }
  const mots = [String(horloge.depart.getTime()), String(horloge.lu)]
  const processus = lancer('./entrelacs/second.ts', env, mots, afterAll)
  await processus.attendre(1)
  const [origine] = processus.lignes
  if (!origine) throw new Error('le second processus est mort avant de répondre')
  return origine
}

async function semerModeles({ base: { db }, asDpps }: Banc): Promise<void> {
  await reussi(
    asDpps.appeler(codificationApi.enregistrerCodification, {
      body: {
        code: LISTE,
        libelle: 'Couleur',
        version: 0,
        valeurs: COULEURS.map((valeur) => ({ ...valeur, nouveau: true })),
      },
    }),
  )
  for (const { source, modele } of MODELES_ESSAI.values()) {
    const { code, version, libelle } = modele
    const definition = JSON.stringify(modele)
    const ecrit = { code, version, libelle, definition, source: JSON.stringify(source) }
    await db
      .insertInto('modele')
      .values({ ...ecrit, enVigueurDu: 2000 * 12 })
      .execute()
  }
  await changerDepuisToujours(db, { modeles: [...MODELES_ESSAI.keys()] }, STRUCTURES_ESSAI)
}

const [CAU, POUP, CPOLY] = STRUCTURES_ESSAI

type Inscription = Pick<Acteur, 'nom' | 'portee'> & { structure?: string; autre?: string }

/** Two people of a structure, one of two, one who reads his region, and the central directorate. */
const PERSONNES: readonly Inscription[] = [
  { nom: 'awa', portee: 'STRUCTURE', structure: CAU },
  { nom: 'binta', portee: 'STRUCTURE', structure: CAU },
  { nom: 'chloe', portee: 'STRUCTURE', structure: CPOLY, autre: POUP },
  { nom: 'region', portee: 'STRUCTURE', structure: 'DR-R01' },
  { nom: 'controle', portee: 'ADMIN' },
  { nom: 'diane', portee: 'DPPS' },
  { nom: 'elise', portee: 'DPPS' },
]

const enfantsDe = (code?: string): string[] =>
  STRUCTURES.filter(({ parent }) => parent !== undefined && parent === code).map((s) => s.code)

/** An account with a token that lasts, and what he may reach. */
async function inscrire(banc: Banc, personne: Inscription): Promise<Omit<Acteur, 'voix'>> {
  const { nom, portee, structure, autre } = personne
  const { db } = banc.base
  const idDe = (code: string) => banc.structures.get(code) ?? 0
  const id = await insertUtilisateur(db, {
    identifiant: nom,
    nom,
    nomAffichable: nom,
    roles: [`ROLE_${portee}`],
    structureId: structure ? idDe(structure) : null,
    autreStructure: autre ? [idDe(autre)] : [],
    motDePasse: '!',
  })
  const { token: jeton } = await insertSession(db, id, DEPART)
  const saisit = [structure, autre].filter((code) => code !== undefined)
  return { id, nom, portee, saisit, lit: [...saisit, ...enfantsDe(structure)], jeton }
}

/** The bench with its models and its people; call at the top of a test file. */
export async function ouvrirMonde(): Promise<Monde> {
  const banc = await ouvrirBanc()
  await semerModeles(banc)
  const inscrits: Omit<Acteur, 'voix'>[] = []
  for (const personne of PERSONNES) inscrits.push(await inscrire(banc, personne))
  const { db } = banc.base
  await db.updateTable('jetonAcces').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
  await db.updateTable('session').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
  const lu = Date.now()
  const maintenant = () => new Date(DEPART.getTime() + Date.now() - lu)
  const app = await createApp({
    base: banc.base,
    config: readConfig(ERREURS_SEULES),
    flux: CAUSES,
    maintenant,
    attendre: async () => {},
  })
  const seul = inject('maison') === 'embarquee'
  const origine = seul ? null : await demarrerSecond(banc, { depart: DEPART, lu })
  const acteurs = inscrits.map((inscrit) => {
    const ici = appelsDe(app, inscrit.jeton).appeler
    const voix = origine ? [ici, appelerLoin(origine, inscrit.jeton)] : [ici]
    return { ...inscrit, voix }
  })
  return { banc, acteurs, maintenant }
}
