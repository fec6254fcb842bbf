import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import type { CelluleAnnuaire, Couverture } from '@releve/contract/annuaire/annuaire.schema.ts'
import { annuairePublicApi } from '@releve/contract/annuaire/public.api.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { CASES_RECUES, ETAT_DE_CASE } from '@releve/contract/dashboard/dashboard.rules.ts'
import type {
  AExaminer,
  Comptes,
  Dashboard,
  Matrice,
  Retard,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { ecartDe } from '@releve/contract/formulaire/ecart.rules.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import {
  completudeDe,
  estDu,
  estRecu,
  joursDeRetard,
  promptitudeDe,
} from '@releve/contract/formulaire/suivi.rules.ts'
import { LIBELLES_MOIS, MOIS, type Mois, type Periode, rangDe } from '@releve/contract/mois.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import type { Appels } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import type { Db } from '../platform/route.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { findCadre, listManquants } from '../relance/manquant.sql.ts'

/** A figure that two screens, files or calls show: what each says of it. */
type Paire = { nom: string; une: unknown; autre: unknown }

const CLES = ['attendus', 'recus', 'aTemps', 'enRetard', 'pasEncoreDus', 'enAvance'] as const
const comptesDe = (comptes: Comptes) => Object.fromEntries(CLES.map((cle) => [cle, comptes[cle]]))
const sommer = (liste: readonly Comptes[]) =>
  Object.fromEntries(CLES.map((cle) => [cle, liste.reduce((n, un) => n + un[cle], 0)]))

/** What the lines of lists count: they hold all that is expected, begun or not. */
function compterLignes(lignes: readonly Resume[], jour: string): Comptes {
  const dus = lignes.filter(({ echeance }) => estDu(echeance, jour))
  const recus = dus.filter(estRecu)
  return {
    attendus: dus.length,
    recus: recus.length,
    aTemps: recus.filter(({ horsDelai }) => !horsDelai).length,
    enRetard: dus.length - recus.length,
    pasEncoreDus: lignes.length - dus.length,
    enAvance: lignes.filter((l) => !estDu(l.echeance, jour) && estRecu(l)).length,
  }
}

/** What a coverage of the yearbook says, in the dashboard's words. */
const enComptes = (c: Couverture) => ({
  attendus: c.attendus,
  recus: c.recus,
  aTemps: c.aTemps,
  enRetard: c.attendus - c.recus,
  pasEncoreDus: c.pasEncoreDus,
  enAvance: c.enAvance,
})
const enPourcent = (taux: number | null) => (taux === null ? null : Math.round(1000 * taux) / 10)

/** All that the platform says of a year, by every call that counts reports. */
export async function lireAnnee(qui: Appels, annee: number, jour: string) {
  const courant = rangDe({
    annee: Number(jour.slice(0, 4)),
    mois: MOIS[Number(jour.slice(5, 7)) - 1] ?? 'JANUARY',
  })
  const mois = MOIS.filter((m) => rangDe({ mois: m, annee }) <= courant)
  const lignes = new Map<Mois, Resume[]>()
  const ecarts = new Map<Mois, Awaited<ReturnType<typeof lireEcarts>>>()
  for (const m of mois) {
    const body = { mois: m, annee, taille: 200 }
    const lus = await reussi(qui.appeler(formulaireApi.listFormulairesStructures, { body }))
    lignes.set(m, lus.elements)
    ecarts.set(m, await lireEcarts(qui, m, annee))
  }
  const query = { annee, taille: 200 }
  return {
    annee,
    jour,
    mois,
    lignes,
    ecarts,
    dashboard: await reussi(qui.appeler(api.lireDashboard, { params: { param: annee } })),
    suivis: (await reussi(qui.appeler(api.lireMois))).mois,
    matrice: await reussi(qui.appeler(api.lireMatrice, { params: { annee } })),
    retards: await reussi(qui.appeler(api.listRetards, { query })),
    series: await reussi(
      qui.appeler(api.lireSeries, { query: { annee, mois: 'DECEMBER' as const } }),
    ),
    examens: await reussi(qui.appeler(api.listAExaminer, { query: { taille: 200 } })),
    annuaire: await reussi(qui.appeler(annuaireApi.genererApercu, { params: { annee } })),
  }
}
export type AnneeLue = Awaited<ReturnType<typeof lireAnnee>>

const lireEcarts = async (qui: Appels, mois: Mois, annee: number) =>
  reussi(qui.appeler(api.listEcarts, { params: { mois, annee }, query: { taille: 200 } }))

/** The dashboard of a year against itself, the matrix, the months around today and the lists. */
export function* pairesDuSuivi({
  dashboard,
  matrice,
  suivis,
  lignes,
  mois,
  annee,
  jour,
}: AnneeLue): Generator<Paire> {
  const { total, regions, types, modeles } = dashboard
  const parMois = dashboard.mois
  for (const [nom, groupes] of Object.entries({ mois: parMois, regions, types, modeles }))
    yield { nom: `année et ${nom}`, une: comptesDe(total), autre: sommer(groupes) }
  for (const m of mois) {
    const du = parMois.find((un) => un.mois === m) as Dashboard['mois'][number]
    const dites = matrice.mois.find((un) => un.mois === m) as Matrice['mois'][number]
    yield { nom: `matrice ${m}`, une: comptesDe(du), autre: comptesDe(dites) }
    const suivi = suivis.find((un) => un.mois === m && un.annee === annee)
    if (suivi) yield { nom: `lireMois ${m}`, une: comptesDe(du), autre: comptesDe(suivi) }
    const lues = lignes.get(m) ?? []
    yield { nom: `listes ${m}`, une: comptesDe(du), autre: compterLignes(lues, jour) }
    yield { nom: `retard ${m}`, une: du.enRetard, autre: du.attendus - du.recus }
    yield { nom: `lettres reçues ${m}`, une: du.recus + du.enAvance, autre: recuesDe(matrice, m) }
    for (const [etat, nombre] of Object.entries(du.etats)) {
      if (etat === 'ANNULE') continue
      const siennes = lues.filter((ligne) => ligne.etat === etat)
      yield { nom: `état ${etat} ${m}`, une: nombre, autre: siennes.length }
      const lettres = lettresDe(matrice, m).filter((lettre) => ETAT_DE_CASE[lettre] === etat)
      const closes = etat === 'BROUILLON' || etat === 'NON_COMMENCE'
      if (!closes) yield { nom: `lettres ${etat} ${m}`, une: nombre, autre: lettres.length }
    }
  }
}

const lettresDe = ({ structures, mois }: Matrice, m: Mois) => {
  const rang = mois.findIndex((un) => un.mois === m)
  const lettres = structures.flatMap(({ cases }) => Object.values(cases))
  return lettres.map((douze) => douze.charAt(rang) as keyof typeof ETAT_DE_CASE)
}
const recuesDe = (matrice: Matrice, m: Mois) =>
  lettresDe(matrice, m).filter((lettre) => CASES_RECUES.includes(lettre)).length

/** A month of a model of which there is nothing. */
const sansRien = ({ mois, annee, moisCouverts }: Periode & { moisCouverts: number }) => ({
  attendus: 0,
  recus: 0,
  pasEncoreDus: 0,
  enAvance: 0,
  mois,
  annee,
  moisCouverts,
  effectif: null,
  entrees: null,
  sorties: null,
  retenus: 0,
  autres: 0,
  declares: 0,
  mouvements: 0,
  egaux: null,
})

/** Sums of headcounts: what they are made of, in trends, gaps and lists. */
export function* pairesDesSommes({
  dashboard,
  series,
  lignes,
  mois,
  annee,
  ecarts,
}: AnneeLue): Generator<Paire> {
  for (const m of mois) {
    const points = series.modeles.map(({ code, points: siens }) => {
      const point = siens.find((p) => p.mois === m && p.annee === annee)
      return { code, point }
    })
    const du = dashboard.mois.find((un) => un.mois === m)
    const somme = (cle: 'attendus' | 'recus' | 'pasEncoreDus' | 'enAvance') =>
      points.reduce((n, { point }) => n + (point?.[cle] ?? 0), 0)
    for (const cle of ['attendus', 'recus', 'pasEncoreDus', 'enAvance'] as const)
      yield { nom: `tendances ${cle} ${m}`, une: somme(cle), autre: du?.[cle] }
    for (const { code, point } of points) {
      const siennes = (lignes.get(m) ?? []).filter(({ modele }) => modele.code === code)
      const retenues = siennes.filter(
        (l) => ETATS_RECUS.some((etat) => etat === l.etat) || l.versionDiffusee > 0,
      )
      yield {
        nom: `retenus ${code} ${m}`,
        une: (point?.retenus ?? 0) + (point?.autres ?? 0),
        autre: retenues.length,
      }
      const memes = dashboard.series.find((s) => s.code === code)
      yield {
        nom: `séries ${code} ${m}`,
        une: point,
        // A model of which nothing is expected yet in the year has no series in it.
        autre: memes ? memes.points.find((p) => p.mois === m) : point && sansRien(point),
      }
      const total = ecarts.get(m)?.totaux.total.parModele.find((t) => t.modele === code)
      yield {
        nom: `somme ${code} ${m}`,
        une: point?.effectif ?? null,
        autre: total?.effectifDeclare ?? null,
      }
    }
  }
}

/** The yearbook's preview against the dashboard. */
export function* pairesDeLAnnuaire({ annuaire, dashboard }: AnneeLue): Generator<Paire> {
  const { couverture, chapitres, nonRepondants } = annuaire
  const { total } = dashboard
  yield { nom: 'couverture', une: comptesDe(total), autre: enComptes(couverture) }
  yield { nom: 'complétude', une: enPourcent(completudeDe(total)), autre: couverture.completude }
  yield { nom: 'promptitude', une: enPourcent(promptitudeDe(total)), autre: couverture.promptitude }
  for (const { modele, mois, ...c } of couverture.modeles) {
    const du = dashboard.modeles.find(({ code }) => code === modele)
    yield { nom: `couverture ${modele}`, une: du && comptesDe(du), autre: enComptes(c) }
    yield {
      nom: `mois de ${modele}`,
      une: c.retenus,
      autre: mois.reduce((n, m) => n + m.retenus, 0),
    }
  }
  const tableaux = chapitres.flatMap((chapitre) => chapitre.tableaux)
  const lire = (code: string, ligne: string, colonne: string) => {
    const tableau = tableaux.find((t) => t.code === code)
    const c = tableau?.colonnes.findIndex((une) => une.code === colonne) ?? -1
    const cellule = tableau?.lignes.find((l) => l.code === ligne)?.cellules[c]
    return cellule?.sorte === 'valeur' ? cellule.valeur : null
  }
  for (const table of ['T0.1', 'T0.2'])
    for (const [colonne, cle] of [
      ['ATTENDUS', 'attendus'],
      ['RECUS', 'recus'],
      ['ATEMPS', 'aTemps'],
      ['RETENUS', 'retenus'],
      ['COMPLETUDE', 'completude'],
    ] as const)
      yield { nom: `${table} ${colonne}`, une: couverture[cle], autre: lire(table, 'TOT', colonne) }
  for (const [i, m] of dashboard.mois.entries()) {
    const ligne = `M${String(i + 1).padStart(2, '0')}`
    yield { nom: `T0.2 ${m.mois}`, une: m.recus, autre: lire('T0.2', ligne, 'RECUS') }
    const retenus = lire('T0.2', ligne, 'RETENUS') ?? 0
    const muets = nonRepondants.find((un) => un.mois === m.mois)?.rapports.length ?? 0
    yield { nom: `non répondants ${m.mois}`, une: m.attendus - retenus, autre: muets }
  }
}

/** An average of the yearbook, and what « D’où vient ce chiffre » makes it anew from the reports. */
export async function pairesDesMoyennes({ annuaire, annee }: AnneeLue, qui: Appels) {
  const tableaux = annuaire.chapitres.flatMap((chapitre) => chapitre.tableaux)
  const paires: Paire[] = []
  for (const { code, lignes, colonnes } of tableaux.filter((t) =>
    ['T2.3', 'T3.3'].includes(t.code),
  ))
    for (const ligne of lignes)
      for (const [c, cellule] of ligne.cellules.entries()) {
        if (cellule.sorte !== 'valeur') continue
        const nom = { tableau: code, ligne: ligne.code, colonne: colonnes[c]?.code ?? '' }
        const query = { ...nom, taille: 1 }
        const { chiffre: dit } = await reussi(
          qui.appeler(annuaireApi.expliquerChiffre, { params: { annee }, query }),
        )
        const autre = dit.sorte === 'valeur' ? dit.valeur : null
        paires.push({ nom: Object.values(nom).join(' '), une: cellule.valeur, autre })
      }
  return paires
}

const cle = (structure: string, modele: string, rang: number) => `${structure} ${modele} ${rang}`

/** What is late: tile, year, list, lines of lists, reminders. */
export async function pairesDesRetards(lue: AnneeLue, db: Db, maintenant: Date): Promise<Paire[]> {
  const { dashboard, retards, suivis, lignes, jour, annee } = lue
  const { total } = dashboard
  const { totaux } = retards
  const mois = retards.elements.flatMap(({ structure, modele, mois: siens }: Retard) =>
    siens.map((m) => ({ ...m, cle: cle(structure.code, modele.code, rangDe(m)) })),
  )
  const manquants = mois.filter(({ statut }) => statut === 'EN_RETARD')
  const paires: Paire[] = [
    { nom: 'en retard', une: total.enRetard, autre: totaux.enRetard },
    { nom: 'hors délai', une: total.recus - total.aTemps, autre: totaux.horsDelai },
    { nom: 'mois en retard', une: totaux.enRetard, autre: manquants.length },
    {
      nom: 'manquants des lignes',
      une: totaux.enRetard,
      autre: retards.elements.reduce((n, ligne) => n + ligne.manquants, 0),
    },
  ]
  const ouverts = suivis.filter(({ statut, annee: a }) => statut === 'OUVERT' && a === annee)
  const rangs = new Set(ouverts.map(rangDe))
  paires.push({
    nom: 'tuile des mois ouverts',
    une: ouverts.reduce((n, m) => n + m.enRetard, 0),
    autre: manquants.filter((m) => rangs.has(rangDe(m))).length,
  })
  for (const ligne of retards.elements)
    paires.push({
      nom: `jours de ${ligne.structure.code} ${ligne.modele.code}`,
      une: ligne.joursRetard,
      autre: Math.max(0, ...ligne.mois.map((m) => (m.statut === 'EN_RETARD' ? m.joursRetard : 0))),
    })
  const toutes = [...lignes.values()].flat()
  const parCle = new Map(toutes.map((l) => [cle(l.structure.code, l.modele.code, rangDe(l)), l]))
  for (const m of mois) {
    const ligne = parCle.get(m.cle)
    const jusqua = m.statut === 'EN_RETARD' ? jour : (m.soumisLe ?? '').slice(0, 10)
    const dit = ligne && [ligne.echeance, joursDeRetard(ligne.echeance, jusqua), ligne.horsDelai]
    const statut = m.statut === 'HORS_DELAI'
    paires.push({ nom: `liste ${m.cle}`, une: [m.echeance, m.joursRetard, statut], autre: dit })
  }
  const relances = await listManquants(db, await findCadre(db, maintenant), null)
  const dues = relances
    .map((r) => cle(r.structureCode, r.modele, r.rang))
    .filter((r) => estDu(parCle.get(r)?.echeance ?? '9999', jour))
  paires.push({
    nom: 'relances',
    une: manquants
      .filter(({ clos }) => !clos)
      .map((m) => m.cle)
      .toSorted(),
    autre: dues.toSorted(),
  })
  return paires
}

/** A gap: on its screen, before a decision, in the queue, on the structure's own page. */
export async function pairesDesEcarts(lue: AnneeLue, qui: Appels): Promise<Paire[]> {
  const paires: Paire[] = []
  const elements = [...lue.ecarts].flatMap(([mois, { elements: siens }]) =>
    siens.map((e) => ({ ...e, mois })),
  )
  const lues = elements.filter(({ id }) => id !== null).slice(0, 400)
  const ids = lues.flatMap(({ id }) => id ?? [])
  const body = (lot: number[]) => ({ body: { ids: lot } })
  const examens = []
  for (let i = 0; i < ids.length; i += 50)
    examens.push(
      ...(await reussi(qui.appeler(formulaireApi.examinerFormulaires, body(ids.slice(i, i + 50))))),
    )
  const parId = new Map(examens.map((examen) => [examen.id, examen]))
  const aExaminer = new Map(lue.examens.elements.map((e: AExaminer) => [e.id, e]))
  for (const e of lues) {
    const examen = parId.get(e.id ?? 0)
    const sien = { theorique: e.effectifTheorique, ecart: e.ecart, niveau: e.niveau }
    const dit = examen && {
      theorique: examen.effectifTheorique,
      ecart: examen.ecart,
      niveau: examen.niveau,
    }
    paires.push({ nom: `examen ${e.numero}`, une: sien, autre: dit })
    paires.push({
      nom: `règle ${e.numero}`,
      une: { theorique: e.effectifTheorique, ecart: e.ecart },
      autre: ecartDe({
        effectif: e.effectifDeclare,
        precedent: e.effectifPrecedent,
        entrees: e.entrees,
        sorties: e.sorties,
      }),
    })
    if (!e.ouverture && ETATS_RECUS.some((etat) => etat === e.etat))
      paires.push({
        nom: `variation ${e.numero}`,
        une: e.variation,
        autre:
          examen?.effectifPrecedent == null || examen.effectif === null
            ? null
            : examen.effectif - examen.effectifPrecedent,
      })
    const attend = aExaminer.get(e.id)
    if (attend)
      paires.push({
        nom: `file ${e.numero}`,
        une: [e.ecart, e.ecartPourcent, e.niveau, e.effectifPrecedent],
        autre: [attend.ecart, attend.ecartPourcent, attend.niveau, attend.effectifPrecedent],
      })
  }
  for (const code of new Set(lues.map(({ structure }) => structure.code))) {
    const dit = await reussi(
      qui.appeler(api.lireDashboardStructure, {
        params: { code },
        query: { annee: lue.annee, mois: 'DECEMBER' as const },
      }),
    )
    for (const e of lues.filter(({ structure }) => structure.code === code)) {
      const modele = dit.modeles.find((m) => m.code === e.modele.code)
      const point = modele?.points.find((p) => p.mois === e.mois && p.annee === lue.annee)
      paires.push({
        nom: `page de ${e.numero}`,
        une: [e.ecart, e.niveau],
        autre: point && [point.ecart, point.niveau],
      })
    }
  }
  return paires
}

type Ligne = Record<string, string>
async function lignesDuFichier(reponse: Promise<{ octets: Buffer }>): Promise<Ligne[]> {
  const { octets } = await reponse
  const { lignes } = await readIci(octets)
  return lignes.map(({ cellules }) => cellules)
}

const chiffre = (nombre: number | null) => (nombre === null ? '' : String(nombre))

/** Every file against its screen; the calendar's feed against the dashboard. */
export async function pairesDesFichiers(lue: AnneeLue, qui: Appels): Promise<Paire[]> {
  const { annee, dashboard, retards, matrice } = lue
  const format = { format: 'csv' } as const
  const paires: Paire[] = []
  const totaux = await lignesDuFichier(
    qui.appeler(api.exporterDashboard, { params: { annee }, query: format }),
  )
  const groupes = [
    ...dashboard.mois.map((m, i) => [`${annee}-${String(i + 1).padStart(2, '0')}`, m] as const),
    ...[...dashboard.regions, ...dashboard.types, ...dashboard.modeles].map(
      (g) => [g.code, g] as const,
    ),
    [String(annee), dashboard.total] as const,
  ]
  for (const [code, c] of groupes) {
    const ligne = totaux.find((une) => une['Code'] === code)
    const cles = ['Attendus', 'Reçus', 'Reçus à temps', 'En retard', 'Pas encore dus'] as const
    paires.push({
      nom: `fichier ${code}`,
      une: [c.attendus, c.recus, c.aTemps, c.enRetard, c.pasEncoreDus].map(chiffre),
      autre: cles.map((nom) => ligne?.[nom]),
    })
  }
  const query = { annee, ...format }
  const tardifs = await lignesDuFichier(qui.appeler(api.exporterRetards, { query }))
  for (const [statut, nombre] of [
    ['En retard', retards.totaux.enRetard],
    ['Transmis hors délai', retards.totaux.horsDelai],
  ] as const)
    paires.push({
      nom: `fichier ${statut}`,
      une: nombre,
      autre: tardifs.filter((une) => une['Situation'] === statut).length,
    })
  const cases = await lignesDuFichier(
    qui.appeler(api.exporterMatrice, { params: { annee }, query: format }),
  )
  for (const m of lue.mois) {
    const late = cases.filter((une) => /en retard|Clos/.test(une[LIBELLES_MOIS[m]] ?? ''))
    const du = dashboard.mois.find((un) => un.mois === m)
    paires.push({ nom: `fichier de la matrice ${m}`, une: du?.enRetard, autre: late.length })
    const { elements, totaux: dits } = lue.ecarts.get(m) ?? { elements: [], totaux: null }
    const ecarts = await lignesDuFichier(
      qui.appeler(api.exporterEcarts, { params: { mois: m, annee }, query: format }),
    )
    const rangee = (une: Ligne) => ['Numéro', 'Écart', 'Variation'].map((nom) => une[nom] ?? '')
    paires.push({
      nom: `fichier des écarts ${m}`,
      une: elements.map((e) => [e.numero ?? '', chiffre(e.ecart), chiffre(e.variation)]),
      autre: ecarts.map(rangee),
    })
    paires.push({
      nom: `niveaux ${m}`,
      une: Object.values(dits?.total.niveaux ?? {}).reduce((a, b) => a + b, 0),
      autre: ecarts.length,
    })
  }
  paires.push(...(await pairesDuFlux(matrice, annee, qui)))
  return paires
}

/** Due dates: of the calendar's feed, and of the dashboard. */
async function pairesDuFlux({ mois }: Matrice, annee: number, qui: Appels): Promise<Paire[]> {
  const { jeton } = await reussi(qui.appeler(calendrierApi.creerAbonnement))
  const { octets } = await qui.appeler(calendrierApi.lireFluxCalendrier, { params: { jeton } })
  const texte = octets.toString()
  return mois.flatMap(({ mois: m, echeance }) => {
    const iso = `${annee}-${String(MOIS.indexOf(m) + 1).padStart(2, '0')}`
    const trouvee = new RegExp(`UID:echeance-${iso}@[^]*?DTSTART;VALUE=DATE:(\\d{8})`).exec(texte)
    const dite = trouvee?.[1]
    if (!dite) return []
    return [{ nom: `flux ${iso}`, une: echeance.replaceAll('-', ''), autre: dite }]
  })
}

/** Those that do not say the same: what each says, in words. */
export const desaccords = (paires: Iterable<Paire>): string[] =>
  [...paires]
    .map(({ nom, une, autre }) => ({ nom, une: JSON.stringify(une), autre: JSON.stringify(autre) }))
    .filter(({ une, autre }) => une !== autre)
    .map(({ nom, une, autre }) => `${nom} : ${une} et ${autre}`)

/** What a public file writes of a figure: its digits, « s » of a secret one; null: another mark. */
function ecritDe(c: CelluleAnnuaire): string | null {
  if (c.sorte === 'secret') return 's'
  return c.sorte === 'valeur' ? String(c.valeur).replace('.', ',') : null
}

/** The columns of a table's file that come before its figures. */
const AVANT_CHIFFRES = 5
/** What stands beside a figure: the year before, its variation. */
const A_COTE = /_(N1|VAR|PART)$/

/** A published yearbook by its screen, its public figures, its public JSON and its public tables. */
export async function pairesDuPublic(qui: Appels, annee: number): Promise<Paire[]> {
  const lu = await reussi(
    qui.appeler(annuaireApi.lireAnnuaire, { params: { param: String(annee) } }),
  )
  if (Array.isArray(lu)) throw new Error('une liste')
  const lire = async (fichier: string) => {
    const params = { annee, fichier }
    return (await qui.appeler(annuairePublicApi.lireFichierPublic, { params })).octets
  }
  const tableaux = lu.chapitres.flatMap((chapitre) => chapitre.tableaux)
  const chiffreDe = (tableau: string, ligne: string, colonne: string) => {
    const t = tableaux.find(({ code }) => code === tableau)
    const rang = t?.colonnes.findIndex(({ code }) => code === colonne) ?? -1
    const c = t?.lignes.find(({ code }) => code === ligne)?.cellules[rang]
    return c?.sorte === 'valeur' ? c.valeur : null
  }
  const { annuaire } = await reussi(qui.appeler(systemeApi.lireConfiguration))
  const publics = new Map(annuaire?.chiffres.map(({ code, valeur }) => [code, valeur]))
  const paires = ['DETENUS', 'AGENTS', 'ENTREES', 'SORTIES'].map((code): Paire => {
    return {
      nom: `public ${code}`,
      une: publics.get(code),
      autre: chiffreDe('T8.1', code, `A${annee}`),
    }
  })
  paires.push(
    {
      nom: 'public EFFECTIF',
      une: publics.get('EFFECTIF'),
      autre: chiffreDe('T8.1', 'PRESENTS', `A${annee}`),
    },
    {
      nom: 'public EFFECTIF, fin',
      une: publics.get('EFFECTIF'),
      autre: chiffreDe('T2.4', 'M12', 'TOT'),
    },
    {
      nom: 'JSON public',
      une: lu.chapitres,
      autre: JSON.parse(String(await lire(`annuaire-${annee}.json`))).chapitres,
    },
  )
  for (const { code, lignes } of tableaux) {
    const [entetes = [], ...rangees] = String(await lire(`${code}.csv`))
      .split('\r\n')
      .filter(Boolean)
      .map((rangee) => rangee.split(';'))
    for (const [i, ligne] of lignes.entries()) {
      const dits = (rangees[i] ?? []).filter(
        (_, n) => n >= AVANT_CHIFFRES && !A_COTE.test(entetes[n] ?? ''),
      )
      const voulus = ligne.cellules.map(ecritDe)
      paires.push({
        nom: `${code} ${ligne.code}`,
        une: voulus,
        autre: voulus.map((voulu, n) => (voulu === null ? null : dits[n])),
      })
    }
  }
  return paires
}
