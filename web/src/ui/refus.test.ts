import { expect, it } from 'vitest'
import { EchecApi } from '../app/envoi.ts'
import { parmiChamps, refusParChamp } from './refus.ts'

const champDe = parmiChamps(['code', 'roles'])
const refus = (...faits: { chemin: string; libelle: string }[]) =>
  refusParChamp(
    new EchecApi(422, { details: faits.map((fait) => ({ code: 'custom', ...fait })) }),
    champDe,
  )

it('chaque refus va à son champ, et ceux d’un même champ se disent ensemble', () => {
  expect(
    refus(
      { chemin: 'body.code', libelle: 'Trop court.' },
      { chemin: 'body.roles.0', libelle: 'Rôle inconnu.' },
      { chemin: 'code', libelle: 'En majuscules.' },
    ),
  ).toEqual({ code: 'Trop court. En majuscules.', roles: 'Rôle inconnu.' })
})

it('ce que le serveur ne dit d’aucun champ n’en marque aucun', () => {
  expect(refus({ chemin: 'version', libelle: 'Périmée.' })).toEqual({})
  expect(refusParChamp(new Error('réseau'), champDe)).toEqual({})
})
