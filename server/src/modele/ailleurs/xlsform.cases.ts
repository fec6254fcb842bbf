import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { Champ } from '@releve/contract/modele/modele.schema.ts'
import { type Constat, libelleDe } from './ailleurs.ts'
import type { Choix } from './xlsform.choix.ts'
import { estConditionnelle, type Question } from './xlsform.lignes.ts'
import { essayer } from './xlsform.regles.ts'
import { netDe } from './xlsform.texte.ts'
import { Intraduisible, type Noeud } from './xpath.lire.ts'
import { type Question as Reponse, type TypeReponse, traduire } from './xpath.traduire.ts'

/** A question with its cells, and how expressions read it. */
export type QuestionPosee = { question: Question; champs: Champ[]; reponse: Reponse }

type Dire = (question: Question, genre: Constat['genre'], phrase: string) => void
type Donner = (texte: string, defaut: string) => string

const NON_REPRIS = 'qui n’est pas repris'

/** More than any person ticks. */
const CASES_MAX = 60

const NOMS: Record<string, string> = {
  entierSigne: 'nombre entier',
  decimal: 'nombre',
  texte: 'texte',
  texteLong: 'texte long',
  date: 'date',
  booleen: 'oui ou non',
}

/** Gives each question its cells and its codes; what has none is told. */
export class Poseur {
  private readonly choix: Choix
  private readonly donner: Donner
  private readonly dire: Dire

  constructor(choix: Choix, donner: Donner, dire: Dire) {
    this.choix = choix
    this.donner = donner
    this.dire = dire
  }

  poser(question: Question): QuestionPosee | null {
    switch (question.sorte.sorte) {
      case 'note':
        return null
      case 'case':
        return this.poserCase(question, question.sorte)
      case 'choix':
        return question.sorte.plusieurs
          ? this.poserPlusieurs(question, question.sorte)
          : this.poserUn(question, question.sorte)
      case 'calcul':
        return this.poserCalcul(question)
    }
  }

  private commun({ libelle, ligne, groupe, nom }: Question, adresse: string) {
    // A group within a section is said before each of its questions.
    const dedans = groupe?.parent ? `${groupe.libelle} – ${libelle}` : libelle
    const aide = libelleDe(netDe(ligne.dire('hint')), BORNES_MODELE.texte)
    return {
      code: adresse,
      libelle: libelleDe(dedans) || libelleDe(nom) || adresse,
      ...(aide && { aide }),
    }
  }

  private poserCase(
    question: Question,
    { nature, type, change }: Extract<Question['sorte'], { sorte: 'case' }>,
  ): QuestionPosee {
    const adresse = this.donner(question.nom, 'Q')
    const long = nature === 'texte' && question.ligne.dire('appearance').includes('multiline')
    const sienne = long ? 'texteLong' : nature
    const nommee = `«\u00a0${question.libelle}\u00a0»`
    if (change) this.dire(question, 'CHANGE', `${nommee} devient ${change}.`)
    else this.dire(question, 'COMPRIS', `${nommee}\u00a0: ${NOMS[sienne] ?? sienne}.`)
    const champ = { ...this.commun(question, adresse), nature: sienne }
    const reponse = { adresse, type, conditionnelle: estConditionnelle(question) }
    return { question, champs: [champ], reponse }
  }

  private liste(question: Question, nom: string) {
    const liste = this.choix.liste(nom)
    if (!('absente' in liste)) return liste
    this.dire(
      question,
      'LAISSE',
      `«\u00a0${question.libelle}\u00a0» n’est pas repris\u00a0: ${liste.absente}.`,
    )
    return null
  }

  private autre(question: Question, autre: boolean) {
    if (!autre) return
    const phrase = `«\u00a0${question.libelle}\u00a0» n’a pas de choix «\u00a0autre\u00a0»\u00a0: ajoutez-le à la liste de codes s’il le faut.`
    this.dire(question, 'LAISSE', phrase)
  }

  private poserUn(
    question: Question,
    { liste: nom, autre }: Extract<Question['sorte'], { sorte: 'choix' }>,
  ): QuestionPosee | null {
    const liste = this.liste(question, nom)
    if (!liste) return null
    const adresse = this.donner(question.nom, 'Q')
    const n = liste.valeurs.length
    const phrase = `«\u00a0${question.libelle}\u00a0»\u00a0: un choix parmi ${n}, liste ${liste.code}.`
    this.dire(question, 'COMPRIS', phrase)
    this.autre(question, autre)
    const champ: Champ = {
      ...this.commun(question, adresse),
      nature: 'liste',
      codification: liste.code,
    }
    const conditionnelle = estConditionnelle(question)
    const reponse: Reponse = { adresse, type: 'texte', codes: liste.codes, conditionnelle }
    return { question, champs: [champ], reponse }
  }

  private poserPlusieurs(
    question: Question,
    { liste: nom, autre }: Extract<Question['sorte'], { sorte: 'choix' }>,
  ): QuestionPosee | null {
    const liste = this.liste(question, nom)
    if (!liste) return null
    if (liste.valeurs.length > CASES_MAX) {
      const phrase = `«\u00a0${question.libelle}\u00a0» n’est pas repris\u00a0: ${liste.valeurs.length} choix feraient autant de cases.`
      this.dire(question, 'LAISSE', phrase)
      return null
    }
    const { code: _, libelle, ...commun } = this.commun(question, '')
    const parChoix = new Map<string, string>()
    const libelles = new Map(liste.valeurs.map((valeur) => [valeur.code, valeur.libelle]))
    const champs = [...liste.codes].map(([sien, code]): Champ => {
      const adresse = this.donner(`${question.nom}_${sien}`, 'Q')
      parChoix.set(sien, adresse)
      const nomme = libelleDe(`${libelle} – ${libelles.get(code) ?? sien}`)
      return { ...commun, code: adresse, libelle: nomme, nature: 'booleen' }
    })
    const phrase = `«\u00a0${question.libelle}\u00a0» (plusieurs choix) devient ${champs.length} cases par oui ou non, une par choix.`
    this.dire(question, 'CHANGE', phrase)
    this.autre(question, autre)
    return { question, champs, reponse: { parChoix, conditionnelle: estConditionnelle(question) } }
  }

  /** Its formula comes once all questions have their cells. */
  private poserCalcul(question: Question): QuestionPosee {
    const adresse = this.donner(question.nom, 'Q')
    const champ: Champ = { ...this.commun(question, adresse), nature: 'decimal' }
    // It may take the SO of what it reads.
    return { question, champs: [champ], reponse: { adresse, type: null, conditionnelle: true } }
  }
}

/** The questions that an expression names. */
function nommees(noeud: Noeud, vues: Set<string> = new Set()): Set<string> {
  if (noeud.sorte === 'question' && noeud.nom !== null) vues.add(noeud.nom)
  else if (noeud.sorte === 'appel') for (const lu of noeud.arguments) nommees(lu, vues)
  else if (noeud.sorte === 'oppose') nommees(noeud.de, vues)
  else if ('gauche' in noeud) nommees(noeud.droite, nommees(noeud.gauche, vues))
  return vues
}

const NATURES = {
  nombre: 'decimal',
  texte: 'texte',
  booleen: 'booleen',
  date: 'date',
} as const satisfies Record<TypeReponse, Champ['nature']>

/** As many as calculations that read one another in turn. */
const TOURS_MAX = 12

/** What each calculation gives, before any is written: one may read another that stands after it. */
function typer(calculees: readonly QuestionPosee[], reponses: Map<string, Reponse>): void {
  for (let tour = 0, change = true; change && tour < TOURS_MAX; tour += 1) {
    change = false
    for (const { question } of calculees) {
      const deja = reponses.get(question.nom)
      if (!deja || !('adresse' in deja) || deja.type !== null) continue
      const lire = () =>
        traduire(question.ligne.dire('calculation'), { questions: reponses, soi: null })
      const lue = essayer(lire, () => undefined)
      if (!lue?.type) continue
      change = true
      // There it is the text « true » or « false », which is never blank.
      if (lue.type === 'booleen') reponses.set(question.nom, { absente: 'qui dit vrai ou faux' })
      else reponses.set(question.nom, { ...deja, type: lue.type, codes: lue.codes })
    }
  }
}

/**
 * Translates the computed questions. One that cannot be is left, and so is what is computed from
 * it, each with its reason: a cell to fill in would not be what its author computed.
 */
export function calculer(
  posees: readonly QuestionPosee[],
  reponses: Map<string, Reponse>,
  dire: Dire,
): ReadonlySet<QuestionPosee> {
  const laissees = new Set<QuestionPosee>()
  const dependants = new Map<string, QuestionPosee[]>()
  const enAttente: QuestionPosee[] = []
  const laisser = (posee: QuestionPosee, raison: string) => {
    if (laissees.has(posee)) return
    laissees.add(posee)
    enAttente.push(posee)
    const { question } = posee
    reponses.set(question.nom, { absente: NON_REPRIS })
    dire(
      question,
      'LAISSE',
      `Le calcul «\u00a0${question.libelle}\u00a0» n’est pas repris\u00a0: ${raison}.`,
    )
  }
  const calculees = posees.filter(({ question }) => question.sorte.sorte === 'calcul')
  typer(calculees, reponses)
  for (const posee of calculees) {
    const texte = posee.question.ligne.dire('calculation')
    essayer(
      () => {
        if (texte === '') throw new Intraduisible('il n’a pas de formule')
        const { formule, type, noeud } = traduire(texte, { questions: reponses, soi: null })
        for (const nom of nommees(noeud)) {
          const siens = dependants.get(nom)
          if (siens) siens.push(posee)
          else dependants.set(nom, [posee])
        }
        const [champ] = posee.champs
        if (champ) Object.assign(champ, { formule, nature: NATURES[type ?? 'nombre'] })
      },
      (raison) => laisser(posee, raison),
    )
  }
  for (let posee = enAttente.shift(); posee; posee = enAttente.shift()) {
    const { nom } = posee.question
    for (const dependant of dependants.get(nom) ?? [])
      laisser(dependant, `elle dépend de «\u00a0${nom.slice(0, 60)}\u00a0», ${NON_REPRIS}`)
  }
  for (const posee of calculees)
    if (!laissees.has(posee))
      dire(
        posee.question,
        'COMPRIS',
        `«\u00a0${posee.question.libelle}\u00a0»\u00a0: case calculée.`,
      )
  return laissees
}
