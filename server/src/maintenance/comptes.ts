import { LIBELLES_ROLES, ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import { zFicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { noterSysteme } from '../journal/noter.sql.ts'
import { contrainteDe } from '../platform/base/erreurs.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { createSecretCopie, hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'
import { revoquerJetonsDe } from '../session/programme.sql.ts'
import { deleteSecondFacteur } from '../session/second-facteur.sql.ts'
import { deleteProvisoires, findCompte, updateMotDePasseUnique } from '../session/secret.sql.ts'
import { fermerSessions } from '../session/session.sql.ts'
import { deleteTentativesDuCompte } from '../session/tentative.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import { CommandeRefusee } from './aide.ts'

type NouveauCompte = {
  identifiant: string
  roles: string
  nom?: string | undefined
  prenoms?: string | undefined
  email?: string | undefined
  structure?: string | undefined
}

/** `DPPS,ROLE_ADMIN` → roles. */
function rolesDe(texte: string): Role[] {
  const roles = texte.split(',').map((mot) => {
    const voulu = mot.trim().toUpperCase()
    const role = ROLES.find((connu) => connu === voulu || connu === `ROLE_${voulu}`)
    if (role) return role
    const liste = ROLES.map((connu) => `${connu} (${LIBELLES_ROLES[connu]})`).join(', ')
    throw new CommandeRefusee(`Le rôle «\u00a0${mot}\u00a0» n’existe pas. Rôles\u00a0: ${liste}.`)
  })
  return [...new Set(roles)]
}

async function structureDe(db: Db, code: string | undefined, roles: Role[]) {
  if (code === undefined) {
    if (!roles.includes('ROLE_STRUCTURE')) return null
    throw new CommandeRefusee(
      'ROLE_STRUCTURE demande une structure\u00a0: ajoutez --structure CODE.',
    )
  }
  const trouvee = await db
    .selectFrom('structure')
    .select('id')
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst()
  if (!trouvee) throw new CommandeRefusee(`La structure «\u00a0${code}\u00a0» n’existe pas.`)
  return trouvee.id
}

/** The account as the screen would have it entered, but its address, which may be missing. */
function ficheDe({ identifiant, nom = identifiant, prenoms = '', email }: NouveauCompte) {
  const forme = zFicheUtilisateur.pick({ identifiant: true, nom: true, prenoms: true, email: true })
  const lue = forme.partial({ email: true }).safeParse({ identifiant, nom, prenoms, email })
  if (lue.success) return lue.data
  const [faute] = lue.error.issues
  const chemin = String(faute?.path[0])
  throw new CommandeRefusee(`--${chemin} est incorrect. ${faute?.message ?? ''}`.trim())
}

/**
 * Creates an account that must choose its password at once, and gives its one-time password.
 * @throws CommandeRefusee
 */
export async function creerCompte(db: Db, demande: NouveauCompte, le: Date): Promise<string> {
  const fiche = ficheDe(demande)
  const roles = rolesDe(demande.roles)
  const structureId = await structureDe(db, demande.structure, roles)
  const motDePasse = createSecretCopie()
  const empreinte = await hacherMotDePasse(motDePasse)
  const { identifiant } = fiche
  const nomAffichable = `${fiche.prenoms} ${fiche.nom}`.trim()
  try {
    await inTransaction(db, async (tx) => {
      const compte = { ...fiche, nomAffichable, roles, structureId, forceChangePassword: true }
      const id = await insertUtilisateur(tx, { ...compte, motDePasse: empreinte })
      const detail = { roles, structure: demande.structure, source: 'ligne de commande' }
      const trace = { cible: { id, identifiant }, detail }
      await noterSysteme({ db: tx, maintenant: le }, 'UTILISATEUR_CREE', trace)
    })
  } catch (error) {
    if (contrainteDe(error) !== 'utilisateur_identifiant_unique') throw error
    throw new CommandeRefusee(`L’identifiant «\u00a0${identifiant}\u00a0» est déjà pris.`)
  }
  return motDePasse
}

/**
 * Gives an account a one-time password: its former one and those e-mailed are worth nothing any
 * more, its sessions and its programs end, its failures are forgotten, its second factor is taken
 * away: it is the way back in for whoever has lost everything. A blocked account stays blocked.
 * @throws CommandeRefusee
 */
export async function reinitialiserMotDePasse(
  db: Db,
  identifiant: string,
  le: Date,
): Promise<{ motDePasse: string; bloque: boolean; sansFacteur: boolean }> {
  const compte = await findCompte(db, identifiant)
  if (!compte) throw new CommandeRefusee(`Le compte «\u00a0${identifiant}\u00a0» n’existe pas.`)
  if (compte.statut === 'INVITE') {
    throw new CommandeRefusee(
      `Le compte «\u00a0${identifiant}\u00a0» n’a pas encore répondu à son invitation\u00a0: renvoyez-la.`,
    )
  }
  const motDePasse = createSecretCopie()
  const empreinte = await hacherMotDePasse(motDePasse)
  const sansFacteur = await inTransaction(db, async (tx) => {
    await updateMotDePasseUnique(tx, compte.id, empreinte)
    await deleteProvisoires(tx, compte.id)
    await fermerSessions(tx, compte.id, 'MOT_DE_PASSE', le)
    const suite = { db: tx, maintenant: le }
    await revoquerJetonsDe(suite, compte, { motif: 'MOT_DE_PASSE', par: null })
    await deleteTentativesDuCompte(tx, compte)
    const retire = await deleteSecondFacteur(tx, compte.id)
    const detail = { source: 'ligne de commande', ...(retire && { secondFacteur: false }) }
    const trace = { cible: compte, detail }
    await noterSysteme(suite, 'MOT_DE_PASSE_REINITIALISE', trace)
    return retire
  })
  return { motDePasse, bloque: compte.statut === 'BLOQUE', sansFacteur }
}
