-- A structure that was closed and opens again owes no report for the months in between.
alter table structure_interruption
  drop constraint interruption_etat_connu,
  add constraint interruption_etat_connu check (etat in ('INVITEE', 'SUSPENDUE', 'FERMEE'));
