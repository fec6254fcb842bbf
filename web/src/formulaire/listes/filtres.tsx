import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ETATS_LISTES, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import {
  LIBELLES_MOIS,
  MOIS,
  type Mois,
  type Periode,
  periodeDe,
  rangDe,
} from '@releve/contract/mois.ts'
import type { Demander } from '../../app/demande.ts'
import { structuresTravail } from '../../app/structureTravail.ts'
import { demanderCourant } from '../../systeme/systeme.demande.ts'
import { choix, code, type Filtre, parmi, plusieurs, recherche } from '../../ui/filtre.tsx'
import { lireCriteres, lireListe, question } from '../../ui/useListe.ts'
import {
  type FiltresStructures,
  listeFormulaires,
  listeFormulairesStructures,
  moisOuverts,
} from '../formulaire.demande.ts'
import { type Courant, periodeDArrivee, periodesOuvertes } from '../suivi.ts'
import { textesListes } from './listes.textes.ts'

const t = textesListes.filtres
const ANNEES = { min: 2000, max: 2100 }

/** A year, among those that the screen offers. `vide`: what none means there. */
export function uneAnnee(vide: string) {
  const filtre = choix<number, null>(
    { libelle: t.annee, vide },
    {
      options: null,
      lire: (texte) => {
        const annee = Number(texte)
        const existe = Number.isInteger(annee) && annee >= ANNEES.min && annee <= ANNEES.max
        return existe ? annee : undefined
      },
    },
  )
  /** That of the address may be older than those that are offered. */
  const Champ: typeof filtre.Champ = ({ options, ...champ }) => {
    const offerte = champ.valeur === '' || options.some(({ code: une }) => une === champ.valeur)
    const sienne = { code: champ.valeur, libelle: champ.valeur }
    return <filtre.Champ {...champ} options={offerte ? options : [...options, sienne]} />
  }
  return { ...filtre, Champ }
}

const annee = uneAnnee(t.toutes)

/** The server takes several values where the screen offers one. */
const seul = (adresse: string, filtre: Filtre<string, null>): Filtre<string[], null> => ({
  ...filtre,
  adresse,
  lire: (texte) => {
    const valeur = filtre.lire(texte)
    return valeur === undefined ? undefined : [valeur]
  },
})

/** The type of a structure. */
export const TYPES = seul('type', code({ libelle: t.type, vide: t.tous }))

/** What lists of reports are narrowed by, each screen by those that serve it. */
export const FILTRES = {
  q: recherche(t.recherche),
  mois: parmi(MOIS, LIBELLES_MOIS, { libelle: t.mois, vide: t.tous }),
  annee,
  modeles: seul('modele', code({ libelle: t.modele, vide: t.tous, parCode: true })),
  regions: seul('region', code({ libelle: t.region, vide: t.toutes })),
  etats: plusieurs(ETATS_LISTES, LIBELLES_ETATS, {
    legende: t.etats,
    aide: (criteres) => (criteres.mois && criteres.annee ? undefined : t.nonCommence),
  }),
}

/** The latest month first; within a month, by structure. */
const triOrigine = (criteres: Pick<FiltresStructures, 'mois' | 'annee'>) =>
  criteres.mois && criteres.annee ? 'structure' : '-periode'

const TRIS = ['structure', 'periode', 'etat', 'remplissage']

/** Those of a month: it is no filter, since there always is one. */
export const DU_MOIS_DEMANDES = question({
  filtres: { modele: code({ libelle: t.modele, vide: t.tous, parCode: true }) },
  tris: TRIS,
  tri: 'structure',
  taille: 50,
})

const { mois, modeles, etats } = FILTRES

export const SIENS_DEMANDES = question({
  filtres: { mois, annee, modeles, etats },
  tris: [...TRIS, 'effectif', 'modifieLe'],
  tri: triOrigine,
})

export const LISIBLES_DEMANDES = question({
  filtres: FILTRES,
  tris: [...TRIS, 'effectif'],
  tri: triOrigine,
})

type MoisDit = { mois?: Mois; annee?: number }

/** The month that the address names. */
export const moisDit = (adresse: URLSearchParams): MoisDit => lireCriteres({ mois, annee }, adresse)

/** Whether the month is to be found among what waits: the address names none, and one reports. */
export const estAChercher = (dit: MoisDit, codes: readonly string[]) =>
  dit.mois === undefined && codes.length > 0

/**
 * The month shown: the past one that the address names, else among those begun and not locked.
 * `resumes`: their reports, where it is to be found among them. Who reports for nobody comes to last month, which is being collected.
 */
export function moisVise(
  dit: MoisDit,
  { courant, codes }: { courant: Courant; codes: readonly string[] },
  resumes: readonly Resume[],
): Periode {
  const { mois: leMois, annee: lAnnee } = dit
  // Past, it may have been opened again: its list says so.
  if (leMois && lAnnee && rangDe({ mois: leMois, annee: lAnnee }) < courant.rang) {
    return { mois: leMois, annee: lAnnee }
  }
  const cherche = estAChercher(dit, codes)
  const vise = cherche || leMois ? dit : periodeDe(courant.rang - 1)
  const leurs = resumes.filter(({ structure }) => cherche && codes.includes(structure.code))
  return periodeDArrivee(vise, periodesOuvertes(courant), leurs)
}

export const demanderSaisies: Demander = async (client, { auth, recherche: adresse }) => {
  const { choisie, structures } = structuresTravail(auth)
  const codes = structures.map((une) => une.code)
  const courant = demanderCourant(client)
  const dit = moisDit(adresse)
  // A failure is the screen's to tell: it asks again.
  const lus = estAChercher(dit, codes)
    ? await Promise.all(moisOuverts(courant).map((un) => client.fetchQuery(un)))
    : []
  const resumes = lus.flatMap(({ elements }) => elements)
  const { query } = lireListe(DU_MOIS_DEMANDES, adresse)
  const periode = moisVise(dit, { courant, codes }, resumes)
  await client.prefetchQuery(listeFormulaires({ ...periode, ...query, structure: choisie?.code }))
}

export const demanderMesSaisies: Demander = async (client, { auth, recherche: adresse }) => {
  const structures = structuresTravail(auth).structures.map((une) => une.code)
  if (structures.length === 0) return
  const { query } = lireListe(SIENS_DEMANDES, adresse)
  await client.prefetchQuery(listeFormulairesStructures({ ...query, structures }))
}

export const demanderSaisiesStructures: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(listeFormulairesStructures(lireListe(LISIBLES_DEMANDES, adresse).query))
