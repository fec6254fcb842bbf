import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import {
  echeanceDe,
  jourVerrou,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import {
  LIBELLES_ETATS_PROLONGATION,
  LIBELLES_ETATS_REOUVERTURE,
  type Reouverture,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import { isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import { aujourdhui, findReglages, type Reglages } from '../parametre/calendrier.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import { toutDe } from '../platform/liste.ts'
import type { Appel } from '../platform/route.ts'
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
  const { db, query } = appel
  const { format, etat, q } = query
  const tout = await listToutesReouvertures(db, query, (await aujourdhui(appel)).jour)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_REOUVERTURE[un]) }
  const liste = { nom: 'reouvertures', titre: 'Réouvertures', colonnes: REOUVERTURES, filtres }
  return exporterListe(appel, liste, { tout, format })
}

/** The demands for more time, as the filters narrow them. @throws EXPORT_TROP_GRAND */
export async function exporterProlongations(
  appel: Appel<typeof calendrierApi.exporterProlongations>,
): Promise<FichierEcrit> {
  const { db, query } = appel
  const { format, etat, q } = query
  const tout = await listToutesProlongations(db, query)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_PROLONGATION[un]) }
  const titre = 'Demandes de prolongation'
  const liste = { nom: 'prolongations', titre, colonnes: PROLONGATIONS, filtres }
  return exporterListe(appel, liste, { tout, format })
}

type DateCalendrier = { le: string; quoi: string; mois: string | null }

const DATES: readonly Colonne<DateCalendrier>[] = [
  { entete: 'Date', ecrire: ({ le }) => le },
  { entete: 'Quoi', largeur: 24, ecrire: ({ quoi }) => quoi },
  { entete: 'Mois du rapport', ecrire: ({ mois }) => mois },
]

/** Months told before the present one, and after it. */
const AUTOUR = 12

/** The days of the months around this one, and the holidays of their years, the earliest first. */
function datesDe(reglages: Reglages, courant: number): DateCalendrier[] {
  const rangs = Array.from({ length: 2 * AUTOUR + 1 }, (_, n) => courant - AUTOUR + n)
  const delais = rangs.map(periodeDe).flatMap((periode): DateCalendrier[] => {
    const mois = isoDe(periode)
    return [
      { le: echeanceDe(periode, reglages), quoi: 'Échéance', mois },
      { le: jourVerrou(periode, reglages), quoi: 'Clôture', mois },
    ]
  })
  const annees = new Set(delais.map(({ le }) => le.slice(0, 4)))
  const feries = reglages.joursFeries.flatMap((jour) =>
    // A day without a year is of every year.
    jour.length > 5 ? [jour] : [...annees].map((annee) => `${annee}-${jour}`),
  )
  const chomes = [...new Set(feries)].map((le) => ({ le, quoi: 'Jour férié', mois: null }))
  return [...delais, ...chomes].toSorted((a, b) => (a.le < b.le ? -1 : 1))
}

/** When reports are due and closed, and on which days nobody works. */
export async function exporterCalendrier(appel: Appel<typeof calendrierApi.exporterCalendrier>) {
  const reglages = await findReglages(appel.db)
  const dates = datesDe(reglages, rangCourant(appel.maintenant, reglages.fuseau))
  const liste = { nom: 'calendrier', titre: 'Calendrier', colonnes: DATES }
  return exporterListe(appel, liste, { tout: toutDe(dates), format: appel.query.format })
}
