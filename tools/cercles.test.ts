import { build } from 'vite'
import { expect, it } from 'vitest'
import { refuserCercles } from '../web/vite.config.ts'

/** Builds these modules (name → what it imports), one file of the build a letter. */
function construire(modules: Record<string, string[]>) {
  const nomDe = (id: string) => id.replace(/^.*[\\/]|\.js$/g, '')
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules-en-memoire',
        resolveId: (id) => (nomDe(id) in modules ? `/${nomDe(id)}.js` : null),
        load: (id) => {
          const importes = modules[nomDe(id)]
          if (!importes) return null
          const lignes = importes.map((nom) => `import { lu as ${nom} } from './${nom}.js'`)
          return `${lignes.join('\n')}\nexport const lu = () => [${importes.join(', ')}]`
        },
      },
      refuserCercles(),
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: '/entree.js',
        preserveEntrySignatures: 'allow-extension',
        output: {
          codeSplitting: {
            groups: ['a', 'b', 'c'].map((name) => ({
              name,
              test: (id) => nomDe(id).startsWith(name),
              includeDependenciesRecursively: false,
            })),
          },
        },
      },
    },
  })
}

it('refuse deux fichiers du site qui s’attendent l’un l’autre, et les nomme', async () => {
  const modules = { entree: ['a1', 'b1'], a1: ['b0'], a0: [], b1: ['a0'], b0: [] }
  await expect(construire(modules)).rejects.toThrow(
    /assets\/[ab]-\S+ et assets\/[ab]-\S+ s’attendent l’un l’autre/,
  )
})

it('les refuse aussi de loin, par un fichier entre eux', async () => {
  const modules = { entree: ['a1', 'b1'], a1: ['b0'], a0: [], b1: ['c0'], b0: [], c0: ['a0'] }
  await expect(construire(modules)).rejects.toThrow('s’attendent l’un l’autre')
})

it('laisse passer des fichiers qui se suivent', async () => {
  const modules = { entree: ['a1', 'b1'], a1: ['b0'], b1: ['c0'], b0: [], c0: [] }
  await expect(construire(modules)).resolves.toBeDefined()
})
