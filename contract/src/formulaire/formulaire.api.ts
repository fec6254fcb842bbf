import { z } from 'zod'
import { zMoisIso } from '../codification/codification.schema.ts'
import { zCompteur, zCompteurDonne, zId, zIdDonne } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import { TYPES_MIME, zFichier, zFichierRecu } from '../fichier.ts'
import { FORMATS_TABLEUR, REFUS_TABLEUR, zDepotTableur, zImport } from '../import.ts'
import { zCode, zDonnees, zModifications } from '../modele/modele.schema.ts'
import { zAnnee, zMois, zPeriode } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs, zRecalculDit } from '../page.ts'
import {
  COMMENTAIRE_MAX,
  ETATS,
  ETATS_LISTES,
  FORMATS_ECHANGE,
  FORMES_DONNEES,
  type FormeDonnees,
  PORTEES_RENVOI,
  STATUTS_REMARQUE,
  TYPE_SDMX,
  zClasseur,
  zCombinaison,
  zDifferences,
  zExamen,
  zFormulaire,
  zLigneHistorique,
  zPasse,
  zPresence,
  zRepriseValeurs,
  zResume,
} from './formulaire.schema.ts'

const zNumero = z.string().min(1).max(80)
const zCodes = zPlusieurs(z.string().max(60))
const zEtats = zPlusieurs(z.enum(ETATS_LISTES))
/** `sans=fixe`: the answer leaves out definition, context and previous months, already known. */
const zSans = z.object({ sans: z.enum(['fixe']).optional() })
const zVersion = zSans.extend({ version: zCompteur.optional() })
const zMotif = zVersion.extend({
  motif: z.string().max(30).optional(),
  texte: z.string().trim().max(2000).optional(),
})
/** One page of a person's browser, as it calls itself. */
const zPoste = z.string().regex(/^[a-z0-9]{6,16}$/)
const zCommentaires = z.record(z.string().max(120), z.string().max(COMMENTAIRE_MAX).nullable())

/** What one looks for among all the reports that one may read. */
const zRecherchees = zPagination.extend({
  mois: zMois.optional(),
  annee: zAnnee.optional(),
  etats: zEtats.optional(),
  structures: zCodes.optional(),
  modeles: zCodes.optional(),
  regions: zCodes.optional(),
})

const zListeResumes = zListe(zResume).extend(zRecalculDit.shape)

const zDuMois = zPagination.extend({
  modele: z.string().max(30).optional(),
  etat: zEtats.optional(),
  structure: z.string().max(60).optional(),
})

// The keys of a table of ours.
const NOMS_FORMES = Object.keys(FORMES_DONNEES) as FormeDonnees[]

const transition = (path: string, resume: string) =>
  ({
    method: 'GET',
    path,
    agit: true,
    resume,
    params: z.object({ id: zId }),
    query: zVersion,
    output: zFormulaire,
    erreurs: ['FORMULAIRE_INTROUVABLE', 'TRANSITION_INTERDITE', 'VERSION_PERIMEE'],
  }) as const

/** The life of a monthly form (docs/conception.md, 2 and 5). */
export const formulaireApi = {
  enregistrerFormulaire: {
    method: 'POST',
    path: '/formulaire/enregistrer/{mois}/{annee}',
    right: 'formulaire.saisir',
    jeton: ['SAISIR'],
    resume: 'Commencer le rapport d’un mois',
    params: zPeriode,
    query: zSans,
    body: z.object({
      modele: z.string().max(30).optional(),
      structure: z.string().max(60).optional(),
      donnees: zDonnees.optional(),
    }),
    place: 'saisie',
    output: zFormulaire,
    erreurs: [
      'STRUCTURE_INTROUVABLE',
      'MODELE_INCONNU',
      'MOIS_VERROUILLE',
      'FORMULAIRE_NON_ATTENDU',
      'FORMULAIRE_EXISTANT',
      'SAISIE_INVALIDE',
    ],
  },
  modifierFormulaire: {
    method: 'PUT',
    path: '/formulaire/modifier',
    right: 'formulaire.saisir',
    jeton: ['SAISIR'],
    resume: 'Enregistrer les cases modifiées\u202f; `null` efface',
    query: zSans,
    body: z.object({
      numero: zNumero,
      version: zCompteurDonne,
      donnees: zModifications,
      commentaires: zCommentaires.optional(),
      justifications: zCommentaires.optional(),
      /** The page that sends, and its how-manieth sending this is: it has no conflict with itself. */
      poste: zPoste.optional(),
      envoi: zCompteurDonne.optional(),
    }),
    place: 'saisie',
    output: zFormulaire,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'MOIS_VERROUILLE',
      'CASE_NON_ROUVERTE',
      'SAISIE_INVALIDE',
      'CELLULES_EN_CONFLIT',
      'VERSION_PERIMEE',
    ],
  },
  lireFormulaire: {
    method: 'GET',
    path: '/formulaire/lire/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Lire un rapport, ou l’une de ses versions diffusées',
    params: z.object({ numero: zNumero }),
    query: zSans.extend({ versionDiffusee: zCompteur.min(1).optional() }),
    output: zFormulaire,
    erreurs: ['FORMULAIRE_INTROUVABLE', 'PUBLICATION_INTROUVABLE'],
  },
  lirePasse: {
    method: 'GET',
    path: '/formulaire/passe/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume:
      'Lire ce que les vingt-quatre mois d’avant disaient dans les cases de nombres d’un rapport, et ce qui y fut justifié ou commenté',
    params: z.object({ numero: zNumero }),
    output: zPasse,
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  signalerPresence: {
    method: 'POST',
    path: '/formulaire/presence/{numero}',
    right: 'formulaire.lire',
    jeton: null,
    resume:
      'Dire que l’on a ce rapport ouvert, et où l’on y saisit\u202f; la réponse dit qui d’autre',
    params: z.object({ numero: zNumero }),
    body: z.object({
      poste: zPoste,
      /** The cell or the section where figures are entered; absent: the report is read. */
      lieu: z
        .string()
        .max(120)
        .regex(/^[\w.-]*$/)
        .optional(),
      /** Absent: one is there. */
      fin: z.boolean().optional(),
    }),
    output: z.array(zPresence),
    erreurs: ['FORMULAIRE_INTROUVABLE', 'PRESENCES_TROP_NOMBREUSES'],
  },
  listFormulaires: {
    method: 'GET',
    path: '/formulaire/lister/{mois}/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Lister les rapports d’un mois dans son périmètre, commencés ou non',
    params: zPeriode,
    query: zDuMois,
    output: zListeResumes,
  },
  exporterFormulairesMois: {
    method: 'GET',
    path: '/formulaire/lister/exporter/{mois}/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Exporter dans un tableur les rapports d’un mois dans son périmètre, commencés ou non',
    params: zPeriode,
    query: zDuMois.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  listFormulairesStructures: {
    method: 'POST',
    path: '/formulaire/structures/lister',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Rechercher parmi les rapports que l’on peut lire, tous mois et structures',
    body: zRecherchees,
    output: zListeResumes,
  },
  exporterFormulaires: {
    method: 'POST',
    path: '/formulaire/structures/exporter',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Exporter dans un tableur tous les rapports que la même recherche trouve',
    body: zRecherchees.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  exporterDonnees: {
    method: 'POST',
    path: '/formulaire/structures/donnees',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume:
      'Exporter pour la statistique les valeurs de tous les rapports d’un modèle que la même recherche trouve\u00a0: une ligne par case (`LONG`), une par rapport (`LARGE`), ou ce que sont les cases (`DICTIONNAIRE`)',
    body: zRecherchees
      .omit({ page: true, taille: true })
      .extend({ forme: z.enum(NOMS_FORMES), ...zFormat.shape }),
    ...EXPORT,
    erreurs: [...EXPORT.erreurs, 'MODELE_A_CHOISIR'],
  },
  exporterFormulaire: {
    method: 'GET',
    path: '/formulaire/exporter/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume:
      'Exporter un rapport, ou l’une de ses versions diffusées\u00a0: ses valeurs, case par case (`csv`), un classeur à remplir (`xlsx`), ou un document PDF',
    params: z.object({ numero: zNumero }),
    query: z.object({
      format: z.enum([...FORMATS_TABLEUR, 'pdf']),
      versionDiffusee: zCompteur.min(1).optional(),
    }),
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx, TYPES_MIME.pdf],
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'PUBLICATION_INTROUVABLE',
      'PDF_INDISPONIBLE',
      'FICHIER_NON_COMPOSE',
      'TRAVAUX_EN_COURS',
      'SERVICE_OCCUPE',
    ],
  },
  importerFormulaire: {
    method: 'POST',
    path: '/formulaire/importer/{numero}',
    right: 'formulaire.saisir',
    jeton: ['SAISIR'],
    resume:
      'Lire le classeur d’un rapport rempli ailleurs\u00a0: ce qui y a changé depuis son export, sans rien écrire',
    params: z.object({ numero: zNumero }),
    corps: 'multipart',
    body: z.strictObject({ fichier: zFichierRecu }),
    output: zClasseur,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'MOIS_VERROUILLE',
      ...REFUS_TABLEUR,
      'SERVICE_OCCUPE',
      'CLASSEUR_AUTRE_MODELE',
      'CLASSEUR_AUTRE_STRUCTURE',
      'CLASSEUR_AUTRE_MOIS',
      'CLASSEUR_AUTRE_VERSION',
    ],
  },
  importerFormulaires: {
    method: 'POST',
    path: '/formulaire/importer',
    right: 'formulaire.importer',
    jeton: ['SAISIR'],
    resume:
      'Saisir des rapports depuis un fichier\u00a0: un tableur, une ligne par case, ou le classeur d’un rapport rempli ailleurs\u202f; chaque rapport est écrit en entier ou laissé\u202f; `apercu` dit ce qui se passerait, sans rien écrire',
    corps: 'multipart',
    body: zDepotTableur,
    output: zImport,
    erreurs: [...REFUS_TABLEUR, 'SERVICE_OCCUPE'],
  },
  examinerFormulaires: {
    method: 'POST',
    path: '/formulaire/structures/examiner',
    right: 'formulaire.lire',
    jeton: null,
    resume:
      'Lire ce qui se regarde avant d’accepter des rapports\u00a0: avertissements, écarts, remarques',
    body: z.object({ ids: z.array(zId).min(1).max(50) }),
    output: z.array(zExamen),
  },
  soumettreFormulaire: {
    ...transition('/formulaire/soumettre/{id}', 'Soumettre le rapport à la direction centrale'),
    right: 'formulaire.soumettre',
    jeton: ['SOUMETTRE'],
    query: zVersion.extend({ confirme: z.stringbool().optional() }),
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'VERSION_PERIMEE',
      'MOIS_VERROUILLE',
      'FORMULAIRE_INCOMPLET',
      'REMARQUES_A_TRAITER',
      'CONFIRMATION_REQUISE',
    ],
  },
  validerFormulaire: {
    ...transition('/formulaire/valider/{id}', 'Valider un rapport soumis par une autre personne'),
    right: 'formulaire.valider',
    jeton: null,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'VERSION_PERIMEE',
      'DOUBLE_REGARD_SOUMISSION',
    ],
  },
  approuverFormulaire: {
    ...transition(
      '/formulaire/approuver/{id}',
      'Approuver un rapport validé par une autre personne',
    ),
    right: 'formulaire.approuver',
    jeton: null,
    erreurs: ['FORMULAIRE_INTROUVABLE', 'TRANSITION_INTERDITE', 'VERSION_PERIMEE', 'DOUBLE_REGARD'],
  },
  diffuserFormulaire: {
    ...transition(
      '/formulaire/diffuser/{id}',
      'Diffuser un rapport approuvé à toutes les structures',
    ),
    right: 'formulaire.diffuser',
    jeton: null,
  },
  renvoyerFormulaire: {
    ...transition('/formulaire/renvoyer/{id}', 'Renvoyer un rapport à la structure, avec un motif'),
    right: 'formulaire.renvoyer',
    jeton: null,
    // Some cells are marked: those alone open, unless the whole is asked for.
    query: zMotif.extend({ portee: z.enum(PORTEES_RENVOI).optional() }),
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'VERSION_PERIMEE',
      'MOTIF_REQUIS',
      'MOTIF_INCONNU',
    ],
  },
  changerEtatFormulaire: {
    method: 'GET',
    path: '/formulaire/changerEtat/{numero}/{etat}',
    right: 'formulaire.changerEtat',
    jeton: null,
    agit: true,
    resume: 'Forcer l’état d’un rapport, avec un motif',
    params: z.object({ numero: zNumero, etat: z.enum(ETATS) }),
    query: zMotif,
    output: zFormulaire,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'VERSION_PERIMEE',
      'MOTIF_REQUIS',
      'MOTIF_INCONNU',
      'FORMULAIRE_INCOMPLET',
      'ANNULATION_IMPOSSIBLE',
      'DOUBLE_REGARD_SOUMISSION',
    ],
  },
  reprendreValeurs: {
    method: 'POST',
    path: '/formulaire/reprendre/{modele}',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Reprendre les mois passés d’un modèle (`dataValueSets`), d’une `combinaison` d’attributs s’il y en a plusieurs, ou leur somme (`*`)\u202f; `apercu` dit ce qui se passerait, sans rien écrire',
    params: z.object({ modele: zCode }),
    corps: 'multipart',
    body: zDepotTableur.extend({ combinaison: zCombinaison.optional() }),
    output: zRepriseValeurs,
    erreurs: [
      'MODELE_INTROUVABLE',
      'VALEURS_ILLISIBLES',
      'TRAVAUX_EN_COURS',
      'COMBINAISON_REQUISE',
      'COMBINAISON_INCONNUE',
    ],
  },
  exporterValeurs: {
    method: 'GET',
    path: '/formulaire/valeurs/{modele}',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Exporter les valeurs diffusées d’un modèle pour un autre système\u00a0: `dataValueSets` de DHIS2, ou SDMX-CSV 2.0',
    params: z.object({ modele: zCode }),
    query: z.object({
      format: z.enum(FORMATS_ECHANGE),
      /** First and last month, both included. */
      du: zMoisIso,
      au: zMoisIso,
      structures: zCodes.optional(),
    }),
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.json, TYPE_SDMX],
    erreurs: ['MODELE_INTROUVABLE', 'PERIODE_INVERSEE', 'PERIODE_SANS_NOM'],
  },
  exporterCorrespondance: {
    method: 'GET',
    path: '/formulaire/correspondance/{modele}',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Exporter la correspondance d’un modèle\u00a0: comment chaque case s’appelle dans DHIS2 et en SDMX',
    params: z.object({ modele: zCode }),
    query: zFormat,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx],
    erreurs: ['MODELE_INTROUVABLE'],
  },
  listHistorique: {
    method: 'GET',
    path: '/formulaire/historique/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Lire l’historique d’un rapport, du plus récent au plus ancien',
    params: z.object({ numero: zNumero }),
    query: zPagination,
    output: zListe(zLigneHistorique),
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  exporterHistorique: {
    method: 'GET',
    path: '/formulaire/historique/{numero}/exporter',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Exporter dans un tableur l’historique d’un rapport',
    params: z.object({ numero: zNumero }),
    query: zFormat,
    ...EXPORT,
    erreurs: [...EXPORT.erreurs, 'FORMULAIRE_INTROUVABLE'],
  },
  remarquerFormulaire: {
    method: 'POST',
    path: '/formulaire/remarquer',
    right: 'formulaire.remarquer',
    jeton: null,
    resume: 'Poser, modifier ou lever des remarques sur les cases d’un rapport',
    query: zSans,
    body: z.object({
      numero: zNumero,
      remarques: z
        .array(
          z.object({
            id: zIdDonne.optional(),
            cellule: z.string().max(120).nullable(),
            texte: z.string().trim().min(1).max(2000),
            statut: z.enum(STATUTS_REMARQUE),
          }),
        )
        .min(1)
        .max(500),
    }),
    place: 'saisie',
    output: zFormulaire,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'CELLULE_INCONNUE',
      'REMARQUE_INTROUVABLE',
    ],
  },
  repondreRemarque: {
    method: 'POST',
    path: '/formulaire/repondre',
    right: 'formulaire.saisir',
    jeton: null,
    resume: 'Répondre à une remarque, plutôt que de changer la case ou en plus',
    query: zSans,
    body: z.object({
      numero: zNumero,
      id: zIdDonne,
      reponse: z.string().trim().min(1).max(2000),
    }),
    place: 'saisie',
    output: zFormulaire,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'MOIS_VERROUILLE',
      'REMARQUE_INTROUVABLE',
      'REMARQUE_LEVEE',
    ],
  },
  listDifferencesFormulaire: {
    method: 'GET',
    path: '/formulaire/differences/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume: 'Lire les cases qu’un rapport a changées depuis sa soumission précédente',
    params: z.object({ numero: zNumero }),
    output: zDifferences,
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
} as const satisfies Record<string, Operation>
