import type { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { verifierAncien } from '../session/preuve.sql.ts'
import { findCompteParId } from '../utilisateur/utilisateur.sql.ts'
import { verifierCode } from './code.sql.ts'
import {
  deleteSecondFacteur,
  findSecondFacteur,
  insertCodes,
  insertSecret,
  updateActivation,
} from './second-facteur.sql.ts'
import { creerCodesRecuperation, creerSecret, presenterSecret, trouverPas } from './totp.ts'

type Acte = {
  sql: Sql
  agent: Pick<Agent, 'id' | 'identifiant'>
  maintenant: Date
  /** The caller's. */
  adresse: string
}
type Codes = OutputOf<typeof compteApi.renouvelerCodes>

/** Draws a secret and shows it, in place of one never activated. Throws `SECOND_FACTEUR_ACTIF`. */
export async function preparerSecondFacteur({ sql, agent, maintenant }: Acte) {
  const secret = creerSecret()
  if (!(await insertSecret(sql, agent.id, secret, maintenant))) throw erreur('SECOND_FACTEUR_ACTIF')
  return presenterSecret(secret, agent.identifiant)
}

/**
 * Activates the prepared factor once the application has given a right code of it, and gives the
 * recovery codes. Throws `SECOND_FACTEUR_NON_PREPARE`, `SECOND_FACTEUR_ACTIF`, `CODE_INCORRECT`.
 */
export async function activerSecondFacteur(
  { sql, agent, maintenant: le }: Acte,
  code: string,
): Promise<Codes> {
  const facteur = await findSecondFacteur(sql, agent.id)
  if (!facteur) throw erreur('SECOND_FACTEUR_NON_PREPARE')
  if (facteur.activeLe) throw erreur('SECOND_FACTEUR_ACTIF')
  const pas = trouverPas(facteur.secret, code, le)
  if (pas === null) throw erreur('CODE_INCORRECT')
  const active = await updateActivation(sql, agent.id, facteur.secret, le, pas)
  if (!active) throw erreur('SECOND_FACTEUR_ACTIF')
  const codesRecuperation = creerCodesRecuperation()
  await insertCodes(sql, agent.id, codesRecuperation)
  await insertJournal(sql, { le, utilisateurId: agent.id, action: 'SECOND_FACTEUR_ACTIVE' })
  return { codesRecuperation }
}

type Preuve = { password: string; code: string }

/**
 * Asks for the password and a code before a factor changes. `sql` is the plain handle: what is
 * wrong must be counted.
 */
async function exigerPreuve(acte: Acte, { password, code }: Preuve) {
  const { sql, agent } = acte
  const facteur = await findSecondFacteur(sql, agent.id)
  if (!facteur?.activeLe) throw erreur('SECOND_FACTEUR_INACTIF')
  const compte = await findCompteParId(sql, agent.id)
  await verifierAncien(sql, compte, password, acte)
  await verifierCode(sql, compte, code, acte)
}

/** Takes one's own factor away. Throws `SECOND_FACTEUR_INACTIF` and what a wrong proof throws. */
export async function desactiverSecondFacteur(acte: Acte, preuve: Preuve): Promise<undefined> {
  const { agent, maintenant: le } = acte
  await exigerPreuve(acte, preuve)
  await inTransaction(acte.sql, async (tx) => {
    if (!(await deleteSecondFacteur(tx, agent.id))) throw erreur('SECOND_FACTEUR_INACTIF')
    await insertJournal(tx, { le, utilisateurId: agent.id, action: 'SECOND_FACTEUR_DESACTIVE' })
  })
}

/** Ten new recovery codes. Throws `SECOND_FACTEUR_INACTIF` and what a wrong proof throws. */
export async function renouvelerCodes(acte: Acte, preuve: Preuve): Promise<Codes> {
  const { agent, maintenant: le } = acte
  await exigerPreuve(acte, preuve)
  const codesRecuperation = creerCodesRecuperation()
  await inTransaction(acte.sql, async (tx) => {
    const donnes = await insertCodes(tx, agent.id, codesRecuperation)
    if (!donnes) throw erreur('SECOND_FACTEUR_INACTIF')
    await insertJournal(tx, { le, utilisateurId: agent.id, action: 'CODES_RENOUVELES' })
  })
  return { codesRecuperation }
}
