import { essai } from '@releve/contract/modele/banc.ts'
import type { Modele, Section } from '@releve/contract/modele/modele.schema.ts'
import { describe, expect, it } from 'vitest'
import { compterRepetes } from './cube.ts'
import type { Modalite, PlanTableau } from './plan.ts'
import { planGenerique, repetitionDe } from './plan-generique.ts'

const MOIS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const { modele } = essai()

/** The model with another of its sections. */
function avec(version: number, code: string, changer: (section: Section) => unknown): Modele {
  const sections = modele.sections.map((une) => (une.code === code ? changer(une) : une))
  // What a test makes of a section is a section.
  return { ...modele, version, sections: sections as Section[] }
}

const planDe = (...versions: Modele[]): PlanTableau[] => {
  const part = MOIS.length / versions.length
  return planGenerique(
    versions.map((un, rang) => ({ modele: un, mois: MOIS.slice(rang * part, (rang + 1) * part) })),
    false,
  )
}
const tableau = (plan: readonly PlanTableau[], section: string): PlanTableau => {
  const trouve = plan.find(({ code }) => code === `T9.${modele.code}.${section}`)
  if (!trouve) throw new Error(`absent : ${section}`)
  return trouve
}
const modalitesDe = ({ lignes: [bloc] }: PlanTableau): readonly Modalite[] =>
  bloc && 'modalites' in bloc ? bloc.modalites : []

describe('une matrice', () => {
  it('a les totaux de son modèle, et deux tableaux : la somme des mois, et décembre', () => {
    const plan = planDe(modele)
    expect(tableau(plan, 'ENT')).toMatchObject({
      agregation: 'SOMME',
      cellule: 'ENT.{l}.{c}',
      lignes: [{ total: { code: 'TOT', libelle: 'Total' } }],
      colonnes: [{ total: { code: 'TOT', libelle: 'Total' } }],
      comparees: ['TOT'],
    })
    expect(tableau(plan, 'ENT.D')).toMatchObject({ agregation: 'STOCK' })
    expect(tableau(plan, 'ENT')).not.toHaveProperty('note')
  })

  const TRIMESTRES = ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'] as const
  it.each([
    ['de chaque mois', {}, 'rapports mensuels', 'somme des mois'],
    [
      'trimestriel',
      { moisAttendus: [...TRIMESTRES], moisCouverts: 3 },
      'rapports trimestriels',
      'somme des trimestres',
    ],
    [
      'semestriel',
      { moisAttendus: ['JUNE', 'DECEMBER'], moisCouverts: 6 },
      'rapports semestriels',
      'somme des semestres',
    ],
    [
      'annuel',
      { moisAttendus: ['DECEMBER'], moisCouverts: 12 },
      'rapports annuels',
      'somme de l’année',
    ],
    // Of one month a year: nothing says of the eleven others that they are in it.
    ['d’un mois par an', { moisAttendus: ['JUNE'] }, 'rapports', 'somme de l’année'],
  ] as const)('nomme ses rapports par leur rythme : %s', (_, rythme, formulaires, somme) => {
    const { champ, titre } = tableau(planDe({ ...modele, ...rythme } as Modele), 'ENT')
    expect(champ).toBe(`Structures qui remplissent ce rapport, ${formulaires} retenus de {annee}`)
    expect(titre).toMatch(new RegExp(`, ${somme}, \\{annee\\}$`))
  })

  it('ne nomme pas les rapports d’une année qui a deux rythmes', () => {
    const trimestriel = { ...modele, version: 2, moisAttendus: [...TRIMESTRES], moisCouverts: 3 }
    const { champ } = tableau(planDe(modele, trimestriel as Modele), 'ENT')
    expect(champ).toBe('Structures qui remplissent ce rapport, rapports retenus de {annee}')
  })

  it.each([
    ['de ses lignes entrées, une à une', 'SOMME(MVT.DEB.$; MVT.SOR.$; MVT.FIN.$)', true],
    ['d’une partie de ses lignes', 'SOMME(MVT.DEB.$; MVT.SOR.$)', false],
    ['d’une autre section', 'SOMME(ENT.*.$)', false],
    ['qui n’en est pas un', 'MVT.DEB.$ + MVT.SOR.$ + MVT.FIN.$', false],
  ])('a un total %s, ou n’en a pas', (_, formule, attendu) => {
    const change = avec(1, 'MVT', (section) =>
      section.type === 'matrice'
        ? {
            ...section,
            lignes: [
              ...section.lignes.filter(({ code }) => code !== 'ENT'),
              { code: 'TOUT', libelle: 'Tout', formule },
            ],
          }
        : section,
    )
    const [bloc] = tableau(planDe(change), 'MVT').lignes
    expect(bloc?.total).toEqual(attendu ? { code: 'TOUT', libelle: 'Tout' } : undefined)
  })
})

describe('un modèle qui change dans l’année', () => {
  it('garde une ligne finie, celle qui commence, et un nom d’avant', () => {
    const apres = avec(2, 'ENT', (section) =>
      section.type === 'matrice'
        ? {
            ...section,
            lignes: [
              { code: 'NEUVE', libelle: 'Neuve' },
              ...section.lignes
                .slice(1)
                .map((ligne, rang) => (rang === 0 ? { ...ligne, libelle: 'Autre nom' } : ligne)),
            ],
          }
        : section,
    )
    const [premiere, deuxieme] = (
      modele.sections.find(({ code }) => code === 'ENT') as Extract<Section, { type: 'matrice' }>
    ).lignes
    const ent = tableau(planDe(modele, apres), 'ENT')
    expect(ent.note).toContain('toutes ses versions')
    const dites = modalitesDe(ent)
    expect(dites[0]).toMatchObject({ code: 'NEUVE', note: 'Relevé à partir de juillet' })
    expect(dites[1]).toMatchObject({
      code: deuxieme?.code,
      libelle: 'Autre nom',
      note: `«\u00a0${deuxieme?.libelle}\u00a0» jusqu’en juin`,
    })
    expect(dites.at(-1)).toMatchObject({ code: premiere?.code, note: 'Relevé jusqu’en juin' })
  })

  it('dont une section change de sorte garde les chiffres des deux', () => {
    const champs = [{ code: 'SEUL', libelle: 'Seul', nature: 'entier' }]
    const apres = avec(2, 'ENT', ({ code, ...reste }) => ({
      code,
      libelle: 'libelle' in reste ? reste.libelle : '',
      type: 'champs',
      prefixe: true,
      champs,
    }))
    const codes = modalitesDe(tableau(planDe(modele, apres), 'ENT')).map(({ code }) => code)
    expect(codes[0]).toBe('ENT.SEUL')
    expect(codes).toContain('ENT.JUDIC.M')
  })
})

describe('un tableau répété', () => {
  const ligne = (rang: number, colonnes: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(colonnes).map(([nom, v]) => [`ACT.${rang}.${nom}`, v]))

  it('sans liste compte toutes ses lignes, et additionne chacune de ses colonnes', () => {
    const act = tableau(planDe(modele), 'ACT')
    expect(act).toMatchObject({
      lignes: [{ modalites: [{ code: 'TOUTES' }] }],
      colonnes: [{ modalites: [{ code: 'NB' }, { code: 'PART_M' }, { code: 'PART_F' }] }],
    })
    const donnees = { ...ligne(1, { PART_M: 2 }), ...ligne(2, { PART_M: 3, PART_F: 4 }) } as Record<
      string,
      number
    >
    const repete = { modele: modele.code, section: 'ACT', cle: null, sommes: ['PART_M', 'PART_F'] }
    compterRepetes(donnees, { ...repete, codes: ['TOUTES'] })
    expect(donnees).toMatchObject({
      'ACT.TOUTES.NB': 2,
      'ACT.TOUTES.PART_M': 5,
      'ACT.TOUTES.PART_F': 4,
    })
  })

  it('compte à part les lignes sans code, ou d’un code que la liste n’a pas', () => {
    const donnees = {
      ...ligne(1, { T: 'A', N: 1 }),
      ...ligne(2, { N: 2 }),
      ...ligne(3, { T: 'ND', N: 4 }),
    } as Record<string, number>
    const repete = { modele: 'X', section: 'ACT', cle: 'T', sommes: ['N'] }
    compterRepetes(donnees, { ...repete, codes: ['A', 'NP'] })
    expect([donnees['ACT.A.N'], donnees['ACT.NP.NB'], donnees['ACT.NP.N']]).toEqual([1, 2, 6])
  })

  it('réunit les colonnes de ses versions, francs et décimaux compris', () => {
    const colonne = (code: string, nature: string) => ({ code, libelle: code, nature })
    const section = (colonnes: unknown[]) =>
      ({ code: 'ACT', type: 'tableau', libelle: 'A', lignesMax: 3, colonnes }) as never
    const { sommes, sansCode, liste } = repetitionDe([
      section([colonne('ANCIEN', 'montant'), { ...colonne('T', 'liste'), codification: 'L' }]),
      section([
        colonne('NEUF', 'decimal'),
        { ...colonne('T', 'liste'), codification: 'L', requis: true },
      ]),
    ])
    expect(sommes.map(({ code }) => code)).toEqual(['NEUF', 'ANCIEN'])
    expect([liste, sansCode]).toEqual(['L', true])
  })

  it('qui change de liste garde les lignes comptées par celle d’avant', () => {
    const par = (codification: string) =>
      ({
        code: 'ACT',
        type: 'tableau',
        libelle: 'A',
        lignesMax: 3,
        colonnes: [{ code: 'T', libelle: 'T', nature: 'liste', codification, requis: true }],
      }) as never
    expect(repetitionDe([par('AVANT'), par('APRES')])).toMatchObject({
      liste: 'APRES',
      sansCode: true,
    })
    expect(repetitionDe([par('APRES'), par('APRES')])).toMatchObject({ sansCode: false })
  })
})

describe('ce que compte une case, que dit son modèle', () => {
  const marque = (compte: 'personnes' | 'agents' | 'autre' | undefined): Modele =>
    avec(1, 'ENT', (section) => ({ ...section, unite: 'repas', ...(compte && { compte }) }))
  const protege = (compte: Parameters<typeof marque>[0], agentsProteges: boolean) =>
    tableau(planGenerique([{ modele: marque(compte), mois: MOIS }], agentsProteges), 'ENT')
      .personnes === true

  it.each([
    [undefined, false, false],
    ['personnes', true, true],
    ['agents', false, true],
    ['autre', false, false],
  ] as const)('%s : protégé selon le modèle, et le réglage des agents', (compte, sans, avecEux) => {
    expect([protege(compte, false), protege(compte, true)]).toEqual([sans, avecEux])
  })

  it('la marque d’une case l’emporte sur son unité, et vaut pour elle seule', () => {
    const colonnes = ['M', 'F'].map((code) => ({ code, libelle: code }))
    const lignes = [
      { code: 'A', libelle: 'A', unite: 'personnes', compte: 'autre' },
      { code: 'B', libelle: 'B' },
    ]
    const change = avec(1, 'ENT', (section) => ({ ...section, lignes, colonnes }))
    const [bloc] = tableau(planDe(change), 'ENT').lignes
    expect(bloc && 'modalites' in bloc ? bloc.modalites : []).toMatchObject([
      { code: 'A', libre: true },
      { code: 'B' },
    ])
    expect(modalitesDe(tableau(planDe(change), 'ENT'))[1]).not.toHaveProperty('libre')
  })
})
