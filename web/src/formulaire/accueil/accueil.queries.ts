import type { Role } from '@releve/contract/utilisateur/droits.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Demander } from '../../app/demande.ts'
import { structuresTravail } from '../../app/structureTravail.ts'
import { createVenue } from '../../app/venue.ts'
import { dashboardDeStructure } from '../../dashboard/dashboard.queries.ts'
import { demanderCourant } from '../../systeme/systeme.demande.ts'
import {
  listeFormulairesStructures,
  modelesConnus,
  moisAVenir,
  moisOuverts,
} from '../formulaire.demande.ts'
import type { Courant } from '../suivi.ts'

/** All the forms of one's own structures, the latest first. */
export const siens = (codes: string[]) =>
  listeFormulairesStructures({ structures: codes, tri: '-periode', page: 1, taille: 200 })

/** That part of the home: agents do not receive it, and it is the heavier one. */
export const CENTRAL = createVenue(() => import('./central/AccueilCentral.tsx'))

/** Who has a part of the home that is not a structure's. */
export const estCentral = (roles: readonly Role[]) =>
  roles.some((role) => role !== 'ROLE_STRUCTURE')

/** What may be begun of months to come: which they are is known by the models. */
async function demanderAVenir(client: QueryClient, courant: Courant): Promise<unknown> {
  await client.prefetchQuery(modelesConnus)
  const rythmes = client.getQueryData(modelesConnus.queryKey) ?? []
  return Promise.all(moisAVenir(courant, rythmes).map((un) => client.prefetchQuery(un)))
}

export const demander: Demander = (client, { auth, recherche }) => {
  const courant = demanderCourant(client)
  const codes = structuresTravail(auth).structures.map(({ code }) => code)
  const structure = codes.length > 0
  return Promise.all([
    ...(structure ? moisOuverts(courant).map((un) => client.prefetchQuery(un)) : []),
    structure && demanderAVenir(client, courant),
    structure && client.prefetchQuery(siens(codes)),
    ...codes.map((code) => client.prefetchQuery(dashboardDeStructure(code))),
    estCentral(auth.roles) && CENTRAL.charger(),
    estCentral(auth.roles) &&
      import('./central/central.liste.ts').then(({ demanderCentral }) =>
        demanderCentral(client, recherche, courant.rang),
      ),
  ])
}
