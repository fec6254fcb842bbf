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
 * choices there; of a multiple choice, the cell of each. `conditionnelle`: it may have no object here
 * (SO), which is a blank there.
 */
export type Question =
  | {
      adresse: string
      type: TypeReponse | null
      codes?: ReadonlyMap<string, string> | undefined
      conditionnelle?: boolean
    }
  | { parChoix: ReadonlyMap<string, string>; conditionnelle?: boolean }
  /** Why it is not here: « qui n’est pas repris ». */
  | { absente: string }

/** `soi`: what `.` is. `rempli`: it is known not to be blank, as a constraint is not looked at before. */
export type Portee = {
  questions: ReadonlyMap<string, Question>
  soi: Question | null
  rempli?: boolean
}

/**
 * What an expression is there where it is absent here: the empty text of a question without an
 * answer (`VIDE`), what is no number (`NAN`), one or the other (`MIXTE`); null: it is never absent.
 */
type Blanc = 'VIDE' | 'NAN' | 'MIXTE' | null

/** A formula in the making: its text, how tightly it holds, and what it gives when that is known. */
type Fragment = {
  texte: string
  force: number
  type: TypeReponse | null
  blanc: Blanc
  /** A cell by itself, which may be SO: `VIDE` says of it that it is not blank. */
  marquee?: boolean
  /** It may be infinite there, where here it is absent. */
  infini?: boolean
  /** Of a choice: the code here of each of its names there. */
  codes?: ReadonlyMap<string, string> | undefined
}

const FORCES = { ou: 1, et: 2, non: 3, comparaison: 4, somme: 5, produit: 6, un: 7 } as const

const simple = (texte: string, type: TypeReponse | null, blanc: Blanc = null): Fragment => ({
  texte,
  type,
  blanc,
  force: FORCES.un,
})

const FAUX = simple('FAUX', 'booleen')
const VRAI = simple('VRAI', 'booleen')

/** « Nothing stands there », whatever the cell is; null: something always does. */
function absence({ texte, blanc, marquee, force }: Fragment): Fragment | null {
  if (blanc === null) return null
  // SO is an answer for VIDE; compared with itself, it is absent as it is there.
  const dedans = marquee ? `${serrer({ texte, force }, FORCES.somme)} = ${texte}` : texte
  return simple(`VIDE(${dedans})`, 'booleen')
}

const NEGATIONS = new Map([
  ['VRAI', FAUX],
  ['FAUX', VRAI],
])

const nier = (dit: Fragment): Fragment =>
  NEGATIONS.get(dit.texte) ?? {
    ...simple(`NON ${serrer(dit, FORCES.non)}`, 'booleen'),
    force: FORCES.non,
  }

function relier(mot: 'ET' | 'OU', termes: readonly Fragment[]): Fragment {
  const [premier = VRAI] = termes
  if (termes.length < 2) return premier
  const force = mot === 'ET' ? FORCES.et : FORCES.ou
  const texte = termes.map((terme) => serrer(terme, force)).join(` ${mot} `)
  return { ...simple(texte, 'booleen'), force }
}

const mele = (a: Blanc, b: Blanc): Blanc => (a === null || a === b ? b : b === null ? a : 'MIXTE')

/** Of a computation: a blank makes it no number. */
const nonNombre = (termes: readonly Fragment[]): Blanc =>
  termes.some(({ blanc }) => blanc !== null) ? 'NAN' : null
/** What is infinite there may be less than another, or divide it: here it would be absent. */
function exigerFinis(termes: readonly Fragment[]): void {
  if (termes.some(({ infini }) => infini))
    throw new Intraduisible('elle se sert d’une division qui peut être par zéro')
}

const infinis = (termes: readonly Fragment[]) =>
  termes.some(({ infini }) => infini) ? { infini: true } : {}

/** In parentheses, unless it holds as tightly as is needed. */
const serrer = ({ texte, force }: Pick<Fragment, 'texte' | 'force'>, voulue: number): string =>
  force >= voulue ? texte : `(${texte})`

const nombreDe = (valeur: number): string => {
  const texte = String(valeur)
  if (!/^\d+(?:\.\d+)?$/.test(texte)) throw new Intraduisible('un nombre y est démesuré')
  return texte.replace('.', ',')
}

function texteDe(valeur: string): string {
  if (valeur === '') throw new Intraduisible('elle donne un texte vide')
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

function ditQuestion(portee: Portee, nom: string | null): Fragment {
  const question = questionDe(portee, nom)
  if (!('adresse' in question))
    throw new Intraduisible('elle lit un choix multiple autrement que par «\u00a0selected\u00a0»')
  const { adresse, type, codes, conditionnelle = false } = question
  if (type === 'booleen') return ditCoche(adresse, conditionnelle)
  const rempli = nom === null && portee.rempli
  return {
    ...simple(adresse, type, rempli ? null : 'VIDE'),
    codes,
    ...(conditionnelle && { marquee: true }),
  }
}

/** A box that is ticked: one that nobody answered is not. */
function ditCoche(adresse: string, conditionnelle: boolean): Fragment {
  const cellule = { ...simple(adresse, 'booleen', 'VIDE'), marquee: conditionnelle }
  return relier('ET', [nier(absence(cellule) ?? FAUX), { ...cellule, blanc: null }])
}

/** The only choice that this number names; two would be equal to it. */
function codeDuNombre(codes: ReadonlyMap<string, string>, valeur: number): string | undefined {
  const noms = [...codes.keys()].filter((nom) => nom.trim() !== '' && Number(nom) === valeur)
  return noms.length === 1 ? codes.get(noms[0] ?? '') : undefined
}

/** What a text or a number is beside this answer: the code of a choice, a figure; null: itself. */
function litteralPour({ type, codes }: Fragment, noeud: Noeud): Fragment | null {
  if (noeud.sorte !== 'texte' && noeud.sorte !== 'nombre') return null
  const { valeur } = noeud
  const dit = String(valeur)
  if (codes) {
    const code = typeof valeur === 'number' ? codeDuNombre(codes, valeur) : codes.get(valeur)
    if (code === undefined)
      throw new Intraduisible(`«\u00a0${dit.slice(0, 60)}\u00a0» n’est pas un choix de la question`)
    return { ...simple(texteDe(code), 'texte'), codes }
  }
  if (type === 'nombre' && noeud.sorte === 'texte' && /^\d{1,15}(\.\d{1,6})?$/.test(dit))
    return simple(dit.replace('.', ','), 'nombre')
  if (type === 'texte' && noeud.sorte === 'nombre')
    throw new Intraduisible('elle compare un texte à un nombre')
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

/** Whether it is the empty text. What is no number never is. */
function vide(dit: Fragment): Fragment {
  if (dit.type === 'booleen') return nier(dit)
  if (dit.blanc === 'MIXTE')
    throw new Intraduisible('elle compare ce qui peut n’être pas un nombre')
  return dit.blanc === 'NAN' ? FAUX : (absence(dit) ?? FAUX)
}

/** `x = ''`, or `string-length(x) = 0`: whether it is blank; null: another comparison. */
function blancDe(noeud: Extract<Noeud, { sorte: 'comparaison' }>, portee: Portee): Fragment | null {
  const { operateur, gauche, droite } = noeud
  const dire = (de: Noeud, oui: boolean) => {
    const dit = vide(traduireNoeud(de, portee))
    return oui ? dit : nier(dit)
  }
  if (operateur === '=' || operateur === '!=') {
    if (estVide(droite) && estVide(gauche)) return operateur === '=' ? VRAI : FAUX
    if (estVide(droite)) return dire(gauche, operateur === '=')
    if (estVide(gauche)) return dire(droite, operateur === '=')
  }
  const [de] = gauche.sorte === 'appel' && gauche.nom === 'string-length' ? gauche.arguments : []
  const estZero = droite.sorte === 'nombre' && droite.valeur === 0
  if (!de || !estZero || !['=', '!=', '>'].includes(operateur)) return null
  if (de.sorte !== 'question')
    throw new Intraduisible('elle mesure autre chose que la réponse à une question')
  return dire(de, operateur === '=')
}

/** Two choices are equal when their names there are: so must their codes be here. */
function accorder(a: Fragment, b: Fragment): void {
  if (a.codes === b.codes) return
  const noms = (dit: Fragment) => dit.codes ?? new Map<string, string>()
  const identiques = (dit: Fragment) => [...noms(dit)].every(([nom, code]) => nom === code)
  if (identiques(a) && identiques(b)) return
  const codesB = new Set(noms(b).values())
  const accordees =
    a.codes &&
    b.codes &&
    [...a.codes].every(([nom, code]) =>
      b.codes?.has(nom) ? b.codes.get(nom) === code : !codesB.has(code),
    )
  if (!accordees) throw new Intraduisible('elle compare des choix dont les codes changent ici')
}

const estLitteral = ({ sorte }: Noeud): boolean => sorte === 'texte' || sorte === 'nombre'

/** The two sides of a comparison, each read once; a literal is what the other side makes of it. */
function cotesDe(gauche: Noeud, droite: Noeud, portee: Portee): [Fragment, Fragment] {
  const a = estLitteral(gauche) ? null : traduireNoeud(gauche, portee)
  const b = estLitteral(droite) ? null : traduireNoeud(droite, portee)
  const dit = (lu: Fragment | null, noeud: Noeud, autre: Fragment | null): Fragment =>
    lu ?? (autre && litteralPour(autre, noeud)) ?? traduireNoeud(noeud, portee)
  const cotes: [Fragment, Fragment] = [dit(a, gauche, b), dit(b, droite, a)]
  const [x, y] = cotes
  if (x.type !== null && y.type !== null && x.type !== y.type)
    throw new Intraduisible('elle compare deux choses de natures différentes')
  accorder(x, y)
  return cotes
}

/**
 * A comparison always answers there: a blank is the empty text, equal to another blank alone, and
 * no number, which is neither less nor more than any. So does it here.
 */
function comparaison(noeud: Extract<Noeud, { sorte: 'comparaison' }>, portee: Portee): Fragment {
  const { operateur, gauche, droite } = noeud
  const blanc = blancDe(noeud, portee)
  if (blanc) return blanc
  const [a, b] = cotesDe(gauche, droite, portee)
  verifierOrdre(operateur, a, b)
  const comparer = (signe: Comparaison): Fragment => {
    const texte = `${serrer(a, FORCES.somme)} ${SIGNES[signe]} ${serrer(b, FORCES.somme)}`
    return { ...simple(texte, 'booleen'), force: FORCES.comparaison }
  }
  const vues = [a, b].flatMap((cote) => absence(cote) ?? [])
  const absences = vues.filter(({ texte }, rang) => texte !== vues[rang - 1]?.texte)
  const presents = (signe: Comparaison) => relier('ET', [...absences.map(nier), comparer(signe)])
  if (operateur !== '=' && operateur !== '!=') return presents(operateur)
  if (estVideAVide(a, b)) {
    const egaux = relier('OU', [relier('ET', absences), presents('=')])
    return operateur === '=' ? egaux : nier(egaux)
  }
  return operateur === '=' ? presents('=') : relier('OU', [...absences, comparer('!=')])
}

/** Both may be the empty text, so that they are equal when both are blank. */
function estVideAVide(a: Fragment, b: Fragment): boolean {
  const dits: readonly Blanc[] = [a.blanc, b.blanc]
  if (dits.includes('MIXTE') && !dits.includes(null) && !dits.includes('NAN'))
    throw new Intraduisible('elle compare ce qui peut n’être pas un nombre')
  return a.blanc === 'VIDE' && b.blanc === 'VIDE'
}

/** What is divided by zero is above or below all there, and absent here. */
function verifierOrdre(operateur: Comparaison, a: Fragment, b: Fragment): void {
  const range = operateur !== '=' && operateur !== '!='
  if (range ? a.infini || b.infini : a.infini && b.infini)
    throw new Intraduisible('elle compare le résultat d’une division qui peut être par zéro')
  if (range && [a, b].some(({ type }) => type === 'texte' || type === 'booleen'))
    throw new Intraduisible('elle range ce qui n’est ni un nombre ni une date')
}

const CALCULS: Record<Exclude<Calcul, 'mod'>, [signe: string, force: number]> = {
  '+': ['+', FORCES.somme],
  '-': ['-', FORCES.somme],
  '*': ['*', FORCES.produit],
  div: ['/', FORCES.produit],
}

function exigerNombres(termes: readonly Fragment[]): void {
  for (const { type } of termes)
    if (type !== null && type !== 'nombre')
      throw new Intraduisible('elle calcule avec ce qui n’est pas un nombre')
}

function calcul(noeud: Extract<Noeud, { sorte: 'calcul' }>, portee: Portee): Fragment {
  const { operateur, droite } = noeud
  if (operateur === 'mod') throw new Intraduisible('le reste d’une division n’existe pas ici')
  const [signe, force] = CALCULS[operateur]
  const termes: [Fragment, Fragment] = [
    traduireNoeud(noeud.gauche, portee),
    traduireNoeud(droite, portee),
  ]
  exigerNombres(termes)
  if (operateur === 'div') exigerFinis([termes[1]])
  const parZero = operateur === 'div' && (droite.sorte !== 'nombre' || droite.valeur === 0)
  // The right side of a minus or a division keeps its parentheses.
  const texte = `${serrer(termes[0], force)} ${signe} ${serrer(termes[1], force + 1)}`
  const blanc = parZero ? 'NAN' : nonNombre(termes)
  return {
    texte,
    force,
    type: 'nombre',
    blanc,
    ...infinis(termes),
    ...(parZero && { infini: true }),
  }
}

type Traduction = {
  arite: [number, number]
  faire: (lus: Noeud[], portee: Portee) => Fragment
}

const appelDe = (nom: string, termes: readonly Fragment[]): string =>
  `${nom}(${termes.map(({ texte }) => texte).join('; ')})`

function surNombres(nom: string): Traduction['faire'] {
  return (lus, portee) => {
    const termes = lus.map((lu) => traduireNoeud(lu, portee))
    exigerNombres(termes)
    exigerFinis(termes)
    return simple(appelDe(nom, termes), 'nombre', nonNombre(termes))
  }
}

function arrondi([de, decimales]: Noeud[], portee: Portee): Fragment {
  if (!de || (decimales && decimales.sorte !== 'nombre'))
    throw new Intraduisible('elle arrondit à un nombre de décimales qui se calcule')
  const combien = simple(decimales ? nombreDe(decimales.valeur) : '0', 'nombre')
  const dit = traduireNoeud(de, portee)
  exigerNombres([dit])
  return {
    ...dit,
    ...simple(appelDe('ARRONDI', [dit, combien]), 'nombre', nonNombre([dit])),
    marquee: false,
  }
}

/** A condition: what is neither true nor false there would be read in another way. */
function condition(noeud: Noeud | undefined, portee: Portee): Fragment {
  const dit = noeud ? traduireNoeud(noeud, portee) : FAUX
  if (dit.type !== 'booleen')
    throw new Intraduisible('elle prend pour une condition ce qui n’en est pas une')
  return dit
}

/** What two values give when either may be taken. */
function choisir(a: Fragment, b: Fragment, texte: string, blanc: Blanc): Fragment {
  if (a.type !== null && b.type !== null && a.type !== b.type)
    throw new Intraduisible('elle donne tantôt une chose, tantôt une autre nature')
  accorder(a, b)
  const codes = a.codes ?? b.codes
  return { ...simple(texte, a.type ?? b.type, blanc), codes, ...infinis([a, b]) }
}

function si([question, alors, sinon]: Noeud[], portee: Portee): Fragment {
  if (!alors || !sinon) throw new Intraduisible('son «\u00a0if\u00a0» est incomplet')
  const dite = condition(question, portee)
  const [a, b] = [traduireNoeud(alors, portee), traduireNoeud(sinon, portee)]
  return choisir(a, b, appelDe('SI', [dite, a, b]), mele(a.blanc, b.blanc))
}

function parDefaut([de, sinon]: Noeud[], portee: Portee): Fragment {
  if (!de || !sinon) throw new Intraduisible('son «\u00a0coalesce\u00a0» est incomplet')
  const [a, b] = [traduireNoeud(de, portee), traduireNoeud(sinon, portee)]
  const absente = absence(a)
  if (!absente) return a
  exigerFinis([a])
  return choisir(a, b, appelDe('SI', [absente, b, a]), b.blanc)
}

/** A text as a number: only what is one already. */
function nombre([de]: Noeud[], portee: Portee): Fragment {
  const dit = traduireNoeud(de ?? { sorte: 'texte', valeur: '' }, portee)
  exigerNombres([dit])
  return { ...dit, type: 'nombre', blanc: nonNombre([dit]) }
}

function choisi([de, valeur]: Noeud[], portee: Portee): Fragment {
  if (de?.sorte !== 'question' || valeur?.sorte !== 'texte')
    throw new Intraduisible('son «\u00a0selected\u00a0» ne nomme pas une question et un choix')
  const question = questionDe(portee, de.nom)
  if (!('parChoix' in question)) {
    if (!question.codes)
      throw new Intraduisible('son «\u00a0selected\u00a0» lit autre chose qu’un choix')
    const egal: Noeud = { sorte: 'comparaison', operateur: '=', gauche: de, droite: valeur }
    return traduireNoeud(egal, portee)
  }
  const adresse = question.parChoix.get(valeur.valeur)
  if (adresse === undefined)
    throw new Intraduisible(
      `«\u00a0${valeur.valeur.slice(0, 60)}\u00a0» n’est pas un choix de la question`,
    )
  return ditCoche(adresse, question.conditionnelle ?? false)
}

const ditVrai = (vrai: boolean): Traduction => ({
  arite: [0, 0],
  faire: () => (vrai ? VRAI : FAUX),
})

const TRADUCTIONS: ReadonlyMap<string, Traduction> = new Map<string, Traduction>([
  ['true', ditVrai(true)],
  ['false', ditVrai(false)],
  ['not', { arite: [1, 1], faire: ([de], portee) => nier(condition(de, portee)) }],
  ['if', { arite: [3, 3], faire: si }],
  ['coalesce', { arite: [2, 2], faire: parDefaut }],
  ['selected', { arite: [2, 2], faire: choisi }],
  ['min', { arite: [1, 50], faire: surNombres('MIN') }],
  ['max', { arite: [1, 50], faire: surNombres('MAX') }],
  ['abs', { arite: [1, 1], faire: surNombres('ABS') }],
  ['round', { arite: [1, 2], faire: arrondi }],
  ['number', { arite: [1, 1], faire: nombre }],
])

function appel(
  { nom, arguments: lus }: Extract<Noeud, { sorte: 'appel' }>,
  portee: Portee,
): Fragment {
  const traduction = TRADUCTIONS.get(nom)
  if (!traduction)
    throw new Intraduisible(`la fonction «\u00a0${nom.slice(0, 60)}\u00a0» n’existe pas ici`)
  const [min, max] = traduction.arite
  if (lus.length < min || lus.length > max)
    throw new Intraduisible(`la fonction «\u00a0${nom}\u00a0» n’y a pas ses arguments`)
  return traduction.faire(lus, portee)
}

/** A text may stand twice in what reads it: it never grows beyond what a formula may be. */
function traduireNoeud(noeud: Noeud, portee: Portee): Fragment {
  const dit = direNoeud(noeud, portee)
  if (dit.texte.length > BORNES_MODELE.texte)
    throw new Intraduisible('elle est trop longue une fois traduite')
  return dit
}

function direNoeud(noeud: Noeud, portee: Portee): Fragment {
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
      exigerNombres([de])
      const texte = `-${serrer(de, FORCES.un)}`
      const dit = { ...simple(texte, 'nombre', nonNombre([de])), force: FORCES.produit }
      return { ...dit, ...infinis([de]) }
    }
    case 'logique': {
      const cotes = [noeud.gauche, noeud.droite].map((cote) => condition(cote, portee))
      return relier(noeud.operateur === 'or' ? 'OU' : 'ET', cotes)
    }
  }
}

/** Whether nothing stands in the cells of a question, of which one at least is named. */
export function sansReponse(question: Question): string | null {
  if ('absente' in question) return null
  if ('adresse' in question) {
    const { adresse, type, conditionnelle = false } = question
    return absence({ ...simple(adresse, type, 'VIDE'), marquee: conditionnelle })?.texte ?? null
  }
  const coches = [...question.parChoix.values()].map((adresse) =>
    ditCoche(adresse, question.conditionnelle ?? false),
  )
  return coches.length > 0 ? nier(relier('OU', coches)).texte : null
}

/** `codes`: of a formula that gives a choice, the code here of each of its names there. */
type FormuleTraduite = {
  formule: string
  type: TypeReponse | null
  codes: ReadonlyMap<string, string> | undefined
  noeud: Noeud
}

/** The formula that says the same, and what it gives. @throws Intraduisible, and nothing else */
export function traduire(texte: string, portee: Portee): FormuleTraduite {
  const noeud = lireXPath(texte)
  const { texte: formule, type, codes } = traduireNoeud(noeud, portee)
  return { formule, type, codes, noeud }
}
