import { type CodeErreur, ERREURS } from '@releve/contract/erreur.ts'
import { inscriptionApi as api } from '@releve/contract/inscription/inscription.api.ts'
import type { InvitationSuivie, Inviter } from '@releve/contract/inscription/inscription.schema.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { type Banc, ouvrirBanc, type Reponse } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { adressePubliqueDe, readConfig } from '../platform/config.ts'
import { createMailer } from '../platform/mailer.ts'
import { executerTaches } from '../tache/boucle.ts'
import { ouvrirSmtp, type Smtp } from '../tache/smtp.banc.ts'
import { createEnvoiInvitation } from './envoi.ts'

const DEPART = new Date('2025-03-20T10:00:00Z')
export const HEURE = 3_600_000

/** A structure that does not exist. */
export const NOUVELLE: Inviter = {
  code: 'CAU-R02-07',
  libelle: 'Centre d’accueil de Bois-Joli',
  typeStructure: 'CAU',
  region: 'R02',
  parent: 'DR-R02',
  responsable: null,
  capacite: 30,
  email: 'accueil@bois-joli.example.org',
}

type Saisie = BodyOf<typeof api.repondreInvitation>
export const AWA: Saisie = {
  identifiant: 'awa.diallo',
  nom: 'Diallo',
  prenoms: 'Awa',
  fonction: 'Directrice',
  telephone: '+221 33 800 00 00',
  password: 'Platane-Retrouve-27',
}

export type BancInscription = Banc & {
  avancer: (ms: number) => void
  inviter: (champs?: Partial<Inviter>) => Promise<InvitationSuivie>
  /** Sends what waits by a real SMTP server; what it received since. */
  poster: (smtp?: Smtp) => Promise<Smtp>
  /** Invites, and reads the token in the mail received. */
  recevoir: (champs?: Partial<Inviter>) => Promise<{ jeton: string; invitation: InvitationSuivie }>
  repondre: (jeton: string, champs?: Partial<Saisie>) => Promise<Reponse<Session>>
  /** The call is refused by this code, with its status, and writes nothing. */
  refuse: (code: CodeErreur, appeler: () => Promise<Reponse<unknown>>) => Promise<Reponse<unknown>>
  lignesDuJournal: () => Promise<{ action: string; objet: string | null }[]>
}

/** The token that a mail bears. */
export function jetonDe({ recus }: Smtp): string {
  const texte = recus.at(-1)?.courriel.text ?? ''
  return /\/auth\/register-unprotected\?jeton=([\w-]+)/.exec(texte)?.[1] ?? ''
}

/** All that these calls write, to be compared before and after. */
async function photo({ base }: Banc): Promise<unknown> {
  const { rows } = await sql<{ photo: unknown }>`
    select jsonb_build_array(
      (select jsonb_agg(s order by s.id) from structure s),
      (select jsonb_agg(i order by i.id) from invitation i),
      (select count(*) from utilisateur), (select count(*) from session),
      (select jsonb_agg(t order by t.id) from tache t),
      (select jsonb_agg(j order by j.id) from journal j where j.action <> 'DROIT_REFUSE')
    ) as photo`.execute(base.db)
  return rows[0]?.photo
}

async function vider({ base, horloge, structures }: Banc): Promise<void> {
  horloge.maintenant = DEPART
  const gens = sql`select id from utilisateur where identifiant = any (array['dpps',
    'dpps-adjoint', 'admin', 'cau-r01-01', 'cau-r01-01-b', 'cpoly-r02-01', 'dr-r01'])`
  const { db } = base
  await viderTables(db, 'formulaire', 'tache', 'invitation', 'structure_interruption', 'journal')
  await sql`delete from jeton_acces where session_id in
    (select id from session where utilisateur_id not in (${gens}))`.execute(db)
  await sql`delete from jeton_renouvellement where session_id in
    (select id from session where utilisateur_id not in (${gens}))`.execute(db)
  await sql`delete from session where utilisateur_id not in (${gens})`.execute(db)
  await sql`delete from appareil_connu where utilisateur_id not in (${gens})`.execute(db)
  await sql`delete from utilisateur where id not in (${gens})`.execute(db)
  await sql`delete from structure where id <> all (${[...structures.values()]}::integer[])`.execute(
    db,
  )
  await sql`update structure set etat = 'ACTIVE', date_fermeture = null`.execute(db)
  await sql`delete from tentative`.execute(db)
}

/** The bench, where mails leave by a real SMTP server; before each test, nobody is invited. */
export async function ouvrirBancInscription(): Promise<BancInscription> {
  const banc = await ouvrirBanc()
  const { base, horloge, asDpps, anonyme } = banc
  beforeEach(() => vider(banc))
  const taire = () => {}
  const self: BancInscription = {
    ...banc,
    avancer(ms) {
      horloge.maintenant = new Date(horloge.maintenant.getTime() + ms)
    },
    inviter: (champs) =>
      reussi(asDpps.appeler(api.inviterStructure, { body: { ...NOUVELLE, ...champs } })),
    async poster(connu) {
      const smtp = connu ?? (await ouvrirSmtp())
      const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'releve@example.org' })
      const mailer = createMailer(config)
      if (!mailer) throw new Error('un serveur SMTP est donné')
      const log = { info: taire, warn: taire, error: taire }
      const maintenant = () => horloge.maintenant
      const url = adressePubliqueDe(config)
      const atelier = { db: base.db, mailer, maintenant, url }
      const handlers = { INVITATION: createEnvoiInvitation(atelier) }
      while ((await executerTaches({ db: base.db, handlers, maintenant, log })) > 0);
      return smtp
    },
    async recevoir(champs) {
      const invitation = await self.inviter(champs)
      const jeton = jetonDe(await self.poster())
      expect(jeton).toHaveLength(43)
      return { jeton, invitation }
    },
    repondre: (jeton, champs) =>
      anonyme.appeler(api.repondreInvitation, { params: { jeton }, body: { ...AWA, ...champs } }),
    async refuse(code, appeler) {
      const avant = await photo(banc)
      const reponse = await appeler()
      const dit = JSON.stringify(reponse.corps).slice(0, 400)
      expect([reponse.statut, reponse.code], dit).toEqual([ERREURS[code][0], code])
      expect(reponse.libelle).toMatch(/[.!]$/)
      expect(await photo(banc)).toEqual(avant)
      return reponse
    },
    lignesDuJournal: () =>
      base.db.selectFrom('journal').select(['action', 'objet']).orderBy('id').execute(),
  }
  return self
}
