import { CLES_FORMULES, creerCellule } from './cellule.ts'
import type { Modalite, Modele, SectionMatrice, Traits } from './modele.schema.ts'
import { ajouter, axeDe, type CelluleSource, type Plan, type Portee } from './plan.ts'

type Coordonnees = { ligne: Modalite; groupe: Modalite | null; colonne: Modalite }

/** Lays a matrix flat: row by row, then group by group, then column by column. */
export function etalerMatrice(plan: Plan, section: SectionMatrice, modele: Modele) {
  const { lignes, groupes, colonnes } = section
  const axes = groupes ? [lignes, groupes, colonnes] : [lignes, colonnes]
  plan.axes.set(section.code, axes.map(axeDe))
  for (const axe of axes) signalerDoublons(plan, section, axe)
  for (const ligne of lignes)
    for (const groupe of groupes ?? [null])
      for (const colonne of colonnes)
        ajouter(plan, croiser(section, { ligne, groupe, colonne }, plan.sources.length, modele))
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
  { ligne, groupe, colonne }: Coordonnees,
  rang: number,
  modele: Modele,
): CelluleSource {
  const lieu = [section, ligne, groupe, colonne].filter((niveau) => niveau !== null)
  const { aide: _aideDeLaSection, ...commun } = section
  const traits = fusionner([commun, ...lieu.slice(1)])
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
    modele.codifications,
  )
  return { cellule, formules: situer(section, { ligne, groupe, colonne }) }
}

/** The most precise word wins: column, group, row, section; `undefined` says nothing. */
function fusionner(niveaux: Traits[]): Traits {
  const fusion = {}
  for (const niveau of niveaux)
    for (const [trait, dit] of Object.entries(niveau))
      if (dit !== undefined) Object.assign(fusion, { [trait]: dit })
  return fusion
}

function situer(section: SectionMatrice, lieu: Coordonnees): CelluleSource['formules'] {
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

function porteeColonnes(section: SectionMatrice, { ligne, groupe }: Coordonnees): Portee {
  const tronc = groupe
    ? `${section.code}.${ligne.code}.${groupe.code}`
    : `${section.code}.${ligne.code}`
  return {
    voisin: (code) =>
      section.colonnes.some((colonne) => colonne.code === code) ? `${tronc}.${code}` : null,
    voisins: () => axeDe(section.colonnes).libres.map((code) => `${tronc}.${code}`),
  }
}

function porteeGroupes(section: SectionMatrice, { ligne, colonne }: Coordonnees): Portee {
  const adresseDe = (code: string) => `${section.code}.${ligne.code}.${code}.${colonne.code}`
  const groupes = section.groupes ?? []
  return {
    voisin: (code) => (groupes.some((groupe) => groupe.code === code) ? adresseDe(code) : null),
    voisins: () => axeDe(groupes).libres.map(adresseDe),
  }
}
