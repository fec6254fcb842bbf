import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LISTES } from './banc.ts'
import { ouvrirCalcul } from './calcul.ts'
import { composerExemple } from './exemple.ts'
import { modeleAuHasard } from './hasard.banc.ts'
import { verifierSource } from './source.verifier.ts'
import { verifierModifications } from './verification.ts'

const graines = fc.array(fc.noBias(fc.nat({ max: 999 })), { maxLength: 160, size: 'max' })

function compiler(graine: readonly number[]) {
  const { compile } = verifierSource(modeleAuHasard(graine), LISTES)
  if (!compile) throw new Error('sans modèle')
  return compile
}

it('de tout modèle, l’exemple ne contient que ce que ses cases acceptent', () => {
  fc.assert(
    fc.property(graines, (graine) => {
      const mc = compiler(graine)
      const { donnees, contexte } = composerExemple(mc, { mois: 'MARCH', annee: 2025 })
      const saisies = Object.entries(donnees).filter(
        ([adresse]) => !mc.cellules.get(adresse)?.luSeul,
      )
      const calcul = ouvrirCalcul(mc, {}, contexte)
      expect(verifierModifications(calcul, Object.fromEntries(saisies))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

it('de tout modèle, ce que l’exercice demande laisse un rapport sans erreur', () => {
  let resolus = 0
  fc.assert(
    fc.property(graines, (graine) => {
      const mc = compiler(graine)
      const exemple = composerExemple(mc, { mois: 'MARCH', annee: 2025 })
      const { donnees, contexte, commentaires, aRemplir, aCorriger, aZero } = exemple
      const calcul = ouvrirCalcul(mc, donnees, contexte, { commentaires })
      if (!exemple.coherent) {
        expect([aCorriger, exemple.aJustifier, aZero]).toEqual([null, null, null])
        return
      }
      resolus += 1
      expect(calcul.erreurs).toBe(aCorriger ? 1 : 0)
      for (const pose of [aRemplir, aCorriger])
        if (pose) calcul.changer({ [pose.adresse]: pose.valeur })
      const vides = calcul.manquants().filter((adresse) => calcul.motifManquant(adresse) === 'VIDE')
      if (aZero) expect(vides.every((adresse) => adresse.startsWith(aZero.section))).toBe(true)
      calcul.changer(Object.fromEntries(vides.map((adresse) => [adresse, 0])))
      expect(calcul.erreurs).toBe(0)
      expect(calcul.avertissements).toBe(exemple.aJustifier ? 1 : 0)
    }),
    { numRuns: 60 },
  )
  expect(resolus).toBeGreaterThan(20)
})
