import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Agent } from '../platform/agent.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import { type Contexte, type Db, type RouteMontee, routeOf } from '../platform/route.ts'
import {
  approuverFormulaire,
  diffuserFormulaire,
  renvoyerFormulaire,
  soumettreFormulaire,
  validerFormulaire,
} from './actes.ts'
import { changerEtatFormulaire } from './changer-etat.ts'
import { creerFormulaire, loadStructure } from './creer.ts'
import { exporterDonnees } from './donnees.ts'
import { exporterCorrespondance, exporterValeurs, loadEchange } from './echanger.ts'
import { listExamens } from './examiner.ts'
import {
  exporterFormulaire,
  exporterFormulaires,
  exporterFormulairesMois,
  exporterHistorique,
} from './exporter.ts'
import { composeFormulaire, composePublication } from './formulaire.lecture.ts'
import { formulaireRights } from './formulaire.rights.ts'
import {
  composeCharge,
  type FormulaireCharge,
  findFormulaire,
  type LigneChargee,
  PREFETCH_FORMULAIRE,
  PREFETCH_PAR_ID,
} from './formulaire.sql.ts'
import { listDifferences, listHistorique } from './historique.sql.ts'
import { importerFormulaire } from './importer.ts'
import { importerFormulaires } from './importer-lot.ts'
import { listResumes, rechercheDe, rechercheDuMois } from './liste.ts'
import { modifierFormulaire } from './modifier.ts'
import { lirePasse } from './passe.ts'
import { findLieuDePresence } from './presence.sql.ts'
import { signalerPresence } from './presence.ts'
import { loadLecture, loadLu } from './publication.ts'
import { remarquerFormulaire, repondreRemarque } from './remarquer.ts'
import { loadReprise, reprendreValeurs } from './reprendre.ts'

const route = routeOf(formulaireRights)

/**
 * The form to act on, locked where there is a transaction; nothing outside the perimeter. `lue`: its
 * row, where it has come with who calls; null: there is none.
 */
async function loadPourEcrire(
  db: Db,
  agent: Agent,
  cle: { id: number } | { numero: string },
  lue?: LigneChargee | null,
): Promise<FormulaireCharge | undefined> {
  if (lue === null) return undefined
  const f = await (lue ? composeCharge(db, lue) : findFormulaire(db, cle, db.isTransaction))
  return f && estDansPerimetre(agent, f) ? f : undefined
}

/** What moves a form writes it on condition of the version that it was read at. */
const DEPLACER = {
  transaction: 'optimiste',
  prefetch: PREFETCH_PAR_ID,
  load: ({ db, agent, params }: Contexte & { params: { id: number } }, lue?: LigneChargee | null) =>
    loadPourEcrire(db, agent, params, lue),
} as const

export const formulaireRoutes = {
  enregistrerFormulaire: route(api.enregistrerFormulaire, {
    transaction: 'optimiste',
    load: loadStructure,
    act: creerFormulaire,
  }),
  modifierFormulaire: route(api.modifierFormulaire, {
    transaction: 'optimiste',
    load: ({ db, agent, body }) => loadPourEcrire(db, agent, { numero: body.numero }),
    act: (appel, formulaire) => modifierFormulaire(appel, formulaire),
  }),
  lireFormulaire: route(api.lireFormulaire, {
    transaction: 'aucune',
    prefetch: PREFETCH_FORMULAIRE,
    load: loadLecture,
    act: async (appel, { formulaire, publication }) =>
      publication
        ? composePublication(appel.db, appel.agent, formulaire, publication)
        : composeFormulaire(appel, formulaire),
  }),
  lirePasse: route(api.lirePasse, {
    transaction: 'aucune',
    load: loadLu,
    act: ({ db }, formulaire) => lirePasse(db, formulaire),
  }),
  // Who is on a form is no part of it, and holds for a minute: nothing undoes it.
  signalerPresence: route(api.signalerPresence, {
    transaction: 'siennes',
    load: async ({ db, agent, params }) => {
      const lieu = await findLieuDePresence(db, params.numero)
      return lieu && estDansPerimetre(agent, lieu) ? lieu : undefined
    },
    act: signalerPresence,
  }),
  listFormulaires: route(api.listFormulaires, {
    transaction: 'aucune',
    act: ({ db, agent, params, query, maintenant }) =>
      listResumes(db, agent, rechercheDuMois(params, query), maintenant),
  }),
  exporterFormulairesMois: route(api.exporterFormulairesMois, {
    transaction: 'siennes',
    act: exporterFormulairesMois,
  }),
  listFormulairesStructures: route(api.listFormulairesStructures, {
    transaction: 'aucune',
    act: async ({ db, agent, body, maintenant }) => {
      return listResumes(db, agent, rechercheDe(body), maintenant)
    },
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterFormulaires: route(api.exporterFormulaires, {
    transaction: 'siennes',
    act: exporterFormulaires,
  }),
  exporterDonnees: route(api.exporterDonnees, {
    transaction: 'siennes',
    act: exporterDonnees,
  }),
  // A document is made elsewhere: no transaction waits for it.
  exporterFormulaire: route(api.exporterFormulaire, {
    transaction: 'siennes',
    load: loadLecture,
    act: exporterFormulaire,
  }),
  // The file is read apart: no transaction waits for it, and nothing is written.
  importerFormulaire: route(api.importerFormulaire, {
    transaction: 'siennes',
    load: loadLu,
    act: importerFormulaire,
  }),
  // Each form has its own transaction: a long import holds nobody up.
  importerFormulaires: route(api.importerFormulaires, {
    transaction: 'siennes',
    act: (appel) => importerFormulaires(appel),
  }),
  examinerFormulaires: route(api.examinerFormulaires, {
    transaction: 'aucune',
    act: async ({ db, agent, body, maintenant }) => listExamens(db, agent, body.ids, maintenant),
  }),
  soumettreFormulaire: route(api.soumettreFormulaire, { ...DEPLACER, act: soumettreFormulaire }),
  validerFormulaire: route(api.validerFormulaire, { ...DEPLACER, act: validerFormulaire }),
  approuverFormulaire: route(api.approuverFormulaire, { ...DEPLACER, act: approuverFormulaire }),
  diffuserFormulaire: route(api.diffuserFormulaire, {
    transaction: 'une',
    load: ({ db, agent, params }) => loadPourEcrire(db, agent, params),
    act: diffuserFormulaire,
  }),
  renvoyerFormulaire: route(api.renvoyerFormulaire, { ...DEPLACER, act: renvoyerFormulaire }),
  changerEtatFormulaire: route(api.changerEtatFormulaire, {
    transaction: 'une',
    load: ({ db, agent, params }) => loadPourEcrire(db, agent, { numero: params.numero }),
    act: async (appel, formulaire) => changerEtatFormulaire(appel, formulaire, appel.params.etat),
  }),
  // Each form has its own transaction: a long import holds nobody up.
  reprendreValeurs: route(api.reprendreValeurs, {
    transaction: 'siennes',
    load: ({ db, params }) => loadReprise(db, params.modele),
    act: reprendreValeurs,
  }),
  // The values are read as the file leaves: no transaction waits for who reads.
  exporterValeurs: route(api.exporterValeurs, {
    transaction: 'siennes',
    load: ({ db, params }) => loadEchange(db, params.modele),
    act: exporterValeurs,
  }),
  exporterCorrespondance: route(api.exporterCorrespondance, {
    transaction: 'une',
    load: ({ db, params }) => loadEchange(db, params.modele),
    act: exporterCorrespondance,
  }),
  listHistorique: route(api.listHistorique, {
    transaction: 'aucune',
    load: loadLu,
    act: async ({ db, query }, formulaire) => listHistorique(db, formulaire.id, query),
  }),
  exporterHistorique: route(api.exporterHistorique, {
    transaction: 'siennes',
    load: loadLu,
    act: exporterHistorique,
  }),
  remarquerFormulaire: route(api.remarquerFormulaire, {
    transaction: 'une',
    load: ({ db, agent, body }) => loadPourEcrire(db, agent, { numero: body.numero }),
    act: remarquerFormulaire,
  }),
  repondreRemarque: route(api.repondreRemarque, {
    transaction: 'une',
    load: ({ db, agent, body }) => loadPourEcrire(db, agent, { numero: body.numero }),
    act: repondreRemarque,
  }),
  listDifferencesFormulaire: route(api.listDifferencesFormulaire, {
    transaction: 'aucune',
    load: loadLu,
    act: ({ db }, formulaire) => listDifferences(db, formulaire),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
