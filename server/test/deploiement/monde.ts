import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { installer } from '../../src/installation.ts'
import { migrer } from '../../src/platform/base/migrer.ts'
import { openBase } from '../../src/platform/base/ouvrir.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Db } from '../../src/platform/route.ts'
import { insertSession } from '../../src/session/session.sql.ts'
import { ouvrirSmtp, type Smtp } from '../../src/tache/smtp.banc.ts'
import { insertUtilisateur } from '../../src/utilisateur/utilisateur.sql.ts'
import { appelsDe, type Personne } from '../banc.ts'
import { CAUSES, ERREURS_SEULES } from '../causes.ts'
import { startPostgres } from '../postgres.ts'
import { lancer } from '../processus.ts'
import { createPassage, type Passage } from './passage.ts'
import type { Lettre } from './reference.ts'

/** The platform as its own jobs, its people and its mail server have it. */
export type Monde = {
  db: Db
  horloge: { maintenant: Date }
  dpps: Personne
  dppsBis: Personne
  admin: Personne
  /** The person of this account, with a session that lasts. */
  personne(identifiant: string): Promise<Personne>
  /** His sessions are closed: he enters anew. */
  oublier(identifiant: string): void
  /** The jobs of both processes at once, and the mails that they send. */
  passer(): Promise<Lettre[]>
  /** The mail server goes down, and comes back at its own address. */
  couper(): Promise<void>
  retablir(): Promise<void>
}

/** Where a message is read: after its text, the mail says it. */
const LIEN =
  /\n\n(?:Lire le message|Ouvrir la messagerie)\u00a0:\nhttps:\/\/releve\.exemple\/dashboard\/mail(?:\?message=\d+)?\n*$/

/** A mail as it came: the texts that carry a password or an hour are not compared. */
function lettreDe({ a, courriel }: Smtp['recus'][number]): Lettre {
  const { subject: objet = '', text = '' } = courriel
  const libre = objet === 'Relevé\u00a0: votre compte' || objet.includes('adresse de votre compte')
  if (!libre) expect(text).toMatch(LIEN)
  return { a: a.join(), objet, texte: libre ? null : text.replace(LIEN, '') }
}

/** The second process: it answers once its jobs are done. */
async function demarrerSecond(env: Record<string, string>): Promise<Passage> {
  const processus = lancer('./deploiement/second.ts', env, [], undefined, 'ipc')
  await processus.attendre(1)
  const { enfant } = processus
  const demander = async (quoi: 'calculer' | 'envoyer', le: Date) => {
    const reponse = once(enfant, 'message')
    enfant.send([quoi, le.getTime()])
    await reponse
  }
  return {
    calculer: (le) => demander('calculer', le),
    envoyer: (le) => demander('envoyer', le),
  }
}

/** A base that is only installed, two processes on it, and a mail server. */
export async function ouvrirMonde(depart: Date): Promise<Monde> {
  const serveur = await startPostgres({ passager: true })
  onTestFinished(() => serveur.stop())
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '' })
  onTestFinished(() => base.close())
  const { db } = base
  await migrer(db)
  await installer(db)
  let smtp = await ouvrirSmtp()
  const env = {
    ...ERREURS_SEULES,
    PUBLIC_URL: 'https://releve.exemple',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'releve@exemple.org',
  }
  const config = readConfig(env)
  const horloge = { maintenant: depart }
  const app = await createApp({
    base,
    config,
    flux: CAUSES,
    maintenant: () => horloge.maintenant,
    attendre: async () => {},
  })
  onTestFinished(() => app.close())
  const passages = [
    createPassage(db, config),
    await demarrerSecond({ ...env, DATABASE_URL: serveur.url }),
  ]
  const personnes = new Map<string, Personne>()
  const entrer = async (identifiant: string, id: number): Promise<Personne> => {
    const { token } = await insertSession(db, id, horloge.maintenant)
    await db.updateTable('jetonAcces').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
    await db.updateTable('session').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
    return { identifiant, id, jeton: token, ...appelsDe(app, token) }
  }
  const central = async (identifiant: string, role: 'ROLE_DPPS' | 'ROLE_ADMIN') => {
    const champs = { identifiant, nom: identifiant, nomAffichable: `Direction ${identifiant}` }
    const email = `${identifiant}@exemple.org`
    const compte = { ...champs, email, roles: [role], structureId: null, motDePasse: '!' }
    return entrer(identifiant, await insertUtilisateur(db, compte))
  }
  let lues = 0
  return {
    db,
    horloge,
    dpps: await central('dpps', 'ROLE_DPPS'),
    dppsBis: await central('dpps-adjoint', 'ROLE_DPPS'),
    admin: await central('admin', 'ROLE_ADMIN'),
    async personne(identifiant) {
      const connue = personnes.get(identifiant)
      if (connue) return connue
      const { id } = await db
        .selectFrom('utilisateur')
        .select('id')
        .where('identifiant', '=', identifiant)
        .executeTakeFirstOrThrow()
      // He has chosen his password, which is not tried here.
      await db
        .updateTable('utilisateur')
        .set({ forceChangePassword: false })
        .where('id', '=', id)
        .execute()
      const entree = await entrer(identifiant, id)
      personnes.set(identifiant, entree)
      return entree
    },
    oublier(identifiant) {
      personnes.delete(identifiant)
    },
    async passer() {
      const le = horloge.maintenant
      await Promise.all(passages.map((passage) => passage.calculer(le)))
      await Promise.all(passages.map((passage) => passage.envoyer(le)))
      const recues = smtp.recus.slice(lues)
      lues = smtp.recus.length
      return recues.map(lettreDe)
    },
    async couper() {
      await smtp.fermer()
    },
    async retablir() {
      smtp = await ouvrirSmtp({}, smtp.port)
      lues = 0
    },
  }
}
