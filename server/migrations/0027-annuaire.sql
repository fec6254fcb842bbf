-- The annuaire whole: its texts, its editions, and once frozen its figures and the forms they count.

alter table annuaire
  add column version integer not null default 1,
  add column avant_propos text not null default '',
  add column introductions jsonb not null default '{}',
  -- Why this edition follows another, and what it says it corrects.
  add column nature text
    constraint annuaire_nature_connue check (nature in ('ERREUR', 'REVISION')),
  add column correction text,
  -- `json`: the bytes as they were made, so that the same edition is the same for ever.
  add column contenu json,
  add column coulisses json,
  add column arrete_le timestamptz;

create table annuaire_source (
  annuaire_id integer not null references annuaire (id),
  formulaire_id integer not null references formulaire (id),
  modele_id integer not null references modele (id),
  structure_id integer not null references structure (id),
  rang integer not null,
  -- Of the structure, that day.
  region text not null,
  type_structure text not null,
  etat text not null,
  version integer not null,
  -- A publication never changes: its figures are there. Others are copied here.
  version_diffusee integer,
  donnees jsonb,
  constraint annuaire_source_unique primary key (annuaire_id, formulaire_id),
  constraint annuaire_source_chiffree check ((version_diffusee is null) <> (donnees is null)),
  constraint annuaire_source_publiee
    foreign key (formulaire_id, version_diffusee)
    references formulaire_publication (formulaire_id, version_diffusee)
);
create index annuaire_source_par_structure on annuaire_source (annuaire_id, structure_id);
create trigger annuaire_source_inalterable before update or delete on annuaire_source
  for each row execute function refuse_modification();

-- What was frozen stays frozen: it is published, and nothing else of it changes.
create function refuse_annuaire() returns trigger language plpgsql as $$
begin
  if old.etat = 'PROVISOIRE' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a frozen annuaire is never deleted' using errcode = 'restrict_violation';
  end if;
  if (new.annee, new.edition, new.titre, new.avant_propos, new.introductions, new.nature,
      new.correction, new.contenu::text, new.coulisses::text, new.arrete_le, new.chiffres)
    is distinct from
     (old.annee, old.edition, old.titre, old.avant_propos, old.introductions, old.nature,
      old.correction, old.contenu::text, old.coulisses::text, old.arrete_le, old.chiffres)
    or not (old.etat = 'ARRETE' and new.etat = 'PUBLIE') then
    raise exception 'a frozen annuaire never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger annuaire_inalterable before update or delete on annuaire
  for each row execute function refuse_annuaire();
