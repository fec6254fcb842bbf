-- A call in the transaction of an act makes acts wait for one another: the process that has written an
-- event calls once it is committed. Rights that change still call at once, from their own
-- transaction: triggers write them, so that no process knows of it, and they are rare.
drop trigger evenement_annonce on evenement;
create trigger evenement_annonce after insert on evenement for each row
  when (new.genre = 'ACCES') execute function annoncer_evenement();
