import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import { arrondir } from '@releve/contract/exact.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { TexteJson } from '@releve/contract/json.ts'
import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { codesTenus } from '@releve/contract/modele/codes.ts'
import { besoinsContexte, type ModeleCompile, passeDe } from '@releve/contract/modele/compile.ts'
import { indicateursDe } from '@releve/contract/modele/indicateurs.ts'
import type { Contexte, Controle, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { type Duree, moisCouvertsDe, reculsDe } from '@releve/contract/modele/rythme.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { findCodesHors } from '../codification/codification.sql.ts'
import { findModeleCompile, type ModeleCharge } from '../modele/modele.cache.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import type { Db } from '../platform/route.ts'
import {
  composeDemandes,
  type DemandesDeMois,
  type FormulaireCharge,
  findValeursDesMois,
  type ValeurDuMois,
} from './formulaire.sql.ts'

type Dossier = {
  structureId: number
  rang: number
  reglages: Reglages
  structureLue: Donnees
  stampCodes: number
} & Partial<ValeursGardees>

/** What `findFormulaire` gives of what a draft reads of other months. */
type ValeursGardees = Pick<FormulaireCharge, 'environs' | 'recalcul'>

/** A whole month of the same model, and how many it covers. */
export type MoisEntier = { rang: number; couverts: Duree; donnees: Donnees }

/** What surrounds a form: the values its formulas need, and whole neighbouring months if asked. */
export type Environs = {
  contexte: Contexte
  precedent: MoisEntier | null
  anneePrecedente: MoisEntier | null
  /** Whether the neighbouring months were asked for. */
  voisins: boolean
  /** Whether the values of other months are those that the draft had kept. */
  gardes: boolean
}

function rangDIso(iso: string): number {
  return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1
}

function extraire(donnees: Donnees, cellules: readonly string[]): Donnees {
  const extrait: Donnees = {}
  for (const cellule of cellules) {
    const valeur = donnees[cellule]
    if (valeur !== undefined) extrait[cellule] = valeur
  }
  return extrait
}

type Demandes = {
  besoins: (ReturnType<typeof besoinsContexte>[number] & { rang: number; cle: string })[]
  demandes: DemandesDeMois
}

/** What a version reads elsewhere depends on the month alone: worked out once for each. */
const connues = new WeakMap<ModeleCompile, Map<string, Demandes>>()
const CONNUES_MAX = 500

/**
 * Which months to ask for. `voisins`: the two neighbouring months whole; `gardes`: not those that
 * its formulas read, which the draft keeps.
 */
type Etendue = { voisins: boolean; gardes: boolean }

function demandesDe(compile: ModeleCompile, rang: number, etendue: Etendue): Demandes {
  const parMois = connues.get(compile) ?? new Map<string, Demandes>()
  connues.set(compile, parMois)
  const nom = `${rang}:${etendue.voisins}:${etendue.gardes}`
  const deja = parMois.get(nom)
  if (deja) return deja
  const demandes = composer(compile, rang, etendue)
  if (parMois.size < CONNUES_MAX) parMois.set(nom, demandes)
  return demandes
}

/** The expected month before. */
const rangPrecedent = ({ modele, avant }: ModeleCompile, rang: number): number =>
  rang - (reculsDe(modele, rang, avant)[0] ?? 1)

function composer(compile: ModeleCompile, rang: number, { voisins, gardes }: Etendue): Demandes {
  const modele = compile.modele.code
  const entiers = voisins ? [rangPrecedent(compile, rang), rang - 12] : []
  const besoins = besoinsContexte(compile, periodeDe(rang)).map((besoin) => ({
    ...besoin,
    rang: rangDIso(besoin.mois),
    cle: `${besoin.modele}@${rangDIso(besoin.mois)}`,
  }))
  const partiels = gardes
    ? []
    : besoins.filter((besoin) => besoin.modele !== modele || !entiers.includes(besoin.rang))
  const demandes = composeDemandes([
    ...entiers.map((r) => ({ modele, rang: r, cellules: null })),
    ...partiels.map((b) => ({ modele: b.modele, rang: b.rang, cellules: b.cellules })),
  ])
  return { besoins, demandes }
}

type Autres = Contexte['autres']

/** The values of other months that a draft keeps: whoever changes them writes them there too. */
function environsGardes(dossier: Dossier): Autres | null {
  if (!dossier.environs || dossier.recalcul) return null
  // Written by `chiffresDe`, from the very same type.
  return JSON.parse(dossier.environs) as Autres
}

function choisirAutres(besoins: Demandes['besoins'], parCle: ReadonlyMap<string, Donnees>): Autres {
  const autres: Autres = {}
  for (const besoin of besoins) {
    const donnees = parCle.get(besoin.cle)
    if (donnees) autres[`${besoin.modele}@${besoin.mois}`] = extraire(donnees, besoin.cellules)
  }
  return autres
}

/** Whether a form of this model and month reads something of that one. */
export function lit(
  compile: ModeleCompile,
  rang: number,
  autre: Pick<FormulaireCharge, 'modeleCode' | 'rang'>,
): boolean {
  const { besoins } = demandesDe(compile, rang, { voisins: false, gardes: false })
  return besoins.some(({ modele, rang: lu }) => modele === autre.modeleCode && lu === autre.rang)
}

/** What a form of this model and month reads of these values of other forms. */
export function lecturesDe(compile: ModeleCompile, rang: number, toutes: Autres): Autres {
  const { besoins } = demandesDe(compile, rang, { voisins: false, gardes: false })
  const parCle = new Map(
    besoins.flatMap(({ cle, modele, mois }) => {
      const donnees = toutes[`${modele}@${mois}`]
      return donnees ? [[cle, donnees] as const] : []
    }),
  )
  return choisirAutres(besoins, parCle)
}

/** The same, as a statement that begins a form asks for it. */
export function lecturesNeuves(
  compile: ModeleCompile,
  rang: number,
  voisins: boolean,
): DemandesDeMois {
  return demandesDe(compile, rang, { voisins, gardes: false }).demandes
}

/**
 * Gathers what the form's formulas read in other forms of its structure; with `voisins`, also the
 * whole expected month before and the same month last year, for the screen. One statement, or none:
 * a draft as `findFormulaire` gives it keeps what it reads (`environs`). `lus`: what `lecturesNeuves`
 * asks, where it has been read already.
 */
export async function findEnvirons(
  db: Db,
  compile: ModeleCompile,
  dossier: Dossier,
  voisins: boolean,
  lus?: readonly ValeurDuMois[],
): Promise<Environs> {
  const periode = periodeDe(dossier.rang)
  const modele = compile.modele.code
  const entier = (rang: number) =>
    valeurs.find((v) => v.modele === modele && v.rang === rang) ?? null
  const gardes = environsGardes(dossier)
  const etendue = { voisins, gardes: gardes !== null }
  const { besoins, demandes } = demandesDe(compile, dossier.rang, etendue)
  const valeurs = lus ?? (await findValeursDesMois(db, dossier.structureId, demandes))
  const parCle = new Map(valeurs.map((v) => [`${v.modele}@${v.rang}`, v.donnees]))
  const listes = Object.keys(compile.modele.codifications)
  const codesHors = await findCodesHors(db, dossier.stampCodes, listes, isoDe(periode))
  return {
    contexte: {
      ...periode,
      ...passeDe(compile, periode),
      joursOuvres: joursOuvres(periode, dossier.reglages, moisCouvertsDe(compile.modele)),
      structure: dossier.structureLue,
      autres: gardes ?? choisirAutres(besoins, parCle),
      codesHors,
    },
    precedent: voisins ? entier(rangPrecedent(compile, dossier.rang)) : null,
    anneePrecedente: voisins ? entier(dossier.rang - 12) : null,
    ...etendue,
  }
}

/** A form opened for computing: its compiled model, its surroundings, its running computation. */
export type FormulaireOuvert = {
  modele: ModeleCharge
  environs: Environs
  calcul: Calcul
  /** Those that still answer the message they were written for. */
  justifications: Textes
}

type Textes = Record<string, string>

type Contenu = Dossier & {
  modeleId: number
  donnees: TexteJson<Donnees>
  commentaires: Textes
  justifications: Textes
  messagesJustifies: Textes
  etat: Etat
}

/** For each justification, the message of its control where that fires. */
export function messagesDe(calcul: Pick<Calcul, 'resultats'>, justifications: Textes): Textes {
  if (Object.keys(justifications).length === 0) return {}
  const tous = calcul.resultats().filter(({ cle }) => Object.hasOwn(justifications, cle))
  return Object.fromEntries(tous.map(({ cle, message }) => [cle, message]))
}

/**
 * Drops, from a form open to entry, the justifications whose control now says something else:
 * a neighbouring month or the structure changed. What was received keeps what was said then.
 */
export function sansTombees(
  calcul: Pick<Calcul, 'resultats'>,
  contenu: Pick<Contenu, 'justifications' | 'messagesJustifies' | 'etat'>,
): Textes {
  const { justifications, messagesJustifies, etat } = contenu
  if (!ETATS_OUVERTS.includes(etat)) return justifications
  const actuels = messagesDe(calcul, justifications)
  const restent = Object.entries(justifications).filter(
    ([cle]) => !Object.hasOwn(messagesJustifies, cle) || messagesJustifies[cle] === actuels[cle],
  )
  if (restent.length === Object.keys(justifications).length) return justifications
  return Object.fromEntries(restent)
}

function retirerTombees(calcul: Calcul, contenu: Contenu): Textes {
  const gardees = sansTombees(calcul, contenu)
  if (gardees === contenu.justifications) return gardees
  for (const cle of Object.keys(contenu.justifications)) {
    calcul.justifier(cle, gardees[cle] ?? null)
  }
  return gardees
}

/** Opens a form with the engine; `voisins` as in `findEnvirons`. */
export async function ouvrirFormulaire(
  db: Db,
  formulaire: Contenu,
  voisins = false,
): Promise<FormulaireOuvert> {
  const modele = await findModeleCompile(db, formulaire.modeleId)
  const environs = await findEnvirons(db, modele.compile, formulaire, voisins)
  const { justifications, commentaires } = formulaire
  const calcul = ouvrirCalcul(modele.compile, formulaire.donnees.lire(), environs.contexte, {
    justifications,
    commentaires,
  })
  return { modele, environs, calcul, justifications: retirerTombees(calcul, formulaire) }
}

/**
 * How far a form is filled, to six decimals: the base keeps it in single precision, which gives
 * these back as they were.
 */
export const remplissageDe = (calcul: Calcul): number => arrondir(calcul.remplissage(), 6)

/** What the controls say, as it is kept: their justifications stand in their own column. */
const resultatsBruts = (calcul: Calcul): Controle[] =>
  calcul.resultats().map((controle) => ({ ...controle, justification: null }))

type FormulaireCalcule = Pick<FormulaireOuvert, 'calcul' | 'modele'> & {
  environs: Pick<Environs, 'contexte' | 'gardes'>
}

/**
 * What is read of a form without computing it, as columns of `formulaire`: every statement that
 * writes values of a form writes these with them; `donnees`: its values, where they are at hand. A
 * form open to entry also keeps what it read of other months (`environs`): null, no other than it
 * keeps already, or none once it is closed.
 */
export function chiffresDe(
  { calcul, modele: { compile }, environs }: FormulaireCalcule,
  etat: Etat,
  donnees: Donnees = calcul.donnees(),
) {
  const neufs = ETATS_OUVERTS.includes(etat) && !environs.gardes
  return {
    ...indicateursDe(compile.modele, (cellule) => calcul.valeur(cellule)),
    remplissage: remplissageDe(calcul),
    erreurs: calcul.erreurs,
    avertissements: calcul.avertissements,
    codes: JSON.stringify(codesTenus(compile, donnees)),
    resultats: JSON.stringify(resultatsBruts(calcul)),
    environs: neufs ? JSON.stringify(environs.contexte.autres) : null,
  }
}

/** `2025-03` of a rank, the month's part of a form's number without its dash. */
export function moisDuNumero(rang: number): string {
  return isoDe(periodeDe(rang)).replace('-', '')
}
