import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { MOIS, type Mois } from '@releve/contract/mois.ts'
import {
  type Choix,
  type Constat,
  type Convertir,
  Inconvertible,
  type ModeleConverti,
  ouvrirCodes,
} from './ailleurs.ts'
import { direControles, poserIndicateurs } from './dhis2.controles.ts'
import { type Donnee, type Listes, lireDonnee, ouvrirListes } from './dhis2.donnees.ts'
import {
  aideDe,
  codeDe,
  estObjet,
  estVrai,
  idDe,
  type Metadonnees,
  nombreDe,
  nomDe,
  type Objet,
  objetDe,
  objetsDe,
  ouvrirMetadonnees,
  texteDe,
} from './dhis2.lecture.ts'
import {
  type Chantier,
  type Groupe,
  type Obligatoires,
  ouvrirChantier,
  poserGroupe,
} from './dhis2.sections.ts'
import { lireUnites } from './dhis2.unites.ts'
import { ouvrirVentilations } from './dhis2.ventilation.ts'

/** Questionnaires offered at most. */
const CHOIX_MAX = 500

const citer = (texte: string) => `«\u00a0${texte}\u00a0»`

/** The data elements of a data set, each as this data set breaks it down. */
function lireDonnees(
  meta: Metadonnees,
  jeu: Objet,
  listes: Listes,
  dire: (constat: Constat) => void,
): Map<string, Donnee> {
  const ventiler = ouvrirVentilations(meta)
  const elements = objetsDe(jeu, 'dataSetElements')
  // Files of before DHIS2 2.25 say them so.
  const anciens = objetsDe(jeu, 'dataElements').map((dataElement): Objet => ({ dataElement }))
  // Each has one cell at least: not one is read of more than a model may have.
  if (Math.max(elements.length, anciens.length) > BORNES_MODELE.cellules)
    throw new Inconvertible(TROP)
  const donnees = new Map<string, Donnee>()
  let absents = 0
  for (const element of elements.length > 0 ? elements : anciens) {
    const reference = objetDe(element, 'dataElement')
    const id = idDe(reference)
    const objet = meta.trouver('dataElements', id)
    if (id === '' || donnees.has(id)) continue
    if (!objet && texteDe(reference, 'valueType') === '') {
      absents += 1
      continue
    }
    const decrit = objet ?? reference
    const propre = objetDe(element, 'categoryCombo')
    const combinaison = idDe(propre) === '' ? objetDe(decrit, 'categoryCombo') : propre
    const donnee = lireDonnee(decrit, ventiler(combinaison), listes, dire)
    if (donnee) donnees.set(id, donnee)
    if (donnee && donnee.ventilation.categories.length === 0)
      direSansVentilation(donnee, combinaison, dire)
  }
  if (absents > 0) {
    const phrase = `${absents > 1 ? `${absents} éléments de donnée ne sont pas décrits` : 'Un élément de donnée n’est pas décrit'} dans ce fichier. Exportez le jeu de données avec ses dépendances.`
    dire({ place: 'Éléments de donnée', genre: 'LAISSE', phrase })
  }
  return donnees
}

/** A breakdown that is named, and that the file does not describe. */
function direSansVentilation(
  { libelle, ventilation }: Donnee,
  combinaison: Objet,
  dire: (constat: Constat) => void,
): void {
  const id = idDe(combinaison)
  if (id === '' || id === 'bjDvmb4bfuf' || ventilation.nom === 'default') return
  const place = `Élément de donnée ${citer(libelle)}`
  const perdues = ventilation.trouver([])
    ? ''
    : ' Ses valeurs passées ne pourront pas être reprises.'
  const phrase = `Sa ventilation n’est pas décrite dans ce fichier\u00a0: il devient une seule case.${perdues}`
  dire({ place, genre: 'CHANGE', phrase })
}

/** The sections of a data set, in the order of its form. */
function sectionsDe(meta: Metadonnees, jeu: Objet): Objet[] {
  const id = idDe(jeu)
  const nommees = objetsDe(jeu, 'sections')
  const ids = new Set(nommees.map(idDe).filter((un) => un !== ''))
  const decrites = meta
    .liste('sections')
    .filter((une) => idDe(objetDe(une, 'dataSet')) === id || ids.has(idDe(une)))
  const connues = new Set(decrites.map(idDe))
  const ecrites = nommees.filter((une) => !connues.has(idDe(une)) && 'dataElements' in une)
  const rang = (une: Objet) => nombreDe(une, 'sortOrder') ?? 0
  return [...decrites, ...ecrites].toSorted((a, b) => rang(a) - rang(b))
}

function groupeDe(section: Objet, donnees: Donnee[]): Groupe {
  const grisees = objetsDe(section, 'greyedFields').map((grisee) => {
    const element = idDe(objetDe(grisee, 'dataElement'))
    const ventilation = idDe(objetDe(grisee, 'categoryOptionCombo'))
    return ventilation === '' ? element : `${element}.${ventilation}`
  })
  return {
    code: codeDe(section),
    libelle: nomDe(section),
    aide: aideDe(section),
    donnees,
    grisees: new Set(grisees),
  }
}

/** Groups of a form: its sections, then what none of them has. */
function groupesDe(
  meta: Metadonnees,
  jeu: Objet,
  donnees: ReadonlyMap<string, Donnee>,
  dire: (constat: Constat) => void,
): Groupe[] {
  const restent = new Map(donnees)
  const groupes = sectionsDe(meta, jeu).map((section) => {
    const siennes = objetsDe(section, 'dataElements').flatMap((reference) => {
      const donnee = restent.get(idDe(reference))
      restent.delete(idDe(reference))
      return donnee ? [donnee] : []
    })
    return groupeDe(section, siennes)
  })
  if (restent.size === 0) return groupes
  const seules = groupes.length === 0
  const libelle = seules ? nomDe(jeu) : 'Autres données'
  if (!seules) {
    const phrase = `${restent.size > 1 ? `${restent.size} données ne sont` : 'Une donnée n’est'} dans aucune section\u00a0: la section ${citer(libelle)} les réunit.`
    dire({ place: 'Sections', genre: 'CHANGE', phrase })
  }
  const reste = { code: seules ? 'DONNEES' : 'AUTRES', libelle, aide: undefined }
  return [...groupes, { ...reste, donnees: [...restent.values()], grisees: new Set() }]
}

function obligatoiresDe(jeu: Objet): Obligatoires {
  return new Set(
    objetsDe(jeu, 'compulsoryDataElementOperands').map((operande) => {
      const element = idDe(objetDe(operande, 'dataElement'))
      const ventilation = idDe(objetDe(operande, 'categoryOptionCombo'))
      return ventilation === '' ? element : `${element}.${ventilation}`
    }),
  )
}

const chaque = (pas: number, dernier: number): Mois[] =>
  MOIS.filter((_, rang) => (rang + 1 - dernier) % pas === 0)

/** A rhythm of here for each of theirs that has one, and how it is said. */
const RYTHMES = new Map<
  string,
  { dit: string; rythme: Pick<ModeleSource, 'moisAttendus' | 'moisCouverts'> }
>([
  ['Monthly', { dit: 'chaque mois', rythme: {} }],
  [
    'Quarterly',
    { dit: 'chaque trimestre', rythme: { moisAttendus: chaque(3, 3), moisCouverts: 3 } },
  ],
  [
    'SixMonthly',
    { dit: 'chaque semestre', rythme: { moisAttendus: chaque(6, 6), moisCouverts: 6 } },
  ],
  [
    'SixMonthlyApril',
    {
      dit: 'chaque semestre, d’avril à septembre et d’octobre à mars',
      rythme: { moisAttendus: chaque(6, 3), moisCouverts: 6 },
    },
  ],
  ['Yearly', { dit: 'chaque année', rythme: { moisAttendus: ['DECEMBER'], moisCouverts: 12 } }],
  [
    'FinancialApril',
    { dit: 'chaque année, d’avril à mars', rythme: { moisAttendus: ['MARCH'], moisCouverts: 12 } },
  ],
  [
    'FinancialJuly',
    {
      dit: 'chaque année, de juillet à juin',
      rythme: { moisAttendus: ['JUNE'], moisCouverts: 12 },
    },
  ],
  [
    'FinancialOct',
    {
      dit: 'chaque année, d’octobre à septembre',
      rythme: { moisAttendus: ['SEPTEMBER'], moisCouverts: 12 },
    },
  ],
])

/** Those that have none, and how they are said. */
const SANS_RYTHME = new Map([
  ['Daily', 'chaque jour'],
  ['Weekly', 'chaque semaine'],
  ['BiWeekly', 'toutes les deux semaines'],
  ['BiMonthly', 'tous les deux mois'],
])

/** The rhythm of a data set; null: not said. @throws Inconvertible: no report is of its periods */
function rythmeDe(jeu: Objet) {
  const type = texteDe(jeu, 'periodType')
  if (type === '') return null
  const rythme = RYTHMES.get(type)
  if (rythme) return rythme
  const [semaine] = type.startsWith('Weekly') ? ['Weekly'] : [type]
  const quand = SANS_RYTHME.get(semaine) ?? `à une autre fréquence (${type.slice(0, 40)})`
  throw new Inconvertible(
    `Le jeu ${citer(nomDe(jeu))} se remplit ${quand}\u00a0: un rapport décrit un mois, un trimestre, un semestre ou une année entière. Changez sa période dans DHIS2, ou refaites ce formulaire ici.`,
  )
}

/** What a data set says of the whole form, and that is not said here, or otherwise. */
function direJeu(meta: Metadonnees, jeu: Objet, dire: (constat: Constat) => void): void {
  const place = `Jeu de données ${citer(nomDe(jeu))}`
  const laisser = (phrase: string) => dire({ place, genre: 'LAISSE', phrase })
  const rythme = rythmeDe(jeu)
  if (rythme) dire({ place, genre: 'COMPRIS', phrase: `Il se remplit ${rythme.dit}.` })
  else {
    const phrase = 'Sa fréquence n’est pas dite\u202f; le rapport d’ici est de chaque mois.'
    dire({ place, genre: 'CHANGE', phrase })
  }
  laisser(
    'Choisissez les quatre cases que le suivi lit (effectif, entrées, sorties, référence)\u00a0: DHIS2 n’en a pas l’idée.',
  )
  if (ouvrirVentilations(meta)(objetDe(jeu, 'categoryCombo')).categories.length > 0)
    laisser(
      'Ses rapports se ventilent aussi d’un bloc (par projet, par bailleur)\u00a0: ici, une période a un seul rapport.',
    )
  if (estVrai(jeu, 'fieldCombinationRequired'))
    laisser('Une ligne commencée devait y être remplie entière\u00a0: ici, rien ne l’exige.')
  if (estVrai(jeu, 'noValueRequiresComment'))
    laisser('Une case vide y demandait un commentaire\u00a0: ici, rien ne l’exige.')
  if (estObjet(jeu['dataEntryForm']))
    laisser('Son écran de saisie dessiné en HTML n’est pas repris.')
  if (idDe(objetDe(jeu, 'workflow')) !== '')
    laisser('Son circuit d’approbation n’est pas repris\u00a0: les rapports suivent celui d’ici.')
  if ((nombreDe(jeu, 'openFuturePeriods') ?? 0) > 0)
    laisser('On pouvait y saisir des mois à venir\u00a0: ici, un mois s’ouvre quand il commence.')
  if ((nombreDe(jeu, 'timelyDays') ?? 0) > 0 || (nombreDe(jeu, 'expiryDays') ?? 0) > 0)
    laisser(
      'Ses délais ne sont pas repris\u00a0: l’échéance et le verrou sont ceux du calendrier d’ici.',
    )
}

function convertirJeu(meta: Metadonnees, jeu: Objet): ModeleConverti {
  const constats: Constat[] = []
  const dire = (constat: Constat) => {
    constats.push(constat)
  }
  direJeu(meta, jeu, dire)
  const listes = ouvrirListes(meta)
  const donnees = lireDonnees(meta, jeu, listes, dire)
  const chantier = ouvrirChantier(dire)
  const obligatoires = obligatoiresDe(jeu)
  for (const groupe of groupesDe(meta, jeu, donnees, dire))
    if (groupe.donnees.length > 0) poserGroupe(chantier, groupe, obligatoires)
  if (chantier.sections.length === 0)
    throw new Inconvertible(
      `Le fichier ne décrit aucune donnée du jeu ${citer(nomDe(jeu))}\u00a0: exportez-le avec ses dépendances.`,
    )
  const controles = direControles(meta, chantier, jeu)
  poserIndicateurs(meta, chantier, indicateursDe(meta, jeu))
  direAutresIndicateurs(meta, jeu, dire)
  const structures = lireUnites(meta, jeu, dire)
  const source = composer(jeu, chantier, controles)
  for (const { libelle, valeurs } of listes.venues) {
    const phrase = `La liste de réponses est reprise\u00a0: ${valeurs.length} codes.`
    dire({ place: `Liste ${citer(libelle)}`, genre: 'COMPRIS', phrase })
  }
  return {
    source,
    constats,
    listes: listes.venues,
    correspondance: chantier.rapprochements,
    structures,
  }
}

const indicateursDe = (meta: Metadonnees, jeu: Objet): Objet[] => [
  ...objetsDe(jeu, 'indicators'),
  ...sectionsDe(meta, jeu).flatMap((section) => objetsDe(section, 'indicators')),
]

function direAutresIndicateurs(
  meta: Metadonnees,
  jeu: Objet,
  dire: (constat: Constat) => void,
): void {
  const siens = new Set(indicateursDe(meta, jeu).map(idDe))
  const autres = meta.liste('indicators').filter((un) => !siens.has(idDe(un))).length
  if (autres === 0) return
  const phrase = `${autres > 1 ? `${autres} indicateurs du fichier ne sont pas montrés` : 'Un indicateur du fichier n’est pas montré'} par ce formulaire.`
  dire({ place: 'Indicateurs', genre: 'LAISSE', phrase })
}

function composer(
  jeu: Objet,
  { sections }: Chantier,
  controles: ModeleSource['controles'],
): ModeleSource {
  return {
    code: ouvrirCodes()(codeDe(jeu), 'DHIS2'),
    version: 1,
    libelle: nomDe(jeu),
    periodicite: 'MENSUELLE',
    ...rythmeDe(jeu)?.rythme,
    typesStructure: [],
    indicateurs: {},
    sections: [
      { code: 'IDENTIFICATION', libelle: 'Identification', type: 'identification' },
      ...sections,
    ],
    controles,
  }
}

const TROP =
  'Ce formulaire a plus de cases qu’un modèle ne peut en avoir\u00a0: répartissez-le en plusieurs jeux de données.'
const AUCUN =
  'Ce fichier ne contient aucun jeu de données de DHIS2 («\u00a0dataSets\u00a0»)\u00a0: exportez les métadonnées du jeu de données avec ses dépendances.'
const VALEURS =
  'Ce fichier contient des valeurs de DHIS2, et non un formulaire\u00a0: convertissez d’abord le jeu de données, puis reprenez-y les mois passés.'

/**
 * Converts a data set of a file of DHIS2 metadata, as `JSON.parse` read it: of several, the one
 * whose identifier is asked for.
 */
export const convertirDhis2: Convertir<unknown> = (lu, demande) => {
  const fichier = estObjet(lu) ? lu : {}
  const meta = ouvrirMetadonnees(fichier)
  const jeux = meta.liste('dataSets').filter((jeu) => idDe(jeu) !== '')
  if (jeux.length === 0) throw new Inconvertible('dataValues' in fichier ? VALEURS : AUCUN)
  const jeu = demande === undefined ? jeux[0] : jeux.find((un) => idDe(un) === demande)
  if (!jeu)
    throw new Inconvertible(
      'Ce fichier ne contient pas le jeu de données demandé\u00a0: choisissez-en un autre.',
    )
  const choix: Choix[] = jeux
    .slice(0, CHOIX_MAX)
    .map((un) => ({ code: idDe(un), libelle: nomDe(un) }))
  return {
    choix: jeux.length > 1 ? choix : [],
    choisi: idDe(jeu),
    converti: convertirJeu(meta, jeu),
  }
}
