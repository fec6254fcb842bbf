import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import type { Demander } from '../../app/demande.ts'
import { aDroit } from '../../app/session.ts'
import { structuresTravail } from '../../app/structureTravail.ts'
import { demanderCourant } from '../../systeme/systeme.queries.ts'
import { listeFormulaires, listeFormulairesStructures, moisOuverts } from '../formulaire.queries.ts'
import { type Courant, periodesOuvertes } from '../suivi.ts'

/** All the forms of one's own structures, the latest first. */
export const siens = (codes: string[]) =>
  listeFormulairesStructures({ structures: codes, tri: '-periode', page: 1, taille: 200 })

export type EtatSuivi = 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'RENVOYE'

/** What this person's rights let him act on, then what he waits for. */
export function etatsSuivis(roles: readonly Role[]): EtatSuivi[] {
  const etats: EtatSuivi[] = []
  if (aDroit(roles, 'formulaire.valider')) etats.push('SOUMIS')
  if (aDroit(roles, 'formulaire.approuver')) etats.push('VALIDE')
  if (aDroit(roles, 'formulaire.diffuser')) etats.push('APPROUVE')
  return [...etats, 'RENVOYE']
}

/** Lines shown of each kind; the rest is one click away. */
export const APERCU = 5

export const listesSuivies = (etats: readonly EtatSuivi[]) =>
  etats.map((etat) =>
    listeFormulairesStructures({ etats: [etat], tri: 'modifieLe', page: 1, taille: APERCU }),
  )

export const NON_RECUS: EtatListe[] = ['NON_COMMENCE', 'BROUILLON']

/** The open months: how many reports are expected of each, and how many still miss. */
export const comptesDuMois = (courant: Courant) =>
  periodesOuvertes(courant).flatMap((periode) => [
    listeFormulaires({ ...periode, taille: 1 }),
    listeFormulaires({ ...periode, etat: NON_RECUS, taille: 1 }),
  ])

/** Who has a part of the home that is not a structure's. */
export const estCentral = (roles: readonly Role[]) =>
  roles.some((role) => role !== 'ROLE_STRUCTURE')

export const demander: Demander = (client, { auth }) => {
  const courant = demanderCourant(client)
  const codes = structuresTravail(auth).structures.map(({ code }) => code)
  const structure = codes.length > 0
  const central = estCentral(auth.roles)
  return Promise.all([
    ...(structure ? moisOuverts(courant).map((un) => client.prefetchQuery(un)) : []),
    structure && client.prefetchQuery(siens(codes)),
    ...(central
      ? listesSuivies(etatsSuivis(auth.roles)).map((un) => client.prefetchQuery(un))
      : []),
    ...(central ? comptesDuMois(courant).map((un) => client.prefetchQuery(un)) : []),
  ])
}
