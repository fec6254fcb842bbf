import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Inconvertible, type ModeleConverti } from './ailleurs.ts'
import { METADONNEES } from './dhis2.banc.ts'
import { convertirDhis2 } from './dhis2.ts'

const convertir = (fichier: unknown = METADONNEES, choix?: string): ModeleConverti =>
  convertirDhis2(fichier, choix).converti

/** What the engine says of it. */
function verifier({ source, listes }: ModeleConverti) {
  const codes = Object.fromEntries(listes.map(({ code, valeurs }) => [code, valeurs]))
  return verifierSource(source, codes)
}

function ouvrir(converti: ModeleConverti, donnees: Donnees) {
  const { compile, fautes } = verifier(converti)
  expect(fautes).toEqual([])
  if (!compile) throw new Error('modèle en faute')
  const mois = { mois: 'MARCH', annee: 2025, joursOuvres: 21, structure: {}, autres: {} } as const
  return ouvrirCalcul(compile, donnees, mois)
}

const sectionDe = ({ sections }: ModeleSource, code: string) =>
  sections.find((section) => section.code === code)
const phrases = ({ constats }: ModeleConverti, genre: string) =>
  constats.filter((un) => un.genre === genre).map(({ place, phrase }) => `${place} ${phrase}`)

describe('un jeu de données de DHIS2', () => {
  const converti = convertir()
  const { source } = converti

  it('devient un modèle que le moteur accepte, les quatre cases du suivi choisies', () => {
    expect(source).toMatchObject({ code: 'VISITES', libelle: 'Visites à domicile', version: 1 })
    expect(verifier(converti).fautes).toEqual([])
    expect(source.sections.map(({ code }) => code)).toEqual([
      'IDENTIFICATION',
      'VIS',
      'VIS_2',
      'PUBLIC',
      'PUBLIC_2',
      'AUTRES',
      'INDICATEURS',
    ])
  })

  it('garde ses valeurs simples en cases, avec leur aide et leur obligation', () => {
    expect(sectionDe(source, 'VIS')).toMatchObject({
      type: 'champs',
      champs: [
        {
          code: 'FOYERS',
          libelle: 'Foyers suivis',
          nature: 'entier',
          requis: true,
          aide: 'Foyers inscrits au dernier jour du mois.',
        },
      ],
    })
  })

  it('fait d’une ventilation un tableau\u00a0: les données en lignes, les options en colonnes', () => {
    expect(sectionDe(source, 'VIS_2')).toMatchObject({
      type: 'matrice',
      libelle: 'Visites – Sexe',
      lignes: [
        { code: 'VISITES', libelle: 'Visites faites', nature: 'entier', requis: true },
        { code: 'REFUS', libelle: 'Visites refusées', nature: 'entier' },
      ],
      colonnes: [
        { code: 'F', libelle: 'Femmes' },
        { code: 'H', libelle: 'Hommes' },
      ],
    })
  })

  it('fait de deux catégories deux rangs de titres, et des cases grisées un tableau sans elles', () => {
    expect(sectionDe(source, 'PUBLIC')).toMatchObject({
      groupes: [{ code: 'C_0_17' }, { code: 'C_18_PLUS' }],
      colonnes: [{ code: 'F' }, { code: 'H' }],
      lignes: [{ code: 'PRESENTS' }],
    })
    const second = sectionDe(source, 'PUBLIC_2')
    expect(second).toMatchObject({
      lignes: [{ code: 'ENTREES' }],
      colonnes: [
        { code: 'C_0_17_F', libelle: 'Moins de 18 ans, Femmes' },
        { code: 'C_0_17_H', libelle: 'Moins de 18 ans, Hommes' },
      ],
    })
    expect(second).not.toHaveProperty('groupes')
    expect(phrases(converti, 'CHANGE').join()).toContain('Ses 2 cases grisées n’existent pas ici.')
  })

  it('dit de chaque case comment DHIS2 l’appelle', () => {
    const parCellule = new Map(converti.correspondance?.map((une) => [une.cellule, une]))
    expect(parCellule.get('PUBLIC.PRESENTS.C_0_17.H')).toMatchObject({
      dataElement: 'dePresents1',
      categoryOptionCombo: 'cocJeuneH01',
      codeDataElement: 'PRESENTS',
      codeCategoryOptionCombo: 'COC_cocJeuneH01',
    })
    expect(parCellule.get('VIS.FOYERS')).toMatchObject({ categoryOptionCombo: 'HllvX50cXC0' })
    expect(parCellule.get('AUTRES.MOYEN')).toMatchObject({
      options: { 'à vélo': 'A_VELO', pied: 'PIED', opVelo00001: 'A_VELO', opPied00001: 'PIED' },
    })
    expect(parCellule.size).toBe(1 + 4 + 4 + 2 + 1)
  })

  it('apporte ses listes de réponses, dans leur ordre', () => {
    expect(converti.listes).toEqual([
      {
        code: 'MOYEN',
        libelle: 'Moyens de transport',
        valeurs: [
          { code: 'PIED', libelle: 'À pied' },
          { code: 'A_VELO', libelle: 'Vélo' },
        ],
      },
    ])
  })

  it('fait des unités qui le remplissent des structures à importer', () => {
    expect(converti.structures).toMatchObject([
      {
        unite: 'ouCentre001',
        code: 'CAU-1',
        libelle: 'Centre d’accueil 1',
        telephone: '+221 33 000 00 00',
        latitude: 14.7,
        longitude: -17.4,
        dateOuverture: '2020-05-04',
        ancetres: ['Région pilote 1', 'Pays'],
      },
      { code: 'OUCENTRE002', dateFermeture: '2024-06-30', latitude: null },
    ])
  })

  it('dit ce qu’il laisse', () => {
    const laisses = phrases(converti, 'LAISSE').join('\n')
    expect(laisses).toContain('FILE_RESOURCE')
    expect(laisses).toContain('deAutre0001')
    expect(laisses).toContain('rapporté à l’année')
    expect(laisses).toContain('1 case est obligatoire sur 4')
    expect(laisses).toContain('effectif, entrées, sorties, référence')
  })

  it('parmi plusieurs se choisit, et dit sa fréquence', () => {
    const { choix, choisi } = convertirDhis2(METADONNEES)
    expect(choix).toEqual([
      { code: 'dsVisites01', libelle: 'Visites à domicile' },
      { code: 'dsBilan0001', libelle: 'Bilan' },
    ])
    expect(choisi).toBe('dsVisites01')
    const bilan = convertir(METADONNEES, 'dsBilan0001')
    expect(bilan.source.code).toBe('BILAN')
    expect(phrases(bilan, 'COMPRIS').join()).toContain('Il se remplit chaque année.')
    expect(phrases(bilan, 'LAISSE').join()).toContain('n’est pas décrit dans ce fichier')
    expect(() => convertirDhis2(METADONNEES, 'dsAbsent001')).toThrow(Inconvertible)
  })
})

describe('une règle de validation', () => {
  const converti = convertir()
  const codes = (donnees: Donnees) => {
    const declenches = ouvrir(converti, donnees).resultats()
    return declenches.map(({ code }) => code)
  }

  it('devient un contrôle dont une case vide compte pour 0, quand DHIS2 la compte ainsi', () => {
    expect(codes({ 'VIS_2.REFUS.F': 3, 'VIS_2.VISITES.F': 1 })).toContain('VR01')
    expect(codes({ 'VIS_2.REFUS.F': 3, 'VIS_2.VISITES.H': 3 })).not.toContain('VR01')
  })

  it('se tait tant qu’une case manque, quand DHIS2 la passait alors', () => {
    expect(codes({ 'VIS_2.VISITES.F': 10 })).not.toContain('VR02')
    const donnees = { 'VIS_2.VISITES.F': 10, 'PUBLIC.PRESENTS.C_18_PLUS.F': 4 }
    expect(codes(donnees)).not.toContain('VR01')
    expect(codes(donnees)).toContain('VR02')
    expect(codes({ ...donnees, 'PUBLIC.PRESENTS.C_18_PLUS.F': 5 })).not.toContain('VR02')
  })

  it('veut deux données ensemble, ou aucune', () => {
    expect(codes({ 'VIS.FOYERS': 1 })).toContain('VR03')
    expect(codes({ 'VIS.FOYERS': 1, 'VIS_2.VISITES.F': 0 })).not.toContain('VR03')
    expect(codes({})).not.toContain('VR03')
  })

  it('montre ses deux chiffres', () => {
    const calcul = ouvrir(converti, { 'VIS.FOYERS': 1, 'VIS_2.VISITES.F': 1, 'VIS_2.REFUS.F': 3 })
    const premier = calcul.resultats().find(({ code }) => code === 'VR01')
    expect(premier?.message).toMatch(/^Pas plus de refus que de visites \(Refus/)
    expect(premier?.niveau).toBe('AVERTISSEMENT')
  })

  const [modele] = METADONNEES.validationRules
  const avec = (gauche: string, droite: string, plus: object = {}) => {
    const cote = (expression: string) => ({ expression, missingValueStrategy: 'NEVER_SKIP' })
    const sides = { leftSide: cote(gauche), rightSide: cote(droite) }
    return convertir({ ...METADONNEES, validationRules: [{ ...modele, ...sides, ...plus }] })
  }
  const formule = (gauche: string, droite = '1') =>
    avec(gauche, droite).source.controles[0]?.formule

  it.each([
    ['#{deFoyers001} - (2 - 3)', 'SI(VIDE(VIS.FOYERS); 0; VIS.FOYERS) - (2 - 3) <= 1'],
    ['-#{deFoyers001.HllvX50cXC0} * 2.5', '-SI(VIDE(VIS.FOYERS); 0; VIS.FOYERS) * 2,5 <= 1'],
    [
      'if(isNull(#{deFoyers001}) || #{deFoyers001} > 3, [days], 2) + 1',
      'SI(VIDE(VIS.FOYERS) OU SI(VIDE(VIS.FOYERS); 0; VIS.FOYERS) > 3; NB_JOURS(); 2) + 1 <= 1',
    ],
    ['greatest(#{deFoyers001}, 4)', 'MAX(SI(VIDE(VIS.FOYERS); 0; VIS.FOYERS); 4) <= 1'],
  ])('dit %s', (la, ici) => {
    expect(formule(la)).toBe(ici)
    expect(verifier(avec(la, '1')).fautes).toEqual([])
  })

  it.each([
    ['#{deFoyers001} ^ 2', 'puissance'],
    ['#{deFoyers001} % 2', 'reste'],
    ['I{autre} + #{deFoyers001}', 'autre chose que les données'],
    ['#{deFoyers001.a.b}', 'rapport entier'],
    ['#{deFoyers001.bidon}', 'n’est pas dans ce formulaire'],
    ['#{deMoyen0001} + 1', 'réponses en texte'],
    ['#{deFoyers001} + constructor(1)', 'La fonction constructor'],
    ['#{deFoyers001} + C{absente}', 'constante'],
    ['#{deFoyers001} +', 'mal écrite'],
    [`${'('.repeat(50)}#{deFoyers001}${')'.repeat(50)}`, 'trop de parenthèses'],
    [`#{deFoyers001}${' + 1'.repeat(3000)}`, 'trop longue'],
    ['#{deFoyers001} + 1e300', 'trop grand'],
    ['#{deFoyers001} > 1', 'mêle'],
  ])('ne peut pas dire %#, et le dit', (la, pourquoi) => {
    const repris = avec(la, '1')
    expect(repris.source.controles).toEqual([])
    expect(phrases(repris, 'LAISSE').join('\n')).toContain(pourquoi)
  })

  it('d’un trimestre est laissée, d’un texte piégé ne fait pas une formule', () => {
    const trimestre = avec('#{deFoyers001}', '1', { periodType: 'Quarterly' })
    expect(trimestre.source.controles).toEqual([])
    const piege = avec('#{deFoyers001}', '1', { instruction: '{SOMME(*)} [SEXE] $ }{' })
    expect(verifier(piege).fautes).toEqual([])
  })
})

it('un indicateur du formulaire devient une case calculée', () => {
  const calcul = ouvrir(convertir(), { 'VIS.FOYERS': 8, 'VIS_2.VISITES.F': 2 })
  expect(calcul.valeur('INDICATEURS.TAUX')).toBe(25)
})

describe('un fichier qui n’est pas ce qu’il doit être', () => {
  it.each([
    ['n’est pas un objet', [1, 2], /aucun jeu de données/],
    ['est vide', {}, /aucun jeu de données/],
    ['contient des valeurs', { dataValues: [] }, /des valeurs de DHIS2/],
    ['ne décrit rien', { dataSets: [{ id: 'a', name: 'A' }] }, /ne décrit aucune donnée/],
  ])('et qui %s est refusé en français', (_, fichier, phrase) => {
    expect(() => convertirDhis2(fichier)).toThrow(Inconvertible)
    expect(() => convertirDhis2(fichier)).toThrow(phrase)
  })

  it('ne fait pas plus de cases qu’un modèle ne peut en avoir', () => {
    const options = Array.from({ length: 200 }, (_, n) => ({ id: `co${n}` }))
    const enorme = {
      ...METADONNEES,
      categories: [
        { id: 'caSexe00001', categoryOptions: options },
        { id: 'caAge000001', categoryOptions: options },
      ],
    }
    expect(() => convertirDhis2(enorme)).toThrow(/plus de cases/)
    const id = (n: number) => `de${n}`
    const cent = Array.from({ length: 100_000 }, (_, n) => n)
    const trop = {
      dataSets: [{ id: 'a', dataSetElements: cent.map((n) => ({ dataElement: { id: id(n) } })) }],
      dataElements: cent.map((n) => ({ id: id(n), valueType: 'NUMBER', name: 'x' })),
    }
    expect(() => convertirDhis2(trop)).toThrow(/plus de cases/)
  })

  it('quel qu’il soit, se refuse par la phrase prévue, ou se convertit', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (lu) => {
        expect(() => convertirDhis2({ dataSets: lu })).toThrow(Inconvertible)
      }),
    )
  })

  it('abîmé en un endroit, se convertit en un modèle que le moteur accepte, ou se refuse', () => {
    const lieux = lieuxDe(METADONNEES)
    const abime = fc.tuple(fc.constantFrom(...lieux), fc.jsonValue())
    fc.assert(
      fc.property(fc.array(abime, { minLength: 1, maxLength: 4 }), (abimes) => {
        const fichier = structuredClone(METADONNEES)
        for (const [lieu, valeur] of abimes) poser(fichier, lieu, valeur)
        try {
          const converti = convertir(fichier)
          const { fautes } = verifier(converti)
          expect(fautes).toEqual([])
        } catch (echec) {
          if (!(echec instanceof Inconvertible)) throw echec
        }
      }),
      { numRuns: 300 },
    )
  })
})

type Lieu = (string | number)[]

function lieuxDe(valeur: unknown, lieu: Lieu = []): Lieu[] {
  if (typeof valeur !== 'object' || valeur === null) return [lieu]
  const dedans = Object.entries(valeur).flatMap(([cle, une]) => lieuxDe(une, [...lieu, cle]))
  return lieu.length > 0 ? [lieu, ...dedans] : dedans
}

function poser(fichier: unknown, lieu: Lieu, valeur: unknown): void {
  let ici: unknown = fichier
  for (const cle of lieu.slice(0, -1)) {
    if (typeof ici !== 'object' || ici === null) return
    ici = Reflect.get(ici, cle)
  }
  if (typeof ici === 'object' && ici !== null) Reflect.set(ici, lieu.at(-1) ?? '', valeur)
}

describe('la fréquence d’un jeu de données', () => {
  const [FREQUENCE, REGLES] = ['periodType', 'validationRules'] as const
  const avecPeriode = (frequence: string) => {
    const dater = (un: object) => ({ ...un, [FREQUENCE]: frequence })
    const dates = {
      dataSets: METADONNEES.dataSets.map(dater),
      [REGLES]: METADONNEES.validationRules.map(dater),
    }
    return convertir({ ...METADONNEES, ...dates }, METADONNEES.dataSets[0]?.id)
  }

  it.each([
    ['Quarterly', ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'], 3, 'chaque trimestre'],
    ['SixMonthly', ['JUNE', 'DECEMBER'], 6, 'chaque semestre'],
    ['SixMonthlyApril', ['MARCH', 'SEPTEMBER'], 6, 'chaque semestre, d’avril à septembre'],
    ['Yearly', ['DECEMBER'], 12, 'chaque année'],
    ['FinancialJuly', ['JUNE'], 12, 'chaque année, de juillet à juin'],
  ])('%s devient le rythme du modèle, et ses règles sont reprises', (type, mois, couverts, dit) => {
    const converti = avecPeriode(type)
    expect(converti.source).toMatchObject({ moisAttendus: mois, moisCouverts: couverts })
    expect(verifier(converti).fautes).toEqual([])
    expect(phrases(converti, 'COMPRIS').join()).toContain(`Il se remplit ${dit}`)
    expect(converti.source.controles.length).toBe(avecPeriode('Monthly').source.controles.length)
    expect(converti.source.controles.length).toBeGreaterThan(0)
  })

  it('mensuelle ne dit aucun rythme', () => {
    expect(avecPeriode('Monthly').source).not.toHaveProperty('moisAttendus')
    expect(avecPeriode('Monthly').source).not.toHaveProperty('moisCouverts')
  })

  it.each([
    ['Weekly', /chaque semaine.*un mois, un trimestre, un semestre ou une année/],
    ['WeeklyWednesday', /chaque semaine/],
    ['BiMonthly', /tous les deux mois/],
    ['FinancialNov', /une autre fréquence \(FinancialNov\)/],
  ])('%s est refusée, et dit pourquoi', (type, raison) => {
    expect(() => avecPeriode(type)).toThrow(raison)
    expect(() => avecPeriode(type)).toThrow(Inconvertible)
  })
})
