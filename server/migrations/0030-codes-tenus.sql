-- The codes that the cells of a report hold, by list: what asks where a code is used reads them
-- without unpacking every value of every report.

alter table formulaire add column codes jsonb not null default '{}';

-- The cells of each version that hold a code; in a repeating table, whatever the row.
with section as (
  select m.id as modele_id, s.valeur
  from modele m, jsonb_array_elements(m.definition -> 'sections') as s (valeur)
), trait as (
  select modele_id, champ ->> 'nature' as nature, champ ->> 'codification' as liste,
    case when valeur @> '{"prefixe": true}' then (valeur ->> 'code') || '.' else '' end
      || (champ ->> 'code') as adresse
  from section, jsonb_array_elements(valeur -> 'champs') as champ
  where valeur ->> 'type' = 'champs'
  union all
  select modele_id, colonne ->> 'nature', colonne ->> 'codification',
    (valeur ->> 'code') || '.*.' || (colonne ->> 'code')
  from section, jsonb_array_elements(valeur -> 'colonnes') as colonne
  where valeur ->> 'type' = 'tableau'
  union all
  select modele_id,
    coalesce(colonne ->> 'nature', groupe ->> 'nature', ligne ->> 'nature', valeur ->> 'nature'),
    coalesce(colonne ->> 'codification', groupe ->> 'codification', ligne ->> 'codification',
      valeur ->> 'codification'),
    concat_ws('.', valeur ->> 'code', ligne ->> 'code', groupe ->> 'code', colonne ->> 'code')
  from section
  cross join lateral jsonb_array_elements(valeur -> 'lignes') as ligne
  left join lateral jsonb_array_elements(valeur -> 'groupes') as groupe on true
  cross join lateral jsonb_array_elements(valeur -> 'colonnes') as colonne
  where valeur ->> 'type' = 'matrice'
), tenu as (
  select f.id, t.liste, jsonb_agg(distinct e.valeur order by e.valeur) as codes
  from formulaire f
  cross join lateral jsonb_each(f.donnees) as e (adresse, valeur)
  join trait t on t.modele_id = f.modele_id and t.nature = 'liste'
    and t.adresse = regexp_replace(e.adresse, '\.[a-z0-9]{1,12}\.', '.*.')
  where f.modele_id in (select modele_id from trait where nature = 'liste')
    and jsonb_typeof(e.valeur) = 'string' and e.valeur #>> '{}' not in ('ND', 'SO')
    and t.liste is not null
  group by f.id, t.liste
), tenus as (
  select id, jsonb_object_agg(liste, codes) as codes from tenu group by id
)
update formulaire f set codes = t.codes from tenus t where t.id = f.id;
