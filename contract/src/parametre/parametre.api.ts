import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import type { Operation } from '../operation.ts'
import { BORNES_CONSERVATION } from './conservation.rules.ts'
import { CHAMPS_MENTIONS, type Mentions, parChamp } from './mentions.champs.ts'
import { zVersion } from './parametre.schema.ts'

/** What the legal notices may say; the server reads what is stored under the same rules. */
export const FORMES_MENTIONS = parChamp((champ) => zChamp(CHAMPS_MENTIONS[champ]))
export const DEFAUTS_MENTIONS: Mentions = parChamp(() => '')

/** How long the journal is kept, in months. */
export const FORMES_CONSERVATION = {
  conservationJournalMois: z
    .number()
    .int()
    .min(BORNES_CONSERVATION.min)
    .max(BORNES_CONSERVATION.max),
}
const zConservation = z.object(FORMES_CONSERVATION)
export type Conservation = z.infer<typeof zConservation>
export const DEFAUTS_CONSERVATION: Conservation = { conservationJournalMois: 12 }

const zMentions = z.object(FORMES_MENTIONS)

/** Settings that are not those of security: what the notices say, how long the journal is kept. */
export const parametreApi = {
  lireMentions: {
    method: 'GET',
    path: '/parametres/mentions',
    right: 'parametre.gerer',
    resume: 'Lire les mentions légales, pour les changer',
    output: zMentions.extend(zVersion.required().shape),
  },
  modifierMentions: {
    method: 'POST',
    path: '/parametres/mentions',
    right: 'parametre.gerer',
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
    resume: 'Lire la durée de conservation du journal, pour la changer',
    output: zConservation.extend(zVersion.required().shape),
  },
  modifierConservation: {
    method: 'POST',
    path: '/parametres/conservation',
    right: 'parametre.gerer',
    resume:
      'Changer la durée de conservation du journal\u202f; ce qui est plus ancien en est retiré dans l’heure',
    body: zConservation.extend(zVersion.shape),
    output: zConservation.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
} as const satisfies Record<string, Operation>
