import type { CourrielEnvoi } from '@releve/contract/courriel/courriel.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { updateAbandon, updateReprise } from '../tache/tache.sql.ts'
import { findCourriel } from './courriel.sql.ts'

type Geste = {
  action: 'COURRIEL_REESSAYE' | 'COURRIEL_ABANDONNE'
  faire: (db: Db, id: number, le: Date) => Promise<boolean>
}

/** Does it to a mail that nobody is sending, says so in the journal, and gives the mail as it is. */
async function agir(
  contexte: Contexte,
  { id, destinataire, objet }: CourrielEnvoi,
  { action, faire }: Geste,
): Promise<CourrielEnvoi> {
  const { db, maintenant: le } = contexte
  // The statement checks by itself: a process may have taken the mail since it was read.
  if (!(await faire(db, id, le))) throw erreur('COURRIEL_NON_MODIFIABLE')
  const detail = { destinataire: destinataire?.email ?? null, libelle: objet }
  await noter(contexte, action, { cible: id, detail })
  const courriel = await findCourriel(db, id, le)
  if (!courriel) throw erreur('COURRIEL_INTROUVABLE')
  return courriel
}

/** @throws COURRIEL_NON_MODIFIABLE */
export function reessayerCourriel(contexte: Contexte, courriel: CourrielEnvoi) {
  return agir(contexte, courriel, { action: 'COURRIEL_REESSAYE', faire: updateReprise })
}

/** @throws COURRIEL_NON_MODIFIABLE */
export function abandonnerCourriel(contexte: Contexte, courriel: CourrielEnvoi) {
  return agir(contexte, courriel, { action: 'COURRIEL_ABANDONNE', faire: updateAbandon })
}
