import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { MOIS, rangDe } from '@releve/contract/mois.ts'
import type { Agent } from '../platform/agent.ts'
import { type RouteMontee, routeOf, type Sql, sansCharge } from '../platform/route.ts'
import {
  approuverFormulaire,
  diffuserFormulaire,
  renvoyerFormulaire,
  soumettreFormulaire,
  validerFormulaire,
} from './actes.ts'
import { changerEtatFormulaire } from './changer-etat.ts'
import { creerFormulaire, loadStructure } from './creer.ts'
import { listExamens } from './examiner.ts'
import { composeFormulaire, composePublication } from './formulaire.lecture.ts'
import { estDansPerimetre, formulaireRights } from './formulaire.rights.ts'
import { findFormulaire } from './formulaire.sql.ts'
import { listHistorique } from './historique.sql.ts'
import { listResumes } from './liste.ts'
import { modifierFormulaire } from './modifier.ts'
import { loadLecture } from './publication.ts'
import { remarquerFormulaire } from './remarquer.ts'

const route = routeOf(formulaireRights)

/** The form to act on, locked; outside the perimeter there is none. */
async function loadPourEcrire(sql: Sql, agent: Agent, cle: { id: number } | { numero: string }) {
  const formulaire = await findFormulaire(sql, cle, true)
  return formulaire && estDansPerimetre(agent, formulaire.structureId) ? formulaire : undefined
}

export const formulaireRoutes = {
  enregistrerFormulaire: route(api.enregistrerFormulaire, {
    load: loadStructure,
    act: creerFormulaire,
  }),
  modifierFormulaire: route(api.modifierFormulaire, {
    load: ({ sql, agent, body }) => loadPourEcrire(sql, agent, { numero: body.numero }),
    act: modifierFormulaire,
  }),
  lireFormulaire: route(api.lireFormulaire, {
    lecture: true,
    load: loadLecture,
    act: async ({ sql, agent, query, maintenant }, { formulaire, publication }) =>
      publication
        ? composePublication(sql, agent, formulaire, publication)
        : composeFormulaire(sql, agent, formulaire, { maintenant, sans: query.sans }),
  }),
  listFormulaires: route(api.listFormulaires, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, agent, params, query, maintenant }) => {
      const { etat, modele, structure, ...pagination } = query
      const filtres = {
        ...pagination,
        rang: rangDe(params),
        etats: etat,
        modeles: modele ? [modele] : undefined,
        structures: structure ? [structure] : undefined,
        diffuses: false,
      }
      return listResumes(sql, agent, filtres, maintenant)
    },
  }),
  listFormulairesStructures: route(api.listFormulairesStructures, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, agent, body, maintenant }) => {
      const { mois, annee, ...filtres } = body
      const rang = mois && annee ? rangDe({ mois, annee }) : undefined
      const numeroMois = mois && MOIS.indexOf(mois) + 1
      const periode = { rang, annee, mois: numeroMois }
      return listResumes(sql, agent, { ...filtres, ...periode, diffuses: true }, maintenant)
    },
  }),
  examinerFormulaires: route(api.examinerFormulaires, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, agent, body, maintenant }) => listExamens(sql, agent, body.ids, maintenant),
  }),
  soumettreFormulaire: route(api.soumettreFormulaire, {
    load: ({ sql, agent, params }) => loadPourEcrire(sql, agent, params),
    act: soumettreFormulaire,
  }),
  validerFormulaire: route(api.validerFormulaire, {
    load: ({ sql, agent, params }) => loadPourEcrire(sql, agent, params),
    act: validerFormulaire,
  }),
  approuverFormulaire: route(api.approuverFormulaire, {
    load: ({ sql, agent, params }) => loadPourEcrire(sql, agent, params),
    act: approuverFormulaire,
  }),
  diffuserFormulaire: route(api.diffuserFormulaire, {
    load: ({ sql, agent, params }) => loadPourEcrire(sql, agent, params),
    act: diffuserFormulaire,
  }),
  renvoyerFormulaire: route(api.renvoyerFormulaire, {
    load: ({ sql, agent, params }) => loadPourEcrire(sql, agent, params),
    act: renvoyerFormulaire,
  }),
  changerEtatFormulaire: route(api.changerEtatFormulaire, {
    load: ({ sql, agent, params }) => loadPourEcrire(sql, agent, { numero: params.numero }),
    act: async (appel, formulaire) => changerEtatFormulaire(appel, formulaire, appel.params.etat),
  }),
  listHistorique: route(api.listHistorique, {
    lecture: true,
    load: async ({ sql, agent, params }) => {
      const formulaire = await findFormulaire(sql, params)
      return formulaire && estDansPerimetre(agent, formulaire.structureId) ? formulaire : undefined
    },
    act: async ({ sql, query }, formulaire) => listHistorique(sql, formulaire.id, query),
  }),
  remarquerFormulaire: route(api.remarquerFormulaire, {
    load: ({ sql, agent, body }) => loadPourEcrire(sql, agent, { numero: body.numero }),
    act: remarquerFormulaire,
  }),
} satisfies Record<keyof typeof api, RouteMontee>
