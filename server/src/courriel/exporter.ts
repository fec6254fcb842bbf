import type { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import {
  type CourrielEnvoi,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { listTousCourriels } from './courriel.sql.ts'

const COLONNES: readonly Colonne<CourrielEnvoi>[] = [
  { entete: 'Objet', largeur: 40, ecrire: ({ objet }) => objet },
  { entete: 'Destinataire', ecrire: ({ destinataire }) => destinataire?.nom ?? null },
  { entete: 'Courriel', ecrire: ({ destinataire }) => destinataire?.email ?? null },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_COURRIEL[etat] },
  { entete: 'Demandé le (UTC)', largeur: 24, ecrire: ({ demandeLe }) => demandeLe },
  { entete: 'Essais', ecrire: ({ essais }) => essais },
  { entete: 'Prochain essai (UTC)', largeur: 24, ecrire: ({ prochainEssai }) => prochainEssai },
  { entete: 'Envoyé le (UTC)', largeur: 24, ecrire: ({ envoyeLe }) => envoyeLe },
  { entete: 'Abandonné le (UTC)', largeur: 24, ecrire: ({ abandonneLe }) => abandonneLe },
  { entete: 'Sans objet le (UTC)', largeur: 24, ecrire: ({ sansObjetLe }) => sansObjetLe },
  { entete: 'Dernière erreur', largeur: 40, ecrire: ({ erreur }) => erreur },
]

/** The outbox as the filters narrow it, never a text. @throws EXPORT_TROP_GRAND */
export async function exporterCourriels(
  appel: Appel<typeof courrielApi.exporterCourriels>,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { format, etat, q } = query
  const tout = await listTousCourriels(db, query, maintenant)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_COURRIEL[un]) }
  const liste = { nom: 'courriels', titre: 'Courriels', colonnes: COLONNES, filtres }
  return exporterListe(appel, liste, { tout, format })
}
