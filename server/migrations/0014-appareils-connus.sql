-- Devices that have signed in: each keeps its own count of failures, so that a stranger's never keep
-- an account's owner out (docs/decisions/0014-freins.md). SHA-256 of a token that the device holds; it
-- opens nothing by itself.
create table appareil_connu (
  empreinte bytea not null,
  utilisateur_id integer not null
    constraint appareil_connu_utilisateur references utilisateur (id),
  cree_le timestamptz not null,
  vu_le timestamptz not null,
  primary key (empreinte, utilisateur_id)
);
create index appareil_connu_par_utilisateur on appareil_connu (utilisateur_id);

-- Links mailed to an account's owner, by which he lifts its wait: SHA-256, each serves once.
create table levee (
  empreinte bytea primary key,
  utilisateur_id integer not null
    constraint levee_utilisateur references utilisateur (id),
  expire_le timestamptz not null
);

-- Counters of one account's own devices and codes, which an administrator forgets with the others.
alter table tentative add column utilisateur_id integer
  constraint tentative_utilisateur references utilisateur (id);
create index tentative_par_utilisateur on tentative (utilisateur_id) where utilisateur_id is not null;

-- Nothing locks for good any more; counters of codes and changes are found by their account now.
delete from tentative where cle like 'verrou:%' or cle like 'facteur:%' or cle like 'changement:%';
