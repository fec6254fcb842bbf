import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { insertAvis } from '../session/avis.sql.ts'
import { noterFrein } from '../session/frein.sql.ts'
import {
  compteurDuFacteur,
  deleteTentative,
  type Essai as EssaiCompte,
  essayer,
  type Voie,
} from '../session/tentative.sql.ts'
import { findSecondFacteur, updateCode, updateDernierPas } from './second-facteur.sql.ts'
import { trouverPas } from './totp.ts'

type Titulaire = { id: number; identifiant: string }
/** From where, when, and by which way: each has its own count. */
type Essai = { adresse: string; maintenant: Date; voie: Voie }

/** Uses a code up: the application's, or a recovery code. False when it may not serve. */
async function accepterCode(
  sql: Sql,
  { id }: Titulaire,
  code: string,
  { adresse, maintenant }: Essai,
): Promise<boolean> {
  const chiffres = code.replace(/\s+/g, '')
  if (/^\d{6}$/.test(chiffres)) {
    const facteur = await findSecondFacteur(sql, id)
    const pas = facteur?.activeLe ? trouverPas(facteur.secret, chiffres, maintenant) : null
    return pas !== null && updateDernierPas(sql, id, pas)
  }
  if (!(await updateCode(sql, id, code, maintenant))) return false
  await insertJournal(sql, {
    le: maintenant,
    utilisateurId: id,
    action: 'CODE_RECUPERATION_UTILISE',
    detail: { adresse },
  })
  return true
}

async function refuserCode(
  sql: Sql,
  { id, identifiant }: Titulaire,
  { adresse, maintenant: le }: Essai,
  essai: EssaiCompte,
): Promise<never> {
  const ligne = { le, utilisateurId: id, detail: { adresse } }
  await insertJournal(sql, { ...ligne, action: 'VERIFICATION_ECHOUEE' })
  if (essai.bloqueJusqua) {
    await insertJournal(sql, { ...ligne, action: 'COMPTE_FREINE' })
    await insertAvis(sql, { cause: 'CODE', identifiant, adresse, le }, essai)
  }
  throw erreur('CODE_INCORRECT')
}

/**
 * Asks for a code of an active second factor, and uses it up. `sql` is the plain handle: a wrong
 * code must be counted. Throws `CODE_INCORRECT`, `TROP_DE_CODES`.
 */
export async function verifierCode(
  sql: Sql,
  titulaire: Titulaire,
  code: string,
  essai: Essai,
): Promise<void> {
  const { adresse, maintenant: le, voie } = essai
  const compteur = compteurDuFacteur(titulaire.id, voie)
  const action = 'VERIFICATION_FREINEE'
  const frein = { le, utilisateurId: titulaire.id, adresse, action } as const
  const verdict = await essayer(sql, [compteur], le, () =>
    accepterCode(sql, titulaire, code, essai),
  ).catch((echec: unknown) => noterFrein(sql, frein, echec))
  if (!verdict.juste) return refuserCode(sql, titulaire, essai, verdict.essai)
  await deleteTentative(sql, compteur)
}
