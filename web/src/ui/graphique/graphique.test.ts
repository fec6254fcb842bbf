import { expect, it } from 'vitest'
import { formatPart } from '../format.ts'
import { aJoindre, type Donnees, enCsv, estVide } from './donnees.ts'
import { echelleX, echelleY, etendueDe, longueurDe, pasDe, traceDe } from './echelle.ts'
import { direExtremes, direSerie } from './phrases.ts'

const CADRE = { haut: 0, bas: 100 }
const lisible = (phrase: string) => phrase.replaceAll(/[\u00a0\u202f]/g, ' ')

function serie(valeurs: (number | null)[], format?: Donnees['format']): Donnees {
  const points = valeurs.map((valeur, rang) => ({ nom: `mois ${rang + 1}`, valeurs: [valeur] }))
  return { axe: 'Mois', series: ['Effectif'], points, format }
}

it('un chiffre absent n’est ni dessiné ni compté comme zéro : le trait s’arrête et reprend', () => {
  const trace = traceDe(
    [1, 2, null, 4, 5],
    (rang) => rang,
    (valeur) => valeur,
  )
  expect(trace).toBe('M0,1L1,2M3,4L4,5')
  expect(etendueDe([null, 40, 50])).toEqual([40, 50])
  expect(etendueDe([null, null])).toBeNull()
  expect(estVide(serie([null, null]))).toBe(true)
  expect(estVide(serie([null, 0]))).toBe(false)
  expect(longueurDe(null, { maximum: 10, largeur: 100 })).toBe(0)
})

it('la ligne ne joint pas un point à part, qui garde son chiffre et sa note partout', () => {
  const { points, ...reste } = serie([1, 2, 3])
  const notes = points.map((point, rang) =>
    rang === 1 ? { ...point, aPart: true, note: '7 rapports sur 11' } : point,
  )
  const donnees = { ...reste, points: notes, notes: 'Rapports' }
  expect(aJoindre(donnees, 0)).toEqual([1, null, 3])
  expect(enCsv(donnees)).toBe(
    '\ufeffMois;Effectif;Rapports\r\nmois 1;1;\r\nmois 2;2;7 rapports sur 11\r\nmois 3;3;\r\n',
  )
  expect(estVide(donnees)).toBe(false)
})

it('les graduations sont rondes, et partent de zéro où zéro est proche', () => {
  expect(echelleY([3, 18], CADRE).graduations).toEqual([0, 5, 10, 15, 20])
  const serree = echelleY([1204, 1248], CADRE)
  expect(serree.graduations[0]).toBeGreaterThan(1000)
  expect(serree.placer(1248)).toBeGreaterThanOrEqual(0)
  expect(serree.placer(1204)).toBeLessThanOrEqual(100)
})

it('une part se lit de 0 à 1, quelle qu’elle soit', () => {
  const { placer } = echelleY([0.9, 0.95], CADRE, [0, 1])
  expect(placer(0)).toBe(100)
  expect(placer(1)).toBe(0)
})

it('des chiffres tous égaux, ou aucun, tiennent dans le dessin', () => {
  for (const valeurs of [[0, 0], [7, 7], [null], [-3, -3]]) {
    const { placer, graduations } = echelleY(valeurs, CADRE)
    expect(graduations.length).toBeGreaterThan(1)
    for (const valeur of valeurs) {
      if (valeur === null) continue
      expect(placer(valeur)).toBeGreaterThanOrEqual(0)
      expect(placer(valeur)).toBeLessThanOrEqual(100)
    }
  }
})

it('vingt-quatre mois vont d’un bord à l’autre, leurs noms sans se toucher', () => {
  const x = echelleX(24, [40, 320])
  expect(x(0)).toBe(40)
  expect(x(23)).toBe(320)
  expect(pasDe(24, 280, 56)).toBe(5)
  expect(pasDe(24, 2000, 56)).toBe(1)
  expect(echelleX(1, [0, 100])(0)).toBe(50)
})

it('une barre va jusqu’au bout pour le plus grand chiffre, jamais au-delà', () => {
  expect(longueurDe(5, { maximum: 10, largeur: 200 })).toBe(100)
  expect(longueurDe(12, { maximum: 10, largeur: 200 })).toBe(200)
  expect(longueurDe(3, { maximum: 0, largeur: 200 })).toBe(0)
})

it('une phrase dit le dernier chiffre, ce qui le sépare du premier et ce qui manque', () => {
  const dire = (valeurs: (number | null)[]) => lisible(direSerie('Effectif', serie(valeurs)))
  expect(dire([1205, null, 1240])).toBe(
    'Effectif : 1 240 en mois 3, +35 depuis mois 1 ; 1 mois sans chiffre.',
  )
  // As floats, 1.0005 − 1 is less than half a thousandth.
  expect(dire([1, 1.0005])).toBe('Effectif : 1,001 en mois 2, +0,001 depuis mois 1.')
  expect(dire([10, 8])).toBe('Effectif : 8 en mois 2, −2 depuis mois 1.')
  expect(dire([8, 8])).toBe('Effectif : 8 en mois 2, comme en mois 1.')
  expect(dire([null, 8, null])).toBe('Effectif : 8 en mois 2.')
  expect(dire([null])).toBe('Effectif : aucun chiffre connu.')
})

it('une phrase ne compare que ce qui se compare', () => {
  const donnees = serie([10, 12, 3])
  const dire = (compare: (rang: number) => boolean) =>
    lisible(direSerie('Effectif', donnees, { compare }))
  expect(dire((rang) => rang < 2)).toBe('Effectif : 12 en mois 2, +2 depuis mois 1.')
  expect(dire(() => false)).toBe('Effectif : 3 en mois 3, −7 depuis mois 1.')
})

it('une phrase dit les extrêmes, à leurs noms', () => {
  const parts = (valeurs: (number | null)[]) =>
    lisible(
      direExtremes(
        'Complétude',
        serie(valeurs, (part) => (part === null ? '—' : formatPart(part))),
      ),
    )
  expect(parts([0.98, null, 0.62])).toBe('Complétude : de 62 % (mois 3) à 98 % (mois 1).')
  expect(parts([1, 1])).toBe('Complétude : 100 % partout.')
  expect(parts([0.5])).toBe('Complétude : 50 % (mois 1).')
  expect(parts([])).toBe('Complétude : aucun chiffre connu.')
})

it('le fichier CSV s’ouvre dans un tableur français, et rien n’y est une formule', () => {
  const donnees: Donnees = {
    axe: 'Région',
    series: ['Reçus; à temps', 'Part'],
    points: [
      { nom: '=CMD()', valeurs: [3, 0.5] },
      { nom: 'Dit « "Nord" »', valeurs: [null, -1] },
    ],
  }
  expect(enCsv(donnees)).toBe(
    '\ufeffRégion;"Reçus; à temps";Part\r\n\'=CMD();3;0,5\r\n"Dit « ""Nord"" »";;-1\r\n',
  )
})
