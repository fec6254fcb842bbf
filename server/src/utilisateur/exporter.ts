import type { Fichier } from '@releve/contract/fichier.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Appel } from '../platform/route.ts'
import { composeTableur } from '../platform/tableur.ts'
import { COLONNES, FEUILLE } from './colonnes.ts'
import { findUtilisateurs } from './liste.sql.ts'

/** The accounts that the filters leave, as a spreadsheet that the import takes back. */
export async function exporterUtilisateurs(
  appel: Appel<typeof utilisateurApi.exporterUtilisateurs>,
): Promise<Fichier> {
  const { sql, agent, query, maintenant } = appel
  const { format, ...filtres } = query
  const utilisateurs = await findUtilisateurs(appel, filtres)
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'UTILISATEURS_EXPORTES' }
  await insertJournal(sql, { ...ligne, detail: { format, lignes: utilisateurs.length } })
  const tableau = {
    feuille: FEUILLE,
    colonnes: COLONNES.map(({ entete }) => ({ entete })),
    lignes: utilisateurs.map((utilisateur) => COLONNES.map(({ ecrire }) => ecrire(utilisateur))),
  }
  return composeTableur(`comptes-${maintenant.toISOString().slice(0, 10)}`, tableau, format)
}
