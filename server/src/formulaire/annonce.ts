import type { ActeTransition } from '@releve/contract/formulaire/formulaire.rules.ts'
import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { texteDe } from '../messagerie/annonce.ts'

/** Who is told of an act on a form: those who may validate, or the people of its structure. */
export type Destinataires = 'VALIDEURS' | 'STRUCTURE'

/** An act on a form, as it is told. */
export type Nouvelle = {
  action: ActeTransition | 'changerEtat'
  prevenus: Destinataires
  formulaire: {
    id: number
    numero: string
    modeleCode: string
    rang: number
    moisCouverts: Duree
    structureId: number
    structureCode: string
    structureLibelle: string
  }
  /** The form's counter once the act is done. */
  version: number
  de: Etat
  vers: Etat
  /** The reason, in words, and what goes with it. */
  motif: string | null
  texte: string | null
}

type Redaction = { titre: string; phrase: (nouvelle: Nouvelle, par: string) => string }

/** What is said of each act that tells somebody. */
const REDACTIONS: Partial<Record<Nouvelle['action'], Redaction>> = {
  soumettre: {
    titre: 'Rapport soumis',
    phrase: ({ formulaire: { numero } }, par) =>
      `${par} a soumis le rapport ${numero}. Il attend d’être validé.`,
  },
  renvoyer: {
    titre: 'Rapport à corriger',
    phrase: ({ formulaire: { numero } }, par) =>
      `${par} a renvoyé le rapport ${numero} pour correction. Corrigez-le, puis soumettez-le de nouveau.`,
  },
  diffuser: {
    titre: 'Rapport diffusé',
    phrase: ({ formulaire: { numero } }, par) =>
      `${par} a diffusé le rapport ${numero}\u00a0: toutes les structures peuvent le lire.`,
  },
  changerEtat: {
    titre: 'État changé',
    phrase: ({ formulaire: { numero }, de, vers }, par) =>
      `${par} a changé l’état du rapport ${numero}\u00a0: de «\u00a0${LIBELLES_ETATS[de]}\u00a0» à «\u00a0${LIBELLES_ETATS[vers]}\u00a0».`,
  },
}

/** What is told of an act on a form, as a statement takes it: its message is written with the act. */
export type Annonce = {
  vises: Destinataires
  structureId: number
  cle: string
  objet: string
  corps: string
}

/** What is told of an act on a form; null where nobody is told of it. */
export function rediger(nouvelle: Nouvelle, par: string): Annonce | null {
  const { action, formulaire, version, prevenus, motif, texte } = nouvelle
  const redaction = REDACTIONS[action]
  if (!redaction) return null
  const { id, modeleCode, rang, moisCouverts, structureId, structureLibelle, structureCode } =
    formulaire
  return {
    vises: prevenus,
    structureId,
    cle: `formulaire:${id}:${version}:${action}`,
    objet: `${redaction.titre}\u00a0: ${modeleCode} ${libellePeriode(periodeDe(rang), moisCouverts)}, ${structureLibelle} (${structureCode})`,
    corps: texteDe([redaction.phrase(nouvelle, par), motif && `Motif\u00a0: ${motif}`, texte]),
  }
}
