import {
  type Champ,
  fauteChamp,
  fauteJour,
  fauteNombre,
  normaliserChamp,
} from '@releve/contract/champ.ts'
import { CHAMPS_INVITATION } from '@releve/contract/inscription/inscription.champs.ts'
import { NOMBRES_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { EchecApi } from '../app/envoi.ts'
import { lireNombre } from '../ui/nombre.ts'
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

type NomTexte = keyof typeof CHAMPS_INVITATION
const fauteTexte = (nom: NomTexte, saisi: string) => fauteChamp(CHAMPS_INVITATION[nom], saisi)
const CHAMPS: Partial<Record<NomChamp, Champ>> = CHAMPS_INVITATION

/** Most characters of a text; undefined of what is chosen, or is a number. */
export const longueurDe = (nom: NomChamp): number | undefined => CHAMPS[nom]?.max

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
  return fauteTexte('code', codeDe(code)) ?? (existante?.etat === 'FERMEE' ? t.fermee : null)
}

function fautesNouvelle(fiche: Fiche) {
  const { libelle, responsable, typeStructure, region, capacite, dateOuverture } = fiche
  return {
    libelle: fauteTexte('libelle', libelle),
    responsable: fauteTexte('responsable', responsable),
    typeStructure: typeStructure ? null : t.typeStructure,
    region: region ? null : t.region,
    capacite: fauteNombre(NOMBRES_STRUCTURE.capacite, lireNombre(capacite)),
    dateOuverture: dateOuverture ? fauteJour(dateOuverture) : null,
  }
}

/**
 * What keeps an invitation from being sent, by field, as sentences; the server has the last word.
 * An existing structure keeps its record: only its code and the address are looked at.
 */
export function fautesDe(fiche: Fiche, existante: Structure | undefined): Fautes {
  const fautes = {
    code: fauteCode(fiche, existante),
    email: fauteTexte('email', fiche.email),
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
  const garde = (nom: NomTexte) => normaliserChamp(CHAMPS_INVITATION[nom], fiche[nom])
  const email = garde('email')
  if (existante) {
    const { code, libelle, typeStructure, region, parent } = existante
    return { code, libelle, typeStructure, region, parent: parent?.code ?? null, email }
  }
  return {
    code: codeDe(fiche.code),
    email,
    libelle: garde('libelle'),
    typeStructure: fiche.typeStructure,
    region: fiche.region,
    parent: fiche.parent || null,
    responsable: garde('responsable') || null,
    capacite: lireNombre(fiche.capacite) ?? null,
    ...(fiche.dateOuverture && { dateOuverture: fiche.dateOuverture }),
  }
}
