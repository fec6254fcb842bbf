import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { ecrireTableur } from '../../src/platform/tableur.ecriture.ts'
import type { Personne } from '../banc.ts'
import { reussi } from '../formulaires.ts'
import { publierModele } from '../modeles.ts'
import { plus } from './dates.ts'
import type { Monde } from './monde.ts'
import type { Agent, Lettre, Lieu, Reference } from './reference.ts'

/** A number from 0 to 1 at each call, the same ones for the same seed. */
export function tirage(graine: number): () => number {
  let etat = graine >>> 0
  return () => {
    etat = (etat + 0x6d_2b_79_f5) >>> 0
    let t = Math.imul(etat ^ (etat >>> 15), etat | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const champ = (code: string) => ({ code, libelle: code, nature: 'entier' as const })

/** A form of one cell, without headcount. */
export const sourceDe = (code: string, rythme: Partial<ModeleSource> = {}): ModeleSource => ({
  code,
  version: 1,
  libelle: `Modèle ${code}`,
  periodicite: 'MENSUELLE',
  typesStructure: ['CAU', 'CPOLY', 'DR'],
  indicateurs: {},
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    { code: 'GEN', libelle: 'Généralités', type: 'champs', champs: [champ('NB')] },
  ],
  controles: [],
  ...rythme,
})

const TOUS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const REGIONS = ['R01', 'R02', 'R03', 'R04']

/** A monthly form, a quarterly and a yearly one, before any structure is there. */
export async function publier({ dpps }: Monde, reference: Reference): Promise<void> {
  await publierModele(dpps, sourceDe('MENS'))
  await publierModele(
    dpps,
    sourceDe('TRIM', {
      moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
      moisCouverts: 3,
    }),
  )
  await publierModele(dpps, sourceDe('ANNU', { moisAttendus: ['DECEMBER'], moisCouverts: 12 }))
  reference.modeles.set('MENS', { attendus: TOUS, couverts: 1, des: 0 })
  reference.modeles.set('TRIM', { attendus: [2, 5, 8, 11], couverts: 3, des: 0 })
  reference.modeles.set('ANNU', { attendus: [11], couverts: 12, des: 0 })
}

const numero = (n: number): string => String(n).padStart(3, '0')

function lieuDe(n: number, hasard: () => number): Lieu {
  const [region, type] = [n % REGIONS.length, n % 3 === 0 ? 'CPOLY' : 'CAU']
  const modeles = ['MENS', ...(hasard() < 0.6 ? ['TRIM'] : []), ...(hasard() < 0.3 ? ['ANNU'] : [])]
  // Most have stood for years; some open while the collection runs.
  const ouverture =
    hasard() < 0.9
      ? plus('2004-01-01', Math.floor(hasard() * 8000))
      : plus('2026-08-20', Math.floor(hasard() * 90))
  return {
    code: `${type}-${numero(n)}`,
    nom: `Établissement ${numero(n)}`,
    etat: 'ACTIVE',
    ouverture,
    fermeture: null,
    interruptions: [],
    etats: [{ du: 0, parent: hasard() < 0.9 ? `DR-${region}` : null, modeles }],
  }
}

const regionale = (n: number): Lieu => ({
  code: `DR-${n}`,
  nom: `Direction régionale ${n}`,
  etat: 'ACTIVE',
  ouverture: '2001-03-01',
  fermeture: null,
  interruptions: [],
  etats: [{ du: 0, parent: null, modeles: n % 2 === 0 ? ['MENS'] : [] }],
})

export const regionDe = (code: string): string =>
  REGIONS[code.startsWith('DR-') ? Number(code.slice(3)) : Number(code.slice(-3)) % 4] ?? ''

/** The structures, with the dates on which they opened in truth, from a spreadsheet. */
export async function importerLieux(
  { dpps }: Monde,
  reference: Reference,
  { nombre, hasard }: { nombre: number; hasard: () => number },
): Promise<void> {
  const regionales = REGIONS.map((_, n) => regionale(n))
  const lieux = [...regionales, ...Array.from({ length: nombre }, (_, n) => lieuDe(n, hasard))]
  const entetes = [
    'Code',
    'Libellé',
    'Type',
    'Région',
    'Rattachement',
    'Modèles',
    'Date d’ouverture',
  ]
  const lignes = lieux.map(({ code, nom, ouverture, etats }) => {
    const [type = ''] = code.split('-')
    const modeles = etats[0]?.modeles.join(', ') ?? ''
    return [code, nom, type, regionDe(code), etats[0]?.parent ?? null, modeles, ouverture]
  })
  await importer(dpps, structureApi.importerStructures, entetes, lignes)
  for (const lieu of lieux) reference.lieux.set(lieu.code, lieu)
}

async function importer(
  dpps: Personne,
  operation: typeof structureApi.importerStructures | typeof utilisateurApi.importerUtilisateurs,
  entetes: string[],
  lignes: (string | null)[][],
): Promise<void> {
  const colonnes = entetes.map((entete) => ({ entete }))
  const contenu = await ecrireTableur({ feuille: 'Feuille', colonnes, lignes }, 'csv')
  const fichier = { nom: 'f.csv', typeMime: 'text/csv', contenu }
  const { lignes: faites } = await reussi(
    dpps.appeler(operation, { body: { apercu: 'false', fichier } }),
  )
  const autres = faites.filter(({ effet }) => effet !== 'CREER')
  if (autres.length > 0) throw new Error(JSON.stringify(autres.slice(0, 3)))
}

/** What opens an account. */
export const bienvenue = ({ email }: Agent): Lettre => ({
  a: email,
  objet: 'Relevé\u00a0: votre compte',
  texte: null,
})

export const nouvelAgent = (identifiant: string, structures: string[]): Agent => ({
  identifiant,
  email: `${identifiant}@exemple.org`,
  actif: true,
  structures,
  avis: 'JAMAIS',
  nouveaux: [],
})

/** The accounts: of most structures one or two, of a few none; some answer for two structures. */
export async function importerComptes(
  { dpps }: Monde,
  reference: Reference,
  { nombre, hasard }: { nombre: number; hasard: () => number },
): Promise<Lettre[]> {
  const codes = [...reference.lieux.keys()]
  const servis = codes.filter((code) => code.startsWith('DR-') || hasard() < 0.96)
  const agents = Array.from({ length: nombre }, (_, n) => {
    const premiere = servis[n % servis.length] ?? ''
    const autre = hasard() < 0.06 ? servis[Math.floor(hasard() * servis.length)] : undefined
    const siennes = new Set([premiere, ...(autre && !autre.startsWith('DR-') ? [autre] : [])])
    return nouvelAgent(`agent-${numero(n)}`, [...siennes])
  })
  const entetes = [
    'Identifiant',
    'Nom',
    'Prénoms',
    'Courriel',
    'Rôles',
    'Structure',
    'Autres structures',
  ]
  const lignes = agents.map(({ identifiant, email, structures: [siege = '', ...autres] }) => [
    identifiant,
    identifiant,
    'Awa',
    email,
    'Structure',
    siege,
    autres.join(', '),
  ])
  await importer(dpps, utilisateurApi.importerUtilisateurs, entetes, lignes)
  for (const agent of agents) reference.agents.set(agent.identifiant, agent)
  return agents.map(bienvenue)
}
