import type { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import {
  CASES,
  type Case as CaseMatrice,
  LIBELLES_RAISONS,
} from '@releve/contract/dashboard/dashboard.rules.ts'
import {
  type AExaminer,
  type Comptes,
  type Dashboard,
  type EcartEffectif,
  type Instruction,
  LIBELLES_STATUTS_RETARD,
  type Matrice,
  type Retard,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { arrondir, fois, type NombreExact } from '@releve/contract/exact.ts'
import { LIBELLES_NIVEAUX } from '@releve/contract/formulaire/ecart.rules.ts'
import {
  ETATS_LISTES,
  type EtatListe,
  LIBELLES_ETATS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { completudeDe, promptitudeDe } from '@releve/contract/formulaire/suivi.rules.ts'
import {
  LIBELLES_MOIS,
  libelleFormulaire,
  libellePeriode,
  MOIS,
  type Periode,
} from '@releve/contract/mois.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import { TOUTE, toutDe } from '../platform/liste.ts'
import type { Appel } from '../platform/route.ts'
import { findRecalcul } from '../tache/recalcul.sql.ts'
import { composeDashboard } from './dashboard.ts'
import { listEcarts } from './ecart.sql.ts'
import { listTousExamens } from './examen.ts'
import { composeMatrice } from './matrice.ts'
import { type LigneRetard, listLignesRetards } from './retard.sql.ts'
import type { Demande, Filtres } from './suivi.sql.ts'

// What is computed of a year's grid has no number to be read again by: its lines, as many as
// structures and models, are read in one statement, and written as they leave (docs/decisions/0041).

const ouiNon = (vrai: boolean) => (vrai ? 'oui' : 'non')

/** What is looked for, as the file and the journal say it. */
const direFiltres = ({ q, regions, types, modeles, structure }: Filtres) => ({
  q,
  structure,
  region: regions,
  typeStructure: types,
  modele: modeles,
})

type LigneSituee = Pick<Retard, 'structure' | 'modele'>

/** Whose line it is. */
const SITUEE: readonly Colonne<LigneSituee>[] = [
  { entete: 'Code de la structure', ecrire: ({ structure }) => structure.code },
  { entete: 'Structure', largeur: 40, ecrire: ({ structure }) => structure.libelle },
  { entete: 'Type', ecrire: ({ structure }) => structure.typeStructure },
  { entete: 'Région', ecrire: ({ structure }) => structure.region },
  { entete: 'Modèle', ecrire: ({ modele }) => modele.code },
]

const PERIODE: readonly Colonne<Periode>[] = [
  { entete: 'Année', ecrire: ({ annee }) => annee },
  { entete: 'Mois', ecrire: ({ mois }) => MOIS.indexOf(mois) + 1 },
]

/** What a report covers, in words: the month alone would say less than a quarter or a year. */
const couverte = <Ligne>(dire: (ligne: Ligne) => string): Colonne<Ligne> => ({
  entete: 'Période',
  largeur: 24,
  ecrire: dire,
})

const RETARDS: readonly Colonne<LigneRetard>[] = [
  ...SITUEE,
  ...PERIODE,
  couverte((ligne) => libellePeriode(ligne, ligne.moisCouverts)),
  { entete: 'Situation', ecrire: ({ statut }) => LIBELLES_STATUTS_RETARD[statut] },
  { entete: 'Échéance', ecrire: ({ echeance }) => echeance },
  { entete: 'Jours de retard', ecrire: ({ joursRetard }) => joursRetard },
  { entete: 'Clos', ecrire: ({ clos }) => ouiNon(clos) },
  { entete: 'Numéro', largeur: 28, ecrire: ({ numero }) => numero },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS[etat] },
  { entete: 'Soumis le (UTC)', largeur: 24, ecrire: ({ soumisLe }) => soumisLe },
  { entete: 'Relances', ecrire: ({ rappels }) => rappels },
  { entete: 'Dernière relance (UTC)', largeur: 24, ecrire: (mois) => mois.dernierRappelLe },
]

/** The months late or received late, one line each. @throws EXPORT_TROP_GRAND */
export async function exporterRetards(
  appel: Appel<typeof dashboardApi.exporterRetards>,
  demande: Demande,
) {
  const { annee, statut = [], tri, format } = appel.query
  const lignes = await listLignesRetards(appel.db, demande, { statut, tri })
  const filtres = {
    ...direFiltres(demande.filtres),
    annee,
    statut: statut.map((un) => LIBELLES_STATUTS_RETARD[un]),
  }
  const liste = { nom: 'retards', titre: 'Retards', colonnes: RETARDS, filtres }
  return exporterListe(appel, liste, { tout: toutDe(lignes), format })
}

const ECARTS: readonly Colonne<EcartEffectif>[] = [
  ...SITUEE,
  couverte((ligne) => libellePeriode(ligne, ligne.moisCouverts)),
  { entete: 'Numéro', largeur: 28, ecrire: ({ numero }) => numero },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS[etat] },
  { entete: 'Effectif déclaré', ecrire: ({ effectifDeclare }) => effectifDeclare },
  { entete: 'Effectif précédent', ecrire: ({ effectifPrecedent }) => effectifPrecedent },
  { entete: 'Effectif d’ouverture', ecrire: ({ ouverture }) => ouiNon(ouverture) },
  { entete: 'Entrées', ecrire: ({ entrees }) => entrees },
  { entete: 'Sorties', ecrire: ({ sorties }) => sorties },
  { entete: 'Effectif théorique', ecrire: ({ effectifTheorique }) => effectifTheorique },
  { entete: 'Écart', ecrire: ({ ecart }) => ecart },
  { entete: 'Écart (%)', ecrire: ({ ecartPourcent }) => arrondi(ecartPourcent) },
  { entete: 'Variation', ecrire: ({ variation }) => variation },
  { entete: 'Effectif de référence', ecrire: ({ effectifReference }) => effectifReference },
  { entete: 'À la référence', ecrire: ({ ecartReference }) => ecartReference },
  { entete: 'Niveau', ecrire: ({ niveau }) => LIBELLES_NIVEAUX[niveau] },
  { entete: 'Raison', largeur: 30, ecrire: ({ raison }) => raison && LIBELLES_RAISONS[raison] },
]

/** A percentage as it is read: to the hundredth. */
const arrondi = (valeur: NombreExact | null) => (valeur === null ? null : arrondir(valeur, 2))

/** The headcount gaps of a month. @throws EXPORT_TROP_GRAND */
export async function exporterEcarts(
  appel: Appel<typeof dashboardApi.exporterEcarts>,
  demande: Demande,
) {
  const { niveaux = [], tri, format } = appel.query
  const { recalcul } = await findRecalcul(appel.db)
  const { elements } = await listEcarts(appel.db, demande, { ...TOUTE, niveaux, tri })
  const filtres = {
    ...direFiltres(demande.filtres),
    periode: libellePeriode(appel.params),
    niveau: niveaux.map((un) => LIBELLES_NIVEAUX[un]),
  }
  const liste = {
    nom: 'ecarts-effectif',
    titre: 'Écarts d’effectif',
    colonnes: ECARTS,
    filtres,
    recalcul,
  }
  return exporterListe(appel, liste, { tout: toutDe(elements), format })
}

const EXAMENS: readonly Colonne<AExaminer>[] = [
  { entete: 'Numéro', largeur: 28, ecrire: ({ numero }) => numero },
  ...SITUEE,
  ...PERIODE,
  couverte(libelleFormulaire),
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS[etat] },
  { entete: 'Jours d’attente', ecrire: ({ joursAttente }) => joursAttente },
  { entete: 'Effectif', ecrire: ({ effectif }) => effectif },
  { entete: 'Part du pays (%)', ecrire: ({ poids }) => arrondi(poids && fois(100, poids)) },
  { entete: 'Effectif précédent', ecrire: ({ effectifPrecedent }) => effectifPrecedent },
  { entete: 'Écart', ecrire: ({ ecart }) => ecart },
  { entete: 'Écart (%)', ecrire: ({ ecartPourcent }) => arrondi(ecartPourcent) },
  { entete: 'Niveau', ecrire: ({ niveau }) => niveau && LIBELLES_NIVEAUX[niveau] },
  { entete: 'Avertissements', ecrire: ({ avertissements }) => avertissements },
  { entete: 'Hors délai', ecrire: ({ horsDelai }) => ouiNon(horsDelai) },
  { entete: 'Soumis le (UTC)', largeur: 24, ecrire: ({ soumisLe }) => soumisLe },
]

/** What waits for the central directorate. @throws EXPORT_TROP_GRAND */
export async function exporterAExaminer(
  appel: Appel<typeof dashboardApi.exporterAExaminer>,
  demande: Parameters<typeof listTousExamens>[1],
) {
  const { etats = [], tri, format } = appel.query
  const { recalcul } = await findRecalcul(appel.db)
  const tout = await listTousExamens(appel, demande, { etats, tri })
  const filtres = { ...direFiltres(demande.filtres), etat: etats }
  const liste = {
    nom: 'a-examiner',
    titre: 'Rapports à examiner',
    colonnes: EXAMENS,
    filtres,
    recalcul,
  }
  return exporterListe(appel, liste, { tout, format })
}

type LigneMatrice = LigneSituee & { cases: string }

function lignesDeMatrice({ structures, modeles }: Matrice): LigneMatrice[] {
  return structures.flatMap(({ cases, ...structure }) =>
    modeles.flatMap((modele) => {
      const siennes = cases[modele.code]
      return siennes ? [{ structure, modele, cases: siennes }] : []
    }),
  )
}

const MATRICE: readonly Colonne<LigneMatrice>[] = [
  ...SITUEE,
  ...MOIS.map(
    (mois, rang): Colonne<LigneMatrice> => ({
      entete: LIBELLES_MOIS[mois],
      // Letters of `CASES`, and no other.
      ecrire: ({ cases }) => CASES[cases.charAt(rang) as CaseMatrice],
    }),
  ),
]

/** Where each report of a year is. @throws EXPORT_TROP_GRAND */
export async function exporterMatrice(
  appel: Appel<typeof dashboardApi.exporterMatrice>,
  demande: Demande,
) {
  const matrice = await composeMatrice(appel.db, demande)
  const { annee, structures } = matrice
  const filtres = { annee, ...direFiltres(demande.filtres) }
  const liste = { nom: `matrice-${annee}`, titre: 'Matrice', colonnes: MATRICE, filtres }
  const tout = toutDe(structures.length > 0 ? lignesDeMatrice(matrice) : [])
  return exporterListe(appel, liste, { tout, format: appel.query.format })
}

type LigneTotal = Comptes & {
  instruction: Instruction
  par: string
  code: string
  libelle: string | null
  etats?: Partial<Record<EtatListe, number>>
}

function lignesDeDashboard({ mois, regions, types, modeles, total, annee }: Dashboard) {
  const groupes = (par: string, siens: readonly Omit<LigneTotal, 'par' | 'libelle'>[]) =>
    siens.map((un): LigneTotal => ({ libelle: null, ...un, par }))
  return [
    ...mois.map((un): LigneTotal => {
      const code = `${annee}-${String(MOIS.indexOf(un.mois) + 1).padStart(2, '0')}`
      return { ...un, par: 'Mois', code, libelle: LIBELLES_MOIS[un.mois] }
    }),
    ...groupes('Région', regions),
    ...groupes('Type', types),
    ...groupes('Modèle', modeles),
    ...groupes('Ensemble', [{ ...total, code: String(annee) }]),
  ]
}

const pourcent = (taux: number | null) => arrondi(taux && 100 * taux)

const TOTAUX: readonly Colonne<LigneTotal>[] = [
  { entete: 'Par', ecrire: ({ par }) => par },
  { entete: 'Code', ecrire: ({ code }) => code },
  { entete: 'Libellé', largeur: 30, ecrire: ({ libelle }) => libelle },
  { entete: 'Attendus', ecrire: ({ attendus }) => attendus },
  { entete: 'Reçus', ecrire: ({ recus }) => recus },
  { entete: 'Reçus à temps', ecrire: ({ aTemps }) => aTemps },
  { entete: 'En retard', ecrire: ({ enRetard }) => enRetard },
  { entete: 'Pas encore dus', ecrire: ({ pasEncoreDus }) => pasEncoreDus },
  { entete: 'Complétude (%)', ecrire: (total) => pourcent(completudeDe(total)) },
  { entete: 'Promptitude (%)', ecrire: (total) => pourcent(promptitudeDe(total)) },
  { entete: 'Validés', ecrire: ({ instruction }) => instruction.valides },
  {
    entete: 'Délai de validation (jours)',
    ecrire: ({ instruction }) => arrondi(instruction.delaiValidation),
  },
  { entete: 'Renvoyés', ecrire: ({ instruction }) => instruction.renvoyes },
  ...ETATS_LISTES.map(
    (etat): Colonne<LigneTotal> => ({
      entete: LIBELLES_ETATS[etat],
      ecrire: ({ etats }) => (etats ? (etats[etat] ?? 0) : null),
    }),
  ),
]

/** Completeness and timeliness of a year. @throws EXPORT_TROP_GRAND */
export async function exporterDashboard(
  appel: Appel<typeof dashboardApi.exporterDashboard>,
  demande: Demande,
) {
  const dashboard = await composeDashboard(appel.db, demande)
  const { annee } = dashboard
  const filtres = { annee, ...direFiltres(demande.filtres) }
  const liste = { nom: `completude-${annee}`, titre: 'Complétude', colonnes: TOTAUX, filtres }
  const tout = toutDe(lignesDeDashboard(dashboard))
  return exporterListe(appel, liste, { tout, format: appel.query.format })
}
