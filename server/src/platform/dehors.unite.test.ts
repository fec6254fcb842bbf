import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { AdresseInterdite, envoyerDehors, Injoignable, type Resoudre } from './dehors.ts'

let appels = 0
const serveur = createServer((_, reponse) => {
  appels += 1
  reponse.end('reçu\r\nla suite')
})
serveur.listen(0, '127.0.0.1')
await once(serveur, 'listening')
afterAll(() => serveur.close())
const { port } = serveur.address() as AddressInfo

/** A resolver that answers these in turn, and counts. */
function resolveur(...reponses: string[][]) {
  const etat = { demandes: 0 }
  const resoudre: Resoudre = (_, suite) => {
    const dites = reponses[Math.min(etat.demandes, reponses.length - 1)] ?? []
    etat.demandes += 1
    const adresses = dites.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    suite(null, adresses)
  }
  return { etat, resoudre }
}

const envoyer = (
  adresse: string,
  {
    permis = [],
    resoudre,
    delai = 60_000,
  }: { permis?: string[]; resoudre?: Resoudre; delai?: number } = {},
) =>
  envoyerDehors({
    url: new URL(adresse),
    entetes: { 'content-type': 'application/json' },
    corps: '{}',
    permis,
    delai,
    ...(resoudre && { resoudre }),
  })

describe('ce qui sort vers un programme', () => {
  it('va à l’adresse qui a été regardée : le nom n’est pas résolu deux fois', async () => {
    const avant = appels
    const { etat, resoudre } = resolveur(['127.0.0.1'], ['10.0.0.1'])
    const permis = ['127.0.0.0/8']
    const recu = await envoyer(`http://entrepot.exemple:${port}/`, { permis, resoudre })
    expect(recu).toEqual({ statut: 200, ligne: 'reçu' })
    expect(etat.demandes).toBe(1)
    const encore = envoyer(`http://entrepot.exemple:${port}/`, { permis, resoudre })
    await expect(encore).rejects.toThrow(AdresseInterdite)
    expect([etat.demandes, appels]).toEqual([2, avant + 1])
  })

  it('de même où Node ne demande qu’une adresse', async () => {
    const avant = getDefaultAutoSelectFamily()
    setDefaultAutoSelectFamily(false)
    try {
      const { etat, resoudre } = resolveur(['127.0.0.1'], ['10.0.0.1'])
      const permis = ['127.0.0.0/8']
      const recu = await envoyer(`http://entrepot.exemple:${port}/`, { permis, resoudre })
      expect([recu.statut, etat.demandes]).toEqual([200, 1])
    } finally {
      setDefaultAutoSelectFamily(avant)
    }
  })

  it.each([
    ['une ligne', 'merci\nla suite', 'merci'],
    ['quatre kilo-octets', 'x'.repeat(5000), 'x'.repeat(200)],
  ])(
    'n’attend pas la fin d’une réponse dont %s est lue',
    async (_, dit, ligne) => {
      const bavard = createServer((__, reponse) => void reponse.writeHead(200).write(dit))
      bavard.listen(0, '127.0.0.1')
      await once(bavard, 'listening')
      const { port: sien } = bavard.address() as AddressInfo
      // No time cuts it here: only what was read may end it.
      const delai = 2 ** 31 - 1
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      try {
        const recu = await envoyer(`http://127.0.0.1:${sien}/`, { permis: ['127.0.0.0/8'], delai })
        expect(recu).toEqual({ statut: 200, ligne })
      } finally {
        vi.useRealTimers()
        bavard.closeAllConnections()
        bavard.close()
      }
    },
    10_000,
  )

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['169.254.169.254']],
    [['fd00::1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
  ])('n’atteint pas un nom qui mène à %j', async (adresses) => {
    const { resoudre } = resolveur(adresses)
    const essai = envoyer(`https://entrepot.exemple:${port}/`, { resoudre })
    await expect(essai).rejects.toThrow(AdresseInterdite)
  })

  it('n’atteint pas une adresse dite par elle-même, sous aucune écriture', async () => {
    const avant = appels
    for (const hote of [
      '127.0.0.1',
      '2130706433',
      '0177.1',
      '0x7f.1',
      '[::1]',
      '[::ffff:7f00:1]',
    ]) {
      await expect(envoyer(`https://${hote}:${port}/`)).rejects.toThrow(AdresseInterdite)
    }
    expect(appels).toBe(avant)
  })

  it('ne va pas en clair hors des réseaux qu’un réglage nomme', async () => {
    const { resoudre } = resolveur(['93.184.216.34'])
    for (const permis of [[], ['127.0.0.0/8']]) {
      const essai = envoyer('http://entrepot.exemple/', { permis, resoudre })
      await expect(essai).rejects.toThrow('elle n’est pas chiffrée')
    }
  })

  it('dit pourquoi rien n’a répondu', async () => {
    const { resoudre } = resolveur([])
    await expect(envoyer('https://vide.exemple/', { resoudre })).rejects.toThrow(Injoignable)
    const perdu: Resoudre = (_, suite) =>
      suite(Object.assign(new Error('perdu'), { code: 'ENOTFOUND' }), [])
    const essai = envoyer('https://perdu.exemple/', { resoudre: perdu })
    await expect(essai).rejects.toThrow('ce nom d’hôte est inconnu')
  })
})
