import { BORNES_MODELE } from './modele.bornes.ts'
import { type CodeProbleme, ModeleInvalide, type Probleme } from './modele.invalide.ts'
import { demesureDe } from './modele.mesure.ts'
import type { Modalite, Modele, Section, ValeurCodee } from './modele.schema.ts'
import type { Axe, ModeleSource, PourChaqueSource, SectionSource } from './source.schema.ts'

/**
 * The label of a plain code or of a whole address, as a message would say it: « Entrées du mois »
 * for `MVT.ENT.TOT` (a total column adds nothing), « Hommes majeurs » for `HM`. Null when unknown.
 */
function libelleDe(valeur: string, sections: Section[]): string | null {
  const segments = valeur.split('.')
  if (segments.length > 1) return libelleAdresse(segments, sections)
  for (const section of sections) {
    if (section.type === 'identification') continue
    const porteurs =
      section.type === 'champs'
        ? section.champs
        : section.type === 'tableau'
          ? section.colonnes
          : [...section.colonnes, ...(section.groupes ?? []), ...section.lignes]
    const trouve = porteurs.find(({ code }) => code === valeur)
    if (trouve) return trouve.libelle
  }
  return null
}

function libelleAdresse(segments: string[], sections: Section[]): string | null {
  const section = sections.find(({ code }) => code === segments[0])
  if (section?.type === 'champs')
    return section.champs.find(({ code }) => code === segments[1])?.libelle ?? null
  if (section?.type !== 'matrice') return null
  const [ligne, ...autres] = segments.slice(1)
  const axes = section.groupes ? [section.groupes, section.colonnes] : [section.colonnes]
  const libelles = [
    section.lignes.find(({ code }) => code === ligne)?.libelle,
    ...autres.map((valeur, i) =>
      valeur === 'TOT' ? undefined : axes[i]?.find(({ code }) => code === valeur)?.libelle,
    ),
  ].filter((libelle) => libelle !== undefined)
  return libelles.length > 0 ? libelles.join(' – ') : null
}

/** Code of a codification → its codes and labels, in order. */
export type Listes = Record<string, readonly ValeurCodee[]>

/** Adjectives, for messages such as « Effectif féminin ». */
const ADJECTIFS: Record<string, string> = { M: 'masculin', F: 'féminin' }

/** A source laid out, and what its code lists have wrong. */
export type Developpement = { modele: Modele; problemes: Probleme[] }

/**
 * Expands a source into a definition: every codification becomes its codes and labels, so that the
 * definition says all by itself. Does not check formulas: `compilerModele` does. Pure, and as fast on
 * a hostile source: what would be larger than a model may be is a problem, and is not made.
 */
export function developperSource(source: ModeleSource, listes: Listes): Developpement {
  const problemes: Probleme[] = []
  const dire = (chemin: string, message: string, code: CodeProbleme = 'CODIFICATION') =>
    problemes.push({ chemin, position: null, message, code, trait: null })
  const lire = (code: string, chemin: string): readonly ValeurCodee[] => {
    const liste = Object.hasOwn(listes, code) ? listes[code] : undefined
    if (!liste) dire(chemin, `La codification ${code} n’existe pas.`)
    return liste ?? []
  }
  const choisir = (de: { codification: string; exclure?: string[] }, chemin: string) => {
    const liste = lire(de.codification, chemin)
    for (const code of de.exclure ?? [])
      if (liste.length > 0 && !liste.some((valeur) => valeur.code === code))
        dire(chemin, `Le code exclu ${code} n’est pas dans la codification ${de.codification}.`)
    return liste.filter(({ code }) => !de.exclure?.includes(code))
  }
  const demesure = demesureDeSource(source, listes)
  if (demesure) {
    dire('', demesure, 'BORNE')
    const codifications = {}
    return { modele: { ...source, sections: [], controles: [], codifications }, problemes }
  }
  const ecrit = developperListes(source, (code) => lire(code, code), dire)
  const sections = ecrit.sections.map((section) => developperSection(section, choisir))
  const codifications: Record<string, ValeurCodee[]> = {}
  for (const nom of listesNommees(sections))
    codifications[nom] = lire(nom, nom).map(({ code, libelle }) => ({ code, libelle }))
  const controles = ecrit.controles.map(({ pourChaque, ...regle }) => ({
    ...regle,
    ...(pourChaque && { pourChaque: developperPourChaque(pourChaque, sections, choisir) }),
  }))
  const indicateurs = choisisDe(source)
  return { modele: { ...ecrit, indicateurs, sections, controles, codifications }, problemes }
}

/** Without those that are blank: a definition names a cell, or says nothing. */
const choisisDe = ({ indicateurs }: ModeleSource): Modele['indicateurs'] =>
  Object.fromEntries(Object.entries(indicateurs).filter(([, adresse]) => adresse))

/** What its definition would have too much of; its code lists are counted, not written. */
function demesureDeSource({ sections, controles }: ModeleSource, listes: Listes): string | null {
  const longueur = (item: object) => {
    const code = 'codification' in item && !('code' in item) ? String(item.codification) : ''
    return code && Object.hasOwn(listes, code) ? (listes[code]?.length ?? 0) : 1
  }
  // An array of that length, which holds nothing.
  const compter = (items: readonly (object | string)[] | undefined) =>
    items && {
      length: items.reduce((n, item) => n + (typeof item === 'string' ? 1 : longueur(item)), 0),
    }
  return demesureDe({
    sections: sections.map((section) => ({
      type: section.type,
      ...(section.type === 'champs' && { champs: section.champs }),
      ...(section.type === 'tableau' && { colonnes: section.colonnes }),
      ...(section.type === 'matrice' && {
        lignes: compter(section.lignes),
        groupes: compter(section.groupes),
        colonnes: compter(section.colonnes),
      }),
    })),
    controles: controles.map(({ pourChaque }) => ({ pourChaque: compter(pourChaque) })),
  })
}

/**
 * The definition of a source that is right.
 * @throws ModeleInvalide when a codification is unknown, or an excluded code is not in its list.
 */
export function developperModele(source: ModeleSource, listes: Listes): Modele {
  const { modele, problemes } = developperSource(source, listes)
  if (problemes.length > 0) throw new ModeleInvalide(source.code, problemes)
  return modele
}

type Choisir = (
  de: { codification: string; exclure?: string[] },
  chemin: string,
) => readonly ValeurCodee[]

function developperSection(section: SectionSource, choisir: Choisir): Section {
  if (section.type !== 'matrice') return section
  const { lignes, groupes, colonnes, ...reste } = section
  const axe = (source: Axe) => developperAxe(source, section.code, choisir)
  return {
    ...reste,
    lignes: axe(lignes),
    ...(groupes && { groupes: axe(groupes) }),
    colonnes: axe(colonnes),
  }
}

function developperAxe(axe: Axe, chemin: string, choisir: Choisir): Modalite[] {
  return axe.flatMap((item): Modalite[] => {
    if ('code' in item) return [item]
    const { codification, exclure, ...traits } = item
    return choisir({ codification, exclure }, chemin).map(({ code, libelle }) => ({
      ...traits,
      code,
      libelle,
    }))
  })
}

function developperPourChaque(
  valeurs: PourChaqueSource,
  sections: Section[],
  choisir: Choisir,
): ValeurCodee[] {
  return valeurs.flatMap((valeur) => {
    if (typeof valeur === 'string')
      return [{ code: valeur, libelle: ADJECTIFS[valeur] ?? libelleDe(valeur, sections) ?? valeur }]
    if ('code' in valeur) return [valeur]
    return choisir(valeur, 'pourChaque').map(({ code, libelle }) => ({ code, libelle }))
  })
}

/** `MVT.[MOTIF].$` in any formula or message of the source → `MVT.A.$; MVT.B.$`. */
function developperListes(
  source: ModeleSource,
  lire: (code: string) => readonly ValeurCodee[],
  dire: (chemin: string, message: string, code?: CodeProbleme) => void,
): ModeleSource {
  const remplacer = (texte: string) => {
    const ecrit = ecrireListes(texte, lire)
    if (ecrit !== null) return ecrit
    dire(
      '',
      `La formule «\u00a0${texte.slice(0, 60)}\u00a0» est trop longue une fois ses listes écrites.`,
      'BORNE',
    )
    return texte
  }
  const FORMULES = new Set(['formule', 'prerempli', 'requisSi', 'soSi', 'commentaireSi', 'message'])
  // JSON's own reviver walks every level; only the texts that hold formulas are rewritten.
  return JSON.parse(JSON.stringify(source), (cle, valeur: unknown) =>
    typeof valeur === 'string' && FORMULES.has(cle) && valeur.includes('[')
      ? remplacer(valeur)
      : valeur,
  )
}

/** A place of a text where a list is named: `MVT.[MOTIF].$`. */
export type ListeNommee = { debut: number; fin: number; avant: string; code: string; apres: string }

const CROCHETS = /\[([A-Z0-9_]+)\]/g
const ADRESSE = /[A-Z0-9_.$*]/

/** From each bracket outwards: a pattern for the whole would read a long code once per letter. */
export function listesNommeesDans(texte: string): ListeNommee[] {
  let libre = 0
  return [...texte.matchAll(CROCHETS)].map((trouve) => {
    const apresCrochet = trouve.index + trouve[0].length
    let debut = trouve.index
    while (debut > libre && ADRESSE.test(texte[debut - 1] ?? '')) debut -= 1
    let fin = apresCrochet
    while (ADRESSE.test(texte[fin] ?? '')) fin += 1
    libre = fin
    const [avant, apres] = [texte.slice(debut, trouve.index), texte.slice(apresCrochet, fin)]
    return { debut, fin, avant, code: trouve[1] ?? '', apres }
  })
}

/**
 * A formula with its lists written; null when it would be longer than a formula may be, in which
 * case nothing of it is made.
 */
function ecrireListes(
  texte: string,
  lire: (code: string) => readonly ValeurCodee[],
): string | null {
  let ecrit = ''
  let lu = 0
  for (const { debut, fin, avant, code, apres } of listesNommeesDans(texte)) {
    const valeurs = lire(code)
    // A code has one character at least.
    const ajout = valeurs.length * (avant.length + apres.length + 1)
    if (ecrit.length + ajout > BORNES_MODELE.texte) return null
    const adresses = valeurs.map((valeur) => `${avant}${valeur.code}${apres}`)
    ecrit += texte.slice(lu, debut) + adresses.join('; ')
    lu = fin
  }
  ecrit += texte.slice(lu)
  return ecrit.length > BORNES_MODELE.texte ? null : ecrit
}

/** Codifications that cells of nature `liste` name. */
function listesNommees(sections: Section[]): Set<string> {
  const noms = new Set<string>()
  for (const section of sections) {
    if (section.type === 'identification') continue
    const porteurs =
      section.type === 'matrice'
        ? [section, ...section.lignes, ...(section.groupes ?? []), ...section.colonnes]
        : section.type === 'champs'
          ? section.champs
          : section.colonnes
    for (const { codification } of porteurs) if (codification) noms.add(codification)
  }
  return noms
}
