-- Form models and monthly forms.

create table modele (
  id integer generated always as identity primary key,
  code text not null,
  version integer not null,
  libelle text not null,
  definition jsonb not null,
  -- Months (rank = year × 12 + month − 1) from which and until which this version is in force.
  en_vigueur_du integer not null,
  en_vigueur_au integer,
  constraint modele_version_unique unique (code, version)
);

-- A used version is never edited.
create table formulaire (
  id integer generated always as identity primary key,
  numero text not null constraint formulaire_numero_unique unique,
  modele_id integer not null references modele (id),
  modele_code text not null,
  structure_id integer not null references structure (id),
  annee smallint not null,
  mois smallint not null constraint formulaire_mois_valide check (mois between 1 and 12),
  rang integer not null generated always as (annee * 12 + mois - 1) stored,
  etat text not null default 'BROUILLON'
    constraint formulaire_etat_connu
    check (etat in ('BROUILLON', 'SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE', 'RENVOYE', 'ANNULE')),
  version integer not null default 1,
  version_diffusee integer not null default 0,
  donnees jsonb not null default '{}',
  commentaires jsonb not null default '{}',
  justifications jsonb not null default '{}',
  -- The message that each justification answered: another one, with other figures, asks for another.
  messages_justifies jsonb not null default '{}',
  -- The structure's figures that the model reads, as they were at the last write.
  structure_lue jsonb not null default '{}',
  effectif double precision,
  remplissage real not null default 0,
  erreurs integer not null default 0,
  avertissements integer not null default 0,
  echeance date not null,
  soumis_le timestamptz,
  hors_delai boolean not null default false,
  cree_le timestamptz not null default now(),
  modifie_le timestamptz not null default now(),
  modifie_par integer not null references utilisateur (id),
  valide_par integer references utilisateur (id),
  motif_renvoi text,
  texte_renvoi text
)
-- Room in each page for the next version of its rows: a save then touches no index.
with (fillfactor = 75);

-- One live form per structure, model and month; it also answers « the month's value ».
create unique index formulaire_unique_par_mois
  on formulaire (structure_id, modele_code, rang) where etat <> 'ANNULE';
-- Lists and their totals, from the index alone; only an act changes what it holds, never a save.
create index formulaire_par_mois on formulaire (rang desc, id desc)
  include (structure_id, modele_id, modele_code, etat, version_diffusee);
create index formulaire_par_structure on formulaire (structure_id, rang desc, id desc);

create table formulaire_publication (
  formulaire_id integer not null references formulaire (id),
  version_diffusee integer not null,
  modele_id integer not null references modele (id),
  donnees jsonb not null,
  commentaires jsonb not null,
  justifications jsonb not null,
  structure_lue jsonb not null,
  effectif double precision,
  diffuse_le timestamptz not null default now(),
  diffuse_par integer not null references utilisateur (id),
  constraint publication_unique primary key (formulaire_id, version_diffusee)
);

-- The record of every act: part of the form, never changed.
create table formulaire_historique (
  id bigint generated always as identity primary key,
  formulaire_id integer not null references formulaire (id),
  -- Value of formulaire.version after the act.
  version integer not null,
  le timestamptz not null default now(),
  agent_id integer not null references utilisateur (id),
  au_nom_de integer references structure (id),
  action text not null,
  de text,
  vers text not null,
  force boolean not null default false,
  motif text,
  texte text,
  cellules jsonb not null default '[]'
);
create index historique_par_formulaire on formulaire_historique (formulaire_id, id desc);

create table formulaire_remarque (
  id integer generated always as identity primary key,
  formulaire_id integer not null references formulaire (id),
  cellule text,
  texte text not null,
  auteur_id integer not null references utilisateur (id),
  le timestamptz not null default now(),
  statut text not null default 'OUVERTE'
    constraint remarque_statut_connu check (statut in ('OUVERTE', 'CORRIGEE', 'LEVEE'))
);
create index remarque_par_formulaire on formulaire_remarque (formulaire_id);

-- Months that DPPS opened again for a structure after the lock.
create table reouverture (
  structure_id integer not null references structure (id),
  rang integer not null,
  jusqua date,
  primary key (structure_id, rang)
);

-- What has been written stays written: no update, no delete.
create function refuse_modification() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger historique_inalterable before update or delete on formulaire_historique
  for each row execute function refuse_modification();
create trigger publication_inalterable before update or delete on formulaire_publication
  for each row execute function refuse_modification();
create trigger journal_inalterable before update or delete on journal
  for each row execute function refuse_modification();
