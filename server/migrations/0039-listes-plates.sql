-- A page of a list is read along an index, up to its end, however many forms or structures there are
-- (docs/decisions/0052).

-- By month, then as lists show a month's forms; what follows is read from the index alone. Only an
-- act changes what it holds, never a save.
drop index formulaire_par_mois;
create index formulaire_par_mois on formulaire (rang desc, modele_code, id)
  include (structure_id, modele_id, etat, version_diffusee, recu, hors_delai, echeance,
    valeur_effectif, valeur_entrees, valeur_sorties, valeur_reference, renvoye, delai_validation);

-- A month by structure, in the order of their names.
create index structure_par_nom on structure (libelle_tri, id);

-- What everyone may read, in the order of the lists, and its number (docs/decisions/0052).
create index formulaire_diffuse on formulaire (rang desc, modele_code, id)
  include (structure_id, modele_id, etat, version_diffusee)
  where version_diffusee >= 1;

-- The accounts, by name.
create index utilisateur_par_nom on utilisateur (nom_tri, id);

insert into tampon (cle) values ('DIFFUSE'), ('EFFACE');

-- A form is published for the first time: its number may be any.
create trigger formulaire_diffuse after update of etat, version_diffusee on formulaire for each row
  when ((old.version_diffusee >= 1 and old.etat <> 'ANNULE')
    <> (new.version_diffusee >= 1 and new.etat <> 'ANNULE'))
  execute function tamponner('DIFFUSE');
create trigger formulaire_diffuse_efface after delete or truncate on formulaire
  for each statement execute function tamponner('DIFFUSE');

-- Lines that are only ever added, but for the upkeep that takes the oldest away.
create trigger journal_efface after delete or truncate on journal
  for each statement execute function tamponner('EFFACE');
create trigger relance_efface after delete or truncate on relance
  for each statement execute function tamponner('EFFACE');
