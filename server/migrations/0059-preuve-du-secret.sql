-- What was proved of the secrecy of an edition before it was frozen (docs/decisions/0098): how many
-- hidden counts, and how many values each keeps at least. Null for those frozen before.
alter table annuaire add column preuve jsonb;

create or replace function refuse_annuaire() returns trigger language plpgsql as $$
begin
  if old.etat = 'PROVISOIRE' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a frozen annuaire is never deleted' using errcode = 'restrict_violation';
  end if;
  if (new.annee, new.edition, new.titre, new.avant_propos, new.introductions, new.chapitres_omis,
      new.nature, new.correction, new.contenu::text, new.coulisses::text, new.arrete_le,
      new.chiffres, new.preuve)
    is distinct from
     (old.annee, old.edition, old.titre, old.avant_propos, old.introductions, old.chapitres_omis,
      old.nature, old.correction, old.contenu::text, old.coulisses::text, old.arrete_le,
      old.chiffres, old.preuve)
    or not (old.etat = 'ARRETE' and new.etat = 'PUBLIE') then
    raise exception 'a frozen annuaire never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
