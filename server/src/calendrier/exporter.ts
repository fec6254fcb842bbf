import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import {
  LIBELLES_ETATS_PROLONGATION,
  LIBELLES_ETATS_REOUVERTURE,
  type Reouverture,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { type Colonne, composeExport } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { aujourdhui } from './jour.ts'
import { type LigneProlongation, listToutesProlongations } from './prolongation.sql.ts'
import { listToutesReouvertures } from './reouverture.sql.ts'

const REOUVERTURES: readonly Colonne<Reouverture>[] = [
  { entete: 'Code', ecrire: ({ structure }) => structure.code },
  { entete: 'Structure', largeur: 40, ecrire: ({ structure }) => structure.libelle },
  { entete: 'Mois', ecrire: libellePeriode },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_REOUVERTURE[etat] },
  { entete: 'Jusqu’au', ecrire: ({ jusqua }) => jusqua },
  { entete: 'Motif', largeur: 40, ecrire: ({ motif }) => motif },
  { entete: 'Rouverte le (UTC)', largeur: 24, ecrire: ({ rouverteLe }) => rouverteLe },
  { entete: 'Rouverte par', ecrire: ({ rouvertePar }) => rouvertePar },
  { entete: 'Terminée le (UTC)', largeur: 24, ecrire: ({ termineeLe }) => termineeLe },
  { entete: 'Terminée par', ecrire: ({ termineePar }) => termineePar },
]

const PROLONGATIONS: readonly Colonne<LigneProlongation>[] = [
  { entete: 'Code', ecrire: ({ structure }) => structure.code },
  { entete: 'Structure', largeur: 40, ecrire: ({ structure }) => structure.libelle },
  { entete: 'Mois', ecrire: ({ rang }) => libellePeriode(periodeDe(rang)) },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_PROLONGATION[etat] },
  { entete: 'Motif', largeur: 40, ecrire: ({ motif }) => motif },
  { entete: 'Demandée le (UTC)', largeur: 24, ecrire: ({ demandeeLe }) => demandeeLe },
  { entete: 'Demandée par', ecrire: ({ demandeePar }) => demandeePar },
  { entete: 'Décidée le (UTC)', largeur: 24, ecrire: ({ decideeLe }) => decideeLe },
  { entete: 'Décidée par', ecrire: ({ decideePar }) => decideePar },
  { entete: 'Accordée jusqu’au', ecrire: ({ jusqua }) => jusqua },
  { entete: 'Réponse', largeur: 40, ecrire: ({ reponse }) => reponse },
]

/** The months opened again, as the filters narrow them. @throws EXPORT_TROP_GRAND */
export async function exporterReouvertures(
  appel: Appel<typeof calendrierApi.exporterReouvertures>,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { format, etat, q } = query
  const toutes = await listToutesReouvertures(db, query, (await aujourdhui(appel)).jour)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_REOUVERTURE[un]) }
  const tableau = { nom: 'reouvertures', feuille: 'Réouvertures', colonnes: REOUVERTURES, filtres }
  const fichier = composeExport(tableau, toutes, { format, maintenant })
  const detail = { objet: 'Réouvertures', ...filtres, format, lignes: toutes.total }
  await noter(appel, 'LISTE_EXPORTEE', { detail })
  return fichier
}

/** The demands for more time, as the filters narrow them. @throws EXPORT_TROP_GRAND */
export async function exporterProlongations(
  appel: Appel<typeof calendrierApi.exporterProlongations>,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { format, etat, q } = query
  const toutes = await listToutesProlongations(db, query)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_PROLONGATION[un]) }
  const tableau = { nom: 'prolongations', feuille: 'Demandes', colonnes: PROLONGATIONS, filtres }
  const fichier = composeExport(tableau, toutes, { format, maintenant })
  const detail = { objet: 'Demandes de prolongation', ...filtres, format, lignes: toutes.total }
  await noter(appel, 'LISTE_EXPORTEE', { detail })
  return fichier
}
