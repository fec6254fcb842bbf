import { deletePiecesOrphelines } from './document/jointe.sql.ts'
import { deleteEvenementsAnciens } from './evenement/evenement.sql.ts'
import { deletePresencesAnciennes } from './formulaire/presence.sql.ts'
import { deleteJournalAncien } from './journal/journal.sql.ts'
import { resumer } from './messagerie/avis.ts'
import { deleteMessagesAnciens } from './messagerie/purge.sql.ts'
import { CONSERVATION, findGroupe } from './parametre/parametre.sql.ts'
import type { Db } from './platform/route.ts'
import {
  deleteJetonsAnciens,
  deleteJetonsPerimes,
  deleteSessionsAnciennes,
} from './session/purge.sql.ts'
import { deleteTachesFaites } from './tache/tache.sql.ts'
import { deleteLivraisonsAnciennes } from './webhook/livraison.sql.ts'

/** One thing that the platform does for itself every hour. */
type Entretien = (db: Db, maintenant: Date) => Promise<unknown>

/** What is removed once nobody can use it any more, and what is told late, by its name in the log. */
export const ENTRETIENS: Readonly<Record<string, Entretien>> = {
  'jetons périmés': deleteJetonsPerimes,
  'tâches faites': deleteTachesFaites,
  // After their tasks.
  'livraisons anciennes': deleteLivraisonsAnciennes,
  'journal ancien': async (db, maintenant) =>
    deleteJournalAncien(db, await findGroupe(db, CONSERVATION), maintenant),
  'sessions finies': deleteSessionsAnciennes,
  'jetons de programme finis': deleteJetonsAnciens,
  'messages anciens': deleteMessagesAnciens,
  'fichiers que plus rien ne porte': deletePiecesOrphelines,
  'résumés de messages': resumer,
  'évènements passés': deleteEvenementsAnciens,
  'présences passées': deletePresencesAnciennes,
}

/** Where a failure is said; `pino`'s loggers fit. */
type Journal = { warn: (objet: object, message: string) => void }

/**
 * Does each of these in turn. One that fails is named in the log, left for the next hour, and keeps
 * no other from being done. Processes may do it together.
 */
export async function entretenir(
  { db, log, maintenant }: { db: Db; log: Journal; maintenant: Date },
  entretiens: typeof ENTRETIENS = ENTRETIENS,
): Promise<void> {
  for (const [entretien, faire] of Object.entries(entretiens)) {
    try {
      await faire(db, maintenant)
    } catch (err) {
      log.warn({ err, entretien }, 'un entretien est remis à l’heure suivante')
    }
  }
}
