import { longueurMinimale } from '@releve/contract/utilisateur/motDePasse.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { contrainteDe } from '../platform/base/erreurs.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { deleteProvisoiresEnvoyes } from '../session/provisoire.sql.ts'
import { insertBienvenue } from './bienvenue.ts'
import {
  type Colonnes,
  type CompteVerrouille,
  findStructuresParCode,
  updateUtilisateur,
  verrouillerComptes,
} from './fiche.sql.ts'
import { type Contexte, erreurDeFiche, refusDeFiche } from './gardes.ts'
import { insertUtilisateur, SANS_MOT_DE_PASSE } from './utilisateur.sql.ts'

/** Who acts, when, in which transaction. */
export type Acte = { sql: Sql; agent: Agent; maintenant: Date }

/**
 * Holds the accounts of an act, and finds the structures that it names. Whoever was blocked while
 * he waited is told so by `refuserAgentParti`, once what he asked has been judged.
 */
export async function ouvrirContexte(
  { sql, agent }: Acte,
  ids: readonly number[],
  codes: readonly string[] = [],
): Promise<Contexte> {
  const comptes = await verrouillerComptes(sql, [agent.id, ...ids])
  const lui = comptes.get(agent.id)
  if (!lui) throw erreur('JETON_EXPIRE')
  const structures = codes.length > 0 ? await findStructuresParCode(sql, codes) : new Map()
  return { agent: lui, comptes, structures }
}

/** Throws `COMPTE_BLOQUE`: his sessions have just been closed. */
export function refuserAgentParti({ agent }: Contexte): void {
  if (agent.statut !== 'ACTIF') throw erreur('COMPTE_BLOQUE')
}

/** A blank is nothing; a structure is named once. */
export function normaliserFiche(fiche: FicheUtilisateur): FicheUtilisateur {
  const structure = fiche.structure || null
  const autres = new Set(fiche.autreStructure.filter((code) => code !== structure))
  return {
    ...fiche,
    telephone: fiche.telephone || null,
    fonction: fiche.fonction || null,
    roles: [...new Set(fiche.roles)].toSorted(),
    structure,
    autreStructure: [...autres].toSorted(),
  }
}

export const codesDe = ({ structure, autreStructure }: FicheUtilisateur): string[] =>
  structure ? [structure, ...autreStructure] : autreStructure

export type Changements = Record<string, { avant: unknown; apres: unknown }>

/** The fields that change, what they were and become: for the journal and the preview. */
export function changementsDe(avant: FicheUtilisateur, apres: FicheUtilisateur): Changements {
  const ancienne = normaliserFiche(avant)
  const champs = Object.entries(normaliserFiche(apres)).map(([champ, valeur]) => {
    const ancien: unknown = Reflect.get(ancienne, champ)
    return [champ, { avant: ancien, apres: valeur }] as const
  })
  return Object.fromEntries(
    champs.filter(([, c]) => JSON.stringify(c.avant) !== JSON.stringify(c.apres)),
  )
}

function colonnesDe(
  fiche: FicheUtilisateur,
  cible: CompteVerrouille | null,
  { structures }: Contexte,
): Colonnes {
  const { structure, autreStructure: _, ...champs } = fiche
  const memeNom = cible && cible.nom === fiche.nom && cible.prenoms === fiche.prenoms
  return {
    ...champs,
    nomAffichable: memeNom ? cible.nomAffichable : `${fiche.prenoms} ${fiche.nom}`.trim(),
    structureId: structure ? (structures.get(structure) ?? null) : null,
  }
}

const idsDe = (codes: readonly string[], { structures }: Contexte): number[] =>
  codes.flatMap((code) => structures.get(code) ?? [])

/** Throws `IDENTIFIANT_EXISTANT` for a name taken meanwhile, whatever its case and accents. */
async function nommer<T>(identifiant: string, ecrire: () => Promise<T>): Promise<T> {
  try {
    return await ecrire()
  } catch (echec) {
    if (contrainteDe(echec) !== 'utilisateur_identifiant_unique') throw echec
    throw erreurDeFiche([
      { code: 'IDENTIFIANT_EXISTANT', valeurs: { identifiant }, champ: 'identifiant' },
    ])
  }
}

/**
 * Creates an account, which a temporary password will open: it is drawn when its mail leaves. The
 * one way in, from the screen and from an import. Returns its id.
 */
export async function insererCompte(
  { sql, agent, maintenant }: Acte,
  fiche: FicheUtilisateur,
  contexte: Contexte,
): Promise<number> {
  const [premier, ...autres] = refusDeFiche(fiche, null, contexte)
  if (premier) throw erreurDeFiche([premier, ...autres])
  const colonnes = colonnesDe(fiche, null, contexte)
  const id = await nommer(fiche.identifiant, () =>
    insertUtilisateur(sql, {
      ...colonnes,
      autreStructure: idsDe(fiche.autreStructure, contexte),
      motDePasse: SANS_MOT_DE_PASSE,
      forceChangePassword: true,
    }),
  )
  await insertBienvenue(sql, { id, version: 1, ...colonnes }, maintenant)
  const { identifiant: objet, roles, structure, email } = fiche
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'UTILISATEUR_CREE', objet }
  await insertJournal(sql, { ...ligne, cibleId: id, detail: { roles, structure, email } })
  return id
}

/**
 * Writes an account as entered; nothing when nothing changes. A role that asks for a longer
 * password asks for another one. An account never opened is written to at its new address.
 */
export async function ecrireCompte(
  { sql, agent, maintenant }: Acte,
  cible: CompteVerrouille,
  fiche: FicheUtilisateur,
  contexte: Contexte,
): Promise<void> {
  const [premier, ...suivants] = refusDeFiche(fiche, cible, contexte)
  if (premier) throw erreurDeFiche([premier, ...suivants])
  const changements = changementsDe(cible, fiche)
  if (Object.keys(changements).length === 0) return
  const colonnes = colonnesDe(fiche, cible, contexte)
  const autres = idsDe(fiche.autreStructure, contexte)
  const nouveauMotDePasse = longueurMinimale(fiche.roles) > longueurMinimale(cible.roles)
  await nommer(fiche.identifiant, () =>
    updateUtilisateur(sql, cible.id, colonnes, { autres, nouveauMotDePasse }),
  )
  if (changements['email']) {
    const { id, version } = cible
    await deleteProvisoiresEnvoyes(sql, id)
    if (cible.jamaisOuvert) {
      await insertBienvenue(sql, { id, version: version + 1, ...colonnes }, maintenant)
    }
  }
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'UTILISATEUR_MODIFIE' }
  const { identifiant: objet } = fiche
  await insertJournal(sql, { ...ligne, cibleId: cible.id, objet, detail: { changements } })
}
