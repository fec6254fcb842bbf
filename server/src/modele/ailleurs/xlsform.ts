import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { Champ } from '@releve/contract/modele/modele.schema.ts'
import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import { type Constat, type Convertir, Inconvertible, libelleDe, ouvrirCodes } from './ailleurs.ts'
import { calculer, Poseur, type QuestionPosee } from './xlsform.cases.ts'
import { lireChoix } from './xlsform.choix.ts'
import {
  choisirLangue,
  direColonnes,
  type FeuilleLue,
  type FeuillesXlsform,
  lireFeuille,
} from './xlsform.feuilles.ts'
import { type Groupe, lireLignes, type Question } from './xlsform.lignes.ts'
import {
  controleDe,
  essayer,
  estOui,
  minimumDe,
  ouvrirConditions,
  propositionDe,
  requisDe,
  soSiDe,
} from './xlsform.regles.ts'
import { netDe } from './xlsform.texte.ts'
import { type Question as Reponse, traduire } from './xpath.traduire.ts'

const PRISES = new Set([
  'type',
  'name',
  'label',
  'hint',
  'constraint',
  'constraint_message',
  'relevant',
  'required',
  'calculation',
  'default',
  'readonly',
  'disabled',
])
const RAISONS: ReadonlyMap<string, string> = new Map([
  ['appearance', 'elle règle l’affichage d’un téléphone'],
  ...['media', 'image', 'audio', 'video'].map(
    (media) => [media, 'une case n’a ni image ni son'] as const,
  ),
  ['choice_filter', 'une liste propose tous ses choix'],
  ['required_message', 'la plateforme dit elle-même ce qui manque'],
  ['parameters', 'elle règle l’affichage d’un téléphone'],
  ['repeat_count', 'les groupes répétés ne sont pas repris'],
  ['guidance_hint', 'une case n’a qu’une aide'],
  ['trigger', 'une case calculée l’est à chaque changement'],
])
const REGLAGES = new Set(['title', 'id_string', 'default_language'])
const RAISONS_REGLAGES: ReadonlyMap<string, string> = new Map([
  ['version', 'la plateforme numérote elle-même les versions'],
])

type Dire = (question: { ligne: { numero: number } }, genre: Constat['genre'], dit: string) => void

/** The questions of a group that stands in no other, or those that stand in none. */
type Partie = { groupe: Groupe | null; posees: QuestionPosee[]; notes: Question[] }

const racineDe = (groupe: Groupe | null): Groupe | null => {
  let racine = groupe
  while (racine?.parent) racine = racine.parent
  return racine
}

/** Adds to the cells of a question what its line says of them; gives its control. */
function regler(
  { question, champs, reponse }: QuestionPosee,
  reponses: ReadonlyMap<string, Reponse>,
  conditions: readonly string[],
  rang: number,
  dire: Dire,
): ModeleSource['controles'][number] | null {
  const direIci = (genre: Constat['genre'], phrase: string) => dire(question, genre, phrase)
  const portee = { questions: reponses, soi: reponse }
  const adresses = champs.map(({ code }) => code)
  const regle = controleDe(question, { adresses, portee, rang }, direIci)
  const [champ] = champs
  if (regle && champ?.nature === 'entierSigne' && (minimumDe(regle.noeud) ?? -1) >= 0)
    champ.nature = 'entier'
  const soSi = soSiDe(question, conditions, portee, direIci)
  if (soSi !== null) for (const un of champs) un.soSi = soSi
  const requis = requisDe(question, portee, direIci)
  if (champs.length === 1) Object.assign(champ ?? {}, requis)
  else if (Object.keys(requis).length > 0)
    direIci(
      'LAISSE',
      `«\u00a0${question.libelle}\u00a0» n’est plus requis\u00a0: il a plusieurs cases.`,
    )
  return regle?.controle ?? null
}

/** A calculation has a blank there while its condition is false: no object here. */
function conditionner(
  { question, champs }: QuestionPosee,
  questions: ReadonlyMap<string, Reponse>,
  conditions: readonly string[],
  dire: Dire,
): void {
  const direIci = (genre: Constat['genre'], phrase: string) => dire(question, genre, phrase)
  const soSi = soSiDe(question, conditions, { questions, soi: null }, direIci)
  if (soSi !== null) for (const champ of champs) champ.soSi = soSi
}

/** What a cell that is entered proposes, or computes. */
function remplir(
  { question, champs, reponse }: QuestionPosee,
  reponses: ReadonlyMap<string, Reponse>,
  dire: Dire,
) {
  const { ligne, libelle } = question
  const [champ] = champs
  if (!champ) return
  const direIci = (genre: Constat['genre'], phrase: string) => dire(question, genre, phrase)
  const calcul = ligne.dire('calculation')
  const nommee = `«\u00a0${libelle}\u00a0»`
  if (calcul !== '' && champs.length === 1) {
    const lue = essayer(
      () => traduire(calcul, { questions: reponses, soi: reponse }),
      (raison) =>
        direIci(
          'LAISSE',
          `Le calcul de ${nommee} n’est pas repris, la case se saisit\u00a0: ${raison}.`,
        ),
    )
    if (lue) {
      champ.formule = lue.formule
      delete champ.requis
      direIci('CHANGE', `${nommee} est toujours calculé, et ne se saisit pas.`)
    }
    return
  }
  const proposee = propositionDe(question, reponse, { questions: reponses, soi: null }, direIci)
  if (proposee !== null) champ.prerempli = proposee
  if (!estOui(ligne.dire('readonly'))) return
  if (proposee !== null) champ.luSeul = true
  else
    direIci(
      'LAISSE',
      `${nommee} se saisit\u00a0: rien ne le remplit, il ne peut pas être en lecture seule.`,
    )
}

/** Questions in their sections, in the order of the file. */
function repartir(
  questions: readonly Question[],
  poser: (question: Question) => QuestionPosee | null,
): Partie[] {
  const parties: Partie[] = []
  for (const question of questions) {
    const groupe = racineDe(question.groupe)
    let partie = parties.at(-1)
    if (!partie || partie.groupe !== groupe) {
      partie = { groupe, posees: [], notes: [] }
      parties.push(partie)
    }
    if (question.sorte.sorte === 'note') partie.notes.push(question)
    const posee = poser(question)
    if (posee) partie.posees.push(posee)
  }
  return parties
}

/** What the notes of a section say, for its help; what it has no place for is told. */
function aideDe(notes: readonly Question[], dire: Dire): string {
  let aide = ''
  for (const note of notes) {
    const dit = libelleDe(netDe(note.ligne.dire('label')), BORNES_MODELE.texte)
    const suite = aide === '' ? dit : `${aide} ${dit}`
    if (suite.length > BORNES_MODELE.texte)
      dire(note, 'LAISSE', 'Cette note n’est pas reprise\u00a0: l’aide de sa section est pleine.')
    else {
      aide = suite
      dire(note, 'CHANGE', 'Cette note passe dans l’aide de sa section, qui se lit toujours.')
    }
  }
  return aide
}

/** A section for each part that has cells; groups within groups are told. */
function sectionsDe(
  parties: readonly Partie[],
  laissees: ReadonlySet<QuestionPosee>,
  donner: ReturnType<typeof ouvrirCodes>,
  dire: Dire,
): SectionSource[] {
  const fondus = new Set<Groupe>()
  return parties.flatMap(({ groupe, posees, notes }): SectionSource[] => {
    const gardees = posees.filter((posee) => !laissees.has(posee))
    const champs: Champ[] = gardees.flatMap((posee) => posee.champs)
    for (const { question } of gardees)
      for (let un = question.groupe; un?.parent; un = un.parent) {
        if (fondus.has(un)) continue
        fondus.add(un)
        dire(
          un,
          'CHANGE',
          `Le groupe «\u00a0${un.libelle}\u00a0» se fond dans la section de celui qui le contient.`,
        )
      }
    if (champs.length === 0) {
      for (const note of notes)
        dire(note, 'LAISSE', 'Cette note n’est pas reprise\u00a0: sa section n’a pas de case.')
      return []
    }
    const libelle = groupe?.libelle || 'Questions'
    const aide = aideDe(notes, dire)
    const code = donner(groupe?.ligne.dire('name') || 'QUESTIONS', 'S')
    return [{ code, libelle, type: 'champs', ...(aide && { aide }), champs }]
  })
}

/** The answers by their names; two of one name are neither. */
function reponsesDe(
  posees: readonly QuestionPosee[],
  absentes: ReadonlySet<string>,
): Map<string, Reponse> {
  const reponses = new Map<string, Reponse>()
  for (const nom of absentes) reponses.set(nom, { absente: 'qui n’est pas repris' })
  for (const { question, reponse } of posees) {
    const deja = reponses.get(question.nom)
    const double = deja && !('absente' in deja)
    reponses.set(question.nom, double ? { absente: 'que deux questions portent' } : reponse)
  }
  return reponses
}

function enteteDe(reglages: FeuilleLue, donner: (texte: string, defaut: string) => string) {
  const [ligne] = reglages.lignes
  const titre = libelleDe(netDe(ligne?.dire('title') ?? ''))
  const identifiant = ligne?.dire('id_string') ?? ''
  const libelle = titre || libelleDe(identifiant) || 'Questionnaire repris'
  return { code: donner(identifiant || titre, 'XLSFORM'), libelle }
}

/** What is told of the whole: languages, columns, settings, what remains to be written. */
function direEnsemble(
  [survey, choices, settings]: [FeuilleLue, FeuilleLue, FeuilleLue],
  langue: string,
): Constat[] {
  const autres = new Set([...survey.langues, ...choices.langues].filter((dite) => dite !== langue))
  autres.delete('')
  const constats: Constat[] = []
  if (autres.size > 0) {
    const dites = [...autres]
      .slice(0, 8)
      .map((dite) => dite.slice(0, 40))
      .join(', ')
    const phrase = `Les textes en ${dites} ne sont pas repris\u00a0: un modèle est écrit en une langue${langue ? ` (ici ${langue.slice(0, 40)})` : ''}.`
    constats.push({ place: 'survey, choices', genre: 'LAISSE', phrase })
  }
  return [
    ...constats,
    ...direColonnes(survey, PRISES, RAISONS),
    ...direColonnes(settings, REGLAGES, RAISONS_REGLAGES, 'elle règle un téléphone ou un envoi'),
  ]
}

/** Rules, conditions and proposals of all the questions; gives the controls. */
function toutRegler(
  posees: readonly QuestionPosee[],
  laissees: ReadonlySet<QuestionPosee>,
  reponses: ReadonlyMap<string, Reponse>,
  dire: Dire,
) {
  const places = new Map<string, string>()
  const conditionsDe = ouvrirConditions(reponses, dire)
  const controles: ModeleSource['controles'] = []
  for (const posee of posees) {
    if (laissees.has(posee)) continue
    const { question, champs } = posee
    const place = `survey, ligne ${question.ligne.numero}`
    for (const { code } of champs) places.set(code, place)
    const conditions = conditionsDe(question.groupe)
    if (question.sorte.sorte === 'calcul') {
      conditionner(posee, reponses, conditions, dire)
      continue
    }
    const controle = regler(posee, reponses, conditions, controles.length, dire)
    if (controle) {
      controles.push(controle)
      places.set(controle.code, place)
    }
    remplir(posee, reponses, dire)
  }
  return { controles, places }
}

/** What stands in the file's order: the whole first, then line by line. */
const rangDe = ({ place }: Constat): number => {
  const [, feuille, numero] = /^(survey|choices), ligne (\d+)$/.exec(place) ?? []
  return Number(numero ?? 0) + (feuille === 'choices' ? 1e6 : 0)
}

/**
 * Converts the sheets of an XLSForm: its groups become sections, its questions cells, its choices
 * lists of codes, its rules controls. @throws Inconvertible when it asks nothing that has a cell
 */
export const convertirXlsform: Convertir<FeuillesXlsform> = (feuilles) => {
  const parDefaut = lireFeuille('settings', feuilles.get('settings')).lignes[0]
  const brute = lireFeuille('survey', feuilles.get('survey'))
  if (!brute.emplois.has('type'))
    throw new Inconvertible(
      'La feuille «\u00a0survey\u00a0» n’a pas de colonne «\u00a0type\u00a0» remplie.',
    )
  const langue = choisirLangue(brute.langues, parDefaut?.dire('default_language') ?? '')
  const lire = (nom: string) => lireFeuille(nom, feuilles.get(nom), langue)
  const [survey, choices, settings] = [lire('survey'), lire('choices'), lire('settings')]
  const { questions, constats, absentes } = lireLignes(survey)
  const dire: Dire = ({ ligne: { numero } }, genre, phrase) =>
    constats.push({ place: `survey, ligne ${numero}`, genre, phrase })
  const donner = ouvrirCodes()
  donner('ID', 'ID')
  const choix = lireChoix(choices)
  const poseur = new Poseur(choix, donner, dire)
  const parties = repartir(questions, (question) => poseur.poser(question))
  const posees = parties.flatMap((partie) => partie.posees)
  const reponses = reponsesDe(posees, absentes)
  const laissees = calculer(posees, reponses, dire)
  const { controles, places } = toutRegler(posees, laissees, reponses, dire)
  const sections = sectionsDe(parties, laissees, donner, dire)
  if (sections.length === 0)
    throw new Inconvertible('Aucune de ses questions ne peut être une case d’un rapport.')
  const source: ModeleSource = {
    ...enteteDe(settings, ouvrirCodes()),
    version: 1,
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs: {},
    sections: [{ code: 'ID', libelle: 'Identification', type: 'identification' }, ...sections],
    controles,
  }
  const dits = [...direEnsemble([survey, choices, settings], langue), ...constats, ...choix.dire()]
  const constatsRanges = dits.toSorted((a, b) => rangDe(a) - rangDe(b))
  const converti = { source, constats: constatsRanges, listes: choix.prises(), places }
  return { choix: [], choisi: null, converti }
}
