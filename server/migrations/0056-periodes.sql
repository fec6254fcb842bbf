-- What is true of a structure from a month on, rather than for ever (docs/decisions/0094): each row
-- holds for the months from `du` to `au`, as ranks. The rows of a structure follow one another
-- without gap or overlap, from month 0 to the last: held by the constraints below.
alter table structure
  -- Every structure has a row that begins with month 0: see `structure_datee`.
  add column debut integer not null generated always as (0) stored;

create table structure_periode (
  structure_id integer not null
    constraint structure_periode_structure references structure (id) on delete cascade,
  du integer not null,
  -- 2147483647: nothing else is recorded after it.
  au integer not null default 2147483647,
  type_structure text not null,
  region text not null,
  parent_id integer constraint structure_parent_existe references structure (id),
  capacite integer,
  capacite_theorique integer,
  postes_reference jsonb not null default '{}',
  modeles text[] not null default '{}',
  -- Where the next row begins.
  suivant integer generated always as (case when au < 2147483647 then au + 1 end) stored,
  primary key (structure_id, du),
  constraint structure_periode_en_ordre check (0 <= du and du <= au),
  constraint structure_periode_seule_fin unique (structure_id, au) deferrable initially deferred,
  -- No two rows have the same next one, and each next one exists: with one row at 0, they are a
  -- chain, from the first month to the last.
  constraint structure_periode_sans_trou foreign key (structure_id, suivant)
    references structure_periode (structure_id, du) deferrable initially deferred
);
create index structure_periode_par_parent on structure_periode (parent_id);

insert into structure_periode (structure_id, du, type_structure, region, parent_id, capacite,
  capacite_theorique, postes_reference, modeles)
select id, 0, type_structure, region, parent_id, capacite, capacite_theorique, postes_reference,
  modeles
from structure;

alter table structure add constraint structure_datee foreign key (id, debut)
  references structure_periode (structure_id, du) deferrable initially deferred;

-- What was stamped and told of these columns is of the new table.
drop trigger structure_attendu on structure;
drop trigger structure_agent_nouvelle on structure;
drop trigger structure_agent on structure;
drop trigger structure_agent_effacee on structure;
drop trigger structure_acces on structure;
alter table structure
  drop column type_structure,
  drop column region,
  drop column parent_id,
  drop column capacite,
  drop column capacite_theorique,
  drop column postes_reference,
  drop column modeles;

create trigger structure_attendu
  after insert or delete or truncate or update of etat, date_ouverture, date_fermeture on structure
  for each statement execute function tamponner('ATTENDU');
create trigger structure_periode_attendu
  after insert or update or delete or truncate on structure_periode
  for each statement execute function tamponner('ATTENDU');
create trigger structure_periode_agent
  after insert or update or delete or truncate on structure_periode
  for each statement execute function tamponner('AGENT');
create trigger structure_periode_acces after insert or update or delete on structure_periode
  for each statement execute function acces_structure();
