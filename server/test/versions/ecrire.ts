// What this version writes, kept for those to come: a region's reports of seventeen months with the
// annuaire of a year, backed up, and what is read in it. `npm run lancer server/test/versions/ecrire.ts
// -- 0.2.0` when a version is published; `../versions.test.ts` restores each.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { STRUCTURES } from '../../seed/structures.ts'
import { MOT_DE_PASSE } from '../../src/demonstration/comptes.ts'
import { publierAnnuaires } from '../../src/demonstration/demonstration.ts'
import { peupler } from '../../src/demonstration/peupler.ts'
import { installer } from '../../src/installation.ts'
import { migrer } from '../../src/platform/base/migrer.ts'
import { type BaseOuverte, openBase } from '../../src/platform/base/ouvrir.ts'
import { ecrireSauvegarde } from '../../src/platform/base/sauvegarde.ts'
import { lireTemoin } from './temoin.ts'

/** The day on which it was lived: 2025 is whole, and its annuaire is published. */
const LE = new Date('2026-05-02T10:00:00Z')
const MOIS_VECUS = 17

async function vivre({ db }: BaseOuverte): Promise<void> {
  await migrer(db)
  await installer(db)
  const region = STRUCTURES.filter(({ code }) => /\bR01\b/.test(code))
  await peupler(
    db,
    region.map((structure, souche) => ({ structure, souche, scenario: {} })),
    {
      mois: MOIS_VECUS,
      maintenant: LE,
      motDePasse: MOT_DE_PASSE,
      avecCellules: true,
      ensemble: region.length,
    },
  )
  await publierAnnuaires(db, LE)
}

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Dites la version\u00a0: 0.2.0, par exemple.')
const dossier = mkdtempSync(join(tmpdir(), 'releve-version-'))
const base = await openBase({ dataDir: join(dossier, 'donnees') })
await vivre(base)
const ici = join(import.meta.dirname, version)
writeFileSync(`${ici}.json.gz`, gzipSync(JSON.stringify(await lireTemoin(base, LE)), { level: 9 }))
await ecrireSauvegarde(base, `${ici}.gz`, { le: LE, version })
await base.close()
rmSync(dossier, { recursive: true })
