-- « The value of a month » (docs/conception.md, 3) in figures: what the model names its headcount,
-- entries, exits and reference. Tables of a whole country read them without opening a form.

-- The number that a form holds in this cell; nothing for what is blank, ND or SO.
create function nombre_de(donnees jsonb, cellule text) returns double precision
  language sql immutable strict parallel safe
  return case when jsonb_typeof(donnees -> cellule) = 'number'
    then (donnees ->> cellule)::double precision end;

-- As the form stands, beside `effectif`; and as its last publication does.
alter table formulaire
  add column entrees double precision,
  add column sorties double precision,
  add column reference double precision,
  add column publie_effectif double precision,
  add column publie_entrees double precision,
  add column publie_sorties double precision,
  add column publie_reference double precision;

update formulaire f set
  entrees = nombre_de(f.donnees, m.definition #>> '{indicateurs,entrees}'),
  sorties = nombre_de(f.donnees, m.definition #>> '{indicateurs,sorties}'),
  reference = nombre_de(f.donnees, m.definition #>> '{indicateurs,reference}')
from modele m where m.id = f.modele_id;

update formulaire f set
  publie_effectif = nombre_de(p.donnees, m.definition #>> '{indicateurs,effectif}'),
  publie_entrees = nombre_de(p.donnees, m.definition #>> '{indicateurs,entrees}'),
  publie_sorties = nombre_de(p.donnees, m.definition #>> '{indicateurs,sorties}'),
  publie_reference = nombre_de(p.donnees, m.definition #>> '{indicateurs,reference}')
from formulaire_publication p join modele m on m.id = p.modele_id
where p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee;

-- Computed by the base from the state: no act can forget them, and saving a draft changes none.
alter table formulaire
  add column recu boolean not null generated always as (
    etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
      or (etat = 'RENVOYE' and soumis_le is not null)) stored,
  add column valeur_effectif double precision generated always as (
    case when etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
      then effectif else publie_effectif end) stored,
  add column valeur_entrees double precision generated always as (
    case when etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
      then entrees else publie_entrees end) stored,
  add column valeur_sorties double precision generated always as (
    case when etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
      then sorties else publie_sorties end) stored,
  add column valeur_reference double precision generated always as (
    case when etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
      then reference else publie_reference end) stored;

-- Lists and the dashboard, from the index alone; only an act changes what it holds, never a save.
drop index formulaire_par_mois;
create index formulaire_par_mois on formulaire (rang desc, id desc)
  include (structure_id, modele_id, modele_code, etat, version_diffusee, recu, hors_delai, echeance,
    valeur_effectif, valeur_entrees, valeur_sorties, valeur_reference);
