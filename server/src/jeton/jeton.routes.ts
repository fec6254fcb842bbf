import { jetonApi as api } from '@releve/contract/jeton/jeton.api.ts'
import { noter } from '../journal/noter.sql.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { findSecurite } from '../parametre/parametre.sql.ts'
import { porteeDe } from '../platform/agent.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { revoquerUnJeton } from '../session/programme.sql.ts'
import { creerJeton } from './creer.ts'
import { exporterJetons } from './exporter.ts'
import { findJeton, listJetons, listMesJetons } from './jeton.sql.ts'

/** One's own; for the directorate, anybody's. */
async function loadJeton({ db, agent, body }: Contexte & { body: { id: number } }) {
  const jeton = await findJeton(db, body.id)
  const sien = jeton?.utilisateurId === agent.id
  return sien || porteeDe(agent, 'jeton.gerer') === 'tout' ? jeton : undefined
}
type Charge = NonNullable<Awaited<ReturnType<typeof loadJeton>>>

/** Revokes it for good; revoked already, nothing is written. */
async function revoquerJeton(contexte: Contexte, jeton: Charge): Promise<undefined> {
  const { db, agent, maintenant } = contexte
  const { id, nom, utilisateurId, identifiant } = jeton
  const motif = utilisateurId === agent.id ? 'TITULAIRE' : 'DIRECTION'
  if (!(await revoquerUnJeton(db, id, motif, maintenant))) return
  const cible = { id: utilisateurId, identifiant }
  await noter(contexte, 'JETON_REVOQUE', { cible, detail: { jeton: nom } })
}

export const jetonRoutes = {
  listMesJetons: route(api.listMesJetons, {
    transaction: 'aucune',
    act: async (appel) => {
      const { db, agent, maintenant } = appel
      const { jetonsPermis: permis, jetonDureeJours: dureeMax } = await findSecurite(db)
      const { jour } = await aujourdhui(appel)
      const jetons = await listMesJetons(db, agent.id, maintenant)
      return { jetons, permis, dureeMax, aujourdhui: jour }
    },
  }),
  // It opens its own: what a wrong password writes must stay.
  creerJeton: route(api.creerJeton, {
    transaction: 'siennes',
    act: (appel) => creerJeton(appel, appel.body),
  }),
  revoquerJeton: route(api.revoquerJeton, {
    transaction: 'une',
    load: loadJeton,
    act: revoquerJeton,
  }),
  listJetons: route(api.listJetons, {
    transaction: 'aucune',
    act: ({ db, query, maintenant }) => listJetons(db, query, maintenant),
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterJetons: route(api.exporterJetons, { transaction: 'siennes', act: exporterJetons }),
} satisfies Record<keyof typeof api, RouteMontee>
