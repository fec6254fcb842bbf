import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.1, levels A and AA. */
const NIVEAUX = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
const CONTRASTE = 'color-contrast'

/** A rule that is broken, and where: the elements, with what axe says of each. */
export type Defaut = { id: string; ou: string[] }

/** In the page alone: the pages have no frames, and a tab of its own for each look may hang. */
const nouvelAxe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

async function lire(axe: AxeBuilder): Promise<Defaut[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => ({
    id,
    ou: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

/** What axe finds on the page as it stands, every rule; without colours where asked. */
export const trouverDefauts = (page: Page, { sansContraste }: { sansContraste?: true } = {}) =>
  lire(
    nouvelAxe(page)
      .withTags(NIVEAUX)
      .disableRules(sansContraste ? [CONTRASTE] : []),
  )

/** Colours alone: what differs between two displays of the same page. */
export const trouverContrastes = (page: Page) => lire(nouvelAxe(page).withRules(CONTRASTE))

/** Every rule that axe has, good practice too, on this part of the page. */
export const trouverTout = (page: Page, partie = 'html') => lire(nouvelAxe(page).include(partie))
