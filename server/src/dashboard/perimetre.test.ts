import { annuaireApi, DEFAUTS_REGLAGES_ANNUAIRE } from '@releve/contract/annuaire/annuaire.api.ts'
import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { changerDepuis, changerDepuisToujours } from '../../test/structures.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { type CaseDuPays, COURANT, compterPays, etatNote, ouvrirPays } from './dashboard.banc.ts'

const banc = await ouvrirPays()
const { asDpps, asAdmin, asStructure, asDirectionRegionale, anonyme } = banc
const pays = await compterPays(banc)
/** What DR-R01 counts: its own cells, and those of the months in which a structure was under it. */
const estSuivie = ({ structure: { code, parent } }: CaseDuPays) =>
  code === 'DR-R01' || parent === 'DR-R01'
const ANNEE = { params: { annee: 2024 } }

describe('le périmètre du tableau de bord', () => {
  it('est celui de ses rapports : les siens, ceux de ses enfants, tous', async () => {
    const codesDe = async (personne: typeof asDpps) => {
      const { structures } = await reussi(personne.appeler(api.lireMatrice, ANNEE))
      return new Set(structures.map(({ code }) => code))
    }
    expect(await codesDe(asStructure)).toEqual(new Set(['CAU-R01-01']))
    const suivies = pays.filter((c) => estSuivie(c) && Math.floor(c.rang / 12) === 2024)
    const leurs = new Set(suivies.map(({ structure }) => structure.code))
    expect(leurs.has('CSE-R02-G00049')).toBe(true)
    expect(await codesDe(asDirectionRegionale)).toEqual(leurs)
    expect(await codesDe(asAdmin)).toEqual(await codesDe(asDpps))
  })

  it('borne les totaux, et ce qu’un filtre ou une page demande au-delà', async () => {
    const params = { param: 2024 }
    const miens = pays.filter(
      ({ structure, attendu, rang }) =>
        structure.code === 'CAU-R01-01' && attendu && Math.floor(rang / 12) === 2024,
    )
    const { total } = await reussi(asStructure.appeler(api.lireDashboard, { params }))
    expect(total.attendus).toBe(miens.length)
    const query = { regions: 'R02,R03,R04' }
    const ailleurs = await reussi(asStructure.appeler(api.lireDashboard, { params, query }))
    expect(ailleurs.total.attendus).toBe(0)
    const retards = { structure: 'CPOLY-R02-01' }
    const lus = await reussi(asStructure.appeler(api.listRetards, { query: retards }))
    expect([lus.elements, lus.total]).toEqual([[], 0])
    const autre = pays.find(
      ({ structure, formulaire, rang }) =>
        formulaire && rang === COURANT - 2 && structure.region === 'R02',
    )
    const cases = [
      { structure: autre?.structure.code ?? '', modele: autre?.modele ?? '', rang: COURANT - 2 },
      { structure: 'INCONNUE', modele: 'RMA', rang: COURANT },
    ]
    const { elements } = await reussi(asStructure.appeler(api.listCases, { body: { cases } }))
    expect(elements).toEqual([])
    const tous = await reussi(asDpps.appeler(api.listCases, { body: { cases } }))
    expect(tous.elements).toHaveLength(1)
  })
})

describe('une structure qui a changé de direction régionale', () => {
  const ANCIENNE = 'CSE-R02-G00049'
  const lire = (qui: typeof asDpps, code: string) =>
    qui.appeler(api.lireDashboardStructure, { params: { code } })
  type Lue = Awaited<ReturnType<typeof lire>>['corps']
  /** The months of which its page says something, as ranks. */
  const rangsDits = ({ modeles }: Lue) => {
    const dits = modeles.flatMap(({ points }) =>
      points.flatMap(({ effectif, numero, mediane }, i) =>
        [effectif, numero, mediane].some((dit) => dit !== null) ? COURANT - 23 + i : [],
      ),
    )
    return [...new Set(dits)].toSorted((a, b) => a - b)
  }

  it('se lit, de qui l’a eue, pour ses mois d’alors ; de qui l’a, pour tous', async () => {
    expect(rangsDits(await reussi(lire(asDirectionRegionale, ANCIENNE)))).toEqual([
      COURANT - 4,
      COURANT - 3,
    ])
    // Under it in one month, of which nothing else is told.
    const mac = await reussi(lire(asDirectionRegionale, 'MAC-R02-G00025'))
    expect(rangsDits(mac)).toEqual([COURANT - 6])
    // Of a type that has a median in every month: it is told of these two alone.
    const cau = await reussi(lire(asDirectionRegionale, 'CAU-R04-G00051'))
    expect(rangsDits(cau)).toEqual([COURANT - 6, COURANT - 5])
    // Under it again since last month: what came before too.
    const actuelle = await reussi(lire(asDirectionRegionale, 'CSE-R01-G00048'))
    expect(rangsDits(actuelle)).toEqual(rangsDits(await reussi(lire(asDpps, 'CSE-R01-G00048'))))
    expect(rangsDits(actuelle).length).toBeGreaterThan(6)
  })

  it('tait à qui l’a eue les modèles qu’elle a reçus depuis', async () => {
    const code = 'CAU-R04-G00051'
    const codesDe = async (qui: typeof asDpps) =>
      (await reussi(lire(qui, code))).modeles.map((modele) => modele.code)
    const { modeles } = etatNote(banc, code, COURANT)
    const donner = (donnes: string[]) =>
      changerDepuis(banc.base.db, { code, rang: COURANT - 2 }, { modeles: donnes })
    const avant = await codesDe(asDirectionRegionale)
    await donner([...modeles, 'SMP'])
    expect(await codesDe(asDirectionRegionale)).toEqual(avant)
    expect(await codesDe(asDpps)).toEqual([...avant, 'SMP'])
    await donner(modeles)
  })

  it('ne se lit pas encore de qui l’aura, ni hors des mois demandés de qui l’a eue', async () => {
    const aVenir = await lire(asDirectionRegionale, 'CAU-R05-G00034')
    expect([aVenir.statut, aVenir.code]).toEqual([404, 'STRUCTURE_INTROUVABLE'])
    const params = { code: ANCIENNE }
    const query = { mois: 'DECEMBER', annee: 2023 } as const
    const avant = await asDirectionRegionale.appeler(api.lireDashboardStructure, { params, query })
    expect([avant.statut, avant.code]).toEqual([404, 'STRUCTURE_INTROUVABLE'])
  })

  it('n’est comptée, d’un mois, que par la direction régionale qui l’avait', async () => {
    const rangs = [COURANT - 5, COURANT - 4, COURANT - 3, COURANT - 2]
    const comptes = await Promise.all(
      rangs.map(async (rang) => {
        const query = { q: ANCIENNE }
        const params = periodeDe(rang)
        const { total } = await reussi(
          asDirectionRegionale.appeler(api.listEcarts, { params, query }),
        )
        return total > 0
      }),
    )
    expect(comptes).toEqual([false, true, true, false])
  })
})

describe('la médiane d’un type', () => {
  const regler = (seuilSecret: number) =>
    asDpps.appeler(annuaireApi.modifierReglagesAnnuaire, {
      body: { ...DEFAUTS_REGLAGES_ANNUAIRE, seuilSecret },
    })

  /** Structures of its type that say a headcount of this model that month, itself left out. */
  const autresDe = (code: string, modele: string, rang: number) => {
    const type = etatNote(banc, code, rang).typeStructure
    return pays.filter(
      (c) =>
        c.structure.typeStructure === type &&
        c.structure.code !== code &&
        c.modele === modele &&
        c.rang === rang &&
        c.valeur.effectif !== null,
    )
  }

  /** The average of the middle third: what is left once one is taken off each end, by turns. */
  function mediane(valeurs: number[]): number {
    const milieu = valeurs.toSorted((a, b) => a - b)
    while (milieu.length > 4) {
      milieu.pop()
      milieu.shift()
    }
    return Math.round(milieu.reduce((a, b) => a + b, 0) / milieu.length)
  }

  it('n’est donnée que si assez d’autres structures disent leur effectif', async () => {
    const codes = [...new Set(pays.map(({ structure }) => structure.code))]
    let [donnees, tues] = [0, 0]
    for (const code of codes) {
      const params = { code }
      const { modeles } = await reussi(asDpps.appeler(api.lireDashboardStructure, { params }))
      for (const { code: modele, points } of modeles) {
        for (const [i, point] of points.entries()) {
          const rang = COURANT - 23 + i
          const autres = autresDe(code, modele, rang)
          const sienne = pays.find(
            (c) => c.structure.code === code && c.modele === modele && c.rang === rang,
          )?.valeur.effectif
          const toutes = [...autres.map(({ valeur }) => valeur.effectif ?? 0), sienne ?? null]
          const assez = autres.length >= DEFAUTS_REGLAGES_ANNUAIRE.seuilSecret
          if (assez) donnees += 1
          else tues += 1
          const attendue = assez ? mediane(toutes.filter((v) => v !== null)) : null
          expect(point.mediane, `${code} ${modele} ${rang}`).toBe(attendue)
        }
      }
    }
    expect(donnees).toBeGreaterThan(10)
    expect(tues).toBeGreaterThan(10)
  })

  it('n’est jamais le chiffre d’une seule structure, ni sous le seuil du secret, qu’elle suit', async () => {
    const code = 'CAU-R01-01'
    const lire = async () => {
      const lu = await reussi(asDpps.appeler(api.lireDashboardStructure, { params: { code } }))
      const rma = lu.modeles.find((modele) => modele.code === 'RMA')
      return rma?.points.at(-2)?.mediane
    }
    const autres = autresDe(code, 'RMA', COURANT - 1)
    // One whose figure is far from all the others' stands in the middle.
    const [premiere] = autres.toSorted(
      (a, b) => (a.valeur.effectif ?? 0) - (b.valeur.effectif ?? 0),
    )
    expect(premiere).toBeDefined()
    const poser = async (effectif: number, conditions: ReturnType<typeof sql>) =>
      sql`update formulaire f set effectif = ${effectif}, publie_effectif = ${effectif}
        from structure s join structure_periode e on e.structure_id = s.id
          and ${COURANT - 1} between e.du and e.au
        where s.id = f.structure_id and e.type_structure = 'CAU'
          and f.modele_code = 'RMA' and f.rang = ${COURANT - 1} and ${conditions}`.execute(
        banc.base.db,
      )
    const moitie = Math.floor(autres.length / 2)
    const ids = autres.map(({ structure }) => structure.id)
    await poser(10, sql`true`)
    await poser(1000, sql`s.id = any(${ids.slice(0, moitie)}::int[])`)
    await poser(437, sql`s.id = ${ids.at(moitie) ?? 0}`)
    const dite = await lire()
    expect(dite).toBeGreaterThan(10)
    expect(dite).not.toBe(437)

    await reussi(regler(autres.length + 1))
    expect(await lire()).toBeNull()
    await reussi(regler(DEFAUTS_REGLAGES_ANNUAIRE.seuilSecret))

    // Under it, it would bound from below a whole that the annuaire hides.
    const { seuilSecret } = DEFAUTS_REGLAGES_ANNUAIRE
    for (const [effectif, attendue] of [
      [seuilSecret - 1, null],
      [seuilSecret, seuilSecret],
    ] as const) {
      await poser(effectif, sql`true`)
      expect(await lire()).toBe(attendue)
    }
    // Nor where one in the middle is: 0, 1 and 40 average 14, and of 39 only one person makes 13.
    const moindres = ids.slice(0, moitie)
    for (const [petit, donnee] of [
      [1, false],
      [seuilSecret - 1, false],
      [seuilSecret, true],
    ] as const) {
      await poser(40, sql`true`)
      await poser(donnee ? seuilSecret : 0, sql`s.id = any(${moindres}::int[])`)
      await poser(petit, sql`s.id = ${ids.at(moitie) ?? 0}`)
      expect([petit, (await lire()) !== null]).toEqual([petit, donnee])
    }
  })

  it('ne compte pas parmi les autres, pour une direction régionale, ce qu’elle a lu en son temps', async () => {
    const code = 'CAU-R01-01'
    const params = { code }
    // One more than the office does not read: it has had one of them until a month ago.
    const seuil = autresDe(code, 'RMA', COURANT - 5).length - 1
    await reussi(regler(seuil))
    const { modeles } = await reussi(
      asDirectionRegionale.appeler(api.lireDashboardStructure, { params }),
    )
    await reussi(regler(DEFAUTS_REGLAGES_ANNUAIRE.seuilSecret))
    const estLue = (c: CaseDuPays) =>
      etatNote(banc, c.structure.code, COURANT).parent === 'DR-R01' || estSuivie(c)
    let tues = 0
    for (const { code: modele, points } of modeles)
      for (const [i, point] of points.entries()) {
        const autres = autresDe(code, modele, COURANT - 23 + i)
        const inconnues = autres.filter((c) => !estLue(c)).length
        if (autres.length >= seuil && inconnues < seuil) tues += 1
        expect(point.mediane !== null, `${modele} ${i}`).toBe(inconnues >= seuil)
      }
    expect(tues).toBeGreaterThan(0)
  })

  it('ne compte pas, pour une direction régionale, celles qu’elle lit elle-même', async () => {
    const { db } = banc.base
    // As if every structure of this type were its own.
    const type = pays.find(({ structure }) => structure.code === 'CAU-R01-01')?.structure
      .typeStructure
    const lire = async () => {
      const params = { code: 'CAU-R01-01' }
      const lu = await reussi(asDirectionRegionale.appeler(api.lireDashboardStructure, { params }))
      return lu.modeles.flatMap(({ points }) => points.map((point) => point.mediane))
    }
    const codes = pays.flatMap(({ structure: s }) => (s.typeStructure === type ? s.code : []))
    await changerDepuisToujours(db, { parentId: banc.structures.get('DR-R01') ?? 0 }, codes)
    expect((await lire()).every((valeur) => valeur === null)).toBe(true)
  })
})

describe('les fichiers du tableau de bord', () => {
  it('disent d’un mois en retard la région et le type de ce mois-là', async () => {
    const query = { structure: 'CSE-R01-G00048', format: 'csv' } as const
    await sql`update formulaire set hors_delai = true where modele_code = 'RMA' and structure_id = (
      select id from structure where code = ${query.structure}) and rang >= ${COURANT - 5}`.execute(
      banc.base.db,
    )
    const { octets } = await asDpps.appeler(api.exporterRetards, { query })
    const { lignes } = await readIci(octets)
    const lues = lignes.map(({ cellules: c }) => {
      const rang = Number(c['Année']) * 12 + Number(c['Mois']) - 1
      return [rang, c['Région'], c['Type']]
    })
    expect(lues).toEqual(
      lues.map(([rang]) => {
        const { region, typeStructure } = etatNote(banc, query.structure, Number(rang))
        return [rang, region, typeStructure]
      }),
    )
    expect(new Set(lues.map(([, region, type]) => `${region} ${type}`))).toEqual(
      new Set(['R01 CAU', 'R04 CSE', 'R01 CSE']),
    )
  })
})

describe('le tableau de bord refuse', () => {
  it.each([
    ['une année qui n’en est pas une', '/api/dashboard/lire/deux-mille'],
    ['une année d’un autre siècle', '/api/dashboard/lire/1999'],
    ['une année trop lointaine', '/api/dashboard/matrice/2101'],
    ['un mois qui n’existe pas', '/api/dashboard/ecartEffectif/BRUMAIRE/2025'],
    ['un niveau inconnu', '/api/dashboard/ecartEffectif/3/2025?niveaux=GRAVE'],
    ['un tri inconnu', '/api/dashboard/ecartEffectif/3/2025?tri=hasard'],
    ['un tri inconnu des retards', '/api/dashboard/retardSaisie?tri=hasard'],
    ['un tri inconnu de ce qui attend', '/api/dashboard/aExaminer?tri=hasard'],
    ['un statut inconnu', '/api/dashboard/retardSaisie?statut=PERDU'],
    ['un état qui n’attend personne', '/api/dashboard/aExaminer?etats=DIFFUSE'],
    ['une page démesurée', '/api/dashboard/retardSaisie?taille=5000'],
    ['trop de filtres', `/api/dashboard/lireMois?types=${'A,'.repeat(501)}`],
  ])('%s', async (_, url) => {
    const { statut, code, libelle } = await asDpps.brut('GET', url)
    expect([statut, code]).toEqual([400, 'REQUETE_INVALIDE'])
    expect(libelle).not.toBe('')
  })

  it('plus de cinq cents cases à la fois', async () => {
    const cases = Array.from({ length: 501 }, () => ({
      structure: 'CAU-R01-01',
      modele: 'RMA',
      rang: COURANT,
    }))
    const { statut, details } = await asDpps.brut('POST', '/api/dashboard/cases', { cases })
    expect(statut).toBe(400)
    expect(details[0]?.libelle).toBe('Choisissez au plus 500 cases.')
  })

  it('ce qui attend la direction centrale à qui ne valide pas, et tout à qui n’est personne', async () => {
    expect((await asStructure.appeler(api.listAExaminer)).code).toBe('DROIT_INSUFFISANT')
    expect((await anonyme.appeler(api.lireMois)).code).toBe('JETON_ABSENT')
  })

  it('les chiffres d’une structure qu’on ne lit pas, comme d’une qui n’existe pas', async () => {
    for (const code of ['CPOLY-R02-01', 'INCONNUE', 'x'.repeat(60)]) {
      const reponse = await asStructure.appeler(api.lireDashboardStructure, { params: { code } })
      expect([reponse.statut, reponse.code]).toEqual([404, 'STRUCTURE_INTROUVABLE'])
    }
  })

  it('de se laisser abuser par des signes d’un autre âge', async () => {
    const query = { regions: "R01'; drop table formulaire; --", modeles: '%', q: '%_\\' }
    const { elements } = await reussi(asDpps.appeler(api.listRetards, { query }))
    expect(elements).toEqual([])
  })
})

describe('le tableau de bord lit tout en peu d’ordres', () => {
  const APPELS = {
    lireDashboard: () => asDpps.appeler(api.lireDashboard, { params: { param: 2024 } }),
    lireMois: () => asDpps.appeler(api.lireMois),
    lireMatrice: () => asDpps.appeler(api.lireMatrice, ANNEE),
    listRetards: () => asDpps.appeler(api.listRetards, { query: { taille: 200 } }),
    listEcarts: () =>
      asDpps.appeler(api.listEcarts, { params: periodeDe(COURANT - 1), query: { taille: 200 } }),
    lireSeries: () => asDpps.appeler(api.lireSeries),
    listAExaminer: () => asDpps.appeler(api.listAExaminer, { query: { taille: 200 } }),
  }

  it.each(Object.entries(APPELS))(
    '%s : autant pour une structure que pour toutes',
    async (_, appeler) => {
      const travaux = await observer(async () => {
        expect((await appeler()).statut).toBe(200)
      })
      const requetes = ditsDe(travaux, 'requete').filter((dit) =>
        /^\s*(with|select)/.test(String(dit)),
      )
      // Who calls, the settings, what is computed again, the models' names and rhythms, the figures,
      // and the actions allowed.
      expect(requetes.length).toBeLessThanOrEqual(8)
    },
  )
})
