import type { Probleme } from './modele.invalide.ts'
import type { ValeurCodee } from './modele.schema.ts'
import { type Listes, listesNommeesDans } from './source.developper.ts'
import type { Axe, ModeleSource, SectionSource } from './source.schema.ts'

/** Where a source says something: what names it, and the way to it in the JSON. */
export type LieuModele = {
  section: string | null
  /** Address of the first cell concerned. */
  cellule: string | null
  /** Code of the control, without its value of `pourChaque`. */
  controle: string | null
  /** The text or the trait: `formule`, `requisSi`, `message`, `cellules`, `pourChaque`… */
  trait: string | null
  /** `['sections', 2, 'lignes', 0, 'formule']`. */
  chemin: (string | number)[]
}

type Chemin = (string | number)[]
type Porteur = Readonly<Record<string, unknown>>

/** Code of a row or of a column → where it stands along its axis; a codified item has many. */
function rangsDe(axe: Axe, listes: Listes): Map<string, number> {
  const rangs = new Map<string, number>()
  const poser = (code: string, rang: number) => {
    if (!rangs.has(code)) rangs.set(code, rang)
  }
  axe.forEach((item, rang) => {
    if ('code' in item) return poser(item.code, rang)
    const liste = Object.hasOwn(listes, item.codification) ? listes[item.codification] : undefined
    for (const { code } of liste ?? []) if (!item.exclure?.includes(code)) poser(code, rang)
  })
  return rangs
}

type SectionSituee = { rang: number; section: SectionSource; axes: Map<string, number>[] }

function situerSection(section: SectionSource, rang: number, listes: Listes): SectionSituee {
  if (section.type !== 'matrice') return { rang, section, axes: [] }
  const { lignes, groupes, colonnes } = section
  const axes = [lignes, ...(groupes ? [groupes] : []), colonnes].map((axe) => rangsDe(axe, listes))
  return { rang, section, axes }
}

/** From the most precise to the vaguest, what may say a trait of this cell of a matrix. */
function porteursDe({ rang, section, axes }: SectionSituee, coordonnees: string[]) {
  if (section.type !== 'matrice') return []
  const noms = section.groupes
    ? (['lignes', 'groupes', 'colonnes'] as const)
    : (['lignes', 'colonnes'] as const)
  const places = noms.map((nom, i) => {
    const place = axes[i]?.get(coordonnees[i] ?? '')
    const porteur: Porteur | undefined = place === undefined ? undefined : section[nom]?.[place]
    return { chemin: ['sections', rang, nom, place ?? 0] as Chemin, porteur }
  })
  const [ligne, ...autres] = places
  const [premier, second] = autres
  const ordre = [second, premier, ligne].filter((place) => place !== undefined)
  return [...ordre, { chemin: ['sections', rang] as Chemin, porteur: section as Porteur }]
}

/** The way to what says this trait of this cell; to its section when nothing of it does. */
function cheminDeCellule(
  situees: ReadonlyMap<string, SectionSituee>,
  adresse: string,
  trait: string | null,
): { chemin: Chemin; section: string | null } {
  const [code = '', ...coordonnees] = adresse.split('.')
  const situee = situees.get(code)
  const champs = situee ? [situee] : [...situees.values()]
  for (const { section, rang } of champs) {
    if (section.type !== 'champs' && section.type !== 'tableau') continue
    const [cle, porteurs] =
      section.type === 'champs'
        ? (['champs', section.champs] as const)
        : (['colonnes', section.colonnes] as const)
    const cherche = situee ? coordonnees.at(-1) : code
    const place = porteurs.findIndex((champ) => champ.code === cherche)
    if (place < 0) continue
    const debut: Chemin = ['sections', rang, cle, place]
    return { chemin: trait === null ? debut : [...debut, trait], section: section.code }
  }
  if (!situee) return { chemin: [], section: null }
  const { section } = situee
  const porteurs = porteursDe(situee, coordonnees)
  const dit = trait && porteurs.find(({ porteur }) => porteur?.[trait] !== undefined)
  const lieu = dit || porteurs[0]
  const debut = coordonnees.length > 0 && lieu ? lieu.chemin : ['sections', situee.rang]
  return { chemin: dit && trait ? [...debut, trait] : debut, section: section.code }
}

function lireTexte(source: ModeleSource, chemin: Chemin): string | null {
  let lu: unknown = source
  for (const pas of chemin)
    lu = typeof lu === 'object' && lu !== null ? Reflect.get(lu, pas) : undefined
  return typeof lu === 'string' ? lu : null
}

/** A position in a formula whose lists are written, in the formula as its author wrote it. */
function situerPosition(
  texte: string,
  position: number,
  lire: (code: string) => readonly ValeurCodee[],
): number {
  let ecart = 0
  for (const { debut, fin, avant, code, apres } of listesNommeesDans(texte)) {
    if (position < debut + ecart) break
    const adresses = lire(code).map((valeur) => `${avant}${valeur.code}${apres}`)
    const longueur = adresses.join('; ').length
    // Inside the list: at its bracket.
    if (position < debut + ecart + longueur) return debut + avant.length
    ecart += longueur - (fin - debut)
  }
  return Math.min(position - ecart, texte.length)
}

/** Tells where in the source a problem of its definition is; made once for all of them. */
export function situerProbleme(source: ModeleSource, listes: Listes) {
  const situees = new Map<string, SectionSituee>()
  source.sections.forEach((section, rang) => {
    if (!situees.has(section.code)) situees.set(section.code, situerSection(section, rang, listes))
  })
  const controles = new Map<string, number>()
  source.controles.forEach(({ code }, rang) => {
    if (!controles.has(code)) controles.set(code, rang)
  })
  const lire = (code: string) => (Object.hasOwn(listes, code) ? (listes[code] ?? []) : [])

  const situer = ({ chemin, trait }: Probleme): LieuModele => {
    const [debut = ''] = chemin.split(/[:,]/)
    const rang = controles.get(debut)
    if (rang !== undefined && !situees.has(debut))
      return {
        section: null,
        cellule: null,
        controle: debut,
        trait,
        chemin: trait === null ? ['controles', rang] : ['controles', rang, trait],
      }
    if (chemin.startsWith('indicateurs.')) {
      const nom = chemin.slice('indicateurs.'.length)
      return {
        section: null,
        cellule: null,
        controle: null,
        trait: nom,
        chemin: ['indicateurs', nom],
      }
    }
    if (chemin === 'moisAttendus' || chemin === 'moisCouverts')
      return { section: null, cellule: null, controle: null, trait: chemin, chemin: [chemin] }
    const { chemin: lieu, section } = cheminDeCellule(situees, chemin, trait)
    return {
      section,
      cellule: section === null ? null : chemin,
      controle: null,
      trait,
      chemin: lieu,
    }
  }

  return (probleme: Probleme): LieuModele & { position: number | null } => {
    const lieu = situer(probleme)
    const texte = probleme.position === null ? null : lireTexte(source, lieu.chemin)
    const position =
      texte === null || probleme.position === null
        ? probleme.position
        : situerPosition(texte, probleme.position, lire)
    return { ...lieu, position }
  }
}
