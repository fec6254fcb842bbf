import { CLES_FORMULES, type CleFormule, creerCellule } from './cellule.ts'
import type {
  Champ,
  Modalite,
  Modele,
  SectionChamps,
  SectionMatrice,
  SectionTableau,
  Traits,
} from './modele.schema.ts'
import {
  type Axe,
  ajouter,
  axeDe,
  type CelluleSource,
  type Plan,
  type Portee,
  type Tableau,
} from './plan.ts'

type Coordonnees = {
  ligne: Modalite
  groupe: Modalite | null
  colonne: Modalite
  axe: { groupes: Axe; colonnes: Axe }
}

/** Lays a matrix flat: row by row, then group by group, then column by column. */
function etalerMatrice(plan: Plan, section: SectionMatrice, modele: Modele) {
  const { lignes, groupes, colonnes } = section
  const axes = groupes ? [lignes, groupes, colonnes] : [lignes, colonnes]
  const axe = { groupes: axeDe(groupes ?? []), colonnes: axeDe(colonnes) }
  plan.axes.set(section.code, [axeDe(lignes), ...(groupes ? [axe.groupes] : []), axe.colonnes])
  for (const modalites of axes) signalerDoublons(plan, section, modalites)
  for (const ligne of lignes)
    for (const groupe of groupes ?? [null])
      for (const colonne of colonnes)
        ajouter(
          plan,
          croiser(section, { ligne, groupe, colonne, axe }, plan.sources.length, modele),
        )
}

function signalerDoublons(plan: Plan, section: SectionMatrice, axe: Modalite[]) {
  const vus = new Set<string>()
  for (const { code } of axe) {
    if (vus.has(code)) plan.doublons.push(`${section.code}.${code}`)
    vus.add(code)
  }
}

function croiser(
  section: SectionMatrice,
  { ligne, groupe, colonne, axe }: Coordonnees,
  rang: number,
  modele: Modele,
): CelluleSource {
  const lieu = [section, ligne, groupe, colonne].filter((niveau) => niveau !== null)
  const traits = fusionner(lieu)
  const cellule = creerCellule(
    {
      adresse: lieu.map(({ code }) => code).join('.'),
      section: section.code,
      ligne: ligne.code,
      groupe: groupe?.code ?? null,
      colonne: colonne.code,
      libelle: lieu.map(({ libelle }) => libelle).join(' – '),
      rang,
    },
    traits,
    modele,
  )
  return { cellule, formules: situerPlanMatrice(section, { ligne, groupe, colonne, axe }) }
}

/** The most precise word wins: column, group, row, section; `undefined` says nothing. */
function fusionner(niveaux: Traits[]): Traits {
  const fusion = {}
  for (const niveau of niveaux)
    for (const [trait, dit] of Object.entries(niveau))
      if (dit !== undefined) Object.assign(fusion, { [trait]: dit })
  return fusion
}

function situerPlanMatrice(section: SectionMatrice, lieu: Coordonnees): CelluleSource['formules'] {
  const { ligne, groupe, colonne } = lieu
  const autres = groupe ? `${groupe.code}.${colonne.code}` : colonne.code
  const colonnes = porteeColonnes(section, lieu)
  // From the vaguest to the most precise: the last that speaks is heard.
  const niveaux: [Traits | null, string, Portee][] = [
    [section, `${ligne.code}.${autres}`, colonnes],
    [ligne, autres, colonnes],
    [groupe, ligne.code, porteeGroupes(section, lieu)],
    [colonne, ligne.code, colonnes],
  ]
  const formules: CelluleSource['formules'] = {}
  for (const [niveau, dollar, portee] of niveaux)
    for (const cle of CLES_FORMULES) {
      const texte = niveau?.[cle]
      if (texte !== undefined) formules[cle] = { texte, dollar, portee }
    }
  return formules
}

function porteeColonnes(section: SectionMatrice, { ligne, groupe, axe }: Coordonnees): Portee {
  const tronc = groupe
    ? `${section.code}.${ligne.code}.${groupe.code}`
    : `${section.code}.${ligne.code}`
  return {
    voisin: (code) => (axe.colonnes.codes.has(code) ? `${tronc}.${code}` : null),
    voisins: () => axe.colonnes.libres.map((code) => `${tronc}.${code}`),
  }
}

function porteeGroupes(section: SectionMatrice, { ligne, colonne, axe }: Coordonnees): Portee {
  const adresseDe = (code: string) => `${section.code}.${ligne.code}.${code}.${colonne.code}`
  return {
    voisin: (code) => (axe.groupes.codes.has(code) ? adresseDe(code) : null),
    voisins: () => axe.groupes.libres.map(adresseDe),
  }
}

/** Lays a model flat. Notes addresses said twice in `doublons` rather than throwing. */
export function etaler(modele: Modele): Plan {
  const plan: Plan = {
    cellules: new Map(),
    sources: [],
    tableaux: [],
    parCode: new Map(),
    colonnes: [],
    axes: new Map(),
    parcours: [],
    doublons: [],
  }
  const codes = new Set<string>()
  for (const section of modele.sections) {
    if (codes.has(section.code)) plan.doublons.push(section.code)
    codes.add(section.code)
    if (section.type === 'identification') continue
    if (section.type === 'tableau') etalerTableau(plan, section, modele)
    else {
      const debut = plan.sources.length
      if (section.type === 'champs') etalerChamps(plan, section, modele)
      else etalerMatrice(plan, section, modele)
      const places = plan.sources.slice(debut).map(({ cellule }) => ({
        adresse: cellule.adresse,
        cellule,
        tableau: null,
        ligne: null,
      }))
      plan.parcours.push({ places })
    }
  }
  return plan
}

function situer(champ: Champ, dollar: string, portee: Portee): CelluleSource['formules'] {
  const { formule, prerempli, soSi, requisSi, commentaireSi } = champ
  const formules: CelluleSource['formules'] = {}
  // The keys are those of the literal just above: `Object.entries` forgets their type.
  for (const [cle, texte] of Object.entries({ formule, prerempli, soSi, requisSi, commentaireSi }))
    if (texte !== undefined) formules[cle as CleFormule] = { texte, dollar, portee }
  return formules
}

function etalerChamps(plan: Plan, section: SectionChamps, modele: Modele) {
  const adresseDe = (code: string) => (section.prefixe ? `${section.code}.${code}` : code)
  const axe = axeDe(section.champs)
  if (section.prefixe) plan.axes.set(section.code, [axe])
  const portee: Portee = {
    voisin: (code) => (axe.codes.has(code) ? adresseDe(code) : null),
    voisins: () => axe.libres.map(adresseDe),
  }
  for (const champ of section.champs) {
    const adresse = adresseDe(champ.code)
    const cellule = creerCellule(
      {
        adresse,
        section: section.code,
        ligne: null,
        groupe: null,
        colonne: champ.code,
        libelle: section.prefixe ? `${section.libelle} – ${champ.libelle}` : champ.libelle,
        rang: plan.sources.length,
      },
      champ,
      modele,
    )
    ajouter(plan, { cellule, formules: situer(champ, adresse, portee) })
  }
}

function etalerTableau(plan: Plan, section: SectionTableau, modele: Modele) {
  const axe = axeDe(section.colonnes)
  const adresseDe = (code: string) => `${section.code}.$.${code}`
  const portee: Portee = {
    voisin: (code) => (axe.codes.has(code) ? adresseDe(code) : null),
    voisins: () => axe.libres.map(adresseDe),
  }
  const sources = section.colonnes.map((champ, rang) => ({
    cellule: creerCellule(
      {
        adresse: `${section.code}.*.${champ.code}`,
        section: section.code,
        ligne: null,
        groupe: null,
        colonne: champ.code,
        libelle: `${section.libelle} – ${champ.libelle}`,
        rang,
      },
      champ,
      modele,
    ),
    // In a row's formula `$` is the row itself, known only when the row exists: it stays as it is.
    formules: situer(champ, '$', portee),
  }))
  const colonnes = sources.map(({ cellule }) => cellule)
  const tableau: Tableau = {
    code: section.code,
    libelle: section.libelle,
    rang: plan.tableaux.length,
    debut: plan.colonnes.length,
    lignesMax: section.lignesMax,
    colonnes,
    parCode: new Map(colonnes.map((cellule) => [cellule.colonne, cellule])),
  }
  if (tableau.parCode.size < colonnes.length) plan.doublons.push(section.code)
  plan.tableaux.push(tableau)
  if (!plan.parCode.has(section.code)) plan.parCode.set(section.code, tableau)
  plan.colonnes.push(...sources)
  plan.parcours.push({ tableau })
}
