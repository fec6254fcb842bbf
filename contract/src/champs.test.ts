import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { zLus, zSaisis } from './champ.schema.ts'
import { type Champ, EMAIL } from './champ.ts'
import { blancDe, estSimple, nomsDe, sansBlancs } from './champs.ts'

const TABLE = {
  nom: { libelle: 'Nom', max: 10, requis: 'Donnez un nom.' },
  prenoms: { libelle: 'Prénoms', max: 10, rien: '' },
  email: EMAIL,
  places: { sorte: 'nombre', libelle: 'Places', min: 0, max: 9, entier: true, faute: 'Non.' },
  postes: {
    sorte: 'nombre',
    parCle: true,
    libelle: 'Postes',
    min: 0,
    max: 9,
    entier: true,
    faute: 'Non.',
  },
  region: { sorte: 'choix', libelle: 'Région' },
  ouverture: { sorte: 'jour', libelle: 'Ouverture', requis: 'Donnez un jour.' },
  fermeture: { sorte: 'jour', libelle: 'Fermeture' },
} as const satisfies Record<string, Champ>

const PROPRES = { postes: z.record(z.string(), z.number()), region: z.string() }

describe('une table de champs', () => {
  it('distingue ce dont la sorte dit tout de ce que chaque endroit doit dire', () => {
    const propres = nomsDe(TABLE).filter((nom) => !estSimple(TABLE, nom))
    expect(propres).toEqual(['postes', 'region'])
  })

  it('dit ce qui tient lieu de rien, et le met à la place d’un blanc', () => {
    expect(blancDe(TABLE)).toEqual({ prenoms: '', email: null, places: null, fermeture: null })
    const saisie = { nom: '', prenoms: '', email: '', places: 0, region: '', autre: '' }
    expect(sansBlancs(TABLE, saisie)).toEqual({ ...saisie, email: null })
  })

  it('fait le schéma de ce qui se saisit, dans son ordre : ce qui manque n’est rien', () => {
    const schema = z.object(zSaisis(TABLE, PROPRES))
    expect(Object.keys(schema.shape)).toEqual(Object.keys(TABLE))
    const saisie = { nom: ' Awa ', postes: {}, region: 'R01', ouverture: '2025-01-01' }
    expect(schema.parse(saisie)).toEqual({ ...blancDe(TABLE), ...saisie, nom: 'Awa' })
    expect(schema.parse({ ...saisie, email: ' ' })).toMatchObject({ email: null })
    const { error } = schema.safeParse({ places: 10, fermeture: 'hier', email: 'x' })
    expect(error?.issues.map(({ path, message }) => [path[0], message.slice(0, 12)])).toEqual([
      ['nom', 'Donnez un no'],
      ['email', 'Saisissez un'],
      ['places', 'Non.'],
      ['postes', expect.anything()],
      ['region', expect.anything()],
      ['ouverture', 'Donnez une d'],
      ['fermeture', 'Donnez une d'],
    ])
  })

  it('fait celui de ce qui se lit : nul où rien n’est exigé', () => {
    const schema = z.object(zLus(TABLE, PROPRES))
    const lue = { ...blancDe(TABLE), nom: '', postes: {}, region: 'R01', ouverture: '2025-01-01' }
    expect(schema.parse(lue)).toEqual(lue)
    const nuls = Object.fromEntries(nomsDe(TABLE).map((nom) => [nom, null]))
    const refuses = schema.safeParse(nuls).error?.issues.map(({ path }) => path[0])
    expect(refuses).toEqual(['nom', 'prenoms', 'postes', 'region', 'ouverture'])
  })

  it('refuse de deviner le schéma de ce que l’on choisit', () => {
    // What the compiler refuses, a program may still do.
    const sans = {} as typeof PROPRES
    expect(() => zSaisis(TABLE, sans)).toThrow('Région')
  })
})
