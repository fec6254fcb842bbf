import { documentApi } from '@releve/contract/document/document.api.ts'
import type { Ouvrage, Piece } from '@releve/contract/document/document.schema.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Examen, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import type { Import } from '@releve/contract/import.ts'
import { fichier, LOGO } from '../../src/document/document.banc.ts'
import { classeurInchange } from '../../src/formulaire/classeur.banc.ts'
import { MOTIF } from '../../src/formulaire/formulaire.banc.ts'
import { CENTRAUX, DPPS_SEULE, FAIT, INTERDIT, type Ligne, OUI, SANS } from './ligne.ts'
import type { Chose } from './monde.ts'

const ABSENT = '404 FORMULAIRE_INTROUVABLE'
/** It is past being entered: whoever could is told so. */
const FERME = '409 TRANSITION_INTERDITE'
const SANS_PIECE = '404 PIECE_INTROUVABLE'

/** Read by the central users, by one's own structure, by its regional office. */
const LU = { dpps: OUI, admin: OUI, structure: [OUI, ABSENT], regionale: [OUI, ABSENT] } as const
/** Entered by the structure, and by the DPPS on its behalf. */
const SAISI = {
  dpps: OUI,
  admin: INTERDIT,
  structure: [OUI, ABSENT],
  regionale: [INTERDIT, ABSENT],
} as const
/** Reviewed by the DPPS alone: of what a role never does, it does not learn whether it exists. */
const DECIDE = DPPS_SEULE
/** Reviewed by every central user. */
const REVU = CENTRAUX

/** A report of each state, and its model. */
const DE_DONNEES = [
  ['APPROUVE', 'RMA'],
  ['DIFFUSE', 'EPM'],
] as const

const LISTE = {
  dpps: OUI,
  admin: OUI,
  structure: [OUI, SANS],
  regionale: [OUI, SANS],
} as const

const porte = (numero: (chose: Chose) => string) => (corps: never, chose: Chose) => {
  // What both lists answer.
  const { elements } = corps as { elements: Pick<Resume, 'numero'>[] }
  return elements.some((resume) => resume.numero === numero(chose))
}

/** A month of CAU-R01-01, as DHIS2 exports it; `monde.ts` says which cell that is. */
const VALEURS = Buffer.from(
  JSON.stringify({
    dataValues: [
      { dataElement: 'deDotation1', period: '202412', orgUnit: 'CAU-R01-01', value: '12' },
    ],
  }),
)

/** A figure for the report of this number, as an import takes it. */
function uneValeur(numero: string): Buffer {
  const [, modele, structure, annee, mois] = /^(\w+)-(.+)-(\d{4})(\d\d)$/.exec(numero) ?? []
  const ligne = [structure, modele, annee, mois, 'MVT.DEB.M', '12'].join(';')
  return Buffer.from(`structure;modele;annee;mois;case;valeur\r\n${ligne}\r\n`)
}

export const FORMULAIRES: Record<keyof typeof api, Ligne[]> = {
  enregistrerFormulaire: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.enregistrerFormulaire, {
          params: { mois: 'JANUARY', annee: 2025 },
          body: { modele: 'EPM', structure },
        }),
      attendus: {
        ...SAISI,
        structure: [OUI, '404 STRUCTURE_INTROUVABLE'],
        regionale: [INTERDIT, '404 STRUCTURE_INTROUVABLE'],
      },
    },
  ],
  modifierFormulaire: (['BROUILLON', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.modifierFormulaire, {
        body: { ...formulaires[etat], donnees: { DIFF: 'x' } },
      }),
    attendus: etat === 'BROUILLON' ? SAISI : { ...SAISI, dpps: FERME, structure: [FERME, ABSENT] },
  })),
  lireFormulaire: (['BROUILLON', 'SOUMIS', 'APPROUVE', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.lireFormulaire, { params: { numero: formulaires[etat].numero } }),
    // What is published is read by every signed-in user.
    attendus: etat === 'DIFFUSE' ? OUI : LU,
  })),
  lirePasse: (['BROUILLON', 'SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.lirePasse, { params: { numero: formulaires[etat].numero } }),
    // Published or not, the months before stay in the perimeter.
    attendus: LU,
  })),
  // A publication is read by everybody: who works on the report stays in the perimeter.
  signalerPresence: (['BROUILLON', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.signalerPresence, {
        params: { numero: formulaires[etat].numero },
        body: { poste: 'page0001' },
      }),
    attendus: LU,
  })),
  listFormulaires: [
    {
      lit: true,
      appeler: (qui, { structure }) =>
        qui.appeler(api.listFormulaires, {
          params: { mois: 'JANUARY', annee: 2025 },
          query: { structure },
        }),
      contient: porte(({ formulaires }) => formulaires.BROUILLON.numero),
      attendus: LISTE,
    },
  ],
  exporterFormulairesMois: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.exporterFormulairesMois, {
          params: { mois: 'JANUARY', annee: 2025 },
          query: { structure, format: 'csv' },
        }),
      contient: (csv: string, { formulaires }) => csv.includes(formulaires.BROUILLON.numero),
      notes: ['LISTE_EXPORTEE'],
      attendus: LISTE,
    },
  ],
  listFormulairesStructures: (['APPROUVE', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { structure }) =>
      qui.appeler(api.listFormulairesStructures, { body: { structures: [structure] } }),
    contient: porte(({ formulaires }) => formulaires[etat].numero),
    attendus: etat === 'DIFFUSE' ? OUI : LISTE,
  })),
  exporterFormulaires: (['APPROUVE', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { structure }) =>
      qui.appeler(api.exporterFormulaires, { body: { structures: [structure], format: 'csv' } }),
    contient: (csv: string, { formulaires }) => csv.includes(formulaires[etat].numero),
    notes: ['LISTE_EXPORTEE'],
    attendus: etat === 'DIFFUSE' ? OUI : LISTE,
  })),
  exporterDonnees: DE_DONNEES.map(([etat, modele]) => ({
    cas: etat,
    appeler: (qui, { structure }) =>
      qui.appeler(api.exporterDonnees, {
        body: { structures: [structure], modeles: [modele], forme: 'LARGE', format: 'csv' },
      }),
    contient: (csv: string, { formulaires }) => csv.includes(formulaires[etat].numero),
    notes: ['LISTE_EXPORTEE'],
    attendus: etat === 'DIFFUSE' ? OUI : LISTE,
  })),
  exporterFormulaire: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.exporterFormulaire, {
        params: { numero: formulaires[etat].numero },
        query: { format: 'csv' },
      }),
    notes: ['FORMULAIRE_EXPORTE'],
    attendus: etat === 'DIFFUSE' ? OUI : LU,
  })),
  exporterValeurs: [
    {
      appeler: (qui) =>
        qui.appeler(api.exporterValeurs, {
          params: { modele: 'RMA' },
          query: { format: 'dhis2', du: '2025-01', au: '2025-03' },
        }),
      notes: ['VALEURS_EXPORTEES'],
      attendus: DPPS_SEULE,
    },
  ],
  exporterCorrespondance: [
    {
      appeler: (qui) =>
        qui.appeler(api.exporterCorrespondance, {
          params: { modele: 'RMA' },
          query: { format: 'csv' },
        }),
      notes: ['CORRESPONDANCE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  examinerFormulaires: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.examinerFormulaires, { body: { ids: [formulaires[etat].id] } }),
    contient: (examens: Examen[], { formulaires }) =>
      examens.some(({ id }) => id === formulaires[etat].id),
    attendus: LISTE,
  })),
  soumettreFormulaire: [
    {
      appeler: (qui, { formulaires: { BROUILLON } }) =>
        qui.appeler(api.soumettreFormulaire, { params: BROUILLON, query: { confirme: 'true' } }),
      attendus: SAISI,
    },
  ],
  validerFormulaire: [
    {
      appeler: (qui, { formulaires: { SOUMIS } }) =>
        qui.appeler(api.validerFormulaire, { params: SOUMIS }),
      attendus: REVU,
    },
  ],
  approuverFormulaire: [
    {
      appeler: (qui, { formulaires: { VALIDE } }) =>
        qui.appeler(api.approuverFormulaire, { params: VALIDE }),
      attendus: DECIDE,
    },
  ],
  diffuserFormulaire: [
    {
      appeler: (qui, { formulaires: { APPROUVE } }) =>
        qui.appeler(api.diffuserFormulaire, { params: APPROUVE }),
      attendus: DECIDE,
    },
  ],
  renvoyerFormulaire: (['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.renvoyerFormulaire, { params: formulaires[etat], query: MOTIF }),
    // From APPROUVE and DIFFUSE, returning asks for the right to approve.
    attendus: etat === 'SOUMIS' || etat === 'VALIDE' ? REVU : DECIDE,
  })),
  changerEtatFormulaire: [
    {
      appeler: (qui, { formulaires: { SOUMIS } }) =>
        qui.appeler(api.changerEtatFormulaire, {
          params: { numero: SOUMIS.numero, etat: 'BROUILLON' },
          query: MOTIF,
        }),
      notes: ['ETAT_FORCE'],
      attendus: DECIDE,
    },
    {
      cas: 'à VALIDE, que la DPPS a soumis au nom de la structure',
      appeler: (qui, { formulaires: { APPROUVE } }) =>
        qui.appeler(api.changerEtatFormulaire, {
          params: { numero: APPROUVE.numero, etat: 'VALIDE' },
          query: MOTIF,
        }),
      attendus: { ...DECIDE, dpps: '403 DOUBLE_REGARD_SOUMISSION' },
    },
  ],
  reprendreValeurs: [
    {
      appeler: (qui) =>
        qui.appeler(api.reprendreValeurs, {
          params: { modele: 'RMA' },
          body: { apercu: 'false', fichier: fichier(VALEURS, 'valeurs.json') },
        }),
      notes: ['VALEURS_REPRISES'],
      attendus: DPPS_SEULE,
    },
  ],
  listHistorique: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.listHistorique, { params: { numero: formulaires[etat].numero } }),
    // Published or not, what it went through stays in the perimeter.
    attendus: LU,
  })),
  exporterHistorique: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires }) =>
      qui.appeler(api.exporterHistorique, {
        params: { numero: formulaires[etat].numero },
        query: { format: 'csv' },
      }),
    notes: ['LISTE_EXPORTEE'],
    attendus: LU,
  })),
  importerFormulaire: (['BROUILLON', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: async (qui, { formulaires: { [etat]: f } }) =>
      qui.appeler(api.importerFormulaire, {
        params: { numero: f.numero },
        body: { fichier: fichier(await classeurInchange(f.numero), 'rapport.xlsx') },
      }),
    attendus: etat === 'BROUILLON' ? SAISI : { ...SAISI, dpps: FERME, structure: [FERME, ABSENT] },
  })),
  importerFormulaires: [
    {
      lit: true,
      appeler: (qui, { formulaires: { BROUILLON } }) =>
        qui.appeler(api.importerFormulaires, {
          body: { apercu: 'true', fichier: fichier(uneValeur(BROUILLON.numero), 'rapports.csv') },
        }),
      contient: (corps: never) => (corps as Import).lignes.every(({ effet }) => effet !== 'ERREUR'),
      attendus: { dpps: OUI, admin: INTERDIT, structure: [OUI, SANS], regionale: SANS },
    },
  ],
  remarquerFormulaire: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires: { [etat]: f } }) =>
      qui.appeler(api.remarquerFormulaire, {
        body: { numero: f.numero, remarques: [{ cellule: null, texte: 'x', statut: 'OUVERTE' }] },
      }),
    attendus: REVU,
  })),
  repondreRemarque: [
    {
      appeler: (qui, { formulaires: { BROUILLON }, remarque }) =>
        qui.appeler(api.repondreRemarque, {
          body: { numero: BROUILLON.numero, id: remarque, reponse: 'x' },
        }),
      attendus: SAISI,
    },
  ],
  listDifferencesFormulaire: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { formulaires: { [etat]: f } }) =>
      qui.appeler(api.listDifferencesFormulaire, { params: { numero: f.numero } }),
    // As its record, which has them one by one.
    attendus: LU,
  })),
}

export const RECEPISSES: Record<keyof typeof recepisseApi, Ligne[]> = {
  listRecepisses: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    lit: true,
    appeler: (qui, { formulaires }) =>
      qui.appeler(recepisseApi.listRecepisses, { params: { numero: formulaires[etat].numero } }),
    // Published or not, what was submitted stays in the perimeter.
    attendus: LU,
  })),
  lireRecepisse: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    cas: etat,
    appeler: (qui, { formulaires }) =>
      qui.appeler(recepisseApi.lireRecepisse, {
        params: { numero: formulaires[etat].numero },
        query: { format: 'json' },
      }),
    notes: ['FORMULAIRE_EXPORTE'],
    attendus: LU,
  })),
  verifierRecepisse: [
    {
      cas: 'délivré',
      porte: 'ouverte',
      appeler: async (qui, { formulaires: { SOUMIS } }, { base }) => {
        const { code } = await base.db
          .selectFrom('recepisse')
          .select('code')
          .where('formulaireId', '=', SOUMIS.id)
          .executeTakeFirstOrThrow()
        return qui.appeler(recepisseApi.verifierRecepisse, { params: { code } })
      },
      attendus: OUI,
    },
    {
      cas: 'inconnu',
      porte: 'ouverte',
      appeler: (qui) =>
        qui.appeler(recepisseApi.verifierRecepisse, { params: { code: '0'.repeat(20) } }),
      attendus: '404 RECEPISSE_INTROUVABLE',
    },
  ],
}

const PIECE_SUPPRIMEE = {
  dpps: FAIT,
  admin: INTERDIT,
  structure: [FAIT, SANS_PIECE],
  regionale: [INTERDIT, SANS_PIECE],
} as const
const PIECE_LUE = {
  dpps: OUI,
  admin: OUI,
  structure: [OUI, SANS_PIECE],
  regionale: [OUI, SANS_PIECE],
} as const
/** An edition of the annuaire: who keeps the library is told why it is not changed there. */
const FIGEE = '409 EDITION_EN_LECTURE_SEULE'
const EDITION_FIGEE = { ...DPPS_SEULE, dpps: FIGEE }

export const DOCUMENTS: Record<keyof typeof documentApi, Ligne[]> = {
  deposerPiece: [
    {
      cas: 'sur un rapport',
      appeler: (qui, { formulaires: { BROUILLON } }) =>
        qui.appeler(documentApi.deposerPiece, {
          body: { typeDocument: 'JUSTIF', numero: BROUILLON.numero, fichier: fichier() },
        }),
      attendus: SAISI,
    },
    {
      cas: 'le logo de sa structure, ou de l’organisation',
      appeler: (qui) => qui.appeler(documentApi.deposerPiece, { body: LOGO }),
      notes: ['LOGO_CHANGE'],
      attendus: { dpps: OUI, admin: OUI, structure: OUI, regionale: OUI },
    },
    {
      cas: 'pour un message à venir',
      appeler: (qui) =>
        qui.appeler(documentApi.deposerPiece, {
          body: { typeDocument: 'MESSAGE', fichier: fichier() },
        }),
      attendus: { dpps: OUI, admin: OUI, structure: OUI, regionale: OUI },
    },
    {
      cas: 'à la place d’une édition de l’annuaire',
      appeler: (qui) =>
        qui.appeler(documentApi.deposerPiece, {
          body: { typeDocument: 'ANNUAIRE', fichier: fichier() },
        }),
      attendus: { dpps: FIGEE, admin: INTERDIT, structure: FIGEE, regionale: FIGEE },
    },
  ],
  listPieces: [
    {
      cas: 'd’un rapport',
      lit: true,
      appeler: (qui, { formulaires: { BROUILLON } }) =>
        qui.appeler(documentApi.listPieces, { body: { numero: BROUILLON.numero } }),
      attendus: LU,
    },
    {
      cas: 'de partout',
      lit: true,
      appeler: (qui) => qui.appeler(documentApi.listPieces, { body: {} }),
      contient: (corps: Record<string, Record<string, Piece[]>>, { formulaires: { BROUILLON } }) =>
        BROUILLON.numero in corps,
      attendus: LISTE,
    },
  ],
  lireDossier: [
    {
      lit: true,
      appeler: (qui, { formulaires: { BROUILLON } }) =>
        qui.appeler(documentApi.lireDossier, { params: { numero: BROUILLON.numero } }),
      attendus: LU,
    },
  ],
  listOuvrages: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(documentApi.listOuvrages),
      contient: ({ elements }: { elements: Ouvrage[] }, { ouvrage }) =>
        elements.some(({ id }) => id === ouvrage),
      attendus: OUI,
    },
    {
      cas: 'une édition de l’annuaire, où rien n’est offert',
      lit: true,
      appeler: (qui) => qui.appeler(documentApi.listOuvrages),
      contient: ({ elements }: { elements: Ouvrage[] }, { edition }) =>
        elements.some(({ id, actions }) => id === edition.id && actions.length === 0),
      attendus: OUI,
    },
  ],
  exporterOuvrages: [
    {
      appeler: (qui) => qui.appeler(documentApi.exporterOuvrages, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: OUI,
    },
  ],
  modifierOuvrage: [
    {
      appeler: (qui, { ouvrage: id }) => {
        const fiche = { titre: 'Guide', description: null, typeDocument: 'GUIDE', rang: 1 } as const
        return qui.appeler(documentApi.modifierOuvrage, { body: { id, version: 1, ...fiche } })
      },
      notes: ['OUVRAGE_MODIFIE'],
      attendus: DPPS_SEULE,
    },
    {
      cas: 'une édition de l’annuaire',
      appeler: (qui, { edition: { id, version } }) =>
        qui.appeler(documentApi.modifierOuvrage, {
          body: { id, version, titre: 'A', description: null, typeDocument: 'ANNUAIRE', rang: 1 },
        }),
      attendus: EDITION_FIGEE,
    },
  ],
  remplacerOuvrage: [
    {
      appeler: (qui, { ouvrage: id }) =>
        qui.appeler(documentApi.remplacerOuvrage, { body: { id, version: 1, fichier: fichier() } }),
      notes: ['OUVRAGE_REMPLACE'],
      attendus: DPPS_SEULE,
    },
    {
      cas: 'une édition de l’annuaire',
      appeler: (qui, { edition: { id, version } }) =>
        qui.appeler(documentApi.remplacerOuvrage, { body: { id, version, fichier: fichier() } }),
      attendus: EDITION_FIGEE,
    },
  ],
  deletePieces: [
    {
      appeler: (qui, { piece }) =>
        qui.appeler(documentApi.deletePieces, { body: { ids: [piece.id] } }),
      notes: ['PIECE_SUPPRIMEE'],
      attendus: PIECE_SUPPRIMEE,
    },
    {
      cas: 'une édition de l’annuaire',
      appeler: (qui, { edition: { id } }) =>
        qui.appeler(documentApi.deletePieces, { body: { ids: [id] } }),
      attendus: EDITION_FIGEE,
    },
  ],
  deletePiece: [
    {
      appeler: (qui, { piece }) => qui.appeler(documentApi.deletePiece, { params: piece }),
      notes: ['PIECE_SUPPRIMEE'],
      attendus: PIECE_SUPPRIMEE,
    },
    {
      cas: 'une édition de l’annuaire',
      appeler: (qui, { edition }) => qui.appeler(documentApi.deletePiece, { params: edition }),
      attendus: EDITION_FIGEE,
    },
  ],
  telechargerPiece: [
    {
      lit: true,
      appeler: (qui, { piece }) => qui.appeler(documentApi.telechargerPiece, { params: piece }),
      attendus: PIECE_LUE,
    },
    {
      cas: 'd’un message',
      lit: true,
      appeler: (qui, { jointe: id }) =>
        qui.appeler(documentApi.telechargerPiece, { params: { id } }),
      attendus: {
        dpps: SANS_PIECE,
        admin: SANS_PIECE,
        structure: [OUI, SANS_PIECE],
        regionale: SANS_PIECE,
      },
    },
    {
      cas: 'une édition de l’annuaire',
      appeler: (qui, { edition }) => qui.appeler(documentApi.telechargerPiece, { params: edition }),
      attendus: OUI,
    },
  ],
  telechargerPieceParDelete: [
    {
      appeler: (qui, { piece }) =>
        qui.appeler(documentApi.telechargerPieceParDelete, { params: piece }),
      attendus: PIECE_LUE,
    },
    {
      cas: 'une édition de l’annuaire',
      appeler: (qui, { edition }) =>
        qui.appeler(documentApi.telechargerPieceParDelete, { params: edition }),
      attendus: OUI,
    },
  ],
  lireLogo: [
    {
      porte: 'ouverte',
      lit: true,
      appeler: (qui, { logo: name }) => qui.appeler(documentApi.lireLogo, { params: { name } }),
      attendus: OUI,
    },
  ],
}
