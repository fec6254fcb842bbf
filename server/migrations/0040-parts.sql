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

-- What waits for the directorate, in the order of the lists.
drop index formulaire_a_examiner;
create index formulaire_a_examiner on formulaire (rang desc, modele_code, id)
  include (structure_id, modele_id, etat, version_diffusee, valeur_effectif, valeur_entrees,
    valeur_sorties)
  where etat in ('SOUMIS', 'VALIDE', 'APPROUVE');

-- With the number, which searches read and which never changes: no form is fetched to be searched.
drop index formulaire_par_mois;
create index formulaire_par_mois on formulaire (rang desc, modele_code, id)
  include (numero, structure_id, modele_id, etat, version_diffusee, recu, hors_delai, echeance,
    valeur_effectif, valeur_entrees, valeur_sorties, valeur_reference, renvoye, delai_validation);
