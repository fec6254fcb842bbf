import { RESULTATS_PAR_GENRE, type Trouvailles } from '@releve/contract/recherche/recherche.api.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'
import type { Mot } from './mots.ts'

/** Every word is in `t.texte`, already without accents. `position`: no character is a wildcard. */
function tousDedans(mots: readonly Mot[]): RawBuilder<unknown> {
  const conditions = mots.map((mot) => texte`position(sans_accent(${mot.texte}) in t.texte) > 0`)
  return texte.join(conditions, texte` and `)
}

/** The text searched, as `t`: laid out once a line (`offset 0`), however many the words. */
const etTexte = (colonne: RawBuilder<unknown>) =>
  texte`cross join lateral (select ${colonne} as texte offset 0) as t`

const LIMITE = texte.lit(RESULTATS_PAR_GENRE)

/** Accounts that hold every word in their names, address, function or structure, whatever their state. */
export async function chercherUtilisateurs(
  sql: Sql,
  mots: readonly Mot[],
): Promise<Trouvailles['utilisateurs']> {
  // Accents are costly to take off: what the base keeps without them is taken as it is.
  const compte = texte`concat_ws(' ', u.identifiant_tri, lower(u.email), lower(s.code),
    s.libelle_tri, sans_accent(concat_ws(' ', u.nom_affichable, u.prenoms, u.nom, u.fonction)))`
  const { rows } = await texte<Trouvailles['utilisateurs'][number]>`
    select u.id, u.identifiant, u.nom_affichable, u.fonction, u.email, u.telephone, u.roles,
      u.statut, case when s.id is not null
        then json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) end as structure
    from utilisateur u left join structure s on s.id = u.structure_id ${etTexte(compte)}
    where ${tousDedans(mots)}
    order by sans_accent(u.nom_affichable), u.id limit ${LIMITE}`.execute(sql)
  return rows
}

/** Older copies are not searched: bodies are read one by one. */
const COPIES = 5_000

/** The person's own copies that hold every word in sender, subject or body; the last ones first. */
export async function chercherMessages(
  sql: Sql,
  utilisateurId: number,
  mots: readonly Mot[],
): Promise<Trouvailles['messages']> {
  const message = texte`sans_accent(
    concat_ws(' ', e.nom_affichable, m.visiteur_nom, m.objet, m.corps))`
  const { rows } = await texte<Trouvailles['messages'][number]>`
    select m.id, coalesce(e.nom_affichable, m.visiteur_nom) as expediteur,
      case when e.id is null then m.visiteur_email end as email, m.objet, m.corps, m.envoye_le
    from (
      select message_id from message_destinataire where utilisateur_id = ${utilisateurId}
      order by message_id desc limit ${texte.lit(COPIES)}
    ) as copie
    join message m on m.id = copie.message_id
    left join utilisateur e on e.id = m.expediteur_id
    ${etTexte(message)}
    where ${tousDedans(mots)}
    order by m.id desc limit ${LIMITE}`.execute(sql)
  return rows
}
