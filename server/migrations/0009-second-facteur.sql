-- Second factor (TOTP, RFC 6238). The secret must be read again to verify a code: it stands as it is
-- (docs/decisions/0010-second-facteur.md). Not active until a first code has been given.
create table second_facteur (
  utilisateur_id integer primary key
    constraint second_facteur_utilisateur references utilisateur (id),
  secret bytea not null,
  cree_le timestamptz not null,
  active_le timestamptz,
  -- The 30 s step of the last code accepted: no code of it, nor an older one, serves again.
  dernier_pas bigint
);

-- Recovery codes, as SHA-256: each serves once.
create table code_recuperation (
  utilisateur_id integer not null
    constraint code_recuperation_facteur references second_facteur (utilisateur_id)
    on delete cascade,
  empreinte bytea not null,
  utilise_le timestamptz,
  primary key (utilisateur_id, empreinte)
);

-- Sign-ins whose password was right and whose code is awaited; the challenge is kept as SHA-256.
create table defi (
  empreinte bytea primary key,
  utilisateur_id integer not null
    constraint defi_facteur references second_facteur (utilisateur_id) on delete cascade,
  -- SHA-256 of the password's hash as it was verified: worth nothing once the password has changed.
  mot_de_passe bytea not null,
  -- The temporary password given, as in mot_de_passe_provisoire: used up with the right code only.
  provisoire bytea,
  expire_le timestamptz not null,
  essais integer not null default 0
);
create index defi_par_utilisateur on defi (utilisateur_id);
