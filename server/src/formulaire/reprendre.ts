import type { Detail } from '@releve/contract/erreur.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import {
  LIBELLES_ETATS,
  type RepriseValeurs,
  SANS_VENTILATION,
  SOMME_COMBINAISONS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { LigneImport } from '@releve/contract/import.ts'
import { lignesTenues } from '@releve/contract/modele/calcul.place.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { avecDe, libellePeriode, type Periode, rangDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { listCorrespondance, listUnites } from '../modele/correspondance.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { listModeles } from '../modele/modele.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Db } from '../platform/route.ts'
import { pourDe } from '../platform/tour.ts'
import { codeStructureDe } from '../structure/venue.ts'
import { type Debut, insererFormulaire, preparerFormulaire } from './creer.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import {
  bilanDe,
  couperDetails,
  detailsDe,
  ecrireUne,
  essayer,
  type FormulaireJuge,
  faute,
} from './lots.ts'
import { modifierFormulaire } from './modifier.ts'
import { estSemaine, lirePeriode, type PeriodeCouverte } from './periode.ts'
import {
  type Cases,
  compterCombinaisons,
  type Lot,
  ouvrirCases,
  repartirValeurs,
} from './reprendre.cases.ts'
import { findStructureSaisie, type StructureSaisie } from './structure-saisie.sql.ts'
import { readValeurs } from './valeurs.apart.ts'
import type { Paquet } from './valeurs.ts'

type AppelReprendre = Appel<typeof formulaireApi.reprendreValeurs>

/** The model to which past months come, and its cells by what DHIS2 calls them. */
type Reprise = { modele: string; cases: Cases }

/** The model, if some version of it is published. */
export async function loadReprise(db: Db, modele: string): Promise<Reprise | undefined> {
  if (!(await listModeles(db)).some(({ code }) => code === modele)) return undefined
  return { modele, cases: ouvrirCases(modele, await listCorrespondance(db, modele)) }
}

type Lieu = { appel: AppelReprendre; reprise: Reprise; combinaison: string; reuni: FormulaireReuni }

/** What will be done with the figures of one structure for one month; nothing is written. */
async function juger(lieu: Lieu, { periode, couverts }: PeriodeCouverte): Promise<FormulaireJuge> {
  const { appel, reprise, combinaison, reuni } = lieu
  const { db, agent } = appel
  const { code, paquet } = reuni
  const rang = rangDe(periode)
  const demande = { modele: reprise.modele, rang }
  const s = await findStructureSaisie(db, agent, { code }, demande)
  const cle = `${code} · ${libellePeriode(periode, couverts)}`
  const base = { ligne: paquet.rang, cle }
  const dire = (effet: LigneImport['effet'], details: Detail[]): LigneImport => {
    const libelle = s?.structureLibelle ?? ''
    return { ...base, libelle, effet, details }
  }
  if (!s) {
    const libelle = `Aucune structure n’a le code «\u00a0${code.slice(0, 60)}\u00a0»\u00a0: ${paquet.valeurs.length} valeurs laissées.`
    return { ligne: dire('ERREUR', [faute('orgUnit', 'STRUCTURE_INTROUVABLE', libelle)]) }
  }
  if (s.modeleId === null) {
    const { libelle } = erreurNonAttendu(reprise.modele, periode)
    return { ligne: dire('ERREUR', [faute('period', 'FORMULAIRE_NON_ATTENDU', libelle)]) }
  }
  if (s.moisCouverts !== couverts) {
    const libelle = `Le rapport attendu est celui ${avecDe(libellePeriode(periode, s.moisCouverts))}, et ces chiffres sont ceux ${avecDe(libellePeriode(periode, couverts))}\u00a0: ${paquet.valeurs.length} valeurs laissées.`
    return { ligne: dire('ERREUR', [faute('period', 'PERIODE_AUTRE', libelle)]) }
  }
  const { compile } = await findModeleCompile(db, s.modeleId)
  const lot = repartirValeurs(reprise.cases, compile, combinaison, paquet.valeurs)
  if (lot.fautes.length > 0)
    return { ligne: dire('ERREUR', [...direDoubles(lot), ...direLaissees(lot)]) }
  if (Object.keys(lot.donnees).length === 0) {
    const aucune = faute('dataElement', 'CELLULE_INCONNUE', 'Aucune de ces valeurs n’est reprise.')
    return { ligne: dire('INCHANGE', [aucune, ...direLaissees(lot)]) }
  }
  return s.numeroExistant === null
    ? jugerNouveau(lieu, s, periode, lot, dire)
    : jugerExistant(lieu, s.numeroExistant, { lot, compile }, dire)
}

const erreurNonAttendu = (modele: string, periode: Periode): { libelle: string } => {
  const { message } = erreur('FORMULAIRE_NON_ATTENDU', { modele, periode: libellePeriode(periode) })
  return { libelle: message }
}

type Dire = (effet: LigneImport['effet'], details: Detail[]) => LigneImport

const direDoubles = ({ fautes }: Lot): Detail[] =>
  couperDetails(
    fautes.map(({ adresse, libelle }) => faute(adresse, 'DOUBLON', libelle)),
    (reste) => `Et ${reste > 1 ? `${reste} autres cases en double` : 'une autre case en double'}.`,
  )

/** Each figure that is left, and why: what does not fit is counted. */
const direLaissees = ({ laissees }: Lot): Detail[] =>
  couperDetails(
    laissees.map(({ libelle, autre }) =>
      faute('dataElement', autre ? 'COMBINAISON_INCONNUE' : 'CELLULE_INCONNUE', libelle),
    ),
    (reste) => `Et ${reste > 1 ? `${reste} autres valeurs laissées` : 'une autre valeur laissée'}.`,
  )

async function jugerNouveau(
  { appel, reprise }: Lieu,
  s: StructureSaisie,
  { mois, annee }: Periode,
  lot: Lot,
  dire: Dire,
): Promise<FormulaireJuge> {
  const corps = { modele: reprise.modele, structure: s.structureCode, donnees: lot.donnees }
  const debut: Debut = { ...appel, params: { mois, annee }, query: { sans: 'fixe' }, body: corps }
  try {
    await preparerFormulaire(debut, s, { reprise: true })
  } catch (echec) {
    return { ligne: dire('ERREUR', couperDetails(detailsDe(echec))) }
  }
  const ecrire = async (tx: Db) => {
    const dans = { ...debut, db: tx }
    // Read again where it is written: the month before may just have been.
    const prepare = await preparerFormulaire(dans, s, { reprise: true })
    const f = await insererFormulaire(dans, s, prepare)
    if (aDesTextes(lot)) await remplir({ ...appel, db: tx }, f, { ...lot, donnees: {} })
    return []
  }
  const fautes = aDesTextes(lot) ? (await essayer(appel.db, ecrire)).fautes : []
  return fautes.length > 0
    ? { ligne: dire('ERREUR', couperDetails(fautes)) }
    : { ligne: dire('CREER', direLaissees(lot)), ecrire }
}

const estVide = (objet: object): boolean => Object.keys(objet).length === 0
const aDesTextes = ({ commentaires, justifications }: Lot): boolean =>
  !estVide(commentaires) || !estVide(justifications)

/** What a draft is given: figures, and what was said of them. */
type Apport = Pick<Lot, 'donnees' | 'commentaires' | 'justifications'>

function remplir(appel: AppelReprendre, f: FormulaireCharge, apport: Apport) {
  const { donnees, commentaires, justifications } = apport
  const body = { numero: f.numero, version: f.version, donnees, commentaires, justifications }
  const dans = { ...appel, params: undefined, query: { sans: 'fixe' as const }, body }
  return modifierFormulaire(dans, f, { reprise: true })
}

/** Of a form already begun, only the blank cells are filled; a form received stays as it is. */
async function jugerExistant(
  { appel }: Lieu,
  numero: string,
  { lot, compile }: { lot: Lot; compile: ModeleCompile },
  dire: Dire,
): Promise<FormulaireJuge> {
  const f = await findFormulaire(appel.db, { numero })
  if (!f || f.etat !== 'BROUILLON') {
    const libelle = `Le rapport ${numero} est à l’état «\u00a0${f ? LIBELLES_ETATS[f.etat] : ''}\u00a0»\u00a0: il reste tel quel.`
    return { ligne: dire('INCHANGE', [faute('formulaire', 'FORMULAIRE_EXISTANT', libelle)]) }
  }
  const { apport, autres } = partager(f, lot, compile)
  const restent = autres.length === 0 ? [] : [direRestent(numero, autres)]
  const details = [...restent, ...direLaissees(lot)]
  if (Object.values(apport).every(estVide)) return { ligne: dire('INCHANGE', details) }
  const ecrire = async (tx: Db) => {
    const relu = await findFormulaire(tx, { numero }, true)
    if (relu?.etat === 'BROUILLON')
      await remplir({ ...appel, db: tx }, relu, partager(relu, lot, compile).apport)
    return []
  }
  const { fautes } = await essayer(appel.db, ecrire)
  return fautes.length > 0
    ? { ligne: dire('ERREUR', couperDetails(fautes)) }
    : { ligne: dire('MODIFIER', details), ecrire }
}

/** The texts of these that are said of nothing yet. */
const nouveaux = (dits: Record<string, string>, tenus: Record<string, string>) =>
  Object.fromEntries(Object.entries(dits).filter(([cle]) => !Object.hasOwn(tenus, cle)))

/** Whether an address is of a row that would come after those that its table has already. */
function estDePlus({ tableaux }: ModeleCompile, tenues: Donnees): (adresse: string) => boolean {
  const lignes = new Map(tableaux.map(({ code }) => [code, lignesTenues(tenues, code)]))
  return (adresse) => {
    const [code = '', ligne = ''] = adresse.split('.')
    const siennes = lignes.get(code) ?? []
    return siennes.length > 0 && !siennes.includes(ligne)
  }
}

/**
 * What of the file a draft has not yet, and the cells of which it has another figure. A repeating
 * table that has rows of its own takes no other: nobody knows which of them are the same.
 */
function partager(
  { donnees, commentaires, justifications }: FormulaireCharge,
  lot: Lot,
  compile: ModeleCompile,
): { apport: Apport; autres: string[] } {
  const vides: Donnees = {}
  const autres: string[] = []
  const tenues = donnees.lire()
  const deTrop = estDePlus(compile, tenues)
  for (const [adresse, valeur] of Object.entries(lot.donnees)) {
    if (!deTrop(adresse) && !Object.hasOwn(tenues, adresse)) vides[adresse] = valeur
    else if (tenues[adresse] !== valeur) autres.push(adresse)
  }
  const dits = Object.entries(lot.commentaires).filter(([adresse]) => !autres.includes(adresse))
  const apport = {
    donnees: vides,
    commentaires: nouveaux(Object.fromEntries(dits), commentaires),
    justifications: nouveaux(lot.justifications, justifications),
  }
  return { apport, autres }
}

const direRestent = (numero: string, autres: readonly string[]): Detail =>
  faute(
    'formulaire',
    'FORMULAIRE_EXISTANT',
    `Le rapport ${numero} a déjà d’autres chiffres, qui restent\u00a0: ${autres.slice(0, 10).join(', ')}${autres.length > 10 ? '…' : ''}.`,
  )

/** A report of here: what the file says of one structure for one month, whatever it calls them. */
type FormulaireReuni = { code: string; lue: PeriodeCouverte | null; paquet: Paquet }

/**
 * The figures of a file by report. Two units that are one structure, a month written in two ways
 * are one report: what is twice in it is seen there.
 */
async function rassembler(db: Db, paquets: readonly Paquet[]): Promise<FormulaireReuni[]> {
  const unites = [...new Set(paquets.map(({ unite }) => unite))]
  const connues = await listUnites(db, unites)
  const reunis = new Map<string, FormulaireReuni>()
  for (const paquet of paquets) {
    const code = connues.get(paquet.unite) ?? codeStructureDe(paquet.unite)
    const lue = lirePeriode(paquet.periode)
    const cle = JSON.stringify(
      lue ? [code, rangDe(lue.periode), lue.couverts] : [paquet.unite, paquet.periode],
    )
    const deja = reunis.get(cle)
    if (!deja) reunis.set(cle, { code, lue, paquet })
    else {
      const toutes = [...deja.paquet.valeurs, ...paquet.valeurs]
      const valeurs = toutes.toSorted((a, b) => a.rang - b.rang)
      const rang = Math.min(deja.paquet.rang, paquet.rang)
      reunis.set(cle, { ...deja, paquet: { ...deja.paquet, rang, valeurs } })
    }
  }
  return [...reunis.values()]
}

const lignePeriode = ({ rang: ligne, periode, unite, valeurs }: Paquet): LigneImport => {
  const dite = `«\u00a0${periode.slice(0, 40)}\u00a0»`
  const raison = estSemaine(periode)
    ? 'est une semaine, et aucun rapport n’en décrit'
    : 'n’est ni un mois (202503), ni un trimestre (2025Q1), un semestre (2025S1) ou une année (2025)'
  const libelle = `${dite} ${raison}\u00a0: ${valeurs.length} valeurs laissées.`
  const details = [faute('period', 'VALEUR_ILLISIBLE', libelle)]
  return { ligne, cle: unite.slice(0, 60), libelle: '', effet: 'ERREUR', details }
}

/** Of which attribute combinations a file is. */
type CombinaisonsComptees = ReturnType<typeof compterCombinaisons>

/**
 * The attribute combination to bring: the one asked for, else the only one there is; null: several,
 * and none is asked for. @throws COMBINAISON_INCONNUE
 */
function choisirCombinaison(
  { combinaisons, sommable }: CombinaisonsComptees,
  demandee: string | undefined,
): string | null {
  const [premiere, ...autres] = combinaisons
  if (demandee === undefined) return autres.length > 0 ? null : (premiere?.code ?? SANS_VENTILATION)
  const offerte =
    demandee === SOMME_COMBINAISONS ? sommable : combinaisons.some(({ code }) => code === demandee)
  if (!offerte) throw erreur('COMBINAISON_INCONNUE')
  return demandee
}

/**
 * Brings past months to a model: a form of each structure and month, a draft, each whole or not at
 * all, of one attribute combination or of their sum. A month closed to entry takes them too: they
 * were collected elsewhere. @throws COMBINAISON_REQUISE, COMBINAISON_INCONNUE, VALEURS_ILLISIBLES
 */
export async function reprendreValeurs(
  appel: AppelReprendre,
  reprise: Reprise,
): Promise<RepriseValeurs> {
  const { db, body } = appel
  const ecrit = body.apercu === 'false'
  const paquets = await readValeurs(body.fichier.contenu, pourDe(appel))
  const comptees = compterCombinaisons(reprise.cases, paquets)
  const combinaison = choisirCombinaison(comptees, body.combinaison)
  if (combinaison === null && ecrit) throw erreur('COMBINAISON_REQUISE')
  const lignes: LigneImport[] = []
  if (combinaison !== null)
    for (const reuni of await rassembler(db, paquets)) {
      const lieu = { appel, reprise, combinaison, reuni }
      const { lue, paquet } = reuni
      const jugerUne = async (): Promise<FormulaireJuge> =>
        lue ? juger(lieu, lue) : { ligne: lignePeriode(paquet) }
      lignes.push(ecrit ? await ecrireUne(db, jugerUne) : (await jugerUne()).ligne)
    }
  if (ecrit) await noterReprise(appel, reprise.modele, { lignes, combinaison })
  return { lignes, ecrit, ...comptees, combinaison }
}

const SOMME_DITE = 'la somme de toutes'

async function noterReprise(
  appel: AppelReprendre,
  cible: string,
  { lignes, combinaison }: Pick<RepriseValeurs, 'lignes' | 'combinaison'>,
): Promise<void> {
  const bilan = bilanDe(lignes)
  if (!bilan) return
  const dite = combinaison === SOMME_COMBINAISONS ? SOMME_DITE : combinaison
  const detail = dite === SANS_VENTILATION ? bilan : { ...bilan, combinaison: dite }
  await noter(appel, 'VALEURS_REPRISES', { cible, detail })
}
