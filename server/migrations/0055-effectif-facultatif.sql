-- A model need not count anybody (docs/decisions/0093): what lists and gaps ask of it is told beside
-- its definition, which is too large to be opened for each line of a list.
alter table modele
  -- It names a headcount.
  add column avec_effectif boolean not null
    generated always as (definition #> '{indicateurs,effectif}' is not null) stored,
  -- It names all that a gap is made of.
  add column avec_ecart boolean not null
    generated always as (
      definition #> '{indicateurs,effectif}' is not null
      and definition #> '{indicateurs,entrees}' is not null
      and definition #> '{indicateurs,sorties}' is not null) stored;
