import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { EchecApi } from '../app/envoi.ts'
import { parmiChamps, refusParChamp } from '../ui/refus.ts'
import type { CorpsInvitation } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'

/** What one enters to invite, in the order of the screen. */
export const VIDE = {
  code: '',
  email: '',
  libelle: '',
  typeStructure: '',
  region: '',
  parent: '',
  responsable: '',
  capacite: '',
  dateOuverture: '',
}
export type Fiche = typeof VIDE
export type NomChamp = keyof Fiche
export type Fautes = Partial<Record<NomChamp, string>>
// The keys of a literal are its own.
export const NOMS = Object.keys(VIDE) as NomChamp[]

/** Most characters of each field that one types, as the contract has them. */
export const LONGUEURS = {
  code: 40,
  email: 200,
  libelle: 200,
  responsable: 120,
  capacite: 7,
} as const

const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
const ESPACES = /[\s\u00a0\u202f]/g

const codeDe = (code: string): string => code.trim().toUpperCase()
const t = textes.fiche.fautes

/** The structure of this code among those known, if it exists. */
export function existanteDe(
  { code }: Fiche,
  structures: readonly Structure[],
): Structure | undefined {
  return structures.find((structure) => structure.code === codeDe(code))
}

function fauteCode({ code }: Fiche, existante: Structure | undefined): string | null {
  if (!code.trim()) return t.code
  if (!CODE.test(codeDe(code))) return t.codeForme
  return existante?.etat === 'FERMEE' ? t.fermee : null
}

function fautesNouvelle({ libelle, typeStructure, region, capacite }: Fiche) {
  return {
    libelle: libelle.trim() ? null : t.libelle,
    typeStructure: typeStructure ? null : t.typeStructure,
    region: region ? null : t.region,
    capacite: /^\d{0,6}$/.test(capacite.replace(ESPACES, '')) ? null : t.capacite,
  }
}

/**
 * What keeps an invitation from being sent, by field, as sentences; the server has the last word.
 * An existing structure keeps its record: only its code and the address are looked at.
 */
export function fautesDe(fiche: Fiche, existante: Structure | undefined): Fautes {
  const email = fiche.email.trim()
  const fautes = {
    code: fauteCode(fiche, existante),
    email: email ? (EMAIL.test(email) ? null : t.emailForme) : t.email,
    ...(!existante && fautesNouvelle(fiche)),
  }
  return Object.fromEntries(Object.entries(fautes).filter(([, faute]) => faute !== null))
}

/** Where a refusal belongs that names no field of its own. */
const CHAMP_DU_REFUS: Record<string, NomChamp> = {
  STRUCTURE_DEJA_INSCRITE: 'code',
  STRUCTURE_NON_INVITABLE: 'code',
}

/** What the server refused, by field; nothing for what it did not say of a field. */
export function refusDe(echec: unknown): Fautes {
  const refus = refusParChamp(echec, parmiChamps(NOMS))
  if (!(echec instanceof EchecApi)) return refus
  const seul = CHAMP_DU_REFUS[echec.code]
  return seul ? { [seul]: echec.message } : refus
}

/** What is sent: an existing structure as it is, a new one as it was entered. */
export function corpsDe(fiche: Fiche, existante: Structure | undefined): CorpsInvitation {
  const email = fiche.email.trim()
  if (existante) {
    const { code, libelle, typeStructure, region, parent } = existante
    return { code, libelle, typeStructure, region, parent: parent?.code ?? null, email }
  }
  const capacite = fiche.capacite.replace(ESPACES, '')
  return {
    code: codeDe(fiche.code),
    email,
    libelle: fiche.libelle.trim(),
    typeStructure: fiche.typeStructure,
    region: fiche.region,
    parent: fiche.parent || null,
    responsable: fiche.responsable.trim() || null,
    capacite: capacite ? Number(capacite) : null,
    ...(fiche.dateOuverture && { dateOuverture: fiche.dateOuverture }),
  }
}
