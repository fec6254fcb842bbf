-- A list without end is counted up to a bound, and nothing is kept of its total between two calls
-- (docs/decisions/0082).

-- What is being entered, was sent back or cancelled, in the order of the lists: few forms of many
-- months. Only an act changes what it holds, never a save.
create index formulaire_peu_nombreux on formulaire (rang desc, modele_code, id)
  include (structure_id, modele_id, etat, version_diffusee)
  where etat in ('BROUILLON', 'RENVOYE', 'ANNULE');

-- Stamps that only said when a total was old.
drop trigger formulaire_diffuse on formulaire;
drop trigger formulaire_diffuse_efface on formulaire;
drop trigger formulaire_region_efface on formulaire;
drop trigger formulaire_attendu on formulaire;
drop trigger formulaire_efface on formulaire;
drop trigger structure_region on structure;
drop trigger journal_efface on journal;
drop trigger relance_efface on relance;
delete from tampon where cle in ('DIFFUSE', 'EFFACE', 'REGION');

-- What is expected is still stamped, for who begins a form: it is not of a region.
drop trigger structure_attendu on structure;
create trigger structure_attendu
  after insert or delete or truncate or update of etat, date_ouverture, date_fermeture, modeles on structure
  for each statement execute function tamponner('ATTENDU');
