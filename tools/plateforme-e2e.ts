// The platform that the browser's tests visit: demonstration data, embedded base, a folder of its
// own that goes with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROVISOIRE } from '../e2e/provisoire.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { hacherMotDePasse } from '../server/src/platform/mot-de-passe.ts'
import { insertUtilisateur } from '../server/src/utilisateur/utilisateur.sql.ts'

const folder = mkdtempSync(join(tmpdir(), 'releve-e2e-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** The demonstration has no account whose password is provisional: the tests bring one. */
async function insertProvisoire(): Promise<void> {
  const { identifiant, motDePasse } = PROVISOIRE
  const base = await openBase({ dataDir: folder })
  await migrer(base.db)
  await insertUtilisateur(base.db, {
    identifiant,
    nom: 'Compte provisoire',
    nomAffichable: 'Compte provisoire',
    roles: ['ROLE_ADMIN'],
    motDePasse: await hacherMotDePasse(motDePasse),
    forceChangePassword: true,
  })
  await base.close()
}

await insertProvisoire()
process.env.DATA_DIR = folder
process.argv.push('--demonstration')
await import('../server/src/main.ts')
