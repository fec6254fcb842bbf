import { createHash } from 'node:crypto'
import type {
  Chiffre,
  Couverture,
  Erratum,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { arrondir } from '@releve/contract/exact.ts'
import { isoDe, MOIS, periodeDe } from '@releve/contract/mois.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import {
  findGroupe,
  findTousReglages,
  ORGANISATION,
  valeursDe,
} from '../parametre/parametre.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import {
  type Contenu,
  type Coulisses,
  findContenu,
  findCoulisses,
  findEdition,
} from './annuaire.sql.ts'
import { avecCalcul, type Calculer, comparesDe, type Moyens } from './calculer.ts'
import { type ChiffresLus, chiffresDe, type Egaux } from './composer.ts'
import type { AnneeVue, Couverts, Regard } from './couverture-egale.ts'
import { differencesEntre } from './differences.ts'
import { couvertureDe, type Fabrication, type Mission, sommer } from './mission.ts'
import { CHAPITRES, estProtege, SERIES } from './plan.ts'
import { REGLAGES } from './reglages.ts'
import {
  type Calendaire,
  type CouvertureDuMois,
  findSommes,
  listCouvertures,
  listPresences,
  listRepertoire,
  listVersionsDeLAnnee,
  type Source,
} from './retenus.sql.ts'
import {
  couverturesParModele,
  type Series,
  seriesLues,
  tableauDesSeries,
  tableauxDeCouverture,
  tableauxDuRepertoire,
} from './tables-fixes.ts'
import { findPays, moisDe, moisEchus, type Pays } from './terrain.ts'
import { textesDuChapitre } from './textes.ts'

/** What the annuaire is made of, and for which edition. */
export type Demande = {
  annee: number
  source: Source
  soumis: boolean
  introductions: Readonly<Record<string, string>>
  /** Codes of the chapters that it leaves out; none unless told. */
  omis?: readonly string[]
  /** The edition that this one follows, and why. */
  suite: {
    id: number
    edition: number
    nature: Erratum['nature']
    texte: string
    le: string | null
  } | null
}

export type AnnuaireGenere = { contenu: Contenu; coulisses: Coulisses; etendue: Pays['etendue'] }

const DIFFERENCES_MAX = 500

const tableauxDe = ({ chapitres }: Contenu): TableauAnnuaire[] =>
  chapitres.flatMap(({ tableaux }) => tableaux)

type Cadre = Pick<Contexte, 'db' | 'maintenant'>

function missionDe(
  { terrain, repetes, modeles }: Pays,
  couvertures: readonly CouvertureDuMois[],
  reste: Omit<Mission, 'terrain' | 'repetes' | 'modeles' | 'couvertures'>,
): Mission {
  const parModele: Record<string, Record<number, Couverture>> = {}
  for (const mois of couvertures)
    (parModele[mois.modele] ??= {})[(mois.rang % 12) + 1] = couvertureDe(mois)
  return { terrain, repetes, modeles, couvertures: parModele, ...reste }
}

/** How many months the report of each month covers, by model. */
async function findCouverts(db: Db, annee: number): Promise<Couverts> {
  const couverts: Record<string, number[]> = {}
  for (const version of await listVersionsDeLAnnee(db, annee)) {
    const siens = (couverts[version.code] ??= Array<number>(12).fill(0))
    for (const mois of moisDe(version, annee)) siens[mois] = version.moisCouverts
  }
  return couverts
}

/** What is compared of a year: who was expected, whose forms count, and what these cover. */
async function findVue(db: Db, source: Source, annee: number): Promise<AnneeVue> {
  const presences = await listPresences(db, source, annee)
  return { presences, couverts: await findCouverts(db, annee) }
}

type Precedente = {
  avant: ChiffresLus
  series: ReadonlyMap<string, Chiffre> | null
  /** Both years as they are compared, and what the one before compares; null: its forms are not known. */
  regard: { annees: Regard; avant: Egaux } | null
}

const seriesDe = ({ series }: Fabrication) => new Map(series.map((s) => [s.code, s.chiffre]))

type DerniereEdition = { id: number; version: number; chiffres: ChiffresLus }

/** The last edition of a year that is frozen, and its figures, those that it leaves out too. */
async function findArrete(db: Db, annee: number): Promise<DerniereEdition | null> {
  const edition = await findEdition(db, { annee, etats: ['ARRETE', 'PUBLIE'] })
  const contenu = edition && (await findContenu(db, edition.id))
  if (!contenu) return null
  const coulisses = edition.chapitresOmis.length > 0 ? await findCoulisses(db, edition.id) : null
  const chiffres = { ...chiffresDe(tableauxDe(contenu)), ...coulisses?.omis }
  return { id: edition.id, version: edition.version, chiffres }
}

/** The year that is made, for the one before to be compared with it. */
type Presente = {
  vue: AnneeVue
  calendaire: Calendaire
  reglages: Pick<Mission, 'seuil' | 'partComparable'>
  calculer: Calculer
}

/**
 * The year before: its figures as its annuaire says, else as its forms do; and what is compared of
 * it, from the forms that its annuaire froze, else from those of the day. Null: it has neither.
 */
async function findPrecedente(
  { db }: Cadre,
  annee: number,
  { vue, calendaire, reglages, calculer }: Presente,
): Promise<Precedente | null> {
  const arrete = await findArrete(db, annee)
  const source: Source = arrete ? { annuaireId: arrete.id } : { annee, soumis: false }
  const pays = await findPays(db, source, annee)
  const lues = arrete && seriesLues(arrete.chiffres, annee)
  if (!pays) return arrete && { avant: arrete.chiffres, series: lues, regard: null }
  const annees: Regard = [await findVue(db, source, annee), vue]
  const couvertures = arrete
    ? []
    : await listCouvertures(
        db,
        { annee, soumis: false },
        { ...calendaire, jusqua: annee * 12 + 11 },
      )
  const reste = { ...reglages, moisEchus: 12, avant: null, lues: [] }
  const regard = { annees, rang: 0, avant: null } as const
  const mission = missionDe(pays, couvertures, { ...reste, regard })
  const calcul = { source, mission, calendaire }
  if (arrete) {
    const siens = { annees, avant: await comparesDe(db, arrete, calcul, calculer) }
    return { avant: arrete.chiffres, series: lues, regard: siens }
  }
  const fait = await calculer(db, calcul)
  const siens = { annees, avant: fait.egaux ?? {} }
  const chiffres = chiffresDe(fait.tableaux.map(({ tableau }) => tableau))
  return { avant: chiffres, series: seriesDe(fait), regard: siens }
}

function chiffreDe(valeur: number | null, cache: boolean): Chiffre {
  if (valeur === null) return { sorte: 'absent', raison: 'NON_RECU' }
  return cache ? { sorte: 'secret' } : { sorte: 'valeur', valeur: arrondir(valeur, 0) }
}

/** The series of the years before: as their annuaires say, else as their forms do. */
async function findSeries(
  db: Db,
  annee: number,
  { seuil, agentsProteges }: Pick<Mission, 'seuil'> & Pick<Pays['terrain'], 'agentsProteges'>,
): Promise<Map<string, Chiffre>> {
  const arrete = await findArrete(db, annee)
  const lues = arrete && seriesLues(arrete.chiffres, annee)
  if (lues) return lues
  const sommes = await findSommes(
    db,
    { annee, soumis: false },
    SERIES.map(({ code, modele, cellules, agregation }) => {
      return { code, modele, cellules: [...cellules], decembre: agregation === 'STOCK' }
    }),
  )
  return new Map(
    SERIES.map(({ code, personnes }) => {
      const valeur = sommes.get(code) ?? null
      const protegee = estProtege(personnes, agentsProteges)
      const cache = protegee && valeur !== null && valeur > 0 && valeur < seuil
      return [code, chiffreDe(valeur, cache)]
    }),
  )
}

/** The editions of a year up to this one, the last first, as people have read them. */
async function findJusqua(db: Db, annee: number, derniere: number): Promise<Mission['lues']> {
  const lues: Mission['lues'] = []
  for (let edition = derniere; edition > 0; edition--) {
    const trouvee = await findEdition(db, { annee, edition })
    const contenu = trouvee && (await findContenu(db, trouvee.id))
    const coulisses = trouvee && (await findCoulisses(db, trouvee.id))
    if (!contenu || !coulisses) continue
    const { formules, valeurs, caches } = coulisses
    lues.push({ annee, tableaux: tableauxDe(contenu), formules, valeurs, caches })
  }
  return lues
}

/** The editions of this year up to the one that is followed, then those of the year after. */
export async function findLues(
  db: Db,
  annee: number,
  suite: Demande['suite'],
): Promise<Mission['lues']> {
  const apres = await findEdition(db, { annee: annee + 1, etats: ['ARRETE', 'PUBLIE'] })
  return [
    ...(await findJusqua(db, annee, suite?.edition ?? 0)),
    ...(await findJusqua(db, annee + 1, apres?.edition ?? 0)),
  ]
}

type Matiere = {
  pays: Pays
  couvertures: CouvertureDuMois[]
  fait: Fabrication
  series: Series
  regard: Precedente['regard']
  reglages: Presente['reglages']
}

/** Adds up the year, and what it is compared with. @throws ANNEE_A_VENIR, ANNEE_SANS_DONNEES */
async function reunir(
  cadre: Cadre,
  { annee, source, soumis, suite }: Demande,
  calculer: Calculer,
): Promise<Matiere> {
  const { db } = cadre
  const echus = await moisEchus(cadre, annee)
  const pays = await findPays(db, source, annee)
  if (!pays) throw erreur('ANNEE_SANS_DONNEES', { annee: String(annee) })
  const { seuilSecret: seuil, partComparable } = valeursDe(REGLAGES, await findTousReglages(db))
  const calendaire = await aujourdhui(cadre)
  const jusqua = annee * 12 + echus - 1
  const couvertures = await listCouvertures(db, { annee, soumis }, { ...calendaire, jusqua })
  const reglages = { seuil, partComparable }
  const vue = await findVue(db, source, annee)
  const presente = { vue, calendaire, reglages, calculer }
  const precedente = await findPrecedente(cadre, annee - 1, presente)
  const regard = precedente?.regard ?? null
  const mission = missionDe(pays, couvertures, {
    ...reglages,
    moisEchus: echus,
    avant: precedente?.avant ?? null,
    regard: regard && { ...regard, rang: 1 },
    lues: await findLues(db, annee, suite),
  })
  const fait = await calculer(db, { source, mission, calendaire })
  const protection = { seuil, agentsProteges: pays.terrain.agentsProteges }
  const series = new Map<number, ReadonlyMap<string, Chiffre>>([[annee, seriesDe(fait)]])
  for (const recul of [1, 2, 3, 4]) {
    const lues = recul === 1 ? precedente?.series : null
    series.set(annee - recul, lues ?? (await findSeries(db, annee - recul, protection)))
  }
  return { pays, couvertures, fait, series, regard, reglages }
}

async function composerChapitres(
  db: Db,
  { annee, introductions, soumis }: Demande,
  { pays, couvertures, fait, series, regard, reglages }: Matiere,
): Promise<Contenu['chapitres']> {
  const { modeles, terrain, etendue } = pays
  const structures = await listRepertoire(db, annee)
  const ouvertes = structures.filter(({ dansLAnnee }) => dansLAnnee)
  const { seuil, partComparable } = reglages
  const egaux = regard && fait.egaux ? { avant: regard.avant, apres: fait.egaux } : null
  const fixes: Record<string, TableauAnnuaire[]> = {
    '0': tableauxDeCouverture(couvertures, annee, modeles),
    '1': tableauxDuRepertoire(structures, terrain, { ouvertes }),
    '8': [tableauDesSeries(series, annee, { egaux, partComparable, faites: fait.series })],
  }
  const { formulaires, structures: nombre } = etendue
  const { agentsProteges } = terrain
  const autresModeles = terrain.autres.length > 0
  const etendu = { formulaires, structures: nombre }
  const regles = { seuil, agentsProteges, autresModeles, partComparable }
  const cas = { annee, ...regles, soumis, modeles, ...etendu }
  return CHAPITRES.map(({ code, titre }) => ({
    code,
    titre,
    introduction: introductions[code] ?? '',
    textes: textesDuChapitre(code, cas),
    tableaux: fixes[code] ?? fait.tableaux.filter((t) => t.chapitre === code).map((t) => t.tableau),
  }))
}

function nonRepondantsDe(couvertures: readonly CouvertureDuMois[]): Contenu['nonRepondants'] {
  return MOIS.map((mois, i) => ({
    mois,
    rapports: couvertures.filter((m) => m.rang % 12 === i).flatMap((m) => m.manquants),
  })).filter(({ rapports: { length } }) => length > 0)
}

/** Versions of the models that count, each with the months for which it was in force. */
async function findVersions(
  db: Db,
  { versions }: Pays,
  annee: number,
): Promise<Contenu['modeles']> {
  const vigueurs = new Map((await listVersionsDeLAnnee(db, annee)).map((v) => [v.id, v]))
  const borner = (rang: number) =>
    isoDe(periodeDe(Math.max(annee * 12, Math.min(annee * 12 + 11, rang))))
  return versions
    .map(({ id, modele: { code, version, libelle } }) => {
      const vigueur = vigueurs.get(id)
      const du = borner(vigueur?.enVigueurDu ?? 0)
      const au = borner(vigueur?.enVigueurAu ?? annee * 12 + 11)
      return { code, version, libelle, du, au }
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : a.version - b.version))
}

/** What this edition corrects of the one that it follows, then what that one did. */
async function composerErrata(
  db: Db,
  suite: Demande['suite'],
  tableaux: readonly TableauAnnuaire[],
): Promise<Erratum[]> {
  if (!suite) return []
  const precedent = await findContenu(db, suite.id)
  if (!precedent) return []
  const { id: _, ...dit } = suite
  const differences = differencesEntre(tableauxDe(precedent), tableaux)
  const erratum = {
    ...dit,
    differences: differences.slice(0, DIFFERENCES_MAX),
    total: differences.length,
  }
  return [erratum, ...precedent.errata]
}

/** The content of an annuaire. @throws ANNEE_A_VENIR, ANNEE_SANS_DONNEES, CALCUL_TROP_LONG */
export async function genererAnnuaire(
  cadre: Cadre,
  demande: Demande,
  moyens?: Moyens,
): Promise<AnnuaireGenere> {
  const { db } = cadre
  const matiere = await avecCalcul((calculer) => reunir(cadre, demande, calculer), moyens)
  const { pays, couvertures, fait } = matiere
  const { seuil, partComparable } = matiere.reglages
  const tous = await composerChapitres(db, demande, matiere)
  const estOmis = ({ code }: { code: string }) => demande.omis?.includes(code) ?? false
  const chapitres = tous.filter((chapitre) => !estOmis(chapitre))
  const omis = chiffresDe(tous.filter(estOmis).flatMap((chapitre) => chapitre.tableaux))
  const tableaux = chapitres.flatMap((chapitre) => chapitre.tableaux)
  const couverture = {
    ...sommer(couvertures),
    modeles: couverturesParModele(couvertures, pays.modeles),
  }
  const nonRepondants = nonRepondantsDe(couvertures)
  const chiffres = JSON.stringify({ tableaux, couverture, nonRepondants })
  return {
    contenu: {
      ...(await findGroupe(db, ORGANISATION)),
      seuilSecret: seuil,
      agentsProteges: pays.terrain.agentsProteges,
      partComparable,
      empreinte: createHash('sha256').update(chiffres).digest('hex'),
      couverture,
      chapitres,
      nonRepondants,
      modeles: await findVersions(db, pays, demande.annee),
      errata: await composerErrata(db, demande.suite, tableaux),
    },
    coulisses: {
      valeurs: fait.valeurs,
      caches: fait.caches,
      formules: fait.formules,
      attentes: fait.attentes,
      masques: fait.masques.filter(({ tableau }) => tableaux.some(({ code }) => code === tableau)),
      omis,
    },
    etendue: pays.etendue,
  }
}
