-- When an account first signed in: a setting may ask a second factor of the central ones, so many days
-- after it (docs/decisions/0075). Of those that have signed in before, the first that is still known.
alter table utilisateur add column premiere_connexion timestamptz;
update utilisateur u set premiere_connexion = coalesce(
  (select min(s.ouverte_le) from session s where s.utilisateur_id = u.id), u.derniere_connexion)
where u.derniere_connexion is not null;

-- What is worked out of an agent depends on both from now on.
drop trigger utilisateur_agent on utilisateur;
create trigger utilisateur_agent
  after update of structure_id, roles, premiere_connexion on utilisateur for each row
  when ((old.structure_id, old.roles, old.premiere_connexion)
    is distinct from (new.structure_id, new.roles, new.premiere_connexion))
  execute function tamponner('AGENT');
drop trigger parametre_agent on parametre;
create trigger parametre_agent after insert or update on parametre for each row
  when (new.cle in ('secondFacteurCentral', 'secondFacteurDelaiJours'))
  execute function tamponner('AGENT');

-- When a right code was last given from a device: its codes are counted apart then, and not before.
-- A link of a mail makes a device known too, and proves no telephone.
alter table appareil_connu add column code_le timestamptz;

-- Recovery codes drawn before they held 138 bits: their owner is asked to draw others.
alter table code_recuperation add column court boolean not null default true;
alter table code_recuperation alter column court set default false;
