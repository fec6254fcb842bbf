import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { modeEnvoiDe } from '../platform/config.ts'
import { type Contexte, type RouteMontee, route, routeOf } from '../platform/route.ts'
import { listSessionsOuvertes } from '../session/session.sql.ts'
import {
  bloquerUtilisateur,
  debloquerUtilisateur,
  delierUtilisateur,
  loadCible,
  refuserPerimee,
  reinitialiserSecondFacteur,
} from './acces.ts'
import {
  codesDe,
  creerUtilisateur,
  ecrireCompte,
  normaliserFiche,
  refuserAgentParti,
  tenirComptes,
} from './enregistrer.ts'
import type { CompteTenu } from './gardes.ts'
import { findUtilisateur, findUtilisateurEcrit, listUtilisateurs } from './liste.sql.ts'
import {
  exporterUtilisateurs,
  exporterUtilisateursRestants,
  importerUtilisateurs,
} from './tableur.ts'
import { utilisateurRights } from './utilisateur.rights.ts'

const surCompte = routeOf(utilisateurRights)

async function creer(contexte: Contexte, saisie: FicheUtilisateur): Promise<number> {
  const fiche = normaliserFiche(saisie)
  const tenus = await tenirComptes(contexte, [], codesDe(fiche))
  refuserAgentParti(tenus)
  return creerUtilisateur(contexte, fiche, tenus)
}

async function modifier(
  contexte: Contexte,
  tenus: CompteTenu,
  fiche: FicheUtilisateur,
): Promise<void> {
  await ecrireCompte(contexte, tenus.cible, normaliserFiche(fiche), tenus)
  refuserAgentParti(tenus)
}

export const utilisateurRoutes = {
  listUtilisateurs: route(utilisateurApi.listUtilisateurs, {
    transaction: 'aucune',
    act: (appel) => listUtilisateurs(appel, appel.query),
  }),
  lireUtilisateur: route(utilisateurApi.lireUtilisateur, {
    transaction: 'aucune',
    load: (appel) => findUtilisateur(appel, appel.params.id),
    act: async ({ db, agent, maintenant }, utilisateur) => {
      const ouvertes = await listSessionsOuvertes(db, utilisateur.id, maintenant)
      const sessions = ouvertes.map((s) => ({ ...s, courante: s.id === agent.sessionId }))
      return { ...utilisateur, sessions }
    },
  }),
  creerUtilisateur: route(utilisateurApi.creerUtilisateur, {
    transaction: 'une',
    act: async (appel) => {
      const utilisateur = await findUtilisateurEcrit(appel, await creer(appel, appel.body))
      return { ...utilisateur, envoi: modeEnvoiDe(appel.config) }
    },
  }),
  modifierUtilisateur: surCompte(utilisateurApi.modifierUtilisateur, {
    transaction: 'une',
    load: (appel) => loadCible(appel, appel.body.id, codesDe(normaliserFiche(appel.body))),
    act: async (appel, tenus) => {
      const { id, version, ...fiche } = appel.body
      refuserPerimee(tenus.cible, version)
      await modifier(appel, tenus, fiche)
      return findUtilisateurEcrit(appel, id)
    },
  }),
  bloquerUtilisateur: surCompte(utilisateurApi.bloquerUtilisateur, {
    transaction: 'une',
    load: (appel) => loadCible(appel, appel.params.id),
    act: async (appel, tenus) => {
      await bloquerUtilisateur(appel, tenus, appel.query)
      return findUtilisateurEcrit(appel, tenus.cible.id)
    },
  }),
  debloquerUtilisateur: surCompte(utilisateurApi.debloquerUtilisateur, {
    transaction: 'une',
    load: (appel) => loadCible(appel, appel.params.id),
    act: async (appel, tenus) => {
      await debloquerUtilisateur(appel, tenus, appel.query)
      return findUtilisateurEcrit(appel, tenus.cible.id)
    },
  }),
  reinitialiserSecondFacteur: surCompte(utilisateurApi.reinitialiserSecondFacteur, {
    transaction: 'une',
    load: (appel) => loadCible(appel, appel.body.id),
    act: (appel, tenus) => reinitialiserSecondFacteur(appel, tenus),
  }),
  delierUtilisateur: surCompte(utilisateurApi.delierUtilisateur, {
    transaction: 'une',
    load: (appel) => loadCible(appel, appel.body.id),
    act: (appel, tenus) => delierUtilisateur(appel, tenus),
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterUtilisateurs: route(utilisateurApi.exporterUtilisateurs, {
    transaction: 'siennes',
    act: exporterUtilisateurs,
  }),
  // It opens its own transaction, once the file is read.
  importerUtilisateurs: route(utilisateurApi.importerUtilisateurs, {
    transaction: 'siennes',
    act: importerUtilisateurs,
  }),
  exporterUtilisateursRestants: route(utilisateurApi.exporterUtilisateursRestants, {
    transaction: 'siennes',
    act: exporterUtilisateursRestants,
  }),
} satisfies Record<keyof typeof utilisateurApi, RouteMontee>
