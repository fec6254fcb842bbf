-- Invitations of structures. The token that the mailed link bears is kept as SHA-256 only: the base
-- could not write the link again. Sent again, an invitation gets another token.
create table invitation (
  id integer generated always as identity primary key,
  structure_id integer not null
    constraint invitation_structure_existe references structure (id),
  email text not null,
  empreinte bytea not null constraint invitation_jeton_unique unique,
  invite_par integer not null constraint invitation_auteur_existe references utilisateur (id),
  creee_le timestamptz not null,
  envoyee_le timestamptz not null,
  envois integer not null default 1,
  expire_le timestamptz not null,
  acceptee_le timestamptz,
  compte_id integer constraint invitation_compte_existe references utilisateur (id),
  annulee_le timestamptz,
  constraint invitation_une_issue check (acceptee_le is null or annulee_le is null),
  constraint invitation_acceptee_par_un_compte check ((acceptee_le is null) = (compte_id is null))
);
-- A structure has one invitation at most that may still be answered.
create unique index invitation_ouverte_unique on invitation (structure_id)
  where acceptee_le is null and annulee_le is null;
create index invitation_par_structure on invitation (structure_id);
create index invitation_par_envoi on invitation (envoyee_le desc);
