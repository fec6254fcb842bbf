import { compilerModele } from '@releve/contract/modele/compile.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import fc from 'fast-check'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { CODIFICATIONS } from '../../seed/codifications.ts'
import { exempleCoherent } from '../../seed/exemple.ts'
import { EPM } from '../../seed/modeles/epm.ts'
import { RMA } from '../../seed/modeles/rma.ts'
import { Illisible, type Rangees, texteDe } from '../platform/tableur.cases.ts'
import { COMMENTEE, lireChangements, planDe } from './classeur.lecture.ts'
import { CLASSEUR } from './classeur.textes.ts'
import { type ARemplir, composeClasseurDe } from './classeur.ts'

// A workbook as people hand it back: each cell keeps, aside, the address that stood there when it
// left, and goes where the gesture takes it. What is read is that, or the row or column is named.

type Case = { valeur: CellValue; cle: string | null }
type Feuille = { nom: string; grille: Case[][] }
type Classeur = { plan: ReturnType<typeof planDe>; feuilles: Feuille[] }

async function classeurDe(source: ModeleSource, code: 'RMA' | 'EPM'): Promise<Classeur> {
  const listes = Object.fromEntries(CODIFICATIONS.map((une) => [une.code, une.valeurs]))
  const lu = {
    numero: `${code}-CAU-R01-01-202503`,
    structure: { code: 'CAU-R01-01', libelle: 'Centre' },
    modele: { moisCouverts: 1 },
    mois: 'MARCH',
    annee: 2025,
    version: 1,
    donnees: exempleCoherent(code),
    commentaires: {},
    precedent: { mois: 'FEBRUARY', annee: 2025, moisCouverts: 1, donnees: exempleCoherent(code) },
  }
  const compile = compilerModele(developperModele(source, listes))
  // Of a report, what its workbook says.
  const aRemplir = { lu, compile, maintenant: new Date(0) } as unknown as ARemplir
  const { sheets } = await readXlsx(await composeClasseurDe(aRemplir))
  const rangees = new Map(sheets.map(({ name, rows }) => [name, rows]))
  const plan = planDe(rangees.get(CLASSEUR.technique) ?? [])
  const feuilles = [...plan.parFeuille].map(([nom, reperes]) => {
    const cles = new Map(reperes.map(({ place, cle }) => [place, cle]))
    const lignes = rangees.get(nom) ?? []
    const largeur = Math.max(...lignes.map(({ length }) => length))
    const grille = lignes.map((ligne, n) =>
      Array.from({ length: largeur }, (_, c): Case => {
        const cle = cles.get(`${String.fromCharCode(65 + c)}${n + 1}`) ?? null
        return { valeur: ligne[c] ?? null, cle: c < 26 ? cle : null }
      }),
    )
    return { nom, grille }
  })
  return { plan, feuilles }
}

const vide = (): Case => ({ valeur: null, cle: null })
const copier = (grille: Case[][]): Case[][] =>
  grille.map((rangee) => rangee.map((une) => ({ ...une })))
const deplacer = <T>(liste: T[], de: number, vers: number): T[] => {
  const autres = liste.toSpliced(de, 1)
  return autres.toSpliced(vers, 0, ...liste.slice(de, de + 1))
}
const enTextes = (grille: Case[][]): Rangees =>
  grille.map((rangee) => rangee.map((une) => une.valeur))
const tetesDe = (grille: Case[][]): number =>
  grille.findIndex((rangee) => rangee.some(({ cle }) => cle))

/** Lines above the cells: the marks, the title, the headings; one more where columns have groups. */
const SANS_GROUPES = 3

type Geste = {
  nom: string
  /** By itself, it is read; else a refusal will do. */
  suivi: boolean
  faire: (grille: Case[][], tirer: (max: number) => number) => Case[][]
}

/** Lines with what they hold, from the first that has cells. */
const surLignes = (faire: (lignes: Case[][], tirer: (max: number) => number) => Case[][]) =>
  ((grille, tirer) => {
    const tete = tetesDe(grille)
    return [...grille.slice(0, tete), ...faire(grille.slice(tete), tirer)]
  }) satisfies Geste['faire']

const parLibelle = (a: Case[], b: Case[]) =>
  texteDe(a[1]?.valeur).localeCompare(texteDe(b[1]?.valeur), 'fr')

const GESTES: readonly Geste[] = [
  {
    nom: 'une ligne déplacée',
    suivi: true,
    faire: surLignes((lignes, tirer) =>
      deplacer(lignes, tirer(lignes.length), tirer(lignes.length)),
    ),
  },
  {
    nom: 'des lignes triées par libellé',
    suivi: true,
    faire: surLignes((lignes) => lignes.toSorted(parLibelle)),
  },
  {
    nom: 'des lignes triées sans leur repère',
    suivi: false,
    faire: surLignes((lignes) => {
      const triees = lignes.toSorted(parLibelle)
      return lignes.map(([repere = vide()], n) => [repere, ...(triees[n] ?? []).slice(1)])
    }),
  },
  {
    nom: 'une ligne blanche insérée',
    suivi: true,
    faire: (grille, tirer) =>
      grille.toSpliced(tirer(grille.length), 0, (grille[0] ?? []).map(vide)),
  },
  {
    nom: 'une ligne remplie insérée',
    suivi: false,
    faire: surLignes((lignes, tirer) =>
      lignes.toSpliced(
        tirer(lignes.length),
        0,
        (lignes[0] ?? []).map((_, n) => ({ valeur: n === 0 ? null : 7, cle: null })),
      ),
    ),
  },
  {
    nom: 'une ligne copiée',
    suivi: false,
    faire: surLignes((lignes, tirer) => {
      const copie = lignes[tirer(lignes.length)] ?? []
      return lignes.toSpliced(
        tirer(lignes.length),
        0,
        copie.map(({ valeur }) => ({ valeur, cle: null })),
      )
    }),
  },
  {
    nom: 'une ligne supprimée',
    suivi: false,
    faire: surLignes((lignes, tirer) => lignes.toSpliced(tirer(lignes.length), 1)),
  },
  {
    nom: 'deux lignes échangées sans leur repère',
    suivi: false,
    faire: surLignes((lignes, tirer) => {
      const [a, b] = [tirer(lignes.length), tirer(lignes.length)]
      const corps = (n: number) => (lignes[n] ?? []).slice(1)
      return lignes.map((ligne, n) =>
        n === a
          ? [...ligne.slice(0, 1), ...corps(b)]
          : n === b
            ? [...ligne.slice(0, 1), ...corps(a)]
            : ligne,
      )
    }),
  },
  {
    nom: 'une colonne déplacée',
    suivi: true,
    faire: (grille, tirer) => {
      // The name of a group stands over its first column: away from it, a column has none.
      if (tetesDe(grille) > SANS_GROUPES) return grille
      const largeur = grille[0]?.length ?? 0
      const [de, vers] = [tirer(largeur), tirer(largeur)]
      return grille.map((rangee) => deplacer(rangee, de, vers))
    },
  },
  {
    nom: 'une colonne d’un groupe déplacée',
    suivi: false,
    faire: (grille, tirer) => {
      if (tetesDe(grille) <= SANS_GROUPES) return grille
      const largeur = grille[0]?.length ?? 0
      const [de, vers] = [tirer(largeur), tirer(largeur)]
      return grille.map((rangee) => deplacer(rangee, de, vers))
    },
  },
  {
    nom: 'deux colonnes échangées sans leur repère',
    suivi: false,
    faire: (grille, tirer) => {
      const largeur = grille[0]?.length ?? 1
      const [a, b] = [1 + tirer(largeur - 1), 1 + tirer(largeur - 1)]
      const titres = grille[tetesDe(grille) - 1]
      // Under the same name, nothing but their figures was exchanged.
      if (texteDe(titres?.[a]?.valeur) === texteDe(titres?.[b]?.valeur)) return grille
      return grille.map((rangee, n) =>
        n === 0 ? rangee : rangee.with(a, rangee[b] ?? vide()).with(b, rangee[a] ?? vide()),
      )
    },
  },
  {
    nom: 'une colonne blanche insérée',
    suivi: true,
    faire: (grille, tirer) => {
      const place = tirer(grille[0]?.length ?? 0)
      return grille.map((rangee) => rangee.toSpliced(place, 0, vide()))
    },
  },
  {
    nom: 'une colonne supprimée',
    suivi: false,
    faire: (grille, tirer) => {
      const place = tirer(grille[0]?.length ?? 0)
      return grille.map((rangee) => rangee.toSpliced(place, 1))
    },
  },
  {
    nom: 'un libellé en capitales, aux blancs insécables',
    suivi: true,
    faire: surLignes((lignes, tirer) => {
      const place = tirer(lignes.length)
      return lignes.map((ligne, n) => {
        const [repere = vide(), libelle = vide(), ...autres] = ligne
        if (n !== place || libelle.cle !== null) return ligne
        const valeur = texteDe(libelle.valeur).toUpperCase().replaceAll(' ', '\u00a0')
        return [repere, { valeur, cle: null }, ...autres]
      })
    }),
  },
  {
    nom: 'un libellé remplacé',
    suivi: false,
    faire: surLignes((lignes, tirer) => {
      const place = tirer(lignes.length)
      return lignes.map((ligne, n) => {
        const [repere = vide(), libelle = vide(), ...autres] = ligne
        if (n !== place || libelle.cle !== null) return ligne
        return [repere, { valeur: 'Autre chose', cle: null }, ...autres]
      })
    }),
  },
]

/** The same figures typed anywhere, then gestures: as many as one draws. */
const journees = fc.record({
  saisies: fc.array(fc.tuple(fc.nat(9999), fc.integer({ min: 0, max: 999 })), { maxLength: 6 }),
  gestes: fc.array(
    fc.tuple(fc.nat(GESTES.length - 1), fc.array(fc.nat(9999), { minLength: 3, maxLength: 3 })),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  feuille: fc.nat(99),
})

type Journee = { saisies: [number, number][]; gestes: [number, number[]][]; feuille: number }

/** Of a table without names at the head of its lines, a line is only what its mark says. */
const estNommee = (grille: Case[][]): boolean =>
  grille.every((rangee) => rangee[1] === undefined || rangee[1].cle === null)

function jouer({ feuilles }: Classeur, { saisies, gestes, feuille }: Journee) {
  const choisie = feuilles[feuille % feuilles.length]
  if (!choisie) throw new Error('pas de feuille')
  let grille = copier(choisie.grille)
  const remplies = grille.flat().filter(({ cle }) => cle !== null)
  for (const [rang, valeur] of saisies) {
    const une = remplies[rang % remplies.length]
    if (une) une.valeur = valeur
  }
  for (const [rang, tirages] of gestes) {
    const geste = GESTES[rang]
    if (!geste || (geste.nom.includes('sans leur repère') && !estNommee(grille))) continue
    let tirage = 0
    grille = geste.faire(
      grille,
      (max) => (tirages[tirage++ % tirages.length] ?? 0) % Math.max(1, max),
    )
  }
  return { choisie, grille }
}

/** What is read of a sheet of the workbook, made this; why not, where it is refused. */
function lire({ plan: { identite, parFeuille } }: Classeur, nom: string, grille: Case[][]) {
  const seule = new Map([[nom, parFeuille.get(nom) ?? []]])
  const lues = new Map([[nom, enTextes(grille)]])
  try {
    const { cases, commentaires } = lireChangements({ identite, parFeuille: seule }, lues)
    return new Map([
      ...cases.map(({ cellule, texte }) => [cellule, texte] as const),
      ...commentaires.map(({ cellule, texte }) => [`${COMMENTEE}${cellule}`, texte] as const),
    ])
  } catch (echec) {
    if (!(echec instanceof Illisible)) throw echec
    return echec.message
  }
}

/** What stands there now, where it is not what was there when it left. */
function attendu({ plan }: Classeur, grille: Case[][]): Map<string, string> {
  const tenus = new Map([...plan.parFeuille.values()].flat().map(({ cle, tenu }) => [cle, tenu]))
  const dits = grille
    .flat()
    .flatMap(({ cle, valeur }) => (cle ? [[cle, texteDe(valeur)] as const] : []))
  return new Map(dits.filter(([cle, texte]) => texte !== tenus.get(cle)))
}

describe.each([
  ['RMA', RMA],
  ['EPM', EPM],
] as const)('le classeur d’un %s dont les lignes et les colonnes ont bougé', (code, source) => {
  let classeur: Classeur
  beforeAll(async () => {
    classeur = await classeurDe(source, code)
  })

  it('rend chaque chiffre dans sa case, ou nomme ce qui l’en empêche', () => {
    let lus = 0
    fc.assert(
      fc.property(journees, (journee) => {
        const { choisie, grille } = jouer(classeur, journee)
        const lu = lire(classeur, choisie.nom, grille)
        if (typeof lu === 'string') {
          expect(lu).toContain(choisie.nom)
          return
        }
        expect(lu).toEqual(attendu(classeur, grille))
        lus += 1
      }),
      { numRuns: 400 },
    )
    expect(lus).toBeGreaterThan(100)
  })

  it.each(GESTES.filter(({ suivi }) => suivi))('suit $nom, dans chaque feuille', ({ faire }) => {
    for (const { nom, grille } of classeur.feuilles) {
      for (const tirages of [
        [0, 3],
        [3, 0],
        [7, 2],
      ]) {
        const saisie = copier(grille)
        for (const [rang, une] of saisie
          .flat()
          .filter(({ cle }) => cle !== null)
          .entries())
          une.valeur = rang
        let tire = 0
        const bougee = faire(saisie, (max) => (tirages[tire++ % 2] ?? 0) % Math.max(1, max))
        expect(lire(classeur, nom, bougee)).toEqual(attendu(classeur, saisie))
      }
    }
  })

  it('refuse, en la nommant, une ligne supprimée, copiée, ajoutée, renommée', () => {
    for (const { nom, grille } of classeur.feuilles) {
      const remplies = grille.flatMap((ligne, n) => (ligne.some(({ cle }) => cle) ? [n] : []))
      for (const n of remplies.slice(0, 3)) {
        const ligne = grille[n] ?? []
        const libelle = estNommee(grille) ? texteDe(ligne[1]?.valeur) : `ligne ${n + 1}`
        const ajoutee = ligne.map((_, c) => ({ valeur: c === 0 ? null : 7, cle: null }))
        expect(lire(classeur, nom, grille.toSpliced(n, 1))).toContain(`la ligne «\u00a0${libelle}`)
        expect(lire(classeur, nom, grille.toSpliced(n, 0, ligne))).toContain(
          `deux fois la ligne «\u00a0${libelle}`,
        )
        expect(lire(classeur, nom, grille.toSpliced(n, 0, ajoutee))).toContain(
          `La ligne ${n + 1} de la feuille «\u00a0${nom}`,
        )
        if (!estNommee(grille)) continue
        const renommee = ligne.with(1, { valeur: 'Autre chose', cle: null })
        expect(lire(classeur, nom, grille.with(n, renommee))).toContain(
          `la ligne «\u00a0${libelle}`,
        )
      }
    }
  })

  it('refuse, en la nommant, une colonne supprimée, copiée, ajoutée, renommée', () => {
    for (const { nom, grille } of classeur.feuilles) {
      const titres = tetesDe(grille) - 1
      const colonnes = (grille[0] ?? []).flatMap((_, c) =>
        grille.some((ligne) => ligne[c]?.cle) ? [c] : [],
      )
      for (const c of colonnes.slice(0, 3)) {
        const titre = texteDe(grille[titres]?.[c]?.valeur)
        const sur = (faire: (ligne: Case[], n: number) => Case[]) =>
          lire(classeur, nom, grille.map(faire))
        const sept: Case = { valeur: 7, cle: null }
        expect(sur((ligne) => ligne.toSpliced(c, 1))).toMatch(/la colonne «\u00a0/)
        expect(sur((ligne) => ligne.toSpliced(c, 0, ligne[c] ?? vide()))).toContain(
          'deux fois la colonne',
        )
        expect(sur((ligne, n) => ligne.toSpliced(c, 0, n <= titres ? vide() : sept))).toContain(
          'La colonne ',
        )
        const renommee = sur((ligne, n) => (n === titres ? ligne.with(c, sept) : ligne))
        expect(renommee).toContain(`${titre}\u00a0»\u00a0: elle a été renommée`)
      }
    }
  })
})
