import type { CelluleAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { modeleDe } from '../../test/modeles.ts'
import { changerDepuis } from '../../test/structures.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { findEdition, insertEdition } from './annuaire.sql.ts'
import { deduire, systemeLu } from './attaque.banc.ts'
import { figer } from './enregistrer.ts'
import { cleDe } from './evaluer.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'
import type { Composant, Formule } from './resoudre.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025
const avant = annee - 1
const SEUIL = 5

const { db } = await testBase()
const ordonner = (texte: string) => sql.raw(texte).execute(db)

async function lire<Ligne>(texte: string): Promise<Ligne[]> {
  return (await sql.raw<Ligne>(texte).execute(db)).rows
}

/** Numbers that look drawn, and are the same each time. */
function tirage(graine: number): () => number {
  let etat = graine
  return () => {
    etat = (Math.imul(etat, 1_664_525) + 1_013_904_223) >>> 0
    return etat / 2 ** 32
  }
}
const hasard = tirage(Number(process.env['GRAINE'] ?? 31))

/** A budget without headcount: monthly in the year before, quarterly in the year. */
const CHAMPS = ['MONTANT', 'ENGAGE'].map((code) => ({
  code,
  libelle: code,
  nature: 'montant' as const,
}))
const BUDGET = { ...modeleDe('BUDT', CHAMPS), indicateurs: {}, codifications: {} }
const TRIMESTRES = {
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
}

async function poserBudget(): Promise<void> {
  const versions = [
    { version: 1, du: avant * 12 - 12, au: annee * 12 - 1, reste: {} },
    { version: 2, du: annee * 12, au: null, reste: TRIMESTRES },
  ]
  for (const { version, du, au, reste } of versions)
    await sql`insert into modele (code, version, libelle, definition, en_vigueur_du, en_vigueur_au)
      values ('BUDT', ${version}, 'Budget', ${JSON.stringify({ ...BUDGET, version, ...reste })}::jsonb,
        ${du}::int, ${au}::int)`.execute(db)
  const [premiere] = await lire<{ noms: string }>(`
    select string_agg(quote_ident(column_name), ', ') as noms from information_schema.columns
    where table_schema = 'public' and table_name = 'formulaire' and is_generated = 'NEVER'
      and column_name not in ('id', 'numero', 'modele_id', 'modele_code', 'donnees', 'effectif',
        'etat', 'version_diffusee')`)
  await ordonner(`insert into formulaire (numero, modele_id, modele_code, donnees, effectif, etat,
      version_diffusee, ${premiere?.noms})
    select replace(numero, 'RMA', 'BUDT'), (select id from modele where code = 'BUDT' and version =
        case when annee = ${annee} then 2 else 1 end), 'BUDT',
      jsonb_build_object('MONTANT', 1000 + id % 700, 'ENGAGE', 900 + id % 300), null, 'VALIDE', 0,
      ${premiere?.noms}
    from formulaire where modele_code = 'RMA'
      and (annee = ${avant} or annee = ${annee} and mois % 3 = 0)`)
  await ordonner(`update structure_periode set modeles = modeles || array['BUDT']
    where 'RMA' = any(modeles)`)
}

type Fait = {
  id: number
  structure: number
  modele: string
  rang: number
  effectif: number | null
  donnees: Record<string, unknown>
}
type Tranche = {
  structure: number
  du: number
  au: number
  region: string
  type: string
  modeles: string[]
}
type Vie = { id: number; code: string; ouverture: string; fermeture: string | null }
type Pause = { structure: number; du: string; au: string | null }

/** What both years were, as it stands before anything of the year before is frozen. */
let faits: Fait[]
let tranches: Tranche[]
let vies: Vie[]
let pauses: Pause[]

const annuler = (condition: string) =>
  ordonner(`update formulaire set etat = 'ANNULE' where ${condition}`)

/** Reports that are missing, structures that open, close, stop, move; cells that nobody knows. */
async function bousculer(): Promise<void> {
  const codes = await lire<{ id: number; code: string }>(`
    select distinct s.id, s.code from structure s join structure_periode e on e.structure_id = s.id
    where 'RMA' = any(e.modeles) order by s.id`)
  const de = (n: number) => codes[n] ?? { id: 0, code: '' }
  const vus = await lire<{ id: number; structure: number }>(`
    select id, structure_id as structure from formulaire
    where annee in (${avant}, ${annee}) order by id`)
  const trous = vus.filter(
    ({ structure }) => hasard() < (structure === de(1).id || structure === de(2).id ? 0.2 : 0.02),
  )
  await annuler(`id in (${trous.map(({ id }) => id).join(', ')})`)
  // Opens in July of the year before; closes at the end of May; stops in March and April.
  await annuler(`structure_id = ${de(3).id} and rang < ${avant * 12 + 6}`)
  await ordonner(`update structure set date_ouverture = '${avant}-07-01' where id = ${de(3).id}`)
  await annuler(`structure_id = ${de(5).id} and rang >= ${annee * 12 + 5}`)
  await ordonner(`update structure set etat = 'FERMEE', date_fermeture = '${annee}-05-31'
    where id = ${de(5).id}`)
  await annuler(`structure_id = ${de(6).id} and rang in (${annee * 12 + 2}, ${annee * 12 + 3})`)
  await ordonner(`insert into structure_interruption (structure_id, etat, du, au)
    values (${de(6).id}, 'SUSPENDUE', '${annee}-02-20', '${annee}-05-03')`)
  await changerDepuis(
    db,
    { code: de(7).code, rang: annee * 12 + 1 },
    { region: 'R02', typeStructure: 'CAU' },
  )
  // A model taken away in September, with its forms.
  await changerDepuis(db, { code: de(8).code, rang: annee * 12 + 8 }, { modeles: ['RMA', 'BUDT'] })
  await annuler(`structure_id = ${de(8).id} and modele_code not in ('RMA', 'BUDT')
    and rang >= ${annee * 12 + 8}`)
  await ordonner(`update formulaire set donnees = donnees || '{"ENGAGE": "ND"}'
    where modele_code = 'BUDT' and structure_id = ${de(4).id} and rang = ${annee * 12 + 5}`)
}

async function noter(): Promise<void> {
  faits = await lire<Fait>(`
    select f.id, f.structure_id as structure, f.modele_code as modele, f.rang, f.effectif, f.donnees
    from formulaire f where f.annee in (${avant}, ${annee})
      and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')`)
  tranches = await lire<Tranche>(`select structure_id as structure, du, au, region,
    type_structure as type, modeles from structure_periode`)
  vies = await lire<Vie>(`select id, code, date_ouverture::text as ouverture,
    date_fermeture::text as fermeture from structure where etat <> 'INVITEE'`)
  pauses = await lire<Pause>(`select structure_id as structure, du::text, au::text
    from structure_interruption`)
}

const generer = () =>
  genererAnnuaire(
    { db, maintenant: MAINTENANT },
    { annee, source: { annee, soumis: false }, soumis: false, introductions: {}, suite: null },
  )

let genere: AnnuaireGenere

beforeAll(async () => {
  await installer(db)
  const pays = { structures: 30, mois: 28, maintenant: MAINTENANT, motDePasse: 'x'.repeat(16) }
  await genererPays(db, pays)
  await poserBudget()
  await bousculer()
  await noter()
  genere = await generer()
})

// What follows is worked out from the facts alone: months are sets, and nothing of ours is read but
// how each figure is made, which `verite.test.ts` holds to plain SQL.

const jourDe = (rang: number, jour: 'premier' | 'dernier') =>
  new Date(
    Date.UTC(
      Math.floor(rang / 12),
      (rang % 12) + (jour === 'premier' ? 0 : 1),
      jour === 'premier' ? 1 : 0,
    ),
  )
    .toISOString()
    .slice(0, 10)

const etatDe = (structure: number, rang: number) =>
  tranches.find((t) => t.structure === structure && t.du <= rang && rang <= t.au)

function attendu(vie: Vie, modele: string, rang: number): boolean {
  const [premier, dernier] = [jourDe(rang, 'premier'), jourDe(rang, 'dernier')]
  if (vie.ouverture > dernier || (vie.fermeture !== null && vie.fermeture < premier)) return false
  const arrete = pauses.some(
    (p) => p.structure === vie.id && p.du <= premier && (p.au === null || p.au >= dernier),
  )
  const rythme = modele !== 'BUDT' || rang < annee * 12 || rang % 3 === 2
  return !arrete && rythme && (etatDe(vie.id, rang)?.modeles.includes(modele) ?? false)
}

/** The months of the year, 1 to 12, that a report covers. */
const couverts = (modele: string, rang: number): number[] => {
  const mois = (rang % 12) + 1
  return modele === 'BUDT' && rang >= annee * 12 ? [mois - 2, mois - 1, mois] : [mois]
}

type Suivi = {
  vie: Vie
  modele: string
  /** Ranks of what was expected or came; forms by rank. */
  attendus: number[]
  formes: Map<number, Fait>
  ecartes: Set<number>
}

const suivis = new Map<string, Suivi>()
function suivre(vie: Vie, modele: string): Suivi {
  const cle = `${vie.id} ${modele}`
  const connu = suivis.get(cle)
  if (connu) return connu
  const rangs = Array.from({ length: 24 }, (_, i) => avant * 12 + i)
  const attendus = rangs.filter((rang) => attendu(vie, modele, rang))
  const siens = faits.filter((f) => f.structure === vie.id && f.modele === modele)
  const formes = new Map(siens.map((f) => [f.rang, f]))
  const ecartes = new Set(
    attendus.filter((rang) => !formes.has(rang)).flatMap((rang) => couverts(modele, rang)),
  )
  const tous = [...new Set([...attendus, ...formes.keys()])].map((rang) => couverts(modele, rang))
  for (let change = true; change; ) {
    change = false
    for (const mois of tous)
      if (mois.some((m) => ecartes.has(m)) && mois.some((m) => !ecartes.has(m))) {
        for (const m of mois) ecartes.add(m)
        change = true
      }
  }
  const suivi = { vie, modele, attendus, formes, ecartes }
  suivis.set(cle, suivi)
  return suivi
}

const moyenne = (nombres: readonly number[]) =>
  nombres.reduce((a, b) => a + b, 0) / Math.max(1, nombres.length)

const poidsParModele = new Map<string, Map<number, number>>()
function poidsDe(modele: string): Map<number, number> {
  const connus = poidsParModele.get(modele)
  if (connus) return connus
  const poids = new Map<number, number>()
  for (const vie of vies) {
    const dits = [...suivre(vie, modele).formes.values()].flatMap(({ effectif }) => effectif ?? [])
    if (dits.length > 0) poids.set(vie.id, moyenne(dits))
  }
  const defaut = poids.size > 0 ? moyenne([...poids.values()]) : 1
  for (const vie of vies) if (!poids.has(vie.id)) poids.set(vie.id, defaut)
  poidsParModele.set(modele, poids)
  return poids
}

const operande = (donnees: Fait['donnees'], cellule: string): unknown => {
  const [a = '', b] = cellule.split(/[*?]/)
  const [x, y] = [donnees[a], b === undefined ? null : donnees[b]]
  if (b === undefined || typeof x !== 'number') return x
  if (typeof y !== 'number') return y
  return cellule.includes('*') ? x * y : x
}

/** Of one year: the forms that a term compares, and what is around them. */
function lireTerme({ terme }: Composant, an: number) {
  const [modele = '', avec] = terme.lecture.split('+')
  const gardes: Fait[] = []
  let [poidsGarde, poidsTous] = [0, 0]
  const structures = new Set<number>()
  for (const vie of vies) {
    const sien = suivre(vie, modele)
    const beside = avec === undefined ? null : suivre(vie, avec)
    const ecartes = new Set([...sien.ecartes, ...(beside?.ecartes ?? [])])
    const estDe = (rang: number) => {
      const etat = etatDe(vie.id, rang)
      const lieu = (terme.region ?? etat?.region) === etat?.region
      return (
        lieu && (terme.type ?? etat?.type) === etat?.type && terme.mois.includes((rang % 12) + 1)
      )
    }
    const vus = (suivi: Suivi) => new Set([...suivi.attendus, ...suivi.formes.keys()])
    const rangs = [...vus(sien)].filter(
      (rang) => estDe(rang) && (beside === null || vus(beside).has(rang)),
    )
    const tous = new Set(rangs.flatMap((rang) => couverts(modele, rang)))
    const poids = poidsDe(modele).get(vie.id) ?? 0
    poidsTous += tous.size * poids
    poidsGarde += [...tous].filter((m) => !ecartes.has(m)).length * poids
    for (const rang of rangs) {
      const forme = sien.formes.get(rang)
      if (!forme || (beside !== null && !beside.formes.has(rang))) continue
      if (couverts(modele, rang).some((m) => ecartes.has(m))) continue
      structures.add(vie.id)
      if (Math.floor(rang / 12) === an) gardes.push(forme)
    }
  }
  return { gardes, structures, part: poidsTous === 0 ? 0 : poidsGarde / poidsTous }
}

function valeurDe(composant: Composant, an: number) {
  const { terme, sorte } = composant
  const { gardes, structures, part } = lireTerme(composant, an)
  const dits = gardes.flatMap((forme) =>
    terme.cellules.map((cellule) => ({ forme, cellule, lu: operande(forme.donnees, cellule) })),
  )
  const nombres = dits.flatMap(({ lu }) => (typeof lu === 'number' ? [lu] : []))
  const nd = dits.some(({ lu }) => lu === 'ND')
  let valeur: number | null = nombres.length > 0 ? nombres.reduce((a, b) => a + b, 0) : null
  if (sorte === 'moyenne' && valeur !== null) {
    const pays = lireTerme({ ...composant, terme: { ...terme, region: null, type: null } }, an)
    const mois = new Set(pays.gardes.map(({ rang }) => rang)).size
    const parts = new Map<string, { somme: number; n: number; mois: number }>()
    for (const { forme, cellule, lu } of dits) {
      const etat = etatDe(forme.structure, forme.rang)
      const cle = [forme.structure, etat?.region, etat?.type, cellule].join(' ')
      const sienne = parts.get(cle) ?? { somme: 0, n: 0, mois: 0 }
      if (lu !== 'SO') sienne.mois += 1
      if (typeof lu === 'number') {
        sienne.somme += lu
        sienne.n += 1
      }
      parts.set(cle, sienne)
    }
    valeur =
      [...parts.values()].reduce((v, p) => v + (p.n ? (p.somme * p.mois) / p.n : 0), 0) / mois
  }
  return { valeur, structures, part, nd }
}

type Attendue = {
  variation: number | null
  part: number
  raison: string | null
  /** The year before, then the year, as compared. */
  egaux: (number | null)[]
}

const arrondi = (valeur: number, decimales: number) =>
  Math.round(valeur * 10 ** decimales + 1e-9) / 10 ** decimales

function attendue(formule: Formule, decimales: number): Attendue {
  const composants = formule.sorte === 'taux' ? [...formule.num, ...formule.den] : [formule]
  const dites = [avant, annee].map((an) => composants.map((composant) => valeurDe(composant, an)))
  const part = Math.min(...dites.flat().map((dite) => dite.part))
  const structures = Math.min(...dites.flat().map((dite) => dite.structures.size))
  const figures = dites.map((siens) => {
    if (formule.sorte !== 'taux') return siens[0]?.valeur ?? null
    if (siens.some(({ valeur }) => valeur === null)) return null
    const somme = (de: number, a: number) =>
      siens.slice(de, a).reduce((total, { valeur }) => total + (valeur ?? 0), 0)
    const den = somme(formule.num.length, siens.length)
    return den === 0 ? null : (formule.facteur * somme(0, formule.num.length)) / den
  })
  const commun = { part: 100 * part, egaux: figures }
  const sans = (raison: string | null) => ({ ...commun, variation: null, raison })
  if (100 * part < 80) return sans('PART')
  if (structures < 2) return sans('UNE_STRUCTURE')
  if (dites.flat().some(({ nd }) => nd)) return sans('PARTIEL')
  const [x, y] = figures.map((figure) => (figure === null ? null : arrondi(figure, decimales)))
  if (x === null || x === undefined || y === null || y === undefined) return sans(null)
  const variation = formule.sorte === 'taux' ? y - x : x === 0 ? null : (100 * (y - x)) / x
  return { ...commun, variation, raison: null }
}

type Nombre = CelluleAnnuaire & { sorte: 'valeur' }
type Cas = {
  nom: string
  cellule: Nombre
  voulue: Attendue
  /** A sum of persons: what secrecy is of. */
  compte: boolean
}

const tableauxDe = ({ contenu }: AnnuaireGenere) =>
  contenu.chapitres.flatMap(({ tableaux }) => tableaux)

/** Every figure that both years show, but those of repeating tables, which are counted by row. */
function casDe(lu: AnnuaireGenere): Cas[] {
  const comptes = new Set(lu.coulisses.valeurs.map(([cle]) => cle))
  return tableauxDe(lu)
    .filter(({ code }) => code !== 'T5.2')
    .flatMap(({ code, lignes, colonnes }) => {
      const formules = lu.coulisses.formules.find((f) => f.code === code)?.formules
      return lignes.flatMap((ligne, l) =>
        ligne.cellules.flatMap((cellule, c): Cas[] => {
          const formule = formules?.[l]?.[c]
          const colonne = colonnes[c]
          if (!formule || !colonne || cellule.sorte !== 'valeur') return []
          if (cellule.nMoins1?.sorte !== 'valeur') return []
          const compte = formule.sorte === 'somme' && comptes.has(cleDe(formule, annee))
          const voulue = attendue(formule, colonne.decimales)
          return [{ nom: `${code} ${ligne.code} ${colonne.code}`, cellule, voulue, compte }]
        }),
      )
    })
}

const sorteDe = ({ variation, part = 100, sansVariation }: Nombre): string => {
  if (typeof variation !== 'number') return sansVariation ?? 'SANS_RAISON'
  return part < 100 ? 'EGALE' : 'ENTIERE'
}

/** What is not as it was worked out; whether secrecy hides it is asked apart. */
const fautesDe = (cas: readonly Cas[]) =>
  cas.flatMap(({ nom, cellule, voulue }) => {
    const { variation = null, part = null, sansVariation: raison = null } = cellule
    if (raison === 'SECRET') return []
    const memes =
      raison === voulue.raison &&
      (variation === null) === (voulue.variation === null) &&
      Math.abs((variation ?? 0) - (voulue.variation ?? 0)) < 0.0501
    const memePart = part === null || part === 99.9 || Math.abs(part - voulue.part) < 0.0501
    return memes && memePart ? [] : [{ nom, lu: { variation, part, raison }, voulue }]
  })

/** What each year has beside what is compared of it: the year before, then the year. */
const restesDe = ({ cellule, voulue: { egaux } }: Cas): number[] => {
  const entiers = [cellule.nMoins1?.sorte === 'valeur' ? cellule.nMoins1.valeur : 0, cellule.valeur]
  return entiers.map((entier, an) => entier - (egaux[an] ?? 0))
}
const estPetit = (nombre: number | null | undefined) => {
  return typeof nombre === 'number' && nombre > 0 && nombre < SEUIL
}

describe('une variation d’une année à l’autre, case par case, face à un calcul indépendant', () => {
  let cas: Cas[]
  beforeAll(() => {
    cas = casDe(genere)
  })

  it('compare les mois que les deux années ont, et dit de quelle part', () => {
    expect(fautesDe(cas).slice(0, 5)).toEqual([])
    const sortes = cas.map(({ cellule }) => sorteDe(cellule))
    for (const sorte of ['EGALE', 'ENTIERE', 'PART', 'UNE_STRUCTURE', 'PARTIEL', 'SECRET'])
      expect(sortes).toContain(sorte)
    expect(sortes.filter((sorte) => sorte === 'EGALE').length).toBeGreaterThan(200)
  })

  it('laisse entières les deux colonnes, et sa note le dit', () => {
    const lus = tableauxDe(genere).filter(({ lignes }) =>
      lignes.some(({ cellules }) =>
        cellules.some((cellule) => cellule.sorte !== 'texte' && (cellule.part ?? 100) < 100),
      ),
    )
    expect(lus.length).toBeGreaterThan(10)
    for (const { code, note, partDe } of lus)
      expect([code, note, partDe]).toEqual([
        code,
        expect.stringContaining('à couverture égale'),
        code.startsWith('T9.BUDT') ? 'RAPPORTS' : 'EFFECTIF',
      ])
    const ailleurs = tableauxDe(genere).filter((t) => !lus.includes(t))
    for (const { note } of ailleurs) expect(note ?? '').not.toContain('à couverture égale')
  })

  it('d’un trimestre compare ses mois, et met de côté ceux d’un rapport qui manque', () => {
    const montants = cas.filter(
      ({ nom }) => nom.startsWith('T9.BUDT') && nom.endsWith('MONTANT SOMME'),
    )
    expect(montants).toHaveLength(1)
    expect(sorteDe(montants[0]?.cellule as Nombre)).toBe('EGALE')
  })

  it('n’est pas donnée où elle dirait un petit nombre, ou ce qu’elle met de côté', () => {
    const comptes = cas.filter(({ compte }) => compte)
    const donnes = comptes.filter(({ cellule }) => typeof cellule.variation === 'number')
    expect(donnes.length).toBeGreaterThan(100)
    for (const un of donnes)
      expect([un.nom, [...un.voulue.egaux, ...restesDe(un)].filter(estPetit)]).toEqual([un.nom, []])
    const dits = comptes.filter(({ cellule }) => cellule.sansVariation === 'SECRET')
    const seuls = dits.filter((un) => [...un.voulue.egaux, ...restesDe(un)].some(estPetit))
    expect(seuls.length).toBeGreaterThan(20)
  })

  it.each([0, 1])('ni ne laisse retrouver par les totaux ce qu’une autre tait (année %i)', (an) => {
    const parNom = new Map(cas.map((un) => [un.nom, un]))
    const tables = tableauxDe(genere)
      .filter(
        ({ code, unite }) => unite !== '%' && !['T2.3', 'T3.3', 'T5.2', 'T8.1'].includes(code),
      )
      .map((table) => ({
        ...table,
        lignes: table.lignes.map((ligne) => ({
          ...ligne,
          cellules: ligne.cellules.map((cellule, c): CelluleAnnuaire => {
            const un = parNom.get(`${table.code} ${ligne.code} ${table.colonnes[c]?.code}`)
            if (!un) return cellule.sorte === 'texte' ? cellule : { sorte: 'secret' }
            if (typeof un.cellule.variation !== 'number') return { sorte: 'secret' }
            return { sorte: 'valeur', valeur: restesDe(un)[an] ?? 0 }
          }),
        })),
      }))
    const lues = deduire(systemeLu(tables)).flatMap((nom) => parNom.get(nom) ?? [])
    expect(
      lues.filter((un) => un.compte && estPetit(restesDe(un)[an])).map(({ nom }) => nom),
    ).toEqual([])
  })

  it('de l’année d’avant arrêtée, reste celle des versions qu’elle a figées', async () => {
    const id = await insertEdition(db, {
      annee: avant,
      edition: 1,
      titre: 'Annuaire',
      avantPropos: '',
      introductions: {},
      chapitresOmis: [],
      nature: null,
      correction: null,
    })
    const edition = await findEdition(db, { annee: avant })
    if (edition?.id !== id) throw new Error('édition')
    await figer({ db, maintenant: MAINTENANT }, edition)
    // What comes after: reports that were missing, others that say something else.
    await ordonner(`update formulaire set etat = 'VALIDE' where annee = ${avant}
      and etat = 'ANNULE'`)
    await ordonner(`update formulaire set donnees = donnees || '{"MVT.FIN.M": 999, "MONTANT": 1}'
      where annee = ${avant} and mois > 6`)
    await ordonner(`update formulaire set effectif = 5000
      where annee = ${avant} and structure_id % 2 = 0 and effectif is not null`)
    const apres = await generer()
    const variations = (lu: AnnuaireGenere) =>
      tableauxDe(lu).map(({ code, note, lignes }) => [code, note, lignes.map((l) => l.cellules)])
    expect(variations(apres)).toEqual(variations(genere))
  })
})
