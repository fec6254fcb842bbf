import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { Donnees, Modifications } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode, type Periode, rangDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { peut } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Db } from '../platform/route.ts'
import { estArchive } from '../platform/tableur.nature.ts'
import { readTableur } from '../platform/tableur.ts'
import { type Pour, pourDe } from '../platform/tour.ts'
import { readClasseurOuTableur } from './classeur.apart.ts'
import { type Debut, insererFormulaire, preparerFormulaire } from './creer.ts'
import { findFormulaire } from './formulaire.sql.ts'
import { verifierIdentite } from './importer.ts'
import {
  direCalculees,
  type FormulaireTenu,
  type Lot,
  lireLots,
  lireSaisies,
  lotDuClasseur,
  type Saisies,
} from './importer-lot.lecture.ts'
import {
  bilanDe,
  couperDetails,
  detailsDe,
  type Ecrire,
  ecrireUne,
  essayer,
  type FormulaireJuge,
  faute,
} from './lots.ts'
import { modifierFormulaire } from './modifier.ts'
import { findStructureSaisie, type StructureSaisie } from './structure-saisie.sql.ts'

type AppelImporter = Appel<typeof formulaireApi.importerFormulaires>
type Dire = (effet: LigneImport['effet'], details: Detail[]) => LigneImport

/** Saves the cells of a form that stands, as its screen would: all that it refuses is refused. */
async function modifierLu(appel: AppelImporter, numero: string, tx: Db, saisies: Saisies) {
  const f = await findFormulaire(tx, { numero }, true)
  if (!f) throw erreur('FORMULAIRE_INTROUVABLE')
  const { donnees, commentaires } = saisies
  const body = { numero, version: f.version, donnees, commentaires }
  const dans = { ...appel, db: tx, params: undefined, query: { sans: 'fixe' as const }, body }
  await modifierFormulaire(dans, f)
  return numero
}

/** What begins has nothing to erase. */
const sansBlancs = (modifications: Modifications): Donnees =>
  Object.fromEntries(
    Object.entries(modifications).flatMap(([cellule, valeur]) =>
      valeur === null ? [] : [[cellule, valeur]],
    ),
  )

function debutDe(
  appel: AppelImporter,
  { modeleCode: modele, structureCode: structure }: StructureSaisie,
  { periode, donnees }: { periode: Periode; donnees: Donnees },
): Debut {
  const body = { modele, structure, donnees }
  return { ...appel, params: periode, query: { sans: 'fixe' }, body }
}

/** Begins a form, with its values; then its comments, which a form that begins has not. */
async function commencerLu(
  appel: AppelImporter,
  s: StructureSaisie,
  periode: Periode,
  { tx, saisies }: { tx: Db; saisies: Saisies },
) {
  const debut = debutDe({ ...appel, db: tx }, s, { periode, donnees: sansBlancs(saisies.donnees) })
  const prepare = await preparerFormulaire(debut, s, { reprise: false })
  const { numero } = await insererFormulaire(debut, s, prepare)
  if (Object.keys(saisies.commentaires).length > 0) {
    await modifierLu(appel, numero, tx, { ...saisies, donnees: {} })
  }
  return numero
}

/**
 * What the report holds now, in the version of its model; null: none is there, nor expected.
 * @throws CLASSEUR_AUTRE_VERSION, and those of its kind
 */
async function tenuDe(
  { db }: AppelImporter,
  s: StructureSaisie,
  { classeur, periode }: { classeur: Lot['classeur']; periode: Periode },
): Promise<FormulaireTenu | null> {
  const f = s.numeroExistant && (await findFormulaire(db, { numero: s.numeroExistant }))
  const modeleId = f ? f.modeleId : s.modeleId
  if (modeleId === null) return null
  const { compile } = await findModeleCompile(db, modeleId)
  const { code: modele, version: versionModele } = compile.modele
  if (classeur && f) verifierIdentite(classeur, f, { modele, versionModele })
  const donnees = f ? f.donnees.lire() : {}
  return { compile, periode, donnees, commentaires: f ? f.commentaires : {} }
}

function direAbsent(s: StructureSaisie, periode: Periode): Detail {
  const { modeleCode: modele } = s
  return s.modeleConnu
    ? faute(
        'mois',
        'FORMULAIRE_NON_ATTENDU',
        libelleErreur('FORMULAIRE_NON_ATTENDU', { modele, periode: libellePeriode(periode) }),
      )
    : faute('modele', 'MODELE_INCONNU', libelleErreur('MODELE_INCONNU', { modele }))
}

/**
 * Why the workbook of a report that is not there is refused: it tells what was changed in it, not
 * the whole of it, and begins none.
 */
async function direNonCommence(
  appel: AppelImporter,
  s: StructureSaisie,
  periode: Periode,
): Promise<Detail[]> {
  try {
    await preparerFormulaire(debutDe(appel, s, { periode, donnees: {} }), s, { reprise: false })
  } catch (echec) {
    return detailsDe(echec)
  }
  const phrase =
    'Ce rapport n’est pas commencé, et un classeur ne dit que ce qui y a changé. Commencez-le, puis importez le classeur.'
  return [faute('formulaire', 'FORMULAIRE_INTROUVABLE', phrase)]
}

/** What the report holds now, or what refuses this file for it. */
async function trouverTenu(
  appel: AppelImporter,
  s: StructureSaisie,
  lot: Lot & { periode: Periode },
): Promise<FormulaireTenu | Detail[]> {
  const { classeur, periode } = lot
  if (classeur && s.numeroExistant === null) return direNonCommence(appel, s, periode)
  try {
    return (await tenuDe(appel, s, lot)) ?? [direAbsent(s, periode)]
  } catch (echec) {
    return detailsDe(echec)
  }
}

/** What the file says of computed cells, beside what the report has just computed. */
async function comparerCalculees(tx: Db, numero: string, periode: Periode, saisies: Saisies) {
  if (saisies.calculees.length === 0) return []
  const f = await findFormulaire(tx, { numero })
  return direCalculees(saisies, { periode, donnees: f?.donnees.lire() ?? {} })
}

/** What will be done with what a file says of one report; nothing is written. */
async function juger(appel: AppelImporter, lot: Lot, periode: Periode): Promise<FormulaireJuge> {
  const { db, agent } = appel
  const { structure, modele } = lot
  const vise = { modele: modele.slice(0, 30), rang: rangDe(periode) }
  const s = await findStructureSaisie(db, agent, { code: structure.slice(0, 60) }, vise)
  const dite = libellePeriode(periode, s?.moisCouverts)
  const cle = `${modele.slice(0, 30)} · ${structure.slice(0, 60)} · ${dite}`
  const dire: Dire = (effet, details) => {
    const libelle = s?.structureLibelle ?? ''
    return { ligne: lot.ligne, cle, libelle, effet, details: couperDetails(details) }
  }
  if (!s || !peut(agent, 'formulaire.saisir', s.structureId)) {
    const inconnue = libelleErreur('STRUCTURE_INTROUVABLE')
    const sans = { ligne: lot.ligne, cle, libelle: '', effet: 'ERREUR' as const }
    return { ligne: { ...sans, details: [faute('structure', 'STRUCTURE_INTROUVABLE', inconnue)] } }
  }
  const tenu = await trouverTenu(appel, s, { ...lot, periode })
  if (Array.isArray(tenu)) return { ligne: dire('ERREUR', tenu) }
  const saisies = lireSaisies(lot, tenu)
  if (saisies.fautes.length > 0) return { ligne: dire('ERREUR', saisies.fautes) }
  if (saisies.changements.length === 0)
    return { ligne: dire('INCHANGE', direCalculees(saisies, tenu)) }
  const { numeroExistant: numero } = s
  const ecrire: Ecrire = async (tx) => {
    const ecrit =
      numero === null
        ? await commencerLu(appel, s, periode, { tx, saisies })
        : await modifierLu(appel, numero, tx, saisies)
    return comparerCalculees(tx, ecrit, periode, saisies)
  }
  const changements = numero === null ? [] : saisies.changements
  const effet = numero === null ? 'CREER' : 'MODIFIER'
  if (appel.body.apercu !== 'true') return { ligne: dire(effet, changements), ecrire }
  // The write itself is the judge: looked at only, it is done, then undone.
  const { fautes, dits } = await essayer(db, ecrire)
  if (fautes.length > 0) return { ligne: dire('ERREUR', fautes) }
  const ligne = dire(effet, changements)
  return { ligne: { ...ligne, details: [...couperDetails(dits), ...ligne.details] }, ecrire }
}

function ligneSansMois({ ligne, structure, mois }: Lot): LigneImport {
  const phrase = `«\u00a0${mois}\u00a0» n’est pas un mois. Écrivez l’année (2025) et le mois (1 à 12).`
  const details = [faute('mois', 'VALEUR_ILLISIBLE', phrase)]
  return { ligne, cle: structure.slice(0, 60), libelle: '', effet: 'ERREUR', details }
}

/**
 * The reports of a file: a table of values, or the workbook of one.
 * @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
async function readLots(contenu: Uint8Array, pour: Pour): Promise<Lot[]> {
  if (!estArchive(contenu)) return lireLots(await readTableur(contenu, pour), false)
  const lu = await readClasseurOuTableur(contenu, pour)
  return 'classeur' in lu ? [lotDuClasseur(lu.classeur)] : lireLots(lu.tableur, true)
}

/**
 * Enters the reports of one file, a table with a line for each value or the workbook of one: each
 * report whole or not at all, those in error stop no other.
 * @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function importerFormulaires(appel: AppelImporter): Promise<Import> {
  const { db, body } = appel
  const ecrit = body.apercu === 'false'
  const lots = await readLots(body.fichier.contenu, pourDe(appel))
  const lignes: LigneImport[] = []
  for (const lot of lots) {
    const { periode } = lot
    const jugerUne = async (): Promise<FormulaireJuge> =>
      periode ? juger(appel, lot, periode) : { ligne: ligneSansMois(lot) }
    lignes.push(ecrit ? await ecrireUne(db, jugerUne) : (await jugerUne()).ligne)
  }
  const detail = ecrit ? bilanDe(lignes) : null
  if (detail) await noter(appel, 'RAPPORTS_IMPORTES', { detail })
  return { lignes, ecrit }
}
