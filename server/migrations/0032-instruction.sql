-- How long the directorate takes to validate, and what it sends back: told by month, region and type
-- as completeness is, from the index alone.
alter table formulaire
  -- The first validation, and whether it was ever sent back: kept by each move, never undone.
  add column valide_le timestamptz,
  add column renvoye boolean not null default false;
update formulaire f set valide_le = h.valide_le, renvoye = coalesce(h.renvoye, false)
from (
  select formulaire_id, min(le) filter (where vers = 'VALIDE') as valide_le,
    bool_or(vers = 'RENVOYE') as renvoye
  from formulaire_historique where de is distinct from vers group by 1
) h where h.formulaire_id = f.id and (h.valide_le is not null or h.renvoye);
alter table formulaire
  -- In days, from the first submission.
  add column delai_validation double precision generated always as (
    case when valide_le >= soumis_le
      then extract(epoch from valide_le - soumis_le)::double precision / 86400 end) stored;

drop index formulaire_par_mois;
create index formulaire_par_mois on formulaire (rang desc, id desc)
  include (structure_id, modele_id, modele_code, etat, version_diffusee, recu, hors_delai, echeance,
    valeur_effectif, valeur_entrees, valeur_sorties, valeur_reference, renvoye, delai_validation);
