import {
  ETATS_CONTROLES,
  ETATS_OUVERTS,
  etatsForcables,
} from '@releve/contract/formulaire/formulaire.rules.ts'
import type { CelluleModifiee } from '@releve/contract/formulaire/formulaire.schema.ts'
import {
  type Etat,
  type FormulaireEnvoye,
  LIBELLES_ETATS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { erreur } from '../platform/erreur.ts'
import {
  contenuDe,
  receptionDe,
  SANS_RENVOI,
  soumissionDe,
  validationDe,
  verifierComplet,
} from './actes.ts'
import { chiffresDe, ouvrirFormulaire } from './formulaire.calcul.ts'
import { type FormulaireCharge, findPublication } from './formulaire.sql.ts'
import { prisesParVerrou } from './saisie.ts'
import { type AppelActe, forcer, type Preparation } from './transition.ts'

/** The form with its structure's figures as they stand now, as it is while it is entered. */
function actuel(f: FormulaireCharge): FormulaireCharge {
  return { ...f, structureLue: f.structureActuelle }
}

/** @throws ANNULATION_IMPOSSIBLE, TRANSITION_INTERDITE; never MOIS_VERROUILLE: reviewing is not locked. */
function verifierForcage(f: FormulaireCharge, vers: Etat): void {
  const cibles = etatsForcables(f.etat, f.versionDiffusee, f.reglages.doubleRegard)
  if (cibles.includes(vers)) return
  if (vers === 'ANNULE' && f.versionDiffusee > 0) throw erreur('ANNULATION_IMPOSSIBLE')
  throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[f.etat] })
}

async function preparerForcage(
  appel: AppelActe,
  f: FormulaireCharge,
  vers: Etat,
): Promise<Preparation> {
  const { db, maintenant, query } = appel
  if (vers === 'DIFFUSE') return restaurer(appel, f)
  if (ETATS_CONTROLES.includes(vers)) {
    // Out of entry, it takes the structure's figures of today; already received, it keeps its own.
    const saisi = ETATS_OUVERTS.includes(f.etat)
    const ouvert = await ouvrirFormulaire(db, saisi ? actuel(f) : f)
    verifierComplet(ouvert, false)
    const validation = vers === 'VALIDE' ? await validationDe(appel, f) : {}
    const reception = receptionDe(f, maintenant)
    const recue = { ...reception, ...SANS_RENVOI, ...validation.suivi }
    if (!saisi) return { ...validation, suivi: recue }
    // Nobody submitted it: whoever forces it out of entry counts as having done so.
    const suivi = { ...recue, ...soumissionDe(appel) }
    const cellules = prisesParVerrou(f.donnees.lire(), ouvert.calcul)
    const recu = { ouvert, horsDelai: f.horsDelai, ...reception }
    return { suivi, saisie: { contenu: contenuDe(f, ouvert), recu }, cellules }
  }
  // Forced back, a form opens whole.
  const renvoi = {
    ...SANS_RENVOI,
    motifRenvoi: query.motif ?? null,
    texteRenvoi: query.texte ?? null,
  }
  return { suivi: { ...(vers === 'RENVOYE' ? renvoi : SANS_RENVOI), validePar: null } }
}

/** The cells entered that the draft had changed, as the record tells any change. */
function cellulesRestaurees(compile: ModeleCompile, brouillon: Donnees, publie: Donnees) {
  const cellules: CelluleModifiee[] = []
  for (const cellule of new Set([...Object.keys(brouillon), ...Object.keys(publie)])) {
    if (celluleDe(compile, cellule)?.calculee) continue
    const avant = brouillon[cellule] ?? null
    const apres = publie[cellule] ?? null
    if (avant !== apres) cellules.push({ cellule, avant, apres })
  }
  return cellules
}

/** Drops the draft of the next publication: the form is its last publication again. */
async function restaurer({ db }: AppelActe, f: FormulaireCharge): Promise<Preparation> {
  const publie = await findPublication(db, f.id, f.versionDiffusee)
  if (!publie) throw erreur('PUBLICATION_INTROUVABLE')
  const ouvert = await ouvrirFormulaire(db, { ...f, ...publie, environs: null })
  const { compile } = ouvert.modele
  const contenu = {
    ...chiffresDe(ouvert, 'DIFFUSE'),
    donnees: publie.donnees.texte,
    commentaires: JSON.stringify(publie.commentaires),
    justifications: JSON.stringify(publie.justifications),
    messagesJustifies: '{}',
    structureLue: JSON.stringify(publie.structureLue),
  }
  const cellules = cellulesRestaurees(compile, f.donnees.lire(), publie.donnees.lire())
  return { suivi: SANS_RENVOI, saisie: { contenu }, cellules }
}

/**
 * Forces a form to a state (docs/conception.md, 2).
 * @throws TRANSITION_INTERDITE, ANNULATION_IMPOSSIBLE, FORMULAIRE_INCOMPLET, MOTIF_REQUIS,
 * DOUBLE_REGARD_SOUMISSION.
 */
export async function changerEtatFormulaire(
  appel: AppelActe,
  f: FormulaireCharge,
  vers: Etat,
): Promise<FormulaireEnvoye> {
  return forcer(appel, f, vers, async () => {
    verifierForcage(f, vers)
    return preparerForcage(appel, f, vers)
  })
}
