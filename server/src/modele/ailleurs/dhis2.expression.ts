import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { Rapprochement } from './ailleurs.ts'
import {
  ensemble,
  type Fait,
  fait,
  type Manques,
  manquesDe,
  non,
  quand,
  RIEN_LU,
} from './dhis2.manques.ts'

/** What of a formula of DHIS2 cannot be said here: a French sentence. */
export class Indicible extends Error {}

type Type = 'nombre' | 'booleen'
/** Loosest to tightest: 1 OU, 2 ET, 3 NON, 4 comparison, 5 + -, 6 * /, 7 unary, 8 the rest. */
type Dit = { texte: string; type: Type; priorite: number; manques: Manques }

/** What a formula reads. */
export type Lecture = {
  /** Cells of a data element, or one of them; none: it is not of this form. */
  trouver: (dataElement: string, ventilation: string | null) => readonly Rapprochement[]
  /** Whether all the cells found are those of a row, so that it may be summed by `*`. */
  somme: (cellules: readonly Rapprochement[]) => string
  /** How an entered value is a figure: none for a text. */
  nature: (dataElement: string) => 'nombre' | 'booleen' | null
  constante: (id: string) => number | null
  /** What a blank cell counts for; `SEULE`: 0 in a total, absent where it is read by itself. */
  blanc: 'ZERO' | 'ABSENT' | 'SEULE'
}

/** A formula here, and the cells that it reads. */
export type Traduite = { formule: string; cellules: Rapprochement[] }

const JETON =
  /\s+|([#CRNIAD]|OUG|PS_EVENTDATE)\{([^{}]*)\}|\[days\]|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[A-Za-z_][A-Za-z0-9_.]*|&&|\|\||==|!=|<>|<=|>=|[-+*/%^()<>!,]/y

type Jeton = { sorte: 'operande' | 'nombre' | 'mot' | 'signe' | 'fin'; texte: string; de: string }

const FORMULE_MAX = 4000
const JETONS_MAX = 400
const PROFONDEUR_MAX = 30

/** @throws Indicible */
function decouper(source: string): Jeton[] {
  if (source.length > FORMULE_MAX) throw new Indicible('Sa formule est trop longue.')
  const jetons: Jeton[] = []
  let position = 0
  while (position < source.length) {
    JETON.lastIndex = position
    const trouve = JETON.exec(source)
    if (!trouve) throw new Indicible('Sa formule est mal écrite.')
    const [texte, prefixe, de = ''] = trouve
    position += texte.length
    if (prefixe !== undefined) jetons.push({ sorte: 'operande', texte: prefixe, de: de.trim() })
    else if (/^\d/.test(texte)) jetons.push({ sorte: 'nombre', texte, de: '' })
    else if (/^[A-Za-z_[]/.test(texte)) jetons.push({ sorte: 'mot', texte, de: '' })
    else if (texte.trim() !== '') jetons.push({ sorte: 'signe', texte, de: '' })
    if (jetons.length > JETONS_MAX) throw new Indicible('Sa formule est trop longue.')
  }
  jetons.push({ sorte: 'fin', texte: '', de: '' })
  return jetons
}

const COMPARAISONS = new Map([
  ['==', '='],
  ['!=', '<>'],
  ['<>', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])

const FONCTIONS = new Map([
  ['if', 'SI'],
  ['greatest', 'MAX'],
  ['least', 'MIN'],
])

class Traducteur {
  readonly cellules: Rapprochement[] = []
  private readonly jetons: Jeton[]
  private readonly lecture: Lecture
  private rang = 0
  private profondeur = 0

  constructor(jetons: Jeton[], lecture: Lecture) {
    this.jetons = jetons
    this.lecture = lecture
  }

  tout(): Dit {
    const dit = this.ou()
    if (this.courant().sorte !== 'fin') throw new Indicible('Sa formule est mal écrite.')
    return dit
  }

  private courant(): Jeton {
    return this.jetons[this.rang] ?? { sorte: 'fin', texte: '', de: '' }
  }

  private prendre(...textes: string[]): string | null {
    const { sorte, texte } = this.courant()
    if (sorte !== 'signe' && sorte !== 'mot') return null
    if (!textes.includes(texte)) return null
    this.rang += 1
    return texte
  }

  private exiger(texte: string): void {
    if (this.prendre(texte) === null) throw new Indicible('Sa formule est mal écrite.')
  }

  private descendre<T>(lire: () => T): T {
    this.profondeur += 1
    if (this.profondeur > PROFONDEUR_MAX) throw new Indicible('Sa formule a trop de parenthèses.')
    const lu = lire()
    this.profondeur -= 1
    return lu
  }

  private ou(): Dit {
    let gauche = this.et()
    while (this.prendre('||', 'or')) gauche = relier(gauche, 'OU', this.et())
    return gauche
  }

  private et(): Dit {
    let gauche = this.comparaison()
    while (this.prendre('&&', 'and')) gauche = relier(gauche, 'ET', this.comparaison())
    return gauche
  }

  private comparaison(): Dit {
    const gauche = this.somme()
    const signe = this.prendre(...COMPARAISONS.keys())
    if (signe === null) return gauche
    const droite = this.somme()
    return comparer(gauche, COMPARAISONS.get(signe) ?? '=', droite)
  }

  private somme(): Dit {
    let gauche = this.produit()
    for (let s = this.prendre('+', '-'); s; s = this.prendre('+', '-'))
      gauche = calculer(gauche, s, this.produit(), 5)
    return gauche
  }

  private produit(): Dit {
    let gauche = this.unaire()
    for (let s = this.prendre('*', '/', '%'); s; s = this.prendre('*', '/', '%')) {
      if (s === '%') throw new Indicible('Le reste d’une division ne se dit pas ici.')
      gauche = calculer(gauche, s, this.unaire(), 6)
    }
    return gauche
  }

  private unaire(): Dit {
    const signe = this.prendre('+', '-', '!', 'not')
    if (signe === null) return this.primaire()
    const de = this.descendre(() => this.unaire())
    if (signe === '+') return exiger(de, 'nombre')
    if (signe === '-') return { ...exiger(de, 'nombre'), texte: `-${entre(de, 8)}`, priorite: 7 }
    return { ...exiger(de, 'booleen'), texte: `NON ${entre(de, 3)}`, priorite: 3 }
  }

  private primaire(): Dit {
    const lue = this.atome()
    if (this.prendre('^')) throw new Indicible('Une puissance ne se dit pas ici.')
    return lue
  }

  private atome(): Dit {
    const { sorte, texte, de } = this.courant()
    this.rang += 1
    if (sorte === 'nombre') return nombre(Number(texte))
    if (sorte === 'operande') return this.operande(texte, de)
    if (sorte === 'mot') return this.mot(texte)
    if (texte !== '(') throw new Indicible('Sa formule est mal écrite.')
    const dedans = this.descendre(() => this.ou())
    this.exiger(')')
    return dedans
  }

  private mot(mot: string): Dit {
    if (mot === '[days]') return dire('NB_JOURS()', 'nombre')
    if (mot === 'true' || mot === 'false') return dire(mot === 'true' ? 'VRAI' : 'FAUX', 'booleen')
    if (mot === 'isNull' || mot === 'isNotNull') return this.vide(mot === 'isNotNull')
    const fonction = FONCTIONS.get(mot)
    if (!fonction) throw new Indicible(`La fonction ${mot.slice(0, 40)} ne se dit pas ici.`)
    const recus = this.arguments()
    if (fonction === 'SI') return choisir(recus)
    for (const recu of recus) exiger(recu, 'nombre')
    const manques = recus.map((recu) => recu.manques).reduce(ensemble)
    return dire(`${fonction}(${recus.map((un) => un.texte).join('; ')})`, 'nombre', manques)
  }

  private arguments(): Dit[] {
    this.exiger('(')
    const lus = [this.descendre(() => this.ou())]
    while (this.prendre(',')) lus.push(this.descendre(() => this.ou()))
    this.exiger(')')
    return lus
  }

  private vide(negatif: boolean): Dit {
    this.exiger('(')
    const { sorte, texte, de } = this.courant()
    if (sorte !== 'operande' || texte !== '#') throw new Indicible('Sa formule est mal écrite.')
    this.rang += 1
    this.exiger(')')
    const vides = this.lire(de)
      .cellules.map(({ cellule }) => `VIDE(${cellule})`)
      .join(' ET ')
    const dite = { ...dire(vides, 'booleen'), priorite: 2 }
    return negatif ? { ...dite, texte: `NON (${vides})`, priorite: 3 } : dite
  }

  private lire(de: string) {
    const [dataElement = '', ventilation = '*', attribut = '*', ...reste] = de.split('.')
    if (reste.length > 0 || /[:&|]/.test(de))
      throw new Indicible(`Sa formule nomme un ensemble de données (${de.slice(0, 60)}).`)
    if (attribut !== '*') throw new Indicible('Sa formule nomme une ventilation du rapport entier.')
    const cellules = this.lecture.trouver(dataElement, ventilation === '*' ? null : ventilation)
    if (cellules.length === 0)
      throw new Indicible(
        `Sa formule lit une donnée qui n’est pas dans ce formulaire (${de.slice(0, 60)}).`,
      )
    this.cellules.push(...cellules)
    return { dataElement, cellules }
  }

  private operande(prefixe: string, de: string): Dit {
    if (prefixe === 'C') {
      const valeur = this.lecture.constante(de)
      if (valeur === null)
        throw new Indicible('Sa formule nomme une constante que le fichier ne dit pas.')
      return nombre(valeur)
    }
    if (prefixe !== '#')
      throw new Indicible(
        `Sa formule lit autre chose que les données du formulaire (${prefixe}{${de.slice(0, 40)}}).`,
      )
    const { dataElement, cellules } = this.lire(de)
    const nature = this.lecture.nature(dataElement)
    if (nature === null) throw new Indicible('Sa formule compte des réponses en texte.')
    return this.valeur(cellules, nature)
  }

  private valeur(cellules: readonly Rapprochement[], nature: Type): Dit {
    const { blanc, somme } = this.lecture
    const manques = manquesDe(cellules.map(({ cellule }) => `VIDE(${cellule})`))
    if (nature === 'nombre' && blanc === 'ABSENT') return dire(somme(cellules), 'nombre', manques)
    const absente = blanc === 'ABSENT' || (blanc === 'SEULE' && cellules.length === 1)
    const dits = cellules.map(({ cellule }) => {
      const chiffre = nature === 'nombre' ? cellule : `SI(${cellule}; 1; 0)`
      return absente ? chiffre : `SI(VIDE(${cellule}); 0; ${chiffre})`
    })
    // Absent, it makes the rule silent by itself.
    const dit = dire(dits.join(' + '), 'nombre', absente ? { ...manques, un: false } : manques)
    return { ...dit, priorite: dits.length > 1 ? 5 : 8 }
  }
}

const dire = (texte: string, type: Type, manques = RIEN_LU): Dit => ({
  texte,
  type,
  priorite: 8,
  manques,
})

/** `if`: of its two branches, one is met. */
function choisir(recus: readonly Dit[]): Dit {
  const [condition, alors, sinon] = recus
  if (recus.length !== 3 || !condition || !alors || !sinon)
    throw new Indicible('Sa formule est mal écrite.')
  exiger(condition, 'booleen')
  exiger(sinon, alors.type)
  const vraie = enFait(condition)
  const branches = ensemble(quand(vraie, alors.manques), quand(non(vraie), sinon.manques))
  const texte = `SI(${recus.map((un) => un.texte).join('; ')})`
  return dire(texte, alors.type, ensemble(condition.manques, branches))
}

const enFait = (dit: Dit): Fait => fait(entre(dit, 4))

function nombre(valeur: number): Dit {
  const absolu = Math.abs(valeur)
  if (!(absolu < 1e12)) throw new Indicible('Sa formule a un nombre trop grand.')
  const texte = absolu.toFixed(6).replace(/\.?0+$/, '')
  if (Number(texte) !== absolu) throw new Indicible('Sa formule a un nombre trop précis.')
  const dit = dire(texte.replace('.', ','), 'nombre')
  return valeur < 0 ? { ...dit, texte: `-${dit.texte}`, priorite: 7 } : dit
}

const entre = ({ texte, priorite }: Dit, autour: number): string =>
  priorite < autour ? `(${texte})` : texte

function exiger(dit: Dit, type: Type): Dit {
  if (dit.type !== type) throw new Indicible('Sa formule mêle un nombre et une condition.')
  return dit
}

/** The second is met only where the first does not decide. */
function relier(gauche: Dit, mot: 'ET' | 'OU', droite: Dit): Dit {
  exiger(gauche, 'booleen')
  exiger(droite, 'booleen')
  const priorite = mot === 'ET' ? 2 : 1
  const texte = `${entre(gauche, priorite)} ${mot} ${entre(droite, priorite + 1)}`
  const premiere = enFait(gauche)
  const seconde = quand(mot === 'ET' ? premiere : non(premiere), droite.manques)
  return { texte, type: 'booleen', priorite, manques: ensemble(gauche.manques, seconde) }
}

function calculer(gauche: Dit, signe: string, droite: Dit, priorite: number): Dit {
  exiger(gauche, 'nombre')
  exiger(droite, 'nombre')
  const texte = `${entre(gauche, priorite)} ${signe} ${entre(droite, priorite + 1)}`
  return { texte, type: 'nombre', priorite, manques: ensemble(gauche.manques, droite.manques) }
}

/** @throws Indicible when one is a figure and the other a condition */
export function comparer(gauche: Dit, signe: string, droite: Dit): Dit {
  exiger(gauche, 'nombre')
  exiger(droite, 'nombre')
  const texte = `${entre(gauche, 5)} ${signe} ${entre(droite, 5)}`
  const manques = ensemble(gauche.manques, droite.manques)
  return { texte, type: 'booleen', priorite: 4, manques }
}

/** Whether all that it names is met, whatever stands there: nothing in it chooses, nor asks. */
export const litTout = (source: string): boolean =>
  !/[=<>!&|]|\b(?:if|is\w+|and|or|not)\b/.test(source)

/**
 * A figure that DHIS2 computes, as our formulas say it.
 * @throws Indicible, and nothing else, whatever the text
 */
export function traduire(source: string, lecture: Lecture): Traduite & { dit: Dit } {
  const traducteur = new Traducteur(decouper(source), lecture)
  const dit = exiger(traducteur.tout(), 'nombre')
  if (dit.texte.length > BORNES_MODELE.texte) throw new Indicible('Sa formule est trop longue.')
  return { formule: dit.texte, cellules: traducteur.cellules, dit }
}
