import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { regler } from '../formulaire/formulaire.banc.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import { ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAdmin, ficheDe, creer, base, horloge } = banc

beforeEach(async () => {
  horloge.maintenant = new Date('2025-04-01T09:30:00Z')
  await base.db.deleteFrom('tache').execute()
})

/** What waits to leave by e-mail, but for what opens a new account. */
const courriels = async (): Promise<Courriel[]> => {
  const taches = await base.db
    .selectFrom('tache')
    .select('charge')
    .where('genre', '=', 'COURRIEL')
    .orderBy('id')
    .execute()
  // Written by this room, as mails are.
  return taches.map(({ charge }) => charge as Courriel)
}

async function changer(identifiant: string, email: string, par: Personne): Promise<void> {
  const id = await creer(identifiant)
  const body = { ...ficheDe(identifiant), id, version: 1, email }
  await reussi(par.appeler(api.modifierUtilisateur, { body }))
}

describe('un changement d’adresse', () => {
  it('est dit à l’adresse d’avant : quand, par quel rôle, et que faire ; la nouvelle n’y est pas entière', async () => {
    await changer('avertie', 'zoe.kone@ailleurs.example', asAdmin)
    const [courriel, ...autres] = await courriels()
    expect(autres).toEqual([])
    expect(courriel).toMatchObject({
      a: { nom: 'Fatou Ndiaye', email: 'avertie@example.org' },
      objet: 'Relevé\u00a0: l’adresse de votre compte a changé',
    })
    const texte = courriel?.texte.replaceAll('\u00a0', ' ') ?? ''
    expect(texte).toContain(
      'L’adresse électronique de votre compte « avertie » a été changée le 1er avril 2025 à 09:30 (UTC), par un compte de rôle « Administration ». Elle est désormais z…@ailleurs.example.',
    )
    expect(texte).toContain('prévenez aussitôt la direction centrale')
    expect(JSON.stringify(courriel)).not.toContain('zoe.kone')
  })

  it('dit le rôle de la direction centrale, dans le fuseau de la plateforme', async () => {
    await regler(banc, 'fuseau', 'Africa/Nairobi')
    await changer('lointaine', 'autre@example.org', asDpps)
    const [courriel] = await courriels()
    expect(courriel?.texte).toContain('à 12:30 (Africa/Nairobi)')
    expect(courriel?.texte).toContain('«\u00a0Direction centrale\u00a0»')
    await regler(banc, 'fuseau', 'UTC')
  })

  it('n’est dit à personne quand l’adresse reste, à la casse près, ou n’était pas connue', async () => {
    await changer('meme', 'MEME@example.org', asAdmin)
    const id = await creer('sans')
    await base.db.updateTable('utilisateur').set({ email: null }).where('id', '=', id).execute()
    const body = { ...ficheDe('sans'), id, version: 1, email: 'avec@example.org' }
    await reussi(asAdmin.appeler(api.modifierUtilisateur, { body }))
    expect(await courriels()).toEqual([])
  })

  it('refusé, ne dit rien', async () => {
    const id = await creer('gardee')
    const body = { ...ficheDe('gardee'), id, version: 9, email: 'neuve@example.org' }
    const refus = await asAdmin.appeler(api.modifierUtilisateur, { body })
    expect(refus.statut).toBe(409)
    expect(await courriels()).toEqual([])
  })
})
