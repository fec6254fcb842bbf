-- What has just happened to what people look at: every process reads it, and tells the screens that
-- may know. Rows are gone after two days; a reference to what they name would outlive its use.
create table evenement (
  id bigint generated always as identity primary key,
  -- Who wrote it: numbers do not tell the order in which transactions become visible, this does.
  xid xid8 not null default pg_current_xact_id(),
  le timestamptz not null default now(),
  genre text not null,
  formulaire_id integer,
  message_id integer,
  destinataires integer[],
  utilisateur_id integer,
  session_id integer,
  constraint evenement_objet check (
    case genre
      when 'FORMULAIRE' then formulaire_id is not null
      when 'PIECE' then formulaire_id is not null
      when 'MESSAGE' then destinataires is not null
      -- Nobody named: everybody of a structure.
      when 'ACCES' then true
      else false
    end)
);
create index evenement_par_transaction on evenement (xid);
create index evenement_par_date on evenement (le);

-- The processes hear it once the transaction has committed, and only then.
create function annoncer_evenement() returns trigger language plpgsql as $$
begin
  notify evenement;
  return null;
end $$;
create trigger evenement_annonce after insert on evenement
  for each statement execute function annoncer_evenement();

-- Rights that change end the streams of those who had them. By triggers, so that no act forgets it.
create function acces_session() returns trigger language plpgsql as $$
begin
  insert into evenement (genre, utilisateur_id, session_id)
  values ('ACCES', new.utilisateur_id, new.id);
  return null;
end $$;
create trigger session_acces after update of fermee_le on session for each row
  when (old.fermee_le is null and new.fermee_le is not null)
  execute function acces_session();

create function acces_utilisateur() returns trigger language plpgsql as $$
begin
  insert into evenement (genre, utilisateur_id) values ('ACCES', new.id);
  return null;
end $$;
create trigger utilisateur_acces
  after update of statut, roles, structure_id, force_change_password on utilisateur for each row
  when ((old.statut, old.roles, old.structure_id, old.force_change_password)
    is distinct from (new.statut, new.roles, new.structure_id, new.force_change_password))
  execute function acces_utilisateur();

create function acces_autre_structure() returns trigger language plpgsql as $$
begin
  insert into evenement (genre, utilisateur_id)
  values ('ACCES', coalesce(new.utilisateur_id, old.utilisateur_id));
  return null;
end $$;
create trigger autre_structure_acces after insert or update or delete on utilisateur_structure
  for each row execute function acces_autre_structure();

-- Whose children a regional office reads.
create function acces_structure() returns trigger language plpgsql as $$
begin
  insert into evenement (genre) values ('ACCES');
  return null;
end $$;
create trigger structure_acces after update of parent_id, type_structure on structure for each row
  when ((old.parent_id, old.type_structure) is distinct from (new.parent_id, new.type_structure))
  execute function acces_structure();
