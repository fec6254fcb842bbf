-- Whether a report was brought from elsewhere (« Reprendre les mois passés »): the start of the
-- collection may be set after it (docs/decisions/0095).
alter table formulaire add column repris boolean not null default false;

-- Of those of before, the journal knows it, as far back as it is kept.
update formulaire f set repris = true
from journal j
where j.action = 'VALEURS_REPRISES' and j.objet = f.modele_code and j.le = f.cree_le;

-- A base that has collected: its collection began with its first report, and its reminders were
-- open. Any other one is new: nothing is asked until somebody says from when.
insert into parametre (cle, valeur)
select v.cle, v.valeur
from (select min(f.rang) as rang from formulaire f where f.etat <> 'ANNULE') d
cross join lateral (values
  ('debutCollecte', to_jsonb(to_char(make_date(d.rang / 12, d.rang % 12 + 1, 1), 'YYYY-MM'))),
  ('relancesOuvertes', 'true'::jsonb)
) v (cle, valeur)
where d.rang is not null;
