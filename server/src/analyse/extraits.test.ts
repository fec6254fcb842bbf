import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { amener } from '../../test/formulaires.ts'
import { ecouter } from '../evenement/evenement.banc.ts'
import { insertJeton } from '../session/programme.sql.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/lire-les-donnees.md'), 'utf8')

/** What the page gives to be copied in this language. */
const extraitDe = (langue: string): string =>
  new RegExp(`^\`\`\`${langue}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1] ?? ''

const estLa = (commande: string) => spawnSync(commande, ['--version']).status === 0

const LANGUES = [
  { nom: 'Python', langue: 'python', commande: 'python3', option: '-c' },
  { nom: 'R', langue: 'r', commande: 'Rscript', option: '-e' },
] as const

// What is not installed is left out, and counted as such by the run.
for (const { nom, langue, commande, option } of LANGUES) {
  it.skipIf(!estLa(commande))(`l’extrait de ${nom} lit ce que la page promet`, async () => {
    const banc = await ouvrirBanc()
    const { donnees } = await amener(banc, 'SOUMIS')
    const jeton = await insertJeton(banc.base.db, {
      utilisateurId: banc.asDpps.id,
      nom: 'Entrepôt',
      usages: ['LIRE_CHIFFRES'],
      structures: null,
      reseaux: [],
      creeLe: banc.horloge.maintenant,
      expireLe: new Date(banc.horloge.maintenant.getTime() + 86_400_000),
    })
    const env = { ...process.env, RELEVE_SITE: await ecouter(banc.app), RELEVE_JETON: jeton }
    const { stdout } = await promisify(execFile)(commande, [option, extraitDe(langue)], { env })
    const lignes = Object.keys(donnees).length
    expect(stdout).toContain(String(lignes))
    expect(stdout).toContain('R01')
    expect(stdout).toContain(String(donnees['MVT.DEB.M']))
  })
}
