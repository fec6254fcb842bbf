-- What an act changed is read whole, in the order in which it was written, and never searched: as
-- text, checked once, it costs a write less than a tree that nothing asks for
-- (docs/decisions/0053). The table is written again: a minute or so for a million reports.
alter table formulaire_historique
  alter column cellules drop default,
  alter column textes drop default;
alter table formulaire_historique
  alter column cellules type json using cellules::json,
  alter column textes type json using textes::json;
alter table formulaire_historique
  alter column cellules set default '[]',
  alter column textes set default '[]';
