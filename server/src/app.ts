import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { codificationRoutes } from './codification/codification.routes.ts'
import { formulaireRoutes } from './formulaire/formulaire.routes.ts'
import type { BaseOuverte } from './platform/base/ouvrir.ts'

import { type Config, readVersion } from './platform/config.ts'
import { createHttp, type FluxLog, type Http } from './platform/http.ts'
import { mount } from './platform/mount.ts'
import { createOpenapi } from './platform/openapi.ts'
import { mountStatique } from './platform/statique.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { findAgent } from './session/session.sql.ts'
import { structureRoutes } from './structure/structure.routes.ts'
import { createSystemeRoutes } from './systeme/systeme.routes.ts'

/** Every operation of the contract, feature by feature. */
export const APIS = [systemeApi, sessionApi, formulaireApi, structureApi, codificationApi]

type Options = {
  base: Pick<BaseOuverte, 'db' | 'maison'>
  config: Config
  /** Folder of the built web; absent, only the API is served. */
  web?: string
  /** The clock; tests set it. */
  maintenant?: () => Date
  /** Where the log goes; tests listen to it. */
  flux?: FluxLog
}

/** The platform, ready to listen: its features, in one visible list. */
export async function createApp({
  base,
  config,
  web,
  maintenant = () => new Date(),
  flux,
}: Options): Promise<Http> {
  const app = await createHttp(config, flux)
  const platform = { db: base.db, config, findAgent, maintenant }
  const version = readVersion()
  const openapi = createOpenapi(APIS, config.prefixe, version)
  mount(app, platform, createSystemeRoutes({ maison: base.maison, version, openapi }))
  mount(app, platform, sessionRoutes)
  mount(app, platform, formulaireRoutes)
  mount(app, platform, structureRoutes)
  mount(app, platform, codificationRoutes)
  await mountStatique(app, web ?? '', config.prefixe)
  return app
}
