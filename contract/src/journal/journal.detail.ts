import { CHAMPS_REGLAGES_ANNUAIRE } from '../annuaire/annuaire.champs.ts'
import { LIBELLES_LICENCES } from '../annuaire/fichier.schema.ts'
import { CHAMPS_CALENDRIER, CHAMPS_DEBUT } from '../calendrier/calendrier.champs.ts'
import { type Champ, libelleSeul } from '../champ.ts'
import { CHAMPS_LISTE, CHAMPS_VALEUR } from '../codification/codification.champs.ts'
import { CHAMPS_OUVRAGE } from '../document/document.champs.ts'
import { CATEGORIES } from '../document/document.schema.ts'
import { LIBELLES_ETATS } from '../formulaire/formulaire.schema.ts'
import { CHAMPS_CONSERVATION } from '../parametre/conservation.champs.ts'
import { CHAMPS_MENTIONS } from '../parametre/mentions.champs.ts'
import { CHAMPS_ORGANISATION } from '../parametre/organisation.champs.ts'
import { CHAMPS_SECURITE } from '../parametre/securite.champs.ts'
import { CHAMPS_OUVERTURE, CHAMPS_RELANCES } from '../relance/relance.champs.ts'
import { CHAMPS_STRUCTURE } from '../structure/structure.champs.ts'
import { type FicheStructure, LIBELLES_ETATS_STRUCTURE } from '../structure/structure.schema.ts'
import { LIBELLES_ROLES } from '../utilisateur/droits.ts'
import { CHAMPS_UTILISATEUR } from '../utilisateur/utilisateur.champs.ts'
import { type FicheUtilisateur, LIBELLES_STATUTS } from '../utilisateur/utilisateur.schema.ts'
import type { DetailJournal } from './journal.schema.ts'

/** What a thing was, and has become; null: it was not, or is no more. */
type Changement = { avant: unknown; apres: unknown }

/** What a line says, whichever shape it was written in. */
type DetailLu = {
  changements: Record<string, Changement>
  dits: Record<string, unknown>
}

const estObjet = (valeur: unknown): valeur is Record<string, unknown> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

const changementDe = ({ avant, apres }: Record<string, unknown>): Changement => ({ avant, apres })

/** The changes of a structure, once: `[{ champ, avant, apres }]`. */
function changementsEnListe(liste: readonly unknown[]): DetailLu['changements'] {
  const paires = liste
    .filter(estObjet)
    .flatMap((c) => (typeof c['champ'] === 'string' ? [[c['champ'], changementDe(c)]] : []))
  return Object.fromEntries(paires)
}

function changementsPresents(changements: unknown): DetailLu['changements'] {
  const paires = Object.entries(estObjet(changements) ? changements : {}).flatMap(([champ, c]) =>
    estObjet(c) ? [[champ, changementDe(c)]] : [],
  )
  return Object.fromEntries(paires)
}

/**
 * Reads what a line says. The journal keeps its lines, and they had three shapes before `noter` had
 * one: what changed stood in a list (structures), or at the root beside what else is said
 * (settings). Nothing writes those two any more.
 */
function lireDetail({ changements, ...reste }: Readonly<Record<string, unknown>>): DetailLu {
  const lus = Array.isArray(changements)
    ? changementsEnListe(changements)
    : changementsPresents(changements)
  const dits: DetailLu['dits'] = {}
  for (const [cle, valeur] of Object.entries(reste)) {
    if (estObjet(valeur) && ('avant' in valeur || 'apres' in valeur)) {
      lus[cle] = changementDe(valeur)
    } else dits[cle] = valeur
  }
  return { changements: lus, dits }
}

/** What the fields of a table are called, by their name. */
function libellesDe<Nom extends string>(champs: Readonly<Record<Nom, Champ>>) {
  const paires = Object.entries<Champ>(champs).map(([nom, champ]) => [nom, libelleSeul(champ)])
  // The names of the table, and no other.
  return Object.fromEntries(paires) as Record<Nom, string>
}

/** How a field whose change is told is called: as its own table says. */
const LIBELLES_CHAMPS = {
  // First, whatever else changes: a report's too.
  ...libellesDe({ etat: CHAMPS_STRUCTURE.etat }),
  // Before the others: a name that they share is theirs.
  ...libellesDe(CHAMPS_LISTE),
  ...libellesDe(CHAMPS_VALEUR),
  ...libellesDe(CHAMPS_STRUCTURE),
  ...libellesDe(CHAMPS_UTILISATEUR),
  ...libellesDe(CHAMPS_ORGANISATION),
  ...libellesDe(CHAMPS_MENTIONS),
  ...libellesDe(CHAMPS_SECURITE),
  ...libellesDe(CHAMPS_CONSERVATION),
  ...libellesDe(CHAMPS_OUVRAGE),
  ...libellesDe(CHAMPS_CALENDRIER),
  ...libellesDe(CHAMPS_DEBUT),
  ...libellesDe(CHAMPS_RELANCES),
  ...libellesDe(CHAMPS_OUVERTURE),
  ...libellesDe(CHAMPS_REGLAGES_ANNUAIRE),
  // Of a month: no field, it follows from the calendar.
  echeance: 'Échéance',
} satisfies Record<keyof FicheStructure | keyof FicheUtilisateur | 'echeance', string>

/** How what else a line says is called, but what is a field: that keeps its field's name. */
const LIBELLES_DITS = {
  action: 'Actions',
  annee: 'Année',
  // Of whoever calls. A structure's own is told by its changes alone.
  adresse: 'Adresse réseau',
  aPartirDe: 'À partir de',
  appareil: 'Appareil',
  au: 'Au',
  combinaison: 'Combinaison d’attributs',
  creees: 'Créées',
  crees: 'Créés',
  destinataire: 'Destinataire',
  du: 'Du',
  edition: 'Édition',
  format: 'Format',
  fournisseur: 'Service d’identité',
  formulaires: 'Rapports',
  jeton: 'Jeton de programme',
  jusqua: 'Jusqu’au',
  laissees: 'Laissées, à corriger',
  laisses: 'Laissés, à corriger',
  lignes: 'Lignes',
  modele: 'Modèle',
  mois: 'Mois',
  modifiees: 'Modifiées',
  modifies: 'Modifiés',
  motif: 'Motif',
  name: 'Fichier',
  niveau: 'Niveau',
  nombre: 'Nombre',
  nomAffichable: 'Nom affiché',
  numero: 'Rapport',
  objet: 'Objet',
  operation: 'Action',
  periode: 'Mois',
  personnes: 'Personnes prévenues',
  provisoire: 'Mot de passe provisoire',
  raison: 'Raison',
  ranges: 'Codes rangés',
  recalcul: 'Recalcul',
  q: 'Recherche',
  reference: 'Référence',
  reponse: 'Réponse',
  reseaux: 'Réseaux',
  role: 'Rôle',
  soumisPar: 'Soumis par',
  soumission: 'Soumission',
  statut: 'Statut',
  secondFacteur: 'Second facteur',
  session: 'Session',
  structures: 'Structures auxquelles il est attribué',
  source: 'Depuis',
  texte: 'Explication',
  usages: 'Usages',
  utilisateur: 'Personne',
  version: 'Version',
  webhookAdresse: 'Adresse du webhook',
  webhookTypes: 'Événements',
} as const

type ChampJournal = keyof typeof LIBELLES_CHAMPS

/** What changed, field by field: one shape, whatever it is of. */
export type Changements = Partial<Record<ChampJournal, Changement>>

/** What else a line says. */
export type Details = Partial<Record<ChampJournal | keyof typeof LIBELLES_DITS, unknown>>

/** The keys of any of these types, and not only those that they share. */
type CleDe<T> = T extends unknown ? keyof T : never

/**
 * Holds nothing but what `Admis` has a key for, were it a variable, of which a compiler lets more
 * through than of a literal: a key without its label does not compile. Nor does a bare `object`,
 * of which nothing is known.
 */
export type Libelle<T, Admis> = [CleDe<T>] extends [never]
  ? never
  : T & { [Cle in Exclude<CleDe<T>, keyof Admis>]?: never }

/** What is written as a code, and read as a word: by a map, since a name may be `constructor`. */
const VALEURS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...LIBELLES_ROLES,
    ...LIBELLES_STATUTS,
    ...LIBELLES_ETATS_STRUCTURE,
    ...LIBELLES_ETATS,
    ...CATEGORIES,
    ...LIBELLES_LICENCES,
  }),
)

/** A value as a person reads it; null when there is none. */
function dire(valeur: unknown): string | null {
  if (valeur === null || valeur === undefined || valeur === '') return null
  if (typeof valeur === 'boolean') return valeur ? 'oui' : 'non'
  if (typeof valeur === 'number') return String(valeur).replace('.', ',')
  if (typeof valeur === 'string') return VALEURS.get(valeur) ?? valeur
  if (Array.isArray(valeur)) return valeur.map(dire).filter(Boolean).join(', ') || null
  if (!estObjet(valeur)) return null
  // A reference to a structure, say: its code names it.
  if (typeof valeur['code'] === 'string') return dire(valeur['code'])
  const parties = Object.entries(valeur).map(([cle, v]) => `${cle}\u00a0: ${dire(v) ?? '—'}`)
  return parties.join(', ') || null
}

const CHAMPS: ReadonlyMap<string, string> = new Map(Object.entries(LIBELLES_CHAMPS))
/** How a field is called, by its name in the calls: undefined for what no table of fields has. */
export const libelleDuChamp = (nom: string): string | undefined => CHAMPS.get(nom)

const RANGS = new Map([...CHAMPS.keys()].map((cle, rang) => [cle, rang]))
const rangDe = (cle: string): number => RANGS.get(cle) ?? RANGS.size
/** A word that names two things is, where a line says it, the one that is no field. */
const DITS: ReadonlyMap<string, string> = new Map([...CHAMPS, ...Object.entries(LIBELLES_DITS)])

/**
 * What a line's detail says, in words: what was and has become, in the order of the forms, then what
 * else it says. A key without a label is shown as it is written.
 */
export function decrireDetail(detail: Readonly<Record<string, unknown>>): DetailJournal[] {
  const { changements, dits } = lireDetail(detail)
  const changes = Object.entries(changements)
    .toSorted(([a], [b]) => rangDe(a) - rangDe(b))
    .map(([cle, { avant, apres }]): DetailJournal => {
      const libelle = CHAMPS.get(cle) ?? cle
      return { libelle, avant: dire(avant), valeur: dire(apres), change: true }
    })
  const autres = Object.entries(dits).flatMap(([cle, valeur]): DetailJournal[] => {
    const dit = dire(valeur)
    const libelle = DITS.get(cle) ?? cle
    return dit === null ? [] : [{ libelle, avant: null, valeur: dit, change: false }]
  })
  return [...changes, ...autres]
}
