import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  CelluleModifiee,
  TexteModifie,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Calcul } from '@releve/contract/modele/calcul.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import { JUSTIFICATION_MIN } from '@releve/contract/modele/justification.ts'
import {
  type Donnees,
  type Modifications,
  SO,
  type Valeur,
} from '@releve/contract/modele/modele.schema.ts'
import { verifierModifications } from '@releve/contract/modele/verification.ts'
import { avecDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import { estVerrouille } from './formulaire.lecture.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import type { ChangementAutre } from './historique.sql.ts'

/** 14:32, by the calendar's clock. */
export function heureDe(instant: string, fuseau: string): string {
  const format = { timeZone: fuseau, hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('fr-FR', format).format(new Date(instant))
}

/** @throws TRANSITION_INTERDITE, MOIS_VERROUILLE when figures cannot be entered in it now. */
export function verifierOuvert(f: FormulaireCharge, maintenant: Date): void {
  if (!ETATS_OUVERTS.includes(f.etat)) {
    throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[f.etat] })
  }
  if (estVerrouille(f, maintenant)) {
    throw erreur('MOIS_VERROUILLE', {
      dePeriode: avecDe(libellePeriode(periodeDe(f.rang), f.moisCouverts)),
    })
  }
}

/** A refusal names this many faults at most: an answer must not outgrow what it answers. */
const FAUTES_MAX = 200

function refuserFautes(details: readonly Detail[]): void {
  if (details.length === 0) return
  throw erreur('SAISIE_INVALIDE', {}, { details: details.slice(0, FAUTES_MAX) })
}

/** @throws SAISIE_INVALIDE with one detail per cell that cannot take its value. */
export function verifierValeurs(calcul: Calcul, modifications: Modifications): void {
  refuserFautes(verifierModifications(calcul, modifications))
}

/** What an edit really changes: values equal to the current ones are no change. */
export function cellulesModifiees(calcul: Calcul, modifications: Modifications): CelluleModifiee[] {
  const changees: CelluleModifiee[] = []
  for (const [cellule, apres] of Object.entries(modifications)) {
    const avant = calcul.valeur(cellule) ?? null
    if (avant !== apres) changees.push({ cellule, avant, apres })
  }
  return changees
}

/** Texts by key with some replaced; `null` or blank erases. `change` tells whether any differs. */
export function fusionnerTextes(
  actuels: Record<string, string>,
  nouveaux: Textes = {},
): { textes: Record<string, string>; change: boolean } {
  const textes = { ...actuels }
  let change = false
  for (const [cle, nouveau] of Object.entries(nouveaux)) {
    const texte = nouveau?.trim() ?? ''
    if (texte === (textes[cle] ?? '')) continue
    change = true
    if (texte) textes[cle] = texte
    else delete textes[cle]
  }
  return { textes, change }
}

/**
 * The texts that a save changes, comments or justifications, including justifications that fell
 * because of it.
 */
export function textesModifies(
  sorte: TexteModifie['sorte'],
  avant: Record<string, string>,
  apres: Record<string, string>,
): TexteModifie[] {
  return Object.keys({ ...avant, ...apres })
    .filter((cle) => avant[cle] !== apres[cle])
    .map((cle) => ({ sorte, cle, avant: avant[cle] ?? null, apres: apres[cle] ?? null }))
}

/** « Votre valeur : 5 ; valeur enregistrée par … à 14:32 : 7 », for each cell in conflict. */
export function detailConflit(
  { cellule, avant, apres }: CelluleModifiee,
  { auteur, le, soi }: ChangementAutre,
  fuseau: string,
): Detail {
  const figure = (valeur: Valeur | null) => (valeur === null ? '(vide)' : String(valeur))
  const qui = soi ? 'vous, dans une autre fenêtre,' : auteur
  return {
    chemin: cellule,
    code: 'CELLULES_EN_CONFLIT',
    libelle: `Votre valeur\u00a0: ${figure(apres)}\u202f; valeur enregistrée par ${qui} à ${heureDe(le, fuseau)}\u00a0: ${figure(avant)}.`,
    auteur: soi ? 'vous' : auteur,
    le,
  }
}

/** The structure on whose behalf the agent acts, or null when it is one of his own. */
export function auNomDe(agent: Agent, structureId: number): number | null {
  return agent.structures.includes(structureId) ? null : structureId
}

/** @throws SAISIE_INVALIDE for a cell that is `SO` for this structure, once the values are in. */
export function verifierVerrous(calcul: Calcul, modifications: Modifications): void {
  const details: Detail[] = Object.entries(modifications)
    .filter(([chemin, valeur]) => valeur !== null && valeur !== SO && calcul.verrouillee(chemin))
    .map(([chemin]) => ({
      chemin,
      code: 'CELLULE_CALCULEE',
      libelle: 'Cette case est sans objet\u00a0: elle ne peut pas être modifiée.',
    }))
  refuserFautes(details)
}

/**
 * The cells that have become locked by this act, because of what was entered, of the structure's
 * record or of another month: they now hold `SO`, and the history keeps what they held. `avant`:
 * the values as last written; `dites`: the changes of the act itself, which its line has already.
 */
export function prisesParVerrou(
  avant: Donnees,
  calcul: Calcul,
  dites: readonly CelluleModifiee[] = [],
): CelluleModifiee[] {
  return calcul.verrouillees().flatMap((cellule) => {
    const figure = avant[cellule]
    const sue = figure === undefined || figure === SO || dites.some((d) => d.cellule === cellule)
    return sue ? [] : [{ cellule, avant: figure, apres: SO }]
  })
}

/** A cell of the repeating table's row that holds nothing, once the values are in: it is not there. */
function estLigneAbsente(calcul: Calcul, adresse: string): boolean {
  if (calcul.mc.cellules.has(adresse)) return false
  const cellule = celluleDe(calcul.mc, adresse)
  return cellule?.ligne != null && !calcul.lignes(cellule.section).includes(cellule.ligne)
}

/** @throws SAISIE_INVALIDE for a comment on a row that the table does not have. */
export function verifierLignesCommentees(calcul: Calcul, commentaires: Textes = {}): void {
  const absentes = Object.entries(commentaires)
    .filter(([cellule, texte]) => texte?.trim() && estLigneAbsente(calcul, cellule))
    .map(([cellule]) => cellule)
  refuserFautes(absentes.map(detailInconnue))
}

/** The comments without those of rows that are gone. */
export function sansLignesAbsentes(
  calcul: Calcul,
  commentaires: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(commentaires).filter(([cellule]) => !estLigneAbsente(calcul, cellule)),
  )
}

function detailInconnue(cellule: string): Detail {
  const libelle = libelleErreur('CELLULE_INCONNUE', { cellule })
  return { chemin: cellule, code: 'CELLULE_INCONNUE', libelle }
}

type Textes = Record<string, string | null> | undefined

function detailsCommentaires(compile: ModeleCompile, commentaires: Textes = {}): Detail[] {
  return Object.keys(commentaires)
    .filter((cellule) => !celluleDe(compile, cellule))
    .map(detailInconnue)
}

function detailsJustifications(compile: ModeleCompile, justifications: Textes = {}): Detail[] {
  const details: Detail[] = []
  for (const [chemin, texte] of Object.entries(justifications)) {
    const blanc = texte === null || texte.trim() === ''
    const code = !compile.controles.some(({ cle }) => cle === chemin)
      ? 'CONTROLE_INCONNU'
      : blanc || texte.trim().length >= JUSTIFICATION_MIN
        ? null
        : 'JUSTIFICATION_INVALIDE'
    if (code) details.push({ chemin, code, libelle: libelleErreur(code) })
  }
  return details
}

/**
 * @throws SAISIE_INVALIDE for a comment on an unknown cell, or a justification of an unknown
 * control, or one that is too short.
 */
export function verifierTextes(
  compile: ModeleCompile,
  { commentaires, justifications }: { commentaires?: Textes; justifications?: Textes },
): void {
  refuserFautes([
    ...detailsCommentaires(compile, commentaires),
    ...detailsJustifications(compile, justifications),
  ])
}
