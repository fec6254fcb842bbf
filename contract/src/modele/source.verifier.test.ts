import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LISTES, MARS, SOURCE } from './banc.ts'
import { ouvrirCalcul } from './calcul.ts'
import { compilerModele } from './compile.ts'
import { cellulesDites, FONCTIONS_DITES, MOTS_DITS } from './completion.ts'
import { BORNES_MODELE } from './modele.bornes.ts'
import type { Donnees } from './modele.schema.ts'
import { comparerModeles, LIBELLES_SORTES, LIBELLES_TRAITS } from './source.comparer.ts'
import { developperModele } from './source.developper.ts'
import { verifierForme } from './source.forme.ts'
import { type ModeleSource, zModeleSource } from './source.schema.ts'
import { verifierSource } from './source.verifier.ts'

const verifier = (source: unknown) => verifierSource(source, LISTES)

/** What compiles, by the way of the seed: zod, then the engine. */
function compileAutrement(source: unknown): boolean {
  const lu = zModeleSource.safeParse(source)
  if (!lu.success) return false
  try {
    compilerModele(developperModele(lu.data, LISTES))
    return true
  } catch {
    return false
  }
}

/** Every place of a value, as ways to it. */
function chemins(valeur: unknown, debut: (string | number)[] = []): (string | number)[][] {
  if (typeof valeur !== 'object' || valeur === null) return [debut]
  const dedans = Array.isArray(valeur) ? [...valeur.entries()] : Object.entries(valeur)
  return [debut, ...dedans.flatMap(([cle, v]) => chemins(v, [...debut, cle]))]
}

function poser(valeur: unknown, [pas, ...reste]: (string | number)[], neuf: unknown): unknown {
  if (pas === undefined) return neuf
  const copie: Record<string | number, unknown> = Array.isArray(valeur)
    ? Object.assign([], valeur)
    : Object.assign({}, valeur)
  if (reste.length === 0 && neuf === undefined && !Array.isArray(copie)) delete copie[pas]
  else copie[pas] = poser(copie[pas], reste, neuf)
  return copie
}

/** A source one or two of whose parts say something else. */
const abimees = fc
  .array(
    fc.record({
      lieu: fc.constantFrom(...chemins(SOURCE).slice(1)),
      neuf: fc.oneof(
        fc.constantFrom<unknown>('', null, 0, -1, 1.5, true, [], {}, undefined, 'M', 'TOT', 'SEXE'),
        fc.constantFrom<unknown>(
          'SOMME(*)',
          'A + B',
          'MVT.FIN.M',
          'SOMME(MVT.[SEXE].M)',
          '{$}',
          '$',
        ),
        fc.string(),
        fc.integer(),
      ),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((fautes) => fautes.reduce<unknown>((s, { lieu, neuf }) => poser(s, lieu, neuf), SOURCE))

describe('une source', () => {
  it('n’a aucune faute si, et seulement si, elle compile', () => {
    fc.assert(
      fc.property(abimees, (source) => {
        const { fautes, compile } = verifier(source)
        expect(fautes.length === 0).toBe(compile !== null)
        expect(fautes.length === 0).toBe(compileAutrement(source))
      }),
      { numRuns: 400, examples: [[SOURCE]] },
    )
  })

  it('a la forme que disent les schémas du serveur', () => {
    fc.assert(
      fc.property(abimees, (source) => {
        expect(verifierForme(source).length === 0).toBe(zModeleSource.safeParse(source).success)
      }),
      { numRuns: 400 },
    )
  })

  it('situe chaque faute à une place qui existe', () => {
    fc.assert(
      fc.property(abimees, (source) => {
        for (const { chemin, position } of verifier(source).fautes) {
          let lu: unknown = source
          for (const pas of chemin.slice(0, -1)) lu = Reflect.get(Object(lu), pas)
          expect(typeof lu).toBe('object')
          if (position !== null) expect(position).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('rend, copiée par un fichier, le même modèle', () => {
    const copie: unknown = JSON.parse(JSON.stringify(SOURCE))
    expect(verifier(copie).compile?.modele).toEqual(verifier(SOURCE).compile?.modele)
  })

  it('calcule et contrôle de même par les deux entrées', () => {
    const [a, b] = [verifier(SOURCE).compile, compilerModele(developperModele(SOURCE, LISTES))]
    if (!a) throw new Error('la source du banc a des fautes')
    const saisies = [...a.cellules.values()].filter((c) => !c.calculee && c.nature === 'entier')
    const adresses = saisies.map(({ adresse }) => adresse)
    const donnees: fc.Arbitrary<Donnees> = fc.dictionary(
      fc.constantFrom(...adresses),
      fc.integer({ min: 0, max: 999 }),
    )
    fc.assert(
      fc.property(donnees, donnees, (debut, suite) => {
        const parEtapes = ouvrirCalcul(a, debut, MARS)
        for (const [adresse, valeur] of Object.entries(suite))
          parEtapes.changer({ [adresse]: valeur })
        const dUnCoup = ouvrirCalcul(b, { ...debut, ...suite }, MARS)
        expect(parEtapes.donnees()).toEqual(dUnCoup.donnees())
        expect(parEtapes.resultats()).toEqual(dUnCoup.resultats())
        expect(parEtapes.manquants()).toEqual(dUnCoup.manquants())
      }),
      { numRuns: 100 },
    )
  })
})

/** A matrix of that many rows and columns, all of one formula if any. */
const matrice = (lignes: number, colonnes: number, formule?: string): ModeleSource => ({
  ...SOURCE,
  sections: [
    {
      code: 'G',
      libelle: 'Grande',
      type: 'matrice',
      nature: 'entier',
      lignes: Array.from({ length: lignes }, (_, i) => ({ code: `L${i}`, libelle: `L${i}` })),
      colonnes: Array.from({ length: colonnes }, (_, i) => ({
        code: `C${i}`,
        libelle: `C${i}`,
        ...(formule !== undefined && i > colonnes / 2 && { formule }),
      })),
    },
  ],
  indicateurs: {
    effectif: 'G.L0.C0',
    entrees: 'G.L0.C0',
    sorties: 'G.L0.C0',
    reference: 'G.L0.C0',
  },
  controles: [],
})

describe('un modèle démesuré', () => {
  it('a 10 000 cases, jamais une de plus', () => {
    expect(verifier(matrice(100, 100)).fautes).toEqual([])
    const { fautes, gardable } = verifier(matrice(73, 137))
    expect(fautes).toMatchObject([{ code: 'BORNE', chemin: [] }])
    expect(gardable).toBe(false)
  })

  it('ne se compile pas au-delà d’un nombre de pas, quelle que soit la machine', () => {
    // Each computed cell sums half of all the others.
    const { fautes } = verifier(matrice(100, 100, 'SOMME(G.*.*)'))
    expect(fautes).toMatchObject([{ code: 'BORNE' }])
    expect(fautes[0]?.message).toContain('trop de calculs')
    expect(verifier(matrice(100, 100, 'SOMME(C0; C1)')).fautes).toEqual([])
  })

  it('ne s’étale pas par ses listes', () => {
    const longue = Array.from({ length: 5000 }, (_, i) => ({ code: `V${i}`, libelle: `V${i}` }))
    const listes = { ...LISTES, LONGUE: longue }
    const axe = [{ codification: 'LONGUE' }]
    const source = matrice(1, 1)
    const [section] = source.sections
    if (section?.type !== 'matrice') throw new Error('matrice attendue')
    const etalee = { ...source, sections: [{ ...section, lignes: axe, colonnes: axe }] }
    expect(verifierSource(etalee, listes).fautes).toMatchObject([{ code: 'BORNE' }])
    const formule = `SOMME(${'[LONGUE];'.repeat(150)}1)`
    const ecrite = verifierSource(matrice(2, 2, formule), listes)
    expect(ecrite.fautes.every(({ code }) => code === 'BORNE')).toBe(true)
  })

  it('chaîne dix mille formules sans épuiser la pile', () => {
    const champs = Array.from({ length: BORNES_MODELE.cellules }, (_, i) => ({
      code: `A${i}`,
      libelle: `A${i}`,
      nature: 'entier' as const,
      ...(i + 1 < BORNES_MODELE.cellules && { formule: `A${i + 1} + 1` }),
    }))
    const indicateurs = { effectif: 'A0', entrees: 'A0', sorties: 'A0', reference: 'A0' }
    const source = { ...matrice(1, 1), indicateurs }
    const { compile, fautes } = verifier({
      ...source,
      sections: [{ code: 'S', libelle: 'S', type: 'champs', champs }],
    })
    expect(fautes).toEqual([])
    if (!compile) throw new Error('elle devait compiler')
    expect(ouvrirCalcul(compile, { A9999: 1 }, MARS).valeur('A0')).toBe(10_000)
  })
})

describe('les cases du suivi', () => {
  const dites = fc.constantFrom('MVT.FIN.TOT', '', undefined)
  const quelconques = fc.record({
    effectif: dites,
    entrees: dites,
    sorties: dites,
    reference: dites,
  })

  it('se nomment ou non, chacune pour soi ; la référence, avec l’effectif', () => {
    fc.assert(
      fc.property(quelconques, (indicateurs) => {
        const nommees = Object.entries(indicateurs).filter(([, cellule]) => cellule)
        const seule = Boolean(indicateurs.reference) && !indicateurs.effectif
        const source = { ...SOURCE, indicateurs }
        const { fautes, gardable, compile } = verifier(source)
        expect([fautes.map(({ code }) => code), gardable]).toEqual([
          seule ? ['REFERENCE_SEULE'] : [],
          true,
        ])
        // A definition names a cell, or says nothing; so do the statements of the base.
        if (compile) expect(Object.entries(compile.modele.indicateurs)).toEqual(nommees)
        expect(zModeleSource.safeParse(source).success).toBe(true)
      }),
    )
  })

  it('disent où est la référence qui ne va avec rien, et ce qu’il faut faire', () => {
    const [faute] = verifier({ ...SOURCE, indicateurs: { reference: 'CAPACITE' } }).fautes
    expect(faute).toMatchObject({
      code: 'REFERENCE_SEULE',
      chemin: ['indicateurs', 'reference'],
      message: expect.stringContaining('choisissez la case de l’effectif'),
    })
  })

  it('qu’une version ne nomme plus sont dites retirées', () => {
    const { effectif, entrees, sorties } = SOURCE.indicateurs
    const sans = { ...SOURCE, indicateurs: { effectif, entrees, sorties } }
    const [avant, apres] = [SOURCE, sans].map((source) => developperModele(source, LISTES))
    if (!avant || !apres) throw new Error('définitions')
    expect(comparerModeles(avant, apres)).toMatchObject([
      { effet: 'RETRAIT', sorte: 'indicateur', code: 'reference' },
    ])
  })
})

describe('ce que compte une case', () => {
  const SANS_COMPTE = /^Ce qu’elle compte ne se dit que d’un nombre/
  const avec = (champ: Record<string, unknown>) => ({
    ...SOURCE,
    sections: [
      ...SOURCE.sections,
      {
        code: 'NEUF',
        libelle: 'Neuf',
        type: 'champs',
        champs: [{ code: 'CASE', libelle: 'Case', ...champ }],
      },
    ],
  })

  it.each([
    ['personnes', 'entier', true],
    ['agents', 'entier', true],
    ['autre', 'entier', true],
    ['autre', 'montant', true],
    ['personnes', 'montant', false],
    ['personnes', 'entierSigne', false],
    ['agents', 'decimal', false],
    ['autre', 'texte', false],
    ['personnes', 'date', false],
  ])('%s d’une case de nature %s : %s', (compte, nature, juste) => {
    const { fautes, gardable } = verifier(avec({ nature, compte }))
    expect(gardable).toBe(true)
    if (juste) expect(fautes).toEqual([])
    else
      expect(fautes).toMatchObject([
        { code: 'CELLULE', message: expect.stringMatching(SANS_COMPTE) },
      ])
  })

  it('n’est que l’un des trois mots', () => {
    const { fautes } = verifier(avec({ nature: 'entier', compte: 'élèves' }))
    expect(fautes).toMatchObject([
      { code: 'FORME', chemin: ['sections', SOURCE.sections.length, 'champs', 0, 'compte'] },
    ])
  })

  it('se dit d’une matrice entière, et se dit autrement d’une colonne', () => {
    const sections = SOURCE.sections.map((section) =>
      section.type === 'matrice' && section.code === 'MVT'
        ? { ...section, compte: 'agents' as const }
        : section,
    )
    const { compile } = verifier({ ...SOURCE, sections })
    const comptes = [...(compile?.cellules.values() ?? [])].flatMap(({ section, compte }) =>
      section === 'MVT' ? [compte] : [],
    )
    expect(new Set(comptes)).toEqual(new Set(['agents']))
    const definie = developperModele(SOURCE, LISTES)
    if (!compile) throw new Error('définition')
    expect(comparerModeles(definie, compile.modele)).toMatchObject([
      { sorte: 'section', code: 'MVT', trait: 'compte', avant: null, apres: 'agents' },
    ])
  })
})

it('un modèle sans aucune case ne se publie pas', () => {
  const identification = { code: 'ID', libelle: 'Identification', type: 'identification' }
  const vide = { ...SOURCE, indicateurs: {}, controles: [], sections: [identification] }
  expect(verifier(vide)).toMatchObject({ fautes: [{ code: 'SANS_CASE' }], gardable: true })
})

describe('une faute dans une formule à listes', () => {
  it('est montrée au caractère que son auteur a écrit', () => {
    const controles = [
      { ...SOURCE.controles[0], pourChaque: undefined, formule: 'SOMME(ENT.[MOTIF].M) = RIEN.X' },
    ]
    const regle = { ...controles[0], message: 'Rien {attendu}', cellules: [] }
    const { fautes } = verifier({ ...SOURCE, controles: [regle] })
    expect(fautes[0]).toMatchObject({
      code: 'CELLULE_INCONNUE',
      chemin: ['controles', 0, 'formule'],
      position: 'SOMME(ENT.[MOTIF].M) = '.length,
    })
  })
})

describe('deux versions', () => {
  const definition = (source: ModeleSource) => developperModele(source, LISTES)

  it('ont un mot pour chacune de leurs différences', () => {
    fc.assert(
      fc.property(abimees, (source) => {
        const { compile } = verifier(source)
        for (const { sorte, trait } of compile
          ? comparerModeles(definition(SOURCE), compile.modele)
          : []) {
          expect(LIBELLES_SORTES[sorte]).toBeTruthy()
          if (trait !== null) expect(LIBELLES_TRAITS[trait], trait).toBeTruthy()
        }
      }),
      { numRuns: 300 },
    )
  })

  it('égales n’ont aucune différence', () => {
    expect(comparerModeles(definition(SOURCE), definition(SOURCE))).toEqual([])
  })

  it('disent ce qui est ajouté, retiré, changé, renommé', () => {
    const [id, gen, mvt, ...autres] = SOURCE.sections
    if (gen?.type !== 'champs' || mvt?.type !== 'matrice' || !id) throw new Error('sections')
    const [capacite, ...champs] = gen.champs
    if (!capacite) throw new Error('CAPACITE')
    const apres: ModeleSource = {
      ...SOURCE,
      sections: [
        id,
        {
          ...gen,
          champs: [
            { ...capacite, libelle: 'Places agréées' },
            ...champs.filter(({ code }) => code !== 'OBS'),
            { code: 'NEUF', libelle: 'Neuf', nature: 'entier' },
          ],
        },
        {
          ...mvt,
          lignes: mvt.lignes.map((ligne) =>
            'code' in ligne && ligne.code === 'ENT'
              ? { ...ligne, formule: 'ENT.TOT.$ + 0' }
              : ligne,
          ),
        },
        ...autres,
      ],
      controles: SOURCE.controles.map((regle) =>
        regle.code === 'RA04' ? { ...regle, niveau: 'INFO' as const } : regle,
      ),
    }
    const dites = comparerModeles(definition(SOURCE), definition(apres)).map(
      ({ effet, sorte, section, code, trait, avant, apres: ensuite }) =>
        [effet, sorte, section, code, trait, avant, ensuite].join(' | '),
    )
    expect(dites).toEqual([
      'RETRAIT | champ | GEN | OBS |  |  | ',
      'CHANGEMENT | champ | GEN | CAPACITE | libelle | Capacité d’accueil | Places agréées',
      'AJOUT | champ | GEN | NEUF |  |  | ',
      'CHANGEMENT | ligne | MVT | ENT | formule | ENT.TOT.$ | ENT.TOT.$ + 0',
      'CHANGEMENT | controle |  | RA04 | niveau | AVERTISSEMENT | INFO',
    ])
  })
})

describe('ce qu’un éditeur propose', () => {
  it('nomme chaque fonction des formules, et elles seules', () => {
    for (const { nom } of FONCTIONS_DITES) {
      const controles = [{ ...SOURCE.controles[3], formule: `${nom}(A; A; A; A) = 1` }]
      const codes = verifier({ ...SOURCE, controles }).fautes.map(({ code }) => code)
      expect(codes).not.toContain('FONCTION_INCONNUE')
    }
  })

  it('dit aussi les mots qui ne sont pas des fonctions', () => {
    expect(MOTS_DITS.map(({ nom }) => nom)).toEqual(['ET', 'OU', 'NON', 'VRAI', 'FAUX'])
  })

  it('nomme chaque case du modèle', () => {
    const { compile } = verifier(SOURCE)
    const dites = compile ? cellulesDites(compile) : []
    expect(dites).toContainEqual({
      adresse: 'TAUX',
      libelle: 'Taux d’occupation',
      detail: 'nombre, %, calculé',
    })
    expect(dites.map(({ adresse }) => adresse)).toContain('ACT.*.PART_TOT')
  })
})
