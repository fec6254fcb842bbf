import { echeanceDe, jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { CelluleModifiee, Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { indicateursDe, publies } from '@releve/contract/modele/indicateurs.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { type Alea, alea, entier } from '../../seed/exemple/alea.ts'
import { chiffresDe, lecturesDe } from '../formulaire/formulaire.calcul.ts'
import type { FormulaireVecu, LigneHistorique, LignePublication, Poste } from './lot.sql.ts'
import type { Scenario } from './scenario.ts'
import { calculerSerie, type Dossier, type MoisCalcule } from './serie.ts'
import { type Acte, vivre } from './vie.ts'

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
