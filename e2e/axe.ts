import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Paire } from '../web/src/app/theme.banc.ts'

/** WCAG 2.1, levels A and AA. */
const NIVEAUX = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
const CONTRASTE = 'color-contrast'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A rule that is broken, and where: the elements, with what axe says of each. */
export type Defaut = { id: string; ou: string[] }

/** Ends what fades: half gone, a message has no colour to be read by. */
async function figer(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(
    'Promise.all(document.getAnimations().map((une) => une.effect.getComputedTiming().endTime < Infinity && une.finished.catch(() => {})))',
  )
}

/**
 * Runs axe in the page, which has no frames; its script is read by a document once. Naming each
 * element costs more than judging it: only where something is at fault are they named.
 */
async function jouer(page: Page, partie: string, options: RunOptions): Promise<AxeResults> {
  await figer(page)
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const demander = (nommer: boolean) => {
    const demande: RunOptions = { resultTypes: ['violations'], selectors: nommer, ...options }
    return page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(partie)}, ${JSON.stringify(demande)})`,
    )
  }
  const rendu = await demander(false)
  return rendu.violations.length === 0 ? rendu : demander(true)
}

const direDefauts = (violations: AxeResults['violations']): Defaut[] =>
  violations.map(({ id, nodes }) => ({
    id,
    ou: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))

async function lire(page: Page, options: RunOptions, partie = 'html'): Promise<Defaut[]> {
  return direDefauts((await jouer(page, partie, options)).violations)
}

/** What axe says of a text that can be read. */
type ContrasteMesure = { fgColor?: string; bgColor?: string; expectedContrastRatio?: string }

/** What of the page is examined: every rule of the levels, those but colours, or colours alone. */
export type Examen = 'tout' | 'structure' | 'couleurs'

const REGLES: Record<Examen, RunOptions> = {
  tout: { runOnly: { type: 'tag', values: NIVEAUX } },
  structure: {
    runOnly: { type: 'tag', values: NIVEAUX },
    rules: { [CONTRASTE]: { enabled: false } },
  },
  couleurs: { runOnly: { type: 'rule', values: [CONTRASTE] } },
}

/** What axe finds on the page as it stands, and the pairs of colours that it has read there. */
export async function examiner(
  page: Page,
  examen: Examen,
): Promise<{ defauts: Defaut[]; paires: Paire[] }> {
  const resultTypes: RunOptions['resultTypes'] =
    examen === 'structure' ? ['violations'] : ['violations', 'passes']
  const { violations, passes } = await jouer(page, 'html', { ...REGLES[examen], resultTypes })
  const lus = passes
    .filter(({ id }) => id === CONTRASTE)
    .flatMap(({ nodes }) => nodes.flatMap(({ any }) => any.map(({ data }) => data)))
  const paires = new Map<string, Paire>()
  for (const { fgColor, bgColor, expectedContrastRatio } of lus as ContrasteMesure[]) {
    if (!fgColor || !bgColor) continue
    const minimum = Number.parseFloat(expectedContrastRatio ?? '4.5')
    paires.set([fgColor, bgColor, minimum].join(), { dessus: fgColor, dessous: bgColor, minimum })
  }
  return { defauts: direDefauts(violations), paires: [...paires.values()] }
}

/** What axe finds on the page as it stands, every rule of the levels. */
export const trouverDefauts = (page: Page) => lire(page, REGLES.tout)

/** Every rule that axe has, good practice too, on this part of the page. */
export const trouverTout = (page: Page, partie = 'html') => lire(page, {}, partie)
