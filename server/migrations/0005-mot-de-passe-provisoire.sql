-- Temporary passwords that were e-mailed, as SHA-256: they are drawn at random (99 bits), like tokens.
-- A used one stays until its owner has chosen another password: changing it asks for this one.
create table mot_de_passe_provisoire (
  empreinte bytea primary key,
  utilisateur_id integer not null
    constraint mot_de_passe_provisoire_utilisateur references utilisateur (id),
  cree_le timestamptz not null,
  expire_le timestamptz not null,
  utilise_le timestamptz
);
create index mot_de_passe_provisoire_par_utilisateur on mot_de_passe_provisoire (utilisateur_id);
