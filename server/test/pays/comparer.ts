import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Annuaire, CelluleAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import type { Comptes, Dashboard } from '@releve/contract/dashboard/dashboard.schema.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { MOIS, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import type { Appels, Reponse } from '../banc.ts'
import { reussi } from '../formulaires.ts'
import { agenda } from './reference/agenda.ts'
import * as livre from './reference/annuaire.ts'
import {
  type CaseVue,
  casesDe,
  cle,
  compter,
  ecartDe,
  enService,
  estTardif,
  instruire,
  lettreDe,
  manque,
  point,
  retardDe,
  statutDuMois,
  valeurDe,
} from './reference/comptes.ts'
import { SUIVIS } from './reference/journal.ts'
import type { Photo } from './reference/photo.ts'
import { premieres } from './reference/relances.ts'
import { isoDuRang, verrouDe } from './reference/temps.ts'
import { type Dite, type Filtre, Variations } from './reference/variations.ts'

// What the platform answers, cell by cell, against what the reference says of the journal.

/** Who looks: the directorate, or a regional office, which counts its own months. */
export type Regardeur = { nom: string; qui: Appels; direction: string | null }

/** What is told of one cell, by the platform and by the reference. */
type Dit = { nom: string; dit: unknown; voulu: unknown }

/** Those that differ. */
export class Registre {
  compares = 0
  readonly ecarts: string[] = []
  private readonly devant: string
  /** Figures that the yearbook hides are not asked what they are. */
  readonly taire: boolean

  constructor(devant: string, taire = false) {
    this.devant = devant
    this.taire = taire
  }

  noter({ nom, dit, voulu }: Dit): void {
    this.compares += 1
    const [un, autre] = [JSON.stringify(dit), JSON.stringify(voulu)]
    if (un !== autre) this.ecarts.push(`${this.devant} ${nom} : dit ${un}, référence ${autre}`)
  }

  /** Field by field, of what the reference names. */
  champs(nom: string, dit: object | undefined, voulu: object): void {
    for (const [champ, valeur] of Object.entries(voulu))
      this.noter({ nom: `${nom} ${champ}`, dit: dit && Reflect.get(dit, champ), voulu: valeur })
  }

  /** Of two collections by key: the same keys, then each field. */
  parCle(
    nom: string,
    dits: ReadonlyMap<string, object>,
    voulus: ReadonlyMap<string, object>,
  ): void {
    const [un, autre] = [[...dits.keys()].toSorted(), [...voulus.keys()].toSorted()]
    const detrop = un.filter((cle_) => !voulus.has(cle_))
    const absents = autre.filter((cle_) => !dits.has(cle_))
    this.noter({ nom: `${nom}, de trop`, dit: detrop, voulu: [] })
    this.noter({ nom: `${nom}, absents`, dit: absents, voulu: [] })
    for (const [cle_, voulu] of voulus)
      if (dits.has(cle_)) this.champs(`${nom} ${cle_}`, dits.get(cle_), voulu)
  }
}

/** The country at an instant, and all its cells, of a little more than its months. */
export type Point = { photo: Photo; cases: CaseVue[]; parCle: Map<string, CaseVue> }

export function pointDe(photo: Photo, du: number, au: number): Point {
  const cases = casesDe(photo, du, au)
  const parCle = new Map(cases.map((c) => [cle(c.structure, c.modele, c.rang), c]))
  return { photo, cases, parCle }
}

/** Its own months: those in which it was the office, and what it reports itself. */
const compte =
  ({ direction }: Regardeur) =>
  ({ structure, parent }: CaseVue): boolean =>
    direction === null || structure === direction || parent === direction

/** What it reads whole: its months, and all of those that it has today. */
const lit =
  (regardeur: Regardeur, photo: Photo) =>
  (c: CaseVue): boolean =>
    compte(regardeur)(c) ||
    photo.structure(c.structure).en(photo.courant).parent === regardeur.direction

const iso = ({ mois, annee }: { mois: (typeof MOIS)[number]; annee: number }) =>
  isoDuRang(rangDe({ mois, annee }))
/** Delays added, in seconds: from how many there are, and their mean in days. */
const secondesDe = ({ valides, delaiValidation: jours }: Dashboard['total']['instruction']) =>
  jours === null ? null : Math.round(jours * 86_400 * valides)
const desComptes = (c: Comptes | undefined) =>
  c && {
    attendus: c.attendus,
    recus: c.recus,
    aTemps: c.aTemps,
    enRetard: c.enRetard,
    pasEncoreDus: c.pasEncoreDus,
    enAvance: c.enAvance,
  }
type Groupe = Dashboard['total'] & { code?: string }
const duGroupe = (g: Groupe) => ({
  ...desComptes(g),
  ...g.instruction,
  delaiValidation: secondesDe(g.instruction),
})

const grouper = (cases: readonly CaseVue[], de: (c: CaseVue) => string) => [
  ...Map.groupBy(cases, de),
]
const avecSuivi = (modele: string) => SUIVIS[modele] !== null

export async function comparerAnnee(
  registre: Registre,
  { photo, cases }: Point,
  regardeur: Regardeur,
  annee: number,
): Promise<void> {
  const lu = await reussi(
    regardeur.qui.appeler(dashboardApi.lireDashboard, { params: { param: annee } }),
  )
  const siennes = cases
    .filter(compte(regardeur))
    .filter(({ rang }) => Math.floor(rang / 12) === annee)
  const venues = siennes.filter(({ rang }) => rang <= photo.courant)
  const tout = (un: readonly CaseVue[]) => ({ ...compter(photo, un), ...instruire(photo, un) })
  registre.champs(`lire ${annee}, total`, duGroupe(lu.total), tout(venues))
  for (const [i, mois] of lu.mois.entries()) {
    const rang = annee * 12 + i
    const duMois = venues.filter((c) => c.rang === rang)
    const etats = Object.fromEntries(
      Object.keys(mois.etats).map((etat) => [
        etat,
        duMois.filter(({ formulaire }) => (formulaire?.etat ?? 'NON_COMMENCE') === etat).length,
      ]),
    )
    const { echeance, verrouilleLe, statut } = mois
    registre.champs(
      `lire ${isoDuRang(rang)}`,
      { ...duGroupe(mois), ...mois.etats, echeance, verrouilleLe, statut },
      {
        ...tout(duMois),
        ...etats,
        echeance: photo.echeanceDuMois(rang),
        verrouilleLe: verrouDe(rang),
        statut: statutDuMois(photo, rang),
      },
    )
  }
  const groupes = [
    ['régions', lu.regions, (c: CaseVue) => c.region],
    ['types', lu.types, (c: CaseVue) => c.typeStructure],
    ['modèles', lu.modeles, (c: CaseVue) => c.modele],
  ] as const
  for (const [nom, dits, de] of groupes)
    registre.parCle(
      `lire ${annee}, ${nom}`,
      new Map([...dits].map((g) => [g.code, duGroupe(g)])),
      new Map(grouper(venues, de).map(([code, siens]) => [code, tout(siens)])),
    )
  registre.parCle(
    `lire ${annee}, séries`,
    new Map(lu.series.flatMap((s) => s.points.map((p) => [`${s.code} ${iso(p)}`, p]))),
    new Map(
      grouper(venues, ({ modele }) => modele).flatMap(([modele, siens]) =>
        Array.from({ length: 12 }, (_, i) => {
          const rang = annee * 12 + i
          const duMois = siens.filter((c) => c.rang === rang)
          return [`${modele} ${isoDuRang(rang)}`, point(photo, duMois)] as const
        }),
      ),
    ),
  )
  for (const { code, avecEffectif } of lu.series)
    registre.noter({ nom: `série ${code} avecEffectif`, dit: avecEffectif, voulu: avecSuivi(code) })
  await comparerFichierDeLAnnee(registre, regardeur, { annee, total: compter(photo, venues) })
}

type Ligne = Record<string, string>
async function lignesDe(reponse: Promise<Reponse<unknown>>): Promise<Ligne[]> {
  const { octets, statut } = await reponse
  if (statut !== 200) throw new Error(`${statut} ${octets.toString().slice(0, 300)}`)
  const [entete = [], ...rangees] = octets
    .toString()
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((rangee) => rangee.split(';'))
  return rangees.map((r) => Object.fromEntries(entete.map((nom, i) => [nom, r[i] ?? ''])))
}

async function comparerFichierDeLAnnee(
  registre: Registre,
  { qui }: Regardeur,
  { annee, total }: { annee: number; total: Comptes },
): Promise<void> {
  const lignes = await lignesDe(
    qui.appeler(dashboardApi.exporterDashboard, { params: { annee }, query: { format: 'csv' } }),
  )
  const ligne = lignes.find((une) => une['Code'] === String(annee))
  const noms = ['Attendus', 'Reçus', 'Reçus à temps', 'En retard', 'Pas encore dus'] as const
  registre.noter({
    nom: `fichier ${annee}`,
    dit: noms.map((nom) => Number(ligne?.[nom])),
    voulu: [total.attendus, total.recus, total.aTemps, total.enRetard, total.pasEncoreDus],
  })
}

export async function comparerMois(
  registre: Registre,
  { photo, cases }: Point,
  regardeur: Regardeur,
): Promise<void> {
  const { mois } = await reussi(regardeur.qui.appeler(dashboardApi.lireMois))
  registre.noter({ nom: 'lireMois, nombre', dit: mois.length, voulu: 14 })
  const siennes = cases.filter(compte(regardeur))
  for (const [i, m] of mois.entries()) {
    const rang = photo.courant - 12 + i
    registre.noter({ nom: 'lireMois', dit: iso(m), voulu: isoDuRang(rang) })
    registre.champs(`lireMois ${isoDuRang(rang)}`, desComptes(m), {
      ...compter(
        photo,
        siennes.filter((c) => c.rang === rang),
      ),
    })
    registre.champs(`lireMois ${isoDuRang(rang)}`, m, {
      echeance: photo.echeanceDuMois(rang),
      verrouilleLe: verrouDe(rang),
      statut: statutDuMois(photo, rang),
    })
  }
}

export async function comparerMatrice(
  registre: Registre,
  { photo, cases }: Point,
  regardeur: Regardeur,
  annee: number,
): Promise<void> {
  const { qui } = regardeur
  const lue = await reussi(qui.appeler(dashboardApi.lireMatrice, { params: { annee } }))
  const siennes = cases
    .filter(compte(regardeur))
    .filter(({ rang }) => Math.floor(rang / 12) === annee)
  const lettres = new Map(
    grouper(siennes, (c) => `${c.structure} ${c.modele}`).map(([nom, siens]) => {
      const ligne = Array.from({ length: 12 }, (_, i) =>
        lettreDe(
          photo,
          siens.find(({ rang }) => rang === annee * 12 + i),
        ),
      )
      return [nom, { lettres: ligne.join('') }]
    }),
  )
  registre.parCle(
    `matrice ${annee}`,
    new Map(
      lue.structures.flatMap(({ code, cases: c }) =>
        Object.entries(c).map(([modele, l]) => [`${code} ${modele}`, { lettres: l }] as const),
      ),
    ),
    lettres,
  )
  // As in the last of its months that are counted.
  registre.parCle(
    `matrice ${annee}, structures`,
    new Map(lue.structures.map((s) => [s.code, s])),
    new Map(
      grouper(siennes, ({ structure }) => structure).map(([code, siens]) => {
        const { region, typeStructure } = siens.toSorted((a, b) => a.rang - b.rang).at(-1) ?? {}
        return [code, { region, typeStructure }]
      }),
    ),
  )
  for (const [i, mois] of lue.mois.entries())
    registre.champs(
      `matrice ${isoDuRang(annee * 12 + i)}`,
      desComptes({ ...mois, annee } as Comptes),
      compter(
        photo,
        siennes.filter(({ rang }) => rang === annee * 12 + i),
      ),
    )
}

export async function comparerRetards(
  registre: Registre,
  { photo, cases }: Point,
  regardeur: Regardeur,
  annee: number | undefined,
): Promise<void> {
  const { qui } = regardeur
  const elements = []
  const query = { taille: 200, ...(annee !== undefined && { annee }) }
  const premiere = await reussi(qui.appeler(dashboardApi.listRetards, { query }))
  elements.push(...premiere.elements)
  for (let page = 2; elements.length < premiere.total; page += 1)
    elements.push(
      ...(await reussi(qui.appeler(dashboardApi.listRetards, { query: { ...query, page } })))
        .elements,
    )
  const tardifs = cases
    .filter(compte(regardeur))
    .filter(
      ({ rang }) =>
        rang <= photo.courant &&
        (annee === undefined ? rang > photo.courant - 12 : Math.floor(rang / 12) === annee),
    )
    .filter(estTardif)
  const nom = `retards ${annee ?? ''}`
  registre.champs(nom, premiere.totaux, {
    enRetard: tardifs.filter(({ recu }) => !recu).length,
    horsDelai: tardifs.filter(({ recu }) => recu).length,
  })
  registre.parCle(
    nom,
    new Map(
      elements.map((e) => [
        `${e.structure.code} ${e.modele.code}`,
        { region: e.structure.region, type: e.structure.typeStructure, manquants: e.manquants },
      ]),
    ),
    new Map(
      grouper(tardifs, (c) => `${c.structure} ${c.modele}`).map(([lieu, siens]) => {
        const dernier = siens.toSorted((a, b) => a.rang - b.rang).at(-1)
        return [
          lieu,
          {
            region: dernier?.region,
            type: dernier?.typeStructure,
            manquants: siens.filter(({ recu }) => !recu).length,
          },
        ]
      }),
    ),
  )
  registre.parCle(
    `${nom}, mois`,
    new Map(
      elements.flatMap((e) =>
        e.mois.map((m) => [`${e.structure.code} ${e.modele.code} ${iso(m)}`, m]),
      ),
    ),
    new Map(
      tardifs.map((c) => [`${c.structure} ${c.modele} ${isoDuRang(c.rang)}`, retardDe(photo, c)]),
    ),
  )
}

export async function comparerEcarts(
  registre: Registre,
  { photo, cases, parCle }: Point,
  regardeur: Regardeur,
  rang: number,
): Promise<void> {
  const { qui } = regardeur
  const params = periodeDe(rang)
  const elements = []
  const premiere = await reussi(
    qui.appeler(dashboardApi.listEcarts, { params, query: { taille: 200 } }),
  )
  elements.push(...premiere.elements)
  for (let page = 2; elements.length < premiere.total; page += 1) {
    const query = { taille: 200, page }
    elements.push(
      ...(await reussi(qui.appeler(dashboardApi.listEcarts, { params, query }))).elements,
    )
  }
  const siennes = cases
    .filter(compte(regardeur))
    .filter((c) => c.rang === rang && avecSuivi(c.modele))
  registre.parCle(
    `écarts ${isoDuRang(rang)}`,
    new Map(
      elements.map((e) => [
        `${e.structure.code} ${e.modele.code}`,
        {
          region: e.structure.region,
          effectif: e.effectifDeclare,
          precedent: e.effectifPrecedent,
          theorique: e.effectifTheorique,
          ecart: e.ecart,
          niveau: e.niveau,
        },
      ]),
    ),
    new Map(
      siennes.map((c) => [
        `${c.structure} ${c.modele}`,
        { region: c.region, ...ecartDe(photo, c, parCle) },
      ]),
    ),
  )
}

export async function comparerListe(
  registre: Registre,
  { photo, cases }: Point,
  regardeur: Regardeur,
  rang: number,
): Promise<void> {
  const { qui } = regardeur
  const params = periodeDe(rang)
  const elements = []
  let total = 0
  for (let page = 1; page === 1 || elements.length < total; page += 1) {
    const query = { taille: 200, page }
    const lue = await reussi(qui.appeler(formulaireApi.listFormulaires, { params, query }))
    total = lue.total
    elements.push(...lue.elements)
    if (lue.elements.length === 0) break
  }
  const nom = `liste ${isoDuRang(rang)}`
  const siennes = cases.filter((c) => c.rang === rang).filter(lit(regardeur, photo))
  registre.parCle(
    nom,
    new Map(elements.map((e) => [`${e.structure.code} ${e.modele.code}`, e])),
    new Map(
      siennes.map((c) => [
        `${c.structure} ${c.modele}`,
        {
          numero: c.formulaire?.numero ?? null,
          etat: c.formulaire?.etat ?? 'NON_COMMENCE',
          echeance: c.echeance,
          effectif: avecSuivi(c.modele)
            ? (c.formulaire?.cellules[SUIVIS[c.modele]?.effectif ?? ''] ?? null)
            : null,
          versionDiffusee: c.formulaire?.publications.length ?? 0,
          horsDelai: c.recu && (c.formulaire?.horsDelai ?? false),
        },
      ]),
    ),
  )
  const entetes = (
    await qui.appeler(formulaireApi.exporterFormulairesMois, { params, query: { format: 'csv' } })
  ).entetes
  registre.noter({
    nom: `${nom}, lignes du fichier`,
    dit: Number(entetes['releve-lignes']),
    voulu: siennes.length,
  })
}

export async function comparerStructure(
  registre: Registre,
  { photo, cases, parCle }: Point,
  regardeur: Regardeur,
  code: string,
): Promise<void> {
  const siennes = cases
    .filter(({ structure }) => structure === code)
    .filter(lit(regardeur, photo))
    .filter(({ formulaire }) => formulaire !== null)
  const lue = await reussi(
    regardeur.qui.appeler(dashboardApi.lireDashboardStructure, { params: { code } }),
  )
  const rangs = Array.from({ length: 24 }, (_, i) => photo.courant - 23 + i)
  const dits = lue.modeles.flatMap(({ code: modele, points }) =>
    points.filter(({ numero }) => numero !== null).map((p) => [`${modele} ${iso(p)}`, p] as const),
  )
  registre.parCle(
    `page ${code}`,
    new Map(dits),
    new Map(
      siennes
        .filter(({ rang }) => rangs.includes(rang))
        .map((c) => {
          const suivi = avecSuivi(c.modele)
          const { ecart, niveau } = ecartDe(photo, c, parCle)
          const reste = { ecart: suivi ? ecart : null, niveau: suivi ? niveau : null }
          const { numero, etat } = c.formulaire ?? {}
          return [`${c.modele} ${isoDuRang(c.rang)}`, { numero, etat, ...valeurDe(c), ...reste }]
        }),
    ),
  )
}

const parTexte = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

export async function comparerFiches(
  registre: Registre,
  { photo }: Point,
  regardeur: Regardeur,
  codes: readonly string[],
): Promise<void> {
  const { qui, direction } = regardeur
  const elements = []
  let total = 0
  for (let page = 1; page === 1 || elements.length < total; page += 1) {
    const lue = await reussi(
      qui.appeler(structureApi.listStructures, { query: { taille: 200, page } }),
    )
    total = lue.total
    elements.push(...lue.elements)
    if (lue.elements.length === 0) break
  }
  const entier = (code: string) =>
    direction === null ||
    code === direction ||
    photo.structure(code).en(photo.courant).parent === direction
  const fiches = [...photo.structures.values()].filter(
    ({ code, etat }) => entier(code) || etat === 'ACTIVE',
  )
  registre.parCle(
    'structures',
    new Map(
      elements.map((e) => {
        const { region, typeStructure } = e
        if (!('version' in e)) return [e.code, { region, typeStructure, entier: false }]
        // The whole record has a version; the public part has none.
        const { capacite, modeles, parent } = e as Structure
        const reste = { capacite, modeles: modeles.toSorted(), parent: parent?.code ?? null }
        return [e.code, { region, typeStructure, entier: true, ...reste }]
      }),
    ),
    new Map(
      fiches.map((s) => {
        const { region, typeStructure, parent, capacite, modeles } = s.en(photo.courant)
        if (!entier(s.code)) return [s.code, { region, typeStructure, entier: false }]
        return [s.code, { region, typeStructure, entier: true, capacite, modeles, parent }]
      }),
    ),
  )
  for (const code of codes.filter(entier)) {
    const lue = await reussi(qui.appeler(structureApi.lireStructure, { params: { code } }))
    const dites = lue.periodes
      .filter(({ champ }) => !['postesReference', 'capaciteTheorique'].includes(champ))
      .map(({ champ, valeur, de, a }) => ({
        champ,
        valeur: typeof valeur === 'object' && valeur && 'code' in valeur ? valeur.code : valeur,
        de: de && rangDe(de),
        a: a && rangDe(a),
      }))
    registre.noter({
      nom: `périodes ${code}`,
      dit: dites.toSorted(parTexte),
      voulu: photo.structure(code).periodes().toSorted(parTexte),
    })
    registre.noter({
      nom: `interruptions ${code}`,
      dit: lue.interruptions.toSorted(parTexte),
      voulu: photo
        .structure(code)
        .interruptions.filter(({ du, au }) => au === null || au >= du)
        .toSorted(parTexte),
    })
  }
}

/** Whom reminders would reach, and of what. */
export async function comparerRelances(
  registre: Registre,
  { photo, cases }: Point,
  dpps: Appels,
): Promise<void> {
  const manquants = cases.filter((c) => manque(photo, c) && enService(photo, c.structure))
  const dits = new Map<string, object>()
  const codes = [...photo.structures.keys()]
  for (let debut = 0; debut < codes.length; debut += 100) {
    const lignes = codes.slice(debut, debut + 100).map((structure) => ({ structure }))
    const body = { lignes }
    const bilan = await reussi(dpps.appeler(relanceApi.apercevoirRelance, { body }))
    for (const { destinataires, structures } of bilan.envois)
      for (const { structure, formulaires } of structures)
        for (const f of formulaires)
          dits.set(`${structure.code} ${f.modele} ${iso(f)}`, {
            echeance: f.echeance,
            joursRetard: f.joursRetard,
            numero: f.numero,
            moisCouverts: f.moisCouverts,
            qui: destinataires.map(({ nomAffichable }) => nomAffichable),
          })
  }
  registre.parCle(
    'relances',
    dits,
    new Map(
      manquants.map((c) => [
        `${c.structure} ${c.modele} ${isoDuRang(c.rang)}`,
        {
          echeance: c.echeance,
          joursRetard: c.du ? retardDe(photo, c).joursRetard : 0,
          numero: c.formulaire?.numero ?? null,
          moisCouverts: photo.versionEn(c.modele, c.rang)?.couverts,
          qui: [`Compte ${c.structure}`],
        },
      ]),
    ),
  )
  const lues = await reussi(dpps.appeler(relanceApi.lirePremieresRelances))
  const voulues = premieres(photo, manquants)
  registre.champs('premières', lues, { le: voulues.le, formulaires: voulues.dus.length })
  registre.parCle(
    'premières',
    new Map(
      lues.structures.map((s) => [
        s.structure.code,
        { formulaires: s.formulaires, mois: iso(s), joursRetard: s.joursRetard },
      ]),
    ),
    new Map(
      grouper(voulues.dus, ({ structure }) => structure).map(([code, siens]) => {
        const [premier] = siens.toSorted((a, b) => a.rang - b.rang)
        const mois = premier && isoDuRang(premier.rang)
        const joursRetard = premier && voulues.retard(premier)
        return [code, { formulaires: siens.length, mois, joursRetard }]
      }),
    ),
  )
}

/** The calendar's feed of an account: which events, on which days, and what they say. */
export async function comparerAgenda(
  registre: Registre,
  { photo, cases }: Point,
  abonne: { nom: string; qui: Appels; structure: string | null },
): Promise<void> {
  const { jeton } = await reussi(abonne.qui.appeler(calendrierApi.creerAbonnement))
  const { octets } = await abonne.qui.appeler(calendrierApi.lireFluxCalendrier, {
    params: { jeton },
  })
  const texte = octets.toString().replaceAll('\r\n ', '')
  const dits = texte
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((bloc) => {
      const lire = (motif: RegExp) => motif.exec(bloc)?.[1] ?? ''
      const uid = lire(/UID:([^@]*)@/)
      return {
        quoi: uid.replace(/^reouverture-\d+$/, 'reouverture'),
        du: lire(/DTSTART;VALUE=DATE:(\d+)/),
        fin: lire(/DTEND;VALUE=DATE:(\d+)/),
        titre: lire(/SUMMARY:(.*)\r\n/).replaceAll('\\', ''),
      }
    })
  registre.noter({
    nom: `agenda de ${abonne.nom}`,
    dit: dits.toSorted(parTexte),
    voulu: agenda(photo, cases, abonne.structure).toSorted(parTexte),
  })
}

const RMA_FIN = ['MVT.FIN.M', 'MVT.FIN.F']
const RMA_ENT = ['MVT.ENT.M', 'MVT.ENT.F']
const RMA_SOR = ['MVT.SOR.M', 'MVT.SOR.F']

const tableauDe = (annuaire: Annuaire, code: string) =>
  annuaire.chapitres.flatMap(({ tableaux }) => tableaux).find((t) => t.code === code)

/** A cell of a table as it is told; null: the figure is not there. */
function dite(annuaire: Annuaire, tableau: string, ligne: string, colonne: string) {
  const t = tableauDe(annuaire, tableau)
  const rang = t?.colonnes.findIndex(({ code }) => code === colonne) ?? -1
  return t?.lignes.find(({ code }) => code === ligne)?.cellules[rang]
}
const valeurDite = (c: CelluleAnnuaire | undefined) =>
  c === undefined || c.sorte === 'absent' ? null : c.sorte === 'valeur' ? c.valeur : c.sorte

/** In percent, as the yearbook writes it: what is not whole is not 100. */
const partDite = (part: number) => (part < 1 ? Math.min(99.9, Math.round(1000 * part) / 10) : 100)

/** What moved since the year before, where both years are shown. */
function comparerVariation(
  registre: Registre,
  nom: string,
  c: CelluleAnnuaire | undefined,
  voulue: Dite,
): void {
  if (c?.sorte !== 'valeur' || c.nMoins1?.sorte !== 'valeur') return
  const { variation = null, part = null, sansVariation: raison = null } = c
  if (registre.taire && raison === 'SECRET') return
  const avecPart = voulue.variation !== null || voulue.raison === 'PART'
  const proche = part !== null && Math.abs(part - partDite(voulue.part)) < 0.15
  registre.noter({
    nom: `${nom} variation`,
    dit: { variation, raison, part: proche ? 'proche' : part },
    voulu: { variation: voulue.variation, raison: voulue.raison, part: avecPart ? 'proche' : null },
  })
}

export async function comparerAnnuaire(
  registre: Registre,
  point_: Point,
  dpps: Appels,
  annee: number,
): Promise<void> {
  const { photo, cases } = point_
  const lu = await reussi(dpps.appeler(annuaireApi.genererApercu, { params: { annee } }))
  const [siennes, avant] = [annee, annee - 1].map((un) =>
    cases.filter(({ rang }) => Math.floor(rang / 12) === un && rang <= photo.courant),
  ) as [CaseVue[], CaseVue[]]
  comparerCouverture(registre, photo, lu, siennes)
  comparerRepertoire(registre, photo, lu)
  const nom = (tableau: string, ligne: string, colonne: string) =>
    `annuaire ${annee} ${tableau}.${ligne}.${colonne}`
  const noter = (
    [tableau, ligne, colonne]: [string, string, string],
    voulu: number | null,
    voulusAvant?: number | null,
    voulue?: Dite,
  ) => {
    const c = dite(lu, tableau, ligne, colonne)
    if (registre.taire && c?.sorte === 'secret') return
    registre.noter({ nom: nom(tableau, ligne, colonne), dit: valeurDite(c), voulu })
    if (voulue) comparerVariation(registre, nom(tableau, ligne, colonne), c, voulue)
    if (voulusAvant === undefined || !c || !('nMoins1' in c)) return
    if (registre.taire && c.nMoins1?.sorte === 'secret') return
    const dit = c.nMoins1?.sorte === 'valeur' ? c.nMoins1.valeur : null
    registre.noter({ nom: `${nom(tableau, ligne, colonne)} N-1`, dit, voulu: voulusAvant })
  }
  const variationsDe = (modele: string) => new Variations(photo, cases, modele, annee)
  const deRma = variationsDe('RMA')
  const deDecembre: Filtre = ({ rang }) => rang % 12 === 11
  const rma = siennes.filter(({ modele }) => modele === 'RMA')
  const rmaAvant = avant.filter(({ modele }) => modele === 'RMA')
  const decembre = (un: readonly CaseVue[]) => un.filter(({ rang }) => rang % 12 === 11)
  const sexes = [
    ['M', (quoi: string[]) => quoi.filter((c) => c.endsWith('.M'))],
    ['F', (quoi: string[]) => quoi.filter((c) => c.endsWith('.F'))],
    ['TOT', (quoi: string[]) => quoi],
  ] as const
  const regions = [...new Set([...rma, ...rmaAvant].map(({ region }) => region)), 'TOT']
  for (const ligne of regions) {
    const est: Filtre = (c) => ligne === 'TOT' || c.region === ligne
    for (const [colonne, garder] of sexes)
      noter(
        ['T2.2', ligne, colonne],
        livre.somme(decembre(rma).filter(est), garder(RMA_FIN)),
        livre.somme(decembre(rmaAvant).filter(est), garder(RMA_FIN)),
        deRma.somme((c) => est(c) && deDecembre(c), garder(RMA_FIN)),
      )
  }
  for (let i = 0; i < 12; i += 1)
    for (const [colonne, garder] of sexes) {
      const duMois = rma.filter(({ rang }) => rang % 12 === i)
      const ligne = `M${String(i + 1).padStart(2, '0')}`
      const du = rmaAvant.filter(({ rang }) => rang % 12 === i)
      const cellules = garder(RMA_FIN)
      noter(
        ['T2.4', ligne, colonne],
        livre.somme(duMois, cellules),
        livre.somme(du, cellules),
        deRma.somme(({ rang }) => rang % 12 === i, cellules),
      )
    }
  const [mois, moisAvant] = [livre.moisDe(rma), livre.moisDe(rmaAvant)]
  const types = [...new Set([...rma, ...rmaAvant].map((c) => c.typeStructure)), 'TOT']
  for (const ligne of types) {
    const est: Filtre = (c) => ligne === 'TOT' || c.typeStructure === ligne
    const moyenneDe = (un: readonly CaseVue[], cellules: string[], de = mois) =>
      livre.effectifMoyen(un.filter(est), cellules, de)
    for (const [colonne, garder] of sexes) {
      const { moyenne, partiel } = moyenneDe(rma, garder(RMA_FIN))
      const passee = moyenneDe(rmaAvant, garder(RMA_FIN), moisAvant).moyenne
      const t = (un: livre.Exact | null) => (un ? livre.arrondir(un, 1) : null)
      const voulue = deRma.moyenne(est, garder(RMA_FIN))
      noter(['T2.3', ligne, colonne], t(moyenne), t(passee), voulue)
      const c = dite(lu, 'T2.3', ligne, colonne)
      if (c?.sorte === 'valeur')
        registre.noter({
          nom: `${nom('T2.3', ligne, colonne)} *`,
          dit: c.partiel ?? false,
          voulu: partiel,
        })
    }
    const [ent, sor] = [RMA_ENT, RMA_SOR].map((cellules) =>
      livre.somme(rma.filter(est), cellules),
    ) as [number | null, number | null]
    const [entAvant, sorAvant] = [RMA_ENT, RMA_SOR].map((cellules) =>
      livre.somme(rmaAvant.filter(est), cellules),
    ) as [number | null, number | null]
    noter(['T3.3', ligne, 'ENT'], ent, entAvant, deRma.somme(est, RMA_ENT))
    noter(['T3.3', ligne, 'SOR'], sor, sorAvant, deRma.somme(est, RMA_SOR))
    const { moyenne } = moyenneDe(rma, RMA_FIN)
    noter(['T3.3', ligne, 'MOY'], moyenne && livre.arrondir(moyenne, 1))
    const rotation = moyenne && livre.rotation(ent ?? 0, sor ?? 0, moyenne)
    const passes = [...RMA_ENT, ...RMA_SOR]
    const tourne = deRma.rotation(est, passes, RMA_FIN)
    noter(['T3.3', ligne, 'ROT'], rotation && livre.arrondir(rotation, 1), undefined, tourne)
  }
  // Models of their own tables: what the months add up to, and December.
  for (const [modele, champs] of Object.entries(PROPRES))
    for (const champ of champs) {
      const du = siennes.filter((c) => c.modele === modele)
      const duAvant = avant.filter((c) => c.modele === modele)
      const tableau = `T9.${modele}.GEN`
      if (!tableauDe(lu, tableau)) {
        registre.noter({
          nom: `annuaire ${annee} ${tableau}`,
          dit: null,
          voulu: livre.somme(du, [champ]),
        })
        continue
      }
      const [passee, presente] = [livre.somme(duAvant, [champ]), livre.somme(du, [champ])]
      const variations = variationsDe(modele)
      noter(
        [tableau, champ, 'SOMME'],
        presente,
        passee,
        variations.somme(() => true, [champ]),
      )
      const voulue = variations.somme(deDecembre, [champ])
      noter([tableau, champ, 'DECEMBRE'], livre.somme(decembre(du), [champ]), undefined, voulue)
    }
  for (let un = annee - 4; un <= annee; un += 1) {
    const de = cases.filter(
      (c) => c.modele === 'RMA' && Math.floor(c.rang / 12) === un && c.rang <= photo.courant,
    )
    const serie = (ligne: string, voulu: number | null, voulue: Dite) =>
      noter(['T8.1', ligne, `A${un}`], voulu, undefined, un === annee ? voulue : undefined)
    serie('PRESENTS', livre.somme(decembre(de), RMA_FIN), deRma.somme(deDecembre, RMA_FIN))
    serie(
      'ENTREES',
      livre.somme(de, RMA_ENT),
      deRma.somme(() => true, RMA_ENT),
    )
    serie(
      'SORTIES',
      livre.somme(de, RMA_SOR),
      deRma.somme(() => true, RMA_SOR),
    )
  }
  await comparerExplications(registre, dpps, lu)
  if (registre.taire) return
  const secrets = lu.chapitres
    .flatMap(({ tableaux }) => tableaux)
    .filter(({ code }) => /^T(2\.[234]|3\.3|8\.1|9\.)/.test(code))
  registre.noter({
    nom: `annuaire ${annee}, secrets`,
    dit: secrets.filter(({ secrets: n }) => n > 0).map(({ code }) => code),
    voulu: [],
  })
}

/** Means, and what rests on them, each made again from the reports that are listed for it. */
const MOYENNES = [
  ['T2.3', ['M', 'F', 'TOT']],
  ['T3.3', ['MOY', 'ROT']],
] as const

/** What explains a figure gives that figure, to the last digit shown. */
async function comparerExplications(registre: Registre, dpps: Appels, lu: Annuaire): Promise<void> {
  const { annee } = lu
  for (const [tableau, colonnes] of MOYENNES)
    for (const { code: ligne } of tableauDe(lu, tableau)?.lignes ?? [])
      for (const colonne of colonnes) {
        const c = dite(lu, tableau, ligne, colonne)
        if (c?.sorte !== 'valeur') continue
        const query = { tableau, ligne, colonne, taille: 1 }
        const { chiffre } = await reussi(
          dpps.appeler(annuaireApi.expliquerChiffre, { params: { annee }, query }),
        )
        const nom = `annuaire ${annee} ${tableau}.${ligne}.${colonne}, expliqué`
        registre.noter({ nom, dit: valeurDite(chiffre), voulu: c.valeur })
      }
}

const PROPRES = {
  TRIM: ['BUD', 'STK'],
  DEC: ['BUD', 'STK'],
  ANN: ['BUD', 'STK'],
  SEM: ['EFF', 'ENT', 'SOR'],
  MUE: ['EFF', 'ENT', 'SOR'],
}

/** As they are called. */
const REGION: Readonly<Record<string, string>> = {
  R01: 'Littoral',
  R02: 'Plateaux',
  R03: 'Centre',
  R04: 'Fleuve',
  R05: 'Savanes',
  R06: 'Sahel',
}

function comparerCouverture(
  registre: Registre,
  photo: Photo,
  lu: Annuaire,
  siennes: readonly CaseVue[],
): void {
  const { annee } = lu
  const nom = `annuaire ${annee}, couverture`
  registre.champs(nom, lu.couverture, livre.couverture(photo, siennes))
  registre.parCle(
    nom,
    new Map<string, object>(
      lu.couverture.modeles.flatMap((m): [string, object][] => [
        [m.modele, m],
        ...m.mois.map((un): [string, object] => [`${m.modele} ${un.mois}`, un]),
      ]),
    ),
    new Map(
      grouper(
        siennes.filter(({ attendu }) => attendu),
        ({ modele }) => modele,
      ).flatMap(([modele, siens]) => [
        [modele, livre.couverture(photo, siens)] as const,
        ...grouper(siens, ({ rang }) => `${modele} ${MOIS[rang % 12]}`).map(
          ([cle_, du]) => [cle_, livre.couverture(photo, du)] as const,
        ),
      ]),
    ),
  )
  const colonnes = [
    ['ATTENDUS', 'attendus'],
    ['RECUS', 'recus'],
    ['ATEMPS', 'aTemps'],
    ['RETENUS', 'retenus'],
    ['COMPLETUDE', 'completude'],
    ['PROMPTITUDE', 'promptitude'],
  ] as const
  const lignes: [string, string, readonly CaseVue[]][] = [
    ['T0.1', 'TOT', siennes],
    ['T0.2', 'TOT', siennes],
    ...grouper(
      siennes.filter(({ attendu }) => attendu),
      ({ modele }) => modele,
    ).map(([modele, siens]): [string, string, CaseVue[]] => ['T0.1', modele, siens]),
    ...Array.from({ length: 12 }, (_, i): [string, string, CaseVue[]] => [
      'T0.2',
      `M${String(i + 1).padStart(2, '0')}`,
      siennes.filter(({ rang }) => rang % 12 === i),
    ]),
  ]
  for (const [tableau, ligne, siens] of lignes) {
    const voulue = livre.couverture(photo, siens)
    for (const [colonne, champ] of colonnes)
      registre.noter({
        nom: `annuaire ${annee} ${tableau}.${ligne}.${colonne}`,
        dit: valeurDite(dite(lu, tableau, ligne, colonne)),
        voulu: voulue[champ],
      })
  }
  const manquants = siennes.filter((c) => c.attendu && c.du && !livre.estRetenu(c))
  registre.noter({
    nom: `annuaire ${annee}, non-répondants`,
    dit: lu.nonRepondants
      .flatMap(({ mois, rapports }) =>
        rapports.map((r) => `${mois} ${r.structure} ${r.modele} ${r.region} ${r.recu}`),
      )
      .toSorted(),
    voulu: manquants
      .map((c) => `${MOIS[c.rang % 12]} ${c.structure} ${c.modele} ${REGION[c.region]} ${c.recu}`)
      .toSorted(),
  })
}

function comparerRepertoire(registre: Registre, photo: Photo, lu: Annuaire): void {
  const { annee } = lu
  const [apres, avant] = [annee, annee - 1].map((un) => livre.ouvertesAuDernierJour(photo, un))
  const types = [...new Set([...(apres ?? []), ...(avant ?? [])].map((s) => s.typeStructure))]
  const regions = [...new Set([...(apres ?? []), ...(avant ?? [])].map((s) => s.region))]
  for (const type of [...types, 'TOT'])
    for (const region of [...regions, 'TOT']) {
      const compte_ = (un: typeof apres) =>
        un?.filter(
          (s) =>
            (type === 'TOT' || s.typeStructure === type) &&
            (region === 'TOT' || s.region === region),
        ).length
      const c = dite(lu, 'T1.1', type, region)
      const nom = `annuaire ${annee} T1.1.${type}.${region}`
      registre.noter({ nom, dit: valeurDite(c), voulu: compte_(apres) })
      const dit = c && 'nMoins1' in c && c.nMoins1?.sorte === 'valeur' ? c.nMoins1.valeur : null
      registre.noter({ nom: `${nom} N-1`, dit, voulu: compte_(avant) })
    }
  const repertoire = tableauDe(lu, 'T1.2')
  registre.parCle(
    `annuaire ${annee} T1.2`,
    new Map(
      repertoire?.lignes.map((l) => {
        const [, , , , capacite] = l.cellules
        return [l.code, { capacite: valeurDite(capacite) }]
      }),
    ),
    new Map(
      [...photo.structures.values()]
        .filter((s) => livre.ouverteDansLAnnee(s, annee))
        .map((s) => [s.code, { capacite: s.en(annee * 12 + 11).capacite }]),
    ),
  )
}
