import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SERVEUR = join(ROOT, 'server/src')
const page = readFileSync(join(ROOT, 'docs/securite.md'), 'utf8')

/** What computes a digest, a secret or a seal, by what it imports. */
const CRYPTO = /from '(?:node:crypto|@node-rs\/argon2|otpauth|aws4fetch)'|\bsha256\(/

it('l’inventaire de la cryptographie nomme chaque fichier qui en emploie', () => {
  const fichiers = readdirSync(SERVEUR, { recursive: true, encoding: 'utf8' })
    .filter((nom) => nom.endsWith('.ts') && !/\.(test|banc)\.ts$/.test(nom))
    .filter((nom) => CRYPTO.test(readFileSync(join(SERVEUR, nom), 'utf8')))
  expect(fichiers.length).toBeGreaterThan(20)
  expect(fichiers.filter((nom) => !page.includes(`\`${nom}\``))).toEqual([])
})

/** Requirements as they are numbered: `6.2.12`. */
const numeros = (texte: string) => texte.match(/\b\d+\.\d+\.\d+\b/g) ?? []

it('la table de l’ASVS compte ses exigences, et donne de chaque écart sa raison', () => {
  const lignes = [...page.matchAll(/^\| V(\d+) .*?\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, ...chiffres]) => chiffres.map(Number),
  )
  expect(lignes.map(([chapitre]) => chapitre)).toEqual(Array.from({ length: 17 }, (_, n) => n + 1))
  const totaux = [1, 2, 3].map((colonne) =>
    lignes.reduce((somme, ligne) => somme + (ligne[colonne] ?? 0), 0),
  )
  expect(page).toContain(`| **253 exigences** | ${totaux.map((n) => `**${n}**`).join(' | ')} |`)
  expect(totaux.reduce((a, b) => a + b, 0)).toBe(253)
  const ecarts = [...page.matchAll(/^\| (\d+)\.\d+\.\d+ \| .+? \| .+? \|$/gm)].map(([, chapitre]) =>
    Number(chapitre),
  )
  for (const [chapitre = 0, , attendus] of lignes) {
    expect([chapitre, ecarts.filter((un) => un === chapitre).length]).toEqual([chapitre, attendus])
  }
  const corrigees = numeros(page.slice(page.indexOf('**Corrigées')))
  const tenues = new Set(corrigees)
  expect(tenues.size).toBe(corrigees.length)
  const raisons = page.slice(page.indexOf('**Les écarts'), page.indexOf('**Corrigées'))
  expect(numeros(raisons).filter((un) => tenues.has(un))).toEqual([])
})
