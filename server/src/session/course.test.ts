import { sessionApi as api } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { pendant } from './course.banc.ts'
import { MOT_DE_PASSE, ouvrirBancSession } from './session.banc.ts'

const banc = await ouvrirBancSession()
const { base } = banc

// The embedded base has one connection: nobody comes between.
describe.runIf(base.maison === 'serveur')('pendant que le mot de passe se vérifie', () => {
  it.each([
    ['qui change', sql`update utilisateur set mot_de_passe = 'autre'`],
    ['d’un compte qu’on bloque', sql`update utilisateur set statut = 'BLOQUE'`],
  ])('un mot de passe %s n’ouvre plus de session', async (titre, changement) => {
    const identifiant = `course-${titre.length}`
    const id = await banc.creerCompte({ identifiant })
    const { appel } = await pendant(
      base,
      (tx) => sql`${changement} where id = ${id}`.execute(tx),
      () => banc.refuser(api.connecter, { body: { identifiant, password: MOT_DE_PASSE } }),
    )
    expect((await appel).code).toBe('IDENTIFIANTS_INVALIDES')
    const ouvertes = await base.db
      .selectFrom('session')
      .select('id')
      .where('utilisateurId', '=', id)
      .execute()
    expect(ouvertes).toEqual([])
  })

  it('deux changements à la fois ne passent pas tous les deux', async () => {
    const id = await banc.creerCompte({ identifiant: 'course-mdp' })
    const { token } = await banc.connecter('course-mdp')
    const { appel } = await pendant(
      base,
      (tx) => sql`update utilisateur set mot_de_passe = 'autre' where id = ${id}`.execute(tx),
      () =>
        banc.refuser(api.modifierMotDePasse, {
          token,
          body: { ancienMotDePasse: MOT_DE_PASSE, nouveauMotDePasse: 'Pivoine-Orange-77-Lac' },
        }),
    )
    expect((await appel).code).toBe('ANCIEN_MOT_DE_PASSE_INCORRECT')
  })
})
