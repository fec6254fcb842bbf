import {
  CHAMPS_CONTACT,
  type ChampContact,
  fauteContact,
  LONGUEURS_CONTACT,
  normaliserContact,
} from '@releve/contract/contact/contact.rules.ts'
import { formatCompte } from '../ui/format.ts'
import { textes } from './contact.textes.ts'

export type Saisie = Record<ChampContact, string>

export const VIDE: Saisie = { nom: '', email: '', objet: '', message: '' }

/** Fields that are not right yet, in the order of the screen, each with its sentence. */
export function fautesDe(saisie: Saisie): { champ: ChampContact; faute: string }[] {
  return CHAMPS_CONTACT.flatMap((champ) => {
    const faute = fauteContact(champ, saisie[champ])
    return faute ? [{ champ, faute }] : []
  })
}

const compter = (n: number) => formatCompte(n, textes.caractere)

/** How many more characters the message may have; negative when it is too long. */
export function resteDe(message: string): number {
  return LONGUEURS_CONTACT.message.max - normaliserContact('message', message).length
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
