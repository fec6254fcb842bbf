import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import { analyser, insertFormulaires } from '../server/src/demonstration/lot.sql.ts'
import { type Membre, peupler } from '../server/src/demonstration/peupler.ts'
import type { Scenario } from '../server/src/demonstration/scenario.ts'
import { installer } from '../server/src/installation.ts'
import { findReglages } from '../server/src/parametre/calendrier.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { type Client, ouvrirClient } from './client.ts'
import { saisieDuBanc, structureDuBanc } from './donnees.ts'
import { A_SAISIR, definir, LARGE, M120, M700, M2000, type Mesures } from './modeles.ts'

const MOIS_CHARGES = 48
/** Structures that report figures of their own; the others have the same. */
const SOUCHES = 12
/** Copies of the model of 120 values of which nothing is loaded: forms to create, by thousands. */
export const A_CREER = Array.from({ length: 6 }, (_, i) => `CREA${i + 1}`)
export const MOT_DE_PASSE = 'Mesure-du-banc-2026'
/** How many forms of 700 cells are loaded. */
const NOMBRE_700 = 200
/** Structures whose forms are written together: then the planner is told what has become of it. */
const PAR_LOT = 500
/** Loading is not what is measured. */
const DUREE_MAX_MS = 600_000

export type Jeu = { url: string; structures: number; dernier: number }

/** Drafts to save, whole, then forms that are still examined, then published ones. */
const SCENARIO: Scenario = {
  partBrouillon: 1,
  etats: Object.fromEntries(
    Array.from({ length: 6 }, (_, recul) => {
      const etat = recul < 3 ? ('BROUILLON' as const) : ('VALIDE' as const)
      return [recul, { [M120.code]: etat, [M700.code]: etat }]
    }),
  ),
}

/** The tables of the floor: what a simple server would have, and its natural indexes. */
const SCHEMA_PLANCHER = `
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
    version_diffusee integer not null default 0,
    donnees jsonb not null,
    resultats json not null default '[]',
    effectif double precision,
    remplissage real not null default 0,
    erreurs integer not null default 0,
    avertissements integer not null default 0,
    soumis_le timestamptz,
    hors_delai boolean not null default false,
    modifie_le timestamptz not null default now(),
    modifie_par integer not null references utilisateur (id),
    unique (structure_id, modele_code, annee, mois)
  );
  create index on formulaire (annee, mois, id);
  create table modele (
    code text primary key,
    libelle text not null,
    version integer not null,
    definition jsonb not null
  );
  create table historique (
    id bigint generated always as identity primary key,
    formulaire_id integer not null references formulaire (id),
    version integer not null,
    le timestamptz not null default now(),
    agent_id integer not null references utilisateur (id),
    cellules jsonb not null
  );
  create index on historique (formulaire_id, id desc);`

/** One token for each account; account 0 is the directorate's. */
const STRUCTURES_PLANCHER = `
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

/** One token for each structure, and one for the directorate. */
export const JETONS_RELEVE = `
  with comptes as (
    select u.id, coalesce(s.code, u.identifiant) as nom
    from utilisateur u left join structure s on s.id = u.structure_id
  ), seances as (
    insert into session (utilisateur_id, expire_le)
    select id, '2100-01-01' from comptes returning id, utilisateur_id
  )
  insert into jeton_acces (empreinte, session_id, expire_le)
  select sha256(convert_to('jeton-' || c.nom, 'UTF8')), s.id, '2100-01-01'
  from seances s join comptes c on c.id = s.utilisateur_id`

const FORMULAIRES_PLANCHER = `
  insert into formulaire (numero, structure_id, modele_code, annee, mois, etat, donnees, resultats,
    effectif, remplissage, erreurs, avertissements, soumis_le, hors_delai,
    version_diffusee, modifie_par)
  select l."modeleCode" || '-' || p.code || '-' || l.annee || lpad(l.mois::text, 2, '0'),
    p."structureId", l."modeleCode", l.annee, l.mois, l.etat, l.donnees, l.resultats, l.effectif,
    l.remplissage, l.erreurs, l.avertissements, l."soumisLe", l."horsDelai",
    l."versionDiffusee", p."structureId"
  from json_to_recordset($1::json) as l(souche int, "modeleCode" text, annee int, mois int,
    etat text, donnees jsonb, resultats json, effectif double precision, remplissage real,
    erreurs int, avertissements int, "soumisLe" timestamptz, "horsDelai" boolean,
    "versionDiffusee" int)
  join json_to_recordset($2::json) as p("structureId" int, code text, souche int) using (souche)
  order by l.annee, l.mois, p."structureId"`

/** A base of this name on this server: its address. */
export async function creerBase(serveur: string, nom: string): Promise<string> {
  const adresse = new URL(serveur)
  adresse.pathname = '/postgres'
  const client = await ouvrirClient(adresse.href)
  await client.query(`create database ${nom}`)
  await client.end()
  adresse.pathname = `/${nom}`
  return adresse.href
}

/** Every model, with the rank of the month from which it is in force. */
function modelesDuBanc(dernier: number): { code: string; definition: string; du: number }[] {
  const lignes: [Mesures, number][] = [
    [M120, 24_000],
    [M700, dernier - 2],
    [M2000, dernier - 2],
    [A_SAISIR, dernier - 2],
    ...A_CREER.map((code): [Mesures, number] => [{ ...M120, code }, dernier - 2]),
  ]
  const large = developperModele(LARGE, {})
  return [
    ...lignes.map(([mesures, du]) => ({ definition: definir(mesures), du })),
    { definition: large, du: dernier - 2 },
  ].map(({ definition, du }) => {
    return { code: definition.code, definition: JSON.stringify(definition), du }
  })
}

async function installerModeles(releve: Client, plancher: Client, dernier: number): Promise<void> {
  for (const { code, definition, du } of modelesDuBanc(dernier)) {
    await releve.query(
      `insert into modele (code, version, libelle, definition, en_vigueur_du)
       values ($1, 1, $1, $2, $3)`,
      [code, definition, du],
    )
    await plancher.query('insert into modele values ($1, $1, 1, $2)', [code, definition])
  }
}

/** The first ones also have a form of 700 cells, of this month. */
function membresDuBanc(structures: number): Membre[] {
  const modeles = [M120.code, M700.code, M2000.code, ...A_CREER]
  return Array.from({ length: structures }, (_, i) => {
    const grand = i < NOMBRE_700
    const souche = (i % SOUCHES) + (grand ? SOUCHES : 0)
    return {
      structure: structureDuBanc(i + 1, modeles, souche),
      souche,
      scenario: {
        ...SCENARIO,
        modeles: { [M120.code]: MOIS_CHARGES, ...(grand && { [M700.code]: 1 }) },
      },
    }
  })
}

/** Our base and the floor's, with about `nombre` forms of 120 values in each, the same. */
export async function chargerJeux(
  serveur: string,
  nombre: number,
): Promise<Record<'releve' | 'plancher', Jeu>> {
  const url = await creerBase(serveur, `releve_${nombre}`)
  const urlPlancher = await creerBase(serveur, `plancher_${nombre}`)
  const structures = Math.ceil(nombre / MOIS_CHARGES)
  const maintenant = new Date()
  const base = await openBase({ databaseUrl: url, dataDir: '', dureeMaxMs: DUREE_MAX_MS })
  await migrer(base.db)
  await installer(base.db)
  const dernier = rangCourant(maintenant, (await findReglages(base.db)).fuseau)
  const [releve, plancher] = [await ouvrirClient(url), await ouvrirClient(urlPlancher)]
  await plancher.query(SCHEMA_PLANCHER)
  await installerModeles(releve, plancher, dernier)
  await plancher.query(STRUCTURES_PLANCHER, [structures])
  await peupler(base.db, membresDuBanc(structures), {
    mois: MOIS_CHARGES,
    maintenant,
    motDePasse: MOT_DE_PASSE,
    avecCellules: false,
    ensemble: 2 * SOUCHES,
    parLot: PAR_LOT,
    exemple: saisieDuBanc,
    ecrire: async (tx, formulaires, postes) => {
      const textes = [JSON.stringify(formulaires), JSON.stringify(postes)]
      await plancher.query(FORMULAIRES_PLANCHER, textes)
      const ecrits = await insertFormulaires(tx, formulaires, postes)
      await analyser(tx)
      return ecrits
    },
  })
  await releve.query(JETONS_RELEVE)
  await base.close()
  for (const client of [releve, plancher]) {
    await client.query('vacuum analyze')
    await client.end()
  }
  return {
    releve: { url, structures, dernier },
    plancher: { url: urlPlancher, structures, dernier },
  }
}
