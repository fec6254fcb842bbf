import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createApp } from './app.ts'
import {
  COMPTES_DEMONSTRATION,
  chargerDemonstration,
  estDemonstration,
} from './demonstration/demonstration.ts'
import { balayerDepot } from './document/menage.ts'
import { entretenir } from './entretien.ts'
import { installer } from './installation.ts'
import { annoncerFins } from './jeton/annoncer.ts'
import { noterSauvegarde } from './journal/noter.sql.ts'
import { createMesures } from './mesures/mesures.ts'
import { ErreurDeBase, estIndisponible, estStockageRefuse } from './platform/base/erreurs.ts'
import { migrer } from './platform/base/migrer.ts'
import { openBase } from './platform/base/ouvrir.ts'
import {
  adressePubliqueDe,
  type Config,
  ConfigurationInvalide,
  readConfig,
  readEnvFile,
} from './platform/config.ts'
import { EcouteRefusee, ecouter, verifierEcoute } from './platform/ecoute.ts'
import type { Http } from './platform/http.ts'
import type { Mailer } from './platform/mailer.courriel.ts'
import { createMailer, createMailerDeDemonstration } from './platform/mailer.ts'
import { REGLAGE, serveMesures } from './platform/metrics.ts'
import type { Db } from './platform/route.ts'
import { relancerSelonCalendrier } from './relance/automatique.ts'
import { type Boucle, demarrerLivraisons, demarrerTaches } from './tache/boucle.ts'
import { handlersDe, livraisonsDe } from './travaux.ts'
import { installerAdministrateur } from './utilisateur/utilisateur.installation.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
const SIGNAUX = ['SIGINT', 'SIGTERM'] as const

/** Prints what a person needs to know, apart from the log. */
function dire(...lignes: string[]): void {
  process.stdout.write(`${lignes.join('\n')}\n`)
}

// By default V8 lets the heap grow by several times before it collects: on a small server, memory
// is worth more than the last of the processor saved (docs/decisions/0053).
setFlagsFromString('--heap-growing-percent=100')

// Under `--watch` (`npm run dev`), a thread tells its parent each file that it imports, among its
// own messages: who waits for its answer would take one of those for it.
delete process.env['WATCH_REPORT_DEPENDENCIES']

/** How long calls under way may last once the process is told to stop. */
const GRACE_MS = 10_000

/** Says which accounts the demonstration made, or that this base does not go with the mode. */
function direDemonstration(remplie: boolean, demandee: boolean): void {
  if (demandee && remplie) dire(...COMPTES_DEMONSTRATION)
  else if (demandee) {
    dire(
      'Cette base contenait déjà des structures\u00a0: la démonstration n’y a rien ajouté.',
      'Pour la voir, donnez un autre dossier\u00a0: DATA_DIR=./demonstration npm run demo',
    )
  } else if (remplie) {
    dire(
      'Attention\u00a0: cette base est celle de la démonstration, dont les mots de passe sont publics.',
      'Pour travailler, donnez un autre dossier (DATA_DIR) ou une autre base (DATABASE_URL).',
    )
  }
}

const ENTRETIEN_MS = 60 * 60_000

const DEPOT_DOUTEUX =
  'le seau S3 contient surtout des fichiers inconnus d’ici\u00a0: rien n’en est effacé. Un seau ne sert qu’à une plateforme.'

/** Does this at once and then every `ms`; one that fails says what it leaves for the next. */
function reprendre({ log }: Http, ms: number, manque: string, faire: () => Promise<void>): void {
  const passer = () => faire().catch((err: unknown) => log.warn({ err }, manque))
  void passer()
  setInterval(() => void passer(), ms).unref()
}

/** Has the store of files forget what nobody can ask for. */
async function menager({ log }: Http, db: Db, config: Config): Promise<void> {
  const bilan = await balayerDepot(db, config, new Date())
  if (bilan.doute) log.error(bilan, DEPOT_DOUTEUX)
  else if (bilan.effaces + bilan.orphelins > 0) log.info(bilan, 'dépôt de fichiers balayé')
}

/** Sends the reminders of the calendar. */
async function relancer({ log }: Http, db: Db, url: string): Promise<void> {
  const formulaires = await relancerSelonCalendrier(db, { url, maintenant: new Date() })
  if (formulaires > 0) log.info({ formulaires }, 'relances du calendrier envoyées')
}

/** Tells who has a program's token that ends soon. */
async function annoncer({ log }: Http, db: Db, url: string): Promise<void> {
  const jetons = await annoncerFins(db, { url, maintenant: new Date() })
  if (jetons > 0) log.info({ jetons }, 'fins de jetons de programme annoncées')
}

const RELANCES_MS = 10 * 60_000

/** What the platform does by itself now and then; processes may do it together, or share it. */
function lancerTravaux(app: Http, db: Db, config: Config): void {
  const { log } = app
  const url = adressePubliqueDe(config)
  reprendre(app, ENTRETIEN_MS, 'entretien remis à l’heure suivante', () =>
    entretenir({ db, log, maintenant: new Date() }),
  )
  if (config.s3) {
    const manque = 'dépôt de fichiers injoignable\u00a0: rien n’y a été balayé'
    reprendre(app, ENTRETIEN_MS, manque, () => menager(app, db, config))
  }
  reprendre(app, RELANCES_MS, 'relances du calendrier remises au prochain passage', () =>
    relancer(app, db, url),
  )
  reprendre(app, ENTRETIEN_MS, 'fins de jetons de programme annoncées au prochain passage', () =>
    annoncer(app, db, url),
  )
}

/** What sends mails; null when they must wait in the outbox. */
function choisirMailer(config: Config, app: Http): Mailer | null {
  const mailer = createMailer(config)
  if (mailer) return mailer
  if (config.demonstration) return createMailerDeDemonstration(dire)
  app.log.warn('SMTP_URL n’est pas donnée\u00a0: les courriels attendent dans la boîte d’envoi.')
  return null
}

/** Carries out, in this process, what acts have left to do after them. */
function travailler(config: Config, app: Http, db: Db): Boucle {
  const maintenant = () => new Date()
  const handlers = handlersDe({ config, db, mailer: choisirMailer(config, app), maintenant })
  return demarrerTaches({ db, handlers, maintenant, log: app.log })
}

/** Starts telling webhooks what happens, apart from the rest. */
function lancerLivraisons(config: Config, { log }: Http, db: Db): Boucle {
  const maintenant = () => new Date()
  const handlers = livraisonsDe({ config, db, maintenant })
  return demarrerLivraisons({ db, handlers, maintenant, log })
}

async function start(): Promise<void> {
  readEnvFile()
  const config = readConfig(process.env, process.argv.includes('--demonstration'))
  // Before anything is created: a start that cannot serve leaves no trace.
  await verifierEcoute(config)
  if (config.mesures) await verifierEcoute(config.mesures, REGLAGE)
  const base = await openBase({ ...config, avertir: dire })
  await base.enDirect(migrer)
  await installer(base.db)
  if (config.demonstration) await chargerDemonstration(base.db, new Date())
  const remplie = await estDemonstration(base.db)
  const mesures = config.mesures && createMesures(base, () => new Date())
  const app = await createApp({ base, config, web: WEB, ...(mesures && { mesures }) })
  const adresse = await ecouter(app, config)
  if (mesures && config.mesures) await serveMesures(mesures.lire, config.mesures, app.log)
  // Its password is shown once: not before the platform can be reached.
  const motDePasse = await installerAdministrateur(base.db)
  // Nothing is read for this start once it may be told to stop: the base closes then.
  process.on('warning', ({ name, message }) => app.log.warn({ avertissement: name }, message))
  const boucles: Boucle[] = []
  const fermer = async (code: number) => {
    // The calls under way are answered, but not waited for without end.
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
    await Promise.all([app.close(), ...boucles.map((boucle) => boucle.arreter())])
    await base.close()
    process.exit(code)
  }
  // A terminal and npm both pass Ctrl+C on: the second time must not cut the first one short.
  let arret: Promise<void> | undefined
  const stop = (code: number) => (arret ??= fermer(code))
  for (const signal of SIGNAUX) process.on(signal, () => void stop(0))
  void base.perdue.then(async (cause) => {
    dire(cause.message)
    await stop(1)
  })
  base.preterCopies((lignes) => noterSauvegarde({ db: base.db, maintenant: new Date() }, lignes))
  dire('', `Relevé est prêt\u00a0: ${config.urlPublique ?? adresse}`)
  boucles.push(travailler(config, app, base.db), lancerLivraisons(config, app, base.db))
  lancerTravaux(app, base.db, config)
  direDemonstration(remplie, config.demonstration)
  if (motDePasse) {
    dire('Premier compte\u00a0: administrateur', `Mot de passe à usage unique\u00a0: ${motDePasse}`)
  }
}

/** One sentence where a person can act; the trace where the fault is ours. */
function direEchec(echec: unknown): string {
  if (
    echec instanceof ConfigurationInvalide ||
    echec instanceof EcouteRefusee ||
    echec instanceof ErreurDeBase
  ) {
    return echec.message
  }
  if (estStockageRefuse(echec)) {
    return 'La base ne peut pas être écrite\u00a0: son disque est plein, ou elle est en lecture seule. Libérez de la place ou rendez-la inscriptible, puis relancez.'
  }
  if (estIndisponible(echec)) {
    return 'La base a cessé de répondre pendant le démarrage. Vérifiez-la, puis relancez.'
  }
  return (echec instanceof Error && echec.stack) || String(echec)
}

start().catch((echec: unknown) => {
  process.stderr.write(`${direEchec(echec)}\n`)
  process.exit(1)
})
