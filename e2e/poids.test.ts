import { expect, MOT_DE_PASSE, test } from './gens.ts'
import { cheminsPeses, type Fichier, koDe, peser } from './poids.ts'

const FIGE = 'public, max-age=31536000, immutable'

/** A weight is an aim: clear code is worth a kilobyte. 15 % more is a fault. */
const MARGE = 1.15

/** Files too small to be worth compressing are sent as they are (web/vite.config.ts). */
const SANS_COMPRESSION = 1024

const ko = (valeur: number) => `${valeur.toFixed(1).replace('.', ',')} Ko`

/** What weighs most comes first, so that an aim passed says where to look. */
function detailler(fichiers: readonly Fichier[]): string {
  return fichiers
    .toSorted((a, b) => b.octets - a.octets)
    .map(({ chemin, octets }) => `  ${ko(octets / 1000).padStart(9)}  ${chemin}`)
    .join('\n')
}

for (const { nom, vise, aller } of cheminsPeses(MOT_DE_PASSE)) {
  test(`${nom} : quelque ${vise} Ko de JavaScript et de CSS`, async ({ page }) => {
    const fichiers = peser(page)
    await aller(page)
    const recus = await fichiers()
    const poids = koDe(recus)
    const note = poids > vise ? ', AU-DELÀ' : ''
    const dit = `${ko(poids)} (${vise} visés${note}) en ${recus.length} fichiers`
    console.log(`${nom} : ${dit}, polices à part ${ko(koDe(recus, true))}`)
    expect(poids, detailler(recus)).toBeLessThanOrEqual(vise * MARGE)
    // Nothing received is no lightness: the page came without what it lives by.
    expect(poids).toBeGreaterThan(10)
    for (const { chemin, genre, octets, compression, cache } of recus) {
      expect(cache, chemin).toBe(FIGE)
      if (genre !== 'police' && octets >= SANS_COMPRESSION) expect(compression, chemin).toBe('br')
    }
  })
}

test('la page elle-même n’est pas gardée en cache', async ({ request }) => {
  for (const adresse of ['/', '/auth/login', '/dashboard/saisies/RMA-X']) {
    const reponse = await request.get(adresse)
    expect(reponse.headers()['cache-control'], adresse).toBe('no-cache')
    expect(reponse.headers()['content-type'], adresse).toMatch(/^text\/html/)
  }
})

test('un fichier du site qui n’existe plus n’est ni une page, ni gardé en cache', async ({
  request,
}) => {
  const reponse = await request.get('/assets/index-00000000.js')
  expect(reponse.status()).toBe(404)
  expect(reponse.headers()['cache-control']).toBe('no-store')
})
