import { echeanceDe, jourVerrou } from '@releve/contract/calendrier/calendrier.rules.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Mois, periodeDe } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import {
  type CaseDuPays,
  COURANT,
  compterPays,
  etatNote,
  lireRythmes,
  ouvrirPays,
} from './dashboard.banc.ts'

const banc = await ouvrirPays()
const { asDpps, asDirectionRegionale } = banc
const pays = await compterPays(banc)
const rythmes = await lireRythmes(banc)
/** Who counts, and what: of a structure that moves, a regional office has its own months. */
const VUES = [
  { nom: 'la direction centrale', qui: asDpps, compte: () => true },
  {
    nom: 'une direction régionale',
    qui: asDirectionRegionale,
    compte: ({ code, parent }: { code: string; parent: string | null }) =>
      code === 'DR-R01' || parent === 'DR-R01',
  },
]
const vuesDe = <Cas>(cas: readonly Cas[]) =>
  VUES.flatMap((vue) => cas.map((un) => ({ ...vue, un, dit: JSON.stringify(un) })))
const JOUR = '2025-03-20'
const echeance = (rang: number) => echeanceDe(periodeDe(rang), DEFAUTS_CALENDRIER)
const verrou = (rang: number) => jourVerrou(periodeDe(rang), DEFAUTS_CALENDRIER)

const RECUS = ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE']
const estRecu = ({ formulaire }: CaseDuPays): boolean =>
  formulaire !== null &&
  (RECUS.includes(formulaire.etat) ||
    (formulaire.etat === 'RENVOYE' && formulaire.soumisLe !== null))

/** Received, its own date or its month's; else the later of its month's and its reopening's end. */
function echeanceDuCas(c: CaseDuPays): string {
  const duMois = echeance(c.rang)
  if (estRecu(c)) return c.formulaire?.echeance ?? duMois
  return (c.rouvertJusqua ?? '') > duMois ? String(c.rouvertJusqua) : duMois
}
const estDu = (c: CaseDuPays): boolean => echeanceDuCas(c) < JOUR
const estEnRetard = (c: CaseDuPays): boolean => c.attendu && !estRecu(c) && estDu(c)

function compter(cases: readonly CaseDuPays[]) {
  const prevus = cases.filter(({ attendu, rang }) => attendu && rang <= COURANT)
  const attendus = prevus.filter(estDu)
  const recus = attendus.filter(estRecu)
  return {
    attendus: attendus.length,
    recus: recus.length,
    aTemps: recus.filter(({ formulaire }) => !formulaire?.horsDelai).length,
    enRetard: attendus.filter(estEnRetard).length,
    pasEncoreDus: prevus.length - attendus.length,
    enAvance: prevus.filter((c) => !estDu(c) && estRecu(c)).length,
  }
}

const JAMAIS = { valides: 0, delaiValidation: null, renvoyes: 0 }

/** What was made of those received. */
function instruire(cases: readonly CaseDuPays[]) {
  const recus = cases.filter((c) => c.attendu && estDu(c) && estRecu(c))
  const delais = recus.flatMap(({ formulaire }) => formulaire?.delai ?? [])
  const somme = delais.reduce((a, b) => a + b, 0)
  return {
    valides: delais.length,
    delaiValidation: delais.length > 0 ? expect.closeTo(somme / delais.length, 6) : null,
    renvoyes: recus.filter(({ formulaire }) => formulaire?.renvoye).length,
  }
}

const compterTout = (cases: readonly CaseDuPays[]) => ({
  ...compter(cases),
  instruction: instruire(cases),
})

/** Figures added; null when none is known. */
function additionner(valeurs: (number | null)[]): number | null {
  const connues = valeurs.filter((valeur) => valeur !== null)
  return connues.length === 0 ? null : connues.reduce((a, b) => a + b, 0)
}

function grouper(cases: readonly CaseDuPays[], cle: (c: CaseDuPays) => string) {
  const groupes = new Map<string, CaseDuPays[]>()
  for (const c of cases) groupes.set(cle(c), [...(groupes.get(cle(c)) ?? []), c])
  return [...groupes].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

type Vue = (typeof VUES)[number]
const casesDe = ({ compte }: Pick<Vue, 'compte'>) =>
  pays.filter(({ structure }) => compte(structure))
const anneeDe = (annee: number, cases = pays) =>
  cases.filter(({ rang }) => Math.floor(rang / 12) === annee)

/** What a sum is made of: those counted, among those received. */
function suivis(cases: readonly CaseDuPays[]) {
  const { attendus, recus, pasEncoreDus, enAvance } = compter(cases)
  const comptes = cases.filter(({ transmis }) => transmis)
  const retenus = comptes.filter((c) => c.attendu && estRecu(c)).length
  const autres = comptes.length - retenus
  return { attendus, recus, pasEncoreDus, enAvance, retenus, autres }
}

/** Of a month that lacks an expected report: what changed since the expected month before, in both. */
function egauxDe(duMois: readonly CaseDuPays[], toutes: readonly CaseDuPays[]) {
  const prevus = duMois.filter(({ attendu }) => attendu)
  const [premiere] = prevus
  if (!premiere || prevus.every((c) => c.transmis && estRecu(c))) return null
  const rangAvant = rythmes.avant(premiere.modele, premiere.rang)
  const changement = (nom: 'effectif' | 'entrees' | 'sorties') => {
    const ecarts = duMois.flatMap((c) => {
      const avant = toutes.find(
        ({ rang, structure, modele }) =>
          rang === rangAvant && structure.code === c.structure.code && modele === c.modele,
      )
      const [x, y] = [avant?.valeur[nom] ?? null, c.valeur[nom]]
      return x === null || y === null ? [] : [y - x]
    })
    return { nombre: ecarts.length, ecart: additionner(ecarts) }
  }
  return {
    depuis: {
      ...periodeDe(rangAvant),
      moisCouverts: rythmes.couverts(premiere.modele, rangAvant),
    },
    effectif: changement('effectif'),
    entrees: changement('entrees'),
    sorties: changement('sorties'),
  }
}

function series(cases: readonly CaseDuPays[], rangs: number[], toutes: readonly CaseDuPays[]) {
  const connues = cases.filter(({ rang }) => rang <= COURANT)
  return grouper(connues, ({ modele }) => modele).map(([code, siennes]) => ({
    code,
    avecEffectif: rythmes.compte(code),
    avecEcart: rythmes.compte(code),
    points: rangs.map((rang) => {
      const duMois = siennes.filter((c) => c.rang === rang)
      const somme = (nom: 'effectif' | 'entrees' | 'sorties') =>
        additionner(duMois.map(({ valeur }) => valeur[nom]))
      return {
        ...periodeDe(rang),
        moisCouverts: rythmes.couverts(code, rang),
        effectif: somme('effectif'),
        entrees: somme('entrees'),
        sorties: somme('sorties'),
        ...suivis(duMois),
        declares: duMois.filter(({ valeur }) => valeur.effectif !== null).length,
        mouvements: duMois.filter(
          ({ valeur }) => valeur.entrees !== null || valeur.sorties !== null,
        ).length,
        egaux: egauxDe(duMois, toutes),
      }
    }),
  }))
}

describe('le pays de l’épreuve', () => {
  it('a de chaque état, et ce qui arrive aux structures et aux rapports', () => {
    const etats = new Set(pays.map(({ formulaire }) => formulaire?.etat))
    const vivants = ETATS.filter((etat) => etat !== 'ANNULE')
    expect(etats).toEqual(new Set([...vivants, undefined]))
    expect(pays.some(({ attendu, formulaire }) => !attendu && formulaire)).toBe(true)
    expect(pays.some((c) => estRecu(c) && !c.transmis)).toBe(true)
    expect(pays.some((c) => !estRecu(c) && c.transmis)).toBe(true)
    const transmis = (modele: string) =>
      new Set(pays.flatMap((c) => (c.modele === modele && c.transmis ? [c.rang - COURANT] : [])))
    // A quarter, a year without headcount, begun before its month; monthly,
    // quarterly, monthly again.
    expect(transmis('BIT')).toEqual(new Set([-6, -3]))
    expect(transmis('INV')).toEqual(new Set([-3, 9]))
    expect(transmis('MUE')).toEqual(new Set([-8, -7, -6, -3, -2, -1]))
  })
})

describe('le tableau de bord d’une année', () => {
  it.each(vuesDe([2024, 2025, 2023, 2026]))(
    'dit $dit à $nom comme un compte fait à part',
    async ({ un: annee, ...vue }) => {
      const lu = await reussi(vue.qui.appeler(api.lireDashboard, { params: { param: annee } }))
      const cases = anneeDe(annee, casesDe(vue))
      const rangs = Array.from({ length: 12 }, (_, i) => annee * 12 + i)
      expect(lu.annee).toBe(annee)
      for (const [i, mois] of lu.mois.entries()) {
        const rang = annee * 12 + i
        const duMois = cases.filter((c) => c.rang === rang && rang <= COURANT)
        const { etats, ...suivi } = mois
        expect(suivi, mois.mois).toEqual({
          ...periodeDe(rang),
          ...compterTout(duMois),
          echeance: echeance(rang),
          verrouilleLe: verrou(rang),
          statut: rang > COURANT ? 'A_VENIR' : verrou(rang) > JOUR ? 'OUVERT' : 'CLOS',
        })
        for (const [etat, nombre] of Object.entries(etats)) {
          const voulus = duMois.filter(
            ({ formulaire }) => (formulaire?.etat ?? 'NON_COMMENCE') === etat,
          )
          expect(nombre, `${mois.mois} ${etat}`).toBe(voulus.length)
        }
      }
      const venus = cases.filter(({ rang }) => rang <= COURANT)
      expect(lu.total).toEqual(compterTout(venus))
      const par = (cle: (c: CaseDuPays) => string) =>
        grouper(venus, cle).map(([code, siens]) => ({ code, ...compterTout(siens) }))
      expect(lu.regions).toEqual(par(({ structure }) => structure.region))
      expect(lu.types).toEqual(par(({ structure }) => structure.typeStructure))
      expect(lu.modeles.map(({ libelle: _libelle, ...m }) => m)).toEqual(
        par(({ modele }) => modele),
      )
      expect(lu.series.map(({ libelle: _libelle, ...s }) => s)).toEqual(
        series(cases, rangs, casesDe(vue)),
      )
    },
  )

  it('n’a rien à dire d’une année sans donnée, et le dit en zéros', async () => {
    const lu = await reussi(asDpps.appeler(api.lireDashboard, { params: { param: 2099 } }))
    const rien = { ...compter([]), instruction: JAMAIS }
    expect(lu.total).toEqual(rien)
    expect([lu.regions, lu.types, lu.modeles, lu.series]).toEqual([[], [], [], []])
    expect(lu.mois.every(({ statut }) => statut === 'A_VENIR')).toBe(true)
  })

  it('se restreint par région, type et modèle, ensemble', async () => {
    const query = { regions: 'R01,R02', types: 'CAU,CSE,MAC', modeles: 'RMA,SMP' }
    const params = { param: 2024 }
    const lu = await reussi(asDpps.appeler(api.lireDashboard, { params, query }))
    const cases = anneeDe(2024).filter(
      ({ structure: s, modele }) =>
        ['R01', 'R02'].includes(s.region) &&
        ['CAU', 'CSE', 'MAC'].includes(s.typeStructure) &&
        ['RMA', 'SMP'].includes(modele),
    )
    expect(cases.length).toBeGreaterThan(10)
    expect(lu.total).toEqual(compterTout(cases))
  })
})

describe('les mois autour d’aujourd’hui', () => {
  it.each(VUES)(
    'vont pour $nom d’un an avant au mois qui vient, avec leurs comptes',
    async (vue) => {
      const { mois } = await reussi(vue.qui.appeler(api.lireMois))
      const rangs = Array.from({ length: 14 }, (_, i) => COURANT - 12 + i)
      expect(mois.map(({ mois: m, annee }) => ({ mois: m, annee }))).toEqual(rangs.map(periodeDe))
      for (const [i, lu] of mois.entries()) {
        const duMois = casesDe(vue).filter(({ rang }) => rang === rangs[i])
        expect(lu).toMatchObject(compter(duMois))
      }
    },
  )
})

describe('les séries', () => {
  const FINS = [
    { query: {}, au: COURANT },
    { query: { mois: 'DECEMBER' as Mois, annee: 2024 }, au: 2024 * 12 + 11 },
    { query: { annee: 2026 }, au: 2026 * 12 + 2 },
  ]
  it.each(vuesDe(FINS))(
    'de vingt-quatre mois, $dit, disent à $nom la valeur de chaque mois',
    async ({ un: { query, au }, ...vue }) => {
      const lu = await reussi(vue.qui.appeler(api.lireSeries, { query }))
      const rangs = Array.from({ length: 24 }, (_, i) => au - 23 + i)
      expect([lu.du, lu.au]).toEqual([periodeDe(au - 23), periodeDe(au)])
      const cases = casesDe(vue).filter(({ rang }) => rangs.includes(rang))
      expect(lu.modeles.map(({ libelle: _libelle, ...s }) => s)).toEqual(
        series(cases, rangs, casesDe(vue)),
      )
    },
  )
})

/** The letter of a cell, worked out from what the words of the contract say of it. */
function lettreDe(c: CaseDuPays | undefined, rouverts: Set<string>): string {
  if (!c) return '.'
  const { formulaire, rang } = c
  const clos = verrou(rang) <= JOUR && !rouverts.has(`${c.structure.id}@${rang}`)
  const tard = estDu(c) && c.attendu
  if (!formulaire) return rang > COURANT ? '-' : clos ? 'C' : tard ? 'n' : 'N'
  if (formulaire.etat === 'BROUILLON') return clos && c.attendu ? 'C' : tard ? 'b' : 'B'
  if (!estRecu(c)) return tard ? 'q' : 'Q'
  const lettre = formulaire.etat.charAt(0)
  return formulaire.horsDelai ? lettre.toLowerCase() : lettre
}

/** What a structure was in the last month of a year that is counted of it. */
function situerA(code: string, annee: number, { compte }: Vue) {
  const etats = Array.from({ length: 12 }, (_, i) => etatNote(banc, code, annee * 12 + i))
  const dernier = etats.findLast((etat) => compte({ ...etat, code }))
  return { typeStructure: dernier?.typeStructure, region: dernier?.region }
}

describe('la matrice', () => {
  it.each(vuesDe([2024, 2025, 2026]))(
    'de $dit dit à $nom chaque case comme un compte fait à part',
    async ({ un: annee, ...vue }) => {
      const { base } = banc
      const ouverts = await base.db
        .selectFrom('reouverture')
        .select(['structureId', 'rang', 'jusqua'])
        .where('termineeLe', 'is', null)
        .execute()
      const rouverts = new Set(
        ouverts
          .filter(({ jusqua }) => (jusqua ?? '9999') >= JOUR)
          .map((o) => `${o.structureId}@${o.rang}`),
      )
      const lue = await reussi(vue.qui.appeler(api.lireMatrice, { params: { annee } }))
      const dedans = anneeDe(annee, casesDe(vue))
      const attendue = grouper(dedans, ({ structure }) => structure.code).map(
        ([code, siennes]) => ({
          code,
          ...situerA(code, annee, vue),
          cases: Object.fromEntries(
            grouper(siennes, ({ modele }) => modele).map(([modele, mois]) => [
              modele,
              Array.from({ length: 12 }, (_, i) => {
                const c = mois.find(({ rang }) => rang === annee * 12 + i)
                return lettreDe(c, rouverts)
              }).join(''),
            ]),
          ),
        }),
      )
      const lues = lue.structures.map(({ id: _id, libelle: _libelle, ...une }) => une)
      expect(lues.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual(attendue)
      for (const { code, moisCouverts } of lue.modeles)
        expect(moisCouverts, code).toEqual(
          Array.from({ length: 12 }, (_, i) => rythmes.couverts(code, annee * 12 + i)),
        )
      expect(lue.mois).toHaveLength(12)
      for (const [i, mois] of lue.mois.entries()) {
        const duMois = dedans.filter(({ rang }) => rang === annee * 12 + i)
        expect(mois, mois.mois).toMatchObject(compter(duMois))
      }
    },
  )

  it('range les structures par leur nom, et dit les numéros qui ont changé', async () => {
    const lue = await reussi(asDpps.appeler(api.lireMatrice, { params: { annee: 2024 } }))
    const parNom = new Map(pays.map(({ structure: s }) => [s.code, `${s.libelleTri} ${s.code}`]))
    const noms = lue.structures.map(({ code }) => parNom.get(code) ?? '')
    expect(noms).toEqual(noms.toSorted())
    const decale = pays.find(({ formulaire }) => formulaire?.numero.endsWith('-2'))
    const numero = decale?.formulaire?.numero ?? ''
    const decales = { [numero.slice(0, -2)]: numero }
    expect(lue.numeros).toEqual(decales)
    // Of the region that it was in then, which it has left since.
    const parRegion = async (regions: string) =>
      reussi(asDpps.appeler(api.lireMatrice, { params: { annee: 2024 }, query: { regions } }))
    expect((await parRegion('R02')).numeros).toEqual(decales)
    const ailleurs = await parRegion('R05')
    expect(ailleurs.structures.map(({ code }) => code)).toContain(decale?.structure.code)
    expect(ailleurs.numeros).toEqual({})
  })

  it('donne les rapports de ses cases, avec ce que l’on peut en faire', async () => {
    const choisies = pays.filter(({ rang }) => rang === COURANT - 1).slice(0, 60)
    const cases = choisies.map(({ structure, modele, rang }) => ({
      structure: structure.code,
      modele,
      rang,
    }))
    const { elements } = await reussi(asDpps.appeler(api.listCases, { body: { cases } }))
    const attendus = choisies.flatMap(({ formulaire }) => formulaire?.id ?? [])
    expect(elements).toHaveLength(attendus.length)
    expect(new Set(elements.map(({ id }) => id))).toEqual(new Set(attendus))
    const soumis = elements.find(({ etat }) => etat === 'SOUMIS')
    expect(soumis?.actions).toContain('valider')
  })
})

type EcartCompte = {
  cle: string
  region: string
  typeStructure: string
  modele: string
  couverts: number
  declare: number | null
  precedent: number | null
  theorique: number | null
  ecart: number | null
  niveau: string
  raison: string | null
  ecartReference: number | null
}

const moins = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b

/** Without a headcount there is no gap, nor a reason for it. */
const compares = (cases: readonly CaseDuPays[]) =>
  cases.filter(({ modele }) => rythmes.compte(modele)).map(ecartDe)

/** The gap of a cell, from the cells of the country alone. */
function ecartDe(c: CaseDuPays): EcartCompte {
  const siennes = pays.filter((a) => a.structure.id === c.structure.id && a.modele === c.modele)
  const avant = siennes.find(
    ({ rang, formulaire }) => formulaire && rang === rythmes.avant(c.modele, c.rang),
  )
  const premier = !siennes.some(({ rang, formulaire }) => formulaire && rang < c.rang)
  const { effectif: declare, entrees, sorties, reference } = c.valeur
  const precedent = avant ? avant.valeur.effectif : premier ? c.ouvertureEffectif : null
  const theorique =
    precedent === null || entrees === null || sorties === null
      ? null
      : precedent + entrees - sorties
  const ecart = moins(declare, theorique)
  const grand = Math.abs(ecart ?? 0)
  const tolere = grand <= 2 || (100 * grand) / Math.max(1, theorique ?? 0) <= 5
  const transmis = avant ? avant.transmis : precedent !== null
  const raisons = [
    [!c.transmis, 'MOIS'],
    [declare === null, 'EFFECTIF'],
    [!transmis, 'PRECEDENT'],
    [precedent === null, 'EFFECTIF_PRECEDENT'],
    [true, 'MOUVEMENTS'],
  ] as const
  return {
    cle: `${c.structure.code} ${c.modele}`,
    region: c.structure.region,
    typeStructure: c.structure.typeStructure,
    modele: c.modele,
    couverts: rythmes.couverts(c.modele, c.rang),
    declare,
    precedent,
    theorique,
    ecart,
    niveau:
      ecart === null
        ? 'NON_CALCULABLE'
        : ecart === 0
          ? 'CONFORME'
          : tolere
            ? 'A_VERIFIER'
            : 'ANOMALIE',
    raison: ecart === null ? (raisons.find(([vrai]) => vrai)?.[1] ?? null) : null,
    ecartReference: moins(declare, reference),
  }
}

describe('les écarts d’effectif', () => {
  const RANGS = Array.from({ length: 9 }, (_, i) => COURANT - i)

  async function listTous(rang: number, query: { niveaux?: string } = {}, qui = asDpps) {
    const params = periodeDe(rang)
    const premiere = await reussi(
      qui.appeler(api.listEcarts, { params, query: { ...query, taille: 40 } }),
    )
    const elements = [...premiere.elements]
    for (let page = 2; elements.length < premiere.total; page++) {
      const suite = { ...query, taille: 40, page }
      const lue = await reussi(qui.appeler(api.listEcarts, { params, query: suite }))
      elements.push(...lue.elements)
    }
    return { ...premiere, elements }
  }

  it('sont de chaque niveau et de chaque raison, dans le pays de l’épreuve', () => {
    const tous = compares(pays.filter(({ rang }) => RANGS.includes(rang)))
    expect([...new Set(tous.map(({ niveau }) => niveau))].toSorted()).toEqual(
      ['ANOMALIE', 'A_VERIFIER', 'CONFORME', 'NON_CALCULABLE'].toSorted(),
    )
    const raisons = new Set(tous.map(({ raison }) => raison))
    expect(raisons).toEqual(
      new Set([null, 'MOIS', 'EFFECTIF', 'PRECEDENT', 'EFFECTIF_PRECEDENT', 'MOUVEMENTS']),
    )
  })

  it.each(vuesDe(RANGS))(
    'du mois $dit se disent à $nom comme un compte fait à part',
    async ({ un: rang, ...vue }) => {
      const { elements, total, totaux } = await listTous(rang, {}, vue.qui)
      const attendus = compares(casesDe(vue).filter((c) => c.rang === rang))
      expect(total).toBe(attendus.length)
      const parCle = (a: { cle: string }, b: { cle: string }) => (a.cle < b.cle ? -1 : 1)
      const lus = elements.map((e) => ({
        cle: `${e.structure.code} ${e.modele.code}`,
        region: e.structure.region,
        typeStructure: e.structure.typeStructure,
        modele: e.modele.code,
        couverts: e.moisCouverts,
        declare: e.effectifDeclare,
        precedent: e.effectifPrecedent,
        theorique: e.effectifTheorique,
        ecart: e.ecart,
        niveau: e.niveau,
        raison: e.raison,
        ecartReference: e.ecartReference,
      }))
      expect(lus.toSorted(parCle)).toEqual(attendus.toSorted(parCle))
      const grandeurs = elements.map(({ ecart }) => (ecart === null ? -1 : Math.abs(ecart)))
      expect(grandeurs).toEqual(grandeurs.toSorted((a, b) => b - a))
      for (const { code, niveaux, parModele } of totaux.regions) {
        const siens = attendus.filter(({ region }) => region === code)
        for (const [niveau, nombre] of Object.entries(niveaux)) {
          expect(nombre).toBe(siens.filter((e) => e.niveau === niveau).length)
        }
        for (const { modele, effectifDeclare, ecart, ecartReference } of parModele) {
          const duModele = siens.filter((e) => e.modele === modele)
          expect([effectifDeclare, ecart, ecartReference]).toEqual([
            additionner(duModele.map((e) => e.declare)),
            additionner(duModele.map((e) => e.ecart)),
            additionner(duModele.map((e) => e.ecartReference)),
          ])
        }
      }
      const nombreDe = (niveau: string) => attendus.filter((e) => e.niveau === niveau).length
      expect(totaux.total.niveaux).toEqual({
        ANOMALIE: nombreDe('ANOMALIE'),
        A_VERIFIER: nombreDe('A_VERIFIER'),
        CONFORME: nombreDe('CONFORME'),
        NON_CALCULABLE: nombreDe('NON_CALCULABLE'),
      })
    },
  )

  it('se restreignent à des niveaux, sans changer les totaux', async () => {
    const rang = COURANT - 2
    const tous = await listTous(rang)
    const anomalies = await listTous(rang, { niveaux: 'ANOMALIE,A_VERIFIER' })
    expect(anomalies.totaux).toEqual(tous.totaux)
    expect(anomalies.elements).toEqual(
      tous.elements.filter(({ niveau }) => ['ANOMALIE', 'A_VERIFIER'].includes(niveau)),
    )
    expect(anomalies.elements.length).toBeGreaterThan(2)
  })

  it('ne sont d’aucun rapport d’un mois à venir', async () => {
    const { elements, total } = await listTous(COURANT + 1)
    expect([elements, total]).toEqual([[], 0])
  })

  it('partent de l’effectif d’ouverture au premier mois d’une structure, et le disent', async () => {
    const { elements } = await listTous(COURANT - 4)
    const ouvertes = elements.filter(({ ouverture }) => ouverture)
    expect(ouvertes.map(({ structure }) => structure.code)).toEqual(
      expect.arrayContaining([expect.stringContaining('-G')]),
    )
    for (const { effectifPrecedent } of ouvertes) expect(effectifPrecedent).not.toBeNull()
  })
})

const joursEntre = (a: string, b: string) =>
  Math.round((Date.parse(b) - Date.parse(a)) / 86_400_000)

describe('les retards de saisie', () => {
  it.each(VUES)('se disent à $nom comme un compte fait à part', async (vue) => {
    const query = { taille: 200 }
    const { elements, total, totaux } = await reussi(vue.qui.appeler(api.listRetards, { query }))
    const retards = casesDe(vue).filter(
      (c) =>
        c.rang > COURANT - 12 &&
        c.rang <= COURANT &&
        (estEnRetard(c) || (c.attendu && estRecu(c) && c.formulaire?.horsDelai)),
    )
    const attendus = grouper(retards, (c) => `${c.structure.code} ${c.modele}`).map(
      ([cle, siens]) => {
        const mois = siens.map((c) => {
          const limite = echeanceDuCas(c)
          // What is not received, forced back to a draft too, is late until today.
          const fin = (estRecu(c) && c.formulaire?.soumisLe?.slice(0, 10)) || JOUR
          return {
            ...periodeDe(c.rang),
            moisCouverts: rythmes.couverts(c.modele, c.rang),
            statut: estEnRetard(c) ? 'EN_RETARD' : 'HORS_DELAI',
            echeance: limite,
            joursRetard: joursEntre(limite, fin),
            id: c.formulaire?.id ?? null,
            numero: c.formulaire?.numero ?? null,
            etat: c.formulaire?.etat ?? 'NON_COMMENCE',
          }
        })
        const manquants = mois.filter(({ statut }) => statut === 'EN_RETARD')
        return {
          cle,
          region: siens.at(-1)?.structure.region,
          manquants: manquants.length,
          joursRetard: Math.max(0, ...manquants.map(({ joursRetard }) => joursRetard)),
          mois,
        }
      },
    )
    expect(total).toBe(attendus.length)
    expect(totaux).toEqual({
      du: periodeDe(COURANT - 11),
      au: periodeDe(COURANT),
      enRetard: retards.filter(estEnRetard).length,
      horsDelai: retards.filter((c) => !estEnRetard(c)).length,
    })
    const lus = elements.map(({ structure, modele, manquants, joursRetard, mois }) => ({
      cle: `${structure.code} ${modele.code}`,
      region: structure.region,
      manquants,
      joursRetard,
      mois: mois.map(({ soumisLe: _s, clos: _c, rappels: _r, dernierRappelLe: _d, ...m }) => m),
    }))
    expect(lus.toSorted((a, b) => (a.cle < b.cle ? -1 : 1))).toEqual(attendus)
    const jours = elements.map(({ joursRetard }) => joursRetard)
    expect(jours).toEqual(jours.toSorted((a, b) => b - a))
  })

  it('disent combien de fois chaque mois a été relancé, et quand pour la dernière', async () => {
    const { elements } = await reussi(asDpps.appeler(api.listRetards))
    const ligne = elements.find(({ manquants }) => manquants > 1)
    const [m1, m2] = ligne?.mois ?? []
    if (!ligne || !m1 || !m2) throw new Error('le pays de l’épreuve n’a pas de retard')
    expect([ligne.rappels, ligne.dernierRappelLe]).toEqual([0, null])
    const relance = {
      structureId: ligne.structure.id,
      modeleCode: ligne.modele.code,
      rang: m1.annee * 12 + indice(m1.mois),
      echeance: m1.echeance,
      par: asDpps.id,
    }
    const le = (jour: string) => ({ jour, le: `${jour}T08:00:00.000Z` })
    await banc.base.db
      .insertInto('relance')
      .values([
        { ...relance, ...le('2025-03-10') },
        { ...relance, ...le('2025-03-12') },
      ])
      .execute()
    const query = { structure: ligne.structure.code, modeles: ligne.modele.code }
    const relues = await reussi(asDpps.appeler(api.listRetards, { query }))
    const [relue] = relues.elements
    const dernierRappelLe = '2025-03-12T08:00:00.000Z'
    expect(relue).toMatchObject({ rappels: 2, dernierRappelLe })
    expect(relue?.mois[0]).toMatchObject({ rappels: 2, dernierRappelLe })
    expect(relue?.mois[1]).toMatchObject({ rappels: 0, dernierRappelLe: null })
  })

  it('se restreignent à un statut, une année, une structure', async () => {
    const [premier] = (await reussi(asDpps.appeler(api.listRetards))).elements
    const structure = premier?.structure.code ?? ''
    const query = { structure, statut: 'EN_RETARD', annee: 2024 }
    const { elements } = await reussi(asDpps.appeler(api.listRetards, { query }))
    const mois = elements.flatMap((e) => e.mois)
    expect(mois.length).toBeGreaterThan(0)
    expect(mois.every((m) => m.annee === 2024 && m.statut === 'EN_RETARD')).toBe(true)
    expect(new Set(elements.map((e) => e.structure.code))).toEqual(new Set([structure]))
  })
})

describe('ce qui attend la direction centrale', () => {
  const ATTENTE = ['SOUMIS', 'VALIDE', 'APPROUVE']
  const attend = ({ formulaire }: CaseDuPays) =>
    formulaire !== null && ATTENTE.includes(formulaire.etat)

  it('pèse ce qu’il est de l’effectif du pays, le plus lourd d’abord', async () => {
    const query = { taille: 200 }
    const { elements, total, etats } = await reussi(asDpps.appeler(api.listAExaminer, { query }))
    const attendus = pays.filter(attend)
    expect(total).toBe(attendus.length)
    for (const etat of ATTENTE) {
      const nombre = attendus.filter(({ formulaire }) => formulaire?.etat === etat).length
      expect(Reflect.get(etats, etat), etat).toBe(nombre)
    }
    for (const element of elements) {
      const c = attendus.find(({ formulaire }) => formulaire?.id === element.id)
      if (!c) throw new Error(`inattendu : ${element.numero}`)
      const duMois = pays.filter((a) => a.rang === c.rang && a.modele === c.modele)
      const national = additionner(duMois.map(({ valeur }) => valeur.effectif))
      const { ecart, precedent, niveau } = ecartDe(c)
      const poids = c.valeur.effectif === null ? null : c.valeur.effectif / (national ?? 1)
      if (poids === null) expect(element.poids).toBeNull()
      else expect(element.poids, element.numero ?? '').toBeCloseTo(poids, 9)
      const lu = [element.ecart, element.effectifPrecedent, element.niveau]
      const compte = rythmes.compte(c.modele)
      expect(lu, element.numero ?? '').toEqual(
        compte ? [ecart, precedent, niveau] : [null, null, null],
      )
      expect(element.modele.moisCouverts).toBe(rythmes.couverts(c.modele, c.rang))
      expect(element.avertissements).toBe(c.formulaire?.avertissements)
      const { typeStructure, region } = c.structure
      expect(element.structure).toMatchObject({ typeStructure, region })
      expect(element.actions.length).toBeGreaterThan(0)
    }
    const poids = elements.map((e) => e.poids ?? -1)
    expect(poids).toEqual(poids.toSorted((a, b) => b - a))
  })

  it('se trie par écart, avertissements et attente, et se restreint à un état', async () => {
    const lire = (query: object) => reussi(asDpps.appeler(api.listAExaminer, { query }))
    const jours = (await lire({ tri: '-attente' })).elements.map((e) => e.joursAttente)
    expect(jours).toEqual(jours.toSorted((a, b) => b - a))
    const ecarts = (await lire({ tri: '-ecart' })).elements.map((e) => Math.abs(e.ecart ?? -1))
    expect(ecarts.slice(0, 3)).toEqual(ecarts.toSorted((a, b) => b - a).slice(0, 3))
    const regions = await lire({ regions: 'R04,R05', taille: 200 })
    const siens = pays.filter((c) => attend(c) && ['R04', 'R05'].includes(c.structure.region))
    expect(regions.total).toBe(siens.length)
    const soumis = await lire({ etats: 'SOUMIS' })
    expect(new Set(soumis.elements.map((e) => e.etat))).toEqual(new Set(['SOUMIS']))
    expect(soumis.total).toBe(soumis.etats.SOUMIS)
  })
})

describe('une structure auprès de son passé et de son type', () => {
  it('lit ses chiffres de vingt-quatre mois, et ses écarts', async () => {
    const choisie = pays.find((c) => c.formulaire?.numero.endsWith('-2'))
    const avecRythmes = pays.find(
      (c) => c.modele === 'MUE' && c.attendu && c.structure.code.includes('-G'),
    )
    const codes = [choisie, avecRythmes].flatMap((c) => c?.structure.code ?? [])
    expect(codes).toHaveLength(2)
    for (const code of codes) await comparer(code)
  })

  async function comparer(code: string) {
    const lue = await reussi(asDpps.appeler(api.lireDashboardStructure, { params: { code } }))
    for (const { code: modele, points } of lue.modeles) {
      expect(points).toHaveLength(24)
      for (const [i, point] of points.entries()) {
        const rang = COURANT - 23 + i
        const c = pays.find(
          (a) =>
            a.structure.code === code && a.modele === modele && a.rang === rang && a.formulaire,
        )
        expect(periodeDe(rang)).toEqual({ mois: point.mois, annee: point.annee })
        expect(point.moisCouverts).toBe(rythmes.couverts(modele, rang))
        expect(point.numero).toBe(c?.formulaire?.numero ?? null)
        const { effectif, entrees, sorties, reference } = point
        const vide = { effectif: null, entrees: null, sorties: null, reference: null }
        expect({ effectif, entrees, sorties, reference }).toEqual(c?.valeur ?? vide)
        const compte = rythmes.compte(modele)
        if (c) {
          const { ecart, niveau } = ecartDe(c)
          expect([point.ecart, point.niveau]).toEqual(compte ? [ecart, niveau] : [null, null])
        }
      }
    }
  }
})

const indice = (mois: Mois): number =>
  Array.from({ length: 12 }, (_, i) => periodeDe(i).mois).indexOf(mois)
