import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import pg from 'pg'
import { installer } from '../server/src/installation.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { hacherMotDePasse } from '../server/src/platform/mot-de-passe.ts'
import { enchainer } from './donnees.ts'
import {
  deposer,
  FORMULAIRES_PLANCHER,
  FORMULAIRES_RELEVE,
  SCHEMA_PLANCHER,
  STRUCTURES_PLANCHER,
  STRUCTURES_RELEVE,
} from './jeu.sql.ts'
import { compiler, definir, M120, M700, M2000, type Mesures } from './modeles.ts'

export const MOIS_CHARGES = 48
const CHAINES = 12
/** Copies of the model of 120 values of which nothing is loaded: forms to create, by thousands. */
export const A_CREER = Array.from({ length: 6 }, (_, i) => `CREA${i + 1}`)
export const MOT_DE_PASSE = 'Mesure-du-banc-2026'
/** How many forms of 700 cells are loaded. */
export const NOMBRE_700 = 200

export type Jeu = { url: string; structures: number; dernier: number }

async function creerBase(serveur: string, nom: string): Promise<string> {
  const adresse = new URL(serveur)
  adresse.pathname = '/postgres'
  const client = new pg.Client({ connectionString: adresse.href })
  await client.connect()
  await client.query(`create database ${nom}`)
  await client.end()
  adresse.pathname = `/${nom}`
  return adresse.href
}

async function installerModeles(client: pg.Client, dernier: number): Promise<void> {
  const lignes: [Mesures, number][] = [
    [M120, 24_000],
    [M700, dernier - 2],
    [M2000, dernier - 2],
    ...A_CREER.map((code): [Mesures, number] => [{ ...M120, code }, dernier - 2]),
  ]
  for (const [mesures, du] of lignes) {
    await client.query(
      `insert into modele (code, version, libelle, definition, en_vigueur_du)
       values ($1, 1, $1, $2, $3)`,
      [mesures.code, JSON.stringify(definir(mesures)), du],
    )
  }
}

async function verser(
  client: pg.Client,
  insertion: string,
  mesures: Mesures,
  jusqua: { structures: number; mois: number; dernier: number },
): Promise<void> {
  const { structures, mois, dernier } = jusqua
  const calcules = enchainer(mesures, compiler(mesures), CHAINES, [dernier - mois + 1, dernier])
  const lignes = calcules.map(({ chaine, rang, calcul }) => ({
    chaine,
    rang,
    donnees: JSON.stringify(calcul.donnees()),
    effectif: Number(calcul.valeur('MVT.FIN.TOT')),
  }))
  await deposer(client, mesures.code, lignes)
  await client.query(insertion, [CHAINES, dernier, mesures.code, structures])
}

/** Our base, with about `nombre` forms of 120 values; gives where it is and what it holds. */
export async function chargerReleve(serveur: string, nom: string, nombre: number): Promise<Jeu> {
  const url = await creerBase(serveur, nom)
  const base = await openBase({ databaseUrl: url, dataDir: '' })
  await migrer(base.db)
  await installer(base.db)
  await base.close()
  const dernier = rangCourant(new Date(), 'UTC')
  const structures = Math.ceil(nombre / MOIS_CHARGES)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await installerModeles(client, dernier)
  const modeles = [M120.code, M700.code, M2000.code, ...A_CREER]
  const motDePasse = await hacherMotDePasse(MOT_DE_PASSE)
  await client.query(STRUCTURES_RELEVE, [structures, modeles, motDePasse])
  await verser(client, FORMULAIRES_RELEVE, M120, { structures, mois: MOIS_CHARGES, dernier })
  const recents = { structures: NOMBRE_700, mois: 1, dernier }
  await verser(client, FORMULAIRES_RELEVE, M700, recents)
  await client.query('vacuum analyze')
  await client.end()
  return { url, structures, dernier }
}

/** The floor's base, with the same forms. */
export async function chargerPlancher(serveur: string, nom: string, nombre: number): Promise<Jeu> {
  const url = await creerBase(serveur, nom)
  const dernier = rangCourant(new Date(), 'UTC')
  const structures = Math.ceil(nombre / MOIS_CHARGES)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(SCHEMA_PLANCHER)
  await client.query(STRUCTURES_PLANCHER, [structures])
  await verser(client, FORMULAIRES_PLANCHER, M120, { structures, mois: MOIS_CHARGES, dernier })
  const recents = { structures: NOMBRE_700, mois: 1, dernier }
  await verser(client, FORMULAIRES_PLANCHER, M700, recents)
  await client.query('vacuum analyze')
  await client.end()
  return { url, structures, dernier }
}
