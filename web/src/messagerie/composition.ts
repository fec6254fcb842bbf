import { CHAMPS_MESSAGE } from '@releve/contract/messagerie/messagerie.champs.ts'
import type {
  Adresse,
  Brouillon,
  GroupeOffert,
  Message,
  MessageOuvert,
  PersonnesConcernees,
  PieceDeMessage,
} from '@releve/contract/messagerie/messagerie.schema.ts'
import { formatInstant } from '../ui/format.ts'
import type { CorpsDeBrouillon } from './messagerie.queries.ts'
import { textesMessagerie } from './messagerie.textes.ts'

const t = textesMessagerie.ecrire

/** What is being written. */
export type Composition = {
  adresses: readonly Adresse[]
  groupes: readonly GroupeOffert[]
  objet: string
  corps: string
  documents: readonly PieceDeMessage[]
  reponseA: number | null
  numero: string
  cellule: string | null
}

export const VIDE: Composition = {
  adresses: [],
  groupes: [],
  objet: '',
  corps: '',
  documents: [],
  reponseA: null,
  numero: '',
  cellule: null,
}

export const duBrouillon = ({
  destinataires: adresses,
  groupes,
  objet,
  corps,
  documents,
  reponseA,
  formulaire,
}: Brouillon): Composition => ({
  adresses,
  groupes,
  objet,
  corps,
  documents,
  reponseA,
  numero: formulaire?.numero ?? '',
  cellule: formulaire?.cellule ?? null,
})

const lienDe = ({ message: { formulaire } }: MessageOuvert) => ({
  numero: formulaire?.numero ?? '',
  cellule: formulaire?.cellule ?? null,
})

const citer = ({ expediteur, envoyeLe, corps }: Message): string =>
  t.cite(expediteur.nomAffichable, formatInstant(envoyeLe), corps)

/** The message and what it answers, the latest first, as far as a body holds. */
function citerFil({ message, fil }: MessageOuvert): string {
  const { max } = CHAMPS_MESSAGE.corps
  const avant = fil.filter(({ id }) => id < message.id).toReversed()
  const cites = [message, ...avant].map(citer).join('')
  return cites.length <= max ? cites : cites.slice(0, max - t.coupe.length) + t.coupe
}

/** About a report, or one of its cells: to whom it concerns. */
export const aPropos = (
  numero: string,
  cellule: string | null,
  { destinataires, groupes }: PersonnesConcernees,
): Composition => ({
  ...VIDE,
  adresses: destinataires,
  groupes,
  objet: t.aPropos(numero),
  numero,
  cellule,
})

/** An answer: to its sender, or to all; the conversation already shows what it answers. */
export const enReponse = (ouvert: MessageOuvert, aTous: boolean): Composition => ({
  ...VIDE,
  ...lienDe(ouvert),
  adresses: aTous ? ouvert.reponseATous : ouvert.reponse,
  objet: t.re(ouvert.message.objet).slice(0, CHAMPS_MESSAGE.objet.max),
  reponseA: ouvert.message.id,
})

/** The same message for somebody else, with its files and the conversation that led to it. */
export const enTransfert = (ouvert: MessageOuvert): Composition => ({
  ...VIDE,
  ...lienDe(ouvert),
  objet: t.tr(ouvert.message.objet).slice(0, CHAMPS_MESSAGE.objet.max),
  corps: citerFil(ouvert),
  documents: ouvert.message.documents,
})

/** What the server is sent, of a draft or of the message. */
export const enCorps = (
  composition: Composition,
): CorpsDeBrouillon & { objet: string; corps: string } => {
  const { adresses, groupes, objet, corps, documents, reponseA, numero, cellule } = composition
  return {
    destinataires: adresses.map(({ id }) => id),
    groupes: groupes.map(({ genre, code }) => ({ genre, code })),
    objet,
    corps,
    documents: documents.map(({ id }) => id),
    reponseA,
    numero: numero.trim() || null,
    cellule: numero.trim() ? cellule : null,
  }
}
