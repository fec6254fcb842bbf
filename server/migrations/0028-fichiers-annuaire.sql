-- The files of an annuaire: those of a frozen edition, kept for ever once made, and those that somebody
-- has asked for, followed while they are made and kept a day.

create table annuaire_fichier (
  id integer generated always as identity primary key,
  annuaire_id integer not null references annuaire (id),
  format text not null
    constraint annuaire_fichier_format_connu
    check (format in ('pdf', 'xlsx', 'ods', 'csv', 'json')),
  sha256 text not null,
  contenu bytea not null,
  cree_le timestamptz not null default now(),
  constraint annuaire_fichier_unique unique (annuaire_id, format)
);
create trigger annuaire_fichier_inalterable before update or delete on annuaire_fichier
  for each row execute function refuse_modification();

create table annuaire_preparation (
  id integer generated always as identity primary key,
  annee integer not null,
  -- Null: the provisional content of the year.
  edition integer,
  format text not null,
  demande_par integer not null references utilisateur (id),
  etat text not null default 'EN_COURS'
    constraint annuaire_preparation_etat_connu
    check (etat in ('EN_COURS', 'FAITE', 'ANNULEE', 'ECHOUEE')),
  fait integer not null default 0,
  total integer not null default 3,
  nom text,
  taille integer,
  -- The kept file that it gives, or the bytes of a provisional one.
  fichier_id integer references annuaire_fichier (id),
  contenu bytea,
  raison text,
  cree_le timestamptz not null default now(),
  -- By the base's clock: a process that no longer writes it is dead.
  vu_le timestamptz not null default clock_timestamp()
);
create index preparation_par_demandeur on annuaire_preparation (demande_par);
