import { join } from 'node:path'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  commencer,
  modifier,
  moisCoherent,
  numeroDe,
} from './formulaire.ts'
import { test } from './gens.ts'

const IMAGES = join(import.meta.dirname, '../docs/images')
const STRUCTURE = 'CAU-R01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FIN = 'Effectif au dernier jour du mois'

test('formulaire.png : un rapport en cours de saisie, un contrôle en vue', async ({ as }) => {
  const page = await as('cau-r01-01')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/dashboard/app')
  const formulaire = await commencer(page, 'RMA', STRUCTURE)
  const mois = moisCoherent('RMA', STRUCTURE, formulaire)
  const faites = Object.entries(mois).filter(([adresse]) =>
    /^(CAPACITE|JOURS_OUV|SIT_FONCT|MVT\.|ENT\.|SOR\.|AGE\.)/.test(adresse),
  )
  await modifier(page, NUMERO, Object.fromEntries(faites))
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, 'Mouvement des effectifs')
  await caseDe(page, FIN, 'Féminin').fill(String(Number(mois['MVT.FIN.F']) + 1))
  await attendreEnregistrement(page)
  await page.screenshot({ path: join(IMAGES, 'formulaire.png') })
})
