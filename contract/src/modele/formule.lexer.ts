import { FormuleInvalide } from './modele.invalide.ts'

/** `mot` is an address, a function's name or one of ET OU NON VRAI FAUX. */
export type Jeton = {
  sorte: 'nombre' | 'texte' | 'mot' | 'signe' | 'fin'
  texte: string
  position: number
}

/** Longest formula read; the schema of a model holds the same figure. */
const LONGUEUR_MAX = 2000

const ESPACE = /\s+/y
const NOMBRE = /\d+(?:,\d+)?/y
const TEXTE = /"([^"]*)"/y
// A first segment starts with a letter, so that no number looks like an address; the next ones may
// be a code of digits. An asterisk opens an address only where the parser expects a value.
const MOT = /(?:[A-Z][A-Z0-9_]*|\$)(?:\.(?:[A-Z0-9][A-Z0-9_]*|\$|\*))*/y
const SIGNE = /<>|<=|>=|[-+*/=<>();]/y

/** Signs that a text processor writes, and those that they stand for. */
const EQUIVALENTS: Record<string, string> = { '−': '-', '≤': '<=', '≥': '>=', '≠': '<>' }

/**
 * Cuts a formula into tokens, the last of which is `fin`.
 * @throws FormuleInvalide
 */
export function decouper(source: string): Jeton[] {
  if (source.length > LONGUEUR_MAX)
    throw new FormuleInvalide(`La formule dépasse ${LONGUEUR_MAX} caractères.`, LONGUEUR_MAX)
  const jetons: Jeton[] = []
  let position = 0
  const lire = (motif: RegExp) => {
    motif.lastIndex = position
    return motif.exec(source)
  }
  while (position < source.length) {
    const espace = lire(ESPACE)
    if (espace) {
      position += espace[0].length
      continue
    }
    const jeton = lireJeton(lire, source, position)
    jetons.push(jeton.jeton)
    position += jeton.longueur
  }
  jetons.push({ sorte: 'fin', texte: '', position })
  return jetons
}

function lireJeton(
  lire: (motif: RegExp) => RegExpExecArray | null,
  source: string,
  position: number,
): { jeton: Jeton; longueur: number } {
  const faire = (sorte: Jeton['sorte'], texte: string, longueur: number) => ({
    jeton: { sorte, texte, position },
    longueur,
  })
  const nombre = lire(NOMBRE)
  if (nombre) {
    refuserNombreColle(source, position + nombre[0].length)
    return faire('nombre', nombre[0], nombre[0].length)
  }
  const texte = lire(TEXTE)
  if (texte) return faire('texte', texte[1] ?? '', texte[0].length)
  const mot = lire(MOT)
  if (mot) return faire('mot', mot[0], mot[0].length)
  const signe = lire(SIGNE)
  if (signe) return faire('signe', signe[0], signe[0].length)
  const caractere = String.fromCodePoint(source.codePointAt(position) ?? 0)
  const equivalent = EQUIVALENTS[caractere]
  if (equivalent) return faire('signe', equivalent, caractere.length)
  throw new FormuleInvalide(messageCaractere(caractere), position)
}

function refuserNombreColle(source: string, apres: number) {
  const suivant = source[apres] ?? ''
  if (suivant === '.')
    throw new FormuleInvalide('Écrivez les décimales avec une virgule. Exemple : 0,25.', apres)
  if (suivant === ',') throw new FormuleInvalide(messageCaractere(suivant), apres)
  if (/[A-Za-z0-9_]/.test(suivant))
    throw new FormuleInvalide(`Nombre mal écrit avant « ${suivant} ».`, apres)
}

function messageCaractere(caractere: string): string {
  if (caractere === '"') return 'Ce texte n’est pas refermé par des guillemets.'
  if (caractere === ',') return 'Séparez les arguments par un point-virgule.'
  if (/[a-zà-ÿ]/.test(caractere)) return 'Les codes et les fonctions s’écrivent en majuscules.'
  return `Le caractère « ${caractere} » n’a pas de sens ici.`
}
