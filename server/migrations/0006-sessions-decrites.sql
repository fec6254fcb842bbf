-- Where a session was opened from, and when it was last renewed: what its owner knows it by.
alter table session
  add column adresse text,
  add column appareil text,
  add column derniere_activite timestamptz;
update session set derniere_activite = ouverte_le;
alter table session
  alter column derniere_activite set default now(),
  alter column derniere_activite set not null;
