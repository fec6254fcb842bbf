// How much a run plays: `rapide` while one works (npm run check), `porte` before what is sent
// (npm test), all of it by default and for whoever releases (npm run test:complet). What each
// leaves out, and what still catches its faults: docs/decisions/0067-douze-minutes.md.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Portee = 'rapide' | 'porte' | 'complete'

const ROOT = join(import.meta.dirname, '..')

/** Set by tools/test.ts alone: whoever calls Vitest or Playwright plays all that he names. */
export const PORTEE = (process.env['PORTEE'] ?? 'complete') as Portee

/** PostgreSQL is not there: what needs it is left out, and told. */
export const SANS_POSTGRES = process.env['SANS_POSTGRES'] === '1'

/** A file that touches no base says so by its name: once is enough, and none is given to it. */
export const SANS_BASE = ['server/src/**/*.unite.test.ts']
/** Every test of the server that works on a base. */
export const SERVEUR = ['server/src/**/*.test.ts', 'server/test/{droits,entrelacs,pays}/*.test.ts']
/** The base's own tests open, kill and reopen both homes themselves. */
export const BASE = ['server/src/platform/base/**/*.test.ts', 'server/test/*.test.ts']

/** Every test of the browser. */
export const NAVIGATEUR = ['e2e/*.test.ts']

/**
 * The browser's tests that only the complete run plays: in each file, those whose title holds one
 * of these words. Each is a variant (of a model, a width, a list, a format, an account) of one that
 * the gate plays in the same file, by the same code of ours.
 */
export const VARIANTES: Record<string, readonly string[]> = {
  'acces.test.ts': ['/auth/inconnue', '/404/'],
  'affichage.test.ts': ['chacune des six couleurs'],
  'ailleurs.test.ts': ['un jeu de données de DHIS2'],
  'carnets.test.ts': ['refuse sa base'],
  'clavier.test.ts': ['un tableau de 72 cases', 'une population détenue'],
  'demandes.test.ts': [
    'messaisies?tri=effectif',
    'utilisateurs?role=ROLE_DPPS',
    'structures?vue=tableau&region=R01',
    'structures/CSE-R01-01',
    'journal?du=2025-01-01',
    'courriels',
    'compte',
  ],
  'focus.test.ts': [
    '/contact-us',
    '/auth/login',
    '/^Réglages d’affichage/',
    '/^Langue/',
    'Changer le logo',
  ],
  'impression.test.ts': ['EPM'],
  'listes.test.ts': ['comptes', 'journal', 'messages', 'courriels', 'mois rouverts'],
  'structures.test.ts': ['1280', 'les structures s’exportent'],
  'utilisateurs.dialogues.test.ts': ['Créer une structure', 'Inviter une structure'],
  'utilisateurs.test.ts': ['la liste filtrée s’exporte'],
}

/**
 * What the gate plays of the browser's whatever else reaches the same code, by file and title: what
 * code that ran does not tell. A figure lost or wrong, what is typed without network, two at once,
 * the keyboard, what is secret, a session and another's data, and what was mended after a real fault.
 */
export const GARDES: RegExp[] = [
  // Figures: what is typed is what is kept, whatever happens meanwhile.
  /^(?:alteration|cases|classeur|frappe|parcours|saisie\.dactylo)\./,
  // Without network, killed, or left: what waits is found again, and secret on a shared machine.
  /^(?:carnets|hors-ligne|incertain|mise-a-jour|poste-partage|reseau)\./,
  /^messagerie\..* (?:sans réseau|deux fenêtres) /,
  // Two at once.
  /^(?:evenements|partage)\./,
  /modifiée? entre-temps|a changé les mêmes réglages|attend un choix/,
  // The keyboard alone.
  /^clavier\./,
  /^touches\..* écrit ce que l’on s’attend/,
  // Sessions, rights, what is secret.
  /^acces\..*(?:la déconnexion efface tout|mot de passe provisoire)/,
  /^fin-de-session\..*se reprend sur place/,
  /^annuaire\..*un tableau masqué/,
  /^utilisateurs\..*ferme sa session/,
  // What each page weighs.
  /^poids\./,
]

/** Tests by file: what `tools/laisses.txt` holds, a line each, the file's name then the titles. */
function readLeft(): Record<string, string[]> {
  const lines = readFileSync(join(import.meta.dirname, 'laisses.txt'), 'utf8').split('\n')
  const groups = Map.groupBy(lines.filter(Boolean), (line) => line.slice(0, line.indexOf(' ')))
  return Object.fromEntries(
    [...groups].map(([file, named]) => [file, named.map((line) => line.slice(file.length + 1))]),
  )
}

/**
 * The browser's tests that the gate leaves to the complete run: most of what they reach of our code,
 * others reach (`tools/choisir.ts`, which writes the list). A test that no list names is played.
 */
export const LAISSES: Record<string, string[]> = readLeft()

/** `CHOIX=non`: of the files that it names, a run plays every test but the variants. */
const IS_CHOSEN = PORTEE === 'porte' && process.env['CHOIX'] !== 'non'

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** How Playwright names tests, by which it leaves some out: project, file and titles. */
const naming = (lists: Record<string, readonly string[]>, around: [string, string]): RegExp[] =>
  Object.entries(lists).map(
    ([file, words]) =>
      new RegExp(`\\b${escape(file)} ${around[0]}(?:${words.map(escape).join('|')})${around[1]}`),
  )

/** What Playwright leaves out. */
export const NON_JOUES: RegExp[] = [
  ...(PORTEE === 'porte' ? naming(VARIANTES, ['.*', '']) : []),
  ...(IS_CHOSEN ? naming(LAISSES, ['', '$']) : []),
]

/**
 * What the embedded base plays in the gate, PostgreSQL having played everything: what may differ
 * there. It has one connection, where a statement that leaves its transaction waits forever; it
 * tells of events, of lost connections and of refused storage its own way; it keeps its files.
 */
export const PROPRES_A_L_EMBARQUEE = [
  // Who reads slowly, or follows, where there is one connection.
  'server/src/analyse/analyse.test.ts',
  // Every operation once with success: each route, and each statement of theirs.
  'server/test/droits/droits.test.ts',
  // What crosses, waits, or is played again.
  'server/test/entrelacs/*.test.ts',
  'server/src/**/{concurrence,fraicheur}.test.ts',
  'server/src/{tache,evenement}/*.test.ts',
  // The platform: the way of a request, what the base says when it fails.
  'server/src/platform/{http,mount,pannes}.test.ts',
  // What one statement composes: sorts, searches, totals, figures; what triggers guard.
  'server/src/formulaire/listes.test.ts',
  'server/src/recherche/*.test.ts',
  'server/src/dashboard/{chiffres,valeur}.test.ts',
  'server/src/journal/garde.test.ts',
]

/** Of the server's tests, those that the gate plays on the embedded base. */
export const EMBARQUEE = PORTEE === 'porte' && !SANS_POSTGRES ? PROPRES_A_L_EMBARQUEE : SERVEUR

/** While one works, in one home. */
export const RAPIDE = [
  'server/src/formulaire/{creer,modifier,soumettre,transitions}.test.ts',
  'server/src/structure/structure.test.ts',
  'server/src/utilisateur/{acces,gerer}.test.ts',
]

/** Of cases that all go one way, the gate plays one in five, from the second; whoever else, all. */
export const sample = <T>(cases: readonly T[]): readonly T[] =>
  PORTEE === 'porte' ? cases.filter((_, rank) => rank % 5 === 1) : cases

/** Files of ours that these patterns name. */
export const filesOf = (patterns: string[]): string[] =>
  [...new Set(globSync(patterns, { cwd: ROOT }))].toSorted()

/** What the home of PostgreSQL plays. */
export const serveur = (): string[] => {
  const elsewhere = filesOf([...BASE, ...SANS_BASE])
  return filesOf(SERVEUR).filter((path) => !elsewhere.includes(path))
}

/** The base's tests that start a PostgreSQL of their own. */
export const surPostgres = (): string[] =>
  filesOf(BASE).filter((path) =>
    /postgres(\.installation)?\.ts'/.test(readFileSync(join(ROOT, path), 'utf8')),
  )
