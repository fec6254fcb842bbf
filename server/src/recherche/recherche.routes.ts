import { RESULTATS_PAR_GENRE, rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { type Agent, porteeDe } from '../platform/agent.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { perimetreComplet } from '../structure/structure.rights.ts'
import { listStructures } from '../structure/structure.sql.ts'
import { readMots } from './mots.ts'
import {
  listFormulairesTrouves,
  listMessagesTrouves,
  listOuvragesTrouves,
  listUtilisateursTrouves,
} from './recherche.sql.ts'

/** Accounts are found by those who run them and by the directorate only. */
function peutTrouverComptes(agent: Agent): boolean {
  return porteeDe(agent, 'recherche.lancer') === 'tout'
}

const PREMIERS = { page: 1, taille: RESULTATS_PAR_GENRE }

/** Everyone searches; each kind of thing is found as far as its own right to read it reaches. */
export const rechercheRoutes = {
  rechercher: route(rechercheApi.rechercher, {
    transaction: 'aucune',
    act: async ({ db, agent, query: { q } }) => {
      const mots = readMots(q)
      const structures = await listStructures(
        db,
        { complet: perimetreComplet(agent), rang: agent.mois },
        { q, ...PREMIERS },
      )
      return {
        formulaires: await listFormulairesTrouves(db, agent, mots),
        structures: structures.elements,
        utilisateurs: peutTrouverComptes(agent) ? await listUtilisateursTrouves(db, mots) : [],
        messages: await listMessagesTrouves(db, agent.id, mots),
        documents: await listOuvragesTrouves(db, mots),
      }
    },
  }),
} satisfies Record<keyof typeof rechercheApi, RouteMontee>
