import { sql } from 'kysely'
import { countCourriels } from '../courriel/courriel.sql.ts'
import { listAbimesDuDepot } from '../document/deplacer.ts'
import { listDivergences } from '../formulaire/integrite.sql.ts'
import { listRuptures } from '../formulaire/recepisse.verifier.ts'
import { ErreurDeBase } from '../platform/base/erreurs.ts'
import { listFautesDeBase, listMigrationsManquantes } from '../platform/base/integrite.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/route.ts'

/** What one examination found: `dit` sums it up, `fautes` are to be mended, `notes` to be known. */
type Examen = { titre: string; dit: string; fautes: string[]; notes: string[] }

type Garde = Pick<Config, 's3'>

/** How many numbers are written out in one line. */
const ARRONDIS_DITS = 10

/** How many lines of one kind are written out. */
const LIGNES_MAX = 20

const compte = (n: number, un: string, plusieurs: string) =>
  `${n.toLocaleString('fr-FR')} ${n > 1 ? plusieurs : un}`

async function examinerMigrations(db: Db): Promise<Examen> {
  const titre = 'Migrations'
  try {
    const manquantes = await listMigrationsManquantes(db)
    const fautes = manquantes.map(
      (nom) => `${nom} n’a pas été appliquée\u00a0: démarrez la plateforme.`,
    )
    return { titre, dit: 'appliquées telles que ce programme les connaît', fautes, notes: [] }
  } catch (error) {
    if (!(error instanceof ErreurDeBase)) throw error
    return { titre, dit: '', fautes: [error.message], notes: [] }
  }
}

async function examinerBase(db: Db): Promise<Examen> {
  const fautes = await listFautesDeBase(db)
  return { titre: 'Contraintes', dit: 'respectées, références comprises', fautes, notes: [] }
}

/** Files whose bytes are no longer those received, and publications that are missing. */
async function examinerContenus(db: Db, config: Garde): Promise<Examen> {
  const { rows: pieces } = await sql<{ id: number; nomOrigine: string }>`
    select id, nom_origine from piece
    where encode(sha256(contenu), 'hex') <> sha256 or octet_length(contenu) <> taille
    order by id`.execute(db)
  const { abimes, muet } = await listAbimesDuDepot(db, config)
  const { rows: orphelins } = await sql<{ numero: string }>`
    select f.numero from formulaire f where f.version_diffusee > 0 and not exists (
      select 1 from formulaire_publication p
      where p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee)
    order by f.numero`.execute(db)
  const { rows: muets } = await sql<{ numero: string }>`
    select f.numero from formulaire f where not exists (
      select 1 from formulaire_historique h
      where h.formulaire_id = f.id and h.version = f.version)
    order by f.numero`.execute(db)
  return {
    titre: 'Contenus',
    dit: 'fichiers, publications et historiques entiers',
    fautes: [
      ...pieces.map(({ id, nomOrigine }) => `Le fichier ${id} (${nomOrigine}) a changé.`),
      ...abimes.map((nom) => `Le fichier ${nom} est abîmé ou perdu dans le dépôt.`),
      ...(muet
        ? ['Le dépôt des fichiers ne répond pas\u00a0: ses fichiers n’ont pas pu être lus.']
        : []),
      ...orphelins.map(({ numero }) => `${numero}\u00a0: sa dernière publication manque.`),
    ],
    notes: muets.length > 0 ? [`${muets.length} rapport(s) sans trace de leur dernier acte.`] : [],
  }
}

/** How many keep a rounding of before, and some of them: it is nobody's fault, and is not hidden. */
function direArrondis(numeros: readonly string[]): string[] {
  if (numeros.length === 0) return []
  const dits = numeros.slice(0, ARRONDIS_DITS).join(', ')
  const suite = numeros.length > ARRONDIS_DITS ? '…' : ''
  const recus = compte(numeros.length, 'rapport reçu', 'rapports reçus')
  return [
    `${recus} avant que les décimales soient exactes, et gardés comme ils ont été arrondis alors, à une unité près de la dernière décimale\u00a0: ${dits}${suite}.`,
  ]
}

async function examinerFormulaires(db: Db): Promise<Examen> {
  const { examines, divergences, arrondis } = await listDivergences(db)
  const dire = ({ numero, colonnes }: (typeof divergences)[number]) =>
    `${numero}\u00a0: le moteur calcule autre chose pour ${colonnes.join(', ')}.`
  const perimees = divergences.filter(({ perimee }) => perimee)
  return {
    titre: 'Rapports',
    dit: `${compte(examines, 'recalculé', 'recalculés')} par le moteur`,
    fautes: divergences.filter(({ perimee }) => !perimee).map(dire),
    notes: [
      ...direArrondis(arrondis),
      ...perimees.map(({ numero }) => `${numero} dépend d’un mois corrigé depuis\u00a0: à revoir.`),
    ],
  }
}

async function examinerRecepisses(db: Db): Promise<Examen> {
  const { examines, ruptures } = await listRuptures(db)
  return {
    titre: 'Récépissés',
    dit: `la chaîne de ${compte(examines, 'rapport', 'rapports')} tient`,
    fautes: ruptures.map(({ numero, libelle }) => `${numero}\u00a0: ${libelle}`),
    notes: [],
  }
}

async function examinerEnvois(db: Db): Promise<Examen> {
  const { enAttente, abandonnes } = await countCourriels(db)
  const fautes =
    abandonnes > 0
      ? [
          `${compte(abandonnes, 'courriel abandonné', 'courriels abandonnés')}\u00a0: voyez l’écran Courriels.`,
        ]
      : []
  const dit = enAttente > 0 ? `${enAttente} en attente` : 'vide'
  return { titre: 'Boîte d’envoi', dit, fautes, notes: [] }
}

function* ecrire({ titre, dit, fautes, notes }: Examen): Generator<string> {
  const verdict = fautes.length > 0 ? compte(fautes.length, 'faute', 'fautes') : dit
  yield `${fautes.length > 0 ? '✗' : '✓'} ${titre}\u00a0: ${verdict}`
  for (const ligne of fautes.slice(0, LIGNES_MAX)) yield `    ${ligne}`
  if (fautes.length > LIGNES_MAX) yield `    … et ${fautes.length - LIGNES_MAX} de plus.`
  for (const note of notes.slice(0, LIGNES_MAX)) yield `    Note\u00a0: ${note}`
}

const EXAMENS = [
  examinerBase,
  examinerContenus,
  examinerFormulaires,
  examinerRecepisses,
  examinerEnvois,
]

/** Examines the base, writes nothing in it, and says what it found. */
export async function verifierBase(
  db: Db,
  config: Garde = { s3: undefined },
): Promise<{ lignes: string[]; fautes: number }> {
  const migrations = await examinerMigrations(db)
  const examens = [migrations]
  // On tables that are not the program's, the rest would fail, or lie.
  if (migrations.fautes.length === 0) {
    for (const examiner of EXAMENS) {
      examens.push(await examiner(db, config))
    }
  }
  const fautes = examens.reduce((somme, examen) => somme + examen.fautes.length, 0)
  const bilan = fautes > 0 ? `${compte(fautes, 'faute', 'fautes')} en tout.` : 'Tout va bien.'
  return { lignes: [...examens.flatMap((examen) => [...ecrire(examen)]), bilan], fautes }
}
