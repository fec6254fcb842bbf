import type { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { noter } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { verifierCode } from '../session/preuve.ts'
import {
  deleteSecondFacteur,
  findSecondFacteur,
  insertCodes,
  insertSecret,
  updateActivation,
} from '../session/second-facteur.sql.ts'
import type { Compte } from '../session/secret.sql.ts'
import { type Evenement, prevenirTitulaire } from '../session/titulaire.courriel.ts'
import { createCodesRecuperation, createSecret, findPas, presenterSecret } from '../session/totp.ts'
import {
  exigerMotDePasse,
  type SurSoi as SurSonCompte,
  type Titulaire,
  tenirVerifie,
} from './preuve.ts'
import { fermerAutresSessions } from './sessions.ts'

/** The mail that tells an account's owner says whence it was asked for. */
type SurSoi = SurSonCompte & { config: Config; appareil: string | null }
type Codes = OutputOf<typeof compteApi.renouvelerCodes>
type Preuve = { password: string; code: string }

/** Asks for the password and a code before an active factor changes. */
async function exigerPreuve(appel: SurSoi, { password, code }: Preuve): Promise<Compte> {
  const facteur = await findSecondFacteur(appel.db, appel.agent.id)
  if (!facteur?.activeLe) throw erreur('SECOND_FACTEUR_INACTIF')
  const compte = await exigerMotDePasse(appel, password)
  await verifierCode(appel.db, compte, code, { ...appel, voie: 'session' })
  return compte
}

/**
 * Writes while the password is still the one that was verified. The account is held after the
 * factor and what awaits a code, as by a sign-in that ends: neither can lock the other.
 */
function ecrire<T>(
  { db }: SurSoi,
  verifie: Compte,
  changer: (tx: Db) => Promise<T>,
  conclure?: (tx: Db, titulaire: Titulaire) => Promise<unknown>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const resultat = await changer(tx)
    const titulaire = await tenirVerifie(tx, verifie)
    await conclure?.(tx, titulaire)
    return resultat
  })
}

/**
 * A change of an account's factor, as of its password: every other session closes. The journal
 * keeps it, and a mail tells its owner.
 */
function ecrireEvenement<T>(
  appel: SurSoi,
  verifie: Compte,
  action: Evenement,
  changer: (tx: Db) => Promise<T>,
): Promise<T> {
  const { agent, maintenant, config, adresse, appareil } = appel
  return ecrire(appel, verifie, changer, async (tx, titulaire) => {
    const contexte = { db: tx, agent, maintenant }
    await noter(contexte, action, { detail: { adresse } })
    await fermerAutresSessions(contexte)
    const depuis = { adresse, appareil }
    await prevenirTitulaire(tx, titulaire, action, { maintenant, config, depuis })
  })
}

/**
 * Draws a secret and shows it, in place of one never activated. Throws `SECOND_FACTEUR_ACTIF` and
 * what a wrong password throws.
 */
export async function preparerSecondFacteur(appel: SurSoi, password: string) {
  const { agent, maintenant } = appel
  const facteur = await findSecondFacteur(appel.db, agent.id)
  if (facteur?.activeLe) throw erreur('SECOND_FACTEUR_ACTIF')
  const compte = await exigerMotDePasse(appel, password)
  const secret = createSecret()
  await ecrire(appel, compte, async (tx) => {
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
export async function activerSecondFacteur(appel: SurSoi, preuve: Preuve): Promise<Codes> {
  const { agent, maintenant: le } = appel
  const facteur = await findSecondFacteur(appel.db, agent.id)
  if (!facteur) throw erreur('SECOND_FACTEUR_NON_PREPARE')
  if (facteur.activeLe) throw erreur('SECOND_FACTEUR_ACTIF')
  const { secret } = facteur
  const compte = await exigerMotDePasse(appel, preuve.password)
  const pas = findPas(secret, preuve.code, le)
  if (pas === null) throw erreur('CODE_INCORRECT')
  const codesRecuperation = createCodesRecuperation()
  await ecrireEvenement(appel, compte, 'SECOND_FACTEUR_ACTIVE', async (tx) => {
    const active = await updateActivation(tx, agent.id, secret, le, pas)
    if (!active) throw erreur('SECOND_FACTEUR_ACTIF')
    await insertCodes(tx, agent.id, codesRecuperation)
  })
  return { codesRecuperation }
}

/** Takes one's own factor away. Throws `SECOND_FACTEUR_INACTIF` and what a wrong proof throws. */
export async function desactiverSecondFacteur(appel: SurSoi, preuve: Preuve): Promise<undefined> {
  const compte = await exigerPreuve(appel, preuve)
  await ecrireEvenement(appel, compte, 'SECOND_FACTEUR_DESACTIVE', async (tx) => {
    if (!(await deleteSecondFacteur(tx, compte.id))) throw erreur('SECOND_FACTEUR_INACTIF')
  })
}

/** Ten new recovery codes. Throws `SECOND_FACTEUR_INACTIF` and what a wrong proof throws. */
export async function renouvelerCodes(appel: SurSoi, preuve: Preuve): Promise<Codes> {
  const compte = await exigerPreuve(appel, preuve)
  const codesRecuperation = createCodesRecuperation()
  await ecrireEvenement(appel, compte, 'CODES_RENOUVELES', async (tx) => {
    const donnes = await insertCodes(tx, compte.id, codesRecuperation)
    if (!donnes) throw erreur('SECOND_FACTEUR_INACTIF')
  })
  return { codesRecuperation }
}
