import type { documentApi } from '@releve/contract/document/document.api.ts'
import { CATEGORIES, type Ouvrage } from '@releve/contract/document/document.schema.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { listTousOuvrages } from './bibliotheque.sql.ts'

const COLONNES: readonly Colonne<Ouvrage>[] = [
  { entete: 'Rang', ecrire: ({ rang }) => rang },
  { entete: 'Titre', largeur: 40, ecrire: ({ titre }) => titre },
  { entete: 'Description', largeur: 60, ecrire: ({ description }) => description },
  { entete: 'Catégorie', ecrire: ({ typeDocument }) => CATEGORIES[typeDocument] },
  { entete: 'Fichier', largeur: 40, ecrire: ({ nomOrigine }) => nomOrigine },
  { entete: 'Type', ecrire: ({ typeMime }) => typeMime },
  { entete: 'Taille (octets)', ecrire: ({ taille }) => taille },
  { entete: 'SHA-256', ecrire: ({ sha256 }) => sha256 },
  { entete: 'Déposé le (UTC)', largeur: 24, ecrire: ({ deposeLe }) => deposeLe },
  { entete: 'Déposé par', ecrire: ({ deposePar }) => deposePar },
]

/** What the library holds, one document a line. @throws EXPORT_TROP_GRAND */
export async function exporterOuvrages(appel: Appel<typeof documentApi.exporterOuvrages>) {
  const { format, q, categorie } = appel.query
  const tout = await listTousOuvrages(appel.db, appel.agent, appel.query)
  const filtres = { q, typeDocument: categorie?.map((une) => CATEGORIES[une]) }
  const liste = { nom: 'documents', titre: 'Documents', colonnes: COLONNES, filtres }
  return exporterListe(appel, liste, { tout, format })
}
