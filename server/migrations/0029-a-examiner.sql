-- What waits for the central directorate, from an index alone, however many years the base holds.
-- Only an act changes what it holds, never a save.
create index formulaire_a_examiner on formulaire (rang, modele_code)
  include (id, structure_id, etat, version_diffusee, valeur_effectif, valeur_entrees,
    valeur_sorties)
  where etat in ('SOUMIS', 'VALIDE', 'APPROUVE');

-- The few reports that were cancelled, whose numbers are taken.
create index formulaire_annule on formulaire (rang) where etat = 'ANNULE';
