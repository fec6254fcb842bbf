-- What an act costs the base (docs/decisions/0065).

-- Who is told of each submission, whatever the number of accounts.
create index utilisateur_central on utilisateur (id)
  where roles && array['ROLE_DPPS', 'ROLE_ADMIN'];

-- What is long is compressed at each writing: by lz4, several times faster than PostgreSQL's own, where
-- the server has it. Values written before stay as they are, and are read as well.
do $$ begin
  alter table formulaire alter column donnees set compression lz4;
  alter table formulaire_historique alter column cellules set compression lz4;
  alter table recepisse alter column contenu set compression lz4;
exception when feature_not_supported then null;
end $$;
