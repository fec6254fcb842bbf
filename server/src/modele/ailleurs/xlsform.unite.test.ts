import { verifierForme } from '@releve/contract/modele/source.forme.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Inconvertible, type ModeleConverti } from './ailleurs.ts'
import { ajuster } from './reprendre.ts'
import { feuillesDe, type Questionnaire, SUIVI } from './xlsform.banc.ts'
import { convertirXlsform } from './xlsform.ts'

const listesDe = ({ listes }: ModeleConverti) =>
  Object.fromEntries(listes.map(({ code, valeurs }) => [code, valeurs]))

function reprendre(questionnaire: Questionnaire): ModeleConverti {
  const { converti } = convertirXlsform(feuillesDe(questionnaire))
  return ajuster(converti, listesDe(converti))
}

const champsDe = ({ source }: ModeleConverti) =>
  source.sections.flatMap((section) => (section.type === 'champs' ? section.champs : []))
const champ = (venu: ModeleConverti, code: string) => champsDe(venu).find((un) => un.code === code)
const dits = ({ constats }: ModeleConverti, place: string) =>
  constats
    .filter((constat) => constat.place === place)
    .map(({ genre, phrase }) => `${genre} ${phrase}`)

/** A questionnaire of these lines: type, name, label, then what the columns say. */
const de = (colonnes: string[], ...lignes: string[][]): Questionnaire => ({
  survey: [['type', 'name', 'label', ...colonnes], ...lignes],
})

const fautesDe = (venu: ModeleConverti): string[] =>
  verifierSource(venu.source, listesDe(venu)).fautes.map(({ message }) => message)

describe('un questionnaire XLSForm', () => {
  const venu = reprendre(SUIVI)

  it('devient un brouillon qui se publie tel quel, sans aucune case du suivi', () => {
    expect(fautesDe(venu)).toEqual([])
    expect(venu.source.indicateurs).toEqual({})
    expect(venu.source).toMatchObject({ code: 'SUIVI_ACTIVITE', libelle: 'Suivi d’activité' })
    expect(venu.source.sections.map(({ code, libelle }) => [code, libelle])).toEqual([
      ['ID', 'Identification'],
      ['ACTIVITE', 'Activité'],
      ['QUESTIONS', 'Questions'],
    ])
  })

  it('garde ses questions, leur nature, ce qui les rend requises, leur aide', () => {
    expect(champ(venu, 'HOMMES')).toEqual({
      code: 'HOMMES',
      libelle: 'Hommes',
      aide: 'Du registre',
      nature: 'entier',
      requis: true,
      prerempli: '0',
    })
    expect(champ(venu, 'SOLDE')?.nature).toBe('entierSigne')
    expect(champ(venu, 'OUVERT')).toMatchObject({ nature: 'liste', codification: 'OUINON' })
    expect(champ(venu, 'TOTAL')).toMatchObject({ formule: 'HOMMES + SOLDE' })
    expect(champ(venu, 'REMARQUE')?.nature).toBe('texteLong')
    expect(champ(venu, 'JOURS_LUN')).toMatchObject({
      libelle: 'Détail – Jours – Lundi',
      nature: 'booleen',
      soSi: 'NON (NON VIDE(OUVERT) ET OUVERT = "OUI")',
    })
    expect(champ(venu, 'TAUX')?.soSi).toBe(
      'NON ((NON VIDE(OUVERT) ET OUVERT = "OUI") ET (NON VIDE(HOMMES) ET HOMMES > 0))',
    )
    expect(venu.source.sections[1]?.aide).toBe('Comptez chaque personne une fois.')
    expect(venu.listes).toEqual([
      {
        code: 'OUINON',
        libelle: 'ouinon',
        valeurs: [
          { code: 'OUI', libelle: 'Oui' },
          { code: 'NON', libelle: 'Non' },
        ],
      },
      {
        code: 'JOURS',
        libelle: 'jours',
        valeurs: [
          { code: 'LUN', libelle: 'Lundi' },
          { code: 'MAR', libelle: 'Mardi' },
        ],
      },
    ])
  })

  it('fait de ses règles des contrôles, avec leur message', () => {
    const regles = venu.source.controles.map(({ code, formule, cellules, message }) => [
      code,
      formule,
      cellules.join(),
      message,
    ])
    expect(regles).toEqual([
      ['XA01', 'HOMMES >= 0 ET HOMMES < 500', 'HOMMES', 'Au plus 499 hommes, et non {HOMMES}.'],
      [
        'XA02',
        'TAUX <= 100',
        'TAUX',
        'Taux\u00a0: {TAUX} ne respecte pas la règle du questionnaire. Corrigez.',
      ],
      [
        'XA03',
        'NON (NON VIDE(JOURS_LUN = JOURS_LUN) ET JOURS_LUN)',
        'JOURS_LUN,JOURS_MAR',
        expect.stringContaining('{JOURS_LUN}'),
      ],
    ])
  })

  it('dit de chaque chose ce qu’elle devient, et où elle était', () => {
    expect(dits(venu, 'survey, ligne 2')).toEqual([
      'LAISSE «\u00a0debut\u00a0» (start) n’est pas repris\u00a0: la plateforme sait elle-même qui saisit, quand, et d’où.',
    ])
    expect(dits(venu, 'survey, ligne 4')).toEqual([
      'COMPRIS «\u00a0Hommes\u00a0»\u00a0: nombre entier.',
      'COMPRIS La règle de «\u00a0Hommes\u00a0» devient le contrôle XA01, bloquant.',
    ])
    expect(dits(venu, 'survey, ligne 8')[0]).toMatch(/^CHANGE Le groupe «.Détail.» se fond/)
    expect(dits(venu, 'survey, ligne 10')).toEqual([
      'CHANGE «\u00a0Jours\u00a0» (plusieurs choix) devient 2 cases par oui ou non, une par choix.',
      'COMPRIS La règle de «\u00a0Jours\u00a0» devient le contrôle XA03, bloquant.',
      'CHANGE «\u00a0Jours\u00a0» est sans objet (SO) quand sa condition est fausse, au lieu d’être caché.',
    ])
    expect(dits(venu, 'survey, ligne 14')[0]).toMatch(
      /^LAISSE «.Enfants.» se répète \(lignes 14 à 16, 1 question\)/,
    )
    expect(dits(venu, 'survey, ligne 19')[0]).toMatch(/la fonction «.count.» n’existe pas ici/)
    expect(dits(venu, 'survey, ligne 20')[0]).toMatch(/elle dépend de «.somme.»/)
    expect(dits(venu, 'choices, ligne 6')[0]).toMatch(/ne sert à aucune question/)
    expect(dits(venu, 'settings')[0]).toMatch(/numérote elle-même/)
    expect(dits(venu, 'survey')[0]).toMatch(/appearance.*\(1.ligne\)/)
    expect(dits(venu, 'survey, choices')[0]).toMatch(/^LAISSE Les textes en English \(en\)/)
    const posees = (SUIVI.survey.length ?? 0) - 1
    const lignes = new Set(venu.constats.map(({ place }) => place))
    const muettes = Array.from({ length: posees }, (_, rang) => rang + 2).filter(
      (numero) => !lignes.has(`survey, ligne ${numero}`),
    )
    // Groups that became sections, the ends of groups, and what the repeated group holds.
    expect(muettes).toEqual([3, 11, 13, 15, 16])
  })
})

describe('un questionnaire XLSForm mal fait', () => {
  it('sans question qui ait une case n’est pas converti', () => {
    const vides = [de([], ['start', 'a', 'A']), de([], ['', '', '']), de([], ['note', 'a', 'A'])]
    for (const questionnaire of vides) expect(() => reprendre(questionnaire)).toThrow(Inconvertible)
    expect(() => reprendre({ survey: [['autre'], ['x']] })).toThrow(Inconvertible)
  })

  it('dit les groupes qui ne se ferment ni ne s’ouvrent', () => {
    const venu = reprendre(
      de([], ['end group'], ['begin_group', 'g', 'G'], ['text', 'a', 'A'], ['begin repeat', 'r']),
    )
    expect(dits(venu, 'survey, ligne 2')[0]).toMatch(/n’est pas ouvert/)
    expect(dits(venu, 'survey, ligne 3')[0]).toMatch(/jamais fermé/)
    expect(dits(venu, 'survey, ligne 5')[0]).toMatch(/se répète/)
  })

  it('dit les types inconnus, les questions sans nom ni type, les listes qui manquent', () => {
    const venu = reprendre(
      de(
        [],
        ['text', 'a', 'A'],
        ['holographe', 'b', 'B'],
        ['text', '', 'Sans nom'],
        ['', 'c', 'Sans type'],
        ['select_one absente', 'd', 'D'],
        ['select_one_from_file x.csv', 'e', 'E'],
        ['select one from absente or specify other', 'f', 'F'],
      ),
    )
    expect(champsDe(venu).map(({ code }) => code)).toEqual(['A'])
    const attendus = [/n’est pas connu/, /n’a pas de nom/, /n’a pas de type/, /pas dans «.choices/]
    for (const [rang, attendu] of [...attendus, /il lit un fichier/, /pas dans «/].entries())
      expect(dits(venu, `survey, ligne ${rang + 3}`)[0]).toMatch(attendu)
  })

  it('dit d’un nom porté par deux questions qu’aucune expression ne le lit', () => {
    const venu = reprendre(
      de(
        ['calculation'],
        ['text', 'a', 'A'],
        ['integer', 'a', 'B'],
        ['calculate', 'c', '', '${a}'],
      ),
    )
    expect(champsDe(venu).map(({ code }) => code)).toEqual(['A', 'A_2'])
    expect(dits(venu, 'survey, ligne 4')[0]).toMatch(/que deux questions portent/)
  })

  it('laisse les calculs qui tournent en rond, et le dit', () => {
    const venu = reprendre(
      de(
        ['calculation'],
        ['integer', 'n', 'N', ''],
        ['calculate', 'a', 'A', '${b} + 1'],
        ['calculate', 'b', 'B', '${a} + 1'],
      ),
    )
    expect(fautesDe(venu)).toEqual([])
    expect(venu.constats.some(({ phrase }) => /tournent en rond/.test(phrase))).toBe(true)
  })

  it('laisse les conditions qui tournent en rond, et le dit', () => {
    const venu = reprendre(
      de(
        ['relevant'],
        ['integer', 'c', 'C', '1 = ${c}'],
        ['integer', 'd', 'D', '${e} = 1'],
        ['integer', 'e', 'E', '${d} = 1'],
      ),
    )
    expect(fautesDe(venu)).toEqual([])
    expect(dits(venu, 'survey, ligne 2').join(' ')).toMatch(/la condition n’est pas reprise.*rond/)
  })

  it('prend les libellés en français, quelle que soit la langue par défaut', () => {
    const venu = reprendre({
      survey: [
        ['type', 'name', 'label::English (en)', 'label::Français (fr)'],
        ['text', 'a', 'Name', 'Nom'],
        ['text', 'b', 'Only', ''],
      ],
      settings: [['default_language'], ['English (en)']],
    })
    expect(champsDe(venu).map(({ libelle }) => libelle)).toEqual(['Nom', 'Only'])
  })
})

describe('quel que soit ce que disent les cellules', () => {
  const TYPES = [
    'integer',
    'text',
    'date',
    'select_one l',
    'select_multiple l',
    'calculate',
    'note',
  ]
  const actes = ['begin group', 'end group', 'begin repeat', 'end repeat', '', 'image', 'range']
  const nom = fc.constantFrom('a', 'b', 'c', 'd', '')
  const morceau = fc.constantFrom(
    '${a}',
    '${b}',
    '${c}',
    '.',
    ' + ',
    ' > ',
    ' = ',
    "'x'",
    '1',
    ' and ',
    'not(',
    ')',
    'today()',
  )
  const expression = fc.oneof(
    fc.constant(''),
    fc.array(morceau, { maxLength: 6 }).map((morceaux) => morceaux.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const ligne = fc
    .tuple(
      fc.constantFrom(...TYPES, ...actes),
      nom,
      fc.array(expression, { minLength: 7, maxLength: 7 }),
    )
    .map(([type, sien, dites]) => [type, sien, ...dites])
  const entetes = [
    'type',
    'name',
    'label',
    'relevant',
    'constraint',
    'calculation',
    'required',
    'default',
    'constraint_message',
  ]

  it('un brouillon se garde et ses formules sont celles du moteur, ou rien n’est fait', () => {
    fc.assert(
      fc.property(fc.array(ligne, { maxLength: 12 }), (lignes) => {
        const choices = [
          ['list_name', 'name', 'label'],
          ['l', 'x', 'X'],
          ['l', 'y', 'Y'],
        ]
        let venu: ModeleConverti
        try {
          venu = reprendre({ survey: [entetes, ...lignes], choices })
        } catch (echec) {
          expect(echec).toBeInstanceOf(Inconvertible)
          return
        }
        expect(verifierForme(venu.source).every(({ code }) => code === 'VALEUR')).toBe(true)
        expect(fautesDe(venu)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
