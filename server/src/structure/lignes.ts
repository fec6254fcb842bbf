import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { LigneImport } from '@releve/contract/import.ts'
import {
  type FicheStructure,
  type Structure,
  zFicheStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { dans, fautesSansTitre, lireChamps } from '../platform/import.ts'
import type { LigneTableur } from '../platform/tableur.cases.ts'
import type { Colonne } from './colonnes.ts'
import { changementsDe, ficheDe, normaliserFiche } from './enregistrer.ts'
import { verifierFiche } from './fiche.regles.ts'
import type { Noeud, Referentiel } from './fiche.sql.ts'

/**
 * A line of the spreadsheet: the record it makes, unless `details` say why it makes none; of a field
 * in fault, what the structure already has, or nothing.
 */
export type LigneLue = {
  numero: number
  code: string
  avant: Structure | null
  fiche: FicheStructure
  fautifs: ReadonlySet<string>
  details: Detail[]
}

const OBLIGATOIRES = new Set(['code', 'libelle', 'typeStructure', 'region', 'dateOuverture'])
/** Left blank, they say nothing rather than « nothing ». */
const PAR_DEFAUT = new Set(['statutStructure', 'etat'])

const manque = ({ entete }: Colonne): Detail => ({
  chemin: entete,
  code: 'REQUIS',
  libelle: `Remplissez la colonne «\u00A0${entete}\u00A0».`,
})

/** Of a new structure whose type cannot be read: others may be attached to it. */
const VIERGE: FicheStructure = {
  code: '',
  libelle: '',
  typeStructure: 'DR',
  statutStructure: '',
  region: '',
  parent: null,
  responsable: null,
  telephone: null,
  email: null,
  adresse: null,
  latitude: null,
  longitude: null,
  capacite: null,
  capaciteTheorique: null,
  postesReference: {},
  effectifsOuverture: {},
  modeles: [],
  dateOuverture: '1900-01-01',
  dateFermeture: null,
  etat: 'ACTIVE',
}

/** Why a cell of a map (a column for each of its keys) is not taken; null when it is. */
function refusDeCle(colonne: Colonne, lu: unknown): Detail | null {
  const { champ, cle, entete } = colonne
  if (cle === undefined || lu === null) return null
  const [faute] = zFicheStructure.shape[champ].safeParse({ [cle]: lu }).error?.issues ?? []
  if (!faute) return null
  return { chemin: entete, code: faute.code.toUpperCase(), libelle: dans(entete, faute.message) }
}

/** The cells over what the record already holds; a column that is not there changes nothing. */
function remplir(
  cellules: LigneTableur['cellules'],
  colonnes: readonly Colonne[],
  avant: Structure | null,
) {
  const cartes: Record<'postesReference' | 'effectifsOuverture', Map<string, unknown>> = {
    postesReference: new Map(Object.entries(avant?.postesReference ?? {})),
    effectifsOuverture: new Map(Object.entries(avant?.effectifsOuverture ?? {})),
  }
  const champs = new Map<string, unknown>(avant ? Object.entries(ficheDe(avant)) : [])
  const details: Detail[] = []
  for (const colonne of colonnes) {
    const { entete, champ, cle, lire, attendu } = colonne
    const cellule = cellules[entete]?.toWellFormed()
    if (cellule === undefined || (cellule === '' && PAR_DEFAUT.has(champ))) continue
    const lu = lire(cellule)
    const refus = refusDeCle(colonne, lu)
    if (lu === undefined) {
      const libelle = dans(entete, attendu)
      details.push({ chemin: entete, code: 'VALEUR_ILLISIBLE', libelle })
      if (cle === undefined) champs.delete(champ)
    } else if (refus) details.push(refus)
    else if (cle === undefined) champs.set(champ, lu)
    else if (lu === null) cartes[champ].delete(cle)
    else cartes[champ].set(cle, lu)
  }
  for (const [champ, carte] of Object.entries(cartes)) champs.set(champ, Object.fromEntries(carte))
  return { champs, details }
}

/** Reads one line by itself: its cells, then the shape of the record. */
export function lireLigne(
  ligne: LigneTableur,
  colonnes: readonly Colonne[],
  fiches: ReadonlyMap<string, Structure>,
): LigneLue {
  const { numero, cellules } = ligne
  const code = cellules['Code'] ?? ''
  const avant = fiches.get(code) ?? null
  const { champs, details } = remplir(cellules, colonnes, avant)
  const dites = new Set(details.map(({ chemin }) => chemin))
  const vides = colonnes.filter(
    ({ champ, entete }) => OBLIGATOIRES.has(champ) && !champs.get(champ) && !dites.has(entete),
  )
  const { lus, fautifs, fautes } = lireChamps(zFicheStructure, {
    modeles: [],
    ...Object.fromEntries(champs),
  })
  const perdus = new Set([
    ...fautifs,
    ...vides.map(({ champ }) => champ),
    ...champsDe(dites, colonnes),
  ])
  const autres = fautes.map(({ champ, code: faute, message }) => {
    const chemin = enteteDe(colonnes, champ)
    return { chemin, code: faute, libelle: dans(chemin, message) }
  })
  const avantLui = avant ? ficheDe(avant) : VIERGE
  const gardes = [...perdus].map((champ) => [champ, Reflect.get(avantLui, champ)])
  const fiche = normaliserFiche({ ...VIERGE, ...lus, ...Object.fromEntries(gardes) })
  const toutes = [...fautesSansTitre(ligne), ...details, ...vides.map(manque)]
  const connues = new Set(toutes.map(({ chemin }) => chemin))
  const nouvelles = autres.filter(({ chemin }) => !connues.has(chemin))
  return { numero, code, avant, fiche, fautifs: perdus, details: [...toutes, ...nouvelles] }
}

/** The fields of these columns, but those that have a column for each of their keys. */
const champsDe = (entetes: ReadonlySet<string>, colonnes: readonly Colonne[]): string[] =>
  colonnes.flatMap(({ entete, champ, cle }) =>
    cle === undefined && entetes.has(entete) ? [champ] : [],
  )

/** The column of a field, or of one of its keys. */
function enteteDe(colonnes: readonly Colonne[], champ: string, cle?: PropertyKey): string {
  const siennes = colonnes.filter((colonne) => colonne.champ === champ)
  const precise = siennes.find(({ entete }) => entete.endsWith(` ${String(cle)}`))
  return (precise ?? siennes[0])?.entete ?? champ
}

type Contexte = {
  colonnes: readonly Colonne[]
  referentiel: Referentiel
  aujourdhui: string
}

/** Checks the lines together, the hierarchy being what they would make of it. */
export function verifierLignes(
  lignes: readonly LigneLue[],
  { colonnes, referentiel, aujourdhui }: Contexte,
): LigneLue[] {
  const noeuds = new Map<string, Noeud>(referentiel.noeuds)
  const premieres = new Map<string, number>()
  for (const { code, fiche, numero } of lignes) {
    if (code) noeuds.set(code, fiche)
    if (!premieres.has(code)) premieres.set(code, numero)
  }
  return lignes.map((ligne) => {
    const { fiche, avant, code, numero, fautifs } = ligne
    const premiere = premieres.get(code)
    const doublon: Detail[] =
      code && premiere !== undefined && premiere !== numero
        ? [
            {
              chemin: 'Code',
              code: 'DOUBLON',
              libelle: `Ce code est déjà celui de la ligne ${premiere}.`,
            },
          ]
        : []
    const details = [...ligne.details, ...doublon]
    if (avant && changementsDe(avant, fiche).length === 0) return { ...ligne, details }
    const fautes = verifierFiche({ fiche, avant, referentiel, noeuds, aujourdhui })
      // What could not be read is not judged, nor what depends on it: its fault is told already.
      .filter(({ champ, selon = [] }) => [champ, ...selon].every((lu) => !fautifs.has(lu)))
      .map(({ champ, code: faute, valeurs }) => {
        const chemin = enteteDe(colonnes, champ, valeurs['code'])
        return { chemin, code: faute, libelle: dans(chemin, libelleErreur(faute, valeurs)) }
      })
    return { ...ligne, details: [...details, ...fautes] }
  })
}

function effetDe({ details, fiche, avant }: LigneLue): LigneImport['effet'] {
  if (details.length > 0) return 'ERREUR'
  if (!avant) return 'CREER'
  return changementsDe(avant, fiche).length > 0 ? 'MODIFIER' : 'INCHANGE'
}

/** What the preview says of a line. */
export function apercuDe(ligne: LigneLue, cellules: LigneTableur['cellules']): LigneImport {
  const { numero, code, fiche, details } = ligne
  const libelle = fiche.libelle || cellules['Libellé'] || ''
  return { ligne: numero, cle: code, libelle, effet: effetDe(ligne), details }
}
