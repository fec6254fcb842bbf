-- What a program that reads figures again has to be told (docs/decisions/0106): of each thing, the
-- last transaction that changed it. A reader keeps the snapshot of his reading; what it does not see
-- is what has changed since, whichever transaction began first.
create table donnees_changement (
  -- VALEUR, RAPPORT: a report, whose value of the month may be another one, or is not concerned.
  -- STRUCTURE: a structure; REOUVERTURE: the months that were opened again to one.
  genre text not null
    constraint donnees_changement_genre check (genre in ('VALEUR', 'RAPPORT', 'STRUCTURE', 'REOUVERTURE')),
  id integer not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (genre, id)
);
create index donnees_changement_par_transaction on donnees_changement (xid);

-- Which base this is: what a cursor belongs to. A restored backup draws another one.
create table donnees_base (
  seul boolean primary key default true constraint donnees_base_seule check (seul),
  cle text not null default gen_random_uuid()::text
);
insert into donnees_base default values;

create function donnees_changer(quoi text, de integer) returns void language sql as $$
  insert into donnees_changement (genre, id) values (quoi, de)
  on conflict (genre, id) do update set xid = excluded.xid
$$;

create function donnees_formulaire() returns trigger language plpgsql as $$
begin
  -- Of a draft that nothing has yet been read of, whoever reads values of the month hears nothing.
  if tg_op = 'INSERT' then
    perform donnees_changer(
      case when new.etat in ('BROUILLON', 'RENVOYE', 'ANNULE') then 'RAPPORT' else 'VALEUR' end, new.id);
  elsif old.etat in ('BROUILLON', 'RENVOYE', 'ANNULE') and new.etat in ('BROUILLON', 'RENVOYE', 'ANNULE')
    and old.version_diffusee = new.version_diffusee
    and (new.version_diffusee = 0 or old.etat = new.etat) then
    perform donnees_changer('RAPPORT', new.id);
  else
    perform donnees_changer('VALEUR', new.id);
  end if;
  return null;
end $$;
create trigger formulaire_donnees_nouveau after insert on formulaire for each row
  execute function donnees_formulaire();
create trigger formulaire_donnees
  after update of etat, version, version_diffusee, donnees, modele_id, numero, structure_id, annee, mois,
    echeance, hors_delai, soumis_le on formulaire for each row
  when (old.version <> new.version or old.version_diffusee <> new.version_diffusee
    or (old.etat, old.modele_id, old.numero, old.structure_id, old.annee, old.mois, old.echeance,
        old.hors_delai, old.soumis_le)
      is distinct from (new.etat, new.modele_id, new.numero, new.structure_id, new.annee, new.mois,
        new.echeance, new.hors_delai, new.soumis_le)
    or old.donnees is distinct from new.donnees)
  execute function donnees_formulaire();

create function donnees_publication() returns trigger language plpgsql as $$
begin
  perform donnees_changer('VALEUR', coalesce(new.formulaire_id, old.formulaire_id));
  return null;
end $$;
create trigger formulaire_publication_donnees after insert or update or delete on formulaire_publication
  for each row execute function donnees_publication();

-- Whoever is attached to it says its code.
create function donnees_structure() returns trigger language plpgsql as $$
begin
  perform donnees_changer('STRUCTURE', new.id);
  if tg_op = 'UPDATE' and old.code <> new.code then
    perform donnees_changer('STRUCTURE', e.structure_id) from (
      select distinct structure_id from structure_periode where parent_id = new.id
      order by structure_id) e;
  end if;
  return null;
end $$;
create trigger structure_donnees_nouvelle after insert on structure for each row
  execute function donnees_structure();
create trigger structure_donnees
  after update of code, libelle, etat, statut_structure, date_ouverture, date_fermeture, latitude, longitude
  on structure for each row
  when ((old.code, old.libelle, old.etat, old.statut_structure, old.date_ouverture, old.date_fermeture,
      old.latitude, old.longitude)
    is distinct from (new.code, new.libelle, new.etat, new.statut_structure, new.date_ouverture,
      new.date_fermeture, new.latitude, new.longitude))
  execute function donnees_structure();

create function donnees_periode() returns trigger language plpgsql as $$
begin
  perform donnees_changer('STRUCTURE', coalesce(new.structure_id, old.structure_id));
  return null;
end $$;
create trigger structure_periode_donnees after insert or update or delete on structure_periode
  for each row execute function donnees_periode();

create function donnees_reouverture() returns trigger language plpgsql as $$
begin
  perform donnees_changer('REOUVERTURE', coalesce(new.structure_id, old.structure_id));
  return null;
end $$;
create trigger reouverture_donnees after insert or update or delete on reouverture
  for each row execute function donnees_reouverture();
