import type {
  EcartEffectif,
  TotalEcarts,
  TotauxEcarts,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { additionner, enNombre } from '@releve/contract/exact.ts'
import { NIVEAUX, type Niveau } from '@releve/contract/formulaire/ecart.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { ecartsSql, exactSql, sommeSql } from '../formulaire/ecart.sql.ts'
import { type Fragment, limite, ordre } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { duMoisSql } from '../structure/periode.sql.ts'
import { type Demande, suiviSql } from './suivi.sql.ts'

const VARIATION = sql`${exactSql(sql`f.valeur_effectif`)} - ${exactSql(sql`f.precedent`)}`
const ECART_REFERENCE = sql`${exactSql(sql`f.valeur_effectif`)}
  - ${exactSql(sql`f.valeur_reference`)}`

const TRIS = new Map<string, Fragment>([
  ['ecart', sql`abs(f.ecart)`],
  ['ecartPourcent', sql`abs(f.ecart_pourcent)`],
  ['ecartReference', sql`abs(${ECART_REFERENCE})`],
  ['structure', sql`s.libelle_tri`],
])

type Page = {
  page: number
  taille: number
  tri?: string | undefined
  niveaux?: Niveau[] | undefined
}

type Ligne = Omit<EcartEffectif, 'mois' | 'annee'>

type Groupe = {
  region: string
  modele: string
  niveau: Niveau
  nombre: number
  effectif: number | null
  ecart: number | null
  ecartReference: number | null
}

const COLONNES = sql`json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle,
    'typeStructure', s.type_structure, 'region', s.region) as structure,
  (select json_build_object('code', m.code, 'libelle', m.libelle) from modele m
    where m.code = f.modele_code order by m.version desc limit 1) as modele,
  (select v.mois_couverts from modele v where v.id = f.modele_id) as mois_couverts,
  f.id, (select g.numero from formulaire g where g.id = f.id) as numero,
  coalesce(f.etat, 'NON_COMMENCE') as etat, f.valeur_effectif as effectif_declare,
  f.precedent as effectif_precedent, f.ouverture, f.valeur_entrees as entrees,
  f.valeur_sorties as sorties, f.theorique as effectif_theorique, f.ecart, f.ecart_pourcent,
  ${VARIATION} as variation, f.valeur_reference as effectif_reference,
  ${ECART_REFERENCE} as ecart_reference, f.niveau, f.raison`

/**
 * A page of the gaps of the month `du`, and the totals of all that is asked for; of the models that
 * name all that a gap is made of.
 */
export async function listEcarts(
  db: Db,
  demande: Demande,
  { niveaux = [], tri, ...page }: Page,
): Promise<Liste<EcartEffectif> & { totaux: TotauxEcarts }> {
  const voulus = niveaux.length > 0 ? niveaux : [...NIVEAUX]
  const parOrdre = ordre(tri, { origine: '-ecart', tris: TRIS, fin: sql`s.code, f.modele_code` })
  const { rows } = await sql<{ elements: Ligne[]; groupes: Groupe[] }>`
    with ${suiviSql(demande)}, ecarts as materialized (
      select e.* from ${ecartsSql(sql`suivi`)}
      where e.avec_ecart and e.rang <= ${demande.courant}::int
    ), page as (
      select ${COLONNES} from ecarts f
      join choisies s on s.id = f.structure_id and ${duMoisSql(sql`f.rang`, 's')}
      where f.niveau = any(${voulus}::text[]) order by ${parOrdre} ${limite(page)}
    ), groupes as (
      select s.region, f.modele_code as modele, f.niveau, count(*) as nombre,
        ${sommeSql('f.valeur_effectif')} as effectif, sum(f.ecart) as ecart,
        sum(${ECART_REFERENCE}) as ecart_reference
      from ecarts f join choisies s on s.id = f.structure_id and ${duMoisSql(sql`f.rang`, 's')}
      group by 1, 2, 3
    )
    select coalesce((select json_agg(json_build_object('structure', p.structure,
        'modele', p.modele, 'moisCouverts', p.mois_couverts, 'id', p.id, 'numero', p.numero, 'etat', p.etat,
        'effectifDeclare', p.effectif_declare, 'effectifPrecedent', p.effectif_precedent,
        'ouverture', p.ouverture, 'entrees', p.entrees, 'sorties', p.sorties,
        'effectifTheorique', p.effectif_theorique, 'ecart', p.ecart,
        'ecartPourcent', p.ecart_pourcent, 'variation', p.variation,
        'effectifReference', p.effectif_reference, 'ecartReference', p.ecart_reference,
        'niveau', p.niveau, 'raison', p.raison)) from page p), '[]') as elements,
      coalesce((select json_agg(json_build_object('region', g.region, 'modele', g.modele,
        'niveau', g.niveau, 'nombre', g.nombre, 'effectif', g.effectif, 'ecart', g.ecart,
        'ecartReference', g.ecart_reference)) from groupes g), '[]') as groupes`.execute(db)
  const { elements: lignes = [], groupes = [] } = rows[0] ?? {}
  const elements = lignes.map((ligne) => ({ ...ligne, ...periodeDe(demande.du) }))
  const comptes = groupes.filter(({ niveau }) => voulus.includes(niveau))
  const total = comptes.reduce((tous, { nombre }) => tous + nombre, 0)
  return { elements, total, ...page, totaux: totauxDe(groupes) }
}

/** Figures added; null when there is none to add. */
function somme(valeurs: readonly (number | null)[]): number | null {
  const connues = valeurs.filter((valeur) => valeur !== null)
  return connues.length === 0 ? null : enNombre(additionner(connues))
}

function totalDe(groupes: readonly Groupe[]): TotalEcarts {
  const modeles = [...new Set(groupes.map(({ modele }) => modele))].toSorted()
  const nombreDe = (voulu: Niveau) =>
    groupes.reduce((total, { niveau, nombre }) => total + (niveau === voulu ? nombre : 0), 0)
  return {
    // One of each, as NIVEAUX lists them.
    niveaux: Object.fromEntries(NIVEAUX.map((n) => [n, nombreDe(n)])) as TotalEcarts['niveaux'],
    parModele: modeles.map((modele) => {
      const siens = groupes.filter((groupe) => groupe.modele === modele)
      return {
        modele,
        effectifDeclare: somme(siens.map(({ effectif }) => effectif)),
        ecart: somme(siens.map(({ ecart }) => ecart)),
        ecartReference: somme(siens.map(({ ecartReference }) => ecartReference)),
      }
    }),
  }
}

function totauxDe(groupes: readonly Groupe[]): TotauxEcarts {
  const regions = [...new Set(groupes.map(({ region }) => region))].toSorted()
  return {
    total: totalDe(groupes),
    regions: regions.map((code) => ({
      code,
      ...totalDe(groupes.filter(({ region }) => region === code)),
    })),
  }
}
