import { expect, type Page } from '@playwright/test'
import { choisirPlus, MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { ouvrirSession } from './gens.ts'

const NUMERO = numeroDe('EPM', 'MAC-R01-01', MOIS_PRECEDENT)

/** Opens the page of a receipt. A report received before there were any is so again for one. */
export async function verifierRecepisse(page: Page): Promise<void> {
  const { token } = await ouvrirSession(page.request, 'dpps')
  const demander = async (chemin: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    const reponse = await page.request.get(`/api/formulaire/${chemin}`, { headers })
    expect(reponse.ok(), await reponse.text()).toBe(true)
    return reponse.json()
  }
  const lister = async () => (await demander(`recepisses/${NUMERO}`)).elements
  if ((await lister()).length === 0) {
    for (const etat of ['RENVOYE', 'VALIDE'])
      await demander(`changerEtat/${NUMERO}/${etat}?motif=INCOHERENCE&texte=Essai`)
  }
  const [{ code }] = await lister()
  await page.goto(`/recepisse/${code}`)
  await page.getByRole('textbox', { name: 'Empreinte imprimée' }).waitFor()
}

/** Opens the receipts of the report that is shown, whether it has some or none. */
export async function ouvrirRecepisses(page: Page): Promise<void> {
  await choisirPlus(page, 'Récépissés')
  await page
    .getByRole('dialog')
    .getByText(/^(La chaîne tient|Ce rapport a été soumis)/)
    .waitFor()
}
