import type { Champ as ChampSaisi } from '@releve/contract/champ.ts'
import { blancDe, estSimple, type NomPropre, nomsDe } from '@releve/contract/champs.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { Import } from '@releve/contract/import.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import {
  ETATS_STRUCTURE,
  type FicheStructure,
  LIBELLES_ETATS_STRUCTURE,
  type Structure,
  zFicheStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import {
  type Colonne as ColonneDe,
  colonneDe,
  composeExport,
  type Lecture,
} from '../platform/import.colonnes.ts'
import type { Importation } from '../platform/import.jugement.ts'
import type { Ligne as LigneDe } from '../platform/import.lecture.ts'
import { exporterRestes } from '../platform/import.restes.ts'
import { importer } from '../platform/import.ts'
import { enTout, toutDe } from '../platform/liste.ts'
import type { Appel, Contexte } from '../platform/route.ts'
import { plier } from '../platform/tableur.cases.ts'
import { changementsDe, ecrireFiche, ficheDe, jourDe, normaliserFiche } from './enregistrer.ts'
import { verifierFiche } from './fiche.rules.ts'
import { findReferentiel, type Noeud, type Referentiel } from './fiche.sql.ts'
import { listCategories, listToutesStructures, verrouillerStructures } from './structure.sql.ts'

/** The name of the sheet in the workbook. */
const FEUILLE = 'Structures'

type Champ = keyof FicheStructure
type Colonne = ColonneDe<FicheStructure, Champ>
/** A field that is a map, a column for each of its keys. */
type Carte = 'postesReference' | 'effectifsOuverture'
type Autre = Exclude<Champ, Carte | 'etat'>

/** A column as the table of the fields says it. */
function colonne(champ: Autre, propre: Partial<Lecture<Champ>> = {}): Colonne {
  const dit: ChampSaisi = CHAMPS_STRUCTURE[champ]
  const requise = dit.requis !== undefined && !propre.muette
  const ecrire: Colonne['ecrire'] = ({ [champ]: valeur }) =>
    Array.isArray(valeur) ? valeur.join(', ') : valeur
  return colonneDe(champ, dit, ecrire, { requise, ...propre })
}

const lireCodes = (cellule: string): string[] => cellule.split(/[\s,;]+/).filter(Boolean)

function parCle(champ: Carte, cle: string): Colonne {
  const dit = CHAMPS_STRUCTURE[champ]
  const { entete, ...une } = colonneDe(
    champ,
    dit,
    (fiche: FicheStructure) => fiche[champ][cle] ?? null,
    { cle },
  )
  return { entete: `${entete} ${cle}`, ...une }
}

/** The code or its label. */
const ETAT = colonneDe(
  'etat',
  CHAMPS_STRUCTURE.etat,
  ({ etat }: FicheStructure) => LIBELLES_ETATS_STRUCTURE[etat],
  {
    lire: (cellule) => ETATS_STRUCTURE.find((etat) => plier(etat) === plier(cellule)),
    attendu: `Écrivez ${Object.values(LIBELLES_ETATS_STRUCTURE).join(', ')}.`,
    muette: true,
  },
)

/**
 * The spreadsheet's columns, in the order of the table: one for each simple field; of the others
 * what is said here, one per category of staff in force or in use, so that it loses nothing, and
 * per model that counts people.
 */
function colonnesPour(referentiel: Referentiel, employees: Iterable<string>): Colonne[] {
  const categories = new Set(referentiel.codes.get('CATEGORIE_PERSONNEL'))
  for (const categorie of employees) categories.add(categorie)
  const propres: Record<NomPropre<typeof CHAMPS_STRUCTURE>, Colonne[]> = {
    typeStructure: [colonne('typeStructure')],
    statutStructure: [colonne('statutStructure', { muette: true })],
    region: [colonne('region')],
    parent: [colonne('parent')],
    postesReference: [...categories].map((cle) => parCle('postesReference', cle)),
    modeles: [colonne('modeles', { lire: lireCodes })],
    effectifsOuverture: [...referentiel.modeles].flatMap(([cle, { compte }]) =>
      compte ? [parCle('effectifsOuverture', cle)] : [],
    ),
    etat: [ETAT],
  }
  return nomsDe(CHAMPS_STRUCTURE).flatMap((nom) =>
    estSimple(CHAMPS_STRUCTURE, nom) ? [colonne(nom)] : propres[nom],
  )
}

/** Of a new structure whose type cannot be read: others may be attached to it. */
const VIERGE: FicheStructure = {
  ...blancDe(CHAMPS_STRUCTURE),
  code: '',
  libelle: '',
  typeStructure: 'DR',
  statutStructure: '',
  region: '',
  parent: null,
  postesReference: {},
  effectifsOuverture: {},
  modeles: [],
  dateOuverture: '1900-01-01',
  etat: 'ACTIVE',
}

type Ligne = LigneDe<Structure, FicheStructure>
type ReferentielDuJour = { referentiel: Referentiel; aujourdhui: string; rang: number }

/** Each after its parent, when the file creates it too. No circle is left to be found. */
function parentsDabord(lignes: readonly Ligne[]): Ligne[] {
  const parCode = new Map(lignes.map((ligne) => [ligne.fiche.code, ligne]))
  const ordonnees = new Set<Ligne>()
  const placer = (ligne: Ligne | undefined): void => {
    if (!ligne || ordonnees.has(ligne)) return
    if (ligne.fiche.parent) placer(parCode.get(ligne.fiche.parent))
    ordonnees.add(ligne)
  }
  for (const ligne of lignes) placer(ligne)
  return [...ordonnees]
}

const IMPORTATION: Importation<Structure, FicheStructure, ReferentielDuJour> = {
  feuille: FEUILLE,
  cle: 'Code',
  schema: zFicheStructure,
  vierge: VIERGE,
  nouvelle: { modeles: [] },
  async tenir({ db, maintenant }, lignes, ecrit) {
    if (ecrit) await verrouillerStructures(db)
    const codes = lignes.map(({ cellules }) => cellules['Code'] ?? '')
    const rang = await moisCourant({ db, maintenant })
    const referentiel = await findReferentiel({ db, maintenant }, rang, codes)
    return { referentiel, aujourdhui: await jourDe({ db, maintenant }), rang }
  },
  colonnes: ({ referentiel }) => {
    const fiches = [...referentiel.fiches.values()]
    const employees = fiches.flatMap(({ postesReference }) => Object.keys(postesReference))
    return colonnesPour(referentiel, employees)
  },
  trouver: ({ referentiel }, code) => referentiel.fiches.get(code) ?? null,
  ficheDe,
  normaliser: normaliserFiche,
  changements: changementsDe,
  nommer: ({ libelle }, cellules) => libelle || cellules['Libellé'] || '',
  doublon: (_, premiere) => `Ce code est déjà celui de la ligne ${premiere}.`,
  // The hierarchy is what the lines would make of it.
  juger({ referentiel, aujourdhui }, lignes) {
    const noeuds = new Map<string, Noeud>(referentiel.noeuds)
    for (const { cle, fiche } of lignes) if (cle) noeuds.set(cle, fiche)
    return ({ fiche, avant }) => verifierFiche({ fiche, avant, referentiel, noeuds, aujourdhui })
  },
  ordonner: parentsDabord,
  ecrire(contexte, { referentiel, aujourdhui, rang }) {
    const ids = new Map([...referentiel.noeuds].map(([code, { id }]) => [code, id]))
    return async ({ fiche, avant }) => {
      const parentId = fiche.parent === null ? null : ids.get(fiche.parent)
      // Written without it, it would stand at the head of the hierarchy, and nothing would say so.
      if (parentId === undefined) throw new Error(`rattachement absent : ${fiche.parent}`)
      const ecrite = { avant, parentId, aujourdhui, rang }
      ids.set(fiche.code, await ecrireFiche(contexte, fiche, ecrite))
    }
  },
  noter: (contexte, { creations: creees, modifications: modifiees, laissees }) =>
    noter(contexte, 'STRUCTURES_IMPORTEES', {
      detail: { creees, modifiees, ...(laissees > 0 && { laissees }) },
    }),
}

/** @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE */
export const importerStructures = (
  appel: Appel<typeof structureApi.importerStructures>,
): Promise<Import> => importer(appel, IMPORTATION)

/** @throws TABLEUR_ILLISIBLE, AUCUNE_LIGNE_RESTANTE, SERVICE_OCCUPE */
export const exporterStructuresRestantes = (
  appel: Appel<typeof structureApi.exporterStructuresRestantes>,
): Promise<FichierEcrit> => exporterRestes(appel, IMPORTATION)

/** What is known of structures that are to be imported, by the field; `region` by its code. */
export type FicheVenue = Partial<FicheStructure> & Pick<FicheStructure, 'code' | 'libelle'>

/** Structures that come from elsewhere, in the spreadsheet that imports them once it is completed. */
export async function composeVenues(
  { db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>,
  fiches: readonly FicheVenue[],
): Promise<FichierEcrit> {
  const rang = await moisCourant({ db, maintenant })
  const colonnes = colonnesPour(await findReferentiel({ db, maintenant }, rang, []), [])
  const tableau = { nom: 'structures-a-importer', feuille: FEUILLE, colonnes }
  const inconnu = { typeStructure: '', dateOuverture: '' }
  const completes = fiches.map((fiche) => ({ ...VIERGE, ...inconnu, ...fiche }))
  return composeExport(tableau, toutDe(completes), { format: 'csv', maintenant })
}

/** The structures that the filters keep, in a spreadsheet that can be imported again. */
export async function exporterStructures({
  db,
  agent,
  query: { format, ...filtres },
  maintenant,
}: Appel<typeof structureApi.exporterStructures>): Promise<FichierEcrit> {
  const { mois } = agent
  const toutes = await listToutesStructures(db, mois, { ...filtres, tri: filtres.tri ?? 'code' })
  const detail = { format, nombre: toutes.total }
  await noter({ db, agent, maintenant }, 'STRUCTURES_EXPORTEES', { detail })
  const referentiel = await findReferentiel({ db, maintenant }, mois, [])
  const colonnes = colonnesPour(referentiel, await listCategories(db))
  const tableau = { nom: 'structures', feuille: FEUILLE, colonnes, filtres }
  return composeExport(tableau, enTout(toutes, ficheDe), { format, maintenant })
}
