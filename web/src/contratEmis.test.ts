import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { contratEmis, ecrire } from '../contratEmis.ts'

/** Builds one module of the browser, in memory, and gives its code. */
async function construire(code: string): Promise<string> {
  const bati = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [
      contratEmis(),
      {
        name: 'essai',
        resolveId: { order: 'pre', handler: (id) => (id.endsWith('essai.ts') ? id : null) },
        load: (id) => (id.endsWith('essai.ts') ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: `${import.meta.dirname}/essai.ts`, formats: ['es'] },
    },
  })
  const [resultat] = Array.isArray(bati) ? bati : [bati]
  return 'output' in resultat
    ? resultat.output.map((f) => ('code' in f ? f.code : '')).join('')
    : ''
}

const depuis = (fichier: string, ligne: string) =>
  `import ${ligne} from '@releve/contract/${fichier}'`

describe('le contrat émis pour le navigateur', () => {
  it('donne d’une opération comment l’appeler, sans schéma ni phrase', async () => {
    const code = await construire(
      `${depuis('session/session.api.ts', '{ sessionApi }')}\nconsole.log(sessionApi)`,
    )
    expect(code).toContain('"path": "/utilisateur/connexion"')
    expect(code).toContain('"right": "public"')
    expect(code).not.toMatch(/zod|"resume"|"body"|"erreurs"/)
  })

  it('donne les listes et les libellés écrits auprès des schémas', async () => {
    const importe = depuis('utilisateur/utilisateur.schema.ts', '{ LIBELLES_STATUTS }')
    expect(await construire(`${importe}\nconsole.log(LIBELLES_STATUTS)`)).toContain('"BLOQUE":')
  })

  it('laisse venir telles quelles les règles pures, avec les valeurs qu’elles lisent', async () => {
    const importe = depuis('modele/compile.ts', '{ celluleDe }')
    const code = await construire(`${importe}\nconsole.log(celluleDe)`)
    expect(code).toContain('LIGNE_ID = /^')
    expect(code).not.toContain('zod')
  })

  it.each([
    ['un schéma', depuis('page.ts', '{ zRef }'), 'console.log(zRef)', /zRef n’est pas pour le nav/],
    [
      'une fonction écrite auprès des schémas',
      depuis('garde.ts', '{ gardeOuTexte }'),
      'console.log(gardeOuTexte)',
      /gardeOuTexte n’est pas pour le navigateur/,
    ],
    [
      'tout un fichier de schémas',
      depuis('page.ts', '* as page'),
      'console.log(page)',
      /\* n’est pas pour le navigateur/,
    ],
    ['zod lui-même', "import { z } from 'zod'", 'z.string()', /zod ne va pas au navigateur.*essai/],
    [
      'une partie que l’opération n’a plus',
      depuis('session/session.api.ts', '{ sessionApi }'),
      ['sessionApi', 'connecter', 'body.parse({})'].join('.'),
      /Api\.connecter\.body.*le navigateur a method/,
    ],
  ])('arrête la construction qui demande %s', async (_, importe, usage, phrase) => {
    await expect(construire(`${importe}\n${usage}`)).rejects.toThrow(phrase)
  })

  it('n’écrit que ce qui s’écrit\u00a0: ni fonction, ni classe, même au fond d’un objet', () => {
    expect(ecrire({ a: [1, 'é\n', true, null, undefined], b: /^x/u })).toBe(
      '{"a":[1,"é\\n",true,null,undefined],"b":/^x/u}',
    )
    expect(ecrire({ a: [() => 1] })).toBeNull()
    expect(ecrire(new Map())).toBeNull()
  })
})
