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
import { z } from 'zod'
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
import {
  depuisToujours,
  ecrireFiche,
  ficheDe,
  idsDe,
  jourDe,
  normaliserFiche,
  partager,
} from './enregistrer.ts'
import { verifierFiche } from './fiche.rules.ts'
import { findReferentiel, type Referentiel } from './fiche.sql.ts'
import { debutsDe, type Noeud } from './hierarchie.ts'
import { estOffert } from './periode.rules.ts'
import { listTranches } from './periode.sql.ts'
import { changerApartir } from './periode.ts'
import {
  listCategories,
  listToutesStructures,
  retenirRapports,
  verrouillerStructures,
} from './structure.sql.ts'
import {
  changementsImportes,
  composePeriodes,
  ENTETES_PERIODES,
  FEUILLE_PERIODES,
  type FicheImportee,
  joindrePeriodes,
} from './tableur.periodes.ts'

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
function colonnesPour(
  { referentiel, mois: rang }: Pick<Tenu, 'referentiel' | 'mois'>,
  employees: Iterable<string>,
): Colonne[] {
  const liste = 'CATEGORIE_PERSONNEL'
  const codes = [...(referentiel.codes.get(liste)?.keys() ?? [])]
  const categories = new Set(codes.filter((code) => estOffert(referentiel, liste, { code, rang })))
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

type Ligne = LigneDe<Structure, FicheImportee>
type Tenu = { referentiel: Referentiel; aujourdhui: string; mois: number }

/** What is recorded of the structure of a line, and what the line makes of it from this month on. */
function tranchesDe({ referentiel, mois }: Tenu, { fiche, avant }: Ligne) {
  const { periodes, ...seule } = fiche
  const { etat } = partager(seule)
  const tranches = avant ? (referentiel.tranches.get(avant.code) ?? []) : null
  if (periodes) return { avant: tranches, apres: changerApartir(periodes.tranches, mois, etat) }
  return {
    avant: tranches,
    apres: tranches ? changerApartir(tranches, mois, etat) : depuisToujours(etat),
  }
}

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

/** The columns of what the structures of a file have. */
function colonnesTenues(tenu: Tenu): Colonne[] {
  const tranches = [...tenu.referentiel.tranches.values()].flat()
  const employees = tranches.flatMap(({ postesReference }) => Object.keys(postesReference))
  return colonnesPour(tenu, employees)
}

const IMPORTATION: Importation<Structure, FicheImportee, Tenu> = {
  feuille: FEUILLE,
  annexe: {
    feuille: FEUILLE_PERIODES,
    entetes: ENTETES_PERIODES,
    valeur: 'Valeur',
    joindre: (tenu, ligne, siennes) =>
      joindrePeriodes(tenu, { ligne, premiere: FEUILLE, colonnes: colonnesTenues(tenu) }, siennes),
  },
  cle: 'Code',
  // No cell holds the periods: the second sheet does.
  schema: zFicheStructure.extend({ periodes: z.custom<FicheImportee['periodes']>().default(null) }),
  vierge: { ...VIERGE, periodes: null },
  nouvelle: { modeles: [] },
  async tenir({ db, maintenant }, lignes, ecrit) {
    const codes = lignes.map(({ cellules }) => cellules['Code'] ?? '')
    if (ecrit) {
      await verrouillerStructures(db)
      await retenirRapports(db, codes)
    }
    const mois = await moisCourant({ db, maintenant })
    const referentiel = await findReferentiel(db, mois, codes)
    return { referentiel, aujourdhui: await jourDe({ db, maintenant }), mois }
  },
  colonnes: colonnesTenues,
  trouver: ({ referentiel }, code) => referentiel.fiches.get(code) ?? null,
  ficheDe: (avant) => ({ ...ficheDe(avant), periodes: null }),
  normaliser: ({ periodes, ...fiche }) => ({ ...normaliserFiche(fiche), periodes }),
  changements: changementsImportes,
  nommer: ({ libelle }, cellules) => libelle || cellules['Libellé'] || '',
  doublon: (_, premiere) => `Ce code est déjà celui de la ligne ${premiere}.`,
  // The hierarchy is what the lines would make of it.
  juger(tenu, lignes) {
    const { referentiel, aujourdhui, mois } = tenu
    const noeuds = new Map<string, Noeud>(referentiel.noeuds)
    const changees = new Map(lignes.map((ligne) => [ligne, tranchesDe(tenu, ligne)]))
    for (const [{ cle, fiche }, { apres }] of changees)
      if (cle) noeuds.set(cle, { ...fiche, tranches: apres })
    const commun = { referentiel, noeuds, debuts: debutsDe(noeuds), mois, aujourdhui }
    return (ligne) => {
      const { fiche, avant: ficheAvant } = ligne
      const tranches = changees.get(ligne) ?? tranchesDe(tenu, ligne)
      const fautes = verifierFiche({ ...commun, ...tranches, fiche, ficheAvant, jour: aujourdhui })
      const numeros: Partial<Record<string, number>> = fiche.periodes?.numeros ?? {}
      return fautes.map((faute) => ({ ...faute, annexe: numeros[faute.champ] }))
    }
  },
  ordonner: parentsDabord,
  ecrire(contexte, tenu) {
    const ids = idsDe(tenu.referentiel.noeuds)
    return async (ligne) => {
      const { fiche, avant: ficheAvant } = ligne
      const { periodes: _periodes, ...seule } = fiche
      const changements = ficheAvant && changementsImportes(ficheAvant, fiche)
      const dates = { ...tranchesDe(tenu, ligne), jour: tenu.aujourdhui }
      const ecriture = { ...dates, ficheAvant, ids, changements }
      ids.set(fiche.code, await ecrireFiche(contexte, seule, ecriture))
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
  const mois = await moisCourant({ db, maintenant })
  const colonnes = colonnesPour({ referentiel: await findReferentiel(db, mois, []), mois }, [])
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
  const referentiel = await findReferentiel(db, mois, [])
  const colonnes = colonnesPour({ referentiel, mois }, await listCategories(db))
  // Those of the first sheet, once it is written: the second speaks of no other.
  const codes: string[] = []
  const periodes = composePeriodes(colonnes, VIERGE, () => listTranches(db, codes))
  const tableau = { nom: 'structures', feuille: FEUILLE, colonnes, filtres, annexes: [periodes] }
  const fiches = enTout(toutes, (structure) => {
    codes.push(structure.code)
    return ficheDe(structure)
  })
  return composeExport(tableau, fiches, { format, maintenant })
}
