import { codificationApi as api } from '@releve/contract/codification/codification.api.ts'
import { estReserve } from '@releve/contract/codification/codification.rules.ts'
import type { Codification } from '@releve/contract/codification/codification.schema.ts'
import { type Db, type RouteMontee, route } from '../platform/route.ts'
import {
  findCodification,
  findListe,
  findMois,
  type ListeTenue,
  listListes,
  listValeurs,
} from './codification.sql.ts'
import { findEmplois } from './emploi.sql.ts'
import { enregistrerCodification } from './enregistrer.ts'
import { exporterCodesRestants, exporterCodification, importerCodification } from './tableur.ts'

/** A list with what may be done to each of its codes. */
async function lireCodification(db: Db, liste: ListeTenue): Promise<Codification> {
  const emplois = await findEmplois(db, liste.code)
  const valeurs = (await listValeurs(db, liste.code)).map((valeur) => {
    const siens = emplois.de(valeur.code)
    const reserve = estReserve(liste.code, valeur.code)
    const supprimer = !reserve && siens.length === 0
    return {
      ...valeur,
      emplois: siens,
      actions: [
        ...(reserve ? [] : (['desactiver'] as const)),
        ...(supprimer ? (['supprimer'] as const) : []),
      ],
    }
  })
  return { ...liste, valeurs }
}

export const codificationRoutes = {
  listCodifications: route(api.listCodifications, {
    transaction: 'aucune',
    load: async ({ db, params, query, maintenant }) =>
      findCodification(db, params.code, query.mois ?? (await findMois(db, maintenant))),
    act: async (_, valeurs) => valeurs,
  }),
  listListes: route(api.listListes, {
    transaction: 'aucune',
    act: async ({ db, maintenant }) => listListes(db, await findMois(db, maintenant)),
  }),
  lireCodification: route(api.lireCodification, {
    transaction: 'aucune',
    load: ({ db, params }) => findListe(db, params.code),
    act: ({ db }, liste) => lireCodification(db, liste),
  }),
  enregistrerCodification: route(api.enregistrerCodification, {
    transaction: 'une',
    act: enregistrerCodification,
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterCodification: route(api.exporterCodification, {
    transaction: 'siennes',
    load: ({ db, params }) => findListe(db, params.code),
    act: exporterCodification,
  }),
  // It opens its own transaction, once the file is read.
  importerCodification: route(api.importerCodification, {
    transaction: 'siennes',
    load: ({ db, params }) => findListe(db, params.code),
    act: importerCodification,
  }),
  exporterCodesRestants: route(api.exporterCodesRestants, {
    transaction: 'siennes',
    load: ({ db, params }) => findListe(db, params.code),
    act: exporterCodesRestants,
  }),
} satisfies Record<keyof typeof api, RouteMontee>
