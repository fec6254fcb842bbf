import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type {
  CelluleModifiee,
  FormulaireEnvoye,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { compterRemarques } from '@releve/contract/formulaire/retour.rules.ts'
import { TexteJson } from '@releve/contract/json.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { justificationsTombees } from '@releve/contract/modele/justification.ts'
import type { Controle } from '@releve/contract/modele/modele.schema.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { deduitesA, direDeduites } from './deduites.ts'
import {
  chiffresDe,
  type FormulaireOuvert,
  messagesDe,
  ouvrirFormulaire,
} from './formulaire.calcul.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
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
  // Messages cost more than all the rest: written before the edit only where one may fall.
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
  const { db, agent, body, query, maintenant } = appel
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
    return composeFormulaire(db, agent, f, { maintenant, sans: query.sans })
  }
  const le = maintenant.toISOString()
  const contenu = {
    donnees: TexteJson.de(ouvert.calcul.donnees()),
    commentaires: commentaires.textes,
    justifications: justifications.textes,
    messagesJustifies: messagesDe(ouvert.calcul, justifications.textes),
    structureLue: f.structureActuelle,
  }
  const chiffres = chiffresDe(ouvert, f.etat, contenu.donnees.lire())
  const colonnes = {
    ...chiffres,
    donnees: contenu.donnees.texte,
    commentaires: JSON.stringify(contenu.commentaires),
    justifications: JSON.stringify(contenu.justifications),
    messagesJustifies: JSON.stringify(contenu.messagesJustifies),
    structureLue: JSON.stringify(contenu.structureLue),
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
      ...textesModifies('COMMENTAIRE', f.commentaires, contenu.commentaires),
      ...textesModifies('JUSTIFICATION', f.justifications, contenu.justifications),
    ],
    poste: body.poste ?? null,
    envoi: body.envoi ?? null,
    le,
  }
  const { corrigees, remarques } = corriger(f, ouvert, changees)
  const suivi = suiviDe(f, ouvert, changees, remarques)
  await updateFormulaire(db, f, { ...colonnes, ...suivi.colonnes }, trace, { corrigees })
  const ecrit = { version: f.version + 1, modifieLe: le, modifiePar: agent.nomAffichable }
  const resultats = new TexteJson<Controle[]>(chiffres.resultats)
  const apres = { ...f, ...contenu, ...chiffres, ...ecrit, ...suivi.lu, resultats, remarques }
  return composeFormulaire(db, agent, apres, { maintenant, sans: query.sans, ouvert })
}

/** What is open, and what waits, once these changes are in; nothing is written where nothing moves. */
function suiviDe(
  f: FormulaireCharge,
  { calcul }: FormulaireOuvert,
  changees: readonly CelluleModifiee[],
  remarques: FormulaireCharge['remarques'],
) {
  const comptes = remarques === f.remarques ? {} : compterRemarques(remarques)
  const cases = casesOuvertesApres(f, calcul, changees)
  if (cases === null) return { colonnes: comptes, lu: comptes }
  const colonnes = { ...comptes, casesOuvertes: JSON.stringify(cases) }
  return { colonnes, lu: { ...comptes, casesOuvertes: [...cases] } }
}

/**
 * An open remark on a cell that changes is corrected, until who made it lifts it; on a computed one
 * too, once what it is computed from gives another figure.
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
