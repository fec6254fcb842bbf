-- What is worked out of each agent at every call, rather than read: his structures, the children of a
-- regional office, the second factor that he still owes. A process keeps it under this stamp
-- (docs/decisions/0050).
insert into tampon (cle) values ('AGENT');

create trigger utilisateur_agent after update of structure_id, roles on utilisateur for each row
  when ((old.structure_id, old.roles) is distinct from (new.structure_id, new.roles))
  execute function tamponner('AGENT');
create trigger utilisateur_agent_vide after truncate on utilisateur
  for each statement execute function tamponner('AGENT');

create trigger autre_structure_agent after insert or update or delete on utilisateur_structure
  for each row execute function tamponner('AGENT');
create trigger autre_structure_agent_vide after truncate on utilisateur_structure
  for each statement execute function tamponner('AGENT');

create trigger structure_agent_nouvelle after insert on structure for each row
  when (new.parent_id is not null) execute function tamponner('AGENT');
create trigger structure_agent after update of parent_id, type_structure on structure for each row
  when ((old.parent_id, old.type_structure) is distinct from (new.parent_id, new.type_structure))
  execute function tamponner('AGENT');
create trigger structure_agent_effacee after delete or truncate on structure
  for each statement execute function tamponner('AGENT');

create trigger second_facteur_agent_nouveau after insert on second_facteur for each row
  when (new.active_le is not null) execute function tamponner('AGENT');
create trigger second_facteur_agent after update of active_le on second_facteur for each row
  when ((old.active_le is null) <> (new.active_le is null)) execute function tamponner('AGENT');
create trigger second_facteur_agent_efface after delete or truncate on second_facteur
  for each statement execute function tamponner('AGENT');

create trigger parametre_agent after insert or update on parametre for each row
  when (new.cle = 'secondFacteurCentral') execute function tamponner('AGENT');
create trigger parametre_agent_efface after delete or truncate on parametre
  for each statement execute function tamponner('AGENT');
