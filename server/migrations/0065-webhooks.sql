-- What programs elsewhere are told of (docs/decisions/0107): to whom, of what, and each delivery. The
-- secret by which each is signed is sealed (docs/decisions/0108). The base of before has none.
create table webhook (
  id integer generated always as identity primary key,
  nom text not null constraint webhook_nom unique,
  adresse text not null,
  types text[] not null constraint webhook_types check (cardinality(types) > 0),
  secret bytea not null,
  -- Who keeps it: told when it is stopped for it fails.
  gardien_id integer not null constraint webhook_gardien references utilisateur (id),
  cree_le timestamptz not null,
  suspendu_le timestamptz,
  motif_suspension text constraint webhook_motif
    check (motif_suspension in ('PERSONNE', 'ECHECS', 'PARTI', 'RESTAURATION')),
  -- The first failure since it last took something.
  echec_depuis timestamptz,
  recu_le timestamptz,
  constraint webhook_suspension check ((suspendu_le is null) = (motif_suspension is null))
);

-- What is told to one of them, as it is sent at each try; its task (`livraison:` and its id) sends it.
create table livraison (
  id bigint generated always as identity primary key,
  webhook_id integer not null
    constraint livraison_webhook references webhook (id) on delete cascade,
  -- The same at each try: who receives it twice knows it.
  reference text not null,
  type text not null,
  corps text not null,
  objet text,
  cree_le timestamptz not null,
  -- Of the last try: what was answered, its first line, and how long it took.
  essaye_le timestamptz,
  statut integer,
  reponse text,
  duree_ms integer
);
create index livraison_par_webhook on livraison (webhook_id, id desc);

-- Writes what is told to one webhook, and the task that sends it, with the act that is told.
create function ecrire_livraison(
  vers integer, sujet text, chose text, le timestamptz, donnees jsonb
) returns void language sql as $$
  with dite as (
    insert into livraison (webhook_id, reference, type, objet, cree_le, corps)
    values (vers, 'msg_' || replace(gen_random_uuid()::text, '-', ''), sujet, chose, le,
      jsonb_build_object('type', sujet, 'timestamp',
        to_char(le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', donnees)::text)
    returning id)
  insert into tache (genre, cle, charge, due_le)
  select 'WEBHOOK', 'livraison:' || id, jsonb_build_object('webhook', vers, 'livraison', id), le
  from dite
$$;

-- The same to all that follow this subject and are not suspended.
create function dire_aux_webhooks(sujet text, chose text, le timestamptz, donnees jsonb)
returns void language sql as $$
  select ecrire_livraison(w.id, sujet, chose, le, donnees)
  from webhook w where w.suspendu_le is null and sujet = any (w.types) order by w.id
$$;

-- A report reaches a state, by its way or by force: its history says it, and so does this.
create function dire_rapport() returns trigger language plpgsql as $$
declare
  sujet text := case new.vers
    when 'SOUMIS' then 'rapport.soumis'
    when 'VALIDE' then 'rapport.valide'
    when 'APPROUVE' then 'rapport.approuve'
    when 'DIFFUSE' then 'rapport.diffuse'
    when 'RENVOYE' then 'rapport.renvoye'
    when 'BROUILLON' then 'rapport.rouvert'
    when 'ANNULE' then 'rapport.annule' end;
begin
  if not exists (select from webhook where suspendu_le is null and sujet = any (types)) then
    return null;
  end if;
  perform dire_aux_webhooks(sujet, f.numero, new.le, jsonb_build_object(
    'numero', f.numero, 'modele', f.modele_code, 'structure', s.code, 'annee', f.annee,
    'mois', f.mois, 'etat', new.vers, 'etatPrecedent', new.de, 'version', new.version,
    'versionDiffusee', f.version_diffusee, 'force', new.force))
  from formulaire f join structure s on s.id = f.structure_id
  where f.id = new.formulaire_id;
  return null;
end $$;
create trigger historique_webhooks after insert on formulaire_historique for each row
  when (new.action in
    ('soumettre', 'valider', 'approuver', 'diffuser', 'renvoyer', 'changerEtat'))
  execute function dire_rapport();

-- An edition of the annuaire stands in the library.
create function dire_annuaire() returns trigger language plpgsql as $$
begin
  perform dire_aux_webhooks('annuaire.publie', 'Annuaire ' || new.annee, new.publie_le,
    jsonb_build_object('annee', new.annee, 'edition', new.edition));
  return null;
end $$;
create trigger annuaire_webhooks after update of etat on annuaire for each row
  when (new.etat = 'PUBLIE' and old.etat <> 'PUBLIE')
  execute function dire_annuaire();

-- A version of a model is in force from a month.
create function dire_modele() returns trigger language plpgsql as $$
begin
  perform dire_aux_webhooks('modele.publie', new.code, coalesce(new.publie_le, now()),
    jsonb_build_object('modele', new.code, 'version', new.version,
      'annee', new.en_vigueur_du / 12, 'mois', new.en_vigueur_du % 12 + 1));
  return null;
end $$;
create trigger modele_webhooks after insert on modele for each row
  execute function dire_modele();
