import { effacer } from '../document/contenu.ts'
import { deleteDelaissees } from '../document/jointe.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { deleteBrouillon } from './brouillon.sql.ts'
import { deleteCopies } from './copie.sql.ts'

type Suppression = Contexte & { config: Config }

/**
 * What `retirer` lets go of goes with its files, those that nothing else holds: their rows with it,
 * and their bytes then, or at the next sweep of a store that does not answer.
 */
async function supprimer(
  { db, config, maintenant }: Suppression,
  retirer: (tx: Db) => Promise<readonly number[]>,
): Promise<undefined> {
  const names = await inTransaction(db, async (tx) =>
    deleteDelaissees(tx, await retirer(tx), maintenant),
  )
  await effacer(db, config, names)
}

/** Removes one's copies of messages; those of which nobody has any left go with their files. */
export const supprimerMessages = (appel: Suppression, ids: readonly number[]) =>
  supprimer(appel, (tx) => deleteCopies(tx, appel.agent.id, ids))

/** Throws a draft away, and the files laid down for it alone. @throws BROUILLON_INTROUVABLE */
export const jeterBrouillon = (appel: Suppression, cle: string) =>
  supprimer(appel, async (tx) => {
    const documents = await deleteBrouillon(tx, appel.agent.id, cle)
    if (!documents) throw erreur('BROUILLON_INTROUVABLE')
    return documents
  })
