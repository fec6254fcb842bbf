-- A draft tried on the forms already received: how far it is, then what it says, kept one day.

create table modele_simulation (
  id integer generated always as identity primary key,
  brouillon_id integer not null references modele_brouillon (id) on delete cascade,
  version_brouillon integer not null,
  etat text not null default 'EN_COURS'
    constraint modele_simulation_etat_connu
    check (etat in ('EN_COURS', 'FAITE', 'ANNULEE', 'ECHOUEE')),
  lus integer not null default 0,
  total integer not null default 0,
  resultat jsonb,
  raison text,
  cree_le timestamptz not null default now(),
  -- By the base's clock: a process that no longer writes it is dead.
  vu_le timestamptz not null default clock_timestamp()
);
create index simulation_par_brouillon on modele_simulation (brouillon_id);
