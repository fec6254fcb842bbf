import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/fournisseur.ts'
import { pendant } from '../session/course.banc.ts'
import { verrouillerStructures } from '../structure/structure.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import { ouvrirBancFournisseur } from './fournisseur.banc.ts'

const banc = await ouvrirBancFournisseur()
const { createur, aller, refuser, reussir, lireJournal } = banc
const { db } = banc.base

const CHEZ = { chez: createur, cle: 'createur' }
const entrer = async (sub: string) =>
  reussir(api.connecterParFournisseur, { body: await aller(sub, CHEZ) })
const refus = async (sub: string) =>
  refuser(api.connecterParFournisseur, { body: await aller(sub, CHEZ) })

/** What the provider calls the name of an account. */
const IDENTIFIANT = 'preferred_username'

/** Somebody whom the provider says to be the agent of a structure. */
function nommer(
  nom: string,
  dits: Record<string, unknown> = {},
  personne: Partial<Personne> = {},
): string {
  const agent = { family_name: 'Diallo', given_name: 'Awa', metier: 'agent', service: 'CAU-R01-01' }
  createur.personnes.push({
    sub: `sub-${nom}`,
    email: `${nom}@ministere.example`,
    email_verified: true,
    ...personne,
    dits: { [IDENTIFIANT]: nom, ...agent, ...dits },
  })
  return `sub-${nom}`
}

const compteDe = (identifiant: string) =>
  db.selectFrom('utilisateur').selectAll().where('identifiant', '=', identifiant).executeTakeFirst()
const compter = async () => {
  const { rows } = await sql<{ comptes: number; liens: number; sessions: number }>`
    select (select count(*)::int from utilisateur) as comptes,
      (select count(*)::int from identite) as liens,
      (select count(*)::int from session) as sessions`.execute(db)
  return rows[0]
}

describe('un compte créé de ce que dit un service d’identité', () => {
  it('est d’une structure, sans mot de passe, lié, et le journal le dit', async () => {
    const session = await entrer(nommer('awa.d', { metier: ['lecteur', 'agent'] }))
    expect(session).toMatchObject({
      identifiant: 'awa.d',
      nomAffichable: 'Awa Diallo',
      roles: ['ROLE_STRUCTURE'],
      structure: { code: 'CAU-R01-01' },
      fournisseur: 'createur',
    })
    const compte = await compteDe('awa.d')
    expect(compte).toMatchObject({
      motDePasse: '!',
      email: 'awa.d@ministere.example',
      statut: 'ACTIF',
    })
    expect(await lireJournal(compte?.id ?? 0)).toMatchObject([
      {
        action: 'UTILISATEUR_CREE',
        detail: { fournisseur: 'Le créateur', structure: 'CAU-R01-01' },
      },
      { action: 'IDENTITE_LIEE' },
      { action: 'CONNEXION' },
    ])
    // The next time, it is there.
    expect((await entrer('sub-awa.d')).identifiant).toBe('awa.d')
    expect((await compter())?.liens).toBe(1)
    expect(await banc.echouer('awa.d', '!')).toMatchObject({ code: 'IDENTIFIANTS_INVALIDES' })
  })

  it('de deux premières connexions à la fois, un seul compte, et les deux s’ouvrent', async () => {
    const sub = nommer('bineta.d')
    const avant = await compter()
    const retours = [await aller(sub, CHEZ), await aller(sub, CHEZ)]
    const venues = await Promise.all(
      retours.map((body) => reussir(api.connecterParFournisseur, { body })),
    )
    expect(venues.map(({ identifiant }) => identifiant)).toEqual(['bineta.d', 'bineta.d'])
    expect(await compter()).toEqual({
      comptes: (avant?.comptes ?? 0) + 1,
      liens: (avant?.liens ?? 0) + 1,
      sessions: (avant?.sessions ?? 0) + 2,
    })
  })

  it('un compte qui a cette adresse s’ouvre, il n’en est pas créé d’autre', async () => {
    const id = await banc.creerCompte({ identifiant: 'coumba', structure: 'CAU-R01-01' })
    const email = 'coumba.d@ministere.example'
    await db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
    expect((await entrer(nommer('coumba.d'))).identifiant).toBe('coumba')
    expect(await compteDe('coumba.d')).toBeUndefined()
  })

  const REFUS = [
    ['sans rôle', { metier: undefined }, 'il ne vous dit pas agent d’une structure'],
    ['central', { metier: 'ROLE_DPPS' }, 'il ne vous dit pas agent d’une structure'],
    ['de plusieurs rôles, aucun le bon', { metier: ['a', 'b'] }, 'il ne vous dit pas agent'],
    ['sans structure', { service: ' ' }, 'il ne nomme pas de structure'],
    ['d’une structure inconnue', { service: 'CAU-R99-99' }, '«\u00a0CAU-R99-99\u00a0» n’est pas'],
    ['sans nom', { family_name: undefined }, '«\u00a0Nom\u00a0» y manque'],
    ['d’identifiant illisible', { [IDENTIFIANT]: 'a b' }, '«\u00a0Identifiant\u00a0» y manque'],
    ['d’identifiant pris', { [IDENTIFIANT]: 'CAU-r01-01' }, '«\u00a0CAU-r01-01\u00a0» est déjà'],
  ] as const
  it.each(REFUS)('n’est pas créé pour qui est dit %s', async (cas, dits, phrase) => {
    const avant = await compter()
    const nom = `refus.${REFUS.findIndex(([un]) => un === cas)}`
    const dit = await refus(nommer(nom, dits))
    expect(dit).toMatchObject({ statut: 403, code: 'COMPTE_NON_CREE' })
    expect(dit.libelle).toContain(phrase)
    expect(await compter()).toEqual(avant)
    const derniere = await db
      .selectFrom('journal')
      .select(['action', 'detail'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(derniere.action).toBe('IDENTITE_SANS_COMPTE')
    expect(JSON.stringify(derniere.detail)).toContain(phrase)
  })

  it.each(['SUSPENDUE', 'FERMEE', 'INVITEE'] as const)(
    'n’est pas créé pour une structure %s',
    async (etat) => {
      const code = 'CPOLY-R02-01'
      const poser = (voulu: typeof etat | 'ACTIVE') =>
        db.updateTable('structure').set({ etat: voulu }).where('code', '=', code).execute()
      await poser(etat)
      try {
        const dit = await refus(nommer(`etat.${etat.toLowerCase()}`, { service: code }))
        expect(dit).toMatchObject({ code: 'COMPTE_NON_CREE' })
      } finally {
        await poser('ACTIVE')
      }
    },
  )

  // The embedded base has one connection: nobody comes between.
  it.runIf(banc.base.maison === 'serveur')(
    'n’est pas créé quand un autre vient de recevoir cette adresse',
    async () => {
      const body = await aller(nommer('elimane.d'), CHEZ)
      const email = 'elimane.d@ministere.example'
      const { appel } = await pendant(
        banc.base,
        async (tx) => {
          await verrouillerStructures(tx)
          const compte = { identifiant: 'elimane-autre', nom: 'Sarr', nomAffichable: 'Sarr' }
          await insertUtilisateur(tx, {
            ...compte,
            email,
            roles: ['ROLE_STRUCTURE'],
            motDePasse: '!',
          })
        },
        () => refuser(api.connecterParFournisseur, { body }),
      )
      const dit = await appel
      expect(dit.code).toBe('COMPTE_NON_CREE')
      expect(dit.libelle).toContain('un compte a déjà cette adresse électronique')
      expect(await compteDe('elimane.d')).toBeUndefined()
    },
  )

  it('ni d’une adresse non vérifiée, ni de celle d’un compte central ou jamais activé', async () => {
    const avant = await compter()
    const SANS = { statut: 403, code: 'IDENTITE_SANS_COMPTE' }
    expect(await refus(nommer('dior.d', {}, { email_verified: false }))).toMatchObject(SANS)
    const comptes = [
      { identifiant: 'direction', roles: ['ROLE_DPPS' as const] },
      { identifiant: 'jamais', statut: 'INVITE' as const },
    ]
    for (const compte of comptes) {
      const id = await banc.creerCompte(compte)
      const email = `${compte.identifiant}.d@ministere.example`
      await db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
      expect(await refus(nommer(`${compte.identifiant}.d`))).toMatchObject(SANS)
    }
    const apres = await compter()
    expect(apres).toEqual({ ...avant, comptes: (avant?.comptes ?? 0) + comptes.length })
  })
})
