// What each command does once it is understood: it opens the base, which a refusal does not need.

import { resolve } from 'node:path'
import { avecDe } from '@releve/contract/mois.ts'
import { renommerBase } from '../analyse/analyse.sql.ts'
import { noterSauvegarde, noterSysteme } from '../journal/noter.sql.ts'
import { type Copie, demanderCopie, type NoterSauvegarde } from '../platform/base/copie.ts'
import { ErreurDeBase } from '../platform/base/erreurs.ts'
import { listMigrationsManquantes } from '../platform/base/integrite.ts'
import { migrer } from '../platform/base/migrer.ts'
import { type BaseOuverte, enDirect, openBase } from '../platform/base/ouvrir.ts'
import { restaurerSauvegarde } from '../platform/base/restauration.ts'
import type { Fin } from '../platform/base/sauvegarde.format.ts'
import { ecrireSauvegarde } from '../platform/base/sauvegarde.ts'
import { type Config, ConfigurationInvalide, readVersion } from '../platform/config.ts'
import { direEnFrancais } from '../platform/phrases.ts'
import { desceller } from '../platform/sceau.ts'
import { revoquerTousJetons } from '../session/programme.sql.ts'
import { fermerToutesSessions } from '../session/session.sql.ts'
import { suspendreTousWebhooks, USAGE_SECRET } from '../webhook/webhook.sql.ts'
import { type Commande, CommandeRefusee, type Demande, texteDe } from './aide.ts'
import { creerCompte, reinitialiserMotDePasse } from './comptes.ts'
import { deplacerVers } from './pieces.ts'
import { verifierBase } from './verifier.ts'

const sommeDe = ({ rangees }: Fin) => Object.values(rangees).reduce((a, b) => a + b, 0)
const nombre = (n: number) => n.toLocaleString('fr-FR')

/** A base that only reads is backed up too. */
const NON_NOTEE =
  'La base ne peut pas être écrite\u00a0: cette sauvegarde n’est pas notée au journal.'

/** Backs the base up; says what was written. @throws ErreurDeBase */
async function sauvegardeVers(
  base: BaseOuverte,
  fichier: string,
  le: Date,
  noter: NoterSauvegarde,
): Promise<string[]> {
  const fin = await ecrireSauvegarde(base, resolve(fichier), { le, version: readVersion() })
  const tables = Object.keys(fin.rangees).length
  return [
    `Sauvegarde écrite\u00a0: ${fichier}`,
    `${nombre(tables)} tables, ${nombre(sommeDe(fin))} lignes\u202f; empreinte ${fin.sha256}`,
    ...((await noter(sommeDe(fin))) ? [] : [NON_NOTEE]),
    'Ce fichier contient des données personnelles\u00a0: gardez-le en lieu sûr.',
  ]
}

/** What is said of webhooks once restored: which must have another secret, unread by this key. */
function direWebhooks(
  webhooks: readonly { nom: string; secret: Buffer }[],
  config: Config,
): string[] {
  if (webhooks.length === 0) return []
  const illisibles = webhooks.filter(
    ({ secret }) => desceller(config, USAGE_SECRET, secret) === null,
  )
  return [
    'Les webhooks sont suspendus\u00a0: reprenez, à l’écran Webhooks, ceux que cette plateforme doit prévenir.',
    ...(illisibles.length > 0
      ? [
          `Scellés par une autre clé que celle d’ici (SECRETS_KEY)\u00a0: donnez un autre secret à ${illisibles.map(({ nom }) => `«\u00a0${nom}\u00a0»`).join(', ')}, ou remettez la clé d’avant.`,
        ]
      : []),
  ]
}

/**
 * Puts a backup in the place of all that the base holds. Nobody stays signed in, no program's token
 * lives: what was closed or revoked since the backup would open again. No webhook is told anything:
 * this base may be a copy. @throws ErreurDeBase
 */
async function restaureDepuis(
  { db }: BaseOuverte,
  { fichier, confirmer }: { fichier: string; confirmer: boolean },
  le: Date,
  config: Config,
): Promise<string[]> {
  let webhooks: { nom: string; secret: Buffer }[] = []
  const demande = { chemin: resolve(fichier), confirmer }
  const { entete, fin, migrations } = await restaurerSauvegarde(db, demande, async (tx, faite) => {
    await fermerToutesSessions(tx, le)
    await revoquerTousJetons(tx, le)
    await renommerBase(tx)
    webhooks = await suspendreTousWebhooks(tx, le)
    const detail = {
      du: faite.entete.le,
      version: faite.entete.version,
      lignes: sommeDe(faite.fin),
    }
    await noterSysteme({ db: tx, maintenant: le }, 'BASE_RESTAUREE', { detail })
  })
  return [
    `Base restaurée telle qu’elle était le ${entete.le} (version ${entete.version}).`,
    `${nombre(sommeDe(fin))} lignes remises en place\u202f; les sessions sont fermées, les jetons de programme révoqués.`,
    ...migrations.map((nom) => `Migration appliquée depuis\u00a0: ${nom}`),
    ...direWebhooks(webhooks, config),
    'Les courriels qui attendaient alors partiront au prochain démarrage\u00a0: voyez l’écran Courriels.',
  ]
}

direEnFrancais()

/** A statement may take longer than a request is allowed. */
const DUREE_MAX_MS = 3_600_000

type Options = Demande['options']
type Resultat = { lignes: string[]; code?: number }
type Execution = (
  base: BaseOuverte,
  options: Options,
  le: Date,
  config: Config,
  noter: NoterSauvegarde,
) => Promise<Resultat>

const requis = (options: Options, nom: string) => texteDe(options, nom) ?? ''

async function exigerAJour({ db }: BaseOuverte): Promise<void> {
  if ((await listMigrationsManquantes(db)).length === 0) return
  throw new CommandeRefusee(
    'La base n’est pas à jour\u00a0: démarrez d’abord la plateforme une fois.',
  )
}

const EXECUTIONS: Record<Commande, Execution> = {
  'utilisateur:creer': async (base, options, le) => {
    await exigerAJour(base)
    const identifiant = requis(options, 'identifiant')
    const [nom, prenoms, email, structure] = ['nom', 'prenoms', 'email', 'structure'].map((cle) =>
      texteDe(options, cle),
    )
    const fiche = { identifiant, roles: requis(options, 'roles'), nom, prenoms, email, structure }
    const motDePasse = await creerCompte(base.db, fiche, le)
    return {
      lignes: [
        `Compte créé\u00a0: ${identifiant}`,
        `Mot de passe à usage unique\u00a0: ${motDePasse}`,
      ],
    }
  },
  'mot-de-passe:reinitialiser': async (base, options, le) => {
    await exigerAJour(base)
    const identifiant = requis(options, 'identifiant')
    const { motDePasse, bloque, sansFacteur } = await reinitialiserMotDePasse(
      base.db,
      identifiant,
      le,
    )
    const reste = 'Le compte reste bloqué\u00a0: débloquez-le à l’écran Utilisateurs.'
    return {
      lignes: [
        `Mot de passe à usage unique ${avecDe(identifiant)}\u00a0: ${motDePasse}`,
        'Ses sessions sont fermées\u202f; il choisira un autre mot de passe en se connectant.',
        ...(sansFacteur ? ['Son second facteur est retiré\u202f; il en activera un autre.'] : []),
        ...(bloque ? [reste] : []),
      ],
    }
  },
  sauvegarder: async (base, options, le, _config, noter) => ({
    lignes: await sauvegardeVers(base, requis(options, 'vers'), le, noter),
  }),
  restaurer: async (base, options, le, config) => {
    const confirmer = options['confirmer'] === true
    const demande = { fichier: requis(options, 'depuis'), confirmer }
    return { lignes: await restaureDepuis(base, demande, le, config) }
  },
  migrer: async ({ db }) => {
    const faites = await migrer(db)
    const dites = faites.map((nom) => `Migration appliquée\u00a0: ${nom}`)
    return { lignes: dites.length > 0 ? dites : ['La base est à jour.'] }
  },
  verifier: async ({ db }, _options, _le, config) => {
    const { lignes, fautes } = await verifierBase(db, config)
    return { lignes, code: fautes > 0 ? 1 : 0 }
  },
  'pieces:deplacer': async (base, options, le, config) => {
    await exigerAJour(base)
    const { lignes, fautes } = await deplacerVers(base.db, config, requis(options, 'vers'), le)
    return { lignes, code: fautes > 0 ? 1 : 0 }
  },
}

/** What only reads the base does it on a copy, where a platform serves the embedded one. */
const SUR_COPIE: ReadonlySet<Commande> = new Set(['sauvegarder', 'verifier'])

/** `copie` null: on the base itself, that nobody else holds. */
async function surBase(
  { commande, options }: Demande,
  le: Date,
  config: Config,
  copie: Copie | null,
): Promise<Resultat> {
  const { dataDir = config.dataDir } = copie ?? {}
  const limites = { connexions: 1, dureeMaxMs: DUREE_MAX_MS }
  const base = await openBase({ ...enDirect(config), ...limites, dataDir })
  const noter =
    copie?.noter ?? ((lignes: number) => noterSauvegarde({ db: base.db, maintenant: le }, lignes))
  try {
    return await EXECUTIONS[commande](base, options, le, config, noter)
  } finally {
    await base.close()
  }
}

async function surLaBase(demande: Demande, le: Date, config: Config): Promise<Resultat> {
  const embarquee = config.databaseUrl === undefined && SUR_COPIE.has(demande.commande)
  const copie = embarquee ? await demanderCopie(config.dataDir) : null
  try {
    return await surBase(demande, le, config, copie)
  } finally {
    copie?.finir()
  }
}

/**
 * Carries a command out on the base that `readReglages` tells; what it says, and its exit code.
 * @throws CommandeRefusee with the sentence that says what to do
 */
export async function executer(
  demande: Demande,
  le: Date,
  readReglages: () => Promise<Config>,
): Promise<Resultat> {
  try {
    return await surLaBase(demande, le, await readReglages())
  } catch (error) {
    // These carry such a sentence; anything else is a fault of ours.
    if (!(error instanceof ConfigurationInvalide || error instanceof ErreurDeBase)) throw error
    throw new CommandeRefusee(error.message, { cause: error })
  }
}
