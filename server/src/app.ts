import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { securiteApi } from '@releve/contract/compte/securite.api.ts'
import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/motDePasseOublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { noticesApi } from '@releve/contract/systeme/notices.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { codificationRoutes } from './codification/codification.routes.ts'
import { compteRoutes } from './compte/compte.routes.ts'
import { securiteRoutes } from './compte/securite.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { courrielRoutes } from './courriel/courriel.routes.ts'
import { documentRoutes } from './document/document.routes.ts'
import { formulaireRoutes } from './formulaire/formulaire.routes.ts'
import { inscriptionRoutes } from './inscription/inscription.routes.ts'
import { journalRoutes } from './journal/journal.routes.ts'
import { insertRefus } from './journal/refus.sql.ts'
import { modeleRoutes } from './modele/modele.routes.ts'
import { parametreRoutes } from './parametre/parametre.routes.ts'
import type { BaseOuverte } from './platform/base/ouvrir.ts'

import { type Config, readVersion } from './platform/config.ts'
import { createHttp, type FluxLog, type Http } from './platform/http.ts'
import { mount } from './platform/mount.ts'
import { serveOpenapi } from './platform/openapi.ts'
import { mountStatique, mountTextes } from './platform/statique.ts'
import { rechercheRoutes } from './recherche/recherche.routes.ts'
import { leveeRoutes } from './session/levee.routes.ts'
import { motDePasseOublieRoutes } from './session/mot-de-passe-oublie.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { findAgent } from './session/session.sql.ts'
import { verificationRoutes } from './session/verification.routes.ts'
import { structureRoutes } from './structure/structure.routes.ts'
import { noticesRoutes } from './systeme/notices.routes.ts'
import { createSystemeRoutes } from './systeme/systeme.routes.ts'
import { createTextesPublics } from './systeme/textes-publics.ts'
import { utilisateurRoutes } from './utilisateur/utilisateur.routes.ts'

/** Every operation of the contract, feature by feature. */
export const APIS = [
  systemeApi,
  noticesApi,
  sessionApi,
  verificationApi,
  compteApi,
  securiteApi,
  parametreApi,
  motDePasseOublieApi,
  leveeApi,
  formulaireApi,
  structureApi,
  codificationApi,
  modeleApi,
  rechercheApi,
  contactApi,
  documentApi,
  journalApi,
  utilisateurApi,
  courrielApi,
  inscriptionApi,
]

type Options = {
  base: Pick<BaseOuverte, 'db' | 'maison' | 'sonder'>
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
  const platform = { db: base.db, config, findAgent, noterRefus: insertRefus, maintenant }
  const version = readVersion()
  const openapi = serveOpenapi(APIS, config.prefixe, version)
  // Made once the doors are open: neither the start nor the first who asks waits for it.
  app.addHook('onListen', async () => void openapi())
  mount(app, platform, createSystemeRoutes({ base, version, openapi }))
  mount(app, platform, noticesRoutes)
  mount(app, platform, sessionRoutes)
  mount(app, platform, verificationRoutes)
  mount(app, platform, compteRoutes)
  mount(app, platform, securiteRoutes)
  mount(app, platform, parametreRoutes)
  mount(app, platform, motDePasseOublieRoutes)
  mount(app, platform, leveeRoutes)
  mount(app, platform, formulaireRoutes)
  mount(app, platform, structureRoutes)
  mount(app, platform, codificationRoutes)
  mount(app, platform, modeleRoutes)
  mount(app, platform, documentRoutes)
  mount(app, platform, contactRoutes)
  mount(app, platform, rechercheRoutes)
  mount(app, platform, journalRoutes)
  mount(app, platform, utilisateurRoutes)
  mount(app, platform, courrielRoutes)
  mount(app, platform, inscriptionRoutes)
  mountTextes(app, createTextesPublics(platform))
  await mountStatique(app, web ?? '', config.prefixe)
  return app
}
