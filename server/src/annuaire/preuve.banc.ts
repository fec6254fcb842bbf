// The proof's own program, whose solver falls at every system of so many figures; for tests.
import { registerHooks } from 'node:module'

/** Figures of the systems that make it fall: most have fewer. */
const TOMBE_A = 12

/** The true solver, in which a model that has that many columns runs out of its memory. */
const tombant = (vrai: string) => `
  import charger from ${JSON.stringify(vrai)}
  export default async () => {
    const highs = await charger()
    const createModel = () => {
      const modele = highs.createModel()
      const run = modele.run.bind(modele)
      const addVar = modele.addVar.bind(modele)
      let colonnes = 0
      modele.addVar = (...bornes) => (colonnes++, addVar(...bornes))
      modele.run = () => {
        if (colonnes < ${TOMBE_A}) return run()
        throw new WebAssembly.RuntimeError('memory access out of bounds')
      }
      return modele
    }
    return { ...highs, constants: highs.constants, createModel }
  }`

registerHooks({
  resolve(nom, contexte, suivant) {
    const trouve = suivant(nom, contexte)
    const sien = nom === 'highs' && !contexte.parentURL?.startsWith('data:')
    if (!sien) return trouve
    const source = encodeURIComponent(tombant(trouve.url))
    return { ...trouve, url: `data:text/javascript,${source}`, format: 'module' }
  },
})
await import('./preuve.worker.ts')
