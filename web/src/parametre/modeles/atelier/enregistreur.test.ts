import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { expect, it } from 'vitest'
import { EchecApi } from '../../../api/envoi.ts'
import { creerEnregistreur } from './enregistreur.ts'

const source = (libelle: string) => ({ libelle }) as ModeleSource

/** The other end: what it received, and how it answers next. */
function ligne(...refus: (EchecApi | null)[]) {
  const recus: [number, string][] = []
  const envoyer = async (version: number, { libelle }: ModeleSource) => {
    recus.push([version, libelle])
    const echec = refus.shift()
    if (echec) throw echec
    return { version: version + 1 }
  }
  return { recus, envoyer }
}

it('chaque enregistrement part de la version que le précédent a rendue', async () => {
  const { recus, envoyer } = ligne()
  const garde = creerEnregistreur({ version: 4, source: source('a'), envoyer })
  garde.suivre(source('b'))
  expect(garde.lire().sorte).toBe('attente')
  expect(await garde.vider()).toBe(true)
  garde.suivre(source('c'))
  await garde.vider()
  expect(recus).toEqual([
    [4, 'b'],
    [5, 'c'],
  ])
  expect(garde.version()).toBe(6)
  expect(garde.lire().sorte).toBe('enregistre')
})

it('ce qui change pendant un envoi part après lui, et lui seul', async () => {
  const { recus, envoyer } = ligne()
  const garde = creerEnregistreur({ version: 1, source: source('a'), envoyer })
  garde.suivre(source('b'))
  const fin = garde.vider()
  garde.suivre(source('c'))
  garde.suivre(source('d'))
  expect(await fin).toBe(true)
  expect(recus.map(([, libelle]) => libelle)).toEqual(['b', 'd'])
})

it('enregistré par une autre personne entre-temps\u00a0: cela se dit, et rien n’est plus envoyé', async () => {
  const { recus, envoyer } = ligne(
    new EchecApi(409, { code: 'MODELE_BROUILLON_PERIME', libelle: 'Enregistré par Awa.' }),
  )
  const garde = creerEnregistreur({ version: 1, source: source('a'), envoyer })
  garde.suivre(source('b'))
  expect(await garde.vider()).toBe(false)
  expect(garde.lire()).toEqual({ sorte: 'perime', message: 'Enregistré par Awa.' })
  garde.suivre(source('c'))
  expect(await garde.vider()).toBe(false)
  expect(recus).toHaveLength(1)
  expect(garde.nonEnregistre()).toBe(true)
})

it('la ligne coupée, ce qui attend se garde et repart', async () => {
  const { recus, envoyer } = ligne(new EchecApi(0, {}))
  const garde = creerEnregistreur({ version: 1, source: source('a'), envoyer })
  garde.suivre(source('b'))
  expect(await garde.vider()).toBe(false)
  expect(garde.lire().sorte).toBe('echec')
  expect(garde.nonEnregistre()).toBe(true)
  expect(await garde.vider()).toBe(true)
  expect(recus).toEqual([
    [1, 'b'],
    [1, 'b'],
  ])
})
