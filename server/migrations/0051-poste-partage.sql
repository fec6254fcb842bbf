-- What seals, on a shared computer, the texts that an account has not sent yet (docs/decisions/0076):
-- drawn the first time its session asks for it, given to that session alone, and never changed, so
-- that neither another password nor another name makes what waits unreadable.
create table cle_poste (
  utilisateur_id integer constraint cle_poste_unique primary key
    constraint cle_poste_utilisateur references utilisateur (id),
  cle bytea not null constraint cle_poste_entiere check (octet_length(cle) = 32)
);
