import { type ActeTransition, TRANSITIONS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  CelluleModifiee,
  Etat,
  FormulaireEnvoye,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Updateable } from 'kysely'
import { findMois, listOfferts } from '../codification/codification.sql.ts'
import { noter } from '../journal/noter.sql.ts'
import type { Tables } from '../platform/base/tables.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import { type Annonce, type Prevenus, rediger } from './annonce.ts'
import { type Trace, updateFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
import { type FormulaireCharge, relireFormulaire } from './formulaire.sql.ts'
import { findDernierActe, type Soumission } from './historique.sql.ts'
import { findLibelleMotif } from './motif.sql.ts'
import { changeCeQuiSeLit, pousser } from './pousser.ts'
import { composerRecepisse, type Recu } from './recepisse.ts'
import { auNomDe, heureDe } from './saisie.ts'

/** What every act on an existing form is called with. */
export type AppelActe = Contexte & {
  query: {
    version?: number | undefined
    sans?: 'fixe' | undefined
    motif?: string | undefined
    texte?: string | undefined
  }
}

type Deplacement = {
  action: ActeTransition | 'changerEtat'
  vers: Etat
  colonnes?: Updateable<Tables['formulaire']>
  /** Cells whose value the move changes. */
  cellules?: CelluleModifiee[]
  /** What the history says of it beside what the agent wrote. */
  dit?: string | null
  destinataires?: Prevenus
  force?: boolean
  /** The form leaves entry with these values: whoever acts gets a receipt of them. */
  recu?: Recu
  /** What is validated, when another account submitted it from the same device. */
  memeAppareil?: Soumission
}

/**
 * Whether the state reached is the agent's own last act: then saying it again, on a line that lost
 * the answer, succeeds and writes nothing.
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
  { action, vers, destinataires: prevenus }: Deplacement,
): Promise<Annonce | null> {
  if (!prevenus) return null
  const { motif: code, texte = null } = query
  const motif = code ? await findLibelleMotif(db, code) : null
  const version = f.version + 1
  const nouvelle = { action, prevenus, formulaire: f, version, de: f.etat, vers, motif, texte }
  return rediger(nouvelle, agent.nomAffichable)
}

/** The first validation, and that it was sent back once, are told for ever. */
function instructionDe(f: FormulaireCharge, vers: Etat, maintenant: Date) {
  if (vers === 'VALIDE' && !f.valideLe) return { valideLe: maintenant.toISOString() }
  return vers === 'RENVOYE' ? { renvoye: true } : {}
}

/** Nobody validates what is published or cancelled: nothing is kept of the device that submitted it. */
const oubliDe = (vers: Etat) =>
  vers === 'DIFFUSE' || vers === 'ANNULE' ? { soumisAppareil: null } : {}

/** An act's line, and what else it writes. */
type Ecriture = {
  colonnes: Updateable<Tables['formulaire']>
  trace: Trace
  suites: Parameters<typeof updateFormulaire>[4]
}

/** The form once a move is written that changes none of its values, nor what it reads. */
const apresActe = (
  f: FormulaireCharge,
  { colonnes, trace }: Ecriture,
  { agent }: AppelActe,
): FormulaireCharge => ({
  ...f,
  // Acts write these columns under the types that they are read by.
  ...(colonnes as Partial<FormulaireCharge>),
  version: f.version + 1,
  modifieLe: trace.le,
  modifiePar: agent.nomAffichable,
  modifieParId: agent.id,
})

/** Writes a move that other forms see, and theirs with it: all of it or nothing. */
const ecrireEtPousser = (
  { db }: AppelActe,
  f: FormulaireCharge,
  { colonnes, trace, suites }: Ecriture,
): Promise<FormulaireCharge> =>
  inTransaction(db, async (tx) => {
    await updateFormulaire(tx, f, colonnes, trace, suites)
    await pousser(tx, f, trace.vers)
    return relireFormulaire(tx, f)
  })

/** Writes a move from the device that submitted with the journal, which says it too. */
const ecrireEtNoter = (
  appel: AppelActe,
  f: FormulaireCharge,
  { colonnes, trace, suites }: Ecriture,
  soumission: Soumission,
): Promise<void> =>
  inTransaction(appel.db, async (tx) => {
    await updateFormulaire(tx, f, colonnes, trace, suites)
    const dit = { cible: f.numero, detail: { soumisPar: soumission.agent } }
    await noter({ ...appel, db: tx }, 'VALIDATION_MEME_APPAREIL', dit)
  })

/** Writes the move with all that follows from it; gives the form as it now stands. */
async function ecrire(
  appel: AppelActe,
  f: FormulaireCharge,
  ecriture: Ecriture,
  soumission: Soumission | undefined,
): Promise<FormulaireCharge> {
  const { colonnes, trace, suites } = ecriture
  if (changeCeQuiSeLit(f, { ...colonnes, etat: trace.vers })) {
    return ecrireEtPousser(appel, f, ecriture)
  }
  if (soumission) await ecrireEtNoter(appel, f, ecriture, soumission)
  else await updateFormulaire(appel.db, f, colonnes, trace, suites)
  return apresActe(f, ecriture, appel)
}

/** Writes the move, its history and who is told; answers the form as it now stands. */
async function deplacer(
  appel: AppelActe,
  f: FormulaireCharge,
  deplacement: Deplacement,
): Promise<FormulaireEnvoye> {
  const { agent, maintenant, query } = appel
  const { action, vers, cellules, force, recu, memeAppareil } = deplacement
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
  const etat = { ...instructionDe(f, vers, maintenant), ...oubliDe(vers), etat: vers }
  const colonnes = { ...deplacement.colonnes, ...etat }
  const suites = {
    recepisse: recu ? await composerRecepisse(appel, f, recu, trace) : null,
    annonce: await annoncer(appel, f, deplacement),
  }
  return repondre(appel, await ecrire(appel, f, { colonnes, trace, suites }, memeAppareil))
}

function repondre(
  { db, agent, maintenant, query }: AppelActe,
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  return composeFormulaire(db, agent, f, { maintenant, sans: query.sans })
}

/** What an act brings besides its move: the columns it sets, who is told. */
export type Preparation = Omit<Deplacement, 'action' | 'vers'>

/**
 * Moves a form along the table of transitions. `preparer` holds the act's own conditions, and gives
 * the columns it sets.
 * @throws TRANSITION_INTERDITE naming the current state, VERSION_PERIMEE, MOTIF_REQUIS.
 */
export async function transiter(
  appel: AppelActe,
  f: FormulaireCharge,
  acte: ActeTransition,
  preparer: () => Preparation | Promise<Preparation>,
): Promise<FormulaireEnvoye> {
  const { de, vers } = TRANSITIONS[acte]
  if (await estRepetition(appel, f, { action: acte, vers })) return repondre(appel, f)
  if (!de.includes(f.etat)) throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[f.etat] })
  verifierVersion(appel, f)
  if (acte === 'renvoyer') await verifierMotif(appel)
  return deplacer(appel, f, { action: acte, vers, ...(await preparer()) })
}

/** The form's own history says it too; here it stands beside what else is done by authority. */
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
  if (await estRepetition(appel, f, deplacement)) return repondre(appel, f)
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
