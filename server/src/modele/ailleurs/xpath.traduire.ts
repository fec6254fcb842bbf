import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import {
  type Calcul,
  type Comparaison,
  Intraduisible,
  lireXPath,
  type Noeud,
} from './xpath.lire.ts'

/** What an answer is to our formulas. */
export type TypeReponse = 'nombre' | 'texte' | 'booleen' | 'date'

/**
 * A question as the expressions name it: its cell, and, of a choice, the code here of each of its
 * choices there; of a multiple choice, the cell of each.
 */
export type Question =
  | { adresse: string; type: TypeReponse | null; codes?: ReadonlyMap<string, string> }
  | { parChoix: ReadonlyMap<string, string> }
  /** Why it is not here: « qui n’est pas repris ». */
  | { absente: string }

/** `soi`: what `.` is. */
export type Portee = { questions: ReadonlyMap<string, Question>; soi: Question | null }

/** A formula in the making: its text, how tightly it holds, and what it gives when that is known. */
type Dit = { texte: string; force: number; type: TypeReponse | null }

const FORCES = { ou: 1, et: 2, non: 3, comparaison: 4, somme: 5, produit: 6, un: 7 } as const

const simple = (texte: string, type: TypeReponse | null): Dit => ({ texte, type, force: FORCES.un })

/** In parentheses, unless it holds as tightly as is needed. */
const serrer = ({ texte, force }: Dit, voulue: number): string =>
  force >= voulue ? texte : `(${texte})`

const nombreDe = (valeur: number): string => {
  const texte = String(valeur)
  if (!/^\d+(?:\.\d+)?$/.test(texte)) throw new Intraduisible('un nombre y est démesuré')
  return texte.replace('.', ',')
}

function texteDe(valeur: string): string {
  if (/["[\n\r]/.test(valeur))
    throw new Intraduisible('un texte y contient des guillemets ou un crochet')
  return `"${valeur}"`
}

function questionDe(
  { questions, soi }: Portee,
  nom: string | null,
): Exclude<Question, { absente: string }> {
  const trouvee = nom === null ? soi : questions.get(nom)
  const dite = `«\u00a0${(nom ?? '.').slice(0, 60)}\u00a0»`
  if (!trouvee) throw new Intraduisible(`elle nomme ${dite}, qui n’est pas une question`)
  if ('absente' in trouvee) throw new Intraduisible(`elle dépend de ${dite}, ${trouvee.absente}`)
  return trouvee
}

function ditQuestion(portee: Portee, nom: string | null): Dit {
  const question = questionDe(portee, nom)
  if (!('adresse' in question))
    throw new Intraduisible('elle lit un choix multiple autrement que par «\u00a0selected\u00a0»')
  return simple(question.adresse, question.type)
}

/** What a text or a number written beside this question is here: the code of a choice, a figure. */
function litteralPour(portee: Portee, autre: Noeud, noeud: Noeud): Dit | null {
  if (noeud.sorte !== 'texte' && noeud.sorte !== 'nombre') return null
  if (autre.sorte !== 'question') return null
  const question = questionDe(portee, autre.nom)
  if (!('adresse' in question)) return null
  const dit = String(noeud.valeur)
  if (question.codes) {
    const code = question.codes.get(dit)
    if (code === undefined)
      throw new Intraduisible(`«\u00a0${dit.slice(0, 60)}\u00a0» n’est pas un choix de la question`)
    return simple(texteDe(code), 'texte')
  }
  if (question.type === 'nombre' && noeud.sorte === 'texte' && /^\d{1,15}(\.\d{1,6})?$/.test(dit))
    return simple(dit.replace('.', ','), 'nombre')
  if (question.type === 'texte' && noeud.sorte === 'nombre') return simple(texteDe(dit), 'texte')
  return null
}

const estVide = (noeud: Noeud): boolean => noeud.sorte === 'texte' && noeud.valeur === ''
const SIGNES: Record<Comparaison, string> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

function vide(portee: Portee, de: Noeud, oui: boolean): Dit {
  const { texte } = traduireNoeud(de, portee)
  const dit = simple(`VIDE(${texte})`, 'booleen')
  return oui ? dit : { ...dit, texte: `NON ${dit.texte}`, force: FORCES.non }
}

/** `x = ''`, or `string-length(x) = 0`: whether it is blank; null: another comparison. */
function blancDe(noeud: Extract<Noeud, { sorte: 'comparaison' }>, portee: Portee): Dit | null {
  const { operateur, gauche, droite } = noeud
  const oui = operateur === '='
  if (oui || operateur === '!=') {
    if (estVide(droite)) return vide(portee, gauche, oui)
    if (estVide(gauche)) return vide(portee, droite, oui)
  }
  const [de] = gauche.sorte === 'appel' && gauche.nom === 'string-length' ? gauche.arguments : []
  const estZero = droite.sorte === 'nombre' && droite.valeur === 0
  if (!de || !estZero || !['=', '!=', '>'].includes(operateur)) return null
  return vide(portee, de, oui)
}

function comparaison(noeud: Extract<Noeud, { sorte: 'comparaison' }>, portee: Portee): Dit {
  const { operateur, gauche, droite } = noeud
  const blanc = blancDe(noeud, portee)
  if (blanc) return blanc
  const a = litteralPour(portee, droite, gauche) ?? traduireNoeud(gauche, portee)
  const b = litteralPour(portee, gauche, droite) ?? traduireNoeud(droite, portee)
  if (a.type !== null && b.type !== null && a.type !== b.type)
    throw new Intraduisible('elle compare deux choses de natures différentes')
  const texte = `${serrer(a, FORCES.somme)} ${SIGNES[operateur]} ${serrer(b, FORCES.somme)}`
  return { texte, force: FORCES.comparaison, type: 'booleen' }
}

const CALCULS: Record<Exclude<Calcul, 'mod'>, [signe: string, force: number]> = {
  '+': ['+', FORCES.somme],
  '-': ['-', FORCES.somme],
  '*': ['*', FORCES.produit],
  div: ['/', FORCES.produit],
}

function calcul(noeud: Extract<Noeud, { sorte: 'calcul' }>, portee: Portee): Dit {
  const { operateur } = noeud
  if (operateur === 'mod') throw new Intraduisible('le reste d’une division n’existe pas ici')
  const [signe, force] = CALCULS[operateur]
  const [a, b] = [traduireNoeud(noeud.gauche, portee), traduireNoeud(noeud.droite, portee)]
  for (const { type } of [a, b])
    if (type !== null && type !== 'nombre')
      throw new Intraduisible('elle calcule avec ce qui n’est pas un nombre')
  // The right side of a minus or a division keeps its parentheses.
  return { texte: `${serrer(a, force)} ${signe} ${serrer(b, force + 1)}`, force, type: 'nombre' }
}

type Traduction = {
  arite: [number, number]
  faire: (lus: Noeud[], portee: Portee) => Dit
}

const appelDe = (nom: string, termes: readonly Dit[], type: TypeReponse | null): Dit =>
  simple(`${nom}(${termes.map(({ texte }) => texte).join('; ')})`, type)

const surNombres = (nom: string): Traduction['faire'] => {
  return (lus, portee) =>
    appelDe(
      nom,
      lus.map((lu) => traduireNoeud(lu, portee)),
      'nombre',
    )
}

function arrondi([de, decimales]: Noeud[], portee: Portee): Dit {
  if (!de || (decimales && decimales.sorte !== 'nombre'))
    throw new Intraduisible('elle arrondit à un nombre de décimales qui se calcule')
  const combien = decimales ? nombreDe(decimales.valeur) : '0'
  return appelDe('ARRONDI', [traduireNoeud(de, portee), simple(combien, 'nombre')], 'nombre')
}

function si([condition, alors, sinon]: Noeud[], portee: Portee): Dit {
  if (!condition || !alors || !sinon) throw new Intraduisible('son «\u00a0if\u00a0» est incomplet')
  const termes = [condition, alors, sinon].map((lu) => traduireNoeud(lu, portee))
  return appelDe('SI', termes, termes[1]?.type ?? null)
}

function parDefaut([de, sinon]: Noeud[], portee: Portee): Dit {
  if (!de || !sinon) throw new Intraduisible('son «\u00a0coalesce\u00a0» est incomplet')
  const [a, b] = [traduireNoeud(de, portee), traduireNoeud(sinon, portee)]
  return simple(`SI(VIDE(${a.texte}); ${b.texte}; ${a.texte})`, a.type)
}

function choisi([de, valeur]: Noeud[], portee: Portee): Dit {
  if (de?.sorte !== 'question' || valeur?.sorte !== 'texte')
    throw new Intraduisible('son «\u00a0selected\u00a0» ne nomme pas une question et un choix')
  const question = questionDe(portee, de.nom)
  if (!('parChoix' in question)) {
    const egal: Noeud = { sorte: 'comparaison', operateur: '=', gauche: de, droite: valeur }
    return traduireNoeud(egal, portee)
  }
  const adresse = question.parChoix.get(valeur.valeur)
  if (adresse === undefined)
    throw new Intraduisible(
      `«\u00a0${valeur.valeur.slice(0, 60)}\u00a0» n’est pas un choix de la question`,
    )
  return simple(adresse, 'booleen')
}

const ditVrai = (vrai: boolean): Traduction => ({
  arite: [0, 0],
  faire: () => simple(vrai ? 'VRAI' : 'FAUX', 'booleen'),
})

const TRADUCTIONS: ReadonlyMap<string, Traduction> = new Map<string, Traduction>([
  ['true', ditVrai(true)],
  ['false', ditVrai(false)],
  [
    'not',
    {
      arite: [1, 1],
      faire: ([de], portee) => {
        const dit = de ? traduireNoeud(de, portee) : simple('FAUX', 'booleen')
        return { texte: `NON ${serrer(dit, FORCES.non)}`, force: FORCES.non, type: 'booleen' }
      },
    },
  ],
  ['if', { arite: [3, 3], faire: si }],
  ['coalesce', { arite: [2, 2], faire: parDefaut }],
  ['selected', { arite: [2, 2], faire: choisi }],
  ['min', { arite: [1, 50], faire: surNombres('MIN') }],
  ['max', { arite: [1, 50], faire: surNombres('MAX') }],
  ['abs', { arite: [1, 1], faire: surNombres('ABS') }],
  ['round', { arite: [1, 2], faire: arrondi }],
  [
    'number',
    {
      arite: [1, 1],
      faire: ([de], portee) => traduireNoeud(de ?? { sorte: 'texte', valeur: '' }, portee),
    },
  ],
])

function appel({ nom, arguments: lus }: Extract<Noeud, { sorte: 'appel' }>, portee: Portee): Dit {
  const traduction = TRADUCTIONS.get(nom)
  if (!traduction)
    throw new Intraduisible(`la fonction «\u00a0${nom.slice(0, 60)}\u00a0» n’existe pas ici`)
  const [min, max] = traduction.arite
  if (lus.length < min || lus.length > max)
    throw new Intraduisible(`la fonction «\u00a0${nom}\u00a0» n’y a pas ses arguments`)
  return traduction.faire(lus, portee)
}

function traduireNoeud(noeud: Noeud, portee: Portee): Dit {
  switch (noeud.sorte) {
    case 'nombre':
      return simple(nombreDe(noeud.valeur), 'nombre')
    case 'texte':
      return simple(texteDe(noeud.valeur), 'texte')
    case 'question':
      return ditQuestion(portee, noeud.nom)
    case 'appel':
      return appel(noeud, portee)
    case 'comparaison':
      return comparaison(noeud, portee)
    case 'calcul':
      return calcul(noeud, portee)
    case 'oppose': {
      const de = traduireNoeud(noeud.de, portee)
      return { texte: `-${serrer(de, FORCES.un)}`, force: FORCES.produit, type: 'nombre' }
    }
    case 'logique': {
      const force = noeud.operateur === 'or' ? FORCES.ou : FORCES.et
      const cotes = [noeud.gauche, noeud.droite].map((cote) => traduireNoeud(cote, portee))
      const mot = noeud.operateur === 'or' ? ' OU ' : ' ET '
      return { texte: cotes.map((cote) => serrer(cote, force)).join(mot), force, type: 'booleen' }
    }
  }
}

/** The formula that says the same, and what it gives. @throws Intraduisible, and nothing else */
export function traduire(
  texte: string,
  portee: Portee,
): { formule: string; type: TypeReponse | null; noeud: Noeud } {
  const noeud = lireXPath(texte)
  const { texte: formule, type } = traduireNoeud(noeud, portee)
  if (formule.length > BORNES_MODELE.texte)
    throw new Intraduisible('elle est trop longue une fois traduite')
  return { formule, type, noeud }
}
