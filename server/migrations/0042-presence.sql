-- Which page of a person wrote, and its how-manieth sending: what one page saved is no conflict for
-- that page, but is for another of the same person; and a sending that arrives after a later one of
-- its own page is late. Null: written otherwise than by a page.
alter table formulaire_historique
  add column poste text constraint historique_poste_court check (length(poste) <= 16),
  add column envoi integer;

-- Who has which form open, and where in it. Worth a minute: not kept through a crash, and without
-- references, whose locks would write in tables that are.
create unlogged table presence (
  utilisateur_id integer not null,
  poste text not null constraint presence_poste_court check (length(poste) <= 16),
  formulaire_id integer not null,
  -- A section or a cell that is entered there; blank: read.
  lieu text not null constraint presence_lieu_court check (length(lieu) <= 120),
  vu_le timestamptz not null,
  primary key (utilisateur_id, poste)
);
create index presence_par_formulaire on presence (formulaire_id);

-- Told to those who are there only.
alter table evenement drop constraint evenement_objet;
alter table evenement add constraint evenement_objet check (
  case genre
    when 'FORMULAIRE' then formulaire_id is not null
    when 'PIECE' then formulaire_id is not null
    when 'PRESENCE' then formulaire_id is not null and destinataires is not null
    when 'MESSAGE' then destinataires is not null
    -- Nobody named: everybody of a structure.
    when 'ACCES' then true
    else false
  end);
