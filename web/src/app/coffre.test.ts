import { beforeEach, describe, expect, it, vi } from 'vitest'
import { creerCarnets } from './carnets.ts'
import { ouvrirCoffre } from './coffre.ts'
import { memoire, monterRayon } from './navigateur.banc.ts'
import { creerSceau } from './sceau.ts'

const CLE = 'saisie:awa:RMA-1'
const carnet = (textes: object, depuis = 5) =>
  JSON.stringify({ version: 1, textes, commentaires: {}, justifications: {}, depuis })
const TEXTE = carnet({ 'AGE.A00_02.M': '98765' })

const octets = (rang: number) => new Uint8Array(32).fill(rang)
const AWA = await creerSceau('awa', octets(1))
const AWA_RENOMMEE = await creerSceau('awa.sy', octets(1))
const BINTA = await creerSceau('binta', octets(2))

let disque: ReturnType<typeof monterRayon>
beforeEach(() => {
  vi.stubGlobal('localStorage', memoire())
  disque = monterRayon()
})

/** A page, whose texts are kept so. */
function ouvrirPage(ferme: boolean, sceau: typeof AWA | null) {
  const coffre = ouvrirCoffre(() => disque.ouvrir())
  coffre.regler({ ferme, sceau })
  return coffre
}
const ecrire = (coffre: ReturnType<typeof ouvrirPage>, texte: string | null, cle = CLE) =>
  coffre.modifier([cle], () => texte)
const lireTout = async (coffre: ReturnType<typeof ouvrirPage>) =>
  Object.fromEntries(await coffre.lireTout())

/** All that the base holds, as letters. */
const lettres = () =>
  [...disque.bruts]
    .flatMap(([cle, brut]) =>
      typeof brut === 'string' ? [cle, brut] : [cle, Buffer.from(brut.octets).toString('latin1')],
    )
    .join('\n')

describe('sur un poste partagé', () => {
  it('ce qui est tapé est chiffré sur le disque, sans le nom de son auteur, et se relit avec sa clé', async () => {
    const page = ouvrirPage(true, AWA)
    await ecrire(page, TEXTE)
    expect(lettres()).not.toMatch(/98765|textes|awa/)
    expect([...disque.bruts.keys()]).toEqual([`saisie:#${AWA.empreinte}:RMA-1`])
    expect(await lireTout(page)).toEqual({ [CLE]: TEXTE })
    expect(await page.lire([CLE])).toEqual(new Map([[CLE, TEXTE]]))
  })

  it('deux écritures du même texte ne se ressemblent pas', async () => {
    const page = ouvrirPage(true, AWA)
    await ecrire(page, TEXTE)
    const une = lettres()
    await ecrire(page, TEXTE)
    expect(lettres()).not.toBe(une)
  })

  it('sans sa clé, ou avec celle d’une autre personne, on voit que quelque chose attend, et rien de plus', async () => {
    await ecrire(ouvrirPage(true, AWA), TEXTE)
    const vu = { [`saisie:#${AWA.empreinte}:RMA-1`]: '' }
    expect(await lireTout(ouvrirPage(true, null))).toEqual(vu)
    expect(await lireTout(ouvrirPage(true, BINTA))).toEqual(vu)
  })

  it('rien ne s’écrit en clair : ni sans clé, ni au nom d’une autre personne', async () => {
    const sansCle = ouvrirPage(true, null)
    expect(sansCle.peut(CLE)).toBe(false)
    await expect(ecrire(sansCle, TEXTE)).rejects.toThrow()
    const deBinta = ouvrirPage(true, BINTA)
    expect([deBinta.peut(CLE), deBinta.peut('saisie:binta:RMA-1')]).toEqual([false, true])
    await expect(ecrire(deBinta, TEXTE)).rejects.toThrow()
    expect(disque.bruts.size).toBe(0)
  })

  it('deux personnes qui se suivent gardent chacune les siennes', async () => {
    await ecrire(ouvrirPage(true, AWA), TEXTE)
    const page = ouvrirPage(true, BINTA)
    await ecrire(page, carnet({ A: '2' }), 'saisie:binta:RMA-1')
    await ecrire(page, null, 'saisie:binta:RMA-1')
    expect(await lireTout(ouvrirPage(true, AWA))).toEqual({ [CLE]: TEXTE })
  })

  it('un texte mis à la place d’un autre, ou abîmé, ne s’ouvre pas', async () => {
    const page = ouvrirPage(true, AWA)
    await ecrire(page, TEXTE)
    const casier = `saisie:#${AWA.empreinte}:RMA-1`
    const scelle = disque.bruts.get(casier)
    if (typeof scelle !== 'object') throw new Error('en clair')
    const ailleurs = `saisie:#${AWA.empreinte}:RMA-2`
    disque.bruts.set(ailleurs, scelle)
    const abime = new Uint8Array(scelle.octets.slice(0))
    abime[0] = (abime[0] ?? 0) ^ 1
    disque.bruts.set(casier, { ...scelle, octets: abime.buffer })
    expect(await lireTout(page)).toEqual({ [ailleurs]: '', [casier]: '' })
  })

  it('ce qu’une autre page écrit entre la lecture et l’écriture n’est pas écrasé', async () => {
    const [une, autre] = [ouvrirPage(true, AWA), ouvrirPage(true, AWA)]
    await ecrire(une, 'un')
    const [casier, avant] = [...disque.bruts][0] ?? []
    await ecrire(autre, 'un,deux')
    const apres = disque.bruts.get(casier ?? '')
    if (!casier || !avant || !apres) throw new Error('rien d’écrit')
    disque.bruts.set(casier, avant)
    disque.pendant = () => void disque.bruts.set(casier, apres)
    await une.modifier([CLE], (_, lu) => `${lu},trois`)
    expect(await lireTout(une)).toEqual({ [CLE]: 'un,deux,trois' })
  })
})

describe('ailleurs', () => {
  it('ce qui est tapé se lit sans clé, pendant la session', async () => {
    await ecrire(ouvrirPage(false, AWA), TEXTE)
    expect(await lireTout(ouvrirPage(false, null))).toEqual({ [CLE]: TEXTE })
  })

  it('un nouveau nom, le même compte : ce qui est chiffré se relit', async () => {
    await ecrire(ouvrirPage(true, AWA), TEXTE)
    expect(await lireTout(ouvrirPage(false, AWA_RENOMMEE))).toEqual({
      'saisie:awa.sy:RMA-1': TEXTE,
    })
  })

  it('ce qui est en clair et ce qui est chiffré du même rapport se rejoignent, case par case', async () => {
    await ecrire(ouvrirPage(true, AWA), carnet({ A: '1', B: '1' }, 5))
    disque.bruts.set(CLE, carnet({ A: '2', C: '2' }, 9))
    const page = ouvrirPage(false, AWA)
    const uni = carnet({ A: '2', B: '1', C: '2' }, 5)
    expect(JSON.parse((await lireTout(page))[CLE] ?? '')).toEqual(JSON.parse(uni))
    await page.modifier([CLE], (_, lu) => lu)
    expect([...disque.bruts.keys()]).toEqual([CLE])
    expect(JSON.parse((await lireTout(ouvrirPage(false, null)))[CLE] ?? '')).toEqual(
      JSON.parse(uni),
    )
  })
})

describe('d’une session à la suivante', () => {
  const ouvrirCarnets = async () => {
    const carnets = creerCarnets(ouvrirCoffre(() => disque.ouvrir()))
    await carnets.charger()
    return carnets
  }

  it('ce qui attendait en clair est chiffré dès que la clé de son auteur est là', async () => {
    disque.bruts.set(CLE, TEXTE)
    disque.bruts.set('saisie:binta:RMA-3', carnet({ A: '4' }))
    const carnets = await ouvrirCarnets()
    await carnets.regler({ ferme: true, sceau: AWA })
    expect([...disque.bruts.keys()]).toEqual([
      'saisie:binta:RMA-3',
      `saisie:#${AWA.empreinte}:RMA-1`,
    ])
    expect(lettres()).not.toContain('98765')
    expect(carnets.lire(CLE)).toBe(TEXTE)
  })

  it('ce qui est tapé avant que la clé soit là n’est dit gardé nulle part, puis l’est', async () => {
    const carnets = await ouvrirCarnets()
    await carnets.regler({ ferme: true, sceau: null })
    carnets.poser(CLE, TEXTE)
    await vi.waitFor(() => expect(carnets.etat(CLE)).toBe('FENETRE'))
    expect([disque.bruts.size, carnets.enPeril()]).toEqual([0, true])
    await carnets.regler({ ferme: true, sceau: AWA })
    await vi.waitFor(() => expect(carnets.etat(CLE)).toBe('GARDE'))
    expect(carnets.enPeril()).toBe(false)
    expect(lettres()).not.toContain('98765')
  })

  it('ce que la fenêtre seule tenait s’oublie avec la session', async () => {
    const carnets = await ouvrirCarnets()
    await carnets.regler({ ferme: true, sceau: null })
    carnets.poser(CLE, TEXTE)
    carnets.entamer(CLE)
    carnets.abandonner('awa')
    expect([carnets.lire(CLE), carnets.enPeril(), carnets.enRetard()]).toEqual([null, false, false])
  })

  it('ce qui attendait sous l’ancien nom attend sous le nouveau', async () => {
    const carnets = await ouvrirCarnets()
    carnets.poser(CLE, TEXTE)
    carnets.renommer('awa', 'awa.sy')
    await vi.waitFor(() => expect([...disque.bruts.keys()]).toEqual(['saisie:awa.sy:RMA-1']))
    expect(carnets.cles()).toEqual(['saisie:awa.sy:RMA-1'])
  })

  it('une fois chiffré et sa clé rendue, plus rien ne se lit', async () => {
    const carnets = await ouvrirCarnets()
    carnets.poser(CLE, TEXTE)
    await vi.waitFor(() => expect(carnets.etat(CLE)).toBe('GARDE'))
    await carnets.regler({ ferme: true, sceau: AWA })
    await carnets.regler({ ferme: false, sceau: null })
    expect(carnets.lire(CLE)).toBeNull()
    expect(carnets.cles()).toEqual([`saisie:#${AWA.empreinte}:RMA-1`])
    // It is there for its author, and no base that holds it is deleted.
    await carnets.supprimerSiVide()
    expect(disque.bruts.size).toBe(1)
  })
})
