-- Code lists, structures, people, sessions, settings, outbox: what every feature stands on.

-- Lower case without accents: what searches and French sorting compare. Immutable, so it indexes.
create function sans_accent(texte text) returns text
  language sql immutable strict parallel safe
  return translate(
    -- lower() leaves accented capitals alone on a base whose character type is C.
    lower(texte),
    'àáâãäåçèéêëìíîïñòóôõöùúûüýÿœæ’ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸŒÆ',
    'aaaaaaceeeeiiiinooooouuuuyyoa''aaaaaaceeeeiiiinooooouuuuyyoa'
  );

create table codification (
  code text primary key,
  libelle text not null
);

create table codification_valeur (
  codification text not null references codification (code),
  code text not null,
  libelle text not null,
  ordre integer not null,
  actif boolean not null default true,
  parent text,
  constraint codification_valeur_unique primary key (codification, code)
);

create table parametre (
  cle text primary key,
  valeur jsonb not null,
  modifie_le timestamptz not null default now()
);

create table structure (
  id integer generated always as identity primary key,
  code text not null constraint structure_code_unique unique,
  libelle text not null,
  libelle_tri text not null generated always as (sans_accent(libelle)) stored,
  type_structure text not null,
  statut_structure text not null default 'PUBLIC',
  region text not null,
  parent_id integer constraint structure_parent_existe references structure (id),
  responsable text,
  telephone text,
  email text,
  adresse text,
  latitude double precision,
  longitude double precision,
  capacite integer,
  capacite_theorique integer,
  postes_reference jsonb not null default '{}',
  effectifs_ouverture jsonb not null default '{}',
  modeles text[] not null default '{}',
  date_ouverture date not null,
  date_fermeture date,
  etat text not null default 'ACTIVE'
    constraint structure_etat_connu check (etat in ('INVITEE', 'ACTIVE', 'SUSPENDUE', 'FERMEE')),
  url_logo text,
  version integer not null default 1,
  constraint structure_dates_en_ordre check (date_fermeture is null or date_fermeture >= date_ouverture)
);
create index structure_par_parent on structure (parent_id);

-- When a structure was invited or suspended: its months are not expected meanwhile.
create table structure_interruption (
  structure_id integer not null references structure (id),
  etat text not null constraint interruption_etat_connu check (etat in ('INVITEE', 'SUSPENDUE')),
  du date not null,
  au date,
  primary key (structure_id, du)
);

create table utilisateur (
  id integer generated always as identity primary key,
  identifiant text not null,
  identifiant_tri text not null generated always as (sans_accent(identifiant)) stored
    constraint utilisateur_identifiant_unique unique,
  nom text not null,
  prenoms text not null default '',
  nom_affichable text not null,
  email text,
  telephone text,
  fonction text,
  roles text[] not null
    constraint utilisateur_roles_connus
    check (roles <@ array['ROLE_DPPS', 'ROLE_STRUCTURE', 'ROLE_ADMIN'] and cardinality(roles) > 0),
  structure_id integer constraint utilisateur_structure_existe references structure (id),
  statut text not null default 'ACTIF'
    constraint utilisateur_statut_connu check (statut in ('ACTIF', 'BLOQUE', 'INVITE')),
  mot_de_passe text not null,
  force_change_password boolean not null default false,
  derniere_connexion timestamptz,
  cree_le timestamptz not null default now(),
  version integer not null default 1
);
create index utilisateur_par_structure on utilisateur (structure_id);

create table utilisateur_structure (
  utilisateur_id integer not null references utilisateur (id),
  structure_id integer not null references structure (id),
  primary key (utilisateur_id, structure_id)
);

-- One line per sign-in: a family of refresh tokens. Tokens are kept as SHA-256 only.
create table session (
  id bigint generated always as identity primary key,
  utilisateur_id integer not null references utilisateur (id),
  ouverte_le timestamptz not null default now(),
  expire_le timestamptz not null,
  fermee_le timestamptz,
  motif_fermeture text
);
create index session_par_utilisateur on session (utilisateur_id) where fermee_le is null;

create table jeton_acces (
  empreinte bytea primary key,
  session_id bigint not null references session (id),
  expire_le timestamptz not null
);
create index jeton_acces_par_session on jeton_acces (session_id);

create table jeton_renouvellement (
  empreinte bytea primary key,
  session_id bigint not null references session (id),
  cree_le timestamptz not null default now(),
  expire_le timestamptz not null,
  utilise_le timestamptz,
  -- The answer given at first use, sealed with the token itself, for the 60 s in which it may be asked again.
  successeur bytea
);
create index jeton_renouvellement_par_session on jeton_renouvellement (session_id);

-- Failed sign-ins, by account name as typed (known or not) and by address.
create table tentative (
  cle text primary key,
  echecs integer not null,
  premier_le timestamptz not null,
  dernier_le timestamptz not null,
  bloque_jusqua timestamptz
);

-- Security journal: append-only.
create table journal (
  id bigint generated always as identity primary key,
  le timestamptz not null default now(),
  utilisateur_id integer references utilisateur (id),
  action text not null,
  objet text,
  detail jsonb not null default '{}'
);
create index journal_par_date on journal (le desc);

-- Outbox and jobs: written in the transaction of the act, carried out after.
create table tache (
  id bigint generated always as identity primary key,
  genre text not null,
  cle text constraint tache_cle_unique unique,
  charge jsonb not null,
  cree_le timestamptz not null default now(),
  due_le timestamptz not null default now(),
  bail_jusqua timestamptz,
  essais integer not null default 0,
  faite_le timestamptz,
  abandonnee_le timestamptz,
  derniere_erreur text
);
create index tache_a_faire on tache (due_le) where faite_le is null and abandonnee_le is null;
