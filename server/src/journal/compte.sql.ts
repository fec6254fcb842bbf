import { type RawBuilder, sql as texte } from 'kysely'

type Condition = RawBuilder<unknown>

/** What was done to an account when its lines bore its name only. */
const ACTES_SUR_UN_COMPTE = [
  'UTILISATEUR_CREE',
  'UTILISATEUR_MODIFIE',
  'UTILISATEUR_BLOQUE',
  'UTILISATEUR_DEBLOQUE',
  'MOT_DE_PASSE_REINITIALISE',
  'SECOND_FACTEUR_REINITIALISE',
]

/** The last line before `avant` by which somebody took this name: renamed to it, or created so. */
const priseDuNom = (nom: Condition, avant: Condition): Condition => texte`
  select r.id, r.detail #>> '{changements,identifiant,avant}' as ancien from journal r
  where r.objet = ${nom} and r.id < ${avant} and (r.action = 'UTILISATEUR_CREE'
    or r.action = 'UTILISATEUR_MODIFIE'
      and r.detail #>> '{changements,identifiant,apres}' = r.objet)
  order by r.id desc limit 1`

/**
 * The ids of the lines about an account that bear its name only, as an array. The journal itself
 * says which names it bore, and since when: a name given up may have become another account's.
 */
export const lignesSansCible = (id: number): Condition => texte`array(
  with recursive noms (nom, ancien, debut, fin) as (
    select u.identifiant, p.ancien, coalesce(p.id, 0), 9223372036854775807
    from utilisateur u
    left join lateral (${priseDuNom(texte`u.identifiant`, texte`9223372036854775807`)}) p on true
    where u.id = ${id}::integer
    union all
    select n.ancien, p.ancien, coalesce(p.id, 0), n.debut from noms n
    left join lateral (${priseDuNom(texte`n.ancien`, texte`n.debut`)}) p on true
    where n.ancien is not null)
  select s.id from noms n join journal s on s.objet = n.nom and s.id >= n.debut and s.id < n.fin
  where s.cible_id is null and s.action = any (${ACTES_SUR_UN_COMPTE}::text[]))`
