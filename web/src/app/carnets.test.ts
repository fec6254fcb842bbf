import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reunir } from './anciens.ts'
import { type Carnets, creerCarnets } from './carnets.ts'
import { memoire, monterBase } from './navigateur.banc.ts'

const CLE = 'saisie:awa:RMA-1'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', memoire())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const poser = (carnets: Carnets, texte: string | null, cle = CLE) => carnets.poser(cle, texte)
/** Lets pass what the base has to do. */
const laisser = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

async function ouvrirPage(base: ReturnType<typeof monterBase>) {
  const carnets = creerCarnets(base.ouvrir())
  const charge = carnets.charger()
  await laisser()
  return { carnets, charge }
}

function ouvrirPorte(base: ReturnType<typeof monterBase>) {
  let ouvrir = () => {}
  base.porte = new Promise((finir) => {
    ouvrir = finir
  })
  return () => ouvrir()
}

describe('ce qui est tapé et gardé dans le navigateur', () => {
  it('se lit aussitôt, et n’est dit gardé qu’une fois écrit', async () => {
    const base = monterBase()
    const { carnets } = await ouvrirPage(base)
    const ouvrir = ouvrirPorte(base)
    poser(carnets, 'un')
    expect([carnets.lire(CLE), carnets.etat(CLE)]).toEqual(['un', 'ECRITURE'])
    await laisser()
    expect([base.textes.size, carnets.etat(CLE)]).toEqual([0, 'ECRITURE'])
    ouvrir()
    await laisser()
    expect([base.textes.get(CLE), carnets.etat(CLE)]).toEqual(['un', 'GARDE'])
  })

  it('n’est plus dit gardé dès la touche suivante', async () => {
    const { carnets } = await ouvrirPage(monterBase())
    poser(carnets, 'un')
    await laisser()
    carnets.entamer(CLE)
    expect(carnets.etat(CLE)).toBe('ECRITURE')
    poser(carnets, 'deux')
    await laisser()
    expect(carnets.etat(CLE)).toBe('GARDE')
  })

  it('la touche elle-même ne fait rien recompter', async () => {
    const { carnets } = await ouvrirPage(monterBase())
    const causes: string[] = []
    carnets.abonner((_, cause) => causes.push(cause))
    carnets.entamer(CLE)
    carnets.entamer(CLE)
    expect(causes).toEqual(['ENTAME'])
  })

  it('est là au démarrage suivant, avant que rien ne soit montré', async () => {
    const base = monterBase()
    poser((await ouvrirPage(base)).carnets, 'un')
    await laisser()
    const { carnets, charge } = await ouvrirPage(base)
    await charge
    expect([carnets.lire(CLE), carnets.cles()]).toEqual(['un', [CLE]])
  })

  it('ne s’écrit pas deux fois, et rien ne s’écrit pour dire que rien n’attend', async () => {
    const base = monterBase()
    const { carnets } = await ouvrirPage(base)
    poser(carnets, null)
    poser(carnets, 'un')
    await laisser()
    poser(carnets, 'un')
    await laisser()
    expect(base.passages).toBe(1)
  })

  it('tient compte de ce qu’une autre page écrit au même moment', async () => {
    const base = monterBase()
    const [une, deux] = [await ouvrirPage(base), await ouvrirPage(base)]
    const ajouter = (mot: string) => () => ({
      appliquer: (lu: string | null) => [...new Set([...(lu ?? '').split(','), mot])].join(),
    })
    une.carnets.ecrire(CLE, ajouter('un'))
    deux.carnets.ecrire(CLE, ajouter('deux'))
    await laisser()
    expect(base.textes.get(CLE)).toBe(',un,deux')
    expect([une.carnets.lire(CLE), deux.carnets.lire(CLE)]).toEqual([',un,deux', ',un,deux'])
  })

  it('se dit d’une page à l’autre', async () => {
    const base = monterBase()
    const [une, deux] = [await ouvrirPage(base), await ouvrirPage(base)]
    const abonne = vi.fn<(cles: readonly string[], cause: string) => void>()
    deux.carnets.abonner(abonne)
    poser(une.carnets, 'un')
    await laisser()
    expect(abonne).toHaveBeenLastCalledWith([CLE], 'AILLEURS')
    poser(une.carnets, null)
    await laisser()
    expect(deux.carnets.cles()).toEqual([])
  })

  it('part sans être relu quand la page s’en va, dernière touche comprise', async () => {
    const base = monterBase()
    const { carnets } = await ouvrirPage(base)
    base.sourde = true
    poser(carnets, 'un')
    carnets.partir()
    await laisser()
    expect(base.textes.get(CLE)).toBe('un')
    poser(carnets, 'deux')
    await laisser()
    expect(base.textes.get(CLE)).toBe('deux')
  })
})

describe('un navigateur qui ne garde rien', () => {
  it('qui refuse : la page le dit, prévient avant de se fermer, et ne perd rien', async () => {
    const base = monterBase()
    base.refuse = true
    const { carnets } = await ouvrirPage(base)
    expect(carnets.enPeril()).toBe(false)
    poser(carnets, 'un')
    await laisser()
    expect([carnets.lire(CLE), carnets.etat(CLE), carnets.enPeril()]).toEqual([
      'un',
      'FENETRE',
      true,
    ])
    poser(carnets, null)
    await laisser()
    expect([carnets.lire(CLE), carnets.enPeril()]).toEqual([null, false])
  })

  it('qui a de nouveau de la place : ce qui attendait s’écrit de lui-même', async () => {
    const base = monterBase()
    const { carnets } = await ouvrirPage(base)
    base.refuse = true
    poser(carnets, 'un')
    poser(carnets, 'deux', 'saisie:awa:RMA-2')
    await laisser()
    expect(carnets.enPeril()).toBe(true)
    base.refuse = false
    await laisser(10_000)
    expect([...base.textes.values()].toSorted()).toEqual(['deux', 'un'])
    expect([carnets.etat(CLE), carnets.enPeril()]).toEqual(['GARDE', false])
  })

  it('qui ne répond pas : la page s’ouvre, le dit, et retrouve tout quand il répond', async () => {
    const base = monterBase()
    base.textes.set('saisie:awa:RMA-2', 'laissé')
    const ouvrir = ouvrirPorte(base)
    const { carnets, charge } = await ouvrirPage(base)
    const fini = vi.fn<() => void>()
    void charge.then(fini)
    await laisser(2999)
    expect(fini).not.toHaveBeenCalled()
    await laisser(1)
    expect(fini).toHaveBeenCalled()
    poser(carnets, 'un')
    await laisser(2999)
    expect(carnets.etat(CLE)).toBe('ECRITURE')
    await laisser(1)
    expect([carnets.etat(CLE), carnets.enPeril()]).toEqual(['FENETRE', true])
    ouvrir()
    await laisser()
    expect([carnets.etat(CLE), carnets.cles().toSorted()]).toEqual([
      'GARDE',
      [CLE, 'saisie:awa:RMA-2'],
    ])
  })

  it('qui refusait de lire : ce qui y attend se retrouve dès qu’il écrit', async () => {
    const base = monterBase()
    base.textes.set('saisie:awa:RMA-2', 'laissé')
    base.refuse = true
    const { carnets } = await ouvrirPage(base)
    base.refuse = false
    poser(carnets, 'un')
    await laisser()
    expect(carnets.lire('saisie:awa:RMA-2')).toBe('laissé')
  })
})

describe('la base que l’on supprime au départ', () => {
  it('reste tant que quelque chose attend, de qui que ce soit, même d’une autre page', async () => {
    const base = monterBase()
    const { carnets } = await ouvrirPage(base)
    // By one that is closed since, and was not heard.
    base.textes.set(CLE, 'un')
    await carnets.supprimerSiVide()
    await laisser()
    expect([base.textes.get(CLE), carnets.lire(CLE)]).toEqual(['un', 'un'])
  })

  it('supprimée par une page qui n’avait rien vu, elle retrouve ce que l’autre venait d’y mettre', async () => {
    const base = monterBase()
    const [une, deux] = [base.ouvrir(), await ouvrirPage(base)]
    poser(deux.carnets, 'un')
    await laisser()
    une.supprimer()
    await laisser()
    expect([base.textes.get(CLE), deux.carnets.etat(CLE)]).toEqual(['un', 'GARDE'])
  })

  it('ne se refait pas de ce qui était enregistré', async () => {
    const base = monterBase()
    const [une, deux] = [await ouvrirPage(base), await ouvrirPage(base)]
    poser(deux.carnets, 'un')
    await laisser()
    poser(deux.carnets, null)
    await laisser()
    const { passages } = base
    await une.carnets.supprimerSiVide()
    await laisser()
    expect([base.textes.size, base.passages]).toEqual([0, passages])
  })
})

describe('ce qu’une version précédente du site avait laissé', () => {
  const carnet = (textes: object, depuis: number, version = 3) =>
    JSON.stringify({ textes, commentaires: {}, justifications: {}, version, depuis })

  it('est repris au démarrage, puis ôté de l’ancien endroit', async () => {
    const base = monterBase()
    localStorage.setItem(CLE, carnet({ A: '1' }, 5))
    localStorage.setItem('settings', '{}')
    const { carnets } = await ouvrirPage(base)
    expect(carnets.lire(CLE)).toBe(carnet({ A: '1' }, 5))
    expect(base.textes.get(CLE)).toBe(carnet({ A: '1' }, 5))
    expect(Object.keys(localStorage)).toEqual(['settings'])
  })

  it('reste à l’ancien endroit tant que la base ne l’a pas, sans être dit en péril', async () => {
    const base = monterBase()
    base.refuse = true
    localStorage.setItem(CLE, carnet({ A: '1' }, 5))
    const { carnets } = await ouvrirPage(base)
    expect([carnets.lire(CLE), carnets.enPeril()]).toEqual([carnet({ A: '1' }, 5), false])
    expect(Object.keys(localStorage)).toEqual([CLE])
    poser(carnets, null)
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('garde pour le prochain démarrage ce qu’une page d’avant y écrit encore', async () => {
    const base = monterBase()
    localStorage.setItem(CLE, carnet({ A: '1' }, 5))
    const ouvrir = ouvrirPorte(base)
    await ouvrirPage(base)
    localStorage.setItem(CLE, carnet({ A: '12' }, 5))
    ouvrir()
    await laisser()
    expect(localStorage.getItem(CLE)).toBe(carnet({ A: '12' }, 5))
    await ouvrirPage(base)
    expect(base.textes.get(CLE)).toContain('"A":"12"')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('se réunit case par case, sur la version la plus basse ; de deux textes, le commencé plus tard', () => {
    const lire = (lu: string | null, ancien: string): unknown => JSON.parse(reunir(lu, ancien))
    expect(lire(carnet({ A: '1', B: '2' }, 5, 4), carnet({ B: '3', C: '4' }, 6, 3))).toEqual({
      textes: { A: '1', B: '3', C: '4' },
      commentaires: {},
      justifications: {},
      version: 3,
      depuis: 5,
    })
    expect(lire(carnet({ B: '2' }, 7), carnet({ B: '3' }, 6))).toMatchObject({
      textes: { B: '2' },
      depuis: 6,
    })
    expect(lire('{"depuis":9}', '{"depuis":8}')).toEqual({ depuis: 9 })
    expect(reunir(null, 'illisible')).toBe('illisible')
    expect(reunir('{"a":1}', 'illisible')).toBe('{"a":1}')
    expect(reunir('illisible', '{"a":1}')).toBe('{"a":1}')
  })
})
