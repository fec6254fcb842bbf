import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Modifications, Valeur } from '@releve/contract/modele/modele.schema.ts'
import { EchecApi, estCoupure } from '../../../api/envoi.ts'
import type { Lot, Sorte } from './attente.ts'
import type { Conflit } from './client.ts'
import type { Issue } from './enregistreur.ts'
import { appliquer } from './gestes.ts'
import {
  armerBilan,
  canalLignes,
  justificationsDe,
  type NoyauSaisi,
  parCase,
  rafraichir,
  trouverCellule,
} from './noyau.ts'
import { texteChamp } from './texte.ts'

/**
 * Sets apart, to be told, what was typed in cells that the server says closed, while the form was
 * open; the rest of the lot waits again.
 * @returns whether the lot has such cells.
 */
function ecarterFermees(noyau: NoyauSaisi, lot: Lot, cles: readonly string[]): boolean {
  const { attente } = noyau
  const fermees = cles.filter((cle) => Object.hasOwn(lot.donnees, cle))
  for (const sorte of ['donnees', 'commentaires', 'justifications'] as const) {
    for (const [cle, valeur] of Object.entries(lot[sorte])) {
      if (!attente.attend(sorte, cle)) attente.poser(sorte, cle, valeur)
    }
  }
  const ecartees = new Map(noyau.ecartees)
  for (const cle of fermees) {
    const cellule = trouverCellule(noyau, cle)
    const texte = cellule ? texteChamp(cellule, noyau.calcul.valeur(cle)) : ''
    ecartees.set(cle, noyau.textes.get(cle) ?? texte)
    attente.retirer('donnees', cle)
    noyau.fautes.delete(cle)
  }
  noyau.ecartees = ecartees
  armerBilan(noyau)
  return fermees.length > 0
}

/** How the form reaches the server. */
export type Reseau = {
  /** @throws EchecApi */
  modifier: (corps: { version: number } & Lot) => Promise<Formulaire>
  /** Reads the form anew. @throws EchecApi */
  relire: () => Promise<Formulaire>
  surConflits: (conflits: readonly Conflit[]) => void
  /** Others' changes have been taken in, in so many cells. */
  surFusion?: (recu: Formulaire, cases: number) => void
  surEnregistre: (recu: Formulaire) => void
}

/** What the server was last known to hold. */
export type Serveur = {
  /** The one that a save is written over. */
  version: number
  /** What the cells held in that version: what was typed here was typed over that. */
  base: Record<string, Valeur>
  /** What a person who must choose is shown; until he has, the other stays. */
  choix?: Formulaire
  donnees: Record<string, Valeur>
  dernier: Formulaire
}

const SORTES: readonly Sorte[] = ['donnees', 'commentaires', 'justifications']

/**
 * Takes in what the server answers: others' changes show at once, but never over what was typed
 * here and is not saved yet.
 * @param lot what was in flight, when the answer is that of a save.
 * @returns how many cells others have changed here.
 */
export function recevoir(
  noyau: NoyauSaisi,
  serveur: Serveur,
  reponse: Formulaire,
  lot?: Lot,
): number {
  const ancienne = reponse.version < serveur.dernier.version
  if (reponse === serveur.dernier || (ancienne && !lot)) return 0
  // Something newer was read while the lot was in flight: its cells now show what that says.
  const recu = ancienne ? serveur.dernier : reponse
  const { attente } = noyau
  const garde = (sorte: Sorte, cle: string) =>
    lot ? attente.attend(sorte, cle) : attente.contient(sorte, cle)
  const diverge = divergentes(noyau, serveur, recu, lot).length > 0
  serveur.donnees = recu.donnees
  serveur.dernier = recu
  recevoirTextes(noyau, recu, garde)
  recevoirOuvertes(noyau, recu)
  const changees = differences(noyau, recu.donnees, garde)
  montrer(noyau, changees)
  // A lock that others opened, and what they wrote under it.
  const dessous = differences(noyau, recu.donnees, garde)
  if (Object.keys(dessous).length > 0) montrer(noyau, dessous)
  // What is typed on where it could not be shown was typed over what was there before.
  if (!diverge && noyau.surprises.size === 0 && (lot || attente.estVide())) {
    serveur.version = recu.version
    serveur.base = recu.donnees
  }
  return Object.keys({ ...changees, ...dessous }).length
}

/** What others say replaces what was typed, and saved since, in a field that still has the focus. */
function montrer(noyau: NoyauSaisi, modifications: Modifications): void {
  for (const adresse of Object.keys(modifications)) noyau.textes.delete(adresse)
  appliquer(noyau, modifications)
}

/**
 * Cells that somebody changed while they are being typed here, validly or not: the next save must
 * be judged against what its author saw, or the server could not see the conflict.
 * @param lot what has just been saved: typed again since, those cells were typed over that.
 */
function divergentes(
  { attente, fautes }: NoyauSaisi,
  { base }: Serveur,
  { donnees }: Formulaire,
  lot?: Lot,
): string[] {
  const attend = lot ? attente.attend : attente.contient
  const tapees = new Set([...attente.cles('donnees'), ...fautes.keys()])
  return [...tapees].filter((cle) => {
    if (!attend('donnees', cle) && !fautes.has(cle)) return false
    const dessous = lot && Object.hasOwn(lot.donnees, cle) ? lot.donnees[cle] : base[cle]
    return (donnees[cle] ?? null) !== (dessous ?? null)
  })
}

/** What the server holds and this page does not, cell by cell. */
function differences(
  noyau: NoyauSaisi,
  donnees: Formulaire['donnees'],
  garde: (sorte: Sorte, cle: string) => boolean,
): Modifications {
  const { calcul, fautes } = noyau
  const ici = calcul.saisies()
  const modifications: Modifications = {}
  for (const adresse of Object.keys({ ...ici, ...donnees })) {
    if (garde('donnees', adresse) || fautes.has(adresse)) continue
    if (trouverCellule(noyau, adresse)?.calculee !== false || calcul.verrouillee(adresse)) continue
    const recue = donnees[adresse] ?? null
    if ((ici[adresse] ?? null) !== recue) modifications[adresse] = recue
  }
  return modifications
}

function recevoirTextes(
  noyau: NoyauSaisi,
  recu: Formulaire,
  garde: (sorte: Sorte, cle: string) => boolean,
): void {
  const touchees = new Set<string>([...noyau.commentaires.keys(), ...noyau.remarques.keys()])
  for (const cle of new Set([...noyau.commentaires.keys(), ...Object.keys(recu.commentaires)])) {
    if (garde('commentaires', cle)) continue
    const texte = recu.commentaires[cle]
    if (texte === undefined) noyau.commentaires.delete(cle)
    else noyau.commentaires.set(cle, texte)
    noyau.calcul.commenter(cle, texte ?? null)
    touchees.add(cle)
  }
  recevoirJustifications(noyau, recu, garde)
  noyau.remarques = parCase(recu.remarques)
  for (const cle of noyau.remarques.keys()) touchees.add(cle)
  rafraichir(noyau, touchees)
}

/** The server opens what the figures call for; what is typed here does not close meanwhile. */
function recevoirOuvertes(noyau: NoyauSaisi, { etat, casesOuvertes }: Formulaire): void {
  const avant = noyau.ouvertes
  noyau.renvoye = etat === 'RENVOYE'
  if (avant === casesOuvertes || (avant && casesOuvertes?.every((cle) => avant.has(cle)))) return
  const tapees = noyau.attente.cles('donnees').filter((cle) => !noyau.ecartees.has(cle))
  noyau.ouvertes = casesOuvertes && new Set([...casesOuvertes, ...tapees])
  rafraichir(noyau, noyau.vues.keys())
  for (const [code, lignes] of noyau.lignes) {
    noyau.lignes.set(code, [...lignes])
    noyau.canaux.publier(canalLignes(code))
  }
}

/** A justification that the server dropped stays in its field, to be confirmed. */
function recevoirJustifications(
  noyau: NoyauSaisi,
  recu: Formulaire,
  garde: (sorte: Sorte, cle: string) => boolean,
): void {
  const recues = justificationsDe(recu)
  for (const [cle, dit] of noyau.justifications)
    if (!garde('justifications', cle) && !recues.has(cle))
      noyau.justifications.set(cle, { ...dit, message: null })
  for (const [cle, dit] of recues)
    if (!garde('justifications', cle)) noyau.justifications.set(cle, dit)
}

/** Sends one lot, and says what became of it. */
export async function envoyerLot(
  noyau: NoyauSaisi,
  serveur: Serveur,
  reseau: Reseau,
  lot: Lot,
): Promise<Issue> {
  try {
    const recu = await reseau.modifier({ version: serveur.version, ...lot })
    const cases = recevoir(noyau, serveur, recu, lot)
    if (cases > 0) reseau.surFusion?.(recu, cases)
    reseau.surEnregistre(recu)
    return { sorte: 'enregistre' }
  } catch (echec) {
    if (!(echec instanceof EchecApi)) throw echec
    return traiterEchec(noyau, serveur, reseau, { lot, echec })
  }
}

type Refus = { lot: Lot; echec: EchecApi }

async function traiterEchec(
  noyau: NoyauSaisi,
  serveur: Serveur,
  reseau: Reseau,
  { lot, echec }: Refus,
): Promise<Issue> {
  if (estCoupure(echec)) return { sorte: 'interrompu' }
  const attend = ATTENDENT.has(echec.statut) || echec.code === 'COMPTE_BLOQUE'
  if (echec.statut >= 500 || attend) return { sorte: 'interrompu', libelle: echec.libelle }
  if (echec.code === 'SAISIE_INVALIDE' && ecarter(noyau, lot, echec)) return { sorte: 'trie' }
  if (echec.code === 'CASE_NON_ROUVERTE') return fermer(noyau, serveur, reseau, { lot, echec })
  if (echec.code === 'CELLULES_EN_CONFLIT') return ouvrirConflits(noyau, serveur, reseau, echec)
  // The form is no longer what the screen shows: read anew, it opens for reading.
  if (DEPASSES.has(echec.code)) void reseau.relire().catch(() => undefined)
  return { sorte: 'refuse', libelle: echec.libelle }
}
/** Nothing is wrong with what is typed: it waits here until the account may write again. */
const ATTENDENT = new Set([401, 429])
const DEPASSES = new Set(['TRANSITION_INTERDITE', 'MOIS_VERROUILLE'])

/** `donnees.MVT.FIN.M` or `MVT.FIN.M`: the cell that a detail names. */
const cleDe = (chemin: string) => chemin.replace(/^(donnees|commentaires|justifications)\./, '')

/** Sets aside the cells that the server refused, under its reasons; the others wait again. */
function ecarter(noyau: NoyauSaisi, lot: Lot, { details }: EchecApi): boolean {
  const refus = new Map(details.map(({ chemin, libelle }) => [cleDe(chemin), libelle]))
  const connus = SORTES.flatMap((sorte) => Object.keys(lot[sorte])).filter((cle) => refus.has(cle))
  if (connus.length === 0) return false
  for (const sorte of SORTES)
    for (const [cle, valeur] of Object.entries(lot[sorte])) {
      const raison = refus.get(cle)
      if (noyau.attente.attend(sorte, cle)) continue
      if (raison === undefined) noyau.attente.poser(sorte, cle, valeur)
      else if (sorte !== 'justifications') noyau.fautes.set(cle, raison)
    }
  rafraichir(noyau, connus)
  return true
}

/** The form came back for other cells meanwhile: what is closed is set apart, the rest is sent. */
async function fermer(
  noyau: NoyauSaisi,
  serveur: Serveur,
  reseau: Reseau,
  { lot, echec }: Refus,
): Promise<Issue> {
  try {
    const fermees = echec.details.map(({ chemin }) => cleDe(chemin))
    if (!ecarterFermees(noyau, lot, fermees)) return { sorte: 'refuse', libelle: echec.libelle }
    recevoir(noyau, serveur, await reseau.relire())
    return { sorte: 'trie' }
  } catch {
    return { sorte: 'interrompu', libelle: echec.libelle }
  }
}

async function ouvrirConflits(
  noyau: NoyauSaisi,
  serveur: Serveur,
  reseau: Reseau,
  { details, libelle }: EchecApi,
): Promise<Issue> {
  try {
    const recu = await reseau.relire()
    const dits = new Map(details.map((detail) => [cleDe(detail.chemin), detail]))
    if (dits.size === 0) return { sorte: 'refuse', libelle }
    // The reading may be of a later version than the refusal: what it alone shows is asked as well,
    // for whoever chooses answers for that version.
    const aussi = divergentes(noyau, serveur, recu)
    const conflits = [...new Set([...dits.keys(), ...aussi])].map((adresse) => ({
      adresse,
      mienne: noyau.calcul.valeur(adresse),
      tapeLe: noyau.attente.tapeLe(adresse),
      leur: recu.donnees[adresse] ?? null,
      auteur: dits.get(adresse)?.auteur ?? recu.modifiePar ?? '',
      le: dits.get(adresse)?.le ?? recu.modifieLe,
    }))
    recevoir(noyau, serveur, recu)
    serveur.choix = recu
    reseau.surConflits(conflits)
    return { sorte: 'conflit' }
  } catch (echec) {
    if (!(echec instanceof EchecApi)) throw echec
    return { sorte: 'interrompu', libelle: echec.libelle }
  }
}
