import { ModeleInvalide, type Probleme } from './modele.invalide.ts'
import {
  type Modalite,
  type Modele,
  type Section,
  type ValeurCodee,
  zModele,
} from './modele.schema.ts'
import { libelleDe } from './source.libelle.ts'
import type { Axe, ModeleSource, PourChaqueSource, SectionSource } from './source.schema.ts'

/** Code of a codification → its codes and labels, in order. */
export type Listes = Record<string, readonly ValeurCodee[]>

/** Adjectives, for messages such as « Effectif féminin ». */
const ADJECTIFS: Record<string, string> = { M: 'masculin', F: 'féminin' }

/**
 * Expands a source into a definition: every codification becomes its codes and labels, so that the
 * definition says all by itself. Does not check formulas: `compilerModele` does.
 * @throws ModeleInvalide when a codification is unknown, or an excluded code is not in its list.
 */
export function developperModele(source: ModeleSource, listes: Listes): Modele {
  const problemes: Probleme[] = []
  const lire = (code: string, chemin: string): readonly ValeurCodee[] => {
    const liste = Object.hasOwn(listes, code) ? listes[code] : undefined
    if (!liste)
      problemes.push({ chemin, position: null, message: `La codification ${code} n’existe pas.` })
    return liste ?? []
  }
  const choisir = (de: { codification: string; exclure?: string[] }, chemin: string) => {
    const liste = lire(de.codification, chemin)
    for (const code of de.exclure ?? [])
      if (liste.length > 0 && !liste.some((valeur) => valeur.code === code))
        problemes.push({
          chemin,
          position: null,
          message: `Le code exclu ${code} n’est pas dans la codification ${de.codification}.`,
        })
    return liste.filter(({ code }) => !de.exclure?.includes(code))
  }
  const ecrit = developperListes(source, (code) => lire(code, code))
  const sections = ecrit.sections.map((section) => developperSection(section, choisir))
  const codifications: Record<string, ValeurCodee[]> = {}
  for (const nom of listesNommees(sections))
    codifications[nom] = lire(nom, nom).map(({ code, libelle }) => ({ code, libelle }))
  const controles = ecrit.controles.map(({ pourChaque, ...regle }) => ({
    ...regle,
    ...(pourChaque && { pourChaque: developperPourChaque(pourChaque, sections, choisir) }),
  }))
  if (problemes.length > 0) throw new ModeleInvalide(source.code, problemes)
  return zModele.parse({ ...ecrit, sections, controles, codifications })
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
): ModeleSource {
  const motif = /([A-Z0-9_.$*]*)\[([A-Z0-9_]+)\]([A-Z0-9_.$*]*)/g
  const remplacer = (texte: string) =>
    texte.replaceAll(motif, (_tout, avant: string, code: string, apres: string) =>
      lire(code)
        .map((valeur) => `${avant}${valeur.code}${apres}`)
        .join('; '),
    )
  const FORMULES = new Set(['formule', 'prerempli', 'requisSi', 'soSi', 'commentaireSi', 'message'])
  // JSON's own reviver walks every level; only the texts that hold formulas are rewritten.
  return JSON.parse(JSON.stringify(source), (cle, valeur: unknown) =>
    typeof valeur === 'string' && FORMULES.has(cle) ? remplacer(valeur) : valeur,
  )
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
