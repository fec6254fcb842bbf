import { type CodeErreur, ERREURS } from '@releve/contract/erreur.ts'
import { expect } from 'vitest'
import type { Reponse } from './banc.ts'

function phraseDe(code: CodeErreur): RegExp {
  const texte = ERREURS[code][1].replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${texte.replace(/\{\w+\}/g, '.*')}$`)
}

/**
 * The call is refused by this code, with its status, its French sentence and a trace to quote; and
 * what `photo` shows (all that such a call writes) is the same before and after.
 */
export async function refuseSansEcrire<T>(
  photo: () => Promise<unknown>,
  code: CodeErreur,
  appeler: () => Promise<Reponse<T>>,
): Promise<Reponse<T>> {
  const avant = await photo()
  const reponse = await appeler()
  const dit = JSON.stringify(reponse.corps).slice(0, 400)
  expect([reponse.statut, reponse.code], dit).toEqual([ERREURS[code][0], code])
  expect(reponse.libelle).toMatch(phraseDe(code))
  expect(reponse.corps).toHaveProperty('trace', expect.stringMatching(/^[0-9A-F]{8}$/))
  expect(await photo()).toEqual(avant)
  return reponse
}
