import { sansBlancs } from '@releve/contract/champs.ts'
import { enoncer } from '@releve/contract/erreur.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { longueurMinimale } from '@releve/contract/utilisateur/mot-de-passe.ts'
import { CHAMPS_UTILISATEUR } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { changementsEntre, noter } from '../journal/noter.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { contrainteDe } from '../platform/base/erreurs.ts'
import { erreur } from '../platform/erreur.ts'
import { instantEnLettres } from '../platform/jour.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Contexte } from '../platform/route.ts'
import { deleteProvisoiresEnvoyes, SANS_MOT_DE_PASSE } from '../session/secret.sql.ts'
import { insertCourriel } from '../tache/tache.sql.ts'
import { insertBienvenue } from './bienvenue.ts'
import { type ComptesTenus, erreurDeFiche, refusDeFiche } from './gardes.ts'
import type { CompteVerrouille } from './utilisateur.sql.ts'
import {
  type Colonnes,
  findStructuresParCode,
  insertUtilisateur,
  updateUtilisateur,
  verrouillerComptes,
} from './utilisateur.sql.ts'

/** « z…@example.org »: enough for its owner to know it, and nothing for anybody else. */
const masquer = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')

const roleDe = ({ roles }: Agent): string =>
  LIBELLES_ROLES[roles.includes('ROLE_DPPS') ? 'ROLE_DPPS' : 'ROLE_ADMIN']

type Changement = { agent: Agent; nouvelle: string; instant: string }

function courrielDe(cible: CompteVerrouille, { agent, nouvelle, instant }: Changement): Courriel {
  const { identifiant, nomAffichable: nom, email } = cible
  return {
    a: { nom, email },
    objet: 'Relevé\u00a0: l’adresse de votre compte a changé',
    texte: [
      `Bonjour ${nom},`,
      `L’adresse électronique de votre compte «\u00a0${identifiant}\u00a0» a été changée le ${instant}, par un compte de rôle «\u00a0${roleDe(agent)}\u00a0». Elle est désormais ${masquer(nouvelle)}. Celle-ci ne recevra plus rien de Relevé.`,
      'Si vous attendiez ce changement, vous n’avez rien à faire.',
      'Sinon, prévenez aussitôt la direction centrale, par un autre moyen que ce courriel\u00a0: qui lit la nouvelle adresse peut y recevoir un mot de passe provisoire et entrer dans votre compte.',
    ].join('\n\n'),
  }
}

/** Tells the address that an account had, in the transaction that gives it another. */
async function prevenirAncienneAdresse(
  { db, agent, maintenant }: Contexte,
  cible: CompteVerrouille,
  nouvelle: string,
): Promise<void> {
  const { id, version, email } = cible
  if (!email || email.toLowerCase() === nouvelle.toLowerCase()) return
  const { fuseau } = await findReglages(db)
  const instant = instantEnLettres(maintenant, fuseau)
  const courriel = courrielDe(cible, { agent, nouvelle, instant })
  await insertCourriel(db, `adresse:${id}:${version}`, courriel, maintenant)
}

/**
 * Holds the accounts of an act, and finds the structures that it names. Whoever was blocked while
 * he waited is told so by `refuserAgentParti`, once what he asked has been judged.
 */
export async function tenirComptes(
  { db, agent }: Contexte,
  ids: readonly number[],
  codes: readonly string[] = [],
): Promise<ComptesTenus> {
  const comptes = await verrouillerComptes(db, [agent.id, ...ids])
  const lui = comptes.get(agent.id)
  if (!lui) throw erreur('JETON_EXPIRE')
  const structures = codes.length > 0 ? await findStructuresParCode(db, codes) : new Map()
  return { agent: lui, comptes, structures }
}

/** Throws `COMPTE_BLOQUE`: his sessions have just been closed. */
export function refuserAgentParti({ agent }: ComptesTenus): void {
  if (agent.statut !== 'ACTIF') throw erreur('COMPTE_BLOQUE')
}

/** A blank is nothing; a structure is named once. */
export function normaliserFiche(fiche: FicheUtilisateur): FicheUtilisateur {
  const structure = fiche.structure || null
  const autres = new Set(fiche.autreStructure.filter((code) => code !== structure))
  return {
    ...sansBlancs(CHAMPS_UTILISATEUR, fiche),
    roles: [...new Set(fiche.roles)].toSorted(),
    structure,
    autreStructure: [...autres].toSorted(),
  }
}

export const codesDe = ({ structure, autreStructure }: FicheUtilisateur): string[] =>
  structure ? [structure, ...autreStructure] : autreStructure

/** The fields that change, what they were and become: for the journal and the preview. Null: none. */
export const changementsDe = (avant: FicheUtilisateur, apres: FicheUtilisateur) =>
  changementsEntre(normaliserFiche(avant), normaliserFiche(apres))

function colonnesDe(
  fiche: FicheUtilisateur,
  cible: CompteVerrouille | null,
  { structures }: ComptesTenus,
): Colonnes {
  const { structure, autreStructure: _, ...champs } = fiche
  const memeNom = cible && cible.nom === fiche.nom && cible.prenoms === fiche.prenoms
  return {
    ...champs,
    nomAffichable: memeNom ? cible.nomAffichable : `${fiche.prenoms} ${fiche.nom}`.trim(),
    structureId: structure ? (structures.get(structure) ?? null) : null,
  }
}

const idsDe = (codes: readonly string[], { structures }: ComptesTenus): number[] =>
  codes.flatMap((code) => structures.get(code) ?? [])

/** Throws `IDENTIFIANT_EXISTANT` for a name taken meanwhile, whatever its case and accents. */
async function nommer<T>(identifiant: string, ecrire: () => Promise<T>): Promise<T> {
  try {
    return await ecrire()
  } catch (echec) {
    if (contrainteDe(echec) !== 'utilisateur_identifiant_unique') throw echec
    throw erreurDeFiche([
      { ...enoncer('IDENTIFIANT_EXISTANT', { identifiant }), champ: 'identifiant' },
    ])
  }
}

/**
 * Creates an account, which a temporary password will open: it is drawn when its mail leaves. The
 * one way in, from the screen and from an import. Returns its id.
 */
export async function creerUtilisateur(
  contexte: Contexte,
  fiche: FicheUtilisateur,
  tenus: ComptesTenus,
): Promise<number> {
  const { db, maintenant } = contexte
  const [premier, ...autres] = refusDeFiche(fiche, null, tenus)
  if (premier) throw erreurDeFiche([premier, ...autres])
  const colonnes = colonnesDe(fiche, null, tenus)
  const id = await nommer(fiche.identifiant, () =>
    insertUtilisateur(db, {
      ...colonnes,
      autreStructure: idsDe(fiche.autreStructure, tenus),
      motDePasse: SANS_MOT_DE_PASSE,
      forceChangePassword: true,
    }),
  )
  await insertBienvenue(db, { id, version: 1, ...colonnes }, maintenant)
  const { identifiant, roles, structure, email } = fiche
  const trace = { cible: { id, identifiant }, detail: { roles, structure, email } }
  await noter(contexte, 'UTILISATEUR_CREE', trace)
  return id
}

/**
 * Writes an account as entered; nothing when nothing changes. A role that asks for a longer
 * password asks for another one. The address that it had is told of the one it has, and an account
 * never opened is written to at the new one.
 */
export async function ecrireCompte(
  contexte: Contexte,
  cible: CompteVerrouille,
  fiche: FicheUtilisateur,
  tenus: ComptesTenus,
): Promise<void> {
  const { db, maintenant } = contexte
  const { id, version } = cible
  const [premier, ...suivants] = refusDeFiche(fiche, cible, tenus)
  if (premier) throw erreurDeFiche([premier, ...suivants])
  const changements = changementsDe(cible, fiche)
  if (!changements) return
  const colonnes = colonnesDe(fiche, cible, tenus)
  const autres = idsDe(fiche.autreStructure, tenus)
  const nouveauMotDePasse = longueurMinimale(fiche.roles) > longueurMinimale(cible.roles)
  await nommer(fiche.identifiant, () =>
    updateUtilisateur(db, id, colonnes, { autres, nouveauMotDePasse }),
  )
  if (changements.email) {
    await deleteProvisoiresEnvoyes(db, id)
    await prevenirAncienneAdresse(contexte, cible, fiche.email)
    if (cible.jamaisOuvert) {
      await insertBienvenue(db, { id, version: version + 1, ...colonnes }, maintenant)
    }
  }
  const { identifiant } = fiche
  await noter(contexte, 'UTILISATEUR_MODIFIE', { cible: { id, identifiant }, changements })
}
