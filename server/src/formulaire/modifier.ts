import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type {
  CelluleModifiee,
  FormulaireEnvoye,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { compterRemarques } from '@releve/contract/formulaire/retour.rules.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { justificationsTombees } from '@releve/contract/modele/justification.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { deduitesA, direDeduites } from './deduites.ts'
import {
  chiffresDe,
  type FormulaireOuvert,
  messagesDe,
  ouvrirFormulaire,
} from './formulaire.calcul.ts'
import { type Suivi, updateFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import { listCellulesModifieesDepuis } from './historique.sql.ts'
import { casesOuvertesApres, verifierRouvertes } from './retour.ts'
import {
  auNomDe,
  cellulesModifiees,
  detailConflit,
  fusionnerTextes,
  heureDe,
  prisesParVerrou,
  sansLignesAbsentes,
  textesModifies,
  verifierLignesCommentees,
  verifierOuvert,
  verifierTextes,
  verifierValeurs,
  verifierVerrous,
} from './saisie.ts'

type AppelModifier = Appel<typeof formulaireApi.modifierFormulaire>

/** @throws CELLULES_EN_CONFLIT when another page changed one of these cells meanwhile. */
async function verifierConflits(
  { db, agent, body }: AppelModifier,
  f: FormulaireCharge,
  changees: readonly CelluleModifiee[],
): Promise<void> {
  const heure = () => heureDe(f.modifieLe, f.reglages.fuseau)
  if (body.version > f.version) throw erreur('VERSION_PERIMEE', { heure: heure() })
  if (body.version === f.version || changees.length === 0) return
  const moi = { id: agent.id, poste: body.poste, envoi: body.envoi ?? 0 }
  const autres = await listCellulesModifieesDepuis(db, f, body.version, moi)
  const details = changees.flatMap((change) => {
    const autre = autres.get(change.cellule)
    return autre ? detailConflit(change, autre, f.reglages.fuseau) : []
  })
  if (details.length === 0) return
  throw erreur('CELLULES_EN_CONFLIT', { heure: heure() }, { details })
}

/** Applies the edit to the running computation; gives what the base must keep. */
function appliquer(
  { body }: AppelModifier,
  f: FormulaireCharge,
  { calcul, justifications: actuelles }: FormulaireOuvert,
  changees: readonly CelluleModifiee[],
) {
  // Writing the messages of controls costs more than all the rest: only where a justification may
  // fall.
  const justifie = Object.keys(actuelles).length > 0
  const avant = justifie ? calcul.resultats() : []
  calcul.changer(Object.fromEntries(changees.map(({ cellule, apres }) => [cellule, apres])))
  verifierVerrous(calcul, body.donnees)
  verifierLignesCommentees(calcul, body.commentaires)
  const commentaires = fusionnerTextes(f.commentaires, body.commentaires)
  commentaires.textes = sansLignesAbsentes(calcul, commentaires.textes)
  const justifications = fusionnerTextes(actuelles, body.justifications)
  const tombees = justifie ? justificationsTombees(avant, calcul.resultats(), actuelles) : []
  for (const cle of tombees) {
    if (body.justifications?.[cle] === undefined) delete justifications.textes[cle]
  }
  for (const cle of Object.keys(body.commentaires ?? {})) {
    calcul.commenter(cle, commentaires.textes[cle] ?? null)
  }
  for (const cle of [...tombees, ...Object.keys(body.justifications ?? {})]) {
    calcul.justifier(cle, justifications.textes[cle] ?? null)
  }
  return { commentaires, justifications }
}

/**
 * Saves the changed cells: merges what others did elsewhere. `reprise`: figures already collected
 * elsewhere, whatever the lock of the month.
 */
export async function modifierFormulaire(
  appel: AppelModifier,
  f: FormulaireCharge,
  { reprise }: { reprise: boolean } = { reprise: false },
): Promise<FormulaireEnvoye> {
  const { db, agent, body, maintenant } = appel
  if (!reprise) verifierOuvert(f, maintenant)
  const lue = { ...f, structureLue: f.structureActuelle }
  const ouvert = await ouvrirFormulaire(db, lue)
  verifierValeurs(ouvert.calcul, body.donnees)
  verifierTextes(ouvert.modele.compile, body)
  const texte = direDeduites(ouvert.modele.compile, f.donnees.lire(), deduitesA(f, ouvert.calcul))
  const changees = cellulesModifiees(ouvert.calcul, body.donnees)
  await verifierConflits(appel, f, changees)
  if (!reprise) verifierRouvertes(f, ouvert, changees)
  const { commentaires, justifications } = appliquer(appel, f, ouvert, changees)
  if (changees.length === 0 && !commentaires.change && !justifications.change) {
    return composeFormulaire(appel, f)
  }
  const donnees = ouvert.calcul.donnees()
  const contenu = {
    ...chiffresDe(ouvert, f.etat, donnees),
    donnees: JSON.stringify(donnees),
    commentaires: JSON.stringify(commentaires.textes),
    justifications: JSON.stringify(justifications.textes),
    messagesJustifies: JSON.stringify(messagesDe(ouvert.calcul, justifications.textes)),
    structureLue: JSON.stringify(f.structureActuelle),
  }
  const trace = {
    agentId: agent.id,
    auNomDe: auNomDe(agent, f.structureId),
    action: 'modifier',
    de: f.etat,
    vers: f.etat,
    texte,
    cellules: [...changees, ...prisesParVerrou(f.donnees.lire(), ouvert.calcul, changees)],
    textes: [
      ...textesModifies('COMMENTAIRE', f.commentaires, commentaires.textes),
      ...textesModifies('JUSTIFICATION', f.justifications, justifications.textes),
    ],
    poste: body.poste ?? null,
    envoi: body.envoi ?? null,
    le: maintenant.toISOString(),
  }
  const { corrigees, remarques } = corriger(f, ouvert, changees)
  const suivi = suiviApres(f, ouvert, changees, remarques)
  const ecrit = await updateFormulaire(db, f, { trace, suivi, saisie: { contenu, corrigees } })
  return composeFormulaire(appel, { ...ecrit, remarques }, ouvert)
}

/** What is open, and what waits, once these changes are in. */
function suiviApres(
  f: FormulaireCharge,
  { calcul }: FormulaireOuvert,
  changees: readonly CelluleModifiee[],
  remarques: FormulaireCharge['remarques'],
): Partial<Suivi> {
  const comptes = remarques === f.remarques ? {} : compterRemarques(remarques)
  const cases = casesOuvertesApres(f, calcul, changees)
  return cases === null ? comptes : { ...comptes, casesOuvertes: JSON.stringify(cases) }
}

/**
 * An open remark counts as corrected once its cell changes, or, for a computed cell, once its value
 * does; who made the remark may then lift it.
 */
function corriger(
  { donnees, remarques }: FormulaireCharge,
  { calcul }: FormulaireOuvert,
  changees: readonly CelluleModifiee[],
) {
  const touchees = new Set(changees.map(({ cellule }) => cellule))
  for (const { cellule, statut } of changees.length > 0 ? remarques : []) {
    if (statut !== 'OUVERTE' || !cellule || !celluleDe(calcul.mc, cellule)?.calculee) continue
    if ((calcul.valeur(cellule) ?? null) !== (donnees.lire()[cellule] ?? null))
      touchees.add(cellule)
  }
  const corrigees: string[] = []
  const apres = remarques.map((r) => {
    if (r.statut !== 'OUVERTE' || r.cellule === null || !touchees.has(r.cellule)) return r
    corrigees.push(r.cellule)
    return { ...r, statut: 'CORRIGEE' as const }
  })
  return { corrigees, remarques: corrigees.length > 0 ? apres : remarques }
}
