import { parseArgs } from 'node:util'

/** A command that cannot be understood: what is wrong, then how to write it. */
export class CommandeInvalide extends Error {}
/** A command understood, that cannot be carried out; its message is one sentence for a person. */
export class CommandeRefusee extends Error {}

/** How these commands are called here: what starts them otherwise says so. */
export const APPEL = process.env['RELEVE_COMMANDE'] ?? 'npm run releve --'

export const AIDE = `Usage\u00a0: ${APPEL} COMMANDE [OPTIONS]

Comptes
  utilisateur:creer --identifiant NOM --roles ROLE[,ROLE]
      [--nom NOM] [--prenoms PRENOMS] [--email ADRESSE] [--structure CODE]
      Crée un compte et affiche son mot de passe à usage unique.
      Rôles\u00a0: ROLE_DPPS, ROLE_ADMIN, ROLE_STRUCTURE (celui-ci avec --structure).
  mot-de-passe:reinitialiser --identifiant NOM
      Affiche un mot de passe à usage unique, et ferme les sessions du compte.

Base
  sauvegarder --vers FICHIER
      Écrit toute la base dans un fichier, telle qu’elle est à un instant.
  restaurer --depuis FICHIER [--confirmer]
      Remplace tout le contenu de la base, en entier ou pas du tout.
      Sur une base qui n’est pas vide, --confirmer est demandé.
  migrer
      Applique à la base les migrations de ce programme, sans rien démarrer. Le démarrage le fait
      aussi\u202f; c’est pour le compte qui possède les tables, quand un autre sert.
  verifier
      Examine la base et dit ce qui ne va pas\u202f; finit par 1 s’il y a une faute.

Fichiers déposés
  pieces:deplacer --vers S3|BASE
      Déplace tous les fichiers dans le seau de S3_URL, ou de là dans la base.
      Arrêté, il reprend où il en était. La plateforme peut tourner, si la base est un serveur.

  aide
      Affiche ce texte.

La base est celle de DATABASE_URL, sinon celle du dossier DATA_DIR, qui ne sert qu’à un
processus à la fois\u00a0: sauvegarder et verifier en lisent alors une copie, que la plateforme leur
fait\u202f; pour le reste, arrêtez-la. Sur un serveur PostgreSQL, seul restaurer le demande.
Code de fin\u00a0: 0 si tout va bien, 1 en cas d’échec, 2 si la commande est mal écrite.`

const OPTIONS = {
  'utilisateur:creer': ['identifiant', 'roles', 'nom', 'prenoms', 'email', 'structure'],
  'mot-de-passe:reinitialiser': ['identifiant'],
  sauvegarder: ['vers'],
  restaurer: ['depuis', 'confirmer'],
  migrer: [],
  verifier: [],
  'pieces:deplacer': ['vers'],
} as const satisfies Record<string, readonly string[]>
/** Options that one does not do without. */
const REQUISES = new Set(['identifiant', 'roles', 'vers', 'depuis'])
/** Options without a value. */
const DRAPEAUX = new Set(['confirmer'])

export type Commande = keyof typeof OPTIONS
type Options = Readonly<Record<string, string | true>>
/** A command line that was understood. */
export type Demande = { commande: Commande; options: Options }

const estCommande = (mot: string): mot is Commande => Object.hasOwn(OPTIONS, mot)

type Mot = { name: string; value: string | undefined; inlineValue: boolean | undefined }

/** What one option says. @throws CommandeInvalide when its value is missing, or one too many */
function valeurDe({ name, value, inlineValue }: Mot): string | true {
  if (DRAPEAUX.has(name)) {
    // « --confirmer=non » must not confirm.
    if (inlineValue) throw new CommandeInvalide(`--${name} s’écrit sans valeur.`)
    return true
  }
  if (!value || (value.startsWith('--') && !inlineValue)) {
    throw new CommandeInvalide(`--${name} demande une valeur.`)
  }
  return value
}

function lireOptions(commande: Commande, mots: readonly string[]): Options {
  const permises: readonly string[] = OPTIONS[commande]
  const { tokens } = parseArgs({
    args: [...mots],
    options: Object.fromEntries(
      permises.map((nom) => [nom, { type: DRAPEAUX.has(nom) ? 'boolean' : 'string' }]),
    ),
    // Its own refusals are in English.
    strict: false,
    tokens: true,
  })
  const options: Record<string, string | true> = {}
  for (const mot of tokens) {
    if (mot.kind !== 'option' || !permises.includes(mot.name)) {
      throw new CommandeInvalide(
        `«\u00a0${mots[mot.index]}\u00a0» n’est pas une option de ${commande}.`,
      )
    }
    if (options[mot.name] !== undefined) {
      throw new CommandeInvalide(`--${mot.name} est donné deux fois.`)
    }
    options[mot.name] = valeurDe(mot)
  }
  const manque = permises.find((nom) => REQUISES.has(nom) && options[nom] === undefined)
  if (manque) throw new CommandeInvalide(`Il manque --${manque}.`)
  return options
}

/**
 * Reads a command line; null when help is asked for.
 * @throws CommandeInvalide naming the word that is not understood
 */
export function readCommande(mots: readonly string[]): Demande | null {
  const [premier, ...reste] = mots
  if (premier === undefined) throw new CommandeInvalide('Dites ce qu’il faut faire.')
  if (premier === 'aide' || mots.includes('--aide') || mots.includes('--help')) return null
  if (!estCommande(premier)) {
    throw new CommandeInvalide(`La commande «\u00a0${premier}\u00a0» n’existe pas.`)
  }
  return { commande: premier, options: lireOptions(premier, reste) }
}

/** The text of an option; undefined when it was not given. */
export function texteDe(options: Options, nom: string): string | undefined {
  const valeur = options[nom]
  return typeof valeur === 'string' ? valeur : undefined
}
