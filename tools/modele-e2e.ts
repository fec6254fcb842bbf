// The base that the browser's platforms begin with: the demonstration of this hour, made once for
// all of them in the folder of `MODELE_E2E`, and copied. `node tools/modele-e2e.ts`.
import { cpSync } from 'node:fs'
import { PROVISOIRE, PROVISOIRE_GARDE } from '../e2e/provisoire.ts'
import { chargerDemonstration } from '../server/src/demonstration/demonstration.ts'
import { installer } from '../server/src/installation.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { hacherMotDePasse } from '../server/src/platform/mot-de-passe.ts'
import type { Db } from '../server/src/platform/route.ts'
import { insertUtilisateur } from '../server/src/utilisateur/utilisateur.sql.ts'

/** The demonstration has no account whose password is provisional: the tests bring theirs. */
async function insertProvisoires(db: Db): Promise<void> {
  for (const { identifiant, motDePasse } of [PROVISOIRE, PROVISOIRE_GARDE]) {
    await insertUtilisateur(db, {
      identifiant,
      nom: 'Compte provisoire',
      nomAffichable: 'Compte provisoire',
      roles: ['ROLE_ADMIN'],
      motDePasse: await hacherMotDePasse(motDePasse),
      forceChangePassword: true,
    })
  }
}

async function remplir(folder: string): Promise<void> {
  const base = await openBase({ dataDir: folder })
  await migrer(base.db)
  await installer(base.db)
  await insertProvisoires(base.db)
  await chargerDemonstration(base.db, new Date())
  await base.close()
}

/** Puts in this folder, which is empty, the base that was made; makes it where none was. */
export async function copierModele(folder: string): Promise<void> {
  const made = process.env['MODELE_E2E']
  if (made) cpSync(made, folder, { recursive: true })
  else await remplir(folder)
}

if (import.meta.main) await remplir(process.env['MODELE_E2E'] ?? '')
