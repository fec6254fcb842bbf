import type { Detail } from '@releve/contract/erreur.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode, type Periode, rangDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { listCorrespondance, listUnites } from '../modele/correspondance.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { listModeles } from '../modele/modele.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Db } from '../platform/route.ts'
import { codeStructureDe } from '../structure/venue.ts'
import { celluleDe, type Rapprochement } from './correspondance.ts'
import { type Debut, insererFormulaire, preparerFormulaire } from './creer.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { bilanDe, DETAILS_MAX, detailsDe, ecrireUne, essayer, faute, type Jugee } from './lots.ts'
import { modifierFormulaire } from './modifier.ts'
import { findStructureSaisie, type StructureSaisie } from './structure-saisie.sql.ts'
import { readValeurs } from './valeurs.apart.ts'
import { convertirValeur, moisDe, type Paquet } from './valeurs.ts'

type AppelReprendre = Appel<typeof formulaireApi.reprendreValeurs>

/** The model to which past months come, and what DHIS2 calls its cells. */
type Reprise = { modele: string; parNom: Map<string, Rapprochement[]>; derivee: boolean }

const cleDe = (dataElement: string, ventilation: string): string =>
  JSON.stringify([dataElement, ventilation])

/** The model, if some version of it is published. */
export async function loadReprise(db: Db, modele: string): Promise<Reprise | undefined> {
  if (!(await listModeles(db)).some(({ code }) => code === modele)) return undefined
  const lignes = await listCorrespondance(db, modele)
  const parNom = new Map<string, Rapprochement[]>()
  const nommer = (cle: string, ligne: Rapprochement) => {
    const deja = parNom.get(cle)
    if (!deja) parNom.set(cle, [ligne])
    else if (!deja.includes(ligne)) deja.push(ligne)
  }
  for (const ligne of lignes)
    for (const element of [ligne.dataElement, ligne.codeDataElement])
      for (const ventilation of [ligne.categoryOptionCombo, ligne.codeCategoryOptionCombo, ''])
        if (element !== '') nommer(cleDe(element, ventilation), ligne)
  return { modele, parNom, derivee: lignes.length === 0 }
}

/** The cells that a figure may go to: by its breakdown, or the only one of its data element. */
function cellulesDe(
  { modele, parNom, derivee }: Reprise,
  { dataElement, categoryOptionCombo }: Paquet['valeurs'][number],
): readonly Pick<Rapprochement, 'cellule' | 'options'>[] {
  if (derivee) {
    const cellule = celluleDe(modele, dataElement)
    return cellule === null ? [] : [{ cellule, options: null }]
  }
  const toutes = parNom.get(cleDe(dataElement, '')) ?? []
  const dites = parNom.get(cleDe(dataElement, categoryOptionCombo))
  return dites && categoryOptionCombo !== '' ? dites : toutes.length === 1 ? toutes : []
}

/** What a month holds for one structure, once its figures have found their cells. */
type Lot = { donnees: Donnees; details: Detail[]; inconnues: number }

async function composeLot(
  db: Db,
  reprise: Reprise,
  { valeurs }: Paquet,
  modeleId: number,
): Promise<Lot> {
  const { compile } = await findModeleCompile(db, modeleId)
  const lot: Lot = { donnees: {}, details: [], inconnues: 0 }
  const venues = new Map<string, string>()
  for (const valeur of valeurs) {
    const trouvees = cellulesDe(reprise, valeur)
    const lieu = trouvees.find(({ cellule }) => compile.cellules.has(cellule))
    const cellule = lieu && compile.cellules.get(lieu.cellule)
    if (!cellule) {
      lot.inconnues += 1
      continue
    }
    const { adresse } = cellule
    const deja = venues.get(adresse)
    if (deja !== undefined && deja !== valeur.valeur) {
      const libelle = `${cellule.libelle}\u00a0: deux valeurs pour cette case (${deja.slice(0, 40)} et ${valeur.valeur.slice(0, 40)}).`
      lot.details.push(faute(adresse, 'DOUBLON', libelle))
    }
    venues.set(adresse, valeur.valeur)
    lot.donnees[adresse] = convertirValeur(cellule, valeur.valeur, lieu.options)
  }
  return lot
}

type Lieu = { appel: AppelReprendre; reprise: Reprise; paquet: Paquet }

/** What will be done with the figures of one structure for one month; nothing is written. */
async function juger(lieu: Lieu, code: string, periode: Periode): Promise<Jugee> {
  const { appel, reprise, paquet } = lieu
  const { db, agent } = appel
  const rang = rangDe(periode)
  const base = { ligne: paquet.rang, cle: `${code} · ${libellePeriode(periode)}` }
  const demande = { modele: reprise.modele, rang }
  const s = await findStructureSaisie(db, agent, { code }, demande)
  const dire = (effet: LigneImport['effet'], details: Detail[]): LigneImport => {
    const libelle = s?.structureLibelle ?? ''
    return { ...base, libelle, effet, details: details.slice(0, DETAILS_MAX) }
  }
  if (!s) {
    const libelle = `Aucune structure n’a le code «\u00a0${code.slice(0, 60)}\u00a0»\u00a0: ${paquet.valeurs.length} valeurs laissées.`
    return { ligne: dire('ERREUR', [faute('orgUnit', 'STRUCTURE_INTROUVABLE', libelle)]) }
  }
  if (s.modeleId === null) {
    const { libelle } = erreurNonAttendu(reprise.modele, periode)
    return { ligne: dire('ERREUR', [faute('period', 'FORMULAIRE_NON_ATTENDU', libelle)]) }
  }
  const lot = await composeLot(db, reprise, paquet, s.modeleId)
  if (lot.details.length > 0) return { ligne: dire('ERREUR', lot.details) }
  if (Object.keys(lot.donnees).length === 0) {
    const libelle = 'Aucune de ces valeurs n’est de ce modèle.'
    return { ligne: dire('INCHANGE', [faute('dataElement', 'CELLULE_INCONNUE', libelle)]) }
  }
  return s.numeroExistant === null
    ? jugerNouveau(lieu, s, periode, lot, dire)
    : jugerExistant(lieu, s.numeroExistant, lot, dire)
}

const erreurNonAttendu = (modele: string, periode: Periode): { libelle: string } => {
  const { message } = erreur('FORMULAIRE_NON_ATTENDU', { modele, periode: libellePeriode(periode) })
  return { libelle: message }
}

type Dire = (effet: LigneImport['effet'], details: Detail[]) => LigneImport

const direInconnues = ({ inconnues }: Lot): Detail[] =>
  inconnues === 0
    ? []
    : [
        faute(
          'dataElement',
          'CELLULE_INCONNUE',
          `${inconnues > 1 ? `${inconnues} valeurs ne sont` : 'Une valeur n’est'} d’aucune case de ce modèle\u00a0: laissées.`,
        ),
      ]

async function jugerNouveau(
  { appel, reprise }: Lieu,
  s: StructureSaisie,
  { mois, annee }: Periode,
  lot: Lot,
  dire: Dire,
): Promise<Jugee> {
  const corps = { modele: reprise.modele, structure: s.structureCode, donnees: lot.donnees }
  const debut: Debut = { ...appel, params: { mois, annee }, query: { sans: 'fixe' }, body: corps }
  try {
    await preparerFormulaire(debut, s, { reprise: true })
  } catch (echec) {
    return { ligne: dire('ERREUR', detailsDe(echec)) }
  }
  const ecrire = async (tx: Db) => {
    const dans = { ...debut, db: tx }
    // Read again where it is written: the month before may just have been.
    await insererFormulaire(dans, s, await preparerFormulaire(dans, s, { reprise: true }))
  }
  return { ligne: dire('CREER', direInconnues(lot)), ecrire }
}

/** Of a form already begun, only the blank cells are filled; a form received stays as it is. */
async function jugerExistant(
  { appel }: Lieu,
  numero: string,
  lot: Lot,
  dire: Dire,
): Promise<Jugee> {
  const f = await findFormulaire(appel.db, { numero })
  if (!f || f.etat !== 'BROUILLON') {
    const libelle = `Le rapport ${numero} est à l’état «\u00a0${f ? LIBELLES_ETATS[f.etat] : ''}\u00a0»\u00a0: il reste tel quel.`
    return { ligne: dire('INCHANGE', [faute('formulaire', 'FORMULAIRE_EXISTANT', libelle)]) }
  }
  const { vides, autres } = partager(f, lot.donnees)
  const restent = autres.length === 0 ? [] : [direRestent(numero, autres)]
  const details = [...restent, ...direInconnues(lot)]
  if (Object.keys(vides).length === 0) return { ligne: dire('INCHANGE', details) }
  const remplir = async (db: Db, relu: FormulaireCharge) => {
    const { version } = relu
    const body = { numero, version, donnees: partager(relu, lot.donnees).vides }
    const dans = { ...appel, db, params: undefined, query: { sans: 'fixe' as const }, body }
    return modifierFormulaire(dans, relu, { reprise: true })
  }
  const ecrire = async (tx: Db) => {
    const relu = await findFormulaire(tx, { numero }, true)
    if (relu?.etat === 'BROUILLON') await remplir(tx, relu)
  }
  const fautes = await essayer(appel.db, ecrire)
  return fautes.length > 0
    ? { ligne: dire('ERREUR', fautes) }
    : { ligne: dire('MODIFIER', details), ecrire }
}

function partager({ donnees }: FormulaireCharge, venues: Donnees) {
  const vides: Donnees = {}
  const autres: string[] = []
  const tenues = donnees.lire()
  for (const [adresse, valeur] of Object.entries(venues)) {
    if (!Object.hasOwn(tenues, adresse)) vides[adresse] = valeur
    else if (tenues[adresse] !== valeur) autres.push(adresse)
  }
  return { vides, autres }
}

const direRestent = (numero: string, autres: readonly string[]): Detail =>
  faute(
    'formulaire',
    'FORMULAIRE_EXISTANT',
    `Le rapport ${numero} a déjà d’autres chiffres, qui restent\u00a0: ${autres.slice(0, 10).join(', ')}${autres.length > 10 ? '…' : ''}.`,
  )

/** Codes of the structures that the units of a file are, by unit. */
async function structuresDe(db: Db, paquets: readonly Paquet[]): Promise<Map<string, string>> {
  const unites = [...new Set(paquets.map(({ unite }) => unite))]
  const connues = await listUnites(db, unites)
  return new Map(unites.map((unite) => [unite, connues.get(unite) ?? codeStructureDe(unite)]))
}

const lignePeriode = ({ rang: ligne, periode, unite, valeurs }: Paquet): LigneImport => {
  const libelle = `«\u00a0${periode.slice(0, 40)}\u00a0» n’est pas un mois (202503)\u00a0: ${valeurs.length} valeurs laissées.`
  const details = [faute('period', 'VALEUR_ILLISIBLE', libelle)]
  return { ligne, cle: unite.slice(0, 60), libelle: '', effet: 'ERREUR', details }
}

/**
 * Brings past months to a model that comes from DHIS2: a form of each structure and month, a draft,
 * each whole or not at all. A month closed to entry takes them too: they were collected elsewhere.
 */
export async function reprendreValeurs(appel: AppelReprendre, reprise: Reprise): Promise<Import> {
  const { db, body } = appel
  const ecrit = body.apercu === 'false'
  const paquets = await readValeurs(body.fichier.contenu)
  const structures = await structuresDe(db, paquets)
  const lignes: LigneImport[] = []
  for (const paquet of paquets) {
    const periode = moisDe(paquet.periode)
    const code = structures.get(paquet.unite) ?? paquet.unite
    const jugerUne = async (): Promise<Jugee> =>
      periode ? juger({ appel, reprise, paquet }, code, periode) : { ligne: lignePeriode(paquet) }
    lignes.push(ecrit ? await ecrireUne(db, jugerUne) : (await jugerUne()).ligne)
  }
  if (ecrit) await noterReprise(appel, reprise.modele, lignes)
  return { lignes, ecrit }
}

async function noterReprise(
  appel: AppelReprendre,
  cible: string,
  lignes: readonly LigneImport[],
): Promise<void> {
  const detail = bilanDe(lignes)
  if (detail) await noter(appel, 'VALEURS_REPRISES', { cible, detail })
}
