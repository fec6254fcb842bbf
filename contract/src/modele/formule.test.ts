import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculer, juger, ouvrirFormule } from './banc.ts'
import { lireFormule } from './formule.parser.ts'
import { FormuleInvalide, ModeleInvalide } from './modele.invalide.ts'

function erreurDe(formule: string): { position: number; message: string } {
  try {
    lireFormule(formule)
  } catch (cause) {
    if (cause instanceof FormuleInvalide)
      return { position: cause.position, message: cause.message.replaceAll('\u00a0', ' ') }
    throw cause
  }
  throw new Error(`« ${formule} » aurait dû être refusée`)
}

/** Of a formula that reads well but does not fit the model. */
function problemeDe(formule: string): { position: number | null; message: string } {
  try {
    ouvrirFormule(formule)
  } catch (cause) {
    if (!(cause instanceof ModeleInvalide)) throw cause
    const [premier] = cause.problemes
    if (premier)
      return { position: premier.position, message: premier.message.replaceAll('\u00a0', ' ') }
  }
  throw new Error(`« ${formule} » aurait dû être refusée`)
}

describe('le langage des formules', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 * 3 / 4', 1.5],
    ['-2 * -3', 6],
    ['- - 2', 2],
    ['0,25 * 8', 2],
    ['0,1 + 0,2', 0.3],
    ['ARRONDI(2,5; 0) + ARRONDI(-2,5; 0)', 0],
    ['ARRONDI(1,005; 2)', 1.01],
    ['ARRONDI(1750; -3)', 2000],
    ['ABS(3 - 10)', 7],
    ['MIN(3; 1; 2) + MAX(3; 1; 2)', 4],
    ['MOYENNE(1; 2; 6)', 3],
    ['SI(1 < 2; 10; 20)', 10],
    ['NB_JOURS()', 31],
    ['JOURS_OUVRES()', 21],
    ['MOIS()', 3],
    ['STRUCTURE("capacite")', 60],
    ['5 − 2', 3],
  ])('calcule %s', (formule, attendu) => {
    expect(calculer(formule)).toBe(attendu)
  })

  it.each([
    ['1 = 1 ET 2 > 1', true],
    ['NON 1 = 2', true],
    ['NON (1 = 1) OU VRAI', true],
    ['VRAI OU VRAI ET FAUX', true],
    ['0,1 + 0,2 = 0,3', true],
    ['0,1 + 0,2 > 0,3', false],
    ['999999999999 = 999999999998', false],
    ['2 ≥ 2 ET 1 ≠ 2 ET 1 ≤ 1', true],
    ['"a" <> "b"', true],
  ])('juge %s', (condition, attendu) => {
    expect(juger(condition)).toBe(attendu)
  })

  it('lit un code de chiffres dans une adresse, jamais au début', () => {
    expect(lireFormule('X.9.M')).toMatchObject({ sorte: 'adresse', segments: ['X', '9', 'M'] })
    expect(erreurDe('9.M').position).toBe(1)
  })

  it('distingue l’étoile des totaux de la multiplication', () => {
    expect(lireFormule('SOMME(X.*.M)')).toMatchObject({
      arguments: [{ sorte: 'adresse', segments: ['X', '*', 'M'] }],
    })
    expect(lireFormule('A*B')).toMatchObject({ sorte: 'arithmetique', operateur: '*' })
    expect(lireFormule('SOMME(*)')).toMatchObject({ arguments: [{ segments: ['*'] }] })
  })

  it('prend NON pour une fonction là où une condition ne se nie pas, et un mot entre guillemets pour un texte', () => {
    expect(lireFormule('1 + NON(A)')).toMatchObject({ droite: { sorte: 'appel', nom: 'NON' } })
    expect(lireFormule('A ET NON B = 1')).toMatchObject({
      droite: { sorte: 'non', de: { sorte: 'comparaison' } },
    })
    expect(erreurDe('1 + NON A').position).toBe(4)
    expect(erreurDe('A "+" B').position).toBe(2)
  })
})

describe('une formule mal écrite', () => {
  it.each([
    ['1 +', 3, 'La formule est incomplète : il manque une valeur.'],
    ['', 0, 'La formule est incomplète : il manque une valeur.'],
    ['(1 + 2', 0, 'Cette parenthèse n’est pas refermée.'],
    ['1 + 2)', 5, '« ) » n’est pas attendu ici.'],
    ['0.25 * A', 1, 'Écrivez les décimales avec une virgule. Exemple : 0,25.'],
    ['MAX(1, 2)', 5, 'Séparez les arguments par un point-virgule.'],
    ['A + "b', 4, 'Ce texte n’est pas refermé par des guillemets.'],
    ['a + 1', 0, 'Les codes et les fonctions s’écrivent en majuscules.'],
    ['1 # 2', 2, 'Le caractère « # » n’a pas de sens ici.'],
    ['NON A = 1 = 2', 10, 'Reliez deux comparaisons par ET : écrivez « a < b ET b < c ».'],
    [
      'A ET (B < 1 OU C = 1 = 2)',
      21,
      'Reliez deux comparaisons par ET : écrivez « a < b ET b < c ».',
    ],
    ['1 < A < 3', 6, 'Reliez deux comparaisons par ET : écrivez « a < b ET b < c ».'],
    ['A ET', 4, 'La formule est incomplète : il manque une valeur.'],
    ['ET A', 0, 'Il manque une valeur avant « ET ».'],
    ['A B', 2, '« B » n’est pas attendu ici.'],
    ['1 + ;', 4, 'Il manque une valeur avant « ; ».'],
  ])('« %s » est refusée au caractère %i', (formule, position, message) => {
    expect(erreurDe(formule)).toEqual({ position, message })
  })

  it('est refusée quand elle est trop profonde ou trop longue, sans épuiser la pile', () => {
    expect(erreurDe(`${'('.repeat(200)}1${')'.repeat(200)}`).message).toContain('parenthèses')
    expect(() => lireFormule(`${'('.repeat(40)}1${')'.repeat(40)}`)).not.toThrow()
    expect(erreurDe(`${'('.repeat(40)}F()${')'.repeat(40)}`).position).toBe(42)
    expect(erreurDe('-'.repeat(500)).message).toContain('parenthèses')
    expect(erreurDe('1+'.repeat(900)).message).toContain('trop longue')
    expect(erreurDe('1'.repeat(2001)).message).toContain('2000')
  })

  it('ne lève jamais autre chose que FormuleInvalide, quel que soit le texte', () => {
    const mots = [
      'SI(',
      'SOMME(',
      'A',
      'X.*.$',
      '1',
      '0,5',
      '(',
      ')',
      ';',
      '+',
      '*',
      '<=',
      'ET',
      '"',
    ]
    const texte = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...mots)).map((liste) => liste.join(' ')),
    )
    fc.assert(
      fc.property(texte, (source) => {
        try {
          lireFormule(source)
        } catch (cause) {
          expect(cause).toBeInstanceOf(FormuleInvalide)
          expect((cause as FormuleInvalide).position).toBeLessThanOrEqual(source.length)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('une formule qui ne va pas avec son modèle', () => {
  it.each([
    ['A + X', 4, 'La cellule X n’existe pas.'],
    ['A + T', 4, 'Il faut ici un nombre, et c’est un texte.'],
    ['A = "x"', 4, 'Il faut ici un nombre, et c’est un texte.'],
    ['A ET VRAI', 0, 'Il faut ici une condition (vrai ou faux), et c’est un nombre.'],
    ['1 + (A = 1)', 7, 'Il faut ici un nombre, et c’est une condition (vrai ou faux).'],
    ['SI(A; 1; 2)', 3, 'Il faut ici une condition (vrai ou faux), et c’est un nombre.'],
    ['SI(O; 1; "x")', 9, 'Il faut ici un nombre, et c’est un texte.'],
    ['RACINE(A)', 0, 'La fonction RACINE n’existe pas.'],
    ['toString(A)', 0, 'Les codes et les fonctions s’écrivent en majuscules.'],
    ['ABS(1; 2)', 0, 'ABS attend 1 argument(s), et en reçoit 2.'],
    ['SI(L = "NORML"; 1; 2)', 7, '« NORML » n’est pas un code de la liste de L.'],
    ['SI(T < "b"; 1; 2)', 5, '« < » compare des nombres ou des dates.'],
    ['SOMME(T)', 6, 'T n’est pas un nombre.'],
    ['PRECEDENT(1)', 10, 'Il faut ici l’adresse d’une cellule.'],
    ['MOYENNE_MOIS(A; 30)', 16, 'Le nombre de mois va de 1 à 24.'],
    ['SEUIL("x")', 0, 'Le contrôle n’a pas de seuil « x ».'],
    ['O', 0, 'Il faut ici un nombre, et c’est une condition (vrai ou faux).'],
    ['ABS(*) + R', 4, '« * » ne s’emploie que dans SOMME, MOYENNE, MIN et MAX.'],
  ])('« %s » est refusée au caractère %i', (formule, position, message) => {
    expect(problemeDe(formule)).toEqual({ position, message })
  })
})
