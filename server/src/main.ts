import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createApp } from './app.ts'
import { COMPTES_DEMONSTRATION, chargerDemonstration } from './demonstration/demonstration.ts'
import { installer } from './installation.ts'
import { ErreurDeBase } from './platform/base/erreurs.ts'
import { migrer } from './platform/base/migrer.ts'
import { openBase } from './platform/base/ouvrir.ts'
import { ConfigurationInvalide, readConfig } from './platform/config.ts'
import { installerAdministrateur } from './utilisateur/utilisateur.installation.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
const SIGNAUX = ['SIGINT', 'SIGTERM'] as const

/** Prints what a person needs to know, apart from the log. */
function dire(...lignes: string[]): void {
  process.stdout.write(`${lignes.join('\n')}\n`)
}

// By default V8 lets the heap grow by several times before it collects: on a small server, memory is
// worth more than the processor saved (bench/RESULTATS.md).
setFlagsFromString('--heap-growing-percent=40')

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.includes('--demonstration'))
  const base = await openBase(config)
  await migrer(base.db)
  await installer(base.db)
  if (config.demonstration) await chargerDemonstration(base.db, new Date())
  const motDePasse = await installerAdministrateur(base.db)
  const app = await createApp({ base, config, web: WEB })
  const stop = async (code: number) => {
    await app.close()
    await base.close()
    process.exit(code)
  }
  for (const signal of SIGNAUX) process.once(signal, () => void stop(0))
  void base.perdue.then(async (cause) => {
    dire(cause.message)
    await stop(1)
  })
  const adresse = await app.listen({ port: config.port, host: config.hote })
  dire('', `Relevé est prêt : ${config.urlPublique ?? adresse}`)
  if (config.demonstration) dire(...COMPTES_DEMONSTRATION)
  if (motDePasse) {
    dire('Premier compte : administrateur', `Mot de passe à usage unique : ${motDePasse}`)
  }
}

start().catch((echec: unknown) => {
  // Both carry the one sentence that says what to do; anything else is a fault of ours.
  const attendu = echec instanceof ConfigurationInvalide || echec instanceof ErreurDeBase
  process.stderr.write(`${attendu ? echec.message : (echec as Error).stack}\n`)
  process.exit(1)
})
