import { fauteChamp, normaliserChamp } from '@releve/contract/champ.ts'
import { CHAMPS_CONTACT, type ChampContact } from '@releve/contract/contact/contact.champs.ts'
import { formatCompte } from '../ui/format.ts'
import { textes } from './contact.textes.ts'

export type Saisie = Record<ChampContact, string>

// The keys of a literal are its own.
const NOMS = Object.keys(CHAMPS_CONTACT) as ChampContact[]
export const VIDE: Saisie = { nom: '', email: '', objet: '', message: '' }

/** Fields that are not right yet, in the order of the screen, each with its sentence. */
export function fautesDe(saisie: Saisie): { champ: ChampContact; faute: string }[] {
  return NOMS.flatMap((champ) => {
    const faute = fauteChamp(CHAMPS_CONTACT[champ], saisie[champ])
    return faute ? [{ champ, faute }] : []
  })
}

const compter = (n: number) => formatCompte(n, textes.caractere)

/** How many more characters the message may have; negative when it is too long. */
export function resteDe(saisi: string): number {
  const { message } = CHAMPS_CONTACT
  return message.max - normaliserChamp(message, saisi).length
}

/** What the counter shows. */
export function compteurDe(reste: number): string {
  return reste < 0 ? textes.depasse(compter(-reste)) : textes.restants(compter(reste))
}

const SEUIL = 500
const PAS = 100

/**
 * What the counter says aloud: nothing while there is room, then a sentence that changes every
 * hundred characters, so that it never talks over what is being typed.
 */
export function annonceDe(reste: number): string {
  if (reste < 0) return textes.tropLong
  if (reste >= SEUIL) return ''
  return textes.moinsDe(compter((Math.floor(reste / PAS) + 1) * PAS))
}
