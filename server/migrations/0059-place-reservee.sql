alter table piece alter column rang set default 0;
