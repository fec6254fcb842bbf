-- Lists of codes that people change: under a version, with months, former labels and parents.

alter table codification
  add column parent_liste text
    constraint codification_parent_existe references codification (code),
  -- Each change of the list or of its codes; 0 is never a list's.
  add column version integer not null default 1;

alter table codification_valeur
  -- First and last month in which the code is offered, `AAAA-MM`: they sort as they read.
  add column valable_du text
    constraint valeur_du_mois check (valable_du ~ '^[0-9]{4}-[0-9]{2}$'),
  add column valable_au text
    constraint valeur_au_mois check (valable_au ~ '^[0-9]{4}-[0-9]{2}$'),
  -- By which the versions of form models made before a correction are recognised.
  add column libelles_anciens text[] not null default '{}',
  add constraint valeur_mois_en_ordre check (valable_au >= valable_du);

-- Codes taken out by people: an installation does not bring them back.
create table codification_suppression (
  codification text not null references codification (code),
  code text not null,
  constraint suppression_unique primary key (codification, code)
);
