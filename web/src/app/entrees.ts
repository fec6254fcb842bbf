import { DROITS, type DroitNomme } from '@releve/contract/utilisateur/droits.ts'
import { paths } from '../paths.ts'
import type { NomIcone } from '../ui/Icone.tsx'
import { textes } from './app.textes.ts'
import type { Auth } from './stockage.ts'

/** A line of the menu. */
export type Entree = { libelle: string; to: string; icone: NomIcone }

type Pour = (auth: Auth) => boolean

const tous: Pour = () => true
const aStructure: Pour = ({ structure, autreStructure }) =>
  structure !== null || autreStructure.length > 0

const a =
  (droit: DroitNomme): Pour =>
  ({ roles }) =>
    roles.some((role) => role in DROITS[droit])

const { menu } = textes

/** The menu, in its order: a screen, and those whom it serves. A new screen is one line here. */
const MENU: [Entree, Pour][] = [
  [{ libelle: menu.tableauDeBord, to: paths.tableauDeBord, icone: 'accueil' }, tous],
  [{ libelle: menu.saisies, to: paths.saisies(), icone: 'saisie' }, tous],
  [{ libelle: menu.mesSaisies, to: paths.mesSaisies, icone: 'rapport' }, aStructure],
  [{ libelle: menu.saisiesStructures, to: paths.saisiesStructures(), icone: 'structures' }, tous],
  [
    { libelle: menu.utilisateurs, to: paths.utilisateurs, icone: 'utilisateurs' },
    a('utilisateur.lister'),
  ],
  [
    { libelle: menu.structures, to: paths.structures(), icone: 'arborescence' },
    a('structure.gerer'),
  ],
  [{ libelle: menu.journal, to: paths.journal, icone: 'historique' }, a('journal.lire')],
  [{ libelle: menu.courriels, to: paths.courriels, icone: 'envoi' }, a('courriel.gerer')],
  [{ libelle: menu.parametres, to: paths.parametres, icone: 'reglages' }, a('parametre.gerer')],
  [{ libelle: menu.changerMotDePasse, to: paths.changerMotDePasse, icone: 'motDePasse' }, tous],
]

/**
 * What this person's menu shows: the screens that serve a role; nothing while another password, or
 * a second factor, is asked for. The server decides every right.
 */
export function entreesDe(auth: Auth): Entree[] {
  if (auth.forceChangePassword || auth.secondFacteurAActiver) return []
  return MENU.filter(([, pour]) => pour(auth)).map(([entree]) => entree)
}
