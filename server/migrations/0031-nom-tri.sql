-- Names as searches and orders read them, as `libelle_tri` of the structures: not worked out for each
-- account at each of them.
alter table utilisateur
  add column nom_tri text not null generated always as (sans_accent(nom_affichable)) stored;
