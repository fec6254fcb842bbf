import type { Retour } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { exigerMotDePasse, type SurSoi, tenirVerifie } from '../compte/preuve.ts'
import { noter } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { adressePubliqueDe, type Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { composeSortie, type Fournisseur } from '../platform/oidc.ts'
import type { Contexte, Db } from '../platform/route.ts'
import {
  deleteIdentites,
  deleteLiaison,
  findFournisseurImpose,
  insertIdentite,
  insertLiaison,
  listIdentitesDe,
  type Sujet,
} from '../session/identite.sql.ts'
import { descellerIdentite } from '../session/jeton.ts'
import { findCompteParId } from '../session/secret.sql.ts'
import { findJetonDeSession } from '../session/session.sql.ts'
import { annoncerLien, prevenirTitulaire } from '../session/titulaire.courriel.ts'
import { type Circonstances, exigerIdentite } from './connecter.ts'

/** The identities by which one's own account opens, each under the label of its provider. */
export async function listMesIdentites({ db, agent, config }: Contexte & { config: Config }) {
  const lues = await listIdentitesDe(db, agent.id)
  return lues.map(({ emetteur, ...identite }) => ({
    ...identite,
    fournisseur: config.fournisseurs.find((un) => un.emetteur === emetteur)?.libelle ?? null,
  }))
}

/**
 * Asks for the password before one leaves for the provider: what is given back proves it on return.
 * @throws ANCIEN_MOT_DE_PASSE_INCORRECT, TROP_DE_TENTATIVES
 */
export async function preparerLiaison(appel: SurSoi, { cle }: Fournisseur, password: string) {
  const { maintenant } = appel
  const compte = await exigerMotDePasse(appel, password)
  return inTransaction(appel.db, async (db) => {
    await tenirVerifie(db, compte)
    return { liaison: await insertLiaison(db, compte, cle, maintenant) }
  })
}

/**
 * Links one's own account to who the provider says that one is.
 * @throws LIAISON_EXPIREE, IDENTITE_DEJA_LIEE, IDENTITE_REFUSEE, FOURNISSEUR_INJOIGNABLE
 */
export async function lierIdentite(
  appel: Contexte & Circonstances,
  fournisseur: Fournisseur,
  { liaison, ...retour }: Retour & { liaison: string },
): Promise<undefined> {
  const { db, agent, adresse, appareil, maintenant, config } = appel
  const compte = await findCompteParId(db, agent.id)
  // Used up before anything is asked outside: whoever has no proof makes nobody wait.
  const preuve = { compte, fournisseur: fournisseur.cle }
  if (!(await deleteLiaison(db, liaison, preuve, maintenant))) throw erreur('LIAISON_EXPIREE')
  const { emetteur, sujet, email } = await exigerIdentite(db, fournisseur, retour, appel)
  return inTransaction(db, async (tx) => {
    const lien = { utilisateurId: agent.id, emetteur, sujet, email, lieeLe: maintenant }
    if ((await insertIdentite(tx, lien)) === undefined) throw erreur('IDENTITE_DEJA_LIEE')
    const annonce = { fournisseur: fournisseur.libelle, adresse, appareil }
    await annoncerLien(tx, compte, annonce, { maintenant, config })
    return undefined
  })
}

/** The label of a provider; who issued it, where the configuration knows it no more. */
const nommer = ({ fournisseurs }: Config, emetteur: string): string =>
  fournisseurs.find((un) => un.emetteur === emetteur)?.libelle ?? emetteur

/**
 * Unlinks one's own account, by one's password, unless nothing else may open it.
 * @throws FOURNISSEUR_IMPOSE, ANCIEN_MOT_DE_PASSE_INCORRECT, TROP_DE_TENTATIVES
 */
export async function delierIdentite(
  appel: SurSoi & { config: Config; appareil: string | null },
  { id, password }: { id: number; password: string },
  { emetteur }: Pick<Sujet, 'emetteur'>,
): Promise<undefined> {
  const { agent, adresse, appareil, maintenant, config } = appel
  const compte = await exigerMotDePasse(appel, password)
  const fournisseur = await findFournisseurImpose(appel.db, compte, config.fournisseurs)
  if (fournisseur) throw erreur('FOURNISSEUR_IMPOSE', { fournisseur })
  return inTransaction(appel.db, async (db) => {
    await tenirVerifie(db, compte)
    const vise = { utilisateurId: agent.id, id, saufSession: agent.sessionId }
    if ((await deleteIdentites(db, vise, maintenant)) === 0) return undefined
    await noter({ db, agent, maintenant }, 'IDENTITE_DELIEE', { detail: { adresse } })
    const depuis = { adresse, appareil }
    const circonstances = { maintenant, config, depuis, fournisseur: nommer(config, emetteur) }
    await prevenirTitulaire(db, compte, 'IDENTITE_DELIEE', circonstances)
    return undefined
  })
}

/** One of one's own identities; anybody else's does not exist. */
export async function findMonIdentite(db: Db, utilisateurId: number, id: number) {
  return (await listIdentitesDe(db, utilisateurId)).find((identite) => identite.id === id)
}

/** Where to sign out of the provider that opened this session; null: none, or it has no such place. */
export async function lireSortie(
  { db, agent, config, maintenant }: Contexte & { config: Config },
  refreshToken: string,
): Promise<{ adresse: string | null }> {
  const lu = await findJetonDeSession(db, refreshToken, agent.sessionId)
  const fournisseur = config.fournisseurs.find(({ cle }) => cle === lu?.fournisseur)
  if (!lu?.jetonIdentite || !fournisseur) return { adresse: null }
  const jeton = descellerIdentite(refreshToken, lu.jetonIdentite)
  const adresseRetour = `${adressePubliqueDe(config)}/auth/login`
  return { adresse: await composeSortie(fournisseur, { jeton, adresseRetour }, maintenant) }
}
