-- A version says in which months it is expected, and how many months a report of it covers
-- (docs/decisions/0096): told beside its definition, which is too large to be opened for each line of
-- a list.
alter table modele
  -- Bits, January the first; not said, all twelve.
  add column mois_attendus integer not null
    generated always as (case when definition -> 'moisAttendus' is null then 4095 else
          case when definition -> 'moisAttendus' @> '"JANUARY"' then 1 else 0 end
          + case when definition -> 'moisAttendus' @> '"FEBRUARY"' then 2 else 0 end
          + case when definition -> 'moisAttendus' @> '"MARCH"' then 4 else 0 end
          + case when definition -> 'moisAttendus' @> '"APRIL"' then 8 else 0 end
          + case when definition -> 'moisAttendus' @> '"MAY"' then 16 else 0 end
          + case when definition -> 'moisAttendus' @> '"JUNE"' then 32 else 0 end
          + case when definition -> 'moisAttendus' @> '"JULY"' then 64 else 0 end
          + case when definition -> 'moisAttendus' @> '"AUGUST"' then 128 else 0 end
          + case when definition -> 'moisAttendus' @> '"SEPTEMBER"' then 256 else 0 end
          + case when definition -> 'moisAttendus' @> '"OCTOBER"' then 512 else 0 end
          + case when definition -> 'moisAttendus' @> '"NOVEMBER"' then 1024 else 0 end
          + case when definition -> 'moisAttendus' @> '"DECEMBER"' then 2048 else 0 end
        end) stored,
  add column mois_couverts integer not null
    generated always as (coalesce((definition ->> 'moisCouverts')::integer, 1)) stored,
  -- What was expected before the first month of this version, where that was another rhythm: the
  -- ranks of the last 24 months, the last one first, and how many months the first of them covers.
  -- Null: what its own rhythm says.
  add column attendus_avant integer[],
  add column couverts_avant integer,
  add constraint modele_rythme_avant_entier
    check ((attendus_avant is null) = (couverts_avant is null));

create or replace function refuse_modele() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'table modele is append-only' using errcode = 'restrict_violation';
  end if;
  if (new.code, new.version, new.libelle, new.definition, new.en_vigueur_du, new.publie_le,
      new.publie_par, new.attendus_avant, new.couverts_avant) is distinct from
     (old.code, old.version, old.libelle, old.definition, old.en_vigueur_du, old.publie_le,
      old.publie_par, old.attendus_avant, old.couverts_avant)
    or (old.source is not null and new.source::text is distinct from old.source::text) then
    raise exception 'a published model is never edited' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
