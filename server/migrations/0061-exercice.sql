-- Who has done the exercise (docs/decisions/0062), and when for the first time: no figure of it is
-- kept. Of the accounts of before nobody knows: they are told as not having done it.
create table exercice (
  utilisateur_id integer constraint exercice_unique primary key
    constraint exercice_utilisateur references utilisateur (id),
  fait_le timestamptz not null
);
