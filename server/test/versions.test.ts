import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { verifierBase } from '../src/maintenance/verifier.ts'
import { openBase } from '../src/platform/base/ouvrir.ts'
import { restaurerSauvegarde } from '../src/platform/base/restauration.ts'
import { startPostgres } from './postgres.ts'
import { decompresser, lireTemoin, type Temoin } from './versions/temoin.ts'

/** What the versions of before have written, by their own code (`versions/ecrire.ts`). */
const DOSSIER = join(import.meta.dirname, 'versions')
const VERSIONS = globSync('*.json.gz', { cwd: DOSSIER }).map((nom) => basename(nom, '.json.gz'))
/** When they are read again: after the day on which they were lived. */
const LE = new Date('2026-05-04T10:00:00Z')
const DEUX_MEGAOCTETS = 2_000_000

const serveur = await startPostgres()
afterAll(() => serveur.stop())

/** What a table says where there is no figure. */
const SANS_CHIFFRE: ReadonlySet<string> = new Set(['', '…', '—'])

/** The cells of a public table that hold a figure, by the code of their row and of their column. */
function casesDe(csv: string): Record<string, string> {
  const [entete = [], ...lignes] = csv
    .replace('\ufeff', '')
    .trim()
    .split(/\r?\n/)
    .map((ligne) => ligne.split(';'))
  const cases = lignes.flatMap(([code, ...valeurs]) =>
    valeurs.map((valeur, i) => [`${code} ${entete[i + 1]}`, valeur] as const),
  )
  return Object.fromEntries(cases.filter(([, valeur]) => !SANS_CHIFFRE.has(valeur)))
}

const tableauxDe = ({ tableaux }: Temoin) =>
  Object.fromEntries(Object.entries(tableaux).map(([nom, csv]) => [nom, casesDe(csv)]))

async function reprendre(version: string) {
  const chemin = join(DOSSIER, `${version}.gz`)
  const base = await openBase({ databaseUrl: await serveur.ajouterBase(), dataDir: '' })
  try {
    await restaurerSauvegarde(base.db, { chemin, confirmer: false })
    const { lignes } = await verifierBase(base.db)
    return { lignes, temoin: await lireTemoin(base, LE) }
  } finally {
    await base.close()
  }
}

describe.each(VERSIONS)('une base de la version %s', async (version) => {
  const avant = decompresser(readFileSync(join(DOSSIER, `${version}.json.gz`)))
  const { lignes, temoin } = await reprendre(version)

  it('se restaure, se met à jour et se vérifie', () => {
    expect(lignes.at(-1)).toBe('Tout va bien.')
    expect(statSync(join(DOSSIER, `${version}.gz`)).size).toBeLessThan(DEUX_MEGAOCTETS)
  })

  it('garde chaque rapport, sa version et chacune de ses valeurs', () => {
    expect(avant.formulaires.length).toBeGreaterThan(100)
    expect(temoin.formulaires).toEqual(avant.formulaires)
  })

  it('garde chaque chiffre de l’annuaire publié', () => {
    expect(Object.keys(avant.tableaux).length).toBeGreaterThan(30)
    expect(tableauxDe(temoin)).toMatchObject(tableauxDe(avant))
  })
})

it('les bases d’avant sont là', () => {
  expect(VERSIONS.length).toBeGreaterThan(0)
})
