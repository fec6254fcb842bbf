import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { codesTenus } from '@releve/contract/modele/codes.ts'
import { besoinsContexte, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import { indicateursDe } from '@releve/contract/modele/indicateurs.ts'
import type { Contexte, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import type { Reglages } from '../calendrier/calendrier.sql.ts'
import { findCodesHors } from '../codification/codification.sql.ts'
import { findModeleCompile, type ModeleCharge } from '../modele/modele.cache.ts'
import type { Db } from '../platform/route.ts'
import { composeDemandes, type DemandesDeMois, listValeursDuMois } from './formulaire.sql.ts'

type Dossier = {
  structureId: number
  rang: number
  reglages: Reglages
  tamponCodes: number
  structureLue: Donnees
}

/** What surrounds a form: the values its formulas need, and whole neighbouring months if asked. */
export type Environs = {
  contexte: Contexte
  precedent: Donnees | null
  anneePrecedente: Donnees | null
  /** Whether the neighbouring months were asked for. */
  voisins: boolean
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
  besoins: (ReturnType<typeof besoinsContexte>[number] & { cle: string })[]
  demandes: DemandesDeMois
}

/** What a model reads elsewhere depends on the month alone: worked out once for each. */
const connues = new WeakMap<ModeleCompile, Map<string, Demandes>>()
const CONNUES_MAX = 500

function demandesDe(compile: ModeleCompile, rang: number, voisins: boolean): Demandes {
  const parMois = connues.get(compile) ?? new Map<string, Demandes>()
  connues.set(compile, parMois)
  const nom = `${rang}:${voisins}`
  const deja = parMois.get(nom)
  if (deja) return deja
  const modele = compile.modele.code
  const entiers = voisins ? [rang - 1, rang - 12] : []
  const besoins = besoinsContexte(compile, periodeDe(rang)).map((besoin) => ({
    ...besoin,
    cle: `${besoin.modele}@${rangDIso(besoin.mois)}`,
  }))
  const partiels = besoins.filter(
    (besoin) => besoin.modele !== modele || !entiers.includes(rangDIso(besoin.mois)),
  )
  const demandes = composeDemandes([
    ...entiers.map((r) => ({ modele, rang: r, cellules: null })),
    ...partiels.map((b) => ({ modele: b.modele, rang: rangDIso(b.mois), cellules: b.cellules })),
  ])
  if (parMois.size < CONNUES_MAX) parMois.set(nom, { besoins, demandes })
  return { besoins, demandes }
}

/**
 * Gathers in one statement what the form's formulas read in other forms of its structure; with
 * `voisins`, also the whole previous month and the same month last year, for the screen.
 */
export async function findEnvirons(
  db: Db,
  compile: ModeleCompile,
  dossier: Dossier,
  voisins: boolean,
): Promise<Environs> {
  const periode = periodeDe(dossier.rang)
  const modele = compile.modele.code
  const { besoins, demandes } = demandesDe(compile, dossier.rang, voisins)
  const valeurs = await listValeursDuMois(db, dossier.structureId, demandes)
  const listes = Object.keys(compile.modele.codifications)
  const parCle = new Map(valeurs.map((v) => [`${v.modele}@${v.rang}`, v.donnees]))
  const autres: Record<string, Donnees> = {}
  for (const besoin of besoins) {
    const donnees = parCle.get(besoin.cle)
    if (donnees) autres[`${besoin.modele}@${besoin.mois}`] = extraire(donnees, besoin.cellules)
  }
  return {
    contexte: {
      ...periode,
      joursOuvres: joursOuvres(periode, dossier.reglages),
      structure: dossier.structureLue,
      autres,
      codesHors: await findCodesHors(db, dossier.tamponCodes, listes, isoDe(periode)),
    },
    precedent: parCle.get(`${modele}@${dossier.rang - 1}`) ?? null,
    anneePrecedente: parCle.get(`${modele}@${dossier.rang - 12}`) ?? null,
    voisins,
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
  donnees: Donnees
  commentaires: Textes
  justifications: Textes
  messagesJustifies: Textes
  etat: Etat
}

/** The messages of the controls that fire, by key: only where a justification hangs on one. */
export function messagesDe(calcul: Calcul, justifications: Textes): Textes {
  if (Object.keys(justifications).length === 0) return {}
  const tous = calcul.resultats().filter(({ cle }) => Object.hasOwn(justifications, cle))
  return Object.fromEntries(tous.map(({ cle, message }) => [cle, message]))
}

/**
 * Drops, from a form open to entry, the justifications whose control now says something else:
 * a neighbouring month or the structure changed. What was received keeps what was said then.
 */
function retirerTombees(calcul: Calcul, contenu: Contenu): Textes {
  const { justifications, messagesJustifies, etat } = contenu
  if (!ETATS_OUVERTS.includes(etat)) return justifications
  const actuels = messagesDe(calcul, justifications)
  const restent = Object.entries(justifications).filter(
    ([cle]) => !Object.hasOwn(messagesJustifies, cle) || messagesJustifies[cle] === actuels[cle],
  )
  if (restent.length === Object.keys(justifications).length) return justifications
  const gardees = Object.fromEntries(restent)
  for (const cle of Object.keys(justifications)) calcul.justifier(cle, gardees[cle] ?? null)
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
  const calcul = ouvrirCalcul(modele.compile, formulaire.donnees, environs.contexte, {
    justifications,
    commentaires,
  })
  return { modele, environs, calcul, justifications: retirerTombees(calcul, formulaire) }
}

/** What is read of a form without opening it, as columns of `formulaire`: figures, and its codes. */
export function chiffresDe(calcul: Calcul, compile: ModeleCompile) {
  return {
    ...indicateursDe(compile.modele, (cellule) => calcul.valeur(cellule)),
    remplissage: calcul.remplissage(),
    erreurs: calcul.erreurs,
    avertissements: calcul.avertissements,
    codes: JSON.stringify(codesTenus(compile, calcul.donnees())),
  }
}

/** `2025-03` of a rank, the month's part of a form's number without its dash. */
export function moisDuNumero(rang: number): string {
  return isoDe(periodeDe(rang)).replace('-', '')
}
