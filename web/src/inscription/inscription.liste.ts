import {
  ETATS_INVITATION,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import type { Demander } from '../app/demande.ts'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { lireListe, question } from '../ui/useListe.ts'
import { invitations } from './inscription.queries.ts'
import { textesInvitations } from './invitations.textes.ts'

const f = textesInvitations.filtres

/** The address is also that of the structures: names of its own for the filters. */
export const INVITATIONS_DEMANDEES = question({
  filtres: {
    q: recherche(f.recherche, 'invite'),
    etat: plusieurs(ETATS_INVITATION, LIBELLES_ETATS_INVITATION, {
      legende: f.etats,
      adresse: 'suivi',
    }),
  },
  tris: ['structure', 'email', 'envoyeeLe', 'expireLe'],
  tri: '-envoyeeLe',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(invitations(lireListe(INVITATIONS_DEMANDEES, adresse).query))
