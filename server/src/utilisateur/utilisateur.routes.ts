import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { modeEnvoiDe } from '../platform/config.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { listSessionsOuvertes } from '../session/ouvertes.sql.ts'
import { bloquerUtilisateur, cibleDe, debloquerUtilisateur, refuserPerimee } from './acces.ts'
import {
  type Acte,
  codesDe,
  ecrireCompte,
  insererCompte,
  normaliserFiche,
  ouvrirContexte,
  refuserAgentParti,
} from './enregistrer.ts'
import { exporterUtilisateurs } from './exporter.ts'
import { importerUtilisateurs } from './importer.ts'
import { findUtilisateur, listUtilisateurs } from './liste.sql.ts'
import { utilisateurRights } from './utilisateur.rights.ts'

const route = routeOf(utilisateurRights)

async function creer(acte: Acte, saisie: FicheUtilisateur): Promise<number> {
  const fiche = normaliserFiche(saisie)
  const contexte = await ouvrirContexte(acte, [], codesDe(fiche))
  refuserAgentParti(contexte)
  return insererCompte(acte, fiche, contexte)
}

type Modification = FicheUtilisateur & { id: number; version: number }

async function modifier(acte: Acte, { id, version, ...saisie }: Modification): Promise<void> {
  const fiche = normaliserFiche(saisie)
  const contexte = await ouvrirContexte(acte, [id], codesDe(fiche))
  const cible = cibleDe(contexte, id)
  refuserPerimee(cible, version)
  await ecrireCompte(acte, cible, fiche, contexte)
  refuserAgentParti(contexte)
}

export const utilisateurRoutes = {
  listUtilisateurs: route(utilisateurApi.listUtilisateurs, {
    lecture: true,
    load: sansCharge,
    act: (appel) => listUtilisateurs(appel, appel.query),
  }),
  lireUtilisateur: route(utilisateurApi.lireUtilisateur, {
    lecture: true,
    load: sansCharge,
    act: async (appel) => {
      const { sql, agent, params, maintenant } = appel
      const utilisateur = await findUtilisateur(appel, params.id)
      const ouvertes = await listSessionsOuvertes(sql, params.id, maintenant)
      const sessions = ouvertes.map((s) => ({ ...s, courante: s.id === agent.sessionId }))
      return { ...utilisateur, sessions }
    },
  }),
  creerUtilisateur: route(utilisateurApi.creerUtilisateur, {
    load: sansCharge,
    act: async (appel) => {
      const utilisateur = await findUtilisateur(appel, await creer(appel, appel.body))
      return { ...utilisateur, envoi: modeEnvoiDe(appel.config) }
    },
  }),
  modifierUtilisateur: route(utilisateurApi.modifierUtilisateur, {
    load: sansCharge,
    act: async (appel) => {
      await modifier(appel, appel.body)
      return findUtilisateur(appel, appel.body.id)
    },
  }),
  bloquerUtilisateur: route(utilisateurApi.bloquerUtilisateur, {
    load: sansCharge,
    act: async (appel) => {
      await bloquerUtilisateur(appel, { ...appel.params, ...appel.query })
      return findUtilisateur(appel, appel.params.id)
    },
  }),
  debloquerUtilisateur: route(utilisateurApi.debloquerUtilisateur, {
    load: sansCharge,
    act: async (appel) => {
      await debloquerUtilisateur(appel, { ...appel.params, ...appel.query })
      return findUtilisateur(appel, appel.params.id)
    },
  }),
  exporterUtilisateurs: route(utilisateurApi.exporterUtilisateurs, {
    load: sansCharge,
    act: exporterUtilisateurs,
  }),
  // It opens its own transaction, once the file is read.
  importerUtilisateurs: route(utilisateurApi.importerUtilisateurs, {
    lecture: true,
    load: sansCharge,
    act: importerUtilisateurs,
  }),
} satisfies Record<keyof typeof utilisateurApi, RouteMontee>
