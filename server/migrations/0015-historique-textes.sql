-- The comments and justifications that an act changed, beside its cells. Lines older than this
-- migration have none.
alter table formulaire_historique add column textes jsonb not null default '[]';
