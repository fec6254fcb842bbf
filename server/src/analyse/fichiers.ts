import { createHash } from 'node:crypto'
import {
  type Calendrier,
  echeanceDe,
  jourVerrou,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { isoDe, MOIS, periodeDe, periodeDIso, rangDe } from '@releve/contract/mois.ts'
import {
  aujourdhui,
  type Jour,
  type LigneSuivie,
  listLignesSuivies,
} from '../dashboard/suivi.sql.ts'
import {
  casesConnues,
  manqueDe,
  nombreDe,
  texteDe,
  type Variable,
  variablesDe,
} from '../formulaire/donnees.ts'
import { casesDe } from '../formulaire/exporter.ts'
import type { Agent } from '../platform/agent.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { findStamp } from '../platform/stamp.ts'
import { SANS_FIN } from '../structure/periode.sql.ts'
import {
  type CodeLu,
  type FormulaireLu,
  findEmpreinte,
  findPremierRang,
  genresDe,
  listCodes,
  listFormulairesSuivis,
  listRouverts,
  listStructures,
  listSuivies,
  type TrancheLue,
  type ValeursVoulues,
} from './analyse.sql.ts'
import type { Case, ColonneDite, Rangee, Rangees, TypeColonne } from './ecrire.ts'

/** A file, ready to be read. */
export type FichierLu = {
  colonnes: readonly ColonneDite[]
  rangees: Rangees
  /** What a cursor takes along: what of this file follows from no change that the base keeps. */
  sceau: string
  /** The same as long as the file is. */
  empreinte: string
}

/** Where a reader was: what he saw of the base, and what his file followed from. */
export type Depuis = { photo: string; sceau: string } | null

type Colonne<Chose> = ColonneDite & { ecrire: (chose: Chose) => Case }

/** The last column of every file. */
const RETIRE: ColonneDite = {
  nom: 'retire',
  type: 'texte',
  dit: '«\u00a0oui\u00a0»\u00a0: retirez de votre copie les lignes qui ont les mêmes valeurs que celle-ci dans ses autres colonnes non vides (toutes, s’il n’y en a pas)\u202f; vide\u00a0: une ligne à garder',
}

/** The same for what says the same: to compare, and no secret. */
export const hacher = (...dits: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(dits)).digest('base64url').slice(0, 22)

/** A line that takes others away: those that have these values. */
const retirer = (colonnes: readonly ColonneDite[], cles: Readonly<Record<string, Case>>): Rangee =>
  colonnes.map(({ nom }) => (nom === RETIRE.nom ? 'oui' : (cles[nom] ?? null)))

const rangeeDe = <Chose>(colonnes: readonly Colonne<Chose>[], chose: Chose): Case[] => [
  ...colonnes.map(({ ecrire }) => ecrire(chose)),
  null,
]

const avecRetire = (colonnes: readonly ColonneDite[]): ColonneDite[] => [
  ...colonnes.map(({ nom, type, dit }) => ({ nom, type, dit })),
  RETIRE,
]

const moisDuRang = (rang: number) => MOIS.indexOf(periodeDe(rang).mois) + 1
const zeroUn = (vrai: boolean) => (vrai ? 1 : 0)

/** Whose figures a line is of. */
const FORMULAIRE: readonly Colonne<FormulaireLu>[] = [
  { nom: 'rapport', type: 'texte', dit: 'Numéro du rapport', ecrire: ({ numero }) => numero },
  {
    nom: 'structure',
    type: 'texte',
    dit: 'Code de la structure',
    ecrire: ({ structure }) => structure,
  },
  {
    nom: 'structure_libelle',
    type: 'texte',
    dit: 'Nom de la structure, d’aujourd’hui',
    ecrire: ({ libelle }) => libelle,
  },
  {
    nom: 'type',
    type: 'texte',
    dit: 'Type de la structure, du mois du rapport',
    ecrire: ({ typeStructure }) => typeStructure,
  },
  {
    nom: 'region',
    type: 'texte',
    dit: 'Région de la structure, du mois du rapport',
    ecrire: ({ region }) => region,
  },
  {
    nom: 'parent',
    type: 'texte',
    dit: 'Code de la direction régionale, du mois du rapport\u202f; vide\u00a0: aucune',
    ecrire: ({ parent }) => parent,
  },
  { nom: 'modele', type: 'texte', dit: 'Code du modèle', ecrire: ({ modele }) => modele },
  {
    nom: 'version',
    type: 'entier',
    dit: 'Version du modèle dont sont ces cases',
    ecrire: ({ version }) => version,
  },
  {
    nom: 'annee',
    type: 'entier',
    dit: 'Année du rapport',
    ecrire: ({ rang }) => periodeDe(rang).annee,
  },
  {
    nom: 'mois',
    type: 'entier',
    dit: 'Mois du rapport, de 1 à 12\u202f; le dernier de ceux qu’il couvre',
    ecrire: ({ rang }) => moisDuRang(rang),
  },
  {
    nom: 'etat',
    type: 'texte',
    dit: 'État du rapport aujourd’hui, même si ces chiffres sont ceux de sa dernière diffusion',
    ecrire: ({ etat }) => etat,
  },
  {
    nom: 'diffusion',
    type: 'entier',
    dit: 'Numéro de la diffusion dont sont ces chiffres\u202f; vide\u00a0: ils ne sont pas diffusés',
    ecrire: ({ diffusion }) => diffusion,
  },
]

type CaseDuFormulaire = { adresse: string; cellule: Cellule; valeur: string | number | boolean }
type LigneLongue = FormulaireLu & { case: CaseDuFormulaire }

const LONG: readonly Colonne<LigneLongue>[] = [
  ...FORMULAIRE,
  {
    nom: 'case',
    type: 'texte',
    dit: 'Adresse de la case\u202f; d’une ligne de tableau répété, avec l’identifiant de cette ligne',
    ecrire: ({ case: une }) => une.adresse,
  },
  {
    nom: 'valeur',
    type: 'nombre',
    dit: 'Nombre de la case\u202f; vide\u00a0: ce n’en est pas un',
    ecrire: ({ case: une }) => nombreDe(une),
  },
  {
    nom: 'texte',
    type: 'texte',
    dit: 'Texte, jour (AAAA-MM-JJ), code, «\u00a0oui\u00a0» ou «\u00a0non\u00a0» de la case\u202f; vide\u00a0: elle tient un nombre, ou manque',
    ecrire: ({ case: une }) => texteDe(une),
  },
  {
    nom: 'manquant',
    type: 'texte',
    dit: '«\u00a0ND\u00a0»\u00a0: non disponible\u202f; «\u00a0SO\u00a0»\u00a0: sans objet\u202f; vide\u00a0: la case a une valeur',
    ecrire: ({ case: une }) => manqueDe(une),
  },
]

export type Modeles = ReadonlyMap<number, ModeleCompile>

/** The cells of a report that hold something, a line each. */
function casesTenues(formulaire: FormulaireLu, modeles: Modeles): LigneLongue[] {
  const compile = modeles.get(formulaire.modeleId)
  const cases = compile && formulaire.donnees ? casesDe(compile, formulaire.donnees) : []
  return cases.flatMap(({ adresse, cellule, valeur }) =>
    valeur === undefined || valeur === null
      ? []
      : [{ ...formulaire, case: { adresse, cellule, valeur } }],
  )
}

const NOMBRES: ReadonlySet<string> = new Set(['entier', 'entierSigne', 'decimal', 'montant'])
const typeDe = ({ nature }: Cellule): TypeColonne => (NOMBRES.has(nature) ? 'nombre' : 'texte')

/** Whether some version may say of this cell that it is missing. */
const peutManquer = ({ nd, so, verrouillable, calculee }: Cellule): boolean =>
  nd || so || verrouillable || calculee

/** The columns of a cell of the wide form: its value, and what it is missing as. */
function colonnesDeCase(adresse: string, parModele: ReadonlyMap<number, Cellule>) {
  const cellules = [...parModele.values()]
  const [derniere] = cellules
  if (!derniere) return []
  // A cell that was a text in one version is one for all.
  const type: TypeColonne = cellules.every((une) => typeDe(une) === 'nombre') ? 'nombre' : 'texte'
  const lire = ({ modeleId, donnees }: FormulaireLu): CaseDuFormulaire | null => {
    const cellule = parModele.get(modeleId)
    const valeur = donnees?.[adresse]
    return !cellule || valeur === undefined || valeur === null ? null : { adresse, cellule, valeur }
  }
  const ecrireValeur = (formulaire: FormulaireLu): Case => {
    const une = lire(formulaire)
    if (une === null) return null
    const nombre = nombreDe(une)
    if (type === 'nombre') return nombre
    return nombre === null ? texteDe(une) : String(nombre)
  }
  const ecrireManque = (formulaire: FormulaireLu): Case => {
    const une = lire(formulaire)
    return une && manqueDe(une)
  }
  const colonnes: Colonne<FormulaireLu>[] = [
    { nom: adresse, type, dit: derniere.libelle, ecrire: ecrireValeur },
  ]
  if (cellules.some(peutManquer)) {
    const dit = `${derniere.libelle}\u00a0: «\u00a0ND\u00a0» ou «\u00a0SO\u00a0» si elle manque`
    colonnes.push({ nom: `${adresse}.manquant`, type: 'texte', dit, ecrire: ecrireManque })
  }
  return colonnes
}

/** One line a report; the columns of all these versions, each cell where its last version has it. */
function colonnesLarges(modeles: Modeles): Colonne<FormulaireLu>[] {
  const recents = [...modeles].toSorted(([a], [b]) => b - a)
  const parCase = [...casesConnues(modeles).keys()].map((adresse) => {
    const siennes = recents.flatMap(([id, { cellules }]) => {
      const cellule = cellules.get(adresse)
      return cellule ? [[id, cellule] as const] : []
    })
    return colonnesDeCase(adresse, new Map(siennes))
  })
  return [...FORMULAIRE, ...parCase.flat()]
}

type Forme = 'long' | 'large'

/** The columns of a model's values, and the lines of a report. */
function composeForme(forme: Forme, modeles: Modeles) {
  if (forme === 'long') {
    const lignes = (formulaire: FormulaireLu): Rangee[] =>
      casesTenues(formulaire, modeles).map((ligne) => rangeeDe(LONG, ligne))
    return { colonnes: avecRetire(LONG), lignes }
  }
  const larges = colonnesLarges(modeles)
  const lignes = (formulaire: FormulaireLu): Rangee[] =>
    formulaire.donnees ? [rangeeDe(larges, formulaire)] : []
  return { colonnes: avecRetire(larges), lignes }
}

/** The values of a model; those of the reports that have changed, where somebody takes up. */
export async function lireValeurs(
  db: Db,
  { forme, modeles, voulues }: { forme: Forme; modeles: Modeles; voulues: ValeursVoulues },
  depuis: Depuis,
): Promise<FichierLu> {
  const empreinte = await findEmpreinte(db, genresDe(voulues.mode))
  const { lots } = await listFormulairesSuivis(db, voulues, depuis?.photo ?? null)
  const { colonnes, lignes } = composeForme(forme, modeles)
  const sortie = (formulaire: FormulaireLu): Rangee[] =>
    depuis ? [retirer(colonnes, { rapport: formulaire.numero })] : []
  return {
    colonnes,
    sceau: '',
    empreinte: hacher(empreinte, colonnes),
    rangees: (async function* () {
      // A report at a time: a lot of five hundred makes a hundred thousand lines.
      for await (const lot of lots)
        for (const formulaire of lot) yield [...sortie(formulaire), ...lignes(formulaire)]
    })(),
  }
}

const moisOuRien = (rang: number) =>
  rang === 0 || rang === SANS_FIN ? null : isoDe(periodeDe(rang))

const STRUCTURES: readonly Colonne<TrancheLue>[] = [
  {
    nom: 'structure',
    type: 'texte',
    dit: 'Code de la structure',
    ecrire: ({ structure }) => structure,
  },
  { nom: 'libelle', type: 'texte', dit: 'Nom de la structure', ecrire: ({ libelle }) => libelle },
  {
    nom: 'du',
    type: 'texte',
    dit: 'Premier mois (AAAA-MM) de ce qui suit\u202f; vide\u00a0: depuis toujours',
    ecrire: ({ du }) => moisOuRien(du),
  },
  {
    nom: 'au',
    type: 'texte',
    dit: 'Dernier mois (AAAA-MM) de ce qui suit\u202f; vide\u00a0: jusqu’à nouvel ordre',
    ecrire: ({ au }) => moisOuRien(au),
  },
  {
    nom: 'type',
    type: 'texte',
    dit: 'Type de la structure en ces mois',
    ecrire: ({ typeStructure }) => typeStructure,
  },
  { nom: 'region', type: 'texte', dit: 'Région en ces mois', ecrire: ({ region }) => region },
  {
    nom: 'parent',
    type: 'texte',
    dit: 'Code de la direction régionale en ces mois\u202f; vide\u00a0: aucune',
    ecrire: ({ parent }) => parent,
  },
  {
    nom: 'modeles',
    type: 'texte',
    dit: 'Codes des modèles qu’elle renseigne en ces mois, séparés par des espaces',
    ecrire: ({ modeles }) => modeles.join(' '),
  },
  {
    nom: 'capacite',
    type: 'entier',
    dit: 'Capacité en ces mois, en places\u202f; vide\u00a0: non dite',
    ecrire: ({ capacite }) => capacite,
  },
  {
    nom: 'capacite_theorique',
    type: 'entier',
    dit: 'Capacité théorique en ces mois, en places\u202f; vide\u00a0: non dite',
    ecrire: ({ capaciteTheorique }) => capaciteTheorique,
  },
  {
    nom: 'etat',
    type: 'texte',
    dit: 'INVITEE, ACTIVE, SUSPENDUE ou FERMEE, aujourd’hui',
    ecrire: ({ etat }) => etat,
  },
  {
    nom: 'statut',
    type: 'texte',
    dit: 'Code du statut de la structure',
    ecrire: ({ statutStructure }) => statutStructure,
  },
  {
    nom: 'ouverture',
    type: 'texte',
    dit: 'Jour d’ouverture (AAAA-MM-JJ)',
    ecrire: ({ dateOuverture }) => dateOuverture,
  },
  {
    nom: 'fermeture',
    type: 'texte',
    dit: 'Jour de fermeture (AAAA-MM-JJ)\u202f; vide\u00a0: elle n’est pas fermée',
    ecrire: ({ dateFermeture }) => dateFermeture,
  },
  {
    nom: 'latitude',
    type: 'nombre',
    dit: 'Latitude, en degrés (WGS 84)\u202f; vide\u00a0: non dite',
    ecrire: ({ latitude }) => latitude,
  },
  {
    nom: 'longitude',
    type: 'nombre',
    dit: 'Longitude, en degrés (WGS 84)\u202f; vide\u00a0: non dite',
    ecrire: ({ longitude }) => longitude,
  },
]

/** What is recorded of structures, a line for each stretch of months that nothing changes. */
export async function lireStructures(db: Db, agent: Agent, depuis: Depuis): Promise<FichierLu> {
  const empreinte = await findEmpreinte(db, ['STRUCTURE'])
  const { lots } = await listStructures(db, agent, depuis?.photo ?? null)
  const colonnes = avecRetire(STRUCTURES)
  return {
    colonnes,
    sceau: '',
    empreinte: hacher(empreinte),
    rangees: (async function* () {
      for await (const lot of lots) {
        for (const { structure, tranches } of lot) {
          const lignes = tranches.map((tranche) => rangeeDe(STRUCTURES, tranche))
          yield depuis ? [retirer(colonnes, { structure }), ...lignes] : lignes
        }
      }
    })(),
  }
}

/** A file of some thousand lines at most: known by what it says; changed, it is told again whole. */
function composePetit<Chose>(
  colonnes: readonly Colonne<Chose>[],
  choses: readonly Chose[],
  depuis: Depuis,
): FichierLu {
  const dites = avecRetire(colonnes)
  const lignes = choses.map((chose) => rangeeDe(colonnes, chose))
  const sceau = hacher(lignes)
  const change = depuis === null || depuis.sceau !== sceau
  const retires = depuis === null ? [] : [retirer(dites, {})]
  return {
    colonnes: dites,
    sceau,
    empreinte: sceau,
    rangees: (async function* () {
      if (change) yield [...retires, ...lignes]
    })(),
  }
}

const CODES: readonly Colonne<CodeLu>[] = [
  { nom: 'liste', type: 'texte', dit: 'Code de la liste', ecrire: ({ liste }) => liste },
  {
    nom: 'liste_libelle',
    type: 'texte',
    dit: 'Nom de la liste',
    ecrire: ({ listeLibelle }) => listeLibelle,
  },
  { nom: 'code', type: 'texte', dit: 'Code', ecrire: ({ code }) => code },
  {
    nom: 'libelle',
    type: 'texte',
    dit: 'Ce que le code veut dire',
    ecrire: ({ libelle }) => libelle,
  },
  { nom: 'ordre', type: 'entier', dit: 'Rang du code dans sa liste', ecrire: ({ ordre }) => ordre },
  {
    nom: 'parent',
    type: 'texte',
    dit: 'Code de la liste d’au-dessus\u202f; vide\u00a0: aucun',
    ecrire: ({ parent }) => parent,
  },
  {
    nom: 'valable_du',
    type: 'texte',
    dit: 'Premier mois (AAAA-MM) où il vaut\u202f; vide\u00a0: depuis toujours',
    ecrire: ({ valableDu }) => valableDu,
  },
  {
    nom: 'valable_au',
    type: 'texte',
    dit: 'Dernier mois (AAAA-MM) où il vaut\u202f; vide\u00a0: sans fin',
    ecrire: ({ valableAu }) => valableAu,
  },
  {
    nom: 'actif',
    type: 'entier',
    dit: '1\u00a0: il est proposé dans les mois où il vaut\u202f; 0\u00a0: il ne l’est plus',
    ecrire: ({ actif }) => zeroUn(actif),
  },
]

/** The codes of every list, with their labels and the months in which they hold. */
export const lireCodifications = async (db: Db, depuis: Depuis): Promise<FichierLu> =>
  composePetit(CODES, await listCodes(db), depuis)

type DateDite = { rang: number; structure: string | null; echeance: string; cloture: string | null }

const DATES: readonly Colonne<DateDite>[] = [
  {
    nom: 'annee',
    type: 'entier',
    dit: 'Année du rapport',
    ecrire: ({ rang }) => periodeDe(rang).annee,
  },
  {
    nom: 'mois',
    type: 'entier',
    dit: 'Mois du rapport, de 1 à 12',
    ecrire: ({ rang }) => moisDuRang(rang),
  },
  {
    nom: 'structure',
    type: 'texte',
    dit: 'Code de la structure à qui ce mois est rouvert\u202f; vide\u00a0: la ligne vaut pour toutes',
    ecrire: ({ structure }) => structure,
  },
  {
    nom: 'echeance',
    type: 'texte',
    dit: 'Dernier jour pour soumettre (AAAA-MM-JJ)\u202f; d’un mois rouvert sans terme, vide',
    ecrire: ({ echeance }) => echeance || null,
  },
  {
    nom: 'cloture',
    type: 'texte',
    dit: 'Premier jour où le mois ne se saisit plus (AAAA-MM-JJ)\u202f; d’un mois rouvert, vide',
    ecrire: ({ cloture }) => cloture,
  },
]

/** Months told after the present one. */
const A_VENIR = 12

/** The first month that anything is told of: of a report, or of the collection. */
async function premierRang(db: Db, { reglages, courant }: Jour): Promise<number> {
  const { debutCollecte } = reglages
  const debut = debutCollecte ? rangDe(periodeDIso(debutCollecte)) : courant
  return Math.min(debut, (await findPremierRang(db)) ?? courant)
}

const datesDuMois = (rang: number, calendrier: Calendrier): DateDite => ({
  rang,
  structure: null,
  echeance: echeanceDe(periodeDe(rang), calendrier),
  cloture: jourVerrou(periodeDe(rang), calendrier),
})

/** When each month is due and closed, then the months opened again to a structure. */
export async function lireCalendrier(
  { db, agent, maintenant }: Contexte,
  depuis: Depuis,
): Promise<FichierLu> {
  const jour = await aujourdhui({ db, maintenant })
  const premier = await premierRang(db, jour)
  const nombre = Math.max(0, jour.courant + A_VENIR - premier + 1)
  const mois = Array.from({ length: nombre }, (_, n) => datesDuMois(premier + n, jour.reglages))
  const rouverts = (await listRouverts(db, agent)).map(
    ({ structure, rang, jusqua }): DateDite => ({
      structure,
      rang,
      echeance: jusqua ?? '',
      cloture: null,
    }),
  )
  return composePetit(DATES, [...mois, ...rouverts], depuis)
}

const SUIVI: readonly Colonne<LigneSuivie>[] = [
  {
    nom: 'structure',
    type: 'texte',
    dit: 'Code de la structure',
    ecrire: ({ structure }) => structure,
  },
  {
    nom: 'type',
    type: 'texte',
    dit: 'Type de la structure, de ce mois',
    ecrire: ({ typeStructure }) => typeStructure,
  },
  { nom: 'region', type: 'texte', dit: 'Région, de ce mois', ecrire: ({ region }) => region },
  {
    nom: 'parent',
    type: 'texte',
    dit: 'Code de la direction régionale, de ce mois\u202f; vide\u00a0: aucune',
    ecrire: ({ parent }) => parent,
  },
  { nom: 'modele', type: 'texte', dit: 'Code du modèle', ecrire: ({ modele }) => modele },
  { nom: 'annee', type: 'entier', dit: 'Année', ecrire: ({ rang }) => periodeDe(rang).annee },
  { nom: 'mois', type: 'entier', dit: 'Mois, de 1 à 12', ecrire: ({ rang }) => moisDuRang(rang) },
  {
    nom: 'attendu',
    type: 'entier',
    dit: '1\u00a0: un rapport est attendu\u202f; 0\u00a0: il en existe un, qui ne l’est pas',
    ecrire: ({ attendu }) => zeroUn(attendu),
  },
  {
    nom: 'recu',
    type: 'entier',
    dit: '1\u00a0: il est reçu\u202f; 0\u00a0: il ne l’est pas',
    ecrire: ({ recu }) => zeroUn(recu),
  },
  {
    nom: 'en_retard',
    type: 'entier',
    dit: '1\u00a0: il est attendu, son échéance est passée, et il n’est pas reçu\u202f; 0 sinon',
    ecrire: ({ enRetard }) => zeroUn(enRetard),
  },
  {
    nom: 'hors_delai',
    type: 'entier',
    dit: '1\u00a0: il a été reçu après son échéance\u202f; 0 sinon',
    ecrire: ({ horsDelai }) => zeroUn(horsDelai),
  },
  {
    nom: 'echeance',
    type: 'texte',
    dit: 'Son échéance (AAAA-MM-JJ)',
    ecrire: ({ echeance }) => echeance,
  },
  {
    nom: 'etat',
    type: 'texte',
    dit: 'État du rapport\u202f; NON_COMMENCE\u00a0: il n’y en a pas',
    ecrire: ({ etat }) => etat ?? 'NON_COMMENCE',
  },
  {
    nom: 'rapport',
    type: 'texte',
    dit: 'Numéro du rapport\u202f; vide\u00a0: il n’y en a pas',
    ecrire: ({ numero }) => numero,
  },
]

/** What all of the follow-up rests on, beside what the base keeps of each structure. */
async function sceauDuSuivi(db: Db, { jour }: Jour, premier: number): Promise<string> {
  const [attendu, reglages] = [await findStamp(db, 'ATTENDU'), await findStamp(db, 'PARAMETRE')]
  return hacher(jour, premier, attendu, reglages)
}

/**
 * What is expected of each structure, received and late, from the first month on. A day that passes
 * makes some late: it is then told again whole.
 */
export async function lireSuivi(
  { db, agent, maintenant }: Contexte,
  depuis: Depuis,
): Promise<FichierLu> {
  const jour = await aujourdhui({ db, maintenant })
  const premier = await premierRang(db, jour)
  const sceau = await sceauDuSuivi(db, jour, premier)
  const empreinte = await findEmpreinte(db, ['VALEUR', 'RAPPORT', 'STRUCTURE', 'REOUVERTURE'])
  const entier = depuis === null || depuis.sceau !== sceau
  const { lots } = await listSuivies(db, agent, entier ? null : depuis.photo)
  const colonnes = avecRetire(SUIVI)
  const demande = { ...jour, agent, du: premier, au: jour.courant }
  return {
    colonnes,
    sceau,
    empreinte: hacher(sceau, empreinte),
    rangees: (async function* () {
      if (depuis && entier) yield [retirer(colonnes, {})]
      for await (const lot of lots) {
        if (!entier) yield lot.map(({ code }) => retirer(colonnes, { structure: code }))
        const filtres = { ids: lot.map(({ id }) => id) }
        const lignes = await listLignesSuivies(db, { ...demande, filtres })
        yield lignes.map((ligne) => rangeeDe(SUIVI, ligne))
      }
    })(),
  }
}

/** A column of a file, or a cell of a model, as the dictionary says it. */
type EntreeDite = {
  fichier: string
  forme: string | null
  colonne: string
  type: string
  dit: string
  variable?: Variable
}

const DICTIONNAIRE: readonly Colonne<EntreeDite>[] = [
  {
    nom: 'fichier',
    type: 'texte',
    dit: 'Fichier\u00a0: le code d’un modèle, ou le nom d’une liste',
    ecrire: ({ fichier }) => fichier,
  },
  {
    nom: 'forme',
    type: 'texte',
    dit: '«\u00a0long\u00a0» ou «\u00a0large\u00a0»\u00a0: la forme qui a cette colonne\u202f; «\u00a0case\u00a0»\u00a0: ce que la colonne case nomme\u202f; vide\u00a0: une liste',
    ecrire: ({ forme }) => forme,
  },
  {
    nom: 'colonne',
    type: 'texte',
    dit: 'Nom de la colonne, ou adresse de la case',
    ecrire: ({ colonne }) => colonne,
  },
  {
    nom: 'type',
    type: 'texte',
    dit: 'texte, nombre ou entier',
    ecrire: ({ type }) => type,
  },
  { nom: 'libelle', type: 'texte', dit: 'Ce que c’est', ecrire: ({ dit }) => dit },
  {
    nom: 'section',
    type: 'texte',
    dit: 'Code de la section de la case',
    ecrire: ({ variable }) => variable?.cellule.section ?? null,
  },
  {
    nom: 'nature',
    type: 'texte',
    dit: 'Nature de la case, dans sa dernière version',
    ecrire: ({ variable }) => variable?.cellule.nature ?? null,
  },
  {
    nom: 'unite',
    type: 'texte',
    dit: 'Unité de la case\u202f; vide\u00a0: aucune',
    ecrire: ({ variable }) => variable?.cellule.unite ?? null,
  },
  {
    nom: 'calculee',
    type: 'entier',
    dit: '1\u00a0: la case est calculée\u202f; 0\u00a0: elle est saisie',
    ecrire: ({ variable }) => (variable ? zeroUn(variable.cellule.calculee) : null),
  },
  {
    nom: 'liste',
    type: 'texte',
    dit: 'Code de la liste dont la case tient un code (fichier codifications)',
    ecrire: ({ variable }) => variable?.cellule.liste ?? null,
  },
]

const diteDe =
  (fichier: string, forme: string | null) =>
  ({ nom, type, dit }: ColonneDite): EntreeDite => ({ fichier, forme, colonne: nom, type, dit })

/** What a model's files have: the columns of both forms, and the cells that the long one names. */
function ditesDuModele(code: string, modeles: Modeles): EntreeDite[] {
  const cases = variablesDe(modeles).map(
    (variable): EntreeDite => ({
      fichier: code,
      forme: 'case',
      colonne: variable.nom,
      type: typeDe(variable.cellule),
      dit: variable.cellule.libelle,
      variable,
    }),
  )
  return [
    ...avecRetire(LONG).map(diteDe(code, 'long')),
    ...cases,
    ...avecRetire(colonnesLarges(modeles)).map(diteDe(code, 'large')),
  ]
}

const LISTES: readonly (readonly [string, readonly ColonneDite[]])[] = [
  ['structures', STRUCTURES],
  ['codifications', CODES],
  ['calendrier', DATES],
  ['suivi', SUIVI],
]

/** What each column of each file is; `modeles`: every version of each model, by its code. */
export function lireDictionnaire(modeles: ReadonlyMap<string, Modeles>, depuis: Depuis): FichierLu {
  const listes = [...LISTES, ['dictionnaire', DICTIONNAIRE] as const]
  const dites = [
    ...[...modeles].flatMap(([code, versions]) => ditesDuModele(code, versions)),
    ...listes.flatMap(([nom, colonnes]) => avecRetire(colonnes).map(diteDe(nom, null))),
  ]
  return composePetit(DICTIONNAIRE, dites, depuis)
}
