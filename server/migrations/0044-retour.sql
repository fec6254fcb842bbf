-- A form sent back for some of its cells (docs/decisions/0057).

-- The cells that are open while it is corrected; null: all of them.
alter table formulaire add column cases_ouvertes jsonb
  constraint cases_ouvertes_pendant_correction check (cases_ouvertes is null or etat = 'RENVOYE');

-- Its remarks on cells, for lists: what waits for its structure, and for who reviews.
alter table formulaire add column remarques_ouvertes integer not null default 0;
alter table formulaire add column remarques_corrigees integer not null default 0;
update formulaire f set remarques_ouvertes = r.ouvertes, remarques_corrigees = r.corrigees
  from (
    select formulaire_id, count(*) filter (where statut = 'OUVERTE') as ouvertes,
      count(*) filter (where statut = 'CORRIGEE') as corrigees
    from formulaire_remarque where cellule is not null group by formulaire_id
  ) r where r.formulaire_id = f.id and (r.ouvertes > 0 or r.corrigees > 0);

-- What its structure answers to a remark, rather than, or beside, another value.
alter table formulaire_remarque add column reponse text;
alter table formulaire_remarque add column repondue_le timestamptz;
alter table formulaire_remarque add column repondue_par integer references utilisateur (id);
alter table formulaire_remarque add constraint reponse_entiere
  check ((reponse is null) = (repondue_le is null) and (reponse is null) = (repondue_par is null));
