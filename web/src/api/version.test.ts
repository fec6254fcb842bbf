import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** What the browser has and Node has not. */
function memoire() {
  const valeurs = new Map<string, string>()
  return {
    getItem: (cle: string) => valeurs.get(cle) ?? null,
    setItem: (cle: string, valeur: string) => void valeurs.set(cle, valeur),
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoire())
  vi.stubGlobal('document', { querySelector: () => ({ content: '0.2.0' }) })
})
afterEach(() => vi.unstubAllGlobals())

/** A page of version 0.2.0, as it opens. */
async function ouvrir() {
  vi.resetModules()
  return import('./version.ts')
}

it('cède à la version du serveur, une fois pour chacune', async () => {
  const page = await ouvrir()
  expect(page.prendreVersion()).toBe(false)
  page.noterVersion('0.2.0')
  expect(page.prendreVersion()).toBe(false)
  page.noterVersion('0.3.0')
  expect(page.prendreVersion()).toBe(true)
  const rechargee = await ouvrir()
  rechargee.noterVersion('0.3.0')
  expect(rechargee.prendreVersion()).toBe(false)
  rechargee.noterVersion('0.4.0')
  expect(rechargee.prendreVersion()).toBe(true)
})

it.each(['getItem', 'setItem'] as const)(
  'reste, et ne casse rien, où le navigateur refuse sessionStorage (%s) : elle se rechargerait sans fin',
  async (methode) => {
    const page = await ouvrir()
    page.noterVersion('0.3.0')
    vi.spyOn(sessionStorage, methode).mockImplementation(() => {
      throw new DOMException('plein', 'QuotaExceededError')
    })
    expect(page.prendreVersion()).toBe(false)
  },
)
