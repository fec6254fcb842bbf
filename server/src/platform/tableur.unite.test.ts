import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { enregistrer, libreOffice } from '../../test/libreoffice.ts'
import { fautesSansTitre } from './import.lecture.ts'
import { Illisible } from './tableur.cases.ts'
import { composeListe, ecrireTableur, enUnLot, type Tableau } from './tableur.ecriture.ts'
import { rangeesDe, readIci } from './tableur.lecture.ts'
import { readTableur } from './tableur.ts'
import { composeZip } from './zip.banc.ts'
import { listEntrees, unpack } from './zip.ts'

const POUR = { compte: 1 }

const TABLEAU: Tableau = {
  feuille: 'Comptes',
  colonnes: [{ entete: 'Identifiant' }, { entete: 'Nom', largeur: 30 }, { entete: 'Postes' }],
  lignes: [
    ['zoé', 'Élève ; "dit" l’aîné', 12],
    ['=1+1', '+221 77 123', -3],
    ['@cmd', '-5,2', null],
    ['2025-03-01', 'ligne 1\nligne 2', 0],
    ['001', '+221771234567', 4.5],
    ["'=1", "''-x", 1],
    ['＝1+1', '＠cmd', -1],
    ["'－1", '＋221', 1],
  ],
}
/** Its decimals as the format writes them: a CSV of semicolons has the French comma. */
const lues = (decimale: string) => [
  ['zoé', 'Élève ; "dit" l’aîné', '12'],
  ['=1+1', '+221 77 123', '-3'],
  ['@cmd', '-5,2', ''],
  ['2025-03-01', 'ligne 1\nligne 2', '0'],
  ['001', '+221771234567', decimale],
  ["'=1", "''-x", '1'],
  ['＝1+1', '＠cmd', '-1'],
  ["'－1", '＋221', '1'],
]

/** Here rather than in the reader's process: what it reads is no danger, and there are many. */
const lireSur = (contenu: Uint8Array, feuille?: string) =>
  readIci(Buffer.from(contenu), { feuille })

async function lire(contenu: Uint8Array): Promise<string[][]> {
  return (await lireSur(contenu)).lignes.map(({ cellules }) => Object.values(cellules))
}

const csv = (texte: string) => Buffer.from(texte)

describe('un tableau écrit', () => {
  it.each([
    ['csv', '4,5'],
    ['xlsx', '4.5'],
  ] as const)('se relit tel quel, en %s', async (format, decimale) => {
    const octets = await ecrireTableur(TABLEAU, format)
    const { entetes, lignes } = await readTableur(octets, POUR)
    expect(entetes).toEqual(['Identifiant', 'Nom', 'Postes'])
    expect(lignes.map(({ cellules }) => Object.values(cellules))).toEqual(lues(decimale))
  })

  it('en CSV s’ouvre dans un tableur français et n’y exécute rien', async () => {
    const texte = (await ecrireTableur(TABLEAU, 'csv')).toString()
    expect(texte.startsWith('\uFEFFIdentifiant;Nom;Postes\r\n')).toBe(true)
    expect(texte).toContain("\r\n'=1+1;'+221 77 123;-3\r\n'@cmd;-5,2;\r\n")
    expect(texte).toContain('"Élève ; ""dit"" l’aîné"')
    expect(texte).toContain('+221771234567')
  })

  it('en CSV n’y exécute pas non plus les signes de pleine chasse', async () => {
    const texte = (await ecrireTableur(TABLEAU, 'csv')).toString()
    expect(texte).toContain("\r\n'＝1+1;'＠cmd;-1\r\n''－1;'＋221;1")
  })

  it.each(['csv', 'xlsx'] as const)('rend en %s le texte de toute case', async (format) => {
    const signe = fc.constantFrom(...'\'=+-@＝＋－＠;," 1.'.split(''))
    const cellule = fc
      .array(fc.oneof(signe, fc.string({ unit: 'grapheme', maxLength: 2 })), { maxLength: 6 })
      .map((signes) => signes.join('').trim())
    const colonnes = [{ entete: 'a' }, { entete: 'b' }]
    await fc.assert(
      fc.asyncProperty(fc.array(cellule, { minLength: 1, maxLength: 20 }), async (textes) => {
        const octets = await ecrireTableur(
          { feuille: 'F', colonnes, lignes: textes.map((texte) => ['x', texte]) },
          format,
        )
        expect(await lire(octets)).toEqual(textes.map((texte) => ['x', texte]))
      }),
    )
  })

  it('de 5 000 lignes s’écrit et se relit', async () => {
    const lignes = Array.from({ length: 5000 }, (_, n) => [`compte-${n}`, `Nom ${n}`, n])
    const octets = await ecrireTableur({ ...TABLEAU, lignes }, 'xlsx')
    expect((await readTableur(octets, POUR)).lignes).toHaveLength(5000)
  })

  it('en XLSX ne garde aucun signe qui ferait refuser le classeur', async () => {
    const lignes = [['a\uFFFEb'], ['c\uFFFFd'], ['e\u0007f']]
    const octets = await ecrireTableur({ ...TABLEAU, lignes }, 'xlsx')
    const textes = (await listEntrees(octets))
      ?.map((entree) => unpack(octets, entree, 1_000_000)?.toString())
      .join('')
    expect(textes).not.toMatch(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u)
    expect(await lire(octets)).toEqual([
      ['ab', '', ''],
      ['cd', '', ''],
      ['e\u0007f', '', ''],
    ])
  })

  it.skipIf(!libreOffice)(
    'en XLSX s’ouvre dans LibreOffice, et se relit tel qu’il l’enregistre',
    async () => {
      const ecrit = await ecrireTableur(TABLEAU, 'xlsx')
      expect(enregistrer(ecrit, 'xlsx', 'csv').toString()).toContain('=1+1,+221 77 123,-3')
      expect(await lire(enregistrer(ecrit, 'xlsx', 'xlsx'))).toEqual(lues('4.5'))
    },
  )
})

describe('un fichier CSV', () => {
  it.each([
    ['points-virgules', 'a;b\n"x;1";2\n'],
    ['virgules', 'a,b\r\n"x;1",2\r\n'],
    ['tabulations', 'a\tb\nx;1\t2'],
    ['une ligne « sep= »', 'sep=;\r\na;b\r\n"x;1";2'],
    ['une marque d’ordre', '\uFEFFa;b\n"x;1";2\n'],
    ['fins de ligne d’autrefois', 'a;b\r"x;1";2'],
    ['un titre entre guillemets', '"a";b\n"x;1";"2"'],
    ['une dernière case vide', 'a;b;\n"x;1";2;'],
  ])('se lit avec des %s', async (_, texte) => {
    expect(await lireSur(csv(texte))).toEqual({
      entetes: ['a', 'b'],
      lettres: ['A', 'B'],
      lignes: [{ numero: 2, cellules: { a: 'x;1', b: '2' }, sansTitre: [] }],
    })
  })

  it('rend toute case qu’on y met', async () => {
    const cases = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string()), { minLength: 1 })
    const dite = (cellule: string) => `"${cellule.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(';', ',', '\t'), async (lignes, signe) => {
        const texte = lignes.map((ligne) => ligne.map(dite).join(signe)).join('\r\n')
        expect(rangeesDe(texte, signe, 1000)).toEqual(lignes)
      }),
    )
  })

  it('en Windows-1252 garde ses accents', async () => {
    expect(await lire(Buffer.from('nom\nZoé', 'latin1'))).toEqual([['Zoé']])
  })

  it('garde le numéro de ses lignes quand des lignes vides les séparent', async () => {
    const { lignes } = await lireSur(csv('a;b\n1;\n;\n\n2'))
    expect(lignes).toEqual([
      { numero: 2, cellules: { a: '1', b: '' }, sansTitre: [] },
      { numero: 5, cellules: { a: '2', b: '' }, sansTitre: [] },
    ])
  })

  it('reconnaît un titre dont l’accent est un signe à part', async () => {
    expect((await lireSur(csv('Libelle\u0301\nx'))).entetes).toEqual(['Libell\u00E9'])
  })

  it('garde tel quel ce qui ressemble à un nom réservé', async () => {
    const { lignes } = await readTableur(csv('__proto__;a\n1;2'), POUR)
    expect(Object.entries(lignes[0]?.cellules ?? {})).toEqual([
      ['__proto__', '1'],
      ['a', '2'],
    ])
  })
})

describe('une case remplie sous aucun titre', () => {
  const sansTitre = async (contenu: Uint8Array) =>
    (await lireSur(contenu)).lignes.map((ligne) => [ligne.numero, ...ligne.sansTitre])

  it('est dite par la lettre de sa colonne ; vide, elle ne compte pas', async () => {
    expect(await sansTitre(csv('a;;c\n1;;3\n1;2;3;4;;6\n1;2;3; ;\n;;;4'))).toEqual([
      [2],
      [3, 'B', 'D', 'F'],
      [4, 'B'],
      [5, 'D'],
    ])
  })

  it('l’est aussi au-delà de la centième colonne, et dans un classeur', async () => {
    const loin = [...Array.from({ length: 110 }, () => ''), 'x']
    expect(await sansTitre(csv(`a\n1${loin.join(';')}`))).toEqual([[2, 'DG']])
    const rows = [['a'], ['1', ...loin], [null, 2]]
    expect(await sansTitre(await writeXlsx({ sheets: [{ name: 'F', rows }] }))).toEqual([
      [2, 'DH'],
      [3, 'B'],
    ])
  })

  it('est une faute de la ligne, qui dit quelle case et que faire', async () => {
    const [ligne] = (await lireSur(csv('a;b\n1;2;3'))).lignes
    const [faute] = ligne ? fautesSansTitre(ligne) : []
    expect(faute).toMatchObject({ chemin: 'C', code: 'COLONNE_SANS_TITRE' })
    expect(faute?.libelle).toContain('La case C2 est remplie, mais sa colonne n’a pas de titre')
  })
})

describe('un classeur XLSX', () => {
  it('donne ses dates, ses nombres et ses formules en texte', async () => {
    const rows = [
      ['jour', 'nombre', 'oui'],
      [new Date('2025-03-01T00:00:00Z'), 1.5, true],
    ]
    const octets = await writeXlsx({ sheets: [{ name: 'F', rows }] })
    expect(await lire(Buffer.from(octets))).toEqual([['2025-03-01', '1.5', 'VRAI']])
  })

  it('se lit à la feuille nommée, sinon à la première', async () => {
    const feuille = (name: string, hidden = false) => ({ name, hidden, rows: [['a'], [name]] })
    const sheets = [feuille('Cachée', true), feuille('Une'), feuille('Deux')]
    const octets = await writeXlsx({ sheets })
    const lu = async (nom: string) => (await lireSur(octets, nom)).lignes[0]?.cellules['a']
    expect([await lu('Deux'), await lu('Trois')]).toEqual(['Deux', 'Une'])
    expect(await lu('Cachée')).toBe('Cachée')
  })
})

describe('est refusé, et dit pourquoi, un fichier', () => {
  it.each([
    ['vide de noms', () => csv(';;\n1;2;3'), 'La première ligne doit donner le nom des colonnes.'],
    ['aux colonnes en double', () => csv('a;a\n1;2'), 'Deux colonnes s’appellent « a ».'],
    ['qui n’est pas un tableur', () => Buffer.from([1, 0, 2]), 'Ce n’est ni un classeur XLSX'],
    ['tronqué', () => Buffer.from('PK\u0003\u0004abc'), 'Le classeur est abîmé'],
    ['zip quelconque', () => composeZip([['a.txt', 'a']]), 'Ce fichier est une archive (.zip).'],
    ['au guillemet ouvert', () => csv('a;b\n"1;2\n3;4'), 'Un guillemet est ouvert'],
    ['tout en séparateurs', () => csv(`a;b\n${';'.repeat(300_000)}`), 'Une ligne est démesurée'],
    ['à la case sans valeur', () => csv('a;b\n1;2\n3;#NOM?'), 'Ligne 3, colonne « b »'],
    [
      'de plus de 100 colonnes',
      () => csv(`a${';a'.repeat(99)};fin\n`),
      'Il a plus de 100 colonnes',
    ],
    ['de plus de 5 000 lignes', () => csv(`a\n${'1\n'.repeat(5001)}`), 'Il a plus de 5 000 lignes'],
  ])('%s', async (_, faire, raison) => {
    const refus = await lireSur(faire()).catch((echec: unknown) => echec)
    expect(refus).toBeInstanceOf(Illisible)
    expect(String(refus).replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(raison)
  })

  it('XLSX dont une formule n’a pas été calculée, ou dont un nombre n’est aucun jour', async () => {
    const lu = async (cellule: object) => {
      const remplies = new Map([['1,1', cellule]])
      const sheets = [
        {
          name: 'F',
          rows: [
            ['a', 'b'],
            [1, 2],
          ],
          cells: remplies,
        },
      ]
      return lireSur(await writeXlsx({ sheets })).then(
        ({ lignes }) => lignes[0]?.cellules['b'],
        String,
      )
    }
    expect(await lu({ formula: '1+1', formulaResult: 2 })).toBe('2')
    expect(await lu({ formula: '1+1' })).toContain('La formule de la case B2 n’a pas de résultat')
    const style = { numFmt: 'dd/mm/yyyy' }
    expect(await lu({ value: 99_999_999_999, style })).toContain('la case donne #VALEUR!')
    expect(await lu({ value: 45_747, style })).toBe('2025-03-31')
  })

  it('de 5 001 lignes en XLSX', async () => {
    const lignes = Array.from({ length: 5001 }, (_, n) => [n, n, n])
    const octets = await ecrireTableur({ ...TABLEAU, lignes }, 'xlsx')
    await expect(lireSur(octets)).rejects.toBeInstanceOf(Illisible)
  })
})

describe('une liste écrite à mesure', () => {
  const DITE = { nom: 'liste', total: 2, filtres: ['Région\u00a0: R01'] }
  const QUAND = { maintenant: new Date('2025-03-20T10:00:00Z') }
  const feuille = { feuille: 'Liste', colonnes: [{ entete: 'Nom' }], lots: enUnLot([['a'], ['b']]) }

  it('dit dans un second feuillet son compte et ses filtres ; deux fois, les mêmes octets', async () => {
    const ecrire = async () => {
      const lots = enUnLot([['a'], ['b']])
      const { morceaux } = composeListe([{ ...feuille, lots }], DITE, { format: 'xlsx', ...QUAND })
      return buffer(morceaux)
    }
    const octets = await ecrire()
    expect(await lire(octets)).toEqual([['a'], ['b']])
    const propos = (await lireSur(octets, 'À propos')).lignes.map(
      ({ cellules }) => cellules['Valeur'],
    )
    expect(propos).toEqual(['2', '2025-03-20T10:00:00.000Z', 'Région\u00a0: R01'])
    expect((await ecrire()).equals(octets)).toBe(true)
  })

  it('y dit qu’un recalcul était en cours', async () => {
    const dite = { ...DITE, recalcul: true } as const
    const lots = enUnLot([['a'], ['b']])
    const ecrite = composeListe([{ ...feuille, lots }], dite, { format: 'xlsx', ...QUAND })
    expect(ecrite.compte).toMatchObject({ recalcul: true })
    const { lignes } = await lireSur(await buffer(ecrite.morceaux), 'À propos')
    expect(
      lignes.map(({ cellules }) => [cellules['Information'], cellules['Valeur']]),
    ).toContainEqual(['Recalcul', expect.stringMatching(/^En cours au moment de l’export/)])
  })

  it('refuse en XLSX plus de lignes qu’une feuille n’en a, et les prend en CSV', () => {
    const trop = { ...DITE, total: 1_048_576 }
    expect(() => composeListe([feuille], trop, { format: 'xlsx', ...QUAND })).toThrow(
      expect.objectContaining({ code: 'EXPORT_TROP_GRAND' }),
    )
    const { nom, compte } = composeListe([feuille], trop, { format: 'csv', ...QUAND })
    expect([nom, compte?.lignes]).toEqual(['liste-2025-03-20.csv', 1_048_576])
  })

  it('ne lit un lot que quand le précédent est parti, et cesse avec qui le reçoit', async () => {
    let lus = 0
    let fermee = false
    async function* lots() {
      try {
        for (;;) {
          lus += 1
          yield [['x'.repeat(1000)]]
        }
      } finally {
        fermee = true
      }
    }
    const sansFin = { ...feuille, lots: lots() }
    const { morceaux } = composeListe([sansFin], DITE, { format: 'csv', ...QUAND })
    let recus = 0
    for await (const _morceau of morceaux) {
      recus += 1
      if (recus === 5) break
    }
    expect([lus, fermee]).toEqual([4, true])
  })
})
