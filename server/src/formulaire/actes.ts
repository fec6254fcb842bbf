import { echeanceDe, jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Detail } from '@releve/contract/erreur.ts'
import type {
  FormulaireEnvoye,
  PorteeRenvoi,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Calcul } from '@releve/contract/modele/calcul.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { peutSoumettre } from '@releve/contract/modele/soumission.ts'
import { direNonTermine, isoDe, libellePeriode, nbJours, periodeDe } from '@releve/contract/mois.ts'
import { echeanceDuFormulaire } from '../calendrier/echeance.ts'
import { erreur } from '../platform/erreur.ts'
import { deduitesA, direDeduites } from './deduites.ts'
import { chiffresDe, type FormulaireOuvert, ouvrirFormulaire } from './formulaire.calcul.ts'
import { type Contenu, insertPublication } from './formulaire.ecriture.sql.ts'
import { attendUnAutreRegard, attendUnAutreValideur } from './formulaire.lecture.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import { findSoumission } from './historique.sql.ts'
import { findCasesRouvertes, verifierTraitees } from './retour.ts'
import { prisesParVerrou, verifierOuvert } from './saisie.ts'
import { type AppelActe, type Preparation, transiter } from './transition.ts'

/** Of a form that no longer waits for a correction. */
export const SANS_RENVOI = { motifRenvoi: null, texteRenvoi: null, casesOuvertes: null }

/** « 2 erreurs à corriger et 1 avertissement à justifier. » */
function resumer(manquants: number, bloquants: number, aJustifier: number): string {
  const pluriel = (n: number, un: string, plusieurs: string) => `${n} ${n > 1 ? plusieurs : un}`
  const parts: string[] = []
  if (manquants) parts.push(pluriel(manquants, 'case à remplir', 'cases à remplir'))
  if (bloquants) parts.push(pluriel(bloquants, 'erreur à corriger', 'erreurs à corriger'))
  if (aJustifier) {
    parts.push(pluriel(aJustifier, 'avertissement à justifier', 'avertissements à justifier'))
  }
  return `Il reste ${new Intl.ListFormat('fr-FR').format(parts)}.`
}

function detailManquant(calcul: Calcul, chemin: string): Detail {
  const nom = celluleDe(calcul.mc, chemin)?.libelle ?? chemin
  const libelle =
    calcul.motifManquant(chemin) === 'COMMENTAIRE'
      ? `Ajoutez un commentaire à la case «\u00a0${nom}\u00a0».`
      : `Remplissez la case «\u00a0${nom}\u00a0».`
  return { chemin, code: 'CELLULE_REQUISE', libelle }
}

/** @throws FORMULAIRE_INCOMPLET; a forced state asks for no justification. */
export function verifierComplet({ calcul }: FormulaireOuvert, avecJustifications: boolean): void {
  const verdict = peutSoumettre(calcul)
  const aJustifier = avecJustifications ? verdict.aJustifier : []
  const { manquants, bloquants } = verdict
  if (manquants.length + bloquants.length + aJustifier.length === 0) return
  const details: Detail[] = [
    ...manquants.map((chemin) => detailManquant(calcul, chemin)),
    ...[...bloquants, ...aJustifier].map(({ cle, niveau, message }) => ({
      chemin: cle,
      code: niveau,
      libelle: message,
    })),
  ]
  const resume = resumer(manquants.length, bloquants.length, aJustifier.length)
  throw erreur('FORMULAIRE_INCOMPLET', { resume }, { details: details.slice(0, 200) })
}

/** Whether these are the same cells with the same values. */
function sontEgales(avant: Donnees, apres: Donnees): boolean {
  const cellules = Object.keys(apres)
  if (cellules.length !== Object.keys(avant).length) return false
  return cellules.every((cellule) => avant[cellule] === apres[cellule])
}

/** What a form that leaves entry holds: the figures are those of today. */
export function contenuDe(f: FormulaireCharge, ouvert: FormulaireOuvert): Contenu {
  const donnees = ouvert.calcul.donnees()
  return {
    ...chiffresDe(ouvert, 'SOUMIS', donnees),
    donnees: sontEgales(f.donnees.lire(), donnees) ? null : JSON.stringify(donnees),
    commentaires: JSON.stringify(f.commentaires),
    justifications: JSON.stringify(f.justifications),
    messagesJustifies: JSON.stringify(f.messagesJustifies),
    structureLue: JSON.stringify(f.structureActuelle),
  }
}

/**
 * The first submission says for ever whether the form came in time; the due date that it had then
 * is kept, but for its month's, which is kept with the calendar.
 */
export function receptionDe(f: FormulaireCharge, maintenant: Date) {
  if (f.soumisLe) return {}
  const due = echeanceDuFormulaire(f, f.reglages, false)
  const duMois = echeanceDe(periodeDe(f.rang), f.reglages)
  return {
    soumisLe: maintenant.toISOString(),
    horsDelai: jourLocal(maintenant, f.reglages.fuseau) > due,
    echeance: due === duMois ? null : due,
  }
}

/** Who brings the form out of entry: the last to do so does not validate it. */
export const soumissionDe = ({ agent }: AppelActe) => ({
  soumisPar: agent.id,
  soumisAppareil: agent.empreinteAppareil,
})

/**
 * What validating a form brings, forced or not: who validated it; and, where another account
 * submitted it from this very device, that submission, which is allowed but noted in the journal.
 * @throws DOUBLE_REGARD_SOUMISSION when the validator is who submitted
 */
export async function validationDe(
  { db, agent }: AppelActe,
  f: FormulaireCharge,
): Promise<Preparation> {
  if (attendUnAutreValideur(agent, f)) throw erreur('DOUBLE_REGARD_SOUMISSION')
  const suivi = { validePar: agent.id }
  const ici = agent.empreinteAppareil && f.soumisAppareil?.equals(agent.empreinteAppareil)
  if (!ici || f.soumisPar === agent.id) return { suivi }
  return { suivi, memeAppareil: await findSoumission(db, f.id) }
}

export async function soumettreFormulaire(
  appel: AppelActe & { query: { confirme?: boolean | undefined } },
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  const { db, maintenant, query } = appel
  return transiter(appel, f, 'soumettre', async () => {
    verifierOuvert(f, maintenant)
    const ouvert = await ouvrirFormulaire(db, { ...f, structureLue: f.structureActuelle })
    verifierComplet(ouvert, true)
    verifierTraitees(f, ouvert)
    const periode = periodeDe(f.rang)
    const dernierJour = `${isoDe(periode)}-${nbJours(periode)}`
    if (jourLocal(maintenant, f.reglages.fuseau) < dernierJour && !query.confirme) {
      throw erreur('CONFIRMATION_REQUISE', {
        nonTermine: direNonTermine(libellePeriode(periode, f.moisCouverts)),
      })
    }
    const reception = receptionDe(f, maintenant)
    const suivi = { ...reception, ...soumissionDe(appel), ...SANS_RENVOI }
    const cellules = prisesParVerrou(f.donnees.lire(), ouvert.calcul)
    const { calcul, modele } = ouvert
    const dit = direDeduites(modele.compile, f.donnees.lire(), deduitesA(f, calcul))
    const recu = { ouvert, horsDelai: f.horsDelai, ...reception }
    const saisie = { contenu: contenuDe(f, ouvert), recu }
    return { suivi, saisie, cellules, dit, destinataires: 'VALIDEURS' }
  })
}

/** @throws DOUBLE_REGARD_SOUMISSION when the validator is who submitted. */
export async function validerFormulaire(
  appel: AppelActe,
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  return transiter(appel, f, 'valider', () => validationDe(appel, f))
}

/** @throws DOUBLE_REGARD when the approver is who validated. */
export async function approuverFormulaire(
  appel: AppelActe,
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  return transiter(appel, f, 'approuver', () => {
    if (attendUnAutreRegard(appel.agent, f)) throw erreur('DOUBLE_REGARD')
    return {}
  })
}

export async function diffuserFormulaire(
  appel: AppelActe,
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  const { db, agent, maintenant } = appel
  return transiter(appel, f, 'diffuser', async () => {
    const versionDiffusee = f.versionDiffusee + 1
    await insertPublication(db, f.id, versionDiffusee, agent.id, maintenant.toISOString())
    return { suivi: { versionDiffusee }, destinataires: 'STRUCTURE' }
  })
}

export async function renvoyerFormulaire(
  appel: AppelActe & { query: { portee?: PorteeRenvoi | undefined } },
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  const { motif, texte, portee } = appel.query
  return transiter(appel, f, 'renvoyer', async () => {
    // When asked to open only the marked cells, remarks on the report as a whole do not count.
    const remarques = f.remarques.filter(({ cellule }) => portee === undefined || cellule)
    const cases = portee === 'tout' ? null : await findCasesRouvertes(appel.db, { ...f, remarques })
    const casesOuvertes = cases && JSON.stringify(cases)
    const raison = { motifRenvoi: motif ?? null, texteRenvoi: texte ?? null }
    return { suivi: { ...raison, casesOuvertes, validePar: null }, destinataires: 'STRUCTURE' }
  })
}
