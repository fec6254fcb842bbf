import { echeanceDe, jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { type ActeTransition, TRANSITIONS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { CelluleModifiee, Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { indicateursDe, publies } from '@releve/contract/modele/indicateurs.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { type Alea, alea, entier } from '../../seed/exemple/alea.ts'
import { chiffresDe, lecturesDe } from '../formulaire/formulaire.calcul.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import type { FormulaireVecu, LigneHistorique, LignePublication, Poste } from './lot.sql.ts'
import type { Scenario } from './scenario.ts'
import { calculerSerie, type Dossier, type MoisCalcule } from './serie.ts'

const HEURE = 3_600_000
const JOUR = 24 * HEURE

type Auteur = 'STRUCTURE' | 'ADMIN' | 'DPPS'

/** An act on a form: who, when (ms since 1970), from which state to which. */
type Acte = {
  action: ActeTransition | 'enregistrer' | 'modifier'
  auteur: Auteur
  le: number
  de: Etat | null
  vers: Etat
}

/** What the acts on a form depend on. */
export type Parcours = {
  rang: number
  cible: Etat
  /** Days after the due date; null: in time. */
  retard: number | null
  /** Published, then corrected and published again. */
  corrige: boolean
  /** Returned once before it was accepted. */
  repris: boolean
}

const RECUS: Partial<Record<Etat, readonly Acte['action'][]>> = {
  SOUMIS: ['soumettre'],
  RENVOYE: ['soumettre', 'renvoyer'],
  VALIDE: ['soumettre', 'valider'],
  APPROUVE: ['soumettre', 'valider', 'approuver'],
  DIFFUSE: ['soumettre', 'valider', 'approuver', 'diffuser'],
}
const REPRISE: readonly Acte['action'][] = ['soumettre', 'renvoyer', 'modifier']

function actionsDe({ cible, corrige, repris }: Parcours): Acte['action'][] {
  const suite = RECUS[cible] ?? []
  const correction = corrige ? ['renvoyer' as const, 'modifier' as const, ...suite] : []
  return ['enregistrer', 'modifier', ...(repris ? REPRISE : []), ...suite, ...correction]
}

/** The directorate controls with one account and approves with another (four eyes). */
function auteurDe(action: Acte['action'], de: Etat | null): Auteur {
  if (action === 'valider') return 'ADMIN'
  if (action === 'renvoyer') return de === 'DIFFUSE' ? 'DPPS' : 'ADMIN'
  return action === 'approuver' || action === 'diffuser' ? 'DPPS' : 'STRUCTURE'
}

/** Nobody works on Saturdays and Sundays. */
function enSemaine(instant: number): number {
  const jour = new Date(instant).getUTCDay()
  return instant + (jour === 6 ? 2 : jour === 0 ? 1 : 0) * JOUR
}

/** Midnight (UTC) of a day of the month of this rank. */
function jourDuMois(rang: number, jour: number): number {
  return Date.parse(`${isoDe(periodeDe(rang))}-${String(jour).padStart(2, '0')}`)
}

/** When an act takes place by the calendar (docs/conception.md, 4), whatever time it is now. */
function dateDe(
  acte: Pick<Acte, 'action' | 'de'>,
  avant: number,
  dejaSoumis: boolean,
  { rang, retard }: Parcours,
  echeance: number,
  hasard: Alea,
): number {
  const heure = entier(hasard, 8, 15) * HEURE + entier(hasard, 0, 59) * 60_000
  const minuit = avant - (avant % JOUR)
  if (acte.action === 'enregistrer') return enSemaine(jourDuMois(rang + 1, 1)) + heure / 2
  if (acte.action === 'modifier') return Math.max(avant + HEURE, minuit + heure)
  if (acte.action === 'soumettre' && !dejaSoumis) {
    const jours = retard ?? -entier(hasard, 0, 2)
    return enSemaine(echeance + jours * JOUR) + heure
  }
  if (acte.action === 'diffuser') {
    return enSemaine(Math.max(jourDuMois(rang + 1, 20), minuit + JOUR)) + heure
  }
  const delai = acte.action === 'renvoyer' && acte.de === 'DIFFUSE' ? 9 : entier(hasard, 1, 5)
  return enSemaine(minuit + delai * JOUR) + heure
}

function etatApres(action: Acte['action'], de: Etat | null): Etat {
  if (action === 'enregistrer') return 'BROUILLON'
  if (action === 'modifier') return de ?? 'BROUILLON'
  return TRANSITIONS[action].vers
}

/**
 * Acts that the calendar puts after now took place a little earlier: the whole life of the form is
 * brought back between the end of its month (its beginning, while the month runs) and now.
 */
function ramener(actes: Acte[], rang: number, courant: number, maintenant: number): Acte[] {
  const premier = actes[0]?.le ?? 0
  const dernier = actes.at(-1)?.le ?? 0
  if (dernier < maintenant) return actes
  const debut = rang === courant ? jourDuMois(rang, 1) : jourDuMois(rang + 1, 1) - 16 * HEURE
  const fin = maintenant - 60_000
  const pas = Math.max(0, fin - debut) / (dernier - premier + JOUR)
  return actes.map((acte) => ({
    ...acte,
    le: Math.min(maintenant, Math.round(debut + (acte.le - premier + JOUR) * pas)),
  }))
}

/** The acts that brought a form to its state, in order, none later than `maintenant`. */
export function vivre(
  parcours: Parcours,
  reglages: Reglages,
  courant: number,
  maintenant: Date,
  hasard: Alea,
): Acte[] {
  const echeance = Date.parse(echeanceDe(periodeDe(parcours.rang), reglages))
  const actes: Acte[] = []
  for (const action of actionsDe(parcours)) {
    const dernier = actes.at(-1)
    const de = dernier?.vers ?? null
    const avant = dernier?.le ?? 0
    const dejaSoumis = actes.some((acte) => acte.action === 'soumettre')
    const prevue = dateDe({ action, de }, avant, dejaSoumis, parcours, echeance, hasard)
    const le = Math.max(prevue, avant + 5 * 60_000)
    actes.push({ action, auteur: auteurDe(action, de), le, de, vers: etatApres(action, de) })
  }
  return ramener(actes, parcours.rang, courant, maintenant.getTime())
}

/** Accounts that act on the forms of a structure, by id; null: the structure's own. */
export type Auteurs = Record<Acte['auteur'], number | null>

/** What the forms of a structure are written from. */
export type Envoi = {
  dossier: Dossier
  poste: Poste
  auteurs: Auteurs
  /** Ranks of the first month and of the current one. */
  premier: number
  courant: number
  maintenant: Date
  /** Keep the cells changed by each act in the history, as the platform does. */
  avecCellules: boolean
}

/** Share of the forms that were returned once before they were accepted. */
const PART_REPRIS = 0.04
/** A figure that no control reads, wrong in what was first sent. */
const CELLULES_REPRISES: Record<string, { cellule: string; ecart: number }> = {
  RMA: { cellule: 'PREST.SANTE.ACTES', ecart: 24 },
  EPM: { cellule: 'FORM_JOURS', ecart: 4 },
  SMP: { cellule: 'VIS_FAM', ecart: 60 },
}
const RENVOI = {
  motif: 'INCOHERENCE',
  texte:
    'Un total ne correspond pas au registre. Vérifiez la case signalée, puis soumettez de nouveau.',
}
const ERRATUM = {
  motif: 'ERREUR_PUBLIEE',
  texte: 'Erreur de saisie signalée par la structure après la diffusion.',
}

type Ecart = { cellule: string; ecart: number }

/** A form, its life, and the wrong figure with which it first went out, if it did. */
type Vecu = { mois: MoisCalcule; actes: Acte[]; initial: Donnees | null }

function vecuDe(mois: MoisCalcule, envoi: Envoi, hasard: Alea): Vecu {
  const { scenario, reglages } = envoi.dossier
  const { rang, recul, cible, modele, calcul } = mois
  const code = modele.modele.code
  const correction = scenario.corrections?.find((c) => c.modele === code && c.recul === recul)
  const repris = !correction && recul > 1 && hasard() < PART_REPRIS
  const retard = scenario.retard ? entier(hasard, ...scenario.retard) : null
  const parcours = { rang, cible, retard, corrige: correction !== undefined, repris }
  const actes = vivre(parcours, reglages, envoi.courant, envoi.maintenant, hasard)
  const ecart: Ecart | undefined = correction ?? (repris ? CELLULES_REPRISES[code] : undefined)
  if (!ecart) return { mois, actes, initial: null }
  const juste = calcul.valeur(ecart.cellule)
  calcul.changer({ [ecart.cellule]: Number(juste) + ecart.ecart })
  const initial = calcul.donnees()
  calcul.changer({ [ecart.cellule]: juste })
  return { mois, actes, initial }
}

function differences(avant: Donnees, apres: Donnees): CelluleModifiee[] {
  return Object.entries(apres)
    .filter(([cellule, valeur]) => avant[cellule] !== valeur)
    .map(([cellule, valeur]) => ({ cellule, avant: avant[cellule] ?? null, apres: valeur }))
}

/** What each edit changed: the month before brought over, the entry, then the correction. */
function cellulesDe({ mois, initial }: Vecu): CelluleModifiee[][] {
  const { calcul, prerempli } = mois
  const justes = calcul.saisies()
  const premieres: Donnees = {}
  for (const cellule of Object.keys(justes)) {
    const valeur = (initial ?? justes)[cellule]
    if (valeur !== undefined) premieres[cellule] = valeur
  }
  return [
    differences({}, prerempli),
    differences(prerempli, premieres),
    differences(premieres, justes),
  ]
}

function motifDe({ action, de }: Acte, scenario: Scenario, definitif: boolean) {
  if (action !== 'renvoyer') return { motif: null, texte: null }
  if (de === 'DIFFUSE') return ERRATUM
  const { motif, texte } = (definitif ? scenario.renvoi : undefined) ?? RENVOI
  return { motif, texte }
}

function historiqueDe(vecu: Vecu, envoi: Envoi): LigneHistorique[] {
  const editions = envoi.avecCellules ? cellulesDe(vecu) : []
  let rang = 0
  return vecu.actes.map((acte, i) => {
    const edite = acte.action === 'enregistrer' || acte.action === 'modifier'
    const cellules = edite ? (editions[rang++] ?? []) : []
    return {
      version: i + 1,
      le: new Date(acte.le).toISOString(),
      agentId: envoi.auteurs[acte.auteur],
      action: acte.action,
      de: acte.de,
      vers: acte.vers,
      ...motifDe(acte, envoi.dossier.scenario, i === vecu.actes.length - 1),
      cellules,
    }
  })
}

function publicationsDe(vecu: Vecu, envoi: Envoi): LignePublication[] {
  const diffusions = vecu.actes.filter(({ action }) => action === 'diffuser')
  const reprises = vecu.actes.findIndex(
    ({ de, action }) => action === 'renvoyer' && de === 'DIFFUSE',
  )
  return diffusions.map((acte, i) => ({
    versionDiffusee: i + 1,
    // Corrected since: what was published then is no longer what the form says.
    donnees: reprises >= 0 && i === 0 ? vecu.initial : null,
    diffuseLe: new Date(acte.le).toISOString(),
    diffusePar: envoi.auteurs.DPPS,
  }))
}

/** On the cell that the directorate returns, when the form goes back now. */
function remarquesDe(dernier: Acte, { dossier, auteurs }: Envoi): FormulaireVecu['remarques'] {
  const { renvoi } = dossier.scenario
  if (dernier.vers !== 'RENVOYE' || !renvoi) return []
  const { cellule, remarque: texte } = renvoi
  return [{ cellule, texte, auteurId: auteurs.ADMIN, le: new Date(dernier.le).toISOString() }]
}

/** The figures of the last publication; none of a form never published. */
const publiesDe = (donnees: Donnees, { modele }: MoisCalcule['modele']) =>
  publies(indicateursDe(modele, (cellule) => donnees[cellule]))

/** What the platform keeps of a form's computation. */
function chiffresVecus({ mois }: Vecu, etat: Etat) {
  const { modele, rang, calcul } = mois
  const autres = lecturesDe(modele.compile, rang, calcul.contexte.autres)
  const environs = { contexte: { ...calcul.contexte, autres }, gardes: false }
  const { codes, resultats, ...chiffres } = chiffresDe({ calcul, modele, environs }, etat)
  return {
    ...chiffres,
    // Rows travel as one JSON: what these two columns hold, not its text.
    codes: JSON.parse(codes) as FormulaireVecu['codes'],
    resultats: JSON.parse(resultats) as FormulaireVecu['resultats'],
    environs: chiffres.environs ? autres : null,
  }
}

function formulaireDe(vecu: Vecu, envoi: Envoi): FormulaireVecu {
  const { modele, rang, calcul, justifications, structureLue } = vecu.mois
  const { dossier, auteurs, poste } = envoi
  const { actes } = vecu
  const echeance = echeanceDe(periodeDe(rang), dossier.reglages)
  const soumis = actes.find(({ action }) => action === 'soumettre')
  const valide = actes.find(({ vers }) => vers === 'VALIDE')
  const dernier = actes.at(-1)
  if (!dernier) throw new Error(`formulaire sans acte : ${dossier.code}, mois ${rang}`)
  const etat: Etat = dernier.vers
  const renvoi = etat === 'RENVOYE' ? motifDe(dernier, dossier.scenario, true) : null
  const publications = publicationsDe(vecu, envoi)
  const remarques = remarquesDe(dernier, envoi)
  const donnees = calcul.donnees()
  return {
    souche: poste.souche,
    modeleId: modele.id,
    modeleCode: modele.modele.code,
    annee: Math.floor(rang / 12),
    mois: (rang % 12) + 1,
    etat,
    version: actes.length,
    versionDiffusee: publications.length,
    donnees,
    justifications,
    structureLue,
    ...chiffresVecus(vecu, etat),
    ...publiesDe(publications.at(-1)?.donnees ?? (publications.length > 0 ? donnees : {}), modele),
    soumisLe: soumis ? new Date(soumis.le).toISOString() : null,
    soumisPar: soumis ? auteurs[soumis.auteur] : null,
    horsDelai:
      soumis !== undefined && jourLocal(new Date(soumis.le), dossier.reglages.fuseau) > echeance,
    creeLe: new Date(actes[0]?.le ?? dernier.le).toISOString(),
    modifieLe: new Date(dernier.le).toISOString(),
    modifiePar: auteurs[dernier.auteur],
    validePar: ['VALIDE', 'APPROUVE', 'DIFFUSE'].includes(etat) ? auteurs.ADMIN : null,
    valideLe: valide ? new Date(valide.le).toISOString() : null,
    renvoye: actes.some(({ vers }) => vers === 'RENVOYE'),
    motifRenvoi: renvoi?.motif ?? null,
    texteRenvoi: renvoi?.texte ?? null,
    historique: historiqueDe(vecu, envoi),
    publications,
    remarques,
    remarquesOuvertes: remarques.length,
  }
}

/** The forms of a structure with their histories, publications and remarks, ready to be written. */
export function formulairesDe(envoi: Envoi): FormulaireVecu[] {
  const { dossier, poste, premier, courant } = envoi
  const hasard = alea(poste.structureId)
  const vecus = [...calculerSerie(dossier, premier, courant)].map((mois) =>
    vecuDe(mois, envoi, hasard),
  )
  return vecus.map((vecu) => formulaireDe(vecu, envoi))
}
