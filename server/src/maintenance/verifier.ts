import { sql as texte } from 'kysely'
import { countCourriels } from '../courriel/courriel.sql.ts'
import { listDivergences } from '../formulaire/integrite.sql.ts'
import { ErreurDeBase } from '../platform/base/erreurs.ts'
import { listFautesDeBase, listMigrationsManquantes } from '../platform/base/integrite.ts'
import type { Sql } from '../platform/route.ts'

/** What one examination found: `dit` sums it up, `fautes` are to be mended, `notes` to be known. */
type Examen = { titre: string; dit: string; fautes: string[]; notes: string[] }

/** How many lines of one kind are written out. */
const LIGNES_MAX = 20

const compte = (n: number, un: string, plusieurs: string) =>
  `${n.toLocaleString('fr-FR')} ${n > 1 ? plusieurs : un}`

async function examinerMigrations(sql: Sql): Promise<Examen> {
  const titre = 'Migrations'
  try {
    const manquantes = await listMigrationsManquantes(sql)
    const fautes = manquantes.map(
      (nom) => `${nom} n’a pas été appliquée\u00A0: démarrez la plateforme.`,
    )
    return { titre, dit: 'appliquées telles que ce programme les connaît', fautes, notes: [] }
  } catch (error) {
    if (!(error instanceof ErreurDeBase)) throw error
    return { titre, dit: '', fautes: [error.message], notes: [] }
  }
}

async function examinerBase(sql: Sql): Promise<Examen> {
  const fautes = await listFautesDeBase(sql)
  return { titre: 'Contraintes', dit: 'respectées, références comprises', fautes, notes: [] }
}

/** Files whose bytes are no longer those received, and publications that are missing. */
async function examinerContenus(sql: Sql): Promise<Examen> {
  const { rows: pieces } = await texte<{ id: number; nomOrigine: string }>`
    select id, nom_origine from piece
    where encode(sha256(contenu), 'hex') <> sha256 or octet_length(contenu) <> taille
    order by id`.execute(sql)
  const { rows: orphelins } = await texte<{ numero: string }>`
    select f.numero from formulaire f where f.version_diffusee > 0 and not exists (
      select 1 from formulaire_publication p
      where p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee)
    order by f.numero`.execute(sql)
  const { rows: muets } = await texte<{ numero: string }>`
    select f.numero from formulaire f where not exists (
      select 1 from formulaire_historique h
      where h.formulaire_id = f.id and h.version = f.version)
    order by f.numero`.execute(sql)
  return {
    titre: 'Contenus',
    dit: 'fichiers, publications et historiques entiers',
    fautes: [
      ...pieces.map(({ id, nomOrigine }) => `Le fichier ${id} (${nomOrigine}) a changé.`),
      ...orphelins.map(({ numero }) => `${numero}\u00A0: sa dernière publication manque.`),
    ],
    notes: muets.length > 0 ? [`${muets.length} rapport(s) sans trace de leur dernier acte.`] : [],
  }
}

async function examinerFormulaires(sql: Sql): Promise<Examen> {
  const { examines, divergences } = await listDivergences(sql)
  const dire = ({ numero, colonnes }: (typeof divergences)[number]) =>
    `${numero}\u00A0: le moteur calcule autre chose pour ${colonnes.join(', ')}.`
  const perimees = divergences.filter(({ perimee }) => perimee)
  return {
    titre: 'Rapports',
    dit: `${compte(examines, 'recalculé', 'recalculés')} par le moteur`,
    fautes: divergences.filter(({ perimee }) => !perimee).map(dire),
    notes: perimees.map(
      ({ numero }) => `${numero} dépend d’un mois corrigé depuis\u00A0: à revoir.`,
    ),
  }
}

async function examinerEnvois(sql: Sql): Promise<Examen> {
  const { enAttente, abandonnes } = await countCourriels(sql)
  const fautes =
    abandonnes > 0
      ? [
          `${compte(abandonnes, 'courriel abandonné', 'courriels abandonnés')}\u00A0: voyez l’écran Courriels.`,
        ]
      : []
  const dit = enAttente > 0 ? `${enAttente} en attente` : 'vide'
  return { titre: 'Boîte d’envoi', dit, fautes, notes: [] }
}

function* ecrire({ titre, dit, fautes, notes }: Examen): Generator<string> {
  const verdict = fautes.length > 0 ? compte(fautes.length, 'faute', 'fautes') : dit
  yield `${fautes.length > 0 ? '✗' : '✓'} ${titre}\u00A0: ${verdict}`
  for (const ligne of fautes.slice(0, LIGNES_MAX)) yield `    ${ligne}`
  if (fautes.length > LIGNES_MAX) yield `    … et ${fautes.length - LIGNES_MAX} de plus.`
  for (const note of notes.slice(0, LIGNES_MAX)) yield `    Note\u00A0: ${note}`
}

/** Examines the base, writes nothing in it, and says what it found. */
export async function verifierBase(sql: Sql): Promise<{ lignes: string[]; fautes: number }> {
  const migrations = await examinerMigrations(sql)
  const examens = [migrations]
  // On tables that are not the program's, the rest would fail, or lie.
  if (migrations.fautes.length === 0) {
    for (const examiner of [examinerBase, examinerContenus, examinerFormulaires, examinerEnvois]) {
      examens.push(await examiner(sql))
    }
  }
  const fautes = examens.reduce((somme, examen) => somme + examen.fautes.length, 0)
  const bilan = fautes > 0 ? `${compte(fautes, 'faute', 'fautes')} en tout.` : 'Tout va bien.'
  return { lignes: [...examens.flatMap((examen) => [...ecrire(examen)]), bilan], fautes }
}
