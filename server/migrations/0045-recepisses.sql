-- What was received at each submission, and the chain that shows any later change (docs/decisions/0060).

create table recepisse (
  formulaire_id integer not null references formulaire (id),
  -- Which submission of the form, from 1.
  rang smallint not null constraint recepisse_rang_valide check (rang >= 1),
  code text not null constraint recepisse_code_unique unique,
  -- The text that is certified, to the letter: its SHA-256 is `empreinte`.
  contenu text not null,
  empreinte bytea not null constraint recepisse_empreinte_entiere
    check (octet_length(empreinte) = 32),
  constraint recepisse_unique primary key (formulaire_id, rang)
);

-- The receipt of what an act submitted; the acts of before this migration have none.
alter table formulaire_historique add column recepisse bytea;

create trigger recepisse_inalterable before update or delete on recepisse
  for each row execute function refuse_modification();
create trigger recepisse_non_vidable before truncate on recepisse
  for each statement execute function refuse_modification();
