-- Four eyes from the submission on: who last brought the form out of entry, and from which device
-- (the fingerprint that `appareil_connu` keeps, of a token that names nobody).
alter table formulaire
  add column soumis_par integer constraint formulaire_soumis_par references utilisateur (id),
  add column soumis_appareil bytea;
update formulaire f set soumis_par = (
  select h.agent_id from formulaire_historique h
  where h.formulaire_id = f.id and (h.de is null or h.de in ('BROUILLON', 'RENVOYE'))
    and h.vers in ('SOUMIS', 'VALIDE', 'APPROUVE')
  order by h.id desc limit 1)
where f.etat not in ('DIFFUSE', 'ANNULE');

-- Which known device a session was opened from; null: opened before, or by an invitation.
alter table session add column empreinte_appareil bytea;

-- On a line that validates: the version of the line that submitted, when another account did so from
-- the same device.
alter table formulaire_historique add column meme_appareil integer;
create index historique_meme_appareil on formulaire_historique (formulaire_id, meme_appareil)
  where meme_appareil is not null;

-- When a calendar program last read this address, to the hour.
alter table abonnement_calendrier add column lu_le timestamptz;
