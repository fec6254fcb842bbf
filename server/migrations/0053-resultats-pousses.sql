-- What a form's controls say is pushed by whoever changes what they read, and no longer suspected by
-- whoever reads it (docs/decisions/0084): the counts by which one knew that it still held go.

-- Whether results are being computed again: asked with each form that is read.
create index recalcul_en_attente on tache (id) where genre = 'RECALCUL' and faite_le is null;

drop trigger formulaire_mois_ajoute on formulaire;
drop trigger formulaire_mois on formulaire;
drop trigger formulaire_mois_efface on formulaire;
drop function compter_mois();
drop function dit_au_mois(text, integer);
drop table structure_mois;

alter table formulaire
  drop column lu_avec,
  drop column environs_du,
  drop column environs_au,
  drop column environs_n,
  -- How many times it was computed again by what it reads: an act that read it before writes nothing.
  add column calcul integer not null default 0,
  -- Of a form open to entry, the computed cells that are no longer those of its last save, by cell.
  add column deduites json;

-- How many times what the forms of a structure read of its months has changed: one that is begun
-- meanwhile is read again. No line: never.
create table structure_calcul (
  structure_id integer primary key references structure (id) on delete cascade,
  n integer not null default 0
);

-- Of before, they were suspected: nobody says that they still hold.
update formulaire set environs = null where environs is not null;

-- The engine that the results were computed with; another one asks for all of them again.
create table moteur (
  seul boolean primary key default true check (seul),
  empreinte text not null
);
insert into moteur (empreinte) values ('');
