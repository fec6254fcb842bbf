import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode, MOIS } from '@releve/contract/mois.ts'
import type { Trouvailles } from '@releve/contract/recherche/recherche.api.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { formatDate } from '../ui/format.ts'

export type Genre = keyof Trouvailles
export type ChoseTrouvee<G extends Genre> = Trouvailles[G][number]

/** A line of the results: what is found, in words. `cle`: unique, and fit for an `id`. */
export type Resultat = { cle: string; titre: string; details: string[] } & {
  [G in Genre]: { genre: G; element: ChoseTrouvee<G> }
}[Genre]

/** Labels of the codes of structures, where they are known. */
export type Libelles = (codification: 'TYPE_STRUCTURE' | 'REGION', code: string) => string

function formulaireEnMots(element: ChoseTrouvee<'formulaires'>): Resultat {
  const { numero, modele, structure, mois, annee, etat } = element
  const nom = MOIS[mois - 1]
  const periode = nom ? libellePeriode({ mois: nom, annee }) : String(annee)
  return {
    genre: 'formulaires',
    element,
    cle: `f-${numero}`,
    titre: `${modele.code} – ${periode}`,
    details: [structure.libelle, numero, LIBELLES_ETATS[etat]],
  }
}

function structureEnMots(element: ChoseTrouvee<'structures'>, libelles: Libelles): Resultat {
  const { id, code, libelle, typeStructure, region } = element
  const details = [code, libelles('TYPE_STRUCTURE', typeStructure), libelles('REGION', region)]
  return { genre: 'structures', element, cle: `s-${id}`, titre: libelle, details }
}

function utilisateurEnMots(element: ChoseTrouvee<'utilisateurs'>): Resultat {
  const { id, nomAffichable, identifiant, fonction, structure, roles } = element
  const place = structure?.libelle ?? roles.map((role) => LIBELLES_ROLES[role]).join(', ')
  const details = [identifiant, fonction, place].filter((detail) => detail !== null)
  return { genre: 'utilisateurs', element, cle: `u-${id}`, titre: nomAffichable, details }
}

function messageEnMots(element: ChoseTrouvee<'messages'>): Resultat {
  const { id, objet, expediteur, envoyeLe } = element
  const details = [expediteur, formatDate(envoyeLe)]
  return { genre: 'messages', element, cle: `m-${id}`, titre: objet, details }
}

export type Groupe = { genre: Genre; resultats: Resultat[] }

/** The kinds that have results, in the order in which they are read. */
export function groupesDe(trouvailles: Trouvailles, libelles: Libelles): Groupe[] {
  const { formulaires, structures, utilisateurs, messages } = trouvailles
  const groupes: Groupe[] = [
    { genre: 'formulaires', resultats: formulaires.map(formulaireEnMots) },
    { genre: 'structures', resultats: structures.map((s) => structureEnMots(s, libelles)) },
    { genre: 'utilisateurs', resultats: utilisateurs.map(utilisateurEnMots) },
    { genre: 'messages', resultats: messages.map(messageEnMots) },
  ]
  return groupes.filter(({ resultats }) => resultats.length > 0)
}

/**
 * Index that a key leads to among `n` results, from `actuel` (-1: none yet); null when the key is
 * the field's own. Home and End move in the text until a result is chosen.
 */
export function rangVise(touche: string, actuel: number, n: number): number | null {
  if (n === 0) return null
  if (touche === 'ArrowDown') return (actuel + 1) % n
  if (touche === 'ArrowUp') return actuel <= 0 ? n - 1 : actuel - 1
  if (actuel < 0) return null
  if (touche === 'Home') return 0
  if (touche === 'End') return n - 1
  return null
}
