import { ecrireChiffres } from '@releve/contract/exact.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import {
  LIBELLES_FORMATS_ECHANGE,
  SANS_VENTILATION,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Cellule, estMarqueur } from '@releve/contract/modele/cellule.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode, MOIS, periodeDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { listCorrespondance } from '../modele/correspondance.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { listModeles } from '../modele/modele.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { type Colonne, composeExport } from '../platform/import.colonnes.ts'
import { toutDe } from '../platform/liste.ts'
import type { Appel, Db } from '../platform/route.ts'
import { deriver, estIndicateur, indicateurDe, type Rapprochement } from './correspondance.ts'
import { listDiffusees, type ValeursDiffusees } from './echange.sql.ts'

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

const deuxSignes = (rang: number): string => {
  const { mois } = periodeDe(rang)
  return String(MOIS.indexOf(mois) + 1).padStart(2, '0')
}

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

/** How DHIS2 calls the month of a value. */
const MOIS_DHIS2 = 'period'

/** Every value of a form, as `dataValues`. */
async function valeursDe(db: Db, { modele, venue }: Echange, f: ValeursDiffusees) {
  const { compile } = await findModeleCompile(db, f.modeleId)
  const lignes = venue.length > 0 ? venue : deriver(modele, compile)
  const mois = `${periodeDe(f.rang).annee}${deuxSignes(f.rang)}`
  const orgUnit = (venue.length > 0 && f.unite) || f.structure
  return lignes.flatMap(({ cellule: adresse, dataElement, categoryOptionCombo, options }) => {
    const cellule = compile.cellules.get(adresse)
    const value = cellule ? valeurDhis2(cellule, f.donnees[adresse], options) : null
    const combo = categoryOptionCombo || SANS_VENTILATION
    if (value === null) return []
    return [{ dataElement, [MOIS_DHIS2]: mois, orgUnit, categoryOptionCombo: combo, value }]
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
  const mois = `${periodeDe(f.rang).annee}-${deuxSignes(f.rang)}`
  const tete = `dataflow,RELEVE:${modele}(${f.modeleVersion}.0.0),R,M,${f.structure}`
  return [...compile.cellules.values()].filter(estIndicateur).flatMap(({ adresse }) => {
    const observation = observationDe(f.donnees[adresse])
    return observation
      ? [`${tete},${indicateurDe(adresse)},${mois},${observation.join(',')}\r\n`]
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
    typeMime: 'application/vnd.sdmx.data+csv; version=2.0.0; charset=utf-8',
    ecrire: ecrireSdmx,
  },
} as const

/**
 * The published values of a model for another system, written as they leave: the last publication
 * of each form, and nothing that is not published. @throws PERIODE_INVERSEE
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
  const { total, lots } = await listDiffusees(db, { modele, du, au, structures })
  const { extension, typeMime, ecrire } = FORMES[format]
  const periode = [du, au].map((rang) => libellePeriode(periodeDe(rang))).join(' – ')
  const detail = { format: LIBELLES_FORMATS_ECHANGE[format], periode, lignes: total }
  await noter(appel, 'VALEURS_EXPORTEES', { cible: modele, detail })
  return {
    nom: `valeurs-${modele.toLowerCase()}-${query.du}-${query.au}.${extension}`,
    typeMime,
    morceaux: ecrire(db, echange, lots),
    compte: { lignes: total, filtres: [periode] },
  }
}

type Nommee = Rapprochement & { libelle: string; nature: string }

const CORRESPONDANCE: readonly Colonne<Nommee>[] = [
  { entete: 'Case', largeur: 24, ecrire: ({ cellule }) => cellule },
  { entete: 'Libellé', largeur: 60, ecrire: ({ libelle }) => libelle },
  { entete: 'Nature', ecrire: ({ nature }) => nature },
  { entete: 'dataElement (DHIS2)', largeur: 30, ecrire: ({ dataElement }) => dataElement },
  { entete: 'categoryOptionCombo (DHIS2)', ecrire: (r) => r.categoryOptionCombo || null },
  { entete: 'INDICATOR (SDMX)', largeur: 30, ecrire: ({ cellule }) => indicateurDe(cellule) },
]

/** What the cells of a model's last version are called elsewhere. */
export async function exporterCorrespondance(
  appel: Appel<typeof formulaireApi.exporterCorrespondance>,
  { id, modele, venue }: Echange,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { compile } = await findModeleCompile(db, id)
  const lignes = (venue.length > 0 ? venue : deriver(modele, compile)).map((ligne): Nommee => {
    const cellule = compile.cellules.get(ligne.cellule)
    return { ...ligne, libelle: cellule?.libelle ?? '', nature: cellule?.nature ?? '' }
  })
  const { format } = query
  await noter(appel, 'CORRESPONDANCE_EXPORTEE', { cible: modele, detail: { format } })
  const nom = `correspondance-${modele.toLowerCase()}`
  const tableau = { nom, feuille: 'Correspondance', colonnes: CORRESPONDANCE }
  return composeExport(tableau, toutDe(lignes), { format, maintenant })
}
