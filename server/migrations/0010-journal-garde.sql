-- The journal keeps what it holds: it is neither changed, nor emptied, nor shortened but from its far
-- end. Lines go only by the daily upkeep, which says until when by `releve.purge_journal` for its own
-- transaction (docs/decisions/0011-purge-du-journal.md); whatever it says, the last six months stay.
create function refuse_modification_journal() returns trigger language plpgsql as $$
declare
  limite timestamptz := nullif(current_setting('releve.purge_journal', true), '')::timestamptz;
begin
  if tg_op = 'DELETE' and old.le < limite and old.le < now() - interval '6 months' then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger journal_inalterable on journal;
create trigger journal_inalterable before update or delete on journal
  for each row execute function refuse_modification_journal();
create trigger journal_non_vidable before truncate on journal
  for each statement execute function refuse_modification();

-- A person's lines, the latest first.
create index journal_par_utilisateur on journal (utilisateur_id, le desc);
