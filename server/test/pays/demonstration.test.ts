import { MOIS } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { PORTEE } from '../../../tools/portee.ts'
import { createApp } from '../../src/app.ts'
import { chargerDemonstration } from '../../src/demonstration/demonstration.ts'
import { readConfig } from '../../src/platform/config.ts'
import { insertSession } from '../../src/session/session.sql.ts'
import { type Appels, appelsDe } from '../banc.ts'
import { testBase } from '../base.ts'
import { CAUSES, ERREURS_SEULES } from '../causes.ts'
import { surLectureSeule } from '../lecture.ts'
import {
  comparerAgenda,
  comparerAnnee,
  comparerAnnuaire,
  comparerEcarts,
  comparerFiches,
  comparerListe,
  comparerMatrice,
  comparerMois,
  comparerRetards,
  comparerStructure,
  pointDe,
  type Regardeur,
  Registre,
} from './comparer.ts'
import type { Acte, Cellules, EtatDate, Rang } from './reference/journal.ts'
import { Photo } from './reference/photo.ts'

// The demonstration, cell by cell, against the same reference as the country that is drawn: what
// happened is read from the rows of its base, and nothing of ours counts.

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const COURANT: Rang = 2026 * 12 + 2
const PREMIER: Rang = 2024 * 12
const ANNEES = [2024, 2025, 2026]
/** The gate compares the last whole one, and the one before it through its variations. */
const COMPAREES = PORTEE === 'porte' ? [2025] : ANNEES
/** Before anything is told. */
const AVANT = '2000-01-01T00:00:00.000Z'

const base = await testBase()
const { db } = base

async function lire<Ligne>(texte: string): Promise<Ligne[]> {
  return (await sql.raw<Ligne>(texte).execute(db)).rows
}

type Modele = { code: string; version: number; du: number; attendus: string[]; couverts: number }

async function modeles(): Promise<Acte[]> {
  const lus = await lire<Modele>(`select code, version, en_vigueur_du as du,
    coalesce(definition -> 'moisAttendus', '[]') as attendus,
    coalesce((definition ->> 'moisCouverts')::int, 1) as couverts
    from modele order by code, version`)
  return lus.map(({ attendus, couverts, ...un }): Acte => {
    const rangs = attendus.map((mois) => MOIS.findIndex((nom) => nom === mois))
    const tous = MOIS.map((_, rang) => rang)
    return {
      le: AVANT,
      acte: 'MODELE',
      ...un,
      attendus: rangs.length > 0 ? rangs : tous,
      couverts: couverts as 1 | 3 | 6 | 12,
    }
  })
}

type Tranche = EtatDate & { structure: string; du: number; au: number }
type Fiche = {
  structure: string
  libelle: string
  ouverture: string
  fermeture: string | null
  effectifs: Record<string, number>
}

/** Each structure as its first period says it, then what the others say. */
async function structures(): Promise<Acte[]> {
  const fiches = await lire<Fiche>(`select code as structure, libelle, date_ouverture::text as
    ouverture, date_fermeture::text as fermeture, effectifs_ouverture as effectifs
    from structure order by id`)
  const tranches = await lire<Tranche>(`select s.code as structure, e.du, e.au, e.type_structure as
    "typeStructure", e.region, p.code as parent, e.capacite, e.modeles
    from structure_periode e join structure s on s.id = e.structure_id
    left join structure p on p.id = e.parent_id order by e.structure_id, e.du`)
  return fiches.flatMap(({ fermeture, ...fiche }): Acte[] => {
    const siennes = tranches.filter(({ structure }) => structure === fiche.structure)
    const [premiere, ...autres] = siennes.map(({ du, au: _au, structure: _s, ...etat }) => ({
      du,
      etat: { ...etat, modeles: etat.modeles.toSorted() },
    }))
    if (!premiere) throw new Error(fiche.structure)
    const { structure } = fiche
    return [
      { le: AVANT, acte: 'CREER', ...fiche, etat: premiere.etat },
      ...autres.map(({ du, etat }): Acte => {
        return { le: AVANT, acte: 'CORRIGER', structure, de: du, a: null, champs: etat }
      }),
      ...(fermeture ? [{ le: AVANT, acte: 'FERMER', structure, jour: fermeture } as const] : []),
    ]
  })
}

async function rouvertures(): Promise<Acte[]> {
  const lues = await lire<{ structure: string; rang: number; le: string; jusqua: string }>(`
    select s.code as structure, o.rang, o.jusqua::text as jusqua,
      to_char(o.rouverte_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as le
    from reouverture o join structure s on s.id = o.structure_id
    where o.terminee_le is null order by o.id`)
  return lues.map((une): Acte => ({ acte: 'ROUVRIR', ...une }))
}

type FormulaireEcrit = {
  numero: string
  structure: string
  modele: string
  rang: number
  etat: string
  commence: string
  soumis: string | null
  valide: string | null
  renvoye: boolean
  modifie: string
  donnees: Record<string, unknown>
  publications: { le: string; donnees: Record<string, unknown> }[]
}

const nombres = (donnees: Record<string, unknown>): Cellules =>
  Object.fromEntries(
    Object.entries(donnees).flatMap(([nom, valeur]): [string, number][] =>
      typeof valeur === 'number' ? [[nom, valeur]] : [],
    ),
  )
const ISO = (colonne: string) =>
  `to_char(${colonne} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const DERNIERS = {
  BROUILLON: 'BROUILLON',
  SOUMIS: 'SOUMETTRE',
  VALIDE: 'VALIDER',
  APPROUVE: 'APPROUVER',
  DIFFUSE: 'DIFFUSER',
  RENVOYE: 'RENVOYER',
  ANNULE: 'ANNULER',
} as const

/** What became of each report: begun, submitted, sent back, validated, published; then where it is. */
async function formulaires(): Promise<Acte[]> {
  const lus =
    await lire<FormulaireEcrit>(`select f.numero, s.code as structure, f.modele_code as modele,
      f.rang, f.etat, f.renvoye, f.donnees, ${ISO('f.cree_le')} as commence,
      ${ISO('f.soumis_le')} as soumis, ${ISO('f.valide_le')} as valide,
      ${ISO('f.modifie_le')} as modifie,
      coalesce((select json_agg(json_build_object('le', ${ISO('p.diffuse_le')}, 'donnees',
        p.donnees) order by p.version_diffusee) from formulaire_publication p
        where p.formulaire_id = f.id), '[]') as publications
    from formulaire f join structure s on s.id = f.structure_id order by f.id`)
  return lus.flatMap((f): Acte[] => {
    const { numero, structure, modele, rang, publications } = f
    const fil = { acte: 'FORMULAIRE', numero, structure, modele, rang } as const
    const cellules = nombres(f.donnees)
    const actes: Acte[] = [{ le: f.commence, ...fil, geste: 'COMMENCER', cellules }]
    if (f.soumis) actes.push({ le: f.soumis, ...fil, geste: 'SOUMETTRE' })
    if (f.renvoye) actes.push({ le: f.soumis ?? f.commence, ...fil, geste: 'RENVOYER' })
    if (f.valide) actes.push({ le: f.valide, ...fil, geste: 'VALIDER' })
    for (const { le, donnees } of publications)
      actes.push({ le, ...fil, geste: 'DIFFUSER', cellules: nombres(donnees) })
    const geste = DERNIERS[f.etat as keyof typeof DERNIERS]
    if (geste !== 'DIFFUSER' && (geste !== 'BROUILLON' || f.soumis))
      actes.push({ le: f.modifie, ...fil, geste, cellules })
    return actes
  })
}

async function journal(): Promise<Acte[]> {
  const [{ debut } = { debut: '' }] = await lire<{ debut: string }>(
    `select valeur #>> '{}' as debut from parametre where cle = 'debutCollecte'`,
  )
  const [annee = 0, mois = 1] = debut.split('-').map(Number)
  return [
    // As they are set on a new platform, which the demonstration leaves.
    { le: AVANT, acte: 'CALENDRIER', jourEcheance: 5, joursFeries: [] },
    { le: AVANT, acte: 'DEBUT', rang: annee * 12 + mois - 1 },
    ...(await modeles()),
    ...(await structures()),
    ...(await rouvertures()),
    ...(await formulaires()),
  ]
}

/** What differs, once enough has been compared. */
function dire(registre: Registre, moins: number): string[] {
  const { ecarts, compares } = registre
  const dits = `${ecarts.length} écarts sur ${compares}`
  return ecarts.length > 0 || compares < moins ? [dits, ...ecarts.slice(0, 60)] : []
}

await sql`delete from parametre where cle in ('debutCollecte', 'relancesOuvertes')`.execute(db)
await chargerDemonstration(db, MAINTENANT)
const app = await createApp({
  base,
  lecture: surLectureSeule(db),
  config: readConfig(ERREURS_SEULES),
  flux: CAUSES,
  maintenant: () => MAINTENANT,
  attendre: async () => {},
})
afterAll(() => app.close())

async function entrer(identifiant: string): Promise<Appels> {
  const { id } = await db
    .selectFrom('utilisateur')
    .select('id')
    .where('identifiant', '=', identifiant)
    .executeTakeFirstOrThrow()
  const { token } = await insertSession(db, id, MAINTENANT)
  return appelsDe(app, token)
}

const photo = new Photo(await journal(), MAINTENANT.toISOString())
const point = pointDe(photo, PREMIER - 12, COURANT + 14)
const dpps = await entrer('dpps')
const direction: Regardeur = { nom: 'direction', qui: dpps, direction: null }
const regardeurs: Regardeur[] = [
  direction,
  { nom: 'DR-R02', qui: await entrer('dr-r02'), direction: 'DR-R02' },
  { nom: 'DR-R03', qui: await entrer('dr-r03'), direction: 'DR-R03' },
]

it.each(regardeurs)('ce qui est attendu, reçu, en retard ($nom)', async (regardeur) => {
  const registre = new Registre(regardeur.nom)
  for (const annee of ANNEES) {
    await comparerAnnee(registre, point, regardeur, annee)
    await comparerMatrice(registre, point, regardeur, annee)
    await comparerRetards(registre, point, regardeur, annee)
  }
  await comparerMois(registre, point, regardeur)
  for (let rang = PREMIER; rang <= COURANT; rang += 1) {
    await comparerListe(registre, point, regardeur, rang)
    await comparerEcarts(registre, point, regardeur, rang)
  }
  expect(dire(registre, 500)).toEqual([])
})

it('les états datés, et la page de chaque structure', async () => {
  const registre = new Registre('direction')
  const codes = [...photo.structures.keys()]
  expect(codes).toHaveLength(21)
  await comparerFiches(registre, point, direction, codes)
  for (const code of codes) await comparerStructure(registre, point, direction, code)
  await comparerAgenda(registre, point, { nom: 'direction', qui: dpps, structure: null })
  expect(dire(registre, 500)).toEqual([])
})

it.each(COMPAREES)('les effectifs moyens et les variations de %i', async (annee) => {
  const registre = new Registre('direction', true)
  await comparerAnnuaire(registre, point, dpps, annee)
  expect(dire(registre, 100)).toEqual([])
})
