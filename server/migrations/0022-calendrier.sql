-- A month opened again for a structure: who did it, why, until when, and who ended it before. Those
-- of before this screen were written by hand: they have no author, and may have no end.
alter table reouverture drop constraint reouverture_pkey;
alter table reouverture
  add column id integer generated always as identity primary key,
  add column motif text not null default '',
  add column rouverte_le timestamptz not null default now(),
  add column rouverte_par integer constraint reouverture_auteur references utilisateur (id),
  add column terminee_le timestamptz,
  add column terminee_par integer constraint reouverture_fermeur references utilisateur (id);
create index reouverture_par_mois on reouverture (structure_id, rang);

-- More time, asked for by a structure for one month.
create table prolongation (
  id integer generated always as identity primary key,
  structure_id integer not null
    constraint prolongation_structure references structure (id),
  rang integer not null,
  motif text not null,
  etat text not null default 'EN_ATTENTE'
    constraint prolongation_etat_connu check (etat in ('EN_ATTENTE', 'ACCORDEE', 'REFUSEE')),
  demandee_le timestamptz not null,
  demandee_par integer not null
    constraint prolongation_auteur references utilisateur (id),
  decidee_le timestamptz,
  decidee_par integer constraint prolongation_juge references utilisateur (id),
  -- Until when it was granted, or why it was refused.
  jusqua date,
  reponse text,
  constraint prolongation_decidee check ((etat = 'EN_ATTENTE') = (decidee_le is null))
);
create unique index prolongation_en_attente_unique on prolongation (structure_id, rang)
  where etat = 'EN_ATTENTE';
create index prolongation_par_mois on prolongation (structure_id, rang, id desc);

-- The address by which a person's calendar program reads his months: SHA-256 of its token.
create table abonnement_calendrier (
  utilisateur_id integer primary key
    constraint abonnement_utilisateur references utilisateur (id),
  empreinte bytea not null constraint abonnement_empreinte_unique unique,
  cree_le timestamptz not null
);
