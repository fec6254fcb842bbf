import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { LigneImport } from '@releve/contract/import.ts'
import {
  type FicheStructure,
  type Structure,
  zFicheStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { fautesSansTitre } from '../platform/import.ts'
import type { LigneTableur } from '../platform/tableur.cases.ts'
import type { Colonne } from './colonnes.ts'
import { changementsDe, ficheDe, normaliserFiche } from './enregistrer.ts'
import { verifierFiche } from './fiche.regles.ts'
import type { Noeud, Referentiel } from './fiche.sql.ts'

/** A line of the spreadsheet: the record it makes, unless `details` say why it makes none. */
export type LigneLue = {
  numero: number
  code: string
  avant: Structure | null
  fiche: FicheStructure | null
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

/** A sentence that does not say where it belongs. */
const dans = (entete: string, libelle: string): string => `${entete}\u00A0: ${libelle}`

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
  for (const { entete, champ, cle, lire, attendu } of colonnes) {
    const cellule = cellules[entete]?.toWellFormed()
    if (cellule === undefined || (cellule === '' && PAR_DEFAUT.has(champ))) continue
    const lu = lire(cellule)
    if (lu === undefined) {
      const libelle = dans(entete, attendu)
      details.push({ chemin: entete, code: 'VALEUR_ILLISIBLE', libelle })
    } else if (cle === undefined) champs.set(champ, lu)
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
  const fautifs = new Set(details.map(({ chemin }) => chemin))
  const vides = colonnes.filter(
    ({ champ, entete }) => OBLIGATOIRES.has(champ) && !champs.get(champ) && !fautifs.has(entete),
  )
  const manques = [...fautesSansTitre(ligne), ...details, ...vides.map(manque)]
  if (manques.length > 0) return { numero, code, avant, fiche: null, details: manques }
  const lue = zFicheStructure.safeParse({ modeles: [], ...Object.fromEntries(champs) })
  if (lue.success) {
    return { numero, code, avant, fiche: normaliserFiche(lue.data), details: [] }
  }
  const fautes = lue.error.issues.map(({ path, code: faute, message }) => {
    const chemin = enteteDe(colonnes, String(path[0]), path[1])
    return { chemin, code: faute.toUpperCase(), libelle: dans(chemin, message) }
  })
  return { numero, code, avant, fiche: null, details: fautes }
}

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
    if (fiche) noeuds.set(code, fiche)
    if (!premieres.has(code)) premieres.set(code, numero)
  }
  return lignes.map((ligne) => {
    const { fiche, avant, code, numero } = ligne
    const premiere = premieres.get(code)
    if (code && premiere !== undefined && premiere !== numero) {
      const libelle = `Ce code est déjà celui de la ligne ${premiere}.`
      return { ...ligne, details: [{ chemin: 'Code', code: 'DOUBLON', libelle }] }
    }
    if (!fiche || (avant && changementsDe(avant, fiche).length === 0)) return ligne
    const fautes = verifierFiche({ fiche, avant, referentiel, noeuds, aujourdhui })
    const details = fautes.map(({ champ, code: faute, valeurs }) => {
      const chemin = enteteDe(colonnes, champ, valeurs['code'])
      return { chemin, code: faute, libelle: dans(chemin, libelleErreur(faute, valeurs)) }
    })
    return { ...ligne, details }
  })
}

function effetDe({ details, fiche, avant }: LigneLue): LigneImport['effet'] {
  if (details.length > 0 || !fiche) return 'ERREUR'
  if (!avant) return 'CREER'
  return changementsDe(avant, fiche).length > 0 ? 'MODIFIER' : 'INCHANGE'
}

/** What the preview says of a line. */
export function apercuDe(ligne: LigneLue, cellules: LigneTableur['cellules']): LigneImport {
  const { numero, code, fiche, avant, details } = ligne
  const libelle = fiche?.libelle ?? cellules['Libellé'] ?? avant?.libelle ?? ''
  return { ligne: numero, cle: code, libelle, effet: effetDe(ligne), details }
}
