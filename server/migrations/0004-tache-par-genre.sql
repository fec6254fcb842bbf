-- A worker asks every few seconds for the kinds that it can carry out: those that nobody carries out
-- yet may wait by thousands without being read.
create index tache_par_genre on tache (genre, due_le, id)
  where faite_le is null and abandonnee_le is null;
drop index tache_a_faire;
