-- Accounts of providers of identities, by which accounts of ours open (docs/decisions/0109). Known by
-- who issued them and by their own name there, whatever the configuration calls that provider. The
-- base of before has none.
create table identite (
  id integer generated always as identity primary key,
  utilisateur_id integer not null
    constraint identite_utilisateur references utilisateur (id),
  emetteur text not null,
  sujet text not null,
  -- As the provider said it then: what one knows it by.
  email text,
  liee_le timestamptz not null,
  utilisee_le timestamptz,
  -- Whether two factors were attested at the last sign-in.
  deux_facteurs boolean not null default false,
  constraint identite_sujet unique (emetteur, sujet),
  constraint identite_par_compte unique (utilisateur_id, emetteur)
);

-- A link that its owner has asked for by his password: a fingerprint, worth ten minutes, once.
create table liaison (
  empreinte bytea primary key,
  utilisateur_id integer not null
    constraint liaison_utilisateur references utilisateur (id),
  -- As `defi`: worth nothing once the password has changed.
  mot_de_passe bytea not null,
  fournisseur text not null,
  expire_le timestamptz not null
);

alter table session
  -- The provider that opened it, as the configuration names it; null: a password did.
  add column fournisseur text,
  add column identite_id integer
    constraint session_identite references identite (id) on delete set null,
  -- It attested two factors: none of ours is asked for.
  add column deux_facteurs boolean not null default false;
create index session_par_identite on session (identite_id) where identite_id is not null;

-- The token by which one signs out of the provider too, sealed by the refresh token itself.
alter table jeton_renouvellement add column jeton_identite bytea;

-- Who came by a provider, and owes a code of ours: what it gave, sealed by the challenge.
alter table defi add column identite bytea;
