import { ecrireChiffres } from '@releve/contract/exact.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import {
  type FormatEchange,
  LIBELLES_FORMATS_ECHANGE,
  SANS_VENTILATION,
  TYPE_SDMX,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Cellule, estMarqueur } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { listCorrespondance } from '../modele/correspondance.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { listModeles } from '../modele/modele.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { type Colonne, composeExport } from '../platform/import.colonnes.ts'
import { toutDe } from '../platform/liste.ts'
import type { Appel, Db } from '../platform/route.ts'
import {
  deriver,
  elementDuControle,
  estIndicateur,
  indicateurDe,
  type Rapprochement,
} from './correspondance.ts'
import {
  listDiffusees,
  listPeriodesDiffusees,
  type PeriodeDiffusee,
  type ValeursDiffusees,
} from './echange.sql.ts'
import { casesDe, TEXTES_ABSENTS } from './exporter.ts'
import { nomDhis2, type PeriodeCouverte, periodeSdmx } from './periode.ts'

/** A model, and what DHIS2 calls its cells where it comes from there. */
type Echange = { id: number; modele: string; venue: readonly Rapprochement[] }

/** The model, if some version of it is published. */
export async function loadEchange(db: Db, modele: string): Promise<Echange | undefined> {
  const trouve = (await listModeles(db)).find(({ code }) => code === modele)
  return trouve && { id: trouve.id, modele, venue: await listCorrespondance(db, modele) }
}

/** `2025-03` as a rank. */
function rangDuMois(mois: string): number {
  const [annee, numero] = mois.split('-').map(Number)
  return (annee ?? 0) * 12 + (numero ?? 1) - 1
}

const couverteDe = ({ rang, couverts }: PeriodeDiffusee): PeriodeCouverte => ({
  periode: periodeDe(rang),
  couverts,
})

/** A value as DHIS2 writes it; null where it has none. */
function valeurDhis2(
  cellule: Cellule,
  valeur: Valeur | undefined,
  options: Rapprochement['options'],
): string | null {
  if (valeur === undefined || estMarqueur(cellule, valeur)) return null
  const code = options && Object.entries(options).find(([, ici]) => ici === valeur)?.[0]
  return code ?? (typeof valeur === 'number' ? ecrireChiffres(valeur) : String(valeur))
}

/** How DHIS2 calls the period of a value. */
const PERIODE_DHIS2 = 'period'

/** What DHIS2 keeps of one figure, without where and when it is. */
type ValeurDhis2 = {
  dataElement: string
  categoryOptionCombo: string
  value: string
  comment?: string
}

/** The cells that DHIS2 has named itself: it asked for these, and for no other. */
const valeursVenues = ({ venue }: Echange, compile: ModeleCompile, f: ValeursDiffusees) =>
  venue.flatMap(({ cellule: adresse, dataElement, categoryOptionCombo, options }) => {
    const cellule = compile.cellules.get(adresse)
    const value = cellule ? valeurDhis2(cellule, f.donnees[adresse], options) : null
    if (value === null) return []
    return [{ dataElement, categoryOptionCombo: categoryOptionCombo || SANS_VENTILATION, value }]
  })

/** Every cell that is entered, rows of repeating tables too, with its comment; then what controls were answered. */
function valeursDerivees(
  { modele }: Echange,
  compile: ModeleCompile,
  { donnees, commentaires, justifications }: ValeursDiffusees,
): ValeurDhis2[] {
  const cellules = casesDe(compile, donnees).flatMap(({ adresse, dehors, cellule, valeur }) => {
    const value = cellule.calculee ? null : valeurDhis2(cellule, valeur, null)
    const comment = commentaires[adresse]
    if (value === null) return []
    const { dataElement } = deriver(modele, dehors)
    const dite = { dataElement, categoryOptionCombo: SANS_VENTILATION, value }
    return [comment ? { ...dite, comment } : dite]
  })
  const reponses = Object.entries(justifications).map(([cle, value]) => {
    const dataElement = elementDuControle(modele, cle)
    return { dataElement, categoryOptionCombo: SANS_VENTILATION, value }
  })
  return [...cellules, ...reponses]
}

/** Every value of a form, as `dataValues`. */
async function valeursDe(db: Db, echange: Echange, f: ValeursDiffusees) {
  const { compile } = await findModeleCompile(db, f.modeleId)
  const venu = echange.venue.length > 0
  // Looked at before anything was written: `refuserSansNom`.
  const periode = nomDhis2(couverteDe(f)) ?? ''
  const orgUnit = (venu && f.unite) || f.structure
  const valeurs: ValeurDhis2[] = (venu ? valeursVenues : valeursDerivees)(echange, compile, f)
  return valeurs.map(({ dataElement, ...valeur }) => {
    return { dataElement, [PERIODE_DHIS2]: periode, orgUnit, ...valeur }
  })
}

/** How a file names its things; units that are not known there keep their code. */
const schemasDe = ({ venue }: Echange) => {
  const scheme = venue.length > 0 ? 'UID' : 'CODE'
  return {
    dataElementIdScheme: scheme,
    categoryOptionComboIdScheme: scheme,
    orgUnitIdScheme: scheme,
  }
}

type Lots = AsyncIterable<readonly ValeursDiffusees[]>

async function* ecrireDhis2(db: Db, echange: Echange, lots: Lots): AsyncGenerator<Buffer> {
  const tete = JSON.stringify(schemasDe(echange)).slice(0, -1)
  yield Buffer.from(`${tete},"dataValues":[`)
  let virgule = ''
  for await (const lot of lots) {
    const ecrites: string[] = []
    for (const f of lot) {
      for (const valeur of await valeursDe(db, echange, f)) {
        ecrites.push(`${virgule}${JSON.stringify(valeur)}`)
        virgule = ',\n'
      }
    }
    yield Buffer.from(ecrites.join(''))
  }
  yield Buffer.from(']}')
}

/** Dimensions in the order of the structure, then the measure, then its attribute. */
const COLONNES_SDMX = [
  'STRUCTURE',
  'STRUCTURE_ID',
  'ACTION',
  'FREQ',
  'REF_AREA',
  'INDICATOR',
  'TIME_PERIOD',
  'OBS_VALUE',
  'OBS_STATUS',
]

/** A figure and its status: A normal, O missing (not available), M missing (cannot exist). */
function observationDe(valeur: Valeur | undefined): [string, string] | null {
  if (typeof valeur === 'number') return [ecrireChiffres(valeur), 'A']
  if (valeur === 'ND') return ['', 'O']
  return valeur === 'SO' ? ['', 'M'] : null
}

async function lignesSdmx(db: Db, { modele }: Echange, f: ValeursDiffusees): Promise<string[]> {
  const { compile } = await findModeleCompile(db, f.modeleId)
  const [frequence, temps] = periodeSdmx(couverteDe(f))
  const tete = `dataflow,RELEVE:${modele}(${f.modeleVersion}.0.0),R,${frequence},${f.structure}`
  return casesDe(compile, f.donnees).flatMap(({ dehors, cellule, valeur }) => {
    const observation = estIndicateur(cellule) ? observationDe(valeur) : null
    return observation
      ? [`${tete},${indicateurDe(dehors)},${temps},${observation.join(',')}\r\n`]
      : []
  })
}

async function* ecrireSdmx(db: Db, echange: Echange, lots: Lots): AsyncGenerator<Buffer> {
  yield Buffer.from(`${COLONNES_SDMX.join(',')}\r\n`)
  for await (const lot of lots) {
    const ecrites: string[] = []
    for (const f of lot) ecrites.push(...(await lignesSdmx(db, echange, f)))
    yield Buffer.from(ecrites.join(''))
  }
}

const FORMES = {
  dhis2: { extension: 'json', typeMime: 'application/json', ecrire: ecrireDhis2 },
  sdmx: {
    extension: 'csv',
    typeMime: TYPE_SDMX,
    ecrire: ecrireSdmx,
  },
} as const

/** @throws PERIODE_SANS_NOM: nothing of a file is written that could not be whole. */
function refuserSansNom(diffusees: readonly PeriodeDiffusee[]): void {
  const sans = diffusees.find((une) => nomDhis2(couverteDe(une)) === null)
  if (!sans) return
  const periode = libellePeriode(periodeDe(sans.rang), sans.couverts)
  throw erreur('PERIODE_SANS_NOM', { periode })
}

/**
 * The published values of a model for another system, written as they leave: the last publication
 * of each form, and nothing that is not published. @throws PERIODE_INVERSEE, PERIODE_SANS_NOM
 */
export async function exporterValeurs(
  appel: Appel<typeof formulaireApi.exporterValeurs>,
  echange: Echange,
): Promise<FichierEcrit> {
  const { db, query } = appel
  const { format, structures } = query
  const [du, au] = [rangDuMois(query.du), rangDuMois(query.au)]
  if (du > au) throw erreur('PERIODE_INVERSEE')
  const { modele } = echange
  const cherchees = { modele, du, au, structures }
  if (format === 'dhis2') refuserSansNom(await listPeriodesDiffusees(db, cherchees))
  const { total, lots } = await listDiffusees(db, cherchees)
  const { extension, typeMime, ecrire } = FORMES[format]
  const periode = [du, au].map((rang) => libellePeriode(periodeDe(rang))).join(' – ')
  const { compile } = await findModeleCompile(db, echange.id)
  const detail = { format: LIBELLES_FORMATS_ECHANGE[format], periode, lignes: total }
  await noter(appel, 'VALEURS_EXPORTEES', { cible: modele, detail })
  return {
    nom: `valeurs-${modele.toLowerCase()}-${query.du}-${query.au}.${extension}`,
    typeMime,
    morceaux: ecrire(db, echange, lots),
    compte: { lignes: total, filtres: [periode], absents: direAbsents(format, echange, compile) },
  }
}

/** A cell, or what a control is answered, and its name in each format; null: it is not in it. */
type Nom = {
  adresse: string
  libelle: string
  nature: string
  dhis2: Pick<Rapprochement, 'dataElement' | 'categoryOptionCombo'> | null
  sdmx: string | null
}

const CORRESPONDANCE: readonly Colonne<Nom>[] = [
  { entete: 'Case', largeur: 24, ecrire: ({ adresse }) => adresse },
  { entete: 'Libellé', largeur: 60, ecrire: ({ libelle }) => libelle },
  { entete: 'Nature', ecrire: ({ nature }) => nature },
  { entete: 'dataElement (DHIS2)', largeur: 30, ecrire: ({ dhis2 }) => dhis2?.dataElement ?? null },
  {
    entete: 'categoryOptionCombo (DHIS2)',
    ecrire: ({ dhis2 }) => dhis2?.categoryOptionCombo || null,
  },
  { entete: 'INDICATOR (SDMX)', largeur: 30, ecrire: ({ sdmx }) => sdmx },
]

/** The cells of a model, each row of a repeating table as `n`. */
const cellesDe = ({ cellules, tableaux }: ModeleCompile): [string, Cellule][] => [
  ...[...cellules.values()].map((une): [string, Cellule] => [une.adresse, une]),
  ...tableaux.flatMap(({ code, colonnes }) =>
    colonnes.map((une): [string, Cellule] => [`${code}.n.${une.colonne}`, une]),
  ),
]

/** Every cell of a model and what it is called elsewhere, then what its warnings may be answered. */
function nomsDe({ modele, venue }: Echange, compile: ModeleCompile): Nom[] {
  const venues = new Map(venue.map((ligne) => [ligne.cellule, ligne]))
  const derivee = (adresse: string, { calculee }: Cellule) =>
    calculee ? null : deriver(modele, adresse)
  const cellules = cellesDe(compile).map(([adresse, cellule]): Nom => {
    const dhis2 = venue.length > 0 ? venues.get(adresse) : derivee(adresse, cellule)
    const sdmx = estIndicateur(cellule) ? indicateurDe(adresse) : null
    const { libelle, nature } = cellule
    return { adresse, libelle, nature, dhis2: dhis2 ?? null, sdmx }
  })
  if (venue.length > 0) return cellules
  const avertissements = compile.controles.filter(({ niveau }) => niveau === 'AVERTISSEMENT')
  const reponses = avertissements.map(({ cle }): Nom => {
    const dhis2 = {
      dataElement: elementDuControle(modele, cle),
      categoryOptionCombo: SANS_VENTILATION,
    }
    const libelle = `Réponse à l’avertissement ${cle}`
    return { adresse: cle, libelle, nature: 'texteLong', dhis2, sdmx: null }
  })
  return [...cellules, ...reponses]
}

const NOMMEES_MAX = 6

/** `2 cases sans chiffre (DIFF, OBS)`; nothing for none. */
function direCases(cases: readonly [string, Cellule][], [une, plusieurs]: [string, string]) {
  if (cases.length === 0) return []
  const noms = cases.slice(0, NOMMEES_MAX).map(([adresse]) => adresse)
  const suite = cases.length > NOMMEES_MAX ? ', …' : ''
  return [`${cases.length} ${cases.length > 1 ? plusieurs : une} (${noms.join(', ')}${suite})`]
}

const MARQUEURS = 'les «\u00a0ND\u00a0» et les «\u00a0SO\u00a0», avec leurs commentaires'

/** What a format cannot carry of the forms of this model, in words: nothing is left out unsaid. */
function direAbsents(format: FormatEchange, { venue }: Echange, compile: ModeleCompile): string[] {
  const cases = cellesDe(compile)
  if (format === 'sdmx') {
    const sansChiffre = cases.filter(([, cellule]) => !estIndicateur(cellule))
    return [...direCases(sansChiffre, ['case sans chiffre', 'cases sans chiffre']), TEXTES_ABSENTS]
  }
  if (venue.length === 0) return [MARQUEURS]
  const nommees = new Set(venue.map(({ cellule }) => cellule))
  const inconnues = cases.filter(([adresse, une]) => !une.calculee && !nommees.has(adresse))
  const dites = direCases(inconnues, ['case sans nom dans DHIS2', 'cases sans nom dans DHIS2'])
  return [...dites, MARQUEURS, TEXTES_ABSENTS]
}

/** What the cells of a model's last version are called elsewhere. */
export async function exporterCorrespondance(
  appel: Appel<typeof formulaireApi.exporterCorrespondance>,
  echange: Echange,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { modele } = echange
  const { compile } = await findModeleCompile(db, echange.id)
  const lignes = nomsDe(echange, compile)
  const { format } = query
  await noter(appel, 'CORRESPONDANCE_EXPORTEE', { cible: modele, detail: { format } })
  const nom = `correspondance-${modele.toLowerCase()}`
  const tableau = { nom, feuille: 'Correspondance', colonnes: CORRESPONDANCE }
  return composeExport(tableau, toutDe(lignes), { format, maintenant })
}
