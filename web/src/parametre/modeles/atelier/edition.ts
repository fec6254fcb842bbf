import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import type { FauteModele } from '@releve/contract/modele/source.verifier.ts'

/** The way to a part of a source: `['sections', 2, 'lignes', 0, 'formule']`. */
export type Chemin = FauteModele['chemin']

type Objet = Readonly<Record<string, unknown>>
const estObjet = (valeur: unknown): valeur is Objet =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

/** What stands at the end of a way; undefined where it leads nowhere. */
export function lireA(valeur: unknown, chemin: Chemin): unknown {
  return chemin.reduce<unknown>(
    (lu, pas) => (typeof lu === 'object' && lu !== null ? Reflect.get(lu, pas) : undefined),
    valeur,
  )
}

function changerA(valeur: unknown, chemin: Chemin, changer: (avant: unknown) => unknown): unknown {
  const [pas, ...suite] = chemin
  if (pas === undefined) return changer(valeur)
  if (Array.isArray(valeur))
    return valeur.map((element: unknown, rang) =>
      rang === pas ? changerA(element, suite, changer) : element,
    )
  if (!estObjet(valeur)) return valeur
  const dedans = changerA(valeur[pas], suite, changer)
  if (dedans !== undefined) return { ...valeur, [pas]: dedans }
  return Object.fromEntries(Object.entries(valeur).filter(([cle]) => cle !== String(pas)))
}

/** The source with this said there; undefined takes it away. Never touches the one given. */
export const poserA = (source: ModeleSource, chemin: Chemin, dit: unknown): ModeleSource =>
  // Same shape: what changes is one of its parts, of a kind that `traits.ts` gives it.
  changerA(source, chemin, () => dit) as ModeleSource

const listeA = (source: ModeleSource, chemin: Chemin): unknown[] => {
  const liste = lireA(source, chemin)
  return Array.isArray(liste) ? liste : []
}

/** Adds at this rank of a list, which is made if there is none. */
export function ajouterA(
  source: ModeleSource,
  liste: Chemin,
  rang: number,
  dit: unknown,
): ModeleSource {
  return poserA(source, liste, listeA(source, liste).toSpliced(rang, 0, dit))
}

const lieuDe = (chemin: Chemin) => ({ liste: chemin.slice(0, -1), rang: Number(chemin.at(-1)) })

/** Without this part of a list. An optional list that is empty is not said any more. */
export function retirerA(source: ModeleSource, chemin: Chemin): ModeleSource {
  const { liste, rang } = lieuDe(chemin)
  const reste = listeA(source, liste).toSpliced(rang, 1)
  const facultative = liste.at(-1) === 'groupes'
  return poserA(source, liste, facultative && reste.length === 0 ? undefined : reste)
}

/** Moves a part within its list. */
export function deplacerA(source: ModeleSource, chemin: Chemin, vers: number): ModeleSource {
  const { liste, rang } = lieuDe(chemin)
  const avant = listeA(source, liste)
  if (vers < 0 || vers >= avant.length) return source
  return poserA(source, liste, avant.toSpliced(rang, 1).toSpliced(vers, 0, avant[rang]))
}

/** A code that no other of the list has: `CHAMP_2`. */
export function codeLibre(freres: readonly unknown[], racine: string): string {
  const pris = new Set(freres.map((frere) => (estObjet(frere) ? frere['code'] : undefined)))
  for (let n = 1; ; n += 1) {
    const code = `${racine}${n}`
    if (!pris.has(code)) return code
  }
}

/** A code of a control that no other has: `RA01`, then `RA02`. */
export function codeControleLibre(freres: readonly { code: string }[]): string {
  const pris = new Set(freres.map(({ code }) => code))
  const prefixe = /^[A-Z]{2}/.exec(freres.at(-1)?.code ?? '')?.[0] ?? 'RA'
  for (let n = 1; n < 100; n += 1) {
    const code = `${prefixe}${String(n).padStart(2, '0')}`
    if (!pris.has(code)) return code
  }
  return `${prefixe}99`
}

const champ = (code: string, libelle: string) => ({ code, libelle, nature: 'entier' as const })

/** A new section of each kind: the least that the form shows. */
export function sectionNeuve(
  type: SectionSource['type'],
  code: string,
  libelle: string,
): SectionSource {
  switch (type) {
    case 'identification':
      return { code, libelle, type }
    case 'champs':
      return { code, libelle, type, champs: [champ('CHAMP1', 'Nouveau champ')] }
    case 'tableau':
      return {
        code,
        libelle,
        type,
        lignesMax: 20,
        colonnes: [{ ...champ('COL1', 'Nouvelle colonne'), nature: 'texte' }],
      }
    case 'matrice':
      return {
        code,
        libelle,
        type,
        nature: 'entier',
        lignes: [{ code: 'LIG1', libelle: 'Nouvelle ligne' }],
        colonnes: [{ code: 'COL1', libelle: 'Nouvelle colonne' }],
      }
  }
}

/** The lists of parts of a section, in the order of the screen. */
export const PARTIES = {
  champs: ['champs'],
  identification: [],
  matrice: ['lignes', 'groupes', 'colonnes'],
  tableau: ['colonnes'],
} as const satisfies Record<SectionSource['type'], readonly string[]>
export type NomListe = (typeof PARTIES)[SectionSource['type']][number]

export const partieNeuve = (
  type: SectionSource['type'],
  liste: NomListe,
  freres: readonly unknown[],
  libelle: string,
) => {
  const racine = { champs: 'CHAMP', lignes: 'LIG', groupes: 'GRP', colonnes: 'COL' }[liste]
  const code = codeLibre(freres, racine)
  return type === 'matrice' ? { code, libelle } : champ(code, libelle)
}

/** The part of the source that a way leads to, or goes through: what one selects. */
export function noeudDe(chemin: Chemin): Chemin {
  const [racine, rang, liste, place] = chemin
  if (racine === 'controles' && typeof rang === 'number') return [racine, rang]
  if (racine !== 'sections' || typeof rang !== 'number') return []
  const listes: readonly unknown[] = ['champs', 'lignes', 'groupes', 'colonnes']
  return listes.includes(liste) && liste !== undefined && typeof place === 'number'
    ? [racine, rang, liste, place]
    : [racine, rang]
}

export const memeChemin = (a: Chemin, b: Chemin) => a.join('.') === b.join('.')
export const estSous = (chemin: Chemin, noeud: Chemin) =>
  noeud.every((pas, rang) => chemin[rang] === pas)
