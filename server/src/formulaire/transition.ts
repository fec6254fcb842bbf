import { type ActeTransition, TRANSITIONS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  CelluleModifiee,
  Etat,
  FormulaireEnvoye,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { findMois, listOfferts } from '../codification/codification.sql.ts'
import { noter } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import { type Annonce, type Destinataires, rediger } from './annonce.ts'
import {
  type Contenu,
  type Ecriture,
  type Suivi,
  updateFormulaire,
} from './formulaire.ecriture.sql.ts'
import { type AppelLecture, composeFormulaire } from './formulaire.lecture.ts'
import { type FormulaireCharge, relireFormulaire } from './formulaire.sql.ts'
import { findDernierActe, type Soumission } from './historique.sql.ts'
import { findLibelleMotif } from './motif.sql.ts'
import { changeCeQuiSeLit, estRouvert, pousser } from './pousser.ts'
import { type ActeSigne, composerRecepisse } from './recepisse.ts'
import { auNomDe, heureDe } from './saisie.ts'

/** What every act on an existing form is called with. */
export type AppelActe = AppelLecture & {
  query: {
    version?: number | undefined
    motif?: string | undefined
    texte?: string | undefined
  }
}

type Deplacement = {
  action: ActeTransition | 'changerEtat'
  vers: Etat
  suivi?: Partial<Suivi>
  /** What the form holds from now on; `recu`: whoever acts gets a receipt of it, for it leaves entry. */
  saisie?: { contenu: Contenu; recu?: ActeSigne }
  /** Cells whose value the move changes. */
  cellules?: CelluleModifiee[]
  /** What the history says of it beside what the agent wrote. */
  dit?: string | null
  destinataires?: Destinataires
  force?: boolean
  /** What is validated, when another account submitted it from the same device. */
  memeAppareil?: Soumission
}

/**
 * Whether this very act was the last one, by the same agent: the answer was lost on the way, and
 * the act said again. It then succeeds and writes nothing.
 */
async function estRepetition(
  { db, agent, query }: AppelActe,
  f: FormulaireCharge,
  { action, vers }: Deplacement,
): Promise<boolean> {
  if (f.etat !== vers) return false
  const dernier = await findDernierActe(db, f.id)
  return (
    dernier?.agentId === agent.id &&
    dernier.action === action &&
    dernier.vers === vers &&
    dernier.version === f.version &&
    // Another reason is another act: to say that it was written would be false.
    dernier.motif === (query.motif ?? null) &&
    dernier.texte === (query.texte ?? null)
  )
}

function verifierVersion({ query }: AppelActe, f: FormulaireCharge): void {
  if (query.version === undefined || query.version === f.version) return
  throw erreur('VERSION_PERIMEE', { heure: heureDe(f.modifieLe, f.reglages.fuseau) })
}

/** @throws MOTIF_REQUIS, MOTIF_INCONNU: a form goes back with a reason that its structure can act on. */
async function verifierMotif({ db, query, maintenant }: AppelActe): Promise<void> {
  if (!query.motif || !query.texte) throw erreur('MOTIF_REQUIS')
  const offerts = await listOfferts(db, 'MOTIF_RENVOI', await findMois(db, maintenant))
  if (!offerts.includes(query.motif)) throw erreur('MOTIF_INCONNU')
}

/** What is told to those concerned, by a message that is written, or not, with the act itself. */
async function annoncer(
  { db, agent, query }: AppelActe,
  f: FormulaireCharge,
  { action, vers }: Deplacement,
  prevenus: Destinataires,
): Promise<Annonce | null> {
  const { motif: code, texte = null } = query
  const motif = code ? await findLibelleMotif(db, code) : null
  const version = f.version + 1
  const nouvelle = { action, prevenus, formulaire: f, version, de: f.etat, vers, motif, texte }
  return rediger(nouvelle, agent.nomAffichable)
}

/** What reaching a state changes by itself, whichever act leads there. */
function arriveeDe(vers: Etat, le: string): Partial<Suivi> {
  if (vers === 'VALIDE') return { etat: vers, valideLe: le }
  // Nobody will validate it any more: what is kept of the device that submitted it goes.
  if (vers === 'DIFFUSE' || vers === 'ANNULE') return { etat: vers, soumisAppareil: null }
  return { etat: vers }
}

/** Writes a move that other forms see, and theirs with it: all of it or nothing. */
const ecrireEtPousser = (
  { db }: AppelActe,
  f: FormulaireCharge,
  ecriture: Ecriture,
): Promise<FormulaireCharge> =>
  inTransaction(db, async (tx) => {
    const apres = await updateFormulaire(tx, f, ecriture)
    await pousser(tx, f, apres.etat)
    // A form that opens again has been computed again with the others.
    return estRouvert(f, apres.etat) ? relireFormulaire(tx, f) : apres
  })

/** Writes a move from the device that submitted with the journal, which says it too. */
const ecrireEtNoter = (
  appel: AppelActe,
  f: FormulaireCharge,
  ecriture: Ecriture,
  soumission: Soumission,
): Promise<FormulaireCharge> =>
  inTransaction(appel.db, async (tx) => {
    const apres = await updateFormulaire(tx, f, ecriture)
    const dit = { cible: f.numero, detail: { soumisPar: soumission.agent } }
    await noter({ ...appel, db: tx }, 'VALIDATION_MEME_APPAREIL', dit)
    return apres
  })

/** Writes the move, its history, who is told, and what follows; answers the form as it now stands. */
async function deplacer(
  appel: AppelActe,
  f: FormulaireCharge,
  deplacement: Deplacement,
): Promise<FormulaireEnvoye> {
  const { agent, maintenant, query } = appel
  const { action, vers, saisie, cellules, destinataires, force, memeAppareil } = deplacement
  const trace = {
    agentId: agent.id,
    auNomDe: action === 'soumettre' ? auNomDe(agent, f.structureId) : null,
    action,
    de: f.etat,
    vers,
    force: force ?? false,
    cellules: cellules ?? [],
    motif: query.motif ?? null,
    texte: query.texte ?? deplacement.dit ?? null,
    memeAppareil: memeAppareil?.version ?? null,
    le: maintenant.toISOString(),
  }
  const ecriture = {
    trace,
    suivi: { ...deplacement.suivi, ...arriveeDe(vers, trace.le) },
    saisie: saisie && {
      contenu: saisie.contenu,
      recepisse: saisie.recu ? await composerRecepisse(appel, f, saisie.recu, trace) : null,
    },
    annonce: destinataires ? await annoncer(appel, f, deplacement, destinataires) : null,
  }
  if (changeCeQuiSeLit(f, ecriture)) {
    return composeFormulaire(appel, await ecrireEtPousser(appel, f, ecriture))
  }
  if (memeAppareil) {
    return composeFormulaire(appel, await ecrireEtNoter(appel, f, ecriture, memeAppareil))
  }
  return composeFormulaire(appel, await updateFormulaire(appel.db, f, ecriture))
}

/** What an act brings besides its move: what it changes of the form, who is told. */
export type Preparation = Omit<Deplacement, 'action' | 'vers'>

/**
 * Moves a form along the table of transitions. `preparer` holds the act's own conditions, and gives
 * what it changes of the form.
 * @throws TRANSITION_INTERDITE naming the current state, VERSION_PERIMEE, MOTIF_REQUIS.
 */
export async function transiter(
  appel: AppelActe,
  f: FormulaireCharge,
  acte: ActeTransition,
  preparer: () => Preparation | Promise<Preparation>,
): Promise<FormulaireEnvoye> {
  const { de, vers } = TRANSITIONS[acte]
  if (await estRepetition(appel, f, { action: acte, vers })) return composeFormulaire(appel, f)
  if (!de.includes(f.etat)) throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[f.etat] })
  verifierVersion(appel, f)
  if (acte === 'renvoyer') await verifierMotif(appel)
  return deplacer(appel, f, { action: acte, vers, ...(await preparer()) })
}

/** The history of the form has it too; the journal gathers all that is done by authority. */
async function noterForcage(
  appel: AppelActe,
  { numero, etat }: FormulaireCharge,
  vers: Etat,
): Promise<void> {
  const { motif, texte } = appel.query
  const changements = { etat: { avant: etat, apres: vers } }
  await noter(appel, 'ETAT_FORCE', { cible: numero, changements, detail: { motif, texte } })
}

/**
 * Forces a form to a state, with a reason.
 * @throws what `verifier` throws when the state cannot be reached from here, VERSION_PERIMEE,
 * MOTIF_REQUIS, MOTIF_INCONNU.
 */
export async function forcer(
  appel: AppelActe,
  f: FormulaireCharge,
  vers: Etat,
  preparer: () => Promise<Preparation>,
): Promise<FormulaireEnvoye> {
  const deplacement = { action: 'changerEtat', vers } as const
  if (await estRepetition(appel, f, deplacement)) return composeFormulaire(appel, f)
  verifierVersion(appel, f)
  await verifierMotif(appel)
  const preparation = await preparer()
  await noterForcage(appel, f, vers)
  return deplacer(appel, f, {
    ...deplacement,
    ...preparation,
    destinataires: 'STRUCTURE',
    force: true,
  })
}
