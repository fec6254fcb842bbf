import type { Noeud, OperateurComparaison } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'

/** `mot` is an address, a function's name or one of ET OU NON VRAI FAUX. */
type Jeton = {
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
function decouper(source: string): Jeton[] {
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

const PROFONDEUR_MAX = 40
const JETONS_MAX = 600

const COMPARAISONS: Record<string, OperateurComparaison> = {
  '=': '=',
  '<>': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const RESERVES = new Set(['ET', 'OU', 'NON', 'VRAI', 'FAUX'])

/**
 * Reads a formula. Loosest to tightest: OU, ET, NON, one comparison, + -, * /, unary minus.
 * @throws FormuleInvalide, and nothing else, whatever the text.
 */
export function lireFormule(source: string): Noeud {
  const jetons = decouper(source)
  if (jetons.length > JETONS_MAX)
    throw new FormuleInvalide('La formule est trop longue : découpez-la.', source.length)
  const lecteur = new Lecteur(jetons)
  const noeud = lecteur.expression()
  lecteur.exigerFin()
  return noeud
}

class Lecteur {
  private readonly jetons: Jeton[]
  private rang = 0
  private profondeur = 0

  constructor(jetons: Jeton[]) {
    this.jetons = jetons
  }

  exigerFin() {
    const { sorte, texte, position } = this.courant()
    if (sorte !== 'fin') throw new FormuleInvalide(`« ${texte} » n’est pas attendu ici.`, position)
  }

  expression(): Noeud {
    let gauche = this.et()
    for (let mot = this.prendre('mot', 'OU'); mot; mot = this.prendre('mot', 'OU')) {
      const droite = this.et()
      gauche = { sorte: 'logique', operateur: 'OU', gauche, droite, position: mot.position }
    }
    return gauche
  }

  private et(): Noeud {
    let gauche = this.non()
    for (let mot = this.prendre('mot', 'ET'); mot; mot = this.prendre('mot', 'ET')) {
      const droite = this.non()
      gauche = { sorte: 'logique', operateur: 'ET', gauche, droite, position: mot.position }
    }
    return gauche
  }

  private non(): Noeud {
    const mot = this.prendre('mot', 'NON')
    if (!mot) return this.comparaison()
    return this.descendre(() => ({ sorte: 'non', de: this.non(), position: mot.position }))
  }

  private comparaison(): Noeud {
    const gauche = this.somme()
    const signe = this.courant()
    const operateur = this.operateurComparaison()
    if (!operateur) return gauche
    const droite = this.somme()
    const suivant = this.courant()
    if (this.operateurComparaison())
      throw new FormuleInvalide(
        'Reliez deux comparaisons par ET : écrivez « a < b ET b < c ».',
        suivant.position,
      )
    return { sorte: 'comparaison', operateur, gauche, droite, position: signe.position }
  }

  private somme(): Noeud {
    let gauche = this.produit()
    for (;;) {
      const signe = this.prendre('signe', '+') ?? this.prendre('signe', '-')
      if (!signe) return gauche
      const operateur = signe.texte === '+' ? '+' : '-'
      const droite = this.produit()
      gauche = { sorte: 'arithmetique', operateur, gauche, droite, position: signe.position }
    }
  }

  private produit(): Noeud {
    let gauche = this.unaire()
    for (;;) {
      const signe = this.prendre('signe', '*') ?? this.prendre('signe', '/')
      if (!signe) return gauche
      const operateur = signe.texte === '*' ? '*' : '/'
      const droite = this.unaire()
      gauche = { sorte: 'arithmetique', operateur, gauche, droite, position: signe.position }
    }
  }

  private unaire(): Noeud {
    const signe = this.prendre('signe', '-')
    if (!signe) return this.primaire()
    return this.descendre(() => ({ sorte: 'oppose', de: this.unaire(), position: signe.position }))
  }

  private primaire(): Noeud {
    const jeton = this.courant()
    const { position, texte } = jeton
    if (jeton.sorte === 'fin')
      throw new FormuleInvalide('La formule est incomplète : il manque une valeur.', position)
    this.rang++
    if (jeton.sorte === 'nombre')
      return { sorte: 'nombre', valeur: Number(texte.replace(',', '.')), position }
    if (jeton.sorte === 'texte') return { sorte: 'texte', valeur: texte, position }
    if (jeton.sorte === 'mot') return this.mot(texte, position)
    // Where a value is expected, an asterisk is « all the siblings », not a product.
    if (texte === '*') return { sorte: 'adresse', segments: ['*'], position }
    if (texte !== '(')
      throw new FormuleInvalide(`Il manque une valeur avant « ${texte} ».`, position)
    const dedans = this.descendre(() => this.expression())
    this.exiger(')', position)
    return dedans
  }

  private mot(texte: string, position: number): Noeud {
    if (this.prendre('signe', '(')) {
      const liste = this.descendre(() => this.arguments())
      this.exiger(')', position)
      return { sorte: 'appel', nom: texte, arguments: liste, position }
    }
    if (texte === 'VRAI' || texte === 'FAUX')
      return { sorte: 'booleen', valeur: texte === 'VRAI', position }
    if (RESERVES.has(texte))
      throw new FormuleInvalide(`Il manque une valeur avant « ${texte} ».`, position)
    return { sorte: 'adresse', segments: texte.split('.'), position }
  }

  private arguments(): Noeud[] {
    const { sorte, texte } = this.courant()
    if (sorte === 'signe' && texte === ')') return []
    const liste = [this.expression()]
    while (this.prendre('signe', ';')) liste.push(this.expression())
    return liste
  }

  private descendre<T>(lire: () => T): T {
    this.profondeur++
    if (this.profondeur > PROFONDEUR_MAX)
      throw new FormuleInvalide('La formule a trop de parenthèses.', this.courant().position)
    const lu = lire()
    this.profondeur--
    return lu
  }

  private courant(): Jeton {
    return this.jetons[this.rang] ?? { sorte: 'fin', texte: '', position: 0 }
  }

  private prendre(sorte: Jeton['sorte'], texte: string): Jeton | null {
    const jeton = this.courant()
    if (jeton.sorte !== sorte || jeton.texte !== texte) return null
    this.rang++
    return jeton
  }

  private operateurComparaison(): OperateurComparaison | null {
    const { sorte, texte } = this.courant()
    const operateur = sorte === 'signe' ? COMPARAISONS[texte] : undefined
    if (!operateur) return null
    this.rang++
    return operateur
  }

  private exiger(texte: string, ouverte: number) {
    if (this.prendre('signe', texte)) return
    const { sorte, position, texte: trouve } = this.courant()
    if (sorte === 'fin') throw new FormuleInvalide('Cette parenthèse n’est pas refermée.', ouverte)
    throw new FormuleInvalide(`« ${trouve} » n’est pas attendu ici.`, position)
  }
}
