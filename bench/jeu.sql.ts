import type pg from 'pg'

/** The tables of the floor: what a simple server would have, and its natural indexes. */
export const SCHEMA_PLANCHER = `
  create table structure (id integer primary key, code text not null unique, libelle text not null);
  create table utilisateur (id integer primary key, nom text not null);
  create table jeton (
    empreinte bytea primary key,
    utilisateur_id integer not null references utilisateur (id),
    expire_le timestamptz not null
  );
  create table formulaire (
    id integer generated always as identity primary key,
    numero text not null unique,
    structure_id integer not null references structure (id),
    modele_code text not null,
    annee smallint not null,
    mois smallint not null,
    etat text not null,
    version integer not null default 1,
    donnees jsonb not null,
    effectif double precision,
    modifie_le timestamptz not null default now(),
    modifie_par integer not null references utilisateur (id),
    unique (structure_id, modele_code, annee, mois)
  );
  create index on formulaire (annee, mois, id);`

/** The structures of the bench, one account and one token each; account 1 is the directorate's. */
export const STRUCTURES_RELEVE = `
  with semees as (
    insert into structure (code, libelle, type_structure, region, capacite, modeles, date_ouverture)
    select 'B' || lpad(i::text, 5, '0'), 'Centre d’accueil n° ' || i, 'CAU',
      'R' || lpad((1 + i % 12)::text, 2, '0'), 400, $2::text[], '2000-01-01'
    from generate_series(1, $1::int) i
    returning id, code
  ), comptes as (
    insert into utilisateur (identifiant, nom, nom_affichable, roles, structure_id, mot_de_passe)
    select 'banc-' || code, code, 'Agent ' || code, array['ROLE_STRUCTURE'], id, '!' from semees
    union all select 'banc-dpps', 'dpps', 'Direction', array['ROLE_DPPS'], null, $3
    returning id, nom
  ), seances as (
    insert into session (utilisateur_id, expire_le)
    select id, '2100-01-01' from comptes returning id, utilisateur_id
  )
  insert into jeton_acces (empreinte, session_id, expire_le)
  select sha256(convert_to('jeton-' || c.nom, 'UTF8')), s.id, '2100-01-01'
  from seances s join comptes c on c.id = s.utilisateur_id`

export const STRUCTURES_PLANCHER = `
  with semees as (
    insert into structure (id, code, libelle)
    select i, 'B' || lpad(i::text, 5, '0'), 'Centre d’accueil n° ' || i
    from generate_series(1, $1::int) i returning id, code
  ), comptes as (
    insert into utilisateur (id, nom)
    select id, code from semees union all select 0, 'dpps' returning id, nom
  )
  insert into jeton (empreinte, utilisateur_id, expire_le)
  select sha256(convert_to('jeton-' || nom, 'UTF8')), id, '2100-01-01' from comptes`

const CHAINE = `
  create temp table if not exists chaine (
    modele text, chaine integer, rang integer, donnees jsonb, effectif double precision
  )`

/** Puts the computed months where the `insert … select` below take them. */
export async function deposer(
  client: pg.Client,
  modele: string,
  mois: { chaine: number; rang: number; donnees: string; effectif: number }[],
): Promise<void> {
  await client.query(CHAINE)
  await client.query(
    `insert into chaine select $1, * from unnest($2::int[], $3::int[], $4::jsonb[], $5::float8[])`,
    [
      modele,
      mois.map((m) => m.chaine),
      mois.map((m) => m.rang),
      mois.map((m) => m.donnees),
      mois.map((m) => m.effectif),
    ],
  )
}

const NUMERO = `modele || '-' || s.code || '-' || lpad((rang / 12)::text, 4, '0')
  || lpad((1 + rang % 12)::text, 2, '0')`

/**
 * Every month of its chain for each structure, of $1 chains, up to structure number $4. The last
 * three months ($2 is the present one) are drafts, six months ago and before they are published.
 */
export const FORMULAIRES_RELEVE = `
  with rapports as (
    insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat,
      version_diffusee, donnees, structure_lue, effectif, remplissage, echeance, soumis_le,
      modifie_par)
    select ${NUMERO}, m.id, modele, s.id, rang / 12, 1 + rang % 12,
      case when rang > $2::int - 3 then 'BROUILLON' when rang > $2::int - 6 then 'VALIDE'
        else 'DIFFUSE' end,
      case when rang > $2::int - 6 then 0 else 1 end, c.donnees, '{"capacite": 400}', c.effectif,
      1, make_date(rang / 12, 1 + rang % 12, 5) + 31,
      case when rang > $2::int - 3 then null else now() end, u.id
    from chaine c
    join structure s on s.code like 'B%' and substr(s.code, 2)::int % $1::int = c.chaine
    join utilisateur u on u.structure_id = s.id
    join modele m on m.code = c.modele
    where c.modele = $3 and substr(s.code, 2)::int <= $4::int
    order by rang, s.id
    returning id, modele_id, modele_code, etat, donnees, structure_lue, effectif, modifie_par
  ), publies as (
    insert into formulaire_publication (formulaire_id, version_diffusee, modele_id, donnees,
      commentaires, justifications, structure_lue, effectif, diffuse_par)
    select id, 1, modele_id, donnees, '{}', '{}', structure_lue, effectif, modifie_par
    from rapports where etat = 'DIFFUSE'
  )
  insert into formulaire_historique (formulaire_id, version, agent_id, action, vers)
  select id, 1, modifie_par, 'enregistrer', 'BROUILLON' from rapports`

export const FORMULAIRES_PLANCHER = `
  insert into formulaire (numero, structure_id, modele_code, annee, mois, etat, donnees, effectif,
    modifie_par)
  select ${NUMERO}, s.id, modele, rang / 12, 1 + rang % 12,
    case when rang > $2::int - 3 then 'BROUILLON' else 'VALIDE' end, c.donnees, c.effectif, s.id
  from chaine c join structure s on s.id % $1::int = c.chaine
  where c.modele = $3 and s.id <= $4::int
  order by rang, s.id`
