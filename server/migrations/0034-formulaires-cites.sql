-- The reports that a message speaks of, begun or not, each as { structureId, modele, rang }: a grouped
-- reminder leads to each of them, as it is when the message is read.
alter table message add column formulaires_cites jsonb not null default '[]';
