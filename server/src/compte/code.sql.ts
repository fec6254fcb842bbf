import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { noterFrein } from '../session/frein.sql.ts'
import {
  compteurDuFacteur,
  deleteTentative,
  essayer,
  estVerrouille,
  reprendreTentative,
  verrouDuNom,
} from '../session/tentative.sql.ts'
import { findSecondFacteur, updateCode, updateDernierPas } from './second-facteur.sql.ts'
import { trouverPas } from './totp.ts'

type Titulaire = { id: number; identifiant: string }
/** From where, and when. */
type Essai = { adresse: string; maintenant: Date }

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
  titulaire: Titulaire,
  { adresse, maintenant: le }: Essai,
): Promise<never> {
  const ligne = { le, utilisateurId: titulaire.id, detail: { adresse } }
  await insertJournal(sql, { ...ligne, action: 'VERIFICATION_ECHOUEE' })
  if (await estVerrouille(sql, titulaire.identifiant)) {
    await insertJournal(sql, { ...ligne, action: 'COMPTE_VERROUILLE' })
  }
  throw erreur('CODE_INCORRECT')
}

/**
 * Asks for a code of an active second factor, and uses it up. `sql` is the plain handle: a wrong
 * code must be counted; it counts towards the lock of the account's name too, for whoever tries
 * codes has its password. Throws `CODE_INCORRECT`, `TROP_DE_TENTATIVES`, `COMPTE_VERROUILLE`.
 */
export async function verifierCode(
  sql: Sql,
  titulaire: Titulaire,
  code: string,
  essai: Essai,
): Promise<void> {
  const compteur = compteurDuFacteur(titulaire.id)
  const verrou = verrouDuNom(titulaire.identifiant)
  const essayerCode = async () => {
    // Before the other counter: waiting would not lift it.
    if (await estVerrouille(sql, titulaire.identifiant)) throw erreur('COMPTE_VERROUILLE')
    return essayer(sql, [compteur, verrou], essai.maintenant, () =>
      accepterCode(sql, titulaire, code, essai),
    )
  }
  const { adresse, maintenant: le } = essai
  const action = 'VERIFICATION_FREINEE'
  const frein = { le, utilisateurId: titulaire.id, adresse, action } as const
  const { juste } = await essayerCode().catch((echec: unknown) => noterFrein(sql, frein, echec))
  if (!juste) return refuserCode(sql, titulaire, essai)
  await deleteTentative(sql, compteur)
  await reprendreTentative(sql, verrou)
}
