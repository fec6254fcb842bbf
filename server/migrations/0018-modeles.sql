-- What the authors of models wrote, and what they are writing. A source is kept as it was written,
-- its keys in their order: `json`, not `jsonb`.

alter table modele add column source json;
-- Null: installed with the platform.
alter table modele add column publie_le timestamptz;
alter table modele add column publie_par integer references utilisateur (id);

-- A published version is never edited: only the month at which the next one closes it, once, and the
-- source of one that was installed before sources were kept.
create function refuse_modele() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'table modele is append-only' using errcode = 'restrict_violation';
  end if;
  if (new.code, new.version, new.libelle, new.definition, new.en_vigueur_du, new.publie_le,
      new.publie_par) is distinct from
     (old.code, old.version, old.libelle, old.definition, old.en_vigueur_du, old.publie_le,
      old.publie_par)
    or (old.source is not null and new.source::text is distinct from old.source::text) then
    raise exception 'a published model is never edited' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger modele_inalterable before update or delete on modele
  for each row execute function refuse_modele();

create table modele_brouillon (
  id integer generated always as identity primary key,
  -- One draft by model: two would each publish the next version.
  code text not null constraint modele_brouillon_code_unique unique,
  libelle text not null,
  source json not null,
  origine_id integer references modele (id),
  version integer not null default 1,
  cree_le timestamptz not null default now(),
  cree_par integer not null references utilisateur (id),
  modifie_le timestamptz not null default now(),
  modifie_par integer not null references utilisateur (id)
);
