import type { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { verifierAncien } from '../session/preuve.sql.ts'
import { type Compte, findCompteParId } from '../utilisateur/utilisateur.sql.ts'
import { verifierCode } from './code.sql.ts'
import { findCompteVerifie } from './compte.sql.ts'
import { type Evenement, prevenirTitulaire } from './second-facteur.courriel.ts'
import {
  deleteSecondFacteur,
  findSecondFacteur,
  insertCodes,
  insertSecret,
  updateActivation,
} from './second-facteur.sql.ts'
import { fermerAutresSessions } from './sessions.ts'
import { creerCodesRecuperation, creerSecret, presenterSecret, trouverPas } from './totp.ts'

/** What the caller asks of his own account. `sql` is the plain handle: what is wrong is counted. */
type Acte = {
  sql: Sql
  agent: Agent
  maintenant: Date
  config: Config
  /** The caller's. */
  adresse: string
  appareil: string | null
}
type Codes = OutputOf<typeof compteApi.renouvelerCodes>
type Preuve = { password: string; code: string }

/** Asks for the caller's password again, and gives his account as it was verified. */
async function exigerMotDePasse(acte: Acte, password: string): Promise<Compte> {
  const compte = await findCompteParId(acte.sql, acte.agent.id)
  await verifierAncien(acte.sql, compte, password, acte)
  return compte
}

/** Asks for the password and a code before an active factor changes. */
async function exigerPreuve(acte: Acte, { password, code }: Preuve): Promise<Compte> {
  const facteur = await findSecondFacteur(acte.sql, acte.agent.id)
  if (!facteur?.activeLe) throw erreur('SECOND_FACTEUR_INACTIF')
  const compte = await exigerMotDePasse(acte, password)
  await verifierCode(acte.sql, compte, code, { ...acte, voie: 'session' })
  return compte
}

/**
 * Writes while the password is still the one that was verified. The account is held after the
 * factor and what awaits a code, as by a sign-in that ends: neither can lock the other.
 */
function ecrire<T>(
  { sql }: Acte,
  verifie: Compte,
  changer: (tx: Sql) => Promise<T>,
  conclure?: (tx: Sql, titulaire: Titulaire) => Promise<unknown>,
): Promise<T> {
  return inTransaction(sql, async (tx) => {
    const resultat = await changer(tx)
    const titulaire = await findCompteVerifie(tx, verifie)
    if (!titulaire) throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
    await conclure?.(tx, titulaire)
    return resultat
  })
}
type Titulaire = NonNullable<Awaited<ReturnType<typeof findCompteVerifie>>>

/**
 * A change of an account's factor, as of its password: every other session closes. The journal
 * keeps it, and a mail tells its owner.
 */
function ecrireEvenement<T>(
  acte: Acte,
  verifie: Compte,
  action: Evenement,
  changer: (tx: Sql) => Promise<T>,
): Promise<T> {
  const { agent, maintenant, config, adresse, appareil } = acte
  return ecrire(acte, verifie, changer, async (tx, titulaire) => {
    const ligne = { le: maintenant, utilisateurId: agent.id, action, detail: { adresse } }
    await insertJournal(tx, ligne)
    await fermerAutresSessions({ sql: tx, agent, maintenant })
    const depuis = { adresse, appareil }
    await prevenirTitulaire(tx, titulaire, action, { maintenant, config, depuis })
  })
}

/**
 * Draws a secret and shows it, in place of one never activated. Throws `SECOND_FACTEUR_ACTIF` and
 * what a wrong password throws.
 */
export async function preparerSecondFacteur(acte: Acte, password: string) {
  const { agent, maintenant } = acte
  const facteur = await findSecondFacteur(acte.sql, agent.id)
  if (facteur?.activeLe) throw erreur('SECOND_FACTEUR_ACTIF')
  const compte = await exigerMotDePasse(acte, password)
  const secret = creerSecret()
  await ecrire(acte, compte, async (tx) => {
    const garde = await insertSecret(tx, agent.id, secret, maintenant)
    if (!garde) throw erreur('SECOND_FACTEUR_ACTIF')
  })
  return presenterSecret(secret, agent.identifiant)
}

/**
 * Activates the prepared factor once its owner has given his password and the application a right
 * code, and gives the recovery codes. Throws `SECOND_FACTEUR_NON_PREPARE`, `SECOND_FACTEUR_ACTIF`,
 * `CODE_INCORRECT` and what a wrong password throws.
 */
export async function activerSecondFacteur(acte: Acte, preuve: Preuve): Promise<Codes> {
  const { agent, maintenant: le } = acte
  const facteur = await findSecondFacteur(acte.sql, agent.id)
  if (!facteur) throw erreur('SECOND_FACTEUR_NON_PREPARE')
  if (facteur.activeLe) throw erreur('SECOND_FACTEUR_ACTIF')
  const { secret } = facteur
  const compte = await exigerMotDePasse(acte, preuve.password)
  const pas = trouverPas(secret, preuve.code, le)
  if (pas === null) throw erreur('CODE_INCORRECT')
  const codesRecuperation = creerCodesRecuperation()
  await ecrireEvenement(acte, compte, 'SECOND_FACTEUR_ACTIVE', async (tx) => {
    const active = await updateActivation(tx, agent.id, secret, le, pas)
    if (!active) throw erreur('SECOND_FACTEUR_ACTIF')
    await insertCodes(tx, agent.id, codesRecuperation)
  })
  return { codesRecuperation }
}

/** Takes one's own factor away. Throws `SECOND_FACTEUR_INACTIF` and what a wrong proof throws. */
export async function desactiverSecondFacteur(acte: Acte, preuve: Preuve): Promise<undefined> {
  const compte = await exigerPreuve(acte, preuve)
  await ecrireEvenement(acte, compte, 'SECOND_FACTEUR_DESACTIVE', async (tx) => {
    if (!(await deleteSecondFacteur(tx, compte.id))) throw erreur('SECOND_FACTEUR_INACTIF')
  })
}

/** Ten new recovery codes. Throws `SECOND_FACTEUR_INACTIF` and what a wrong proof throws. */
export async function renouvelerCodes(acte: Acte, preuve: Preuve): Promise<Codes> {
  const compte = await exigerPreuve(acte, preuve)
  const codesRecuperation = creerCodesRecuperation()
  await ecrireEvenement(acte, compte, 'CODES_RENOUVELES', async (tx) => {
    const donnes = await insertCodes(tx, compte.id, codesRecuperation)
    if (!donnes) throw erreur('SECOND_FACTEUR_INACTIF')
  })
  return { codesRecuperation }
}
