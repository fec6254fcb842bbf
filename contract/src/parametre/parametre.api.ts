import { z } from 'zod'
import { zChamp, zNombre } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { CHAMPS_CONSERVATION } from './conservation.champs.ts'
import { CHAMPS_MENTIONS, type Mentions, parChamp } from './mentions.champs.ts'
import { CHAMPS_ORGANISATION } from './organisation.champs.ts'
import { zVersion } from './parametre.schema.ts'

/** What the legal notices may say; the server reads what is stored under the same rules. */
export const FORMES_MENTIONS = parChamp((champ) => zChamp(CHAMPS_MENTIONS[champ]))
export const DEFAUTS_MENTIONS: Mentions = parChamp(() => '')

/** How long the journal and the messages are kept, in months. */
export const FORMES_CONSERVATION = {
  conservationJournalMois: zNombre(CHAMPS_CONSERVATION.conservationJournalMois),
  conservationMessagesMois: zNombre(CHAMPS_CONSERVATION.conservationMessagesMois),
}
const zConservation = z.object(FORMES_CONSERVATION).meta({ id: 'Conservation' })
export type Conservation = z.infer<typeof zConservation>
export const DEFAUTS_CONSERVATION: Conservation = {
  conservationJournalMois: 12,
  conservationMessagesMois: 24,
}

/** Who runs the platform. */
export const FORMES_ORGANISATION = {
  organisation: zChamp(CHAMPS_ORGANISATION.organisation),
  pays: zChamp(CHAMPS_ORGANISATION.pays),
}
const zOrganisation = z.object(FORMES_ORGANISATION).meta({ id: 'Organisation' })
export type Organisation = z.infer<typeof zOrganisation>
export const DEFAUTS_ORGANISATION: Organisation = { organisation: 'Direction centrale', pays: '' }

const zMentions = z.object(FORMES_MENTIONS).meta({ id: 'Mentions' })

/**
 * Settings that are not those of security: who runs the platform, what the notices say, how long
 * the journal is kept.
 */
export const parametreApi = {
  lireOrganisation: {
    method: 'GET',
    path: '/parametres/organisation',
    right: 'parametre.gerer',
    jeton: null,
    resume: 'Lire le nom de l’organisation et celui du pays, pour les changer',
    output: zOrganisation.extend(zVersion.required().shape),
  },
  modifierOrganisation: {
    method: 'POST',
    path: '/parametres/organisation',
    right: 'parametre.gerer',
    jeton: null,
    resume:
      'Changer le nom de l’organisation ou celui du pays\u202f; un annuaire arrêté et un récépissé gardent ceux de leur jour',
    body: zOrganisation.extend(zVersion.shape),
    output: zOrganisation.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
  lireMentions: {
    method: 'GET',
    path: '/parametres/mentions',
    right: 'parametre.gerer',
    jeton: null,
    resume: 'Lire les mentions légales, pour les changer',
    output: zMentions.extend(zVersion.required().shape),
  },
  modifierMentions: {
    method: 'POST',
    path: '/parametres/mentions',
    right: 'parametre.gerer',
    jeton: null,
    resume:
      'Changer les mentions légales du site public\u202f; un texte vide est dit non communiqué',
    body: zMentions.extend(zVersion.shape),
    output: zMentions.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
  lireConservation: {
    method: 'GET',
    path: '/parametres/conservation',
    right: 'parametre.gerer',
    jeton: null,
    resume: 'Lire la durée de conservation du journal et celle des messages, pour les changer',
    output: zConservation.extend(zVersion.required().shape),
  },
  modifierConservation: {
    method: 'POST',
    path: '/parametres/conservation',
    right: 'parametre.gerer',
    jeton: null,
    resume:
      'Changer la durée de conservation du journal, ou celle des messages\u202f; ce qui est plus ancien est retiré dans l’heure',
    body: zConservation.partial({ conservationMessagesMois: true }).extend(zVersion.shape),
    output: zConservation.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
} as const satisfies Record<string, Operation>
