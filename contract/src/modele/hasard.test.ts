import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LISTES, MARS } from './banc.ts'
import { type Calcul, ouvrirCalcul } from './calcul.ts'
import type { Cellule } from './cellule.ts'
import { compilerModele, type ModeleCompile } from './compile.ts'
import { modeleAuHasard } from './hasard.banc.ts'
import { type Contexte, type Donnees, type Valeur, zModele } from './modele.schema.ts'
import { verifierSource } from './source.verifier.ts'
import { verifierModifications } from './verification.ts'

const nombres = (max: number) => fc.noBias(fc.nat({ max }))
const graines = fc.array(nombres(999), { maxLength: 160, size: 'max' })
/** Which cell, and what is put there; the model says what both mean. */
const saisies = fc.array(fc.tuple(nombres(999), nombres(40)), { maxLength: 24, size: 'max' })
const contextes: fc.Arbitrary<Contexte> = fc
  .record({
    capacite: fc.option(fc.nat({ max: 9 })),
    fevrier: fc.dictionary(fc.constantFrom('REP', 'S1C1', 'S2C1', 'S1.L1.K1'), fc.nat({ max: 20 })),
  })
  .map(({ capacite, fevrier }) => ({
    ...MARS,
    structure: (capacite === null ? {} : { capacite }) as Donnees,
    autres: { 'HASARD@2025-02': fevrier },
  }))

function compiler(graine: readonly number[]): ModeleCompile {
  const { compile, fautes } = verifierSource(modeleAuHasard(graine), LISTES)
  expect(fautes).toEqual([])
  if (!compile) throw new Error('sans faute, et sans modèle')
  return compile
}

/** As the base keeps it, and as the server reads it. */
const relu = ({ modele }: ModeleCompile): ModeleCompile =>
  compilerModele(zModele.parse(JSON.parse(JSON.stringify(modele))))

function adressesDe(mc: ModeleCompile): string[] {
  const seules = [...mc.cellules.values()].filter(({ calculee }) => !calculee)
  const lignes = mc.tableaux.flatMap(({ code, colonnes }) =>
    ['1', '2', '10'].flatMap((ligne) =>
      colonnes.map(({ colonne }) => `${code}.${ligne}.${colonne}`),
    ),
  )
  return [...seules.map(({ adresse }) => adresse), ...lignes]
}

function valeurDe({ nature }: Pick<Cellule, 'nature'>, tire: number): Valeur | null {
  if (tire < 4) return null
  if (tire < 7) return 'ND'
  if (tire < 10) return 'SO'
  switch (nature) {
    case 'booleen':
      return tire % 2 === 0
    case 'texte':
    case 'texteLong':
      return `texte ${tire}`
    case 'date':
      return `2025-03-${String((tire % 28) + 1).padStart(2, '0')}`
    case 'liste':
      return tire % 2 === 0 ? 'NORMAL' : 'FERME'
    case 'decimal':
      return tire / 4
    default:
      return tire - 10
  }
}

/** The entries that a form would take, one after the other: what it refuses is nobody's entry. */
function jouer(
  calcul: Calcul,
  gestes: readonly [number, number][],
  faire: (adresse: string, valeur: Valeur | null) => void,
): void {
  const adresses = adressesDe(calcul.mc)
  for (const [ou, quoi] of gestes) {
    const adresse = adresses[ou % adresses.length] ?? ''
    const [section, , colonne = ''] = adresse.split('.')
    const cellule =
      calcul.mc.cellules.get(adresse) ??
      calcul.mc.tableaux.find(({ code }) => code === section)?.parCode.get(colonne)
    if (!cellule || cellule.calculee || calcul.verrouillee(adresse)) continue
    const valeur = valeurDe(cellule, quoi)
    if (verifierModifications(calcul, { [adresse]: valeur }).length === 0) faire(adresse, valeur)
  }
}

/** The answer of a save, as the entry screen takes it in: what a lock had closed comes back blank. */
function recevoir(calcul: Calcul, donnees: Donnees): void {
  const ici = calcul.saisies()
  for (const adresse of Object.keys({ ...ici, ...donnees }))
    if (!calcul.verrouillee(adresse)) calcul.changer({ [adresse]: donnees[adresse] ?? null })
}

/** All that a screen, a list or an export reads of a form. */
function lire(calcul: Calcul) {
  const donnees = calcul.donnees()
  const adresses = [...calcul.mc.cellules.keys(), ...Object.keys(donnees)]
  return {
    donnees,
    saisies: calcul.saisies(),
    resultats: calcul.resultats(),
    manquants: calcul.manquants(),
    remplissage: calcul.remplissage(),
    verrouillees: calcul.verrouillees(),
    partiels: adresses.map((une) => calcul.partiel(une)),
    requises: adresses.filter((une) => calcul.requise(une)),
    commentees: adresses.filter((une) => calcul.commentaireRequis(une)),
  }
}

describe('un modèle tiré au hasard', () => {
  it('par saisies successives dit à chacune ce que dit tout recalculer', () => {
    fc.assert(
      fc.property(graines, contextes, saisies, (graine, contexte, gestes) => {
        const mc = compiler(graine)
        const parEtapes = ouvrirCalcul(mc, {}, contexte)
        const tapees: Donnees = {}
        jouer(parEtapes, gestes, (adresse, valeur) => {
          parEtapes.changer({ [adresse]: valeur })
          if (valeur === null) delete tapees[adresse]
          else tapees[adresse] = valeur
          expect(lire(parEtapes)).toEqual(lire(ouvrirCalcul(mc, tapees, contexte)))
        })
      }),
      { numRuns: 300 },
    )
  })

  it('dit la même chose au navigateur, qui le garde ouvert, et au serveur, qui le relit', () => {
    fc.assert(
      fc.property(graines, contextes, saisies, (graine, contexte, gestes) => {
        const mc = compiler(graine)
        const duServeur = relu(mc)
        const navigateur = ouvrirCalcul(mc, {}, contexte)
        let gardees = '{}'
        const ouvrir = () => ouvrirCalcul(duServeur, JSON.parse(gardees) as Donnees, contexte)
        jouer(navigateur, gestes, (adresse, valeur) => {
          navigateur.changer({ [adresse]: valeur })
          const serveur = ouvrir()
          serveur.changer({ [adresse]: valeur })
          gardees = JSON.stringify(serveur.donnees())
          recevoir(navigateur, serveur.donnees())
          expect(lire(navigateur)).toEqual(lire(serveur))
          expect(lire(ouvrir())).toEqual(lire(serveur))
        })
      }),
      { numRuns: 300 },
    )
  })
})
