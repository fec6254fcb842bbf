import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import { zModeEnvoi } from '../courriel/courriel.schema.ts'
import { zId } from '../entier.schema.ts'
import type { CodeErreur } from '../erreur.ts'
import { EXPORT, zFormat } from '../export.ts'
import { REFUS_IDENTITE, zRetour } from '../fournisseur/fournisseur.api.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs } from '../page.ts'
import { zMotDePasse, zSession } from '../session/session.schema.ts'
import { REFUS_PARENT } from '../structure/structure.api.ts'
import { CHAMPS_INSCRIPTION } from './inscription.champs.ts'
import { ETATS_INVITATION, zInvitation, zInvitationSuivie, zInviter } from './inscription.schema.ts'

const params = z.object({ jeton: z.string().min(1).max(200) })

/** Why a link leads nowhere. Unknown, forged or replaced by a later one: the same answer. */
const REFUS_JETON = [
  'INVITATION_INTROUVABLE',
  'INVITATION_EXPIREE',
  'INVITATION_UTILISEE',
  'INVITATION_ANNULEE',
  'TROP_DE_DEMANDES',
] as const satisfies readonly CodeErreur[]

/** Who answers. */
const zPersonneInvitee = z.object({
  identifiant: zChamp(CHAMPS_INSCRIPTION.identifiant),
  nom: zChamp(CHAMPS_INSCRIPTION.nom),
  prenoms: zChamp(CHAMPS_INSCRIPTION.prenoms),
  telephone: zChamp(CHAMPS_INSCRIPTION.telephone).optional(),
  fonction: zChamp(CHAMPS_INSCRIPTION.fonction).optional(),
})

/** A structure is invited, its invitation followed; and the invited one opens its account. */
const zFiltres = zPagination.extend({ etat: zPlusieurs(z.enum(ETATS_INVITATION)).optional() })

export const inscriptionApi = {
  inviterStructure: {
    method: 'POST',
    path: '/inscrire',
    right: 'invitation.gerer',
    jeton: null,
    resume: 'Inviter une structure par courriel, et la créer si elle n’existe pas',
    body: zInviter,
    output: zInvitationSuivie,
    erreurs: [
      'STRUCTURE_DEJA_INSCRITE',
      'STRUCTURE_NON_INVITABLE',
      'CODE_INCONNU',
      'MODELE_INCONNU',
      'MODELE_INADAPTE',
      ...REFUS_PARENT,
      'PARENT_FERME_AVANT_INVITATION',
    ],
  },
  listInvitations: {
    method: 'GET',
    path: '/inscrire/lister',
    right: 'invitation.gerer',
    jeton: null,
    resume: 'Lister les invitations, leur état et celui de leur courriel',
    query: zFiltres,
    output: zListe(zInvitationSuivie).extend({ envoi: zModeEnvoi }),
  },
  exporterInvitations: {
    method: 'GET',
    path: '/inscrire/exporter',
    right: 'invitation.gerer',
    jeton: null,
    resume: 'Exporter les invitations dans un tableur',
    query: zFiltres.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  renvoyerInvitation: {
    method: 'POST',
    path: '/inscrire/renvoyer/{id}',
    right: 'invitation.gerer',
    jeton: null,
    resume: 'Renvoyer une invitation\u00a0: un nouveau lien, le précédent ne vaut plus rien',
    params: z.object({ id: zId }),
    output: zInvitationSuivie,
    erreurs: [
      'INVITATION_INTROUVABLE',
      'INVITATION_CLOSE',
      'STRUCTURE_DEJA_INSCRITE',
      'STRUCTURE_NON_INVITABLE',
      'PARENT_FERME_AVANT_INVITATION',
    ],
  },
  annulerInvitation: {
    method: 'POST',
    path: '/inscrire/annuler/{id}',
    right: 'invitation.gerer',
    jeton: null,
    resume: 'Annuler une invitation\u00a0: son lien ne vaut plus rien',
    params: z.object({ id: zId }),
    output: zInvitationSuivie,
    erreurs: ['INVITATION_INTROUVABLE', 'INVITATION_CLOSE'],
  },
  lireInvitation: {
    method: 'GET',
    path: '/inscrire/{jeton}',
    right: 'public',
    jeton: null,
    resume: 'Lire une invitation qui n’a pas encore servi',
    params,
    output: zInvitation,
    erreurs: REFUS_JETON,
  },
  repondreInvitation: {
    method: 'POST',
    path: '/inscrire/{jeton}',
    right: 'public',
    jeton: null,
    resume: 'Répondre à une invitation\u00a0: le compte s’ouvre, la structure devient active',
    params,
    body: zPersonneInvitee.extend({ password: zMotDePasse }),
    output: zSession,
    erreurs: [
      ...REFUS_JETON,
      'MOT_DE_PASSE_FAIBLE',
      'IDENTIFIANT_EXISTANT',
      'PARENT_FERME_DEPUIS',
      'SERVICE_OCCUPE',
    ],
  },
  repondreParFournisseur: {
    method: 'POST',
    path: '/session/fournisseur/inscription',
    right: 'public',
    jeton: null,
    resume:
      'Répondre à une invitation par un service d’identité\u00a0: le compte s’ouvre sans mot de passe, lié à cette identité',
    body: zPersonneInvitee.extend(zRetour.shape).extend({ invitation: params.shape.jeton }),
    output: zSession,
    erreurs: [
      // What is not found first is the provider.
      ...REFUS_IDENTITE,
      ...REFUS_JETON,
      'IDENTITE_DEJA_LIEE',
      'IDENTIFIANT_EXISTANT',
      'PARENT_FERME_DEPUIS',
    ],
  },
} as const satisfies Record<string, Operation>
