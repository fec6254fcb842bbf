// Makes a large coherent country, for benchmarks and trials of scale:
// npm run generer -- --structures 2000 --mois 36
import { parseArgs } from 'node:util'
import { findDerniereStructure } from './demonstration/lot.sql.ts'
import { genererPays } from './demonstration/pays.ts'
import { installer } from './installation.ts'
import { ErreurDeBase } from './platform/base/erreurs.ts'
import { migrer } from './platform/base/migrer.ts'
import { enDirect, openBase } from './platform/base/ouvrir.ts'
import { ConfigurationInvalide, readConfig, readEnvFile } from './platform/config.ts'
import { createSecretCopie } from './platform/mot-de-passe.ts'

const USAGE = `Usage\u00a0: npm run generer -- --structures 2000 --mois 36
  --structures N        structures à créer (100)
  --mois M              mois de rapports, le mois courant compris (24)
  --souches S           structures aux chiffres calculés\u202f; les autres les reprennent (200)
  --ajouter             accepte une base qui a déjà des structures
  --mot-de-passe TEXTE  mot de passe des comptes créés\u202f; sinon il est tiré au sort
  --database-url URL    base PostgreSQL\u202f; sinon DATABASE_URL, ou le dossier DATA_DIR`

/** What keeps the command from running, in one sentence. */
class DemandeInvalide extends Error {}

/** A statement may take longer than a request is allowed. */
const DUREE_MAX_MS = 600_000

function nombre(nom: string, texte: string, max: number): number {
  const valeur = Number(texte)
  if (Number.isInteger(valeur) && valeur >= 1 && valeur <= max) return valeur
  throw new DemandeInvalide(`--${nom} doit être un nombre entier de 1 à ${max}.\n${USAGE}`)
}

function lire(args: string[]) {
  const chaine = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        structures: { ...chaine, default: '100' },
        mois: { ...chaine, default: '24' },
        souches: { ...chaine, default: '200' },
        ajouter: { type: 'boolean', default: false },
        'mot-de-passe': chaine,
        'database-url': chaine,
      },
    }).values
  } catch {
    throw new DemandeInvalide(`Une option est inconnue, ou n’a pas sa valeur.\n${USAGE}`)
  }
}

async function generer(): Promise<void> {
  const options = lire(process.argv.slice(2))
  readEnvFile()
  const databaseUrl = options['database-url'] ?? process.env.DATABASE_URL
  const taille = {
    structures: nombre('structures', options.structures, 50_000),
    mois: nombre('mois', options.mois, 240),
    souches: nombre('souches', options.souches, 50_000),
  }
  const config = readConfig({ ...process.env, DATABASE_URL: databaseUrl })
  const base = await openBase({ ...enDirect(config), dureeMaxMs: DUREE_MAX_MS })
  try {
    await migrer(base.db)
    await installer(base.db)
    if (!options.ajouter && (await findDerniereStructure(base.db)) > 0) {
      throw new DemandeInvalide(
        'La base a déjà des structures\u00a0: choisissez une base vide, ou précisez --ajouter.',
      )
    }
    const motDePasse = options['mot-de-passe'] ?? createSecretCopie()
    const debut = performance.now()
    const secondes = () => ((performance.now() - debut) / 1_000).toFixed(1)
    const total = await genererPays(base.db, {
      ...taille,
      maintenant: new Date(),
      motDePasse,
      progresser: (structures, formulaires) =>
        console.log(`${structures} structures, ${formulaires} rapports (${secondes()} s)`),
    })
    console.log(
      `Terminé\u00a0: ${taille.structures} structures, ${total} rapports en ${secondes()} s.`,
    )
    console.log(
      'Comptes créés\u00a0: le code de chaque structure en minuscules\u202f; dpps et admin s’ils manquaient.',
    )
    if (!options['mot-de-passe']) console.log(`Mot de passe de tous\u00a0: ${motDePasse}`)
  } finally {
    await base.close()
  }
}

try {
  await generer()
} catch (error) {
  // These carry the sentence that says what to do; anything else is a fault of ours.
  const attendues = [DemandeInvalide, ConfigurationInvalide, ErreurDeBase]
  if (!attendues.some((attendue) => error instanceof attendue)) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}
