import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { composerExemple, type Exemple } from '@releve/contract/modele/exemple.ts'
import { describe, expect, it } from 'vitest'
import { compilerSeme } from './banc.ts'

const ouvrir = (code: string, { donnees, contexte, commentaires }: Exemple) =>
  ouvrirCalcul(compilerSeme(code), donnees, contexte, { commentaires })

describe.each(['RMA', 'EPM', 'SMP'])('le rapport d’exemple du modèle %s', (code) => {
  const exemple = composerExemple(compilerSeme(code), { mois: 'JUNE', annee: 2026 })

  it('a une case à remplir, une erreur, un avertissement et un tableau à mettre à 0, et rien d’autre', () => {
    const calcul = ouvrir(code, exemple)
    console.log(
      code,
      JSON.stringify({ ...exemple, donnees: 0, contexte: 0, precedent: 0 }),
      calcul.resultats().map((c) => c.message),
    )
    const { aRemplir, aCorriger, aJustifier, aZero } = exemple
    expect(exemple.coherent).toBe(true)
    expect(calcul.resultats().map(({ cle }) => cle)).toEqual(
      expect.arrayContaining([aCorriger?.cle, aJustifier?.cle]),
    )
    expect(calcul.erreurs).toBe(1)
    expect(calcul.avertissements).toBe(1)
    const vides = calcul.manquants()
    expect(vides).toContain(aRemplir?.adresse)
    const autres = vides.filter((adresse) => adresse !== aRemplir?.adresse)
    expect(autres.every((adresse) => adresse.startsWith(`${aZero?.section}.`))).toBe(true)
    expect(autres.length).toBeGreaterThan(3)
  })

  it('une fois fait ce que l’exercice demande, rien ne manque et seul l’avertissement reste', () => {
    const calcul = ouvrir(code, exemple)
    const { aRemplir, aCorriger, aZero } = exemple
    if (!aRemplir || !aCorriger || !aZero) throw new Error('il manque une étape')
    for (const { adresse, valeur } of [aRemplir, aCorriger]) calcul.changer({ [adresse]: valeur })
    calcul.changer(Object.fromEntries(calcul.manquants().map((adresse) => [adresse, 0])))
    expect(calcul.manquants()).toEqual([])
    expect(calcul.erreurs).toBe(0)
    expect(calcul.aJustifier().map(({ cle }) => cle)).toEqual([exemple.aJustifier?.cle])
  })

  it('est le même à chaque fois', () => {
    expect(composerExemple(compilerSeme(code), { mois: 'JUNE', annee: 2026 })).toEqual(exemple)
  })
})
