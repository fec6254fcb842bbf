-- A task closed because there was nothing left to do (an invitation cancelled, an account blocked): it
-- is done, and nothing was. `faite_le` says when it was seen.
alter table tache add column sans_objet boolean not null default false;
