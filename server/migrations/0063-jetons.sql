-- The tokens by which programs call, each in the name of an account (docs/decisions/0100): its
-- fingerprint only, what it may do, from where, until when. The base of before has none.
create table jeton_programme (
  id integer generated always as identity primary key,
  empreinte bytea not null constraint jeton_programme_empreinte unique,
  utilisateur_id integer not null
    constraint jeton_programme_utilisateur references utilisateur (id),
  nom text not null,
  usages text[] not null constraint jeton_programme_usages check (cardinality(usages) > 0),
  -- What it is limited to; null: all that its account reaches.
  structures integer[],
  -- From where it may call, in CIDR; none: from anywhere.
  reseaux text[] not null,
  cree_le timestamptz not null,
  -- The settings may end it sooner; nothing, later.
  expire_le timestamptz not null,
  -- When its owner was told that it ends soon.
  averti_le timestamptz,
  -- To the minute: a call does not write each time.
  utilise_le timestamptz,
  utilise_depuis text,
  revoque_le timestamptz,
  motif_revocation text constraint jeton_programme_motif
    check (motif_revocation in ('TITULAIRE', 'DIRECTION', 'MOT_DE_PASSE', 'BLOCAGE', 'RESTAURATION')),
  constraint jeton_programme_duree
    check (expire_le > cree_le and expire_le <= cree_le + interval '365 days'),
  constraint jeton_programme_revocation check ((revoque_le is null) = (motif_revocation is null))
);
create index jeton_programme_par_compte on jeton_programme (utilisateur_id);

-- What a token was let in by is taken away: the streams of its account end, and say anew who they are.
create function acces_jeton() returns trigger language plpgsql as $$
begin
  insert into evenement (genre, utilisateur_id) values ('ACCES', new.utilisateur_id);
  return null;
end $$;
create trigger jeton_acces after update of revoque_le on jeton_programme for each row
  when (old.revoque_le is null and new.revoque_le is not null)
  execute function acces_jeton();

create function acces_jetons() returns trigger language plpgsql as $$
begin
  insert into evenement (genre, utilisateur_id)
  select distinct 'ACCES', utilisateur_id from jeton_programme where revoque_le is null;
  return null;
end $$;
create trigger parametre_jetons after insert or update on parametre for each row
  when (new.cle in ('jetonsPermis', 'jetonDureeJours'))
  execute function acces_jetons();
