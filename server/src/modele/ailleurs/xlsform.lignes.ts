import type { Nature } from '@releve/contract/modele/modele.schema.ts'
import { type Constat, libelleDe } from './ailleurs.ts'
import type { FeuilleLue, LigneXlsform } from './xlsform.feuilles.ts'
import { netDe } from './xlsform.texte.ts'
import type { TypeReponse } from './xpath.traduire.ts'

/** A group of questions, in those that hold it. */
export type Groupe = { ligne: LigneXlsform; libelle: string; parent: Groupe | null }

/** What a type of question is here; `change`: why it is not quite the same. */
type Case = { sorte: 'case'; nature: Nature; type: TypeReponse; change?: string }
type Sorte =
  | Case
  | { sorte: 'choix'; liste: string; plusieurs: boolean; autre: boolean }
  | { sorte: 'calcul' }
  | { sorte: 'note' }

/** A line of `survey` that asks or says something. */
export type Question = {
  ligne: LigneXlsform
  nom: string
  libelle: string
  groupe: Groupe | null
  sorte: Sorte
}

export type Lignes = {
  questions: Question[]
  constats: Constat[]
  /** Names of what is not taken. */
  absentes: ReadonlySet<string>
}

const TELEPHONE = 'la plateforme sait elle-même qui saisit, quand, et d’où'
const FICHIER = 'une pièce se joint au rapport, elle n’est pas une case'
const CARTE = 'il n’y a pas de case de position'
const DEHORS = 'il lit un fichier qui n’est pas dans le questionnaire'

const CASES = new Map<string, Case>([
  ['integer', { sorte: 'case', nature: 'entierSigne', type: 'nombre' }],
  ['int', { sorte: 'case', nature: 'entierSigne', type: 'nombre' }],
  ['decimal', { sorte: 'case', nature: 'decimal', type: 'nombre' }],
  ['text', { sorte: 'case', nature: 'texte', type: 'texte' }],
  ['string', { sorte: 'case', nature: 'texte', type: 'texte' }],
  ['date', { sorte: 'case', nature: 'date', type: 'date' }],
  ...['time', 'datetime', 'datetime_range', 'phone_number'].map(
    (type) =>
      [
        type,
        {
          sorte: 'case',
          nature: 'texte',
          type: 'texte',
          change: 'une case de texte, faute de case de cette nature',
        },
      ] satisfies [string, Case],
  ),
  [
    'range',
    { sorte: 'case', nature: 'decimal', type: 'nombre', change: 'un nombre, sans curseur' },
  ],
  ...['acknowledge', 'trigger', 'boolean'].map(
    (type) =>
      [
        type,
        { sorte: 'case', nature: 'booleen', type: 'booleen', change: 'une réponse par oui ou non' },
      ] satisfies [string, Case],
  ),
])

const RAISONS: ReadonlyMap<string, string> = new Map([
  ...['start', 'end', 'today', 'deviceid', 'subscriberid', 'simserial', 'phonenumber'].map(
    (type) => [type, TELEPHONE] as const,
  ),
  ...[
    'username',
    'email',
    'audit',
    'background-audio',
    'start-geopoint',
    'background-geopoint',
  ].map((type) => [type, TELEPHONE] as const),
  ...['image', 'photo', 'audio', 'video', 'file'].map((type) => [type, FICHIER] as const),
  ...['geopoint', 'geotrace', 'geoshape', 'gps', 'location'].map((type) => [type, CARTE] as const),
  ...['xml-external', 'csv-external', 'entity'].map((type) => [type, DEHORS] as const),
  ['barcode', 'une case ne lit pas de code-barres'],
  ['rank', 'une case ne range pas des choix'],
  ['hidden', 'une case que personne ne voit n’a pas de sens dans un rapport'],
])

/** `select_one liste or_other`, and what old questionnaires wrote for it; null: another type. */
function choixDe(mots: readonly string[]): Sorte | { absente: string } | null {
  const net = mots.filter(
    (mot) => !['add', 'prompt', 'using', 'from', 'that', 'apply'].includes(mot),
  )
  const [premier = '', second = ''] = net.map((mot) => mot.toLowerCase())
  const un = premier === 'select_one' || premier === 'select1'
  const plusieurs = premier === 'select_multiple' || premier === 'select_all'
  const enMots = premier === 'select' && ['one', 'all', 'multiple'].includes(second)
  if (/^select_(?:one|multiple)_(?:from_file|external)$/.test(premier)) return { absente: DEHORS }
  if (!un && !plusieurs && !enMots) return null
  const liste = net[enMots ? 2 : 1] ?? ''
  const autre = /or[_ ]other|or specify other/.test(mots.join(' ').toLowerCase())
  return { sorte: 'choix', liste, plusieurs: plusieurs || (enMots && second !== 'one'), autre }
}

function sorteDe(type: string): Sorte | { absente: string } {
  const mots = type.split(/\s+/).filter(Boolean)
  const plie = mots.join(' ').toLowerCase()
  if (plie === 'note') return { sorte: 'note' }
  if (plie === 'calculate' || plie === 'calculation') return { sorte: 'calcul' }
  const choix = choixDe(mots)
  if (choix) return choix
  const premier = mots[0]?.toLowerCase() ?? ''
  const trouvee = CASES.get(plie) ?? CASES.get(premier)
  if (trouvee) return trouvee
  const raison = RAISONS.get(plie) ?? RAISONS.get(premier)
  return { absente: raison ?? 'ce type de question n’est pas connu' }
}

/** Whether it is asked only when something holds, of itself or of a group that holds it. */
export function estConditionnelle({ ligne, groupe }: Pick<Question, 'ligne' | 'groupe'>): boolean {
  if (ligne.dire('relevant') !== '') return true
  for (let un = groupe; un; un = un.parent) if (un.ligne.dire('relevant') !== '') return true
  return false
}

const libelleSien = (ligne: LigneXlsform): string =>
  libelleDe(netDe(ligne.dire('label'))) || libelleDe(ligne.dire('name'))

const ACTE = /^(begin|end)[_ ](group|repeat|loop)\b/i
/** How XLSForm says that a line is withdrawn. */
const RETIREE = new Set(['yes', 'true', 'true()', 'vrai'])
const NON_RETIREE = new Set(['no', 'false', 'false()', 'faux'])

type GroupeRepete = { ligne: LigneXlsform; questions: number; profondeur: number }

/** Reads `survey` line by line: which questions stand in which groups, and what is not taken. */
class Lecture {
  readonly questions: Question[] = []
  readonly constats: Constat[] = []
  readonly absentes = new Set<string>()
  private groupe: Groupe | null = null
  private repete: GroupeRepete | null = null
  /** What is open, the innermost last: a group, or what a withdrawn line would have opened. */
  private readonly ouverts: ('GROUPE' | 'RETIRE')[] = []

  lire(ligne: LigneXlsform): void {
    const type = ligne.dire('type').trim()
    if (this.retirer(ligne, type)) return
    const acte = ACTE.exec(type)
    if (acte) return this.passer(ligne, acte[1]?.toLowerCase() === 'begin', acte[2]?.toLowerCase())
    const nom = ligne.dire('name').trim()
    if (this.repete) {
      this.repete.questions += 1
      this.absentes.add(nom)
    } else if (type !== '') this.poser(ligne, type, nom)
    else if (nom !== '' || ligne.dire('label') !== '')
      this.dire(
        ligne,
        'LAISSE',
        `${this.nommer(ligne)} n’a pas de type\u00a0: il n’est pas repris.`,
      )
  }

  /** A line withdrawn by its author says nothing, as for the tools that read it there; it is told. */
  private retirer(ligne: LigneXlsform, type: string): boolean {
    const dit = ligne.dire('disabled').trim().toLowerCase()
    if (dit === '' || NON_RETIREE.has(dit)) return false
    if (!RETIREE.has(dit)) {
      const phrase = `${this.nommer(ligne)} est repris\u00a0: «\u00a0${dit.slice(0, 40)}\u00a0» ne dit pas qu’il est retiré («\u00a0yes\u00a0» le dit).`
      this.dire(ligne, 'CHANGE', phrase)
      return false
    }
    const [, acte = ''] = ACTE.exec(type) ?? []
    if (acte.toLowerCase() === 'begin' && !this.repete) this.ouverts.push('RETIRE')
    else if (acte.toLowerCase() === 'end' && this.ouverts.at(-1) === 'RETIRE') this.ouverts.pop()
    else if (acte === '') this.absentes.add(ligne.dire('name').trim())
    this.dire(
      ligne,
      'LAISSE',
      `${this.nommer(ligne)} n’est pas repris\u00a0: son auteur l’a retiré (colonne «\u00a0disabled\u00a0»).`,
    )
    return true
  }

  finir(derniere: number): void {
    if (this.repete) this.fermerRepete(derniere)
    for (let ouvert = this.groupe; ouvert; ouvert = ouvert.parent)
      this.dire(
        ouvert.ligne,
        'CHANGE',
        `${this.nommer(ouvert.ligne)} n’est jamais fermé\u00a0: il va jusqu’à la fin.`,
      )
  }

  private passer(ligne: LigneXlsform, ouvre: boolean, quoi: string | undefined): void {
    if (this.repete) {
      this.repete.profondeur += ouvre ? 1 : -1
      if (this.repete.profondeur === 0) this.fermerRepete(ligne.numero)
    } else if (ouvre && quoi !== 'group') {
      this.repete = { ligne, questions: 0, profondeur: 1 }
      this.absentes.add(ligne.dire('name').trim())
    } else if (ouvre) {
      this.ouverts.push('GROUPE')
      this.groupe = { ligne, libelle: libelleSien(ligne), parent: this.groupe }
    } else if (this.ouverts.at(-1) === 'RETIRE') this.ouverts.pop()
    else if (this.groupe) {
      this.ouverts.pop()
      this.groupe = this.groupe.parent
    } else this.dire(ligne, 'LAISSE', 'Cette ligne ferme un groupe qui n’est pas ouvert.')
  }

  private fermerRepete(jusqua: number): void {
    if (!this.repete) return
    const { ligne, questions } = this.repete
    const combien = questions === 1 ? '1 question' : `${questions} questions`
    this.repete = null
    this.dire(
      ligne,
      'LAISSE',
      `${this.nommer(ligne)} se répète (lignes ${ligne.numero} à ${jusqua}, ${combien})\u00a0: il n’est pas repris. Un rapport mensuel donne des totaux\u202f: comptez ces réponses dans des cases, ou faites-en un tableau à lignes libres dans l’atelier.`,
    )
  }

  private poser(ligne: LigneXlsform, type: string, nom: string): void {
    const sorte = sorteDe(type)
    if ('absente' in sorte) {
      this.absentes.add(nom)
      const dit = `(${type.slice(0, 60)})`
      this.dire(
        ligne,
        'LAISSE',
        `${this.nommer(ligne)} ${dit} n’est pas repris\u00a0: ${sorte.absente}.`,
      )
    } else if (nom === '' && sorte.sorte !== 'note')
      this.dire(ligne, 'LAISSE', `${this.nommer(ligne)} n’a pas de nom\u00a0: il n’est pas repris.`)
    else
      this.questions.push({ ligne, nom, libelle: libelleSien(ligne), groupe: this.groupe, sorte })
  }

  private nommer(ligne: LigneXlsform): string {
    return `«\u00a0${libelleSien(ligne) || ligne.dire('type').slice(0, 60)}\u00a0»`
  }

  private dire({ numero }: LigneXlsform, genre: Constat['genre'], phrase: string): void {
    this.constats.push({ place: `survey, ligne ${numero}`, genre, phrase })
  }
}

/** The questions of `survey`. */
export function lireLignes({ lignes }: FeuilleLue): Lignes {
  const lecture = new Lecture()
  for (const ligne of lignes) lecture.lire(ligne)
  lecture.finir(lignes.at(-1)?.numero ?? 1)
  const { questions, constats, absentes } = lecture
  return { questions, constats, absentes }
}
