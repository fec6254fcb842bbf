import { RESULTATS_PAR_GENRE, rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { perimetreDe } from '../formulaire/formulaire.rights.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { perimetreComplet } from '../structure/structure.rights.ts'
import { listStructures } from '../structure/structure.sql.ts'
import { motsDe } from './mots.ts'
import { chercherFormulaires } from './recherche.formulaires.sql.ts'
import { peutTrouverComptes, rechercheRights } from './recherche.rights.ts'
import { chercherMessages, chercherUtilisateurs } from './recherche.sql.ts'

const route = routeOf(rechercheRights)
const PREMIERS = { page: 1, taille: RESULTATS_PAR_GENRE }

export const rechercheRoutes = {
  rechercher: route(rechercheApi.rechercher, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, agent, query: { q } }) => {
      const mots = motsDe(q)
      const structures = await listStructures(sql, perimetreComplet(agent), { q, ...PREMIERS })
      return {
        formulaires: await chercherFormulaires(sql, perimetreDe(agent), mots),
        structures: structures.elements,
        utilisateurs: peutTrouverComptes(agent) ? await chercherUtilisateurs(sql, mots) : [],
        messages: await chercherMessages(sql, agent.id, mots),
      }
    },
  }),
} satisfies Record<keyof typeof rechercheApi, RouteMontee>
