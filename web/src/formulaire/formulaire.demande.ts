import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type {
  EtatListe,
  Formulaire,
  Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { Rythme } from '@releve/contract/modele/rythme.ts'
import type { Mois, Periode } from '@releve/contract/mois.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import { corrigerGardees, lireEtGarder } from '../app/garde.ts'
import { type Courant, periodesAVenir, periodesOuvertes } from './suivi.ts'

export type FiltresMois = Periode & {
  modele?: string
  etat?: EtatListe[]
  structure?: string
  page?: number
  taille?: number
  tri?: string
  q?: string
}

export type FiltresStructures = {
  mois?: Mois
  annee?: number
  etats?: EtatListe[]
  structures?: string[]
  modeles?: string[]
  regions?: string[]
  q?: string
  page: number
  taille: number
  tri?: string
}

export const cles = {
  formOuvert: (numero: string) => ['formOuvert', numero] as const,
  passe: ['passe'] as const,
  historique: (numero: string) => ['historique', numero] as const,
  listFormulaires: ['listFormulaires'] as const,
  listFormulairesStructure: ['listFormulairesStructure'] as const,
  dashboard: ['dashboard'] as const,
}

/** Its line in a list, as it is now; the list may be older than the report. */
function ligneDe(ligne: Resume, recu: Formulaire): Resume {
  const memes = (['mois', 'annee'] as const).every((nom) => ligne[nom] === recu[nom])
  const codes = (['structure', 'modele'] as const).every((de) => ligne[de].code === recu[de].code)
  if (!memes || !codes) return ligne
  const { id, numero, etat, version, remplissage, soumisLe, actions } = recu
  return { ...ligne, id, numero, etat, version, remplissage, soumisLe, actions }
}

/** Tells the lists kept for when the network is away what this report has become. */
export function garderDansListes(recu: Formulaire): Formulaire {
  for (const cle of [cles.listFormulaires, cles.listFormulairesStructure])
    corrigerGardees<{ elements: Resume[] }>(`["${cle[0]}"`, recu.numero, (liste) => ({
      ...liste,
      elements: liste.elements.map((ligne) => ligneDe(ligne, recu)),
    }))
  return recu
}

/** A form, or one of its publications; never refetched behind the back of whoever is entering it. */
export const formulaire = (numero: string, versionDiffusee?: number) =>
  queryOptions({
    queryKey: [...cles.formOuvert(numero), versionDiffusee ?? 'courante'],
    queryFn: async ({ signal }) => {
      const quoi = { params: { numero }, query: { versionDiffusee }, signal }
      const recu = await appeler(formulaireApi.lireFormulaire, quoi)
      return versionDiffusee === undefined ? garderDansListes(recu) : recu
    },
    persister: lireEtGarder,
  })

/** In the place of a number: the exercise, which is no report of the server's. */
export const EXEMPLE = 'exemple'

export const demander: Demander = async (client, { params: { numero = '' }, recherche }) =>
  numero !== EXEMPLE &&
  client.prefetchQuery(formulaire(numero, Number(recherche.get('versionDiffusee')) || undefined))

/** The forms of a month in one's perimeter, started or not. */
export const listeFormulaires = ({ mois, annee, ...query }: FiltresMois) =>
  queryOptions({
    queryKey: [...cles.listFormulaires, { mois, annee, ...query }],
    queryFn: ({ signal }) =>
      appeler(formulaireApi.listFormulaires, { params: { mois, annee }, query, signal }),
    persister: lireEtGarder,
    placeholderData: keepPreviousData,
  })

/** The models that exist. */
export const modelesConnus = queryOptions({
  queryKey: ['modeles'],
  queryFn: ({ signal }) => appeler(modeleApi.listModeles, { signal }),
  persister: lireEtGarder,
  staleTime: 10 * 60_000,
})

const entieres = (periodes: readonly Periode[]) =>
  periodes.map((periode) => listeFormulaires({ ...periode, taille: 200 }))

/** The forms of each month open to entry, whole. */
export const moisOuverts = (courant: Courant) => entieres(periodesOuvertes(courant))

/** Those of each month to come whose report may be begun. */
export const moisAVenir = (courant: Courant, rythmes: readonly Rythme[]) =>
  entieres(periodesAVenir(courant, rythmes))

/** A search over every form that one may read. */
export const listeFormulairesStructures = (body: FiltresStructures) =>
  queryOptions({
    queryKey: [...cles.listFormulairesStructure, body],
    queryFn: ({ signal }) => appeler(formulaireApi.listFormulairesStructures, { body, signal }),
    persister: lireEtGarder,
    placeholderData: keepPreviousData,
  })
