import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLES } from '@releve/contract/utilisateur/droits.ts'
import { expect, it } from 'vitest'
import { aDroit } from './app/session.ts'
import type { Auth } from './app/stockage.ts'
import { demandeDe, ECRANS } from './ecrans.ts'

const CONCEPTION = readFileSync(join(import.meta.dirname, '../../docs/conception.md'), 'utf8')

/** The cells of a table of docs/conception.md, headings first. */
function tableDe(premier: string): string[][] {
  const lignes = CONCEPTION.split('\n')
  const debut = lignes.findIndex((ligne) => ligne.startsWith(`| ${premier} |`))
  const fin = lignes.findIndex((ligne, rang) => rang > debut && !ligne.startsWith('|'))
  return lignes.slice(debut, fin).map((ligne) =>
    ligne
      .slice(2, -2)
      .split(' | ')
      .map((cellule) => cellule.replaceAll('`', '')),
  )
}

/** Address of a screen of the dashboard → its right, as the page says it. */
const ECRANS_DITS = tableDe('Adresse').flatMap(([adresses = '', droit]) =>
  adresses
    .split(', ')
    .filter((adresse) => adresse.startsWith('/dashboard'))
    .map((adresse) => [adresse, droit] as const),
)

it('docs/conception.md dit chaque écran, et à qui il est', () => {
  const ecrans = ECRANS.map(({ path, droit }) => [
    path ? `/dashboard/${path}` : '/dashboard',
    droit,
  ])
  expect(ecrans.length).toBeGreaterThan(10)
  expect(Object.fromEntries(ECRANS_DITS)).toEqual(Object.fromEntries(ecrans))
})

it('chaque écran est aux rôles que dit docs/conception.md, et à eux seuls', () => {
  const [[, ...roles] = [], , ...lignes] = tableDe('Droit')
  const portees = new Map(lignes.map(([droit, ...dites]) => [droit, dites]))
  for (const { path, droit } of ECRANS) {
    // One's own account and password are everybody's.
    const dites = portees.get(droit) ?? roles
    const siens = roles.filter((_, rang) => dites[rang] !== '–')
    const vus = ROLES.filter((role) => aDroit([role], droit))
    expect([path, vus.toSorted()]).toEqual([path, siens.toSorted()])
  }
})

it('chaque écran demande ses données par son propre fichier, ou dit qu’il n’en a pas', async () => {
  const dites = ECRANS.filter((ecran) => 'demander' in ecran).map(({ path }) => path)
  // Those at which one arrives, which do without React; those with two rooms; and the one without.
  expect(dites).toEqual(['', 'app', 'saisies/:numero', 'documents', 'structures', 'chgmdp'])
  // Which file it is never depends on who comes.
  const lieu = { auth: {} as Auth, params: {}, recherche: new URLSearchParams() }
  for (const ecran of ECRANS) {
    const attendue = ecran.path === 'chgmdp' ? 'object' : 'function'
    expect([ecran.path, typeof (await demandeDe(ecran, lieu))]).toEqual([ecran.path, attendue])
  }
})
