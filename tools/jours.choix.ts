import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** An instant at which a run begins, and why that one. */
export type Jour = { nom: string; le: string }

/** The days on which something changes. */
export const JOURS: readonly Jour[] = [
  // The month before has just ended, it was short, and reminders wait for the morning.
  { nom: 'le 1er', le: '2027-03-01T00:10:00Z' },
  // Reports are due, on that very day.
  { nom: 'le 5', le: '2027-04-05T10:00:00Z' },
  { nom: 'un 29 février', le: '2028-02-29T10:00:00Z' },
  // The last reminder, whose copies go to the regional offices and to the directorate.
  { nom: 'un jour de relance', le: '2027-06-28T10:00:00Z' },
  // The day, the month and the year change while it runs.
  { nom: 'un 31 décembre', le: '2026-12-31T23:59:00Z' },
]

/** The day that a word of the command names: one of ours, or any; null when it names none. */
export function jourDe(mot: string): Jour | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(mot)) return null
  const le = mot.includes('T') ? mot : `${mot}T10:00:00Z`
  return JOURS.find((jour) => jour.le.startsWith(mot)) ?? { nom: 'demandé', le }
}

const HORLOGE = /\bnew Date\(\)|\bDate\.now\(\)|\.clock\./
const DATES = /\bmois|\bann[eé]e|\bjour|\bheure|échéance|calendrier|\\d\\d:\\d\\d/i

/**
 * The browser's files that show a date: they speak of one, or they read the clock, or a file that
 * they import does. Paths from the root.
 */
export function fichiersDates(racine: string): string[] {
  const dossier = join(racine, 'e2e')
  const noms = readdirSync(dossier).filter((nom) => nom.endsWith('.ts'))
  const textes = new Map(noms.map((nom) => [nom, readFileSync(join(dossier, nom), 'utf8')]))
  const lisent = new Map<string, boolean>()
  const litHorloge = (nom: string): boolean => {
    const connu = lisent.get(nom)
    if (connu !== undefined) return connu
    const texte = textes.get(nom) ?? ''
    lisent.set(nom, HORLOGE.test(texte))
    const imports = [...texte.matchAll(/from '(\.\/[^']+)'/g)].map(([, cible = '']) =>
      basename(cible),
    )
    const lit = HORLOGE.test(texte) || imports.some(litHorloge)
    lisent.set(nom, lit)
    return lit
  }
  return [...textes]
    .filter(([nom, texte]) => nom.endsWith('.test.ts') && (litHorloge(nom) || DATES.test(texte)))
    .map(([nom]) => `e2e/${nom}`)
    .toSorted()
}
