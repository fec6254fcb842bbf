import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import { zCompteurDonne, zId, zIdDonne } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import type { Operation } from '../operation.ts'
import { zInstant, zListe, zPagination, zRecherche } from '../page.ts'
import { CHAMPS_MESSAGE, GROUPES_MAX, NOMMES_MAX, PIECES_PAR_MESSAGE } from './messagerie.champs.ts'
import {
  FREQUENCES_AVIS,
  GENRES_GROUPE,
  zAdresse,
  zBrouillon,
  zConcernes,
  zGroupeOffert,
  zMessage,
  zMessageOuvert,
} from './messagerie.schema.ts'

const zCle = z.uuid()
const zNumero = z.string().trim().min(1).max(80)
const zBooleen = z.enum(['true', 'false']).transform((valeur) => valeur === 'true')

/** Whom it goes to, what it holds, what it is about: the same of a message and of its draft. */
const zContenu = z.object({
  destinataires: z
    .array(zIdDonne)
    .max(NOMMES_MAX, `Nommez au plus ${NOMMES_MAX} personnes, ou choisissez un groupe.`)
    .default([]),
  groupes: z
    .array(z.object({ genre: z.enum(GENRES_GROUPE), code: z.string().max(60).nullish() }))
    .max(GROUPES_MAX)
    .default([]),
  documents: z
    .array(zIdDonne)
    .max(PIECES_PAR_MESSAGE, `Joignez au plus ${PIECES_PAR_MESSAGE} fichiers.`)
    .default([]),
  reponseA: zIdDonne.nullish(),
  numero: zNumero.nullish(),
  cellule: z.string().trim().min(1).max(120).nullish(),
})

const CORPS_MESSAGE = zContenu.extend({
  objet: zChamp(CHAMPS_MESSAGE.objet),
  corps: zChamp(CHAMPS_MESSAGE.corps),
  cle: zCle.optional(),
  /** With `cle`: refused where the draft has changed since. Absent, the draft is not looked at. */
  version: zCompteurDonne.optional(),
})

/** What is begun may be blank. */
const { objet, corps } = CHAMPS_MESSAGE
const zAEcrire = zContenu.extend({
  /** The draft as its screen last read it; 0: not kept yet. */
  version: zCompteurDonne.default(0),
  objet: zChamp({ libelle: objet.libelle, max: objet.max, long: objet.long }).default(''),
  corps: zChamp({
    libelle: corps.libelle,
    max: corps.max,
    long: corps.long,
    nature: 'lignes',
  }).default(''),
})

/** `extrait`: the beginning of each body only. */
const zDemandeListe = zPagination.omit({ tri: true }).extend({ extrait: zBooleen.optional() })

const boite = (path: string, resume: string) =>
  ({
    method: 'GET',
    path,
    right: 'message.lire',
    jeton: null,
    resume,
    query: zDemandeListe,
    output: zListe(zMessage),
  }) as const

const zBoite = zPagination.pick({ q: true })
const zRecus = zBoite.extend({ nonLus: zBooleen.optional() })
const exportBoite = <Q extends z.ZodType>(path: string, resume: string, query: Q) =>
  ({ method: 'GET', path, right: 'message.lire', jeton: null, resume, query, ...EXPORT }) as const

export const messagerieApi = {
  listAdresses: {
    method: 'GET',
    path: '/mail/adresses/{param}',
    right: 'message.envoyer',
    jeton: null,
    resume:
      'Lister les personnes à qui l’on peut écrire\u00a0: toutes (`tous`), celles d’un rôle, ou celles que l’on cherche',
    params: z.object({ param: zRecherche }),
    query: zPagination.pick({ page: true, taille: true }),
    output: z.array(zAdresse),
  },
  listGroupes: {
    method: 'GET',
    path: '/mail/groupes',
    right: 'message.envoyer',
    jeton: null,
    resume: 'Lister les groupes à qui l’on peut écrire',
    output: z.array(zGroupeOffert),
  },
  lireConcernes: {
    method: 'GET',
    path: '/mail/concernes/{numero}',
    right: 'message.envoyer',
    jeton: null,
    resume:
      'Lire à qui écrire à propos d’un rapport\u00a0: aux gens de sa structure, ou à ceux qui le valident',
    params: z.object({ numero: zNumero }),
    output: zConcernes,
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  envoyerMessage: {
    method: 'POST',
    path: '/mail/envoyer',
    right: 'message.envoyer',
    jeton: null,
    resume:
      'Envoyer un message à des personnes et à des groupes\u202f; la même clé (`cle`) ne l’envoie qu’une fois',
    body: CORPS_MESSAGE,
    output: zMessage,
    erreurs: [
      'DESTINATAIRE_REQUIS',
      'DESTINATAIRE_INCONNU',
      'DESTINATAIRES_TROP_NOMBREUX',
      'GROUPE_INCONNU',
      'GROUPE_VIDE',
      'REPONSE_IMPOSSIBLE',
      'PIECE_NON_JOIGNABLE',
      'FORMULAIRE_INTROUVABLE',
      'CELLULE_INCONNUE',
      'BROUILLON_ENVOYE',
      'BROUILLON_PERIME',
      'TROP_DE_DEMANDES',
    ],
  },
  listRecus: {
    ...boite('/mail/listerRecus', 'Lister les messages reçus, le plus récent d’abord'),
    query: zDemandeListe.extend({ nonLus: zBooleen.optional() }),
  },
  exporterRecus: exportBoite(
    '/mail/listerRecus/exporter',
    'Exporter dans un tableur les messages que l’on a reçus',
    zRecus.extend(zFormat.shape),
  ),
  listEnvoyes: boite('/mail/listerEnvoyes', 'Lister les messages envoyés, le plus récent d’abord'),
  exporterEnvoyes: exportBoite(
    '/mail/listerEnvoyes/exporter',
    'Exporter dans un tableur les messages que l’on a envoyés',
    zBoite.extend(zFormat.shape),
  ),
  listImportants: boite(
    '/mail/listerImportants',
    'Lister les messages marqués importants, reçus ou envoyés, le plus récent d’abord',
  ),
  exporterImportants: exportBoite(
    '/mail/listerImportants/exporter',
    'Exporter dans un tableur les messages que l’on a marqués importants',
    zBoite.extend(zFormat.shape),
  ),
  lireMessage: {
    method: 'GET',
    path: '/mail/lire/{id}',
    right: 'message.lire',
    jeton: null,
    resume: 'Lire un message, sa conversation, et à qui l’on y répond\u202f; il reste non lu',
    params: z.object({ id: zId }),
    output: zMessageOuvert,
    erreurs: ['MESSAGE_INTROUVABLE'],
  },
  marquerLu: {
    method: 'GET',
    path: '/mail/lu/{id}',
    right: 'message.lire',
    jeton: null,
    agit: true,
    resume: 'Marquer sa copie d’un message comme lue, ou comme non lue (`?lu=false`)',
    params: z.object({ id: zId }),
    query: z.object({ lu: zBooleen.default(true) }),
    output: zMessage,
    erreurs: ['MESSAGE_INTROUVABLE'],
  },
  marquerImportant: {
    method: 'GET',
    path: '/mail/important/{id}/{important}',
    right: 'message.lire',
    jeton: null,
    agit: true,
    resume: 'Marquer sa copie d’un message comme importante, ou non',
    params: z.object({ id: zId, important: zBooleen }),
    output: zMessage,
    erreurs: ['MESSAGE_INTROUVABLE'],
  },
  deleteMessages: {
    method: 'POST',
    path: '/mail/supprimer',
    right: 'message.lire',
    jeton: null,
    resume: 'Supprimer sa copie de messages\u00a0: de tous ceux que l’on nomme, ou d’aucun',
    body: z.object({ ids: z.array(zIdDonne).min(1).max(200) }),
    output: z.undefined(),
    status: 204,
    erreurs: ['MESSAGE_INTROUVABLE'],
  },
  listBrouillons: {
    method: 'GET',
    path: '/mail/brouillons',
    right: 'message.envoyer',
    jeton: null,
    resume: 'Lister ses brouillons, le dernier écrit d’abord',
    query: zPagination.omit({ tri: true }).extend({ cle: zCle.optional() }),
    output: zListe(zBrouillon),
  },
  exporterBrouillons: {
    ...exportBoite(
      '/mail/brouillons/exporter',
      'Exporter dans un tableur ses brouillons',
      zBoite.extend(zFormat.shape),
    ),
    right: 'message.envoyer',
    jeton: null,
  },
  lireBrouillon: {
    method: 'GET',
    path: '/mail/brouillon/{cle}',
    right: 'message.envoyer',
    jeton: null,
    resume: 'Lire un de ses brouillons',
    params: z.object({ cle: zCle }),
    output: zBrouillon,
    erreurs: ['BROUILLON_INTROUVABLE'],
  },
  enregistrerBrouillon: {
    method: 'PUT',
    path: '/mail/brouillon/{cle}',
    right: 'message.envoyer',
    jeton: null,
    resume:
      'Garder ce que l’on écrit, sous une clé que le message envoyé reprendra, par-dessus la version que l’on a lue',
    params: z.object({ cle: zCle }),
    body: zAEcrire,
    place: 'saisie',
    output: z.object({ cle: z.string(), version: z.number(), modifieLe: zInstant }),
    erreurs: [
      'BROUILLON_PERIME',
      'BROUILLON_INTROUVABLE',
      'BROUILLON_ENVOYE',
      'BROUILLONS_TROP_NOMBREUX',
      'FORMULAIRE_INTROUVABLE',
      'CELLULE_INCONNUE',
    ],
  },
  deleteBrouillon: {
    method: 'DELETE',
    path: '/mail/brouillon/{cle}',
    right: 'message.envoyer',
    jeton: null,
    resume: 'Jeter un de ses brouillons',
    params: z.object({ cle: zCle }),
    output: z.undefined(),
    status: 204,
    erreurs: ['BROUILLON_INTROUVABLE'],
  },
  lireAvis: {
    method: 'GET',
    path: '/mail/avis',
    right: 'message.lire',
    jeton: null,
    resume: 'Lire quand on est prévenu par courriel de ses messages',
    output: z.object({ frequence: z.enum(FREQUENCES_AVIS), email: z.string().nullable() }),
  },
  modifierAvis: {
    method: 'POST',
    path: '/mail/avis',
    right: 'message.lire',
    jeton: null,
    resume: 'Choisir quand on est prévenu par courriel de ses messages',
    body: z.object({ frequence: z.enum(FREQUENCES_AVIS) }),
    output: z.object({ frequence: z.enum(FREQUENCES_AVIS), email: z.string().nullable() }),
  },
} as const satisfies Record<string, Operation>
