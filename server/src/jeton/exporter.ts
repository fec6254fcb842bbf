import type { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import { LIBELLES_USAGES } from '@releve/contract/jeton/jeton.champs.ts'
import { type JetonSuivi, LIBELLES_ETATS_JETON } from '@releve/contract/jeton/jeton.schema.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { listTousJetons } from './jeton.sql.ts'

const COLONNES: readonly Colonne<JetonSuivi>[] = [
  { entete: 'Compte', ecrire: ({ utilisateur }) => utilisateur.identifiant },
  { entete: 'Personne', largeur: 30, ecrire: ({ utilisateur }) => utilisateur.nomAffichable },
  { entete: 'Nom du jeton', largeur: 30, ecrire: ({ nom }) => nom },
  {
    entete: 'Usages',
    largeur: 40,
    ecrire: ({ usages }) => usages.map((usage) => LIBELLES_USAGES[usage]).join(', '),
  },
  {
    entete: 'Limité aux structures',
    largeur: 30,
    ecrire: ({ structures }) => structures?.map(({ code }) => code).join(', ') ?? null,
  },
  { entete: 'Réseaux', largeur: 30, ecrire: ({ reseaux }) => reseaux.join(', ') },
  { entete: 'Créé le (UTC)', largeur: 24, ecrire: ({ creeLe }) => creeLe },
  { entete: 'Fin (UTC)', largeur: 24, ecrire: ({ expireLe }) => expireLe },
  { entete: 'Dernier appel (UTC)', largeur: 24, ecrire: ({ utiliseLe }) => utiliseLe },
  { entete: 'Depuis', largeur: 20, ecrire: ({ utiliseDepuis }) => utiliseDepuis },
  { entete: 'Révoqué le (UTC)', largeur: 24, ecrire: ({ revoqueLe }) => revoqueLe },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_JETON[etat] },
]

/** Everybody's tokens: never themselves. @throws EXPORT_TROP_GRAND */
export async function exporterJetons(appel: Appel<typeof jetonApi.exporterJetons>) {
  const { format, q, etat } = appel.query
  const tout = await listTousJetons(appel.db, appel.query, appel.maintenant)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_JETON[un]) }
  const titre = 'Jetons de programme'
  const liste = { nom: 'jetons', titre, colonnes: COLONNES, filtres }
  return exporterListe(appel, liste, { tout, format })
}
