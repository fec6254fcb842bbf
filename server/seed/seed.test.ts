import { describe, expect, test } from 'vitest'
import { compilerSeme, LISTES } from './banc.ts'
import { CODIFICATIONS } from './codifications.ts'
import { MODELES, MODELES_DEMONSTRATION } from './modeles.ts'
import { STRUCTURES } from './structures.ts'

const codes = (liste: string) => (LISTES[liste] ?? []).map(({ code }) => code)

const numeros = (prefixe: string, dernier: number) =>
  Array.from({ length: dernier }, (_, i) => `${prefixe}${String(i + 1).padStart(2, '0')}`)

/** Sizes counted by hand on the tables of the domain; computed cells included. */
const TAILLES = [
  { code: 'RMA', cellules: 224, saisies: 147, controles: numeros('RA', 15) },
  { code: 'EPM', cellules: 340, saisies: 173, controles: numeros('RB', 11) },
  { code: 'SMP', cellules: 214, saisies: 140, controles: numeros('RC', 9) },
]

describe('les codifications', () => {
  test('ont un code unique, et des valeurs aux codes uniques, dans l’ordre', () => {
    expect(new Set(CODIFICATIONS.map(({ code }) => code)).size).toBe(CODIFICATIONS.length)
    for (const { code, valeurs } of CODIFICATIONS) {
      const rangs = valeurs.map(({ ordre }) => ordre)
      expect(new Set(codes(code)).size, code).toBe(valeurs.length)
      expect(rangs, code).toEqual(valeurs.map((_, i) => i + 1))
      expect(valeurs.every(({ libelle }) => libelle.length > 0)).toBe(true)
    }
  })

  test('sont toutes celles du domaine', () => {
    expect(
      CODIFICATIONS.map(({ code, valeurs }) => `${code} ${valeurs.length}`).toSorted(),
    ).toEqual([
      'ACTIVITE_REINSERTION 4',
      'CATEGORIE_PENALE 5',
      'CATEGORIE_PERSONNEL 6',
      'CATEGORIE_PUBLIC 10',
      'DUREE_DETENTION 4',
      'ETAT_ANNUAIRE 3',
      'ETAT_FORMULAIRE 7',
      'ETAT_STRUCTURE 4',
      'FONCTION_PERSONNEL 9',
      'INFRACTION 7',
      'MOIS 12',
      'MOTIF_ABSENCE 8',
      'MOTIF_ENTREE 9',
      'MOTIF_ENTREE_DET 4',
      'MOTIF_ENTREE_PERS 6',
      'MOTIF_RENVOI 7',
      'MOTIF_SORTIE 10',
      'MOTIF_SORTIE_DET 9',
      'MOTIF_SORTIE_PERS 12',
      'NATIONALITE 5',
      'POSITION_PERSONNEL 6',
      'REGION 6',
      'SEXE 3',
      'SITUATION_FONCT 3',
      'STATUT_PERSONNEL 6',
      'STATUT_STRUCTURE 5',
      'TRANCHE_AGE 9',
      'TRANCHE_AGE_PERS 6',
      'TYPE_ACTIVITE 6',
      'TYPE_DOCUMENT 11',
      'TYPE_INCIDENT 10',
      'TYPE_INCIDENT_DET 9',
      'TYPE_MESSAGE 5',
      'TYPE_PRESTATION 10',
      'TYPE_STRUCTURE 16',
    ])
  })
})

describe.each(TAILLES)('le modèle $code', ({ code, cellules, saisies, controles }) => {
  test('se développe, se compile, et a les cellules attendues', () => {
    const toutes = [...compilerSeme(code).cellules.values()]
    expect(toutes).toHaveLength(cellules)
    expect(toutes.filter(({ calculee, luSeul }) => !calculee && !luSeul)).toHaveLength(saisies)
  })

  test('porte tous les contrôles du domaine', () => {
    const presents = compilerSeme(code).modele.controles.map((controle) =>
      controle.code.slice(0, 4),
    )
    expect([...new Set(presents)]).toEqual(controles)
  })

  test('vise des types de structure qui existent', () => {
    const { typesStructure } = compilerSeme(code).modele
    for (const type of typesStructure) expect(codes('TYPE_STRUCTURE')).toContain(type)
  })
})

test.each(MODELES_DEMONSTRATION)(
  'le modèle $code de la démonstration ne compte personne, et vise des types qui existent',
  ({ code, indicateurs, typesStructure }) => {
    expect(indicateurs).toEqual({})
    for (const type of typesStructure) expect(codes('TYPE_STRUCTURE')).toContain(type)
    expect(compilerSeme(code).cellules.size).toBe({ EBT: 24, IAE: 34 }[code])
  },
)

describe('les structures', () => {
  test('sont dix-sept, aux codes uniques, et commencent par leur type et leur région', () => {
    expect(new Set(STRUCTURES.map(({ code }) => code)).size).toBe(17)
    for (const { code, typeStructure, region } of STRUCTURES) {
      expect(code.startsWith(`${typeStructure}-${region}`)).toBe(true)
    }
  })

  test('ont un parent inséré avant elles : la direction de leur région, s’il y en a une', () => {
    const directions = STRUCTURES.filter(({ typeStructure }) => typeStructure === 'DR')
    STRUCTURES.forEach(({ code, parent, region, typeStructure }, rang) => {
      const direction = directions.find((dr) => dr.region === region)
      expect(parent, code).toBe(typeStructure === 'DR' ? null : (direction?.code ?? null))
      const avant = STRUCTURES.slice(0, rang).map((structure) => structure.code)
      if (parent !== null) expect(avant).toContain(parent)
    })
  })

  test('nomment des codes qui existent', () => {
    for (const { region, typeStructure, statutStructure, etat, postesReference } of STRUCTURES) {
      expect(codes('REGION')).toContain(region)
      expect(codes('TYPE_STRUCTURE')).toContain(typeStructure)
      expect(codes('STATUT_STRUCTURE')).toContain(statutStructure)
      expect(codes('ETAT_STRUCTURE')).toContain(etat)
      expect(Object.keys(postesReference)).toEqual(codes('CATEGORIE_PERSONNEL'))
    }
  })

  test('remplissent des modèles de leur type, avec un effectif d’ouverture pour chacun', () => {
    for (const { code, typeStructure, modeles, effectifsOuverture } of STRUCTURES) {
      for (const modele of modeles) {
        const types = MODELES.find((source) => source.code === modele)?.typesStructure
        expect(types, `${code} ${modele}`).toContain(typeStructure)
      }
      expect(Object.keys(effectifsOuverture), code).toEqual(modeles)
    }
  })

  test('ont la capacité et les postes de référence du domaine', () => {
    const lues = STRUCTURES.map(({ code, modeles, capacite, postesReference }) => {
      const postes = Object.values(postesReference).reduce((a, b) => a + b, 0)
      return `${code} ${modeles.join('+')} ${capacite ?? '–'}/${postes}`
    })
    expect(lues).toEqual([
      'DR-R01 EPM –/38',
      'DR-R02 EPM –/26',
      'DR-R03 EPM –/31',
      'CAU-R01-01 RMA+EPM 60/24',
      'POUP-R01-01 RMA+EPM 40/30',
      'CSE-R01-01 RMA+EPM 120/41',
      'CPOLY-R02-01 RMA+EPM 80/28',
      'ORPH-R02-01 RMA 55/18',
      'CADS-R03-01 RMA+EPM 70/26',
      'AEMO-R03-01 RMA –/12',
      'CAH-R04-01 RMA+EPM 50/19',
      'CSAUV-R05-01 RMA+EPM 65/23',
      'CSOC-R06-01 RMA –/9',
      'MAC-R01-01 SMP+EPM 450/96',
      'MAC-R02-01 SMP+EPM 180/44',
      'CPEN-R03-01 SMP+EPM 300/72',
      'CRSM-R06-01 RMA+SMP 48/21',
    ])
  })

  test('n’ont que des coordonnées fictives', () => {
    for (const { email, telephone } of STRUCTURES) {
      expect(email).toMatch(/@example\.org$/)
      expect(telephone).toMatch(/^\+999 /)
    }
  })
})

test('les textes suivent la typographie française', () => {
  const textes = [CODIFICATIONS, STRUCTURES, MODELES, MODELES_DEMONSTRATION].flatMap((semis) =>
    textesDe(semis),
  )
  expect(textes.length).toBeGreaterThan(500)
  for (const texte of textes) {
    const lu = texte.replaceAll(/\{[^{}]*\}/g, '0')
    expect(lu, lu).not.toMatch(/'| [;:!?»%]|« |[^\u00a0]:|[^\u202f][;!?]|«[^\u00a0]|[^\u00a0]»/)
  }
})

/** Every text meant for people, at any depth. */
function textesDe(valeur: unknown): string[] {
  if (Array.isArray(valeur)) return valeur.flatMap(textesDe)
  if (typeof valeur !== 'object' || valeur === null) return []
  return Object.entries(valeur).flatMap(([cle, dedans]) =>
    ['libelle', 'aide', 'message', 'resume', 'source', 'responsable', 'adresse'].includes(cle)
      ? [String(dedans)]
      : textesDe(dedans),
  )
}
