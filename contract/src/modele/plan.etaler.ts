import { type CleFormule, creerCellule } from './cellule.ts'
import type { Champ, Modele, SectionChamps, SectionTableau } from './modele.schema.ts'
import { etalerMatrice } from './plan.matrice.ts'
import { ajouter, axeDe, type CelluleSource, type Plan, type Portee, type Tableau } from './plan.ts'

/** Lays a model flat. Notes addresses said twice in `doublons` rather than throwing. */
export function etaler(modele: Modele): Plan {
  const plan: Plan = {
    cellules: new Map(),
    sources: [],
    tableaux: [],
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
    voisin: (code) => (axe.codes.includes(code) ? adresseDe(code) : null),
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
      modele.codifications,
    )
    ajouter(plan, { cellule, formules: situer(champ, adresse, portee) })
  }
}

function etalerTableau(plan: Plan, section: SectionTableau, modele: Modele) {
  const axe = axeDe(section.colonnes)
  const adresseDe = (code: string) => `${section.code}.$.${code}`
  const portee: Portee = {
    voisin: (code) => (axe.codes.includes(code) ? adresseDe(code) : null),
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
      modele.codifications,
    ),
    // In a row's formula `$` is the row itself, known only when the row exists: it stays as it is.
    formules: situer(champ, '$', portee),
  }))
  const colonnes = sources.map(({ cellule }) => cellule)
  const tableau: Tableau = {
    code: section.code,
    libelle: section.libelle,
    rang: plan.tableaux.length,
    lignesMax: section.lignesMax,
    colonnes,
    parCode: new Map(colonnes.map((cellule) => [cellule.colonne, cellule])),
  }
  if (tableau.parCode.size < colonnes.length) plan.doublons.push(section.code)
  plan.tableaux.push(tableau)
  plan.colonnes.push(...sources)
  plan.parcours.push({ tableau })
}
