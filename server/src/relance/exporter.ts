import { libellePeriode } from '@releve/contract/mois.ts'
import type { relanceApi } from '@releve/contract/relance/relance.api.ts'
import type { Relance } from '@releve/contract/relance/relance.schema.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { listToutesRelances } from './relance.sql.ts'

const COLONNES: readonly Colonne<Relance>[] = [
  { entete: 'Envoyée le (UTC)', largeur: 24, ecrire: ({ le }) => le },
  { entete: 'Code de la structure', ecrire: ({ structure }) => structure.code },
  { entete: 'Structure', largeur: 40, ecrire: ({ structure }) => structure.libelle },
  { entete: 'Modèle', ecrire: ({ modele }) => modele },
  { entete: 'Mois', ecrire: (une) => libellePeriode(une, une.moisCouverts) },
  { entete: 'Échéance', ecrire: ({ echeance }) => echeance },
  { entete: 'Jours de retard', ecrire: ({ joursRetard }) => joursRetard },
  { entete: 'Par', ecrire: ({ par }) => par ?? 'Calendrier' },
  { entete: 'Texte', largeur: 60, ecrire: ({ texte }) => texte },
  { entete: 'Destinataires', largeur: 40, ecrire: (une) => une.destinataires.join(', ') },
]

/** The reminders that were sent. @throws EXPORT_TROP_GRAND */
export async function exporterRelances(appel: Appel<typeof relanceApi.exporterRelances>) {
  const { format, q, structure, modele, mois, annee } = appel.query
  const tout = await listToutesRelances(appel.db, appel.query)
  const filtres = { q, structure, modele, mois, annee }
  const liste = { nom: 'relances', titre: 'Relances', colonnes: COLONNES, filtres }
  return exporterListe(appel, liste, { tout, format })
}
