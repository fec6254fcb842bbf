import { fauteChamp, normaliserChamp } from '@releve/contract/champ.ts'
import type { Sent } from '@releve/contract/operation.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import {
  AUTRES_STRUCTURES_MAX,
  CHAMPS_UTILISATEUR,
  type ChampUtilisateur,
} from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { EchecApi } from '../app/envoi.ts'
import { parmiChamps, refusParChamp } from '../ui/refus.ts'
import { textes } from './utilisateur.textes.ts'

/** What one enters of an account. `structure`: a code, blank, or words that are no code yet. */
export type Fiche = {
  prenoms: string
  nom: string
  identifiant: string
  email: string
  telephone: string
  fonction: string
  roles: Role[]
  structure: string
  autreStructure: string[]
}
export type NomChamp = keyof Fiche
export type Fautes = Partial<Record<NomChamp, string>>

/** Its fields stand in the order of the screen. */
export const VIDE: Fiche = {
  prenoms: '',
  nom: '',
  fonction: '',
  telephone: '',
  email: '',
  identifiant: '',
  roles: [],
  structure: '',
  autreStructure: [],
}

export const NOMS = Object.keys(VIDE) as NomChamp[]
const NOMS_TEXTES = Object.keys(CHAMPS_UTILISATEUR) as ChampUtilisateur[]

export function ficheDe(utilisateur: Utilisateur): Fiche {
  const { prenoms, nom, identifiant, email, telephone, fonction, roles } = utilisateur
  return {
    prenoms,
    nom,
    identifiant,
    email: email ?? '',
    telephone: telephone ?? '',
    fonction: fonction ?? '',
    roles: [...roles],
    structure: utilisateur.structure?.code ?? '',
    autreStructure: utilisateur.autreStructure.map(({ code }) => code),
  }
}

const t = textes.fiche.fautes

function fauteStructure({ structure, roles }: Fiche, codes: ReadonlySet<string> | null) {
  if (structure === '') return roles.includes('ROLE_STRUCTURE') ? t.structure : null
  return codes && !codes.has(structure) ? t.structureInconnue : null
}

function fauteAutres({ structure, autreStructure }: Fiche): string | null {
  if (structure !== '' && autreStructure.includes(structure)) return t.structureDouble
  return autreStructure.length > AUTRES_STRUCTURES_MAX ? t.structuresTrop : null
}

/**
 * What keeps an account from being sent, by field, as sentences; the server has the last word.
 * `codes`: of the structures that exist; null while they are read.
 */
export function fautesDe(fiche: Fiche, codes: ReadonlySet<string> | null): Fautes {
  const fautes: Record<string, string | null> = {
    ...Object.fromEntries(
      NOMS_TEXTES.map((nom) => [nom, fauteChamp(CHAMPS_UTILISATEUR[nom], fiche[nom])]),
    ),
    roles: fiche.roles.length > 0 ? null : t.roles,
    structure: fauteStructure(fiche, codes),
    autreStructure: fauteAutres(fiche),
  }
  return Object.fromEntries(Object.entries(fautes).filter(([, faute]) => faute !== null))
}

/** Where a refusal belongs that names no field of its own. */
const CHAMP_DU_REFUS: Record<string, NomChamp> = {
  IDENTIFIANT_EXISTANT: 'identifiant',
  STRUCTURE_INCONNUE: 'structure',
  STRUCTURE_REQUISE: 'structure',
  ROLE_INTERDIT: 'roles',
  SOI_MEME: 'roles',
  DERNIER_DPPS: 'roles',
}

/** What the server refused, by field; nothing for what it did not say of a field. */
export function refusDe(echec: unknown): Fautes {
  const refus = refusParChamp(echec, parmiChamps(NOMS))
  if (!(echec instanceof EchecApi)) return refus
  const seul = CHAMP_DU_REFUS[echec.code]
  return Object.keys(refus).length === 0 && seul ? { [seul]: echec.message } : refus
}

/** What is sent: as it is kept, and nothing where nothing was entered. */
export function corpsDe(fiche: Fiche): Sent<typeof utilisateurApi.creerUtilisateur.body> {
  const garde = (nom: ChampUtilisateur) => normaliserChamp(CHAMPS_UTILISATEUR[nom], fiche[nom])
  return {
    prenoms: garde('prenoms'),
    nom: garde('nom'),
    identifiant: garde('identifiant'),
    email: garde('email'),
    telephone: garde('telephone') || null,
    fonction: garde('fonction') || null,
    roles: fiche.roles,
    structure: fiche.structure || null,
    autreStructure: fiche.autreStructure,
  }
}

const egal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export const estEgale = (a: Fiche, b: Fiche) => NOMS.every((nom) => egal(a[nom], b[nom]))

/** The record as it is now on the server, with what was changed here since `base` was read. */
export function fusionner(base: Fiche, ici: Fiche, fraiche: Fiche): Fiche {
  const changes = NOMS.filter((nom) => !egal(base[nom], ici[nom]))
  return { ...fraiche, ...Object.fromEntries(changes.map((nom) => [nom, ici[nom]])) }
}

/** Why this person may not give or take this role on this account; null when he may. */
export function raisonRole(
  role: Role,
  agent: { roles: readonly Role[]; identifiant: string },
  compte: Pick<Utilisateur, 'identifiant' | 'roles'> | null,
): string | null {
  const { dpps, soi } = textes.fiche.interdits
  if (role === 'ROLE_DPPS' && !agent.roles.includes('ROLE_DPPS')) return dpps
  const sien = compte?.identifiant === agent.identifiant && compte.roles.includes(role)
  return sien ? soi : null
}
