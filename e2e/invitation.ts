import { expect, type Page } from '@playwright/test'
import { attendreLettres, lienDe } from './courrier.ts'
import { ouvrirSession } from './gens.ts'

/** A structure that no demonstration has; invited again each time, it is one only. */
const BOIS_JOLI = {
  code: 'CAU-R02-90',
  libelle: 'Centre d’accueil de Bois-Joli',
  typeStructure: 'CAU',
  region: 'R02',
}

/** Has the structure invited by mail, and follows the link: the page that opens its account. */
export async function suivreInvitation(page: Page): Promise<void> {
  const email = `invitee-${Date.now()}@bois-joli.example.org`
  const { token } = await ouvrirSession(page.request, 'dpps')
  const reponse = await page.request.post('/api/inscrire', {
    headers: { Authorization: `Bearer ${token}` },
    data: { ...BOIS_JOLI, email },
  })
  expect(reponse.ok(), await reponse.text()).toBe(true)
  const [lettre] = await attendreLettres(email)
  if (lettre) await page.goto(lienDe(lettre))
  await expect(page.getByRole('button', { name: 'Ouvrir mon compte' })).toBeVisible()
}
