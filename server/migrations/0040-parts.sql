-- The totals of what the directorate filters by state, model and region are kept by parts
-- (docs/decisions/0052).

-- What a month expects is told by region too.
drop trigger structure_attendu on structure;
create trigger structure_attendu
  after insert or delete or truncate
    or update of etat, date_ouverture, date_fermeture, modeles, region on structure
  for each statement execute function tamponner('ATTENDU');

insert into tampon (cle) values ('REGION');

-- Of the whole country: a structure goes from one region to another; a table is emptied.
create trigger structure_region after update of region on structure for each row
  when (old.region is distinct from new.region)
  execute function tamponner('REGION');
create trigger formulaire_region_efface after delete or truncate on formulaire
  for each statement execute function tamponner('REGION');
