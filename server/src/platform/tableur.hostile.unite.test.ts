import { describe, expect, it } from 'vitest'
import {
  aDeuxRepertoires,
  CASES,
  chaines,
  commeExcel,
  composeClasseur,
  degonflee,
  FEUILLE,
  feuille,
  partiesDe,
  SEULE,
  vorace,
} from './tableur.banc.ts'
import { Illisible } from './tableur.cases.ts'
import { readIci } from './tableur.lecture.ts'
import { readAilleurs, readTableur } from './tableur.ts'
import { composeZip, type Partie, piecesDe } from './zip.banc.ts'

const largeurs = (nombre: number) => `<cols>${'<col min="1" max="16384"/>'.repeat(nombre)}</cols>`

const POUR = { compte: 1 }

/** A full sheet, which takes its reader a second of processor. */
const plein = (): Buffer => {
  const ligne = `<row>${'<c s="0"><v>1.5</v></c>'.repeat(90)}</row>`
  return avecFeuille(degonflee(feuille(ligne.repeat(5000))))
}

/** A workbook whose sheet is this part. */
const avecFeuille = (partie: Partie, fin = {}): Buffer =>
  composeZip(partiesDe({ parties: [['xl/worksheets/sheet1.xml', partie]] }), fin)

const BOMBE = degonflee(Buffer.alloc(45_000_000, 'a'))
const ATTRIBUTS = Array.from({ length: 200_000 }, (_, rang) => rang.toString(36)).join(' ')

const styles = (nombre: number) => `<styleSheet>${'<xf/>'.repeat(nombre)}</styleSheet>`
const ENTITES = '&amp;'.repeat(1_100_000)

const ABIME = 'Le classeur est abîmé, ou trop volumineux'
const DTD = '<!DOCTYPE x [<!ENTITY e "ha">]>'

type Cas = [nom: string, faire: () => Buffer, raison: string]

/** They say one thing to one reader, another to the next. */
const MENTEURS: Cas[] = [
  [
    'dont une partie a ses tailles en 64 bits',
    () => avecFeuille({ contenu: feuille(), extra: Buffer.from([1, 0, 0, 0]) }),
    ABIME,
  ],
  [
    'dont le répertoire ne finit pas à sa fin',
    () => avecFeuille({ contenu: feuille() }, { avantFin: Buffer.alloc(46) }),
    ABIME,
  ],
  [
    'dont le répertoire en cache un autre',
    () => avecFeuille({ contenu: feuille() }, { fin: (fin: Buffer) => fin.writeUInt32LE(0, 12) }),
    ABIME,
  ],
  [
    'dont un nom vient deux fois, à la casse près',
    () => composeClasseur({ parties: [FEUILLE, ['xl/worksheets/Sheet1.xml', feuille()]] }),
    ABIME,
  ],
  [
    'dont un nom sort de son dossier',
    () => composeClasseur({ parties: [FEUILLE, ['../a.xml', '']] }),
    ABIME,
  ],
  [
    'dont une partie se dit vide et dit de chercher sa suite',
    () => {
      const vide = (enTete: Buffer) => enTete.fill(0, 16, 28)
      return avecFeuille({ contenu: feuille(), degonflee: true, suivie: true, centrale: vide })
    },
    ABIME,
  ],
  ...(
    [
      ['une autre taille', 18],
      ['une autre empreinte', 14],
      ['une autre façon', 8],
      ['un nom plus court', 26],
    ] as const
  ).map(
    ([quoi, place]): Cas => [
      `dont une partie a pour elle-même ${quoi}`,
      () =>
        avecFeuille({
          ...degonflee(feuille()),
          locale: (enTete) => enTete.writeUInt32LE(7, place),
        }),
      ABIME,
    ],
  ),
  [
    'dont une partie en contient une autre',
    () => {
      const dedans = (enTete: Buffer) => enTete.writeUInt32LE(30 + 'a'.length, 42)
      const b = ['b', { contenu: 'x', centrale: dedans }] as const
      return composeZip([['a', piecesDe([['b', 'x']]).locales], b, ...partiesDe()])
    },
    ABIME,
  ],
  [
    'chiffré',
    () => {
      const marque = (place: number) => (enTete: Buffer) => enTete.writeUInt16LE(1, place)
      return avecFeuille({ contenu: feuille(), locale: marque(6), centrale: marque(8) })
    },
    ABIME,
  ],
  [
    'à entités',
    () => avecFeuille({ contenu: feuille().replace('<worksheet', `${DTD}<worksheet`) }),
    'déclarations',
  ],
  [
    'à entités, en UTF-16',
    () => {
      const texte = feuille().replace('<worksheet', `${DTD}<worksheet`)
      return avecFeuille({ contenu: Buffer.from(texte, 'utf16le') })
    },
    'La première ligne doit donner le nom des colonnes',
  ],
  [
    'qui mène hors de lui',
    () => composeClasseur({ vers: [['worksheet', '../../etc/passwd']] }),
    ABIME,
  ],
]

/** They hung or killed whoever read them: of each, seconds or gigabytes for a few bytes. */
const VORACES: Cas[] = [
  ['à deux répertoires, dont un de 64 bits', aDeuxRepertoires, ABIME],
  ['qui se gonfle démesurément', () => avecFeuille(BOMBE), ABIME],
  [
    'qui se gonfle plus qu’il ne l’annonce',
    () => {
      const peu = (place: number) => (enTete: Buffer) => enTete.writeUInt32LE(100, place)
      return avecFeuille({ ...BOMBE, locale: peu(22), centrale: peu(24) })
    },
    ABIME,
  ],
  [
    'aux balises sans nombre, dans une partie de n’importe quel nom',
    () =>
      composeClasseur({
        vers: [SEULE, ['sharedStrings', 'p.dat']],
        parties: [FEUILLE, ['xl/p.dat', chaines(2_900_000)]],
      }),
    ABIME,
  ],
  ['dont chaque texte est fait de morceaux', vorace, ABIME],
  [
    'aux styles sans nombre',
    () =>
      composeClasseur({
        vers: [SEULE, ['styles', 's.xml']],
        parties: [FEUILLE, ['xl/s.xml', degonflee(styles(600_000))]],
      }),
    ABIME,
  ],
  [
    'dont les chaînes sont aussi la feuille',
    () =>
      composeClasseur({
        vers: [SEULE, ['sharedStrings', 'worksheets/sheet1.xml']],
        parties: [['xl/worksheets/sheet1.xml', degonflee(feuille('<row/>'.repeat(1_300_000)))]],
      }),
    ABIME,
  ],
  [
    'aux entités sans nombre',
    () =>
      avecFeuille(degonflee(feuille(`<row><c t="inlineStr"><is><t>${ENTITES}</t></is></c></row>`))),
    ABIME,
  ],
  [
    'aux attributs sans nombre',
    () =>
      composeClasseur({
        vers: [SEULE, ['sharedStrings', 's.xml']],
        parties: [FEUILLE, ['xl/s.xml', degonflee(`<sst ${ATTRIBUTS}/>`)]],
      }),
    ABIME,
  ],
  [
    'au texte démesuré, écrit une fois et montré partout',
    () =>
      composeClasseur({
        vers: [SEULE, ['sharedStrings', 's.xml']],
        parties: [
          [
            'xl/worksheets/sheet1.xml',
            degonflee(feuille(`<row>${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`.repeat(5000))),
          ],
          ['xl/s.xml', degonflee(`<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`)],
        ],
      }),
    'trop de texte',
  ],
]

/** Read as they should be: what would harm is not given to the library. */
const LUS: [nom: string, faire: () => Buffer][] = [
  [
    'à la feuille nommée autrement, aux largeurs sans nombre',
    () =>
      composeClasseur({
        vers: [['worksheet', 'worksheets/sheet1.XML']],
        parties: [['xl/worksheets/sheet1.XML', degonflee(feuille(CASES, largeurs(400_000)))]],
      }),
  ],
  [
    'aux personnes sans nombre',
    () =>
      composeClasseur({
        vers: [SEULE, ['person', 'persons/person.xml']],
        parties: [
          FEUILLE,
          ['xl/persons/person.xml', degonflee(`<l>${'<person id="b"/>'.repeat(900_000)}</l>`)],
        ],
      }),
  ],
  [
    'à dix mille parties inutiles',
    () =>
      composeClasseur({
        parties: [
          FEUILLE,
          ...Array.from({ length: 9000 }, (_, rang) => [`xl/p${rang}.xml`, '<p/>'] as const),
        ],
      }),
  ],
  [
    'aux balises emboîtées',
    () => {
      const emboite = `${'<x>'.repeat(300_000)}${'</x>'.repeat(300_000)}`
      return avecFeuille(degonflee(feuille(CASES + emboite)))
    },
  ],
]

/**
 * Reads in the process that reads for everybody; what it costs this one, of time on the processor
 * and of memory: others wait for the first.
 */
async function mesurer(octets: Buffer) {
  const avant = process.memoryUsage.rss()
  const debut = process.threadCpuUsage()
  const lu = await readTableur(octets, POUR).catch((echec: unknown) => echec)
  const { user, system } = process.threadCpuUsage(debut)
  const memoire = (process.memoryUsage.rss() - avant) / 2 ** 20
  return { lu, duree: (user + system) / 1000, memoire }
}

describe('un classeur qui se contredit est refusé :', () => {
  it.each(MENTEURS)('%s', async (_, faire, raison) => {
    const refus = await readIci(faire(), undefined).catch((echec: unknown) => echec)
    expect(refus).toBeInstanceOf(Illisible)
    expect(String(refus)).toContain(raison)
  })
})

describe('un classeur vorace n’arrête ni ne retient personne :', () => {
  it.each(VORACES)('%s, il est refusé', async (_, faire, raison) => {
    const { lu, duree, memoire } = await mesurer(faire())
    expect(lu).toMatchObject({ code: 'TABLEUR_ILLISIBLE', statut: 422 })
    expect(String(lu)).toContain(raison)
    expect(duree).toBeLessThan(200)
    expect(memoire).toBeLessThan(100)
  })

  it.each(LUS)('%s, il est lu sans ce qui nuit', async (_, faire) => {
    const { lu, duree, memoire } = await mesurer(faire())
    expect(lu).toMatchObject({ entetes: ['a'], lignes: [{ numero: 2, cellules: { a: '1' } }] })
    expect(duree).toBeLessThan(200)
    expect(memoire).toBeLessThan(100)
  })

  it.each([
    ['sans fin', { duree: 1, processeur: 5000, memoire: 400 }, commeExcel(false)],
    ['sans fond', { duree: 60_000, processeur: 5000, memoire: 1 }, commeExcel(false)],
    // Of the clock it has all that it wants.
    ['sans répit', { duree: 600_000, processeur: 300, memoire: 400 }, plein()],
  ])('%s, il est arrêté', async (_, limites, contenu) => {
    const demande = { contenu, feuille: undefined }
    const refus = await readAilleurs(demande, POUR, limites).catch((echec: unknown) => echec)
    expect(refus).toMatchObject({ code: 'TABLEUR_ILLISIBLE', statut: 422 })
    expect(String(refus)).toContain('Le fichier est abîmé, ou trop volumineux')
  })
})

describe('un fichier à lire', () => {
  it('attend son tour, dans la part de son compte', async () => {
    const lectures = Array.from({ length: 5 }, () => readTableur(Buffer.from('a\n1'), POUR))
    const autre = readTableur(Buffer.from('b\n1'), { compte: 2 })
    const issues = await Promise.allSettled(lectures)
    expect((await autre).entetes).toEqual(['b'])
    const refus = issues.filter(({ status }) => status === 'rejected')
    expect(refus).toHaveLength(2)
    for (const issue of refus) {
      expect(issue).toMatchObject({
        reason: { code: 'TRAVAUX_EN_COURS', statut: 429, attente: 10 },
      })
    }
  })

  it.each([
    ['d’un trait', false],
    ['au fil de l’eau', true],
  ])('fait comme Excel, écrit %s, se lit', async (_, suivie) => {
    const attendu = {
      entetes: ['Code', 'Jour', 'Total'],
      lettres: ['A', 'B', 'C'],
      lignes: [
        { numero: 3, cellules: { Code: 'Dépôt', Jour: '2025-03-31', Total: '2' }, sansTitre: [] },
      ],
    }
    expect(await readIci(commeExcel(suivie), { feuille: 'A & B' })).toEqual(attendu)
    expect(await readIci(commeExcel(suivie), undefined)).toEqual(attendu)
    expect((await readIci(commeExcel(suivie), { feuille: 'Masquée' })).entetes).toEqual(['a'])
  })
})
