import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { evenementApi } from '@releve/contract/evenement/evenement.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { rechercheApi, type Trouvailles } from '@releve/contract/recherche/recherche.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { StructureListee } from '@releve/contract/structure/structure.schema.ts'
import { noticesApi } from '@releve/contract/systeme/notices.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { AWA } from '../../src/inscription/inscription.banc.ts'
import { RETOUR } from './fournisseurs.ts'
import { CENTRAUX, DPPS_SEULE, type Ligne, OUI, SANS } from './ligne.ts'
import type { Chose } from './monde.ts'

const ABSENTE = '404 STRUCTURE_INTROUVABLE'
const PERIMETRE = {
  dpps: OUI,
  admin: OUI,
  structure: [OUI, SANS],
  regionale: [OUI, SANS],
} as const

const publique = (appeler: Ligne['appeler'], notes: Ligne['notes'] = []): Ligne[] => [
  { porte: 'ouverte', appeler, notes, attendus: OUI },
]

/** A correction of past months, or what it would change. */
const corrigerPar = ({ code, version }: Chose['fiche'], empreinte?: string) => ({
  body: {
    ...({ code, version, champ: 'capacite', valeur: 99 } as const),
    de: { mois: 'JANUARY', annee: 2020 } as const,
    a: { mois: 'JUNE', annee: 2020 } as const,
    motif: 'Le registre disait autre chose.',
    ...(empreinte === undefined ? { apercu: true } : { apercu: false, empreinte }),
  },
})

export const STRUCTURES: Record<keyof typeof structureApi, Ligne[]> = {
  listStructures: [
    {
      cas: 'par leur nom',
      lit: true,
      appeler: (qui, { structure: q }) =>
        qui.appeler(structureApi.listStructures, { query: { q } }),
      contient: ({ elements }: { elements: StructureListee[] }, { structure }) =>
        elements.some(({ code }) => code === structure),
      attendus: OUI,
    },
    {
      cas: 'leur fiche entière',
      lit: true,
      appeler: (qui, { structure: q }) =>
        qui.appeler(structureApi.listStructures, { query: { q } }),
      contient: ({ elements }: { elements: StructureListee[] }, { structure }) =>
        elements.some((element) => element.code === structure && 'version' in element),
      attendus: PERIMETRE,
    },
  ],
  lireStructure: [
    {
      lit: true,
      appeler: (qui, { structure: code }) =>
        qui.appeler(structureApi.lireStructure, { params: { code } }),
      attendus: { dpps: OUI, admin: OUI, structure: [OUI, ABSENTE], regionale: [OUI, ABSENTE] },
    },
  ],
  creerStructure: [
    {
      appeler: (qui, { nouvelle }) =>
        qui.appeler(structureApi.creerStructure, {
          body: {
            ...nouvelle,
            libelle: 'Un centre',
            typeStructure: 'CAU',
            modeles: ['RMA'],
            dateOuverture: '2025-02-01',
          },
        }),
      notes: ['STRUCTURE_CREEE'],
      attendus: DPPS_SEULE,
    },
  ],
  modifierStructure: [
    {
      appeler: (qui, { fiche }) =>
        qui.appeler(structureApi.modifierStructure, { body: { ...fiche, capacite: 99 } }),
      notes: ['STRUCTURE_MODIFIEE'],
      attendus: DPPS_SEULE,
    },
  ],
  corrigerStructure: [
    {
      cas: 'dire ce qui changerait',
      lit: true,
      appeler: (qui, { fiche }) => qui.appeler(structureApi.corrigerStructure, corrigerPar(fiche)),
      attendus: DPPS_SEULE,
    },
    {
      cas: 'l’écrire',
      // What the preview says is asked for by somebody who may: the act itself is what is judged.
      appeler: async (qui, { fiche }, { asDpps }) => {
        const apercu = await asDpps.appeler(structureApi.corrigerStructure, corrigerPar(fiche))
        const { empreinte } = apercu.corps
        return qui.appeler(structureApi.corrigerStructure, corrigerPar(fiche, empreinte))
      },
      notes: ['STRUCTURE_CORRIGEE'],
      attendus: DPPS_SEULE,
    },
  ],
  exporterStructures: [
    {
      appeler: (qui) => qui.appeler(structureApi.exporterStructures, { query: { format: 'csv' } }),
      notes: ['STRUCTURES_EXPORTEES'],
      attendus: DPPS_SEULE,
    },
  ],
  importerStructures: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(structureApi.importerStructures, {
          body: {
            apercu: 'false',
            fichier: {
              nom: 'structures.csv',
              typeMime: 'text/csv',
              contenu: Buffer.from(`Code;Libellé\r\n${structure};Un autre nom\r\n`),
            },
          },
        }),
      notes: ['STRUCTURE_MODIFIEE', 'STRUCTURES_IMPORTEES'],
      attendus: DPPS_SEULE,
    },
  ],
  exporterStructuresRestantes: [
    {
      lit: true,
      appeler: (qui) =>
        qui.appeler(structureApi.exporterStructuresRestantes, {
          body: {
            fichier: {
              nom: 'structures.csv',
              typeMime: 'text/csv',
              contenu: Buffer.from('Code;Libellé\r\nINCOMPLETE;Sans type\r\n'),
            },
          },
        }),
      attendus: DPPS_SEULE,
    },
  ],
}

export const INSCRIPTION: Record<keyof typeof inscriptionApi, Ligne[]> = {
  inviterStructure: [
    {
      appeler: (qui, { nouvelle }) =>
        qui.appeler(inscriptionApi.inviterStructure, {
          body: {
            ...nouvelle,
            libelle: 'Un centre',
            typeStructure: 'CAU',
            email: 'centre@example.org',
          },
        }),
      notes: ['STRUCTURE_CREEE', 'INVITATION_ENVOYEE'],
      attendus: DPPS_SEULE,
    },
  ],
  listInvitations: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(inscriptionApi.listInvitations),
      attendus: DPPS_SEULE,
    },
  ],
  exporterInvitations: [
    {
      appeler: (qui) =>
        qui.appeler(inscriptionApi.exporterInvitations, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  renvoyerInvitation: [
    {
      appeler: (qui, { invitation: { id } }) =>
        qui.appeler(inscriptionApi.renvoyerInvitation, { params: { id } }),
      notes: ['INVITATION_RENVOYEE'],
      attendus: DPPS_SEULE,
    },
  ],
  annulerInvitation: [
    {
      appeler: (qui, { invitation: { id } }) =>
        qui.appeler(inscriptionApi.annulerInvitation, { params: { id } }),
      notes: ['INVITATION_ANNULEE'],
      attendus: DPPS_SEULE,
    },
  ],
  lireInvitation: publique((qui, { invitation: { jeton } }) =>
    qui.appeler(inscriptionApi.lireInvitation, { params: { jeton } }),
  ),
  repondreInvitation: publique(
    (qui, { invitation: { jeton } }) =>
      qui.appeler(inscriptionApi.repondreInvitation, { params: { jeton }, body: AWA }),
    ['UTILISATEUR_CREE', 'INVITATION_ACCEPTEE', 'STRUCTURE_MODIFIEE', 'CONNEXION'],
  ),
  // No provider is configured in this world: `inscription/fournisseur.test.ts` reaches one.
  repondreParFournisseur: [
    {
      porte: 'ouverte',
      appeler: (qui, { invitation: { jeton } }) => {
        const { password: _, ...personne } = AWA
        const body = { ...RETOUR, ...personne, invitation: jeton }
        return qui.appeler(inscriptionApi.repondreParFournisseur, { body })
      },
      attendus: '404 FOURNISSEUR_INTROUVABLE',
    },
  ],
}

export const COURRIELS: Record<keyof typeof courrielApi, Ligne[]> = {
  listCourriels: [
    { lit: true, appeler: (qui) => qui.appeler(courrielApi.listCourriels), attendus: DPPS_SEULE },
  ],
  exporterCourriels: [
    {
      appeler: (qui) => qui.appeler(courrielApi.exporterCourriels, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  reessayerCourriel: [
    {
      appeler: (qui, { courriel: id }) =>
        qui.appeler(courrielApi.reessayerCourriel, { params: { id } }),
      notes: ['COURRIEL_REESSAYE'],
      attendus: DPPS_SEULE,
    },
  ],
  abandonnerCourriel: [
    {
      appeler: (qui, { courriel: id }) =>
        qui.appeler(courrielApi.abandonnerCourriel, { params: { id } }),
      notes: ['COURRIEL_ABANDONNE'],
      attendus: DPPS_SEULE,
    },
  ],
}

export const JOURNAL: Record<keyof typeof journalApi, Ligne[]> = {
  listJournal: [
    { lit: true, appeler: (qui) => qui.appeler(journalApi.listJournal), attendus: CENTRAUX },
  ],
  exporterJournal: [
    {
      appeler: (qui) => qui.appeler(journalApi.exporterJournal, { query: { format: 'csv' } }),
      notes: ['JOURNAL_EXPORTE'],
      attendus: CENTRAUX,
    },
  ],
}

const trouver = (etat: 'APPROUVE' | 'DIFFUSE', attendus: Ligne['attendus']): Ligne => ({
  cas: `un rapport ${etat}`,
  lit: true,
  appeler: (qui, { structure: q }) => qui.appeler(rechercheApi.rechercher, { query: { q } }),
  contient: (trouvailles: Trouvailles, { formulaires }) =>
    trouvailles.formulaires.some(({ numero }) => numero === formulaires[etat].numero),
  attendus,
})

const enregistrerListe = (qui: Parameters<Ligne['appeler']>[0], apercu: boolean) =>
  qui.appeler(codificationApi.enregistrerCodification, {
    body: {
      code: 'NOUVELLE',
      libelle: 'Nouvelle liste',
      version: 0,
      valeurs: [{ code: 'A', libelle: 'Premier', ordre: 1 }],
      apercu,
    },
  })

export const DIVERS: Record<
  | keyof typeof codificationApi
  | keyof typeof rechercheApi
  | keyof typeof contactApi
  | keyof typeof evenementApi
  | keyof typeof systemeApi
  | keyof typeof noticesApi,
  Ligne[]
> = {
  listCodifications: [
    {
      lit: true,
      appeler: (qui) =>
        qui.appeler(codificationApi.listCodifications, { params: { code: 'REGION' } }),
      attendus: OUI,
    },
  ],
  listListes: [
    { lit: true, appeler: (qui) => qui.appeler(codificationApi.listListes), attendus: OUI },
  ],
  lireCodification: [
    {
      lit: true,
      appeler: (qui) =>
        qui.appeler(codificationApi.lireCodification, { params: { code: 'REGION' } }),
      attendus: DPPS_SEULE,
    },
  ],
  enregistrerCodification: [
    {
      cas: 'en aperçu',
      lit: true,
      appeler: (qui) => enregistrerListe(qui, true),
      attendus: DPPS_SEULE,
    },
    {
      appeler: (qui) => enregistrerListe(qui, false),
      notes: ['CODIFICATION_CREEE', 'CODE_AJOUTE'],
      attendus: DPPS_SEULE,
    },
  ],
  exporterCodification: [
    {
      appeler: (qui) =>
        qui.appeler(codificationApi.exporterCodification, {
          params: { code: 'SEXE' },
          query: { format: 'csv' },
        }),
      notes: ['CODES_EXPORTES'],
      attendus: DPPS_SEULE,
    },
  ],
  importerCodification: [
    {
      appeler: (qui) =>
        qui.appeler(codificationApi.importerCodification, {
          params: { code: 'SEXE' },
          body: {
            apercu: 'false',
            fichier: {
              nom: 'codes.csv',
              typeMime: 'text/csv',
              contenu: Buffer.from('Code;Libellé\nX;Autre\n'),
            },
          },
        }),
      notes: ['CODE_AJOUTE', 'CODES_IMPORTES'],
      attendus: DPPS_SEULE,
    },
  ],
  exporterCodesRestants: [
    {
      lit: true,
      appeler: (qui) =>
        qui.appeler(codificationApi.exporterCodesRestants, {
          params: { code: 'SEXE' },
          body: {
            fichier: {
              nom: 'codes.csv',
              typeMime: 'text/csv',
              contenu: Buffer.from('Code;Libellé\nX;\n'),
            },
          },
        }),
      attendus: DPPS_SEULE,
    },
  ],
  rechercher: [
    trouver('APPROUVE', PERIMETRE),
    // What is published is read by every signed-in user.
    trouver('DIFFUSE', OUI),
    {
      cas: 'un compte',
      lit: true,
      appeler: (qui, { compte }) =>
        qui.appeler(rechercheApi.rechercher, { query: { q: compte.identifiant } }),
      contient: ({ utilisateurs }: Trouvailles) => utilisateurs.length > 0,
      attendus: { dpps: OUI, admin: OUI, structure: SANS, regionale: SANS },
    },
  ],
  // What it says to whom is told by its own tests.
  suivreEvenements: [
    { lit: true, appeler: (qui) => qui.appeler(evenementApi.suivreEvenements), attendus: OUI },
  ],
  contacter: publique((qui) =>
    qui.appeler(contactApi.contacter, {
      body: {
        nom: 'Zoé Sarr',
        email: 'zoe.sarr@example.org',
        objet: 'Une question',
        message: 'Comment devenir partenaire ?',
      },
    }),
  ),
  lireConfiguration: publique((qui) => qui.appeler(systemeApi.lireConfiguration)),
  lireNotices: publique((qui) => qui.appeler(noticesApi.lireNotices)),
  lireSante: publique((qui) => qui.appeler(systemeApi.lireSante)),
  lireOpenapi: publique((qui) => qui.appeler(systemeApi.lireOpenapi)),
  lireDocs: publique((qui) => qui.appeler(systemeApi.lireDocs)),
  lireDocsScript: publique((qui) => qui.appeler(systemeApi.lireDocsScript)),
}
