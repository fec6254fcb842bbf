/**
 * The part of XPath that XLSForm questionnaires write: `${age} >= 0 and . < 120`. What is read of it
 * says nothing yet of what our formulas can say: that is `xpath.traduire.ts`.
 */

const LOGIQUES = ['or', 'and'] as const
const COMPARAISONS = ['=', '!=', '<', '<=', '>', '>='] as const
const CALCULS = ['+', '-', '*', 'div', 'mod'] as const
export type Comparaison = (typeof COMPARAISONS)[number]
export type Calcul = (typeof CALCULS)[number]

export type Noeud =
  | { sorte: 'nombre'; valeur: number }
  | { sorte: 'texte'; valeur: string }
  /** `${nom}`; `.`, the question itself, is without a name. */
  | { sorte: 'question'; nom: string | null }
  | { sorte: 'appel'; nom: string; arguments: Noeud[] }
  | { sorte: 'oppose'; de: Noeud }
  | { sorte: 'logique'; operateur: (typeof LOGIQUES)[number]; gauche: Noeud; droite: Noeud }
  | { sorte: 'comparaison'; operateur: Comparaison; gauche: Noeud; droite: Noeud }
  | { sorte: 'calcul'; operateur: Calcul; gauche: Noeud; droite: Noeud }

/** Why an expression is not taken, as the end of a sentence: « cette règle n’est pas reprise : … ». */
export class Intraduisible extends Error {}

type Jeton = { sorte: 'nombre' | 'texte' | 'question' | 'nom' | 'signe' | 'fin'; texte: string }

const LONGUEUR_MAX = 2000
const JETONS_MAX = 600
const PROFONDEUR_MAX = 30

const ESPACE = /\s+/y
const NOMBRE = /\d+(?:\.\d+)?|\.\d+/y
const TEXTE = /"([^"]*)"|'([^']*)'|[“”]([^“”]*)[“”]|[‘’]([^‘’]*)[‘’]/y
const QUESTION = /\$\{\s*([^{}\s]{1,200})\s*\}/y
const NOM = /[\p{L}_][\p{L}\p{N}_.:-]*/uy
const SIGNE = /!=|<=|>=|\.\.|\/\/|[-+*=<>(),./|[\]@]/y

/** The token that starts there, and how many characters it takes. */
function lireJeton(lire: (motif: RegExp) => RegExpExecArray | null): [Jeton, number] | null {
  const question = lire(QUESTION)
  if (question) return [{ sorte: 'question', texte: question[1] ?? '' }, question[0].length]
  const nombre = lire(NOMBRE)
  if (nombre) return [{ sorte: 'nombre', texte: nombre[0] }, nombre[0].length]
  const texte = lire(TEXTE)
  if (texte) {
    const dedans = texte.slice(1).find((groupe) => groupe !== undefined)
    return [{ sorte: 'texte', texte: dedans ?? '' }, texte[0].length]
  }
  const nom = lire(NOM)
  if (nom) return [{ sorte: 'nom', texte: nom[0] }, nom[0].length]
  const signe = lire(SIGNE)
  return signe && [{ sorte: 'signe', texte: signe[0] }, signe[0].length]
}

function decouper(source: string): Jeton[] {
  if (source.length > LONGUEUR_MAX)
    throw new Intraduisible(`elle dépasse ${LONGUEUR_MAX} caractères`)
  const jetons: Jeton[] = []
  let place = 0
  const lire = (motif: RegExp) => {
    motif.lastIndex = place
    return motif.exec(source)
  }
  while (place < source.length) {
    const espace = lire(ESPACE)
    place += espace?.[0].length ?? 0
    if (place >= source.length) break
    const lu = lireJeton(lire)
    if (!lu) {
      const signe = String.fromCodePoint(source.codePointAt(place) ?? 0)
      throw new Intraduisible(`le signe «\u00a0${signe}\u00a0» n’y a pas de sens`)
    }
    jetons.push(lu[0])
    if (jetons.length > JETONS_MAX) throw new Intraduisible('elle est trop longue')
    place += lu[1]
  }
  return [...jetons, { sorte: 'fin', texte: '' }]
}

/** Reads an expression. @throws Intraduisible, and nothing else, whatever the text. */
export function lireXPath(source: string): Noeud {
  const lecteur = new Lecteur(decouper(source))
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

  /** Loosest to tightest: or, and, = !=, < > <= >=, + -, * div mod, unary minus. */
  expression(): Noeud {
    return this.descendre(() => this.logique('or', () => this.logique('and', () => this.egal())))
  }

  exigerFin() {
    if (this.courant().sorte !== 'fin') throw this.surprise()
  }

  private logique(operateur: 'or' | 'and', suivant: () => Noeud): Noeud {
    let gauche = suivant()
    while (this.prendre('nom', operateur))
      gauche = { sorte: 'logique', operateur, gauche, droite: suivant() }
    return gauche
  }

  private egal(): Noeud {
    return this.comparaison(['=', '!='], () =>
      this.comparaison(['<=', '>=', '<', '>'], () => this.somme()),
    )
  }

  private comparaison(operateurs: readonly Comparaison[], suivant: () => Noeud): Noeud {
    const gauche = suivant()
    const operateur = operateurs.find((signe) => this.prendre('signe', signe))
    if (!operateur) return gauche
    const droite = suivant()
    if (operateurs.some((signe) => this.prendre('signe', signe)))
      throw new Intraduisible('elle enchaîne deux comparaisons')
    return { sorte: 'comparaison', operateur, gauche, droite }
  }

  private somme(): Noeud {
    let gauche = this.produit()
    for (;;) {
      const operateur = (['+', '-'] as const).find((signe) => this.prendre('signe', signe))
      if (!operateur) return gauche
      gauche = { sorte: 'calcul', operateur, gauche, droite: this.produit() }
    }
  }

  private produit(): Noeud {
    let gauche = this.unaire()
    for (;;) {
      const operateur = this.prendre('signe', '*')
        ? '*'
        : (['div', 'mod'] as const).find((nom) => this.prendre('nom', nom))
      if (!operateur) return gauche
      gauche = { sorte: 'calcul', operateur, gauche, droite: this.unaire() }
    }
  }

  private unaire(): Noeud {
    if (!this.prendre('signe', '-')) return this.primaire()
    return this.descendre(() => ({ sorte: 'oppose', de: this.unaire() }))
  }

  private primaire(): Noeud {
    const { sorte, texte } = this.courant()
    if (sorte === 'fin') throw new Intraduisible('elle est incomplète')
    this.rang += 1
    if (sorte === 'nombre') return { sorte, valeur: Number(texte) }
    if (sorte === 'texte') return { sorte, valeur: texte }
    if (sorte === 'question') return { sorte, nom: texte }
    if (sorte === 'nom') return this.appel(texte)
    if (texte === '.') return { sorte: 'question', nom: null }
    if (['/', '//', '..', '[', '@'].includes(texte))
      throw new Intraduisible('elle désigne une réponse par un chemin du questionnaire')
    if (texte !== '(') {
      this.rang -= 1
      throw this.surprise()
    }
    const dedans = this.expression()
    this.exigerFermee()
    return dedans
  }

  private appel(nom: string): Noeud {
    if (!this.prendre('signe', '('))
      throw new Intraduisible(`«\u00a0${nom.slice(0, 60)}\u00a0» n’y désigne aucune question`)
    const lus: Noeud[] = []
    if (this.prendre('signe', ')')) return { sorte: 'appel', nom, arguments: lus }
    do lus.push(this.expression())
    while (this.prendre('signe', ','))
    this.exigerFermee()
    return { sorte: 'appel', nom, arguments: lus }
  }

  private exigerFermee() {
    if (!this.prendre('signe', ')')) throw this.surprise()
  }

  private descendre<T>(lire: () => T): T {
    this.profondeur += 1
    if (this.profondeur > PROFONDEUR_MAX) throw new Intraduisible('elle a trop de parenthèses')
    const lu = lire()
    this.profondeur -= 1
    return lu
  }

  private surprise(): Intraduisible {
    const { sorte, texte } = this.courant()
    return sorte === 'fin'
      ? new Intraduisible('une parenthèse n’y est pas refermée')
      : new Intraduisible(`«\u00a0${texte.slice(0, 60)}\u00a0» n’y est pas attendu`)
  }

  private courant(): Jeton {
    return this.jetons[this.rang] ?? { sorte: 'fin', texte: '' }
  }

  private prendre(sorte: Jeton['sorte'], texte: string): boolean {
    const jeton = this.courant()
    if (jeton.sorte !== sorte || jeton.texte !== texte) return false
    this.rang += 1
    return true
  }
}
