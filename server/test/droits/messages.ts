import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import type { Adresse, Brouillon, Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { nonLusApi } from '@releve/contract/messagerie/nonLus.api.ts'
import type { Liste } from '@releve/contract/page.ts'
import { FAIT, type Ligne, OUI, SANS } from './ligne.ts'

const ABSENT = '404 MESSAGE_INTROUVABLE'
const SANS_RAPPORT = '404 FORMULAIRE_INTROUVABLE'
const SANS_BROUILLON = '404 BROUILLON_INTROUVABLE'
const CLE_NEUVE = '00000000-0000-4000-8000-000000000001'

/** Its sender alone: what he wrote is nobody else's, the central directorate included. */
const expediteurSeul = (issue: string, absent: string) =>
  ({ dpps: absent, admin: absent, structure: [issue, absent], regionale: absent }) as const

const tient = (liste: Liste<Message>, { message }: { message: number }) =>
  liste.elements.some(({ id }) => id === message)

const sansRetour = (appeler: Ligne['appeler'], lit = true): Ligne[] => [
  { ...(lit && { lit }), appeler, attendus: OUI },
]

export const MESSAGERIE: Record<keyof (typeof api & typeof nonLusApi), Ligne[]> = {
  listAdresses: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.listAdresses, { params: { param: 'tous' } }),
      contient: (adresses: Adresse[], { compte: { id } }) => adresses.some((un) => un.id === id),
      attendus: { dpps: OUI, admin: OUI, structure: [OUI, SANS], regionale: [OUI, SANS] },
    },
  ],
  listGroupes: sansRetour((qui) => qui.appeler(api.listGroupes)),
  lireConcernes: [
    {
      lit: true,
      appeler: (qui, { formulaires: { BROUILLON } }) =>
        qui.appeler(api.lireConcernes, { params: { numero: BROUILLON.numero } }),
      attendus: {
        dpps: OUI,
        admin: OUI,
        structure: [OUI, SANS_RAPPORT],
        regionale: [OUI, SANS_RAPPORT],
      },
    },
    {
      cas: 'd’un rapport diffusé',
      lit: true,
      appeler: (qui, { formulaires: { DIFFUSE } }) =>
        qui.appeler(api.lireConcernes, { params: { numero: DIFFUSE.numero } }),
      attendus: OUI,
    },
  ],
  envoyerMessage: [
    {
      cas: 'à une personne de la structure',
      appeler: (qui, { compte: { id } }) =>
        qui.appeler(api.envoyerMessage, {
          body: { destinataires: [id], objet: 'x', corps: 'x' },
        }),
      attendus: {
        dpps: OUI,
        admin: OUI,
        structure: [OUI, '422 DESTINATAIRE_INCONNU'],
        regionale: [OUI, '422 DESTINATAIRE_INCONNU'],
      },
    },
    {
      cas: 'en réponse',
      appeler: (qui, { message: reponseA }, { asAutreDpps }) =>
        qui.appeler(api.envoyerMessage, {
          body: { destinataires: [asAutreDpps.id], objet: 'x', corps: 'x', reponseA },
        }),
      attendus: expediteurSeul(OUI, '422 REPONSE_IMPOSSIBLE'),
    },
    {
      cas: 'avec un fichier',
      appeler: (qui, { jointe }, { asAutreDpps }) =>
        qui.appeler(api.envoyerMessage, {
          body: { destinataires: [asAutreDpps.id], objet: 'x', corps: 'x', documents: [jointe] },
        }),
      attendus: expediteurSeul(OUI, '422 PIECE_NON_JOIGNABLE'),
    },
  ],
  listRecus: sansRetour((qui) => qui.appeler(api.listRecus)),
  exporterRecus: [
    {
      appeler: (qui) => qui.appeler(api.exporterRecus, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: OUI,
    },
  ],
  listEnvoyes: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.listEnvoyes),
      contient: tient,
      attendus: expediteurSeul(OUI, SANS),
    },
  ],
  exporterEnvoyes: [
    {
      appeler: (qui) => qui.appeler(api.exporterEnvoyes, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: OUI,
    },
  ],
  listImportants: sansRetour((qui) => qui.appeler(api.listImportants)),
  exporterImportants: [
    {
      appeler: (qui) => qui.appeler(api.exporterImportants, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: OUI,
    },
  ],
  lireMessage: [
    {
      lit: true,
      appeler: (qui, { message: id }) => qui.appeler(api.lireMessage, { params: { id } }),
      attendus: expediteurSeul(OUI, ABSENT),
    },
  ],
  marquerLu: [
    {
      appeler: (qui, { message: id }) => qui.appeler(api.marquerLu, { params: { id } }),
      attendus: expediteurSeul(OUI, ABSENT),
    },
  ],
  marquerImportant: [
    {
      appeler: (qui, { message: id }) =>
        qui.appeler(api.marquerImportant, { params: { id, important: 'true' } }),
      attendus: expediteurSeul(OUI, ABSENT),
    },
  ],
  compterNonLus: sansRetour((qui) => qui.appeler(nonLusApi.compterNonLus)),
  deleteMessages: [
    {
      appeler: (qui, { message: id }) => qui.appeler(api.deleteMessages, { body: { ids: [id] } }),
      attendus: expediteurSeul(FAIT, ABSENT),
    },
  ],
  listBrouillons: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.listBrouillons),
      contient: ({ elements }: Liste<Brouillon>, { brouillon }) =>
        elements.some(({ cle }) => cle === brouillon),
      attendus: expediteurSeul(OUI, SANS),
    },
  ],
  exporterBrouillons: [
    {
      appeler: (qui) => qui.appeler(api.exporterBrouillons, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: OUI,
    },
  ],
  lireBrouillon: [
    {
      lit: true,
      appeler: (qui, { brouillon: cle }) => qui.appeler(api.lireBrouillon, { params: { cle } }),
      attendus: expediteurSeul(OUI, SANS_BROUILLON),
    },
  ],
  enregistrerBrouillon: [
    {
      appeler: (qui, { brouillon: cle }) =>
        qui.appeler(api.enregistrerBrouillon, {
          params: { cle },
          body: { objet: 'x', version: 1 },
        }),
      attendus: expediteurSeul(OUI, SANS_BROUILLON),
    },
    {
      cas: 'sous une clé neuve',
      appeler: (qui) =>
        qui.appeler(api.enregistrerBrouillon, {
          params: { cle: CLE_NEUVE },
          body: { objet: 'x' },
        }),
      attendus: OUI,
    },
  ],
  deleteBrouillon: [
    {
      appeler: (qui, { brouillon: cle }) => qui.appeler(api.deleteBrouillon, { params: { cle } }),
      attendus: expediteurSeul(FAIT, SANS_BROUILLON),
    },
  ],
  lireAvis: sansRetour((qui) => qui.appeler(api.lireAvis)),
  modifierAvis: sansRetour(
    (qui) => qui.appeler(api.modifierAvis, { body: { frequence: 'CHAQUE' } }),
    false,
  ),
}
