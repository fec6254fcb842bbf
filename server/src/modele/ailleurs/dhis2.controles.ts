import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { Champ, Niveau } from '@releve/contract/modele/modele.schema.ts'
import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import { type Constat, libelleDe, ouvrirCodes, type Rapprochement } from './ailleurs.ts'
import { comparer, Indicible, type Lecture, litTout, traduire } from './dhis2.expression.ts'
import {
  aideDe,
  codeDe,
  completer,
  estVrai,
  idDe,
  type Metadonnees,
  nombreDe,
  nomDe,
  type Objet,
  objetDe,
  texteDe,
} from './dhis2.lecture.ts'
import { ecrire, et, type Fait, fait, type Manques, non, ou } from './dhis2.manques.ts'
import type { Chantier } from './dhis2.sections.ts'

const citer = (texte: string) => `«\u00a0${texte}\u00a0»`

/** What the formulas of a form read, once its sections are laid out. */
function ouvrirLecture(meta: Metadonnees, chantier: Chantier): Omit<Lecture, 'blanc'> {
  const { cellules, natures, sections } = chantier
  const parCode = new Map(sections.map((section) => [section.code, section]))
  return {
    trouver: (dataElement, ventilation) => {
      const siennes = cellules.get(dataElement) ?? []
      if (ventilation === null) return siennes
      return siennes.filter(({ categoryOptionCombo }) => categoryOptionCombo === ventilation)
    },
    somme: (lues) => sommeDe(lues, parCode),
    nature: (dataElement) => {
      const nature = natures.get(dataElement)?.traits.nature
      if (nature === 'booleen') return 'booleen'
      return nature === 'entier' || nature === 'entierSigne' || nature === 'decimal'
        ? 'nombre'
        : null
    },
    constante: (id) => nombreDe(meta.trouver('constants', id) ?? {}, 'value'),
  }
}

/** The sum of cells: of a whole row, if it is one. */
function sommeDe(
  cellules: readonly Rapprochement[],
  parCode: ReadonlyMap<string, SectionSource>,
): string {
  const adresses = [...new Set(cellules.map(({ cellule }) => cellule))]
  const [premiere = ''] = adresses
  if (adresses.length === 1) return premiere
  const [code = '', ligne = ''] = premiere.split('.')
  const section = parCode.get(code)
  const debut = `${code}.${ligne}.`
  if (section?.type === 'matrice' && adresses.every((adresse) => adresse.startsWith(debut))) {
    const largeur = section.colonnes.length * (section.groupes?.length ?? 1)
    if (largeur === adresses.length) return `SOMME(${debut}${section.groupes ? '*.*' : '*'})`
  }
  return `SOMME(${adresses.join('; ')})`
}

const OPERATEURS = new Map([
  ['equal_to', '='],
  ['not_equal_to', '<>'],
  ['greater_than', '>'],
  ['greater_than_or_equal_to', '>='],
  ['less_than', '<'],
  ['less_than_or_equal_to', '<='],
])

type Cote = { source: string; strategie: string; nom: string }

const coteDe = (regle: Objet, cle: string): Cote => {
  const cote = objetDe(regle, cle)
  return {
    source: texteDe(cote, 'expression'),
    strategie: texteDe(cote, 'missingValueStrategy') || 'SKIP_IF_ALL_VALUES_MISSING',
    nom: texteDe(cote, 'description'),
  }
}

type Comparaison = { formule: string; cellules: Rapprochement[]; figures: [string, string] | null }

/** When a side is passed over, as its author asked: where nothing, or not all, of what it met is there. */
function sauter({ strategie }: Cote, { un, tous, lus }: Manques): Fait {
  if (strategie === 'SKIP_IF_ANY_VALUE_MISSING') return un
  return strategie === 'NEVER_SKIP' ? false : et(lus, tous)
}

/** What a blank counts for on a side: nothing where a blank has it passed over anyway. */
function blancDe({ strategie, source }: Cote): Lecture['blanc'] {
  return strategie === 'SKIP_IF_ANY_VALUE_MISSING' && litTout(source) ? 'SEULE' : 'ZERO'
}

/** @throws Indicible */
function comparerCotes(
  signe: string,
  [gauche, droite]: [Cote, Cote],
  lecture: Omit<Lecture, 'blanc'>,
  strict: boolean,
): Comparaison {
  const dire = (cote: Cote) =>
    traduire(cote.source, { ...lecture, blanc: strict ? 'ABSENT' : blancDe(cote) })
  const [g, d] = [dire(gauche), dire(droite)]
  const saut = strict ? false : ou(sauter(gauche, g.dit.manques), sauter(droite, d.dit.manques))
  const { texte } = comparer(g.dit, signe, d.dit)
  const formule = saut === false ? texte : ecrire(ou(saut, fait(texte)))
  if (formule.length > BORNES_MODELE.texte) throw new Indicible('Sa formule est trop longue.')
  const cellules = [...g.cellules, ...d.cellules]
  if (cellules.length === 0) throw new Indicible('Elle ne lit aucune donnée.')
  return { formule, cellules, figures: figuresDe([gauche, droite], lecture) }
}

/** Each side as a message shows it, if it is short enough to be read. */
function figuresDe(cotes: [Cote, Cote], lecture: Omit<Lecture, 'blanc'>): [string, string] | null {
  const [gauche, droite] = cotes.map(({ source }) => {
    const { formule } = traduire(source, { ...lecture, blanc: 'ABSENT' })
    return formule.length <= 200 ? formule : ''
  })
  return gauche && droite ? [gauche, droite] : null
}

/**
 * Both sides there, or neither; or never both. A side that is never passed over is there as soon as
 * something of it is, as DHIS2 documents it. @throws Indicible
 */
function apparier(
  operateur: string,
  cotes: [Cote, Cote],
  lecture: Omit<Lecture, 'blanc'>,
): Comparaison {
  const lus = cotes.map((cote) => {
    const { dit, cellules } = traduire(cote.source, { ...lecture, blanc: 'ZERO' })
    if (cellules.length === 0) throw new Indicible('Elle ne lit aucune donnée.')
    const { strategie } = cote
    const souple = strategie === 'NEVER_SKIP' ? 'SKIP_IF_ALL_VALUES_MISSING' : strategie
    return { cellules, absente: sauter({ ...cote, strategie: souple }, dit.manques) }
  })
  const [g = false, d = false] = lus.map(({ absente }) => absente)
  const dite = operateur === 'compulsory_pair' ? ou(et(g, d), et(non(g), non(d))) : ou(g, d)
  const formule = ecrire(dite)
  if (formule.length > BORNES_MODELE.texte) throw new Indicible('Sa formule est trop longue.')
  return { formule, cellules: lus.flatMap(({ cellules }) => cellules), figures: null }
}

/** `strict`: whether it is looked at only once all of its cells are filled, unlike there. */
type RegleTraduite = Comparaison & { strict: boolean }

/** @throws Indicible */
function direRegle(regle: Objet, lecture: Omit<Lecture, 'blanc'>): RegleTraduite {
  const cotes: [Cote, Cote] = [coteDe(regle, 'leftSide'), coteDe(regle, 'rightSide')]
  if (cotes.some(({ source }) => source === '')) throw new Indicible('Il lui manque une formule.')
  const operateur = texteDe(regle, 'operator')
  if (operateur === 'compulsory_pair' || operateur === 'exclusive_pair')
    return { ...apparier(operateur, cotes, lecture), strict: false }
  const signe = OPERATEURS.get(operateur)
  if (!signe) throw new Indicible('Sa comparaison n’est pas de celles que l’on connaît ici.')
  try {
    return { ...comparerCotes(signe, cotes, lecture, false), strict: false }
  } catch (cause) {
    if (!(cause instanceof Indicible) || !/trop longue/.test(cause.message)) throw cause
    // What chooses or asks does not wait for all of its cells.
    if (!cotes.every(({ source }) => litTout(source))) throw cause
    return { ...comparerCotes(signe, cotes, lecture, true), strict: true }
  }
}

/** A text in which a message finds neither a formula nor a list of codes. */
const inerte = (texte: string): string =>
  texte.replace(/[{[]/g, '(').replace(/[}\]]/g, ')').replaceAll('$', '')

function messageDe(regle: Objet, { figures }: Comparaison, cotes: [Cote, Cote]): string {
  const dit = texteDe(regle, 'instruction') || (aideDe(regle) ?? '') || nomDe(regle)
  const texte = libelleDe(inerte(dit), 400) || 'Cette règle n’est pas respectée.'
  if (!figures) return texte
  const noms = cotes.map(
    ({ nom }, rang) => inerte(libelleDe(nom, 80)) || (rang ? 'droite' : 'gauche'),
  )
  return `${texte} (${noms[0]}\u00a0: {${figures[0]}}\u202f; ${noms[1]}\u00a0: {${figures[1]}})`
}

/** VR01 … VR99, VS01 … : as many as a model may have. */
function codeDeRang(rang: number): string {
  const lettre = String.fromCharCode('R'.charCodeAt(0) + Math.floor(rang / 99))
  return `V${lettre}${String((rang % 99) + 1).padStart(2, '0')}`
}

function niveauDe(regle: Objet, bloque: boolean): Niveau {
  if (bloque) return 'BLOQUANT'
  if (estVrai(regle, 'skipFormValidation')) return 'INFO'
  return texteDe(regle, 'importance') === 'LOW' ? 'INFO' : 'AVERTISSEMENT'
}

/** What is done otherwise than there, once a rule is a control. */
function changementsDe(regle: Objet, { strict }: RegleTraduite): string[] {
  const niveaux = Array.isArray(regle['organisationUnitLevels']) && regle['organisationUnitLevels']
  return [
    ...(strict
      ? [
          'elle n’est regardée qu’une fois toutes ses cases remplies\u202f; là-bas, une case vide comptait pour 0',
        ]
      : []),
    ...(niveaux && niveaux.length > 0
      ? ['elle vaut ici pour toutes les structures, et non pour certains niveaux']
      : []),
    ...(estVrai(regle, 'skipFormValidation')
      ? ['elle n’était pas regardée à la saisie\u00a0: elle ne fait qu’informer']
      : []),
  ]
}

/** Whether a rule names any cell of this form: those of others are not told one by one. */
function concerne(regle: Objet, chantier: Chantier): boolean {
  const textes = [coteDe(regle, 'leftSide').source, coteDe(regle, 'rightSide').source]
  return textes.some((texte) =>
    [...texte.slice(0, 4000).matchAll(/#\{([A-Za-z0-9]+)/g)].some(([, id = '']) =>
      chantier.cellules.has(id),
    ),
  )
}

/** Why a rule is none of a form filled by `periode`; null: its two sides read the form's own period. */
function autrePeriode(regle: Objet, periode: string): string | null {
  const sienne = texteDe(regle, 'periodType')
  if (sienne !== '' && sienne !== (periode || 'Monthly'))
    return 'Elle compare d’autres périodes que celle du formulaire.'
  const glisse = ['leftSide', 'rightSide'].some((cle) =>
    estVrai(objetDe(regle, cle), 'slidingWindow'),
  )
  return glisse ? 'Elle lit une suite de périodes, et non celle du formulaire seul.' : null
}

/** The rules of a file as controls of the form that this data set is. */
export function direControles(
  meta: Metadonnees,
  chantier: Chantier,
  jeu: Objet,
): ModeleSource['controles'] {
  const lecture = ouvrirLecture(meta, chantier)
  // What breaks a rule is not received there either.
  const bloque = estVrai(jeu, 'validCompleteOnly')
  const controles: ModeleSource['controles'] = []
  let autres = 0
  for (const regle of meta.liste('validationRules')) {
    const place = `Règle ${citer(nomDe(regle))}`
    const autre = autrePeriode(regle, texteDe(jeu, 'periodType'))
    const dire = (genre: Constat['genre'], phrase: string) =>
      chantier.dire({ place, genre, phrase })
    if (!concerne(regle, chantier)) autres += 1
    else if (controles.length >= BORNES_MODELE.controles)
      dire('LAISSE', 'Un modèle a déjà tous les contrôles qu’il peut avoir.')
    else if (autre !== null) dire('LAISSE', autre)
    else
      try {
        const dite = direRegle(regle, lecture)
        const cotes: [Cote, Cote] = [coteDe(regle, 'leftSide'), coteDe(regle, 'rightSide')]
        const code = codeDeRang(controles.length)
        controles.push({
          code,
          niveau: niveauDe(regle, bloque),
          formule: dite.formule,
          cellules: [...new Set(dite.cellules.map(({ cellule }) => cellule))].slice(0, 50),
          message: messageDe(regle, dite, cotes),
        })
        const changements = changementsDe(regle, dite)
        if (changements.length === 0) dire('COMPRIS', `Elle devient le contrôle ${code}.`)
        else
          dire('CHANGE', `Elle devient le contrôle ${code}, mais ${changements.join('\u202f; ')}.`)
      } catch (cause) {
        if (!(cause instanceof Indicible)) throw cause
        dire('LAISSE', cause.message)
      }
  }
  if (autres > 0)
    chantier.dire({
      place: 'Règles de validation',
      genre: 'LAISSE',
      phrase: `${autres > 1 ? `${autres} règles ne lisent` : 'Une règle ne lit'} aucune donnée de ce formulaire.`,
    })
  return controles
}

type Facteur = { facteur: number; unite: string | undefined }

function facteurDe(meta: Metadonnees, indicateur: Objet): Facteur {
  const type = completer(meta, 'indicatorTypes', objetDe(indicateur, 'indicatorType'))
  const facteur = nombreDe(type, 'factor') ?? 1
  return { facteur, unite: facteur === 100 ? '%' : undefined }
}

/** @throws Indicible */
function champDIndicateur(
  meta: Metadonnees,
  indicateur: Objet,
  lecture: Omit<Lecture, 'blanc'>,
  code: string,
): Champ {
  if (estVrai(indicateur, 'annualized'))
    throw new Indicible('Il est rapporté à l’année\u00a0: un rapport d’ici est d’un mois.')
  const lire = (cle: string) =>
    traduire(texteDe(indicateur, cle) || '1', { ...lecture, blanc: 'ZERO' })
  const [haut, bas] = [lire('numerator'), lire('denominator')]
  if (haut.cellules.length + bas.cellules.length === 0)
    throw new Indicible('Il ne lit aucune donnée du formulaire.')
  const { facteur, unite } = facteurDe(meta, indicateur)
  if (!Number.isSafeInteger(facteur) || facteur <= 0 || facteur > 1_000_000)
    throw new Indicible('Son facteur n’est pas un nombre entier.')
  const numerateur = facteur === 1 ? `(${haut.formule})` : `${facteur} * (${haut.formule})`
  const formule = bas.formule === '1' ? numerateur : `${numerateur} / (${bas.formule})`
  if (formule.length > BORNES_MODELE.texte) throw new Indicible('Sa formule est trop longue.')
  const decimales = nombreDe(indicateur, 'decimals')
  const aide = aideDe(indicateur)
  return {
    code,
    libelle: nomDe(indicateur),
    nature: 'decimal',
    formule,
    ...(unite && { unite }),
    ...(aide && { aide }),
    decimales: decimales !== null && [0, 1, 2, 3, 4, 5, 6].includes(decimales) ? decimales : 1,
  }
}

/** The indicators that the form shows, as computed cells in a last section. */
export function poserIndicateurs(
  meta: Metadonnees,
  chantier: Chantier,
  references: readonly Objet[],
): void {
  const lecture = ouvrirLecture(meta, chantier)
  const donnerCode = ouvrirCodes()
  const champs: Champ[] = []
  const uniques = new Map(references.map((reference) => [idDe(reference), reference]))
  for (const reference of uniques.values()) {
    const indicateur = completer(meta, 'indicators', reference)
    const place = `Indicateur ${citer(nomDe(indicateur))}`
    try {
      if (texteDe(indicateur, 'numerator') === '')
        throw new Indicible('Le fichier ne dit pas comment il se calcule.')
      champs.push(champDIndicateur(meta, indicateur, lecture, donnerCode(codeDe(indicateur), 'I')))
      const phrase = 'Il devient une case calculée.'
      chantier.dire({ place, genre: 'COMPRIS', phrase })
    } catch (cause) {
      if (!(cause instanceof Indicible)) throw cause
      chantier.dire({ place, genre: 'LAISSE', phrase: cause.message })
    }
  }
  if (champs.length === 0) return
  const code = chantier.donnerCode('INDICATEURS', 'S')
  chantier.sections.push({ code, libelle: 'Indicateurs', type: 'champs', prefixe: true, champs })
}
