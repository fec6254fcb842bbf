import { sql as texte } from 'kysely'
import type { StructureSemee } from '../../seed/structures/structure.ts'
import type { Sql } from '../platform/route.ts'
import { pointFocalDe } from './comptes.ts'

/** A structure and the account that reports for it, by id. */
export type Poste = { structureId: number; auteurId: number }

/** The highest id of a structure: the next ones may be numbered from it. */
export async function findDerniereStructure(sql: Sql): Promise<number> {
  const ligne = await sql
    .selectFrom('structure')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return ligne?.id ?? 0
}

async function insertStructures(
  sql: Sql,
  structures: readonly StructureSemee[],
): Promise<Map<string, number>> {
  const { rows } = await texte<{ id: number; code: string }>`
    insert into structure (code, libelle, type_structure, statut_structure, region, parent_id,
      responsable, telephone, email, adresse, latitude, longitude, capacite, capacite_theorique,
      postes_reference, effectifs_ouverture, modeles, date_ouverture)
    select l.code, l.libelle, l."typeStructure", l."statutStructure", l.region, p.id, l.responsable,
      l.telephone, l.email, l.adresse, l.latitude, l.longitude, l.capacite, l."capaciteTheorique",
      l."postesReference", l."effectifsOuverture", l.modeles, l."dateOuverture"
    from json_to_recordset(${JSON.stringify(structures)}::json) as l(code text, libelle text,
      "typeStructure" text, "statutStructure" text, region text, parent text, responsable text,
      telephone text, email text, adresse text, latitude double precision,
      longitude double precision, capacite int, "capaciteTheorique" int, "postesReference" jsonb,
      "effectifsOuverture" jsonb, modeles text[], "dateOuverture" date)
    left join structure p on p.code = l.parent
    returning id, code`.execute(sql)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/**
 * Creates structures whose parents exist, and an account for each with the password of that hash;
 * answers them in the same order.
 */
export async function insertPostes(
  sql: Sql,
  structures: readonly StructureSemee[],
  empreinte: string,
): Promise<Poste[]> {
  if (structures.length === 0) return []
  const ids = await insertStructures(sql, structures)
  const idDe = (code: string) => ids.get(code) ?? 0
  const comptes = await sql
    .insertInto('utilisateur')
    .values(structures.map((s) => pointFocalDe(s, idDe(s.code), empreinte)))
    .returning(['id', 'structureId'])
    .execute()
  const auteurs = new Map(comptes.map(({ id, structureId }) => [structureId, id]))
  return structures.map(({ code }) => {
    const structureId = idDe(code)
    return { structureId, auteurId: auteurs.get(structureId) ?? 0 }
  })
}

/** A structure without forms, and the one whose forms it takes. */
export type Copie = { souche: Poste; copie: Poste }

/** The copies as a relation `p`, to be joined to the forms of the one and of the other. */
function pairesSql(copies: readonly Copie[]) {
  const plat = copies.map(({ souche, copie }) => ({
    de: souche.structureId,
    vers: copie.structureId,
    auteur_de: souche.auteurId,
    auteur_vers: copie.auteurId,
  }))
  return texte`json_to_recordset(${JSON.stringify(plat)}::json)
    as p(de int, vers int, auteur_de int, auteur_vers int)`
}

/** From each form `f` of a `souche` to its copy `n`. */
function jumeauxSql(copies: readonly Copie[]) {
  return texte`from ${pairesSql(copies)}
    join formulaire f on f.structure_id = p.de
    join formulaire n on n.structure_id = p.vers and n.modele_code = f.modele_code
      and n.rang = f.rang`
}

async function copierContenus(sql: Sql, copies: readonly Copie[]): Promise<number> {
  const { numAffectedRows } = await texte`
    insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat,
      version, version_diffusee, donnees, commentaires, justifications, structure_lue, effectif,
      remplissage, erreurs, avertissements, echeance, soumis_le, hors_delai, cree_le, modifie_le,
      modifie_par, valide_par, motif_renvoi, texte_renvoi)
    select f.modele_code || '-' || s.code || '-' || f.annee || lpad(f.mois::text, 2, '0'),
      f.modele_id, f.modele_code, p.vers, f.annee, f.mois, f.etat, f.version, f.version_diffusee,
      f.donnees, f.commentaires, f.justifications, f.structure_lue, f.effectif, f.remplissage,
      f.erreurs, f.avertissements, f.echeance, f.soumis_le, f.hors_delai, f.cree_le, f.modifie_le,
      case when f.modifie_par = p.auteur_de then p.auteur_vers else f.modifie_par end,
      f.valide_par, f.motif_renvoi, f.texte_renvoi
    from ${pairesSql(copies)}
    join structure s on s.id = p.vers
    join formulaire f on f.structure_id = p.de
    order by f.rang`.execute(sql)
  return Number(numAffectedRows ?? 0)
}

/**
 * Gives to each `copie` the forms of its `souche`, with their publications and histories. Nothing
 * leaves the base. Answers how many forms were written.
 */
export async function copierFormulaires(sql: Sql, copies: readonly Copie[]): Promise<number> {
  const nombre = await copierContenus(sql, copies)
  await texte`
    insert into formulaire_publication (formulaire_id, version_diffusee, modele_id, donnees,
      commentaires, justifications, structure_lue, effectif, diffuse_le, diffuse_par)
    select n.id, v.version_diffusee, v.modele_id, v.donnees, v.commentaires, v.justifications,
      v.structure_lue, v.effectif, v.diffuse_le, v.diffuse_par
    ${jumeauxSql(copies)}
    join formulaire_publication v on v.formulaire_id = f.id`.execute(sql)
  await texte`
    insert into formulaire_historique (formulaire_id, version, le, agent_id, action, de, vers,
      motif, texte, cellules)
    select n.id, h.version, h.le,
      case when h.agent_id = p.auteur_de then p.auteur_vers else h.agent_id end,
      h.action, h.de, h.vers, h.motif, h.texte, h.cellules
    ${jumeauxSql(copies)}
    join formulaire_historique h on h.formulaire_id = f.id
    order by h.le, n.id, h.version`.execute(sql)
  return nombre
}

/** Tells the planner what the tables have become. */
export async function analyser(sql: Sql): Promise<void> {
  await texte`analyze structure, utilisateur, formulaire, formulaire_publication,
    formulaire_historique`.execute(sql)
}
