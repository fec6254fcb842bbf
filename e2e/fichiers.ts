import type { Locator } from '@playwright/test'

/** One violet pixel: any browser shows it. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqP9fDwAEAQGAoNDzfwAAAABJRU5ErkJggg==',
  'base64',
)

/** A file said to be an image, as a person chooses it. */
export const image = (name: string, buffer = PIXEL) => ({ name, mimeType: 'image/png', buffer })

/** A file that begins as a PDF does, of so many bytes. */
export const pdf = (name: string, taille = 2000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(taille - 9, 32)]),
})

/** Lets images of these names fall on a zone, as from a folder of one's computer. */
export async function lacher(zone: Locator, noms: readonly string[]): Promise<void> {
  const dataTransfer = await zone.page().evaluateHandle(`(() => {
    const contenu = Uint8Array.from(${JSON.stringify([...PIXEL])})
    const transfert = new DataTransfer()
    for (const nom of ${JSON.stringify(noms)})
      transfert.items.add(new File([contenu], nom, { type: 'image/png' }))
    return transfert
  })()`)
  await zone.dispatchEvent('drop', { dataTransfer })
}
