import { noterCompte } from '../journal/noter.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'
import { insertAvis, noterFrein } from './frein.ts'
import { findSecondFacteur, updateCode, updateDernierPas } from './second-facteur.sql.ts'
import { type Compte, estProvisoireUtilise } from './secret.sql.ts'
import {
  compteurDuChangement,
  compteurDuFacteur,
  compteurDuJour,
  deleteTentative,
  type Essai as EssaiCompte,
  essayer,
  type Quand,
  reprendreTentative,
  type Voie,
} from './tentative.sql.ts'
import { findPas } from './totp.ts'

/**
 * Asks whoever is signed in for his password again. `db` is the plain handle: a wrong one must be
 * counted. Throws `ANCIEN_MOT_DE_PASSE_INCORRECT`, `TROP_DE_TENTATIVES`.
 */
export async function verifierAncien(
  db: Db,
  compte: Compte,
  ancien: string,
  { adresse, maintenant, attendre }: Quand & { adresse: string },
): Promise<void> {
  const compteur = compteurDuChangement(compte.id)
  const essai = { utilisateurId: compte.id, motDePasse: ancien }
  const { juste } = await essayer(
    db,
    [compteur],
    { maintenant, attendre },
    async () =>
      (await verifierMotDePasse(compte.motDePasse, ancien)) || estProvisoireUtilise(db, essai),
  ).catch((echec: unknown) =>
    noterFrein(db, { compte, adresse, maintenant, action: 'MOT_DE_PASSE_FREINE' }, echec),
  )
  if (juste) return deleteTentative(db, compteur)
  await noterCompte({ db, maintenant }, compte, 'MOT_DE_PASSE_REFUSE', { detail: { adresse } })
  throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
}

type Titulaire = { id: number; identifiant: string }
/** From where, when, and by which way: each has its own count. */
type Essai = Quand & { adresse: string; voie: Voie }

/** Uses a code up: the application's, or a recovery code. False when it may not serve. */
async function accepterCode(
  db: Db,
  titulaire: Titulaire,
  code: string,
  { adresse, maintenant }: Essai,
): Promise<boolean> {
  const { id } = titulaire
  const chiffres = code.replace(/\s+/g, '')
  if (/^\d{6}$/.test(chiffres)) {
    const facteur = await findSecondFacteur(db, id)
    const pas = facteur?.activeLe ? findPas(facteur.secret, chiffres, maintenant) : null
    return pas !== null && updateDernierPas(db, id, pas)
  }
  if (!(await updateCode(db, id, code, maintenant))) return false
  const trace = { detail: { adresse } }
  await noterCompte({ db, maintenant }, titulaire, 'CODE_RECUPERATION_UTILISE', trace)
  return true
}

async function refuserCode(
  db: Db,
  titulaire: Titulaire,
  { adresse, maintenant: le }: Essai,
  frein: EssaiCompte | undefined,
): Promise<never> {
  const { identifiant } = titulaire
  const quand = { db, maintenant: le }
  await noterCompte(quand, titulaire, 'VERIFICATION_ECHOUEE', { detail: { adresse } })
  if (frein) {
    await noterCompte(quand, titulaire, 'COMPTE_FREINE', { detail: { adresse } })
    await insertAvis(db, { cause: 'CODE', identifiant, adresse, le }, frein)
  }
  throw erreur('CODE_INCORRECT')
}

/**
 * Asks for a code of an active second factor, and uses it up. `db` is the plain handle: a wrong
 * code must be counted. Throws `CODE_INCORRECT`, `TROP_DE_CODES`.
 */
export async function verifierCode(
  db: Db,
  titulaire: Titulaire,
  code: string,
  essai: Essai,
): Promise<void> {
  const { adresse, maintenant, voie } = essai
  const sien = compteurDuFacteur(titulaire.id, voie)
  const total = Buffer.isBuffer(voie) ? [] : [compteurDuJour(titulaire.id)]
  const action = 'VERIFICATION_FREINEE'
  const trace = { compte: titulaire, adresse, maintenant, action } as const
  const { juste, frein } = await essayer(db, [...total, sien], essai, () =>
    accepterCode(db, titulaire, code, essai),
  ).catch((echec: unknown) => noterFrein(db, trace, echec))
  if (!juste) return refuserCode(db, titulaire, essai, frein)
  // A right code was no failure; those that others missed today still count.
  for (const compteur of total) await reprendreTentative(db, compteur)
  await deleteTentative(db, sien)
}
