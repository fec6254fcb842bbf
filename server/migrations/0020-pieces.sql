-- Files may be kept outside the base; what the organisation shares is a library; and what the store
-- still has to forget is remembered.

alter table piece
  -- Where its bytes are: here, or under its name in the store.
  add column depot text not null default 'BASE'
    constraint piece_depot_connu check (depot in ('BASE', 'S3')),
  alter column contenu drop not null,
  add constraint piece_contenu_place check ((depot = 'BASE') = (contenu is not null)),
  -- How the library presents it; absent: by its name.
  add column titre text,
  add column description text,
  add column rang integer not null default 0,
  add column version integer not null default 1;
create index piece_par_structure on piece (structure_id) where formulaire_id is null;

-- Objects whose piece is gone, and that the store may not have forgotten yet.
create table piece_effacee (
  name text primary key,
  depuis timestamptz not null
);
