-- Each published edition of the annuaire stands in the library, put there by what publishes it. It has
-- no bytes there: they are the files of the edition, made when somebody first asks for one.
alter table piece
  add column annuaire_id integer
    constraint piece_annuaire_existe references annuaire (id)
    constraint piece_annuaire_unique unique,
  alter column depot drop not null,
  alter column taille drop not null,
  alter column sha256 drop not null,
  -- An edition of which nothing says any more who published it: the directorate did.
  alter column depose_par drop not null,
  drop constraint piece_contenu_place,
  add constraint piece_contenu_place
    check ((depot is not distinct from 'BASE') = (contenu is not null)),
  add constraint piece_annuaire_sans_octets check ((annuaire_id is null) = (depot is not null)),
  add constraint piece_decrite check (annuaire_id is not null
    or (taille is not null and sha256 is not null and depose_par is not null));

-- Those published before; the journal knows by whom, as far back as it is kept.
insert into piece (name, nom_origine, type_document, type_mime, depot, annuaire_id, depose_le,
  depose_par)
select n.nom, n.nom, 'ANNUAIRE', 'application/pdf', null, a.id, a.publie_le, (
  select j.utilisateur_id from journal j
  where j.action = 'ANNUAIRE_PUBLIE' and (j.detail ->> 'annee')::integer = a.annee
    and (j.detail ->> 'edition')::integer = a.edition
  order by j.id desc limit 1)
from annuaire a
cross join lateral (select 'annuaire-' || a.annee
  || case when a.edition > 1 then '-edition-' || a.edition else '' end || '.pdf' as nom) n
where a.etat = 'PUBLIE' and a.contenu is not null
order by a.annee, a.edition;
