-- The due date of a month is kept once, and no longer copied into each report that is begun
-- (docs/decisions/0091): a report keeps a date of its own only if it was received by another one.
alter table formulaire alter column echeance drop not null;

-- Of what is past, the reports know it: what the last one begun in time says, else the first one.
insert into parametre (cle, valeur)
select 'echeances', jsonb_object_agg(
  to_char(make_date(m.rang / 12, m.rang % 12 + 1, 1), 'YYYY-MM'), m.echeance)
from (
  select distinct on (f.rang) f.rang, f.echeance
  from formulaire f
  cross join lateral (select f.cree_le::date <= f.echeance as a_temps) x
  order by f.rang, x.a_temps desc, case when x.a_temps then f.cree_le end desc, f.cree_le
) m
where m.echeance < current_date
having count(*) > 0;

-- Of what is to come, the calendar says it to all, begun or not.
update formulaire set echeance = null where echeance >= current_date;
