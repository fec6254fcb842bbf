-- The account on which somebody else acted: its name, in `objet`, may change afterwards. Lines older
-- than this migration stay as they are, and are found by the names that the account has borne.
alter table journal add column cible_id integer references utilisateur (id);
create index journal_par_cible on journal (cible_id, le desc) where cible_id is not null;
create index journal_par_objet on journal (objet, id) where objet is not null;
