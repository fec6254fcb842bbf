import { execFileSync, spawnSync } from 'node:child_process'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { agir, reussi } from '../../test/formulaires.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'

const poppler = spawnSync('pdftotext', ['-v']).status === 0

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure } = banc
const CAU = 'CAU-R01-01'
const MARS = { mois: 'MARCH', annee: 2025 } as const
const FEVRIER = { mois: 'FEBRUARY', annee: 2025 } as const

/** What a form counts, by the code of its model; of the last one nothing is counted. */
const MODELES = {
  COMPLET: { effectif: 'NB', entrees: 'ENT', sorties: 'SOR', reference: 'CAP' },
  STOCK: { effectif: 'NB', reference: 'CAP' },
  FLUX: { entrees: 'ENT', sorties: 'SOR' },
  CONSULT: {},
} as const satisfies Record<string, ModeleSource['indicateurs']>
type Code = keyof typeof MODELES
const CODES = Object.keys(MODELES) as Code[]

const champ = (code: string, libelle: string) => ({ code, libelle, nature: 'entier' as const })

const sourceDe = (code: Code): ModeleSource => ({
  code,
  version: 1,
  libelle: `Modèle ${code}`,
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: MODELES[code],
  sections: [
    {
      code: 'SEC',
      libelle: 'Chiffres',
      type: 'champs',
      champs: [
        champ('NB', 'Présents'),
        champ('ENT', 'Arrivés'),
        champ('SOR', 'Partis'),
        champ('CAP', 'Places'),
      ],
    },
  ],
  controles: [],
})

async function publier(code: Code): Promise<void> {
  const depart = { de: 'VIDE', code, libelle: code } as const
  const { id, version } = await reussi(
    asDpps.appeler(modeleApi.creerBrouillonModele, { body: depart }),
  )
  const body = { version, source: sourceDe(code) }
  const garde = await reussi(
    asDpps.appeler(modeleApi.enregistrerBrouillonModele, { params: { id }, body }),
  )
  expect(garde.fautes).toEqual([])
  const publication = { version: garde.version, aPartirDe: FEVRIER, attribuerA: ['CAU'] }
  await reussi(asDpps.appeler(modeleApi.publierModele, { params: { id }, body: publication }))
}
for (const code of CODES) await publier(code)

async function soumettre(modele: Code, params: typeof MARS | typeof FEVRIER, nb: number) {
  const donnees = { NB: nb, ENT: 3, SOR: 1, CAP: 20 }
  const debut = await reussi(
    asStructure.appeler(api.enregistrerFormulaire, { params, body: { modele, donnees } }),
  )
  return reussi(agir(asStructure, 'soumettre', debut))
}

/** The report as it is printed. */
async function imprime(numero: string): Promise<string> {
  const query = { format: 'pdf' } as const
  const { octets } = await asStructure.appeler(api.exporterFormulaire, {
    params: { numero },
    query,
  })
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: octets }).toString()
}

/** Of each model, the same figures in February and in March. */
async function soumettreTout() {
  const ids: number[] = []
  for (const code of CODES) {
    await soumettre(code, FEVRIER, 10)
    ids.push((await soumettre(code, MARS, 15)).id)
  }
  return ids
}

describe('un modèle qui ne nomme pas toutes les cases du suivi', () => {
  it('se publie, et la liste des modèles dit ce qu’il compte', async () => {
    const modeles = await reussi(asDpps.appeler(modeleApi.listModeles))
    const dits = modeles.map(({ code, ...dit }) => [code, dit.avecEffectif, dit.avecEcart])
    expect(dits).toEqual(
      expect.arrayContaining([
        ['RMA', true, true],
        ['COMPLET', true, true],
        ['STOCK', true, false],
        ['FLUX', false, false],
        ['CONSULT', false, false],
      ]),
    )
  })

  it('n’a d’effectif ni dans une liste, ni dans un rapport, et le dit', async () => {
    await soumettreTout()
    const query = { mois: 'MARCH', annee: '2025', modeles: CODES.join() } as const
    const { elements } = await reussi(
      asStructure.appeler(api.listFormulairesStructures, { body: { ...query, structures: [CAU] } }),
    )
    const dits = new Map(elements.map((r) => [r.modele.code, [r.modele.avecEffectif, r.effectif]]))
    expect(Object.fromEntries(dits)).toEqual({
      COMPLET: [true, 15],
      STOCK: [true, 15],
      FLUX: [false, null],
      CONSULT: [false, null],
    })
    const numero = elements.find(({ modele }) => modele.code === 'CONSULT')?.numero ?? ''
    const lu = await reussi(asStructure.appeler(api.lireFormulaire, { params: { numero } }))
    expect([lu.modele.avecEffectif, lu.effectif, lu.donnees['NB']]).toEqual([false, null, 15])
  })

  it('n’a pas d’écart dans « Valider », et n’y est pas dit non calculable', async () => {
    const ids = await soumettreTout()
    const examens = await reussi(asAdmin.appeler(api.examinerFormulaires, { body: { ids } }))
    const dits = examens.map((e) => [
      e.effectif,
      e.effectifPrecedent,
      e.effectifTheorique,
      e.ecart,
      e.niveau,
      e.precedentRecu,
    ])
    expect(dits).toEqual([
      [15, 10, 12, 3, 'ANOMALIE', true],
      [15, 10, null, null, null, true],
      [null, null, null, null, null, true],
      [null, null, null, null, null, true],
    ])
  })

  it('n’a ni poids ni niveau dans « À examiner », et y reste', async () => {
    await soumettreTout()
    const query = { modeles: CODES.join(), taille: 100 }
    const { elements } = await reussi(asAdmin.appeler(dashboardApi.listAExaminer, { query }))
    const dits = elements
      .filter(({ mois }) => mois === 'MARCH')
      .map((e) => [e.modele.code, e.poids, e.ecart, e.niveau, e.effectifPrecedent] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(dits).toEqual([
      ['COMPLET', 1, 3, 'ANOMALIE', 10],
      ['CONSULT', null, null, null, null],
      ['FLUX', null, null, null, null],
      ['STOCK', 1, null, null, 10],
    ])
  })

  it('n’est pas des « Écarts d’effectif », commencé ou non', async () => {
    const ecarts = async () => {
      const query = { modeles: CODES.join(), structure: CAU }
      return reussi(asDpps.appeler(dashboardApi.listEcarts, { params: MARS, query }))
    }
    const codesDe = ({ elements }: Awaited<ReturnType<typeof ecarts>>) =>
      elements.map(({ modele, raison }) => [modele.code, raison])
    const avant = await ecarts()
    expect([codesDe(avant), avant.total]).toEqual([[['COMPLET', 'MOIS']], 1])
    await soumettreTout()
    const apres = await ecarts()
    expect([codesDe(apres), apres.total]).toEqual([[['COMPLET', null]], 1])
    expect(apres.totaux.total).toEqual({
      niveaux: { ANOMALIE: 1, A_VERIFIER: 0, CONFORME: 0, NON_CALCULABLE: 0 },
      parModele: [{ modele: 'COMPLET', effectifDeclare: 15, ecart: 3, ecartReference: -5 }],
    })
  })

  it('n’a pas de zéro dans les tendances : une somme dit de combien de rapports elle est', async () => {
    await soumettreTout()
    const query = { ...MARS, modeles: CODES.join(), structure: CAU }
    const { modeles } = await reussi(asDpps.appeler(dashboardApi.lireSeries, { query }))
    const dits = modeles.map(({ code, avecEffectif, avecEcart, points }) => {
      const mars = points.at(-1)
      const sommes = [mars?.effectif, mars?.entrees, mars?.sorties]
      return [
        code,
        avecEffectif,
        avecEcart,
        sommes,
        mars?.declares,
        mars?.mouvements,
        mars?.retenus,
      ]
    })
    expect(dits).toEqual([
      ['COMPLET', true, true, [15, 3, 1], 1, 1, 1],
      ['CONSULT', false, false, [null, null, null], 0, 0, 1],
      ['FLUX', false, false, [null, 3, 1], 0, 1, 1],
      ['STOCK', true, false, [15, null, null], 1, 0, 1],
    ])
  })

  it('n’a ni courbe ni niveau auprès du type de sa structure', async () => {
    await soumettreTout()
    const { modeles } = await reussi(
      asStructure.appeler(dashboardApi.lireDashboardStructure, {
        params: { code: CAU },
        query: MARS,
      }),
    )
    const dits = modeles
      .filter(({ code }) => code in MODELES)
      .map(({ code, avecEffectif, points }) => {
        const { effectif, niveau } = points.at(-1) ?? {}
        return [code, avecEffectif, effectif, niveau, points.at(-3)?.niveau]
      })
    expect(dits).toEqual([
      ['COMPLET', true, 15, 'ANOMALIE', 'NON_CALCULABLE'],
      ['CONSULT', false, null, null, null],
      ['FLUX', false, null, null, null],
      ['STOCK', true, 15, null, null],
    ])
  })

  it('compte la complétude comme tout autre', async () => {
    await soumettreTout()
    const query = { modeles: 'CONSULT', structure: CAU }
    const params = { param: 2025 }
    const { mois } = await reussi(asDpps.appeler(dashboardApi.lireDashboard, { params, query }))
    expect(mois[1]).toMatchObject({ attendus: 1, recus: 1, enRetard: 0 })
  })

  it('se publie jusqu’au bout : validé, approuvé, diffusé', async () => {
    const soumis = await soumettre('CONSULT', MARS, 4)
    const valide = await reussi(agir(asAdmin, 'valider', soumis))
    const approuve = await reussi(agir(asDpps, 'approuver', valide))
    const diffuse = await reussi(agir(asDpps, 'diffuser', approuve))
    expect([diffuse.etat, diffuse.effectif]).toEqual(['DIFFUSE', null])
  })

  it('n’a pas de colonne d’effectif d’ouverture dans le fichier des structures', async () => {
    const query = { format: 'csv' } as const
    const { octets } = await asDpps.appeler(structureApi.exporterStructures, { query })
    const [entetes = ''] = octets.toString().split('\n')
    for (const [code, compte] of [
      ['RMA', true],
      ['STOCK', true],
      ['FLUX', false],
      ['CONSULT', false],
    ] as const)
      expect([code, entetes.includes(`ouverture ${code}`)]).toEqual([code, compte])
  })

  it.skipIf(!poppler)('imprime ce qu’il nomme, et rien d’autre', async () => {
    const attendus = {
      COMPLET: ['Effectif théorique', 'Entrées', 'Effectif de référence'],
      STOCK: ['Effectif de référence'],
      FLUX: [],
      CONSULT: [],
    } as const
    for (const code of CODES) {
      const { numero } = await soumettre(code, MARS, 15)
      const texte = await imprime(numero)
      expect([code, texte.includes('Effectif et écarts')]).toEqual([
        code,
        attendus[code].length > 0,
      ])
      for (const ligne of attendus.COMPLET)
        expect([code, ligne, texte.includes(ligne)]).toEqual([
          code,
          ligne,
          attendus[code].some((une) => une === ligne),
        ])
    }
  })
})

it('ne montre plus rien d’un effectif, dès la version qui n’en nomme plus', async () => {
  const origine = await reussi(asDpps.appeler(modeleApi.listModeles))
  const { id: depuis } = origine.find(({ code }) => code === 'COMPLET') ?? { id: 0 }
  const { id, version, source } = await reussi(
    asDpps.appeler(modeleApi.creerBrouillonModele, { body: { de: 'VERSION', id: depuis } }),
  )
  const body = { version, source: { ...source, indicateurs: {} } }
  const garde = await reussi(
    asDpps.appeler(modeleApi.enregistrerBrouillonModele, { params: { id }, body }),
  )
  const publication = { version: garde.version, aPartirDe: MARS, attribuerA: ['CAU'] }
  await reussi(asDpps.appeler(modeleApi.publierModele, { params: { id }, body: publication }))
  const avant = await soumettre('COMPLET', FEVRIER, 10)
  const apres = await soumettre('COMPLET', MARS, 15)
  const ids = [avant.id, apres.id]
  const examens = await reussi(asAdmin.appeler(api.examinerFormulaires, { body: { ids } }))
  expect(examens.map((e) => [e.effectif, e.effectifPrecedent, e.niveau])).toEqual([
    [10, null, 'NON_CALCULABLE'],
    [null, null, null],
  ])
  for (const [params, codes] of [
    [FEVRIER, ['COMPLET']],
    [MARS, []],
  ] as const) {
    const query = { modeles: 'COMPLET', structure: CAU }
    const { elements } = await reussi(asDpps.appeler(dashboardApi.listEcarts, { params, query }))
    expect(elements.map(({ modele }) => modele.code)).toEqual(codes)
  }
})
