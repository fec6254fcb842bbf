import {
  ETATS_A_EXAMINER,
  LIBELLES_STATUTS_RETARD,
  STATUTS_RETARD,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { LIBELLES_NIVEAUX, NIVEAUX } from '@releve/contract/formulaire/ecart.rules.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import {
  LIBELLES_MOIS,
  MOIS,
  type Mois,
  type Periode,
  periodeDe,
  rangDe,
} from '@releve/contract/mois.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  aExaminer,
  dashboardDeLAnnee,
  ecartEffectif,
  matrice,
  moisSuivis,
  retardSaisie,
  series,
} from '../../../dashboard/dashboard.queries.ts'
import { parmi, plusieurs } from '../../../ui/filtre.tsx'
import { lireListe, question } from '../../../ui/useListe.ts'
import { listeFormulairesStructures } from '../../formulaire.demande.ts'
import { FILTRES, TYPES, uneAnnee } from '../../listes/filtres.tsx'
import { textesCentral } from './central.textes.ts'

const t = textesCentral.filtres

/** The parts of the directorate's home, each an address. */
export const VUES = ['ensemble', 'examen', 'delais', 'retards', 'ecarts', 'series'] as const
export type Vue = (typeof VUES)[number]

export const vueDe = (adresse: URLSearchParams): Vue =>
  VUES.find((vue) => vue === adresse.get('vue')) ?? 'ensemble'

const COMMUNS = { modeles: FILTRES.modeles, regions: FILTRES.regions, types: TYPES }
/** Those that go from one part to the next. */
const PARTAGES = ['annee', 'modele', 'region', 'type']

/** The address of a part: what narrows the others narrows it too. */
export function adresseDeVue(
  vue: Vue,
  adresse: URLSearchParams,
  plus: Record<string, string> = {},
) {
  const gardes = PARTAGES.flatMap((nom) => {
    const valeur = adresse.get(nom)
    return valeur ? [[nom, valeur]] : []
  })
  const dit = new URLSearchParams(gardes)
  if (vue !== 'ensemble') dit.set('vue', vue)
  for (const [nom, valeur] of Object.entries(plus)) dit.set(nom, valeur)
  return `?${dit}`
}

export const ANNUELLE = question({
  filtres: { annee: uneAnnee(t.anneeEnCours), ...COMMUNS },
  tris: [],
})

export const RETARDS = question({
  filtres: {
    annee: uneAnnee(t.douzeMois),
    ...COMMUNS,
    statut: plusieurs(STATUTS_RETARD, LIBELLES_STATUTS_RETARD, { legende: t.statut }),
  },
  tris: [],
})

export const ECARTS = question({
  filtres: {
    mois: parmi(MOIS, LIBELLES_MOIS, { libelle: t.mois, vide: t.dernierMois }),
    annee: uneAnnee(t.anneeEnCours),
    ...COMMUNS,
    niveaux: plusieurs(NIVEAUX, LIBELLES_NIVEAUX, { legende: t.niveaux }),
  },
  tris: [],
})

export const EXAMEN = question({
  filtres: {
    ...COMMUNS,
    etats: plusieurs(ETATS_A_EXAMINER, LIBELLES_ETATS, { legende: t.etats }),
  },
  tris: [],
})

/** The year shown where the address says none: that of the month being collected. */
export const anneeVisee = (annee: number | undefined, rang: number) =>
  annee ?? periodeDe(rang - 1).annee

/**
 * The month that the address says, or the last one that is over: of this year, or of the year said.
 * `rang`: of the current month.
 */
export function moisVise(dit: { mois?: Mois; annee?: number }, rang: number): Periode {
  const dernier = periodeDe(rang - 1)
  const { mois, annee = dernier.annee } = dit
  if (mois) {
    const nomme = { mois, annee }
    const passe = dit.annee !== undefined || rangDe(nomme) <= rang
    return passe ? nomme : { mois, annee: annee - 1 }
  }
  return annee < dernier.annee ? { mois: 'DECEMBER', annee } : dernier
}

/** The month that ends the series: the last of a year that is over, else the last one over. */
export const finDeSerie = (annee: number | undefined, rang: number) => moisVise({ annee }, rang)

/** The reports that wait for their structures, the latest changed last; those shown. */
export const RENVOYES_MONTRES = 5
export const renvoyes = listeFormulairesStructures({
  etats: ['RENVOYE'],
  tri: 'modifieLe',
  page: 1,
  taille: RENVOYES_MONTRES,
})

/** How many wait for what, whatever else narrows the screen. */
export const comptesAExaminer = aExaminer({ page: 1, taille: 1 })

export const demandeExamen = (adresse: URLSearchParams) => lireListe(EXAMEN, adresse).query

export const demandeRetards = (adresse: URLSearchParams) => lireListe(RETARDS, adresse).query

export function demandeEcarts(adresse: URLSearchParams, rang: number) {
  const { mois, annee, ...query } = lireListe(ECARTS, adresse).query
  return { ...query, ...moisVise({ mois, annee }, rang) }
}

/** Asks for what each part shows first. `rang`: of the current month. */
export function demanderCentral(
  client: QueryClient,
  adresse: URLSearchParams,
  rang: number,
): Promise<unknown> {
  const { annee, ...filtres } = lireListe(ANNUELLE, adresse).criteres
  const visee = anneeVisee(annee, rang)
  switch (vueDe(adresse)) {
    case 'ensemble':
      return Promise.all([
        client.prefetchQuery(matrice(visee, filtres)),
        client.prefetchQuery(comptesAExaminer),
        client.prefetchQuery(renvoyes),
        client.prefetchQuery(moisSuivis()),
      ])
    case 'examen':
      return Promise.all([
        client.prefetchQuery(aExaminer(demandeExamen(adresse))),
        client.prefetchQuery(renvoyes),
      ])
    case 'delais':
      return client.prefetchQuery(dashboardDeLAnnee(visee, filtres))
    case 'retards':
      return client.prefetchQuery(retardSaisie(demandeRetards(adresse)))
    case 'ecarts':
      return client.prefetchQuery(ecartEffectif(demandeEcarts(adresse, rang)))
    case 'series':
      return client.prefetchQuery(series({ ...filtres, ...finDeSerie(annee, rang) }))
  }
}
