import { type ActeTransition, TRANSITIONS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  CelluleModifiee,
  Etat,
  Formulaire,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Updateable } from 'kysely'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Tables } from '../platform/base/tables.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { findDernierActe } from './historique.sql.ts'
import { estMotifActif } from './motif.sql.ts'
import { auNomDe, heureDe } from './saisie.ts'

/** What every act on an existing form is called with. */
export type AppelActe = {
  sql: Sql
  agent: Agent
  maintenant: Date
  query: {
    version?: number | undefined
    sans?: 'fixe' | undefined
    motif?: string | undefined
    texte?: string | undefined
  }
}

/** Who is told of an act, once it has committed (conception §2). */
type Destinataires = 'VALIDEURS' | 'STRUCTURE'

type Deplacement = {
  action: ActeTransition | 'changerEtat'
  vers: Etat
  colonnes?: Updateable<Tables['formulaire']>
  /** Cells whose value the move changes. */
  cellules?: CelluleModifiee[]
  destinataires?: Destinataires
  force?: boolean
}

/**
 * Whether the state reached is the agent's own last act: then saying it again, on a line that lost
 * the answer, succeeds and writes nothing.
 */
async function estRepetition(
  { sql, agent, query }: AppelActe,
  f: FormulaireCharge,
  { action, vers }: Deplacement,
): Promise<boolean> {
  if (f.etat !== vers) return false
  const dernier = await findDernierActe(sql, f.id)
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
async function verifierMotif({ sql, query }: AppelActe): Promise<void> {
  if (!query.motif || !query.texte) throw erreur('MOTIF_REQUIS')
  if (!(await estMotifActif(sql, query.motif))) throw erreur('MOTIF_INCONNU')
}

async function prevenir(
  { sql, agent, query }: AppelActe,
  f: FormulaireCharge,
  { action, vers, destinataires }: Deplacement,
): Promise<void> {
  if (!destinataires) return
  await insertTache(sql, {
    genre: 'NOTIFICATION',
    cle: `formulaire:${f.id}:${f.version + 1}:${action}`,
    charge: {
      evenement: action,
      formulaireId: f.id,
      numero: f.numero,
      etat: vers,
      destinataires,
      structureId: f.structureId,
      agentId: agent.id,
      motif: query.motif ?? null,
      texte: query.texte ?? null,
    },
  })
}

/** Writes the move, its history and who is told; answers the form as it now stands. */
async function deplacer(
  appel: AppelActe,
  f: FormulaireCharge,
  deplacement: Deplacement,
): Promise<Formulaire> {
  const { sql, agent, maintenant, query } = appel
  const { action, vers, colonnes, cellules, force } = deplacement
  await updateFormulaire(
    sql,
    f.id,
    f.version + 1,
    { ...colonnes, etat: vers },
    {
      agentId: agent.id,
      auNomDe: action === 'soumettre' ? auNomDe(agent, f.structureId) : null,
      action,
      de: f.etat,
      vers,
      force: force ?? false,
      cellules: cellules ?? [],
      motif: query.motif ?? null,
      texte: query.texte ?? null,
      le: maintenant.toISOString(),
    },
  )
  await prevenir(appel, f, deplacement)
  return repondre(appel, f)
}

async function repondre(appel: AppelActe, f: FormulaireCharge): Promise<Formulaire> {
  const { sql, agent, maintenant, query } = appel
  const apres = await findFormulaire(sql, { id: f.id })
  if (!apres) throw new Error(`form ${f.id} vanished within its own transaction`)
  return composeFormulaire(sql, agent, apres, { maintenant, sans: query.sans })
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
): Promise<Formulaire> {
  const { de, vers } = TRANSITIONS[acte]
  if (await estRepetition(appel, f, { action: acte, vers })) return repondre(appel, f)
  if (!de.includes(f.etat)) throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[f.etat] })
  verifierVersion(appel, f)
  if (acte === 'renvoyer') await verifierMotif(appel)
  return deplacer(appel, f, { action: acte, vers, ...(await preparer()) })
}

/** The form's own history says it too; here it stands beside what else is done by authority. */
async function journaliserForcage(
  { sql, agent, query, maintenant: le }: AppelActe,
  { numero, etat }: FormulaireCharge,
  vers: Etat,
): Promise<void> {
  const changements = { etat: { avant: etat, apres: vers } }
  const detail = { changements, motif: query.motif, texte: query.texte }
  const ligne = { utilisateurId: agent.id, action: 'ETAT_FORCE', objet: numero, detail }
  await insertJournal(sql, { le, ...ligne })
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
): Promise<Formulaire> {
  const deplacement = { action: 'changerEtat', vers } as const
  if (await estRepetition(appel, f, deplacement)) return repondre(appel, f)
  verifierVersion(appel, f)
  await verifierMotif(appel)
  const preparation = await preparer()
  await journaliserForcage(appel, f, vers)
  return deplacer(appel, f, {
    ...deplacement,
    ...preparation,
    destinataires: 'STRUCTURE',
    force: true,
  })
}
