import type { journalApi } from '@releve/contract/journal/journal.api.ts'
import { FAMILLES_ACTIONS, LIBELLES_ACTIONS } from '@releve/contract/journal/journal.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { pageDe, texteDe } from '../ui/adresse.ts'
import { actif, actifRecherche } from '../ui/filtresActifs.ts'
import { formatDate } from '../ui/format.ts'
import { textes } from './journal.textes.ts'

const TAILLE = 50

/** What the address of the journal says; anything that it may not say is left out. */
export type Filtres = {
  du?: string
  au?: string
  /** Id of an account, or a part of a name. */
  utilisateur?: string
  /** Codes, by commas: one action, or all those of a family. */
  action?: string
  objet?: string
  q?: string
  page: number
}

/** A day that exists, in this century. */
export function estJour(valeur: string): boolean {
  const jour = new Date(`${valeur}T00:00:00Z`)
  return (
    valeur.startsWith('20') &&
    Number.isFinite(jour.getTime()) &&
    jour.toISOString().slice(0, 10) === valeur
  )
}

function jourDe(params: URLSearchParams, nom: string): string | undefined {
  const valeur = params.get(nom) ?? ''
  return estJour(valeur) ? valeur : undefined
}

const actionsDe = (valeur: string | null) =>
  (valeur ?? '')
    .split(',')
    .filter((code) => code in LIBELLES_ACTIONS)
    .join(',')

export function lireFiltres(params: URLSearchParams): Filtres {
  return {
    du: jourDe(params, 'du'),
    au: jourDe(params, 'au'),
    utilisateur: texteDe(params, 'utilisateur'),
    action: actionsDe(params.get('action')) || undefined,
    objet: texteDe(params, 'objet'),
    q: texteDe(params, 'q'),
    page: pageDe(params),
  }
}

/** These actions in words: a whole family by its name. */
function libelleActions(action: string): string {
  const famille = FAMILLES_ACTIONS.find(({ actions }) => Object.keys(actions).join(',') === action)
  if (famille && action.includes(',')) return textes.filtres.famille(famille.libelle)
  return action
    .split(',')
    .map((code) => LIBELLES_ACTIONS[code])
    .join(', ')
}

/** The filters in force, in words. */
export const filtresActifs = ({ q, du, au, utilisateur, action, objet }: Filtres) => [
  ...actifRecherche(q),
  ...actif('du', du && textes.actifs.du(formatDate(du))),
  ...actif('au', au && textes.actifs.au(formatDate(au))),
  ...actif('utilisateur', utilisateur && textes.actifs.utilisateur(utilisateur)),
  ...actif('action', action && libelleActions(action)),
  ...actif('objet', objet && textes.actifs.objet(objet)),
]

export type Recherche = Sent<typeof journalApi.listJournal.query>

/** The same lines, all of them, for a file. */
export function exportDe({ du, au, utilisateur, action, objet, q }: Filtres) {
  return { du, au, utilisateur, objet, q, action: action?.split(',') }
}

/** The query that these filters ask for. */
export function rechercheDe(filtres: Filtres): Recherche {
  return { ...exportDe(filtres), page: filtres.page, taille: TAILLE }
}
