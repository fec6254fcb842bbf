-- What the controls of a form said when it was last computed, kept with what the computation read
-- beside the form (docs/decisions/0003): while that stands, the form is read without computing it.

-- How many times what a structure says of a month has changed. It is only raised, and in the
-- transaction of the change: a sum of these, read with the values or before them, is another one as
-- soon as one of the values is.
create table structure_mois (
  structure_id integer not null references structure (id),
  rang integer not null,
  n bigint not null default 1,
  constraint structure_mois_unique primary key (structure_id, rang)
);

alter table formulaire
  -- Null: not kept, to be computed.
  add column resultats json,
  -- The engine, and what it read that is neither the form nor another one.
  add column lu_avec text,
  -- The months that its formulas read elsewhere, and the sum of their `structure_mois.n` then.
  add column environs_du integer,
  add column environs_au integer,
  add column environs_n bigint,
  -- The values read there, kept while the form is open to entry.
  add column environs json;

-- What a form says of its month to other forms: its present content, a publication, or nothing.
create function dit_au_mois(etat text, version_diffusee integer) returns text
  language sql immutable parallel safe
  return case
    when etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE') then 'PRESENT'
    when etat <> 'ANNULE' and version_diffusee > 0 then version_diffusee::text
  end;

create function compter_mois() returns trigger language plpgsql as $$
declare
  place formulaire := coalesce(new, old);
  mois integer := place.annee * 12 + place.mois - 1;
begin
  insert into structure_mois (structure_id, rang) values (place.structure_id, mois)
  on conflict on constraint structure_mois_unique do update set n = structure_mois.n + 1;
  -- Its formulas may read other models in this very month: what it says itself is nothing new to it.
  if tg_op <> 'DELETE' and mois between new.environs_du and new.environs_au then
    new.environs_n := new.environs_n + 1;
  end if;
  return coalesce(new, old);
end $$;

create trigger formulaire_mois_ajoute before insert on formulaire for each row
  when (dit_au_mois(new.etat, new.version_diffusee) is not null)
  execute function compter_mois();
create trigger formulaire_mois before update of etat, version_diffusee, donnees on formulaire
  for each row when (
    dit_au_mois(old.etat, old.version_diffusee)
      is distinct from dit_au_mois(new.etat, new.version_diffusee)
    or (dit_au_mois(new.etat, new.version_diffusee) = 'PRESENT' and old.donnees <> new.donnees))
  execute function compter_mois();
-- Never done by an act.
create trigger formulaire_mois_efface before delete on formulaire for each row
  when (dit_au_mois(old.etat, old.version_diffusee) is not null)
  execute function compter_mois();
