-- How many times a draft was kept: two windows that write the same one do not write over each other.
alter table message_brouillon add column version integer not null default 1;
