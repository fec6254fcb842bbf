import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ouvrirBancCompte, PAS } from '../compte/compte.banc.ts'

const banc = await ouvrirBancCompte()
const { creerCompte, equiper, connecter, avancer } = banc
const { reinitialiserSecondFacteur } = utilisateurApi

describe('retirer le second facteur d’une personne', () => {
  it('rend son compte à qui a perdu son téléphone, le journalise et la prévient', async () => {
    const id = await creerCompte({ identifiant: 'kadia', structure: 'CAU-R01-01' })
    await banc.base.db
      .updateTable('utilisateur')
      .set({ email: 'kadia@exemple.org' })
      .where('id', '=', id)
      .execute()
    await equiper((await connecter('kadia')).token)
    const enAttente = await banc.defier('kadia')
    const { statut } = await banc.asAdmin.appeler(reinitialiserSecondFacteur, { body: { id } })
    expect(statut).toBe(204)
    expect((await connecter('kadia')).token).toBeTruthy()
    // What awaited a code awaits nothing any more.
    await expect(banc.verifier(enAttente, '123456')).rejects.toThrow('VERIFICATION_EXPIREE')
    const ligne = (await banc.lireJournal(banc.asAdmin.id)).at(-1)
    expect(ligne).toMatchObject({ action: 'SECOND_FACTEUR_REINITIALISE' })
    const cle = `titulaire:${id}:SECOND_FACTEUR_REINITIALISE`
    const { rows } = await sql<{ charge: { a: { email: string }; texte: string } }>`
      select charge from tache where cle like ${`${cle}:%`}`.execute(banc.base.db)
    expect(rows.map(({ charge }) => charge.a.email)).toEqual(['kadia@exemple.org'])
  })

  it('refuse sans droit, sur un compte de la DPPS par un administrateur, sur soi, sans facteur, sur personne', async () => {
    const id = await creerCompte({ identifiant: 'lamine', roles: ['ROLE_DPPS'] })
    await equiper((await connecter('lamine')).token)
    const { asAdmin, asDpps, asStructure } = banc
    const body = { id }
    const refus = async (qui: typeof asAdmin, cible = body) =>
      (await qui.appeler(reinitialiserSecondFacteur, { body: cible })).code
    expect(await refus(asStructure)).toBe('DROIT_INSUFFISANT')
    expect(await refus(asAdmin)).toBe('ROLE_INTERDIT')
    await expect(connecter('lamine')).rejects.toThrow('VERIFICATION_REQUISE')
    expect(await refus(asDpps, { id: asDpps.id })).toBe('SECOND_FACTEUR_SOI_MEME')
    expect(await refus(asDpps, { id: asStructure.id })).toBe('SECOND_FACTEUR_INACTIF')
    expect(await refus(asDpps, { id: 999_999 })).toBe('UTILISATEUR_INTROUVABLE')
    expect((await asDpps.appeler(reinitialiserSecondFacteur, { body })).statut).toBe(204)
    avancer(PAS)
  })
})
