import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import {
  type InvitationSuivie,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { listToutesInvitations } from './inscription.sql.ts'

const COLONNES: readonly Colonne<InvitationSuivie>[] = [
  { entete: 'Code', ecrire: ({ structure }) => structure.code },
  { entete: 'Structure', largeur: 40, ecrire: ({ structure }) => structure.libelle },
  { entete: 'Courriel', largeur: 30, ecrire: ({ email }) => email },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_INVITATION[etat] },
  { entete: 'Invitée par', ecrire: ({ invitePar }) => invitePar.nomAffichable },
  { entete: 'Créée le (UTC)', largeur: 24, ecrire: ({ creeeLe }) => creeeLe },
  { entete: 'Envoyée le (UTC)', largeur: 24, ecrire: ({ envoyeeLe }) => envoyeeLe },
  { entete: 'Envois', ecrire: ({ envois }) => envois },
  { entete: 'Expire le (UTC)', largeur: 24, ecrire: ({ expireLe }) => expireLe },
  { entete: 'Acceptée le (UTC)', largeur: 24, ecrire: ({ accepteeLe }) => accepteeLe },
  { entete: 'Annulée le (UTC)', largeur: 24, ecrire: ({ annuleeLe }) => annuleeLe },
  { entete: 'Compte', ecrire: ({ compte }) => compte?.identifiant ?? null },
]

/** The invitations as the filters narrow them, never a token. @throws EXPORT_TROP_GRAND */
export async function exporterInvitations(
  appel: Appel<typeof inscriptionApi.exporterInvitations>,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { format, etat, q } = query
  const tout = await listToutesInvitations(db, query, maintenant)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_INVITATION[un]) }
  const liste = { nom: 'invitations', titre: 'Invitations', colonnes: COLONNES, filtres }
  return exporterListe(appel, liste, { tout, format })
}
