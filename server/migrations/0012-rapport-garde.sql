-- What a form's past holds is neither changed nor removed row by row (0002); it is not emptied either,
-- nor by emptying what it refers to.
create trigger historique_non_vidable before truncate on formulaire_historique
  for each statement execute function refuse_modification();
create trigger publication_non_vidable before truncate on formulaire_publication
  for each statement execute function refuse_modification();
