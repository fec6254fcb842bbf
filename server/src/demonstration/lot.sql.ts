import type { CelluleModifiee, Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'

/** A row of `formulaire`; dates in ISO 8601. */
export type LigneFormulaire = {
  numero: string
  modeleId: number
  modeleCode: string
  structureId: number
  annee: number
  mois: number
  etat: Etat
  version: number
  versionDiffusee: number
  donnees: Donnees
  justifications: Record<string, string>
  structureLue: Donnees
  effectif: number | null
  remplissage: number
  erreurs: number
  avertissements: number
  echeance: string
  soumisLe: string | null
  horsDelai: boolean
  creeLe: string
  modifieLe: string
  modifiePar: number
  validePar: number | null
  motifRenvoi: string | null
  texteRenvoi: string | null
}

/** A row of `formulaire_historique`; the form is named by its number. */
export type LigneHistorique = {
  numero: string
  version: number
  le: string
  agentId: number
  action: string
  de: Etat | null
  vers: Etat
  motif: string | null
  texte: string | null
  cellules: CelluleModifiee[]
}

/** A row of `formulaire_publication`; without `donnees`, the form's own content was published. */
export type LignePublication = {
  numero: string
  versionDiffusee: number
  donnees: Donnees | null
  diffuseLe: string
  diffusePar: number
}

type LigneRemarque = {
  numero: string
  cellule: string
  texte: string
  auteurId: number
  le: string
}

/** Forms and what belongs to them, written together. */
export type Lot = {
  formulaires: LigneFormulaire[]
  historique: LigneHistorique[]
  publications: LignePublication[]
  remarques: LigneRemarque[]
}

async function insertFormulaires(sql: Sql, lignes: LigneFormulaire[]): Promise<void> {
  await texte`
    insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat,
      version, version_diffusee, donnees, justifications, structure_lue, effectif, remplissage,
      erreurs, avertissements, echeance, soumis_le, hors_delai, cree_le, modifie_le, modifie_par,
      valide_par, motif_renvoi, texte_renvoi)
    select * from json_to_recordset(${JSON.stringify(lignes)}::json) as l(numero text,
      "modeleId" int, "modeleCode" text, "structureId" int, annee int, mois int, etat text,
      version int, "versionDiffusee" int, donnees jsonb, justifications jsonb, "structureLue" jsonb,
      effectif double precision, remplissage real, erreurs int, avertissements int, echeance date,
      "soumisLe" timestamptz, "horsDelai" boolean, "creeLe" timestamptz, "modifieLe" timestamptz,
      "modifiePar" int, "validePar" int, "motifRenvoi" text, "texteRenvoi" text)
  `.execute(sql)
}

async function insertHistorique(sql: Sql, lignes: LigneHistorique[]): Promise<void> {
  await texte`
    insert into formulaire_historique (formulaire_id, version, le, agent_id, action, de, vers,
      motif, texte, cellules)
    select f.id, l.version, l.le, l."agentId", l.action, l.de, l.vers, l.motif, l.texte, l.cellules
    from json_to_recordset(${JSON.stringify(lignes)}::json) as l(numero text, version int,
      le timestamptz, "agentId" int, action text, de text, vers text, motif text, texte text,
      cellules jsonb)
    join formulaire f on f.numero = l.numero
    order by l.le, l.numero, l.version
  `.execute(sql)
}

async function insertPublications(sql: Sql, lignes: LignePublication[]): Promise<void> {
  await texte`
    insert into formulaire_publication (formulaire_id, version_diffusee, modele_id, donnees,
      commentaires, justifications, structure_lue, effectif, diffuse_le, diffuse_par)
    select f.id, l."versionDiffusee", f.modele_id, coalesce(l.donnees, f.donnees), f.commentaires,
      f.justifications, f.structure_lue, f.effectif, l."diffuseLe", l."diffusePar"
    from json_to_recordset(${JSON.stringify(lignes)}::json) as l(numero text, "versionDiffusee" int,
      donnees jsonb, "diffuseLe" timestamptz, "diffusePar" int)
    join formulaire f on f.numero = l.numero
  `.execute(sql)
}

async function insertRemarques(sql: Sql, lignes: LigneRemarque[]): Promise<void> {
  await texte`
    insert into formulaire_remarque (formulaire_id, cellule, texte, auteur_id, le)
    select f.id, l.cellule, l.texte, l."auteurId", l.le
    from json_to_recordset(${JSON.stringify(lignes)}::json) as l(numero text, cellule text,
      texte text, "auteurId" int, le timestamptz)
    join formulaire f on f.numero = l.numero
  `.execute(sql)
}

/** Forms sent to the base in one statement: a few megabytes. */
const PAR_ORDRE = 200

/** Writes forms, oldest first, then what belongs to them. */
export async function insertLot(sql: Sql, lot: Lot): Promise<void> {
  const parNumero = <T extends { numero: string }>(lignes: T[]) =>
    Map.groupBy(lignes, ({ numero }) => numero)
  const historique = parNumero(lot.historique)
  const publications = parNumero(lot.publications)
  const formulaires = lot.formulaires.toSorted((a, b) => (a.creeLe < b.creeLe ? -1 : 1))
  for (let debut = 0; debut < formulaires.length; debut += PAR_ORDRE) {
    const tranche = formulaires.slice(debut, debut + PAR_ORDRE)
    await insertFormulaires(sql, tranche)
    await insertHistorique(
      sql,
      tranche.flatMap(({ numero }) => historique.get(numero) ?? []),
    )
    await insertPublications(
      sql,
      tranche.flatMap(({ numero }) => publications.get(numero) ?? []),
    )
  }
  if (lot.remarques.length > 0) await insertRemarques(sql, lot.remarques)
}
