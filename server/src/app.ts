import { setTimeout } from 'node:timers/promises'
import { evenementApi } from '@releve/contract/evenement/evenement.api.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { analyseRoutes } from './analyse/analyse.routes.ts'
import { annuaireRoutes } from './annuaire/annuaire.routes.ts'
import { fichierAnnuaireRoutes, lireFichierAnnuaire } from './annuaire/fichier.routes.ts'
import { annuairePublicRoutes } from './annuaire/public.routes.ts'
import { listTablesLues } from './annuaire/terrain.ts'
import { calendrierRoutes } from './calendrier/calendrier.routes.ts'
import { codificationRoutes } from './codification/codification.routes.ts'
import { compteRoutes } from './compte/compte.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { courrielRoutes } from './courriel/courriel.routes.ts'
import { dashboardRoutes, debutRoutes } from './dashboard/dashboard.routes.ts'
import { createDocumentRoutes } from './document/document.routes.ts'
import { Diffusion } from './evenement/diffusion.ts'
import { createEvenementRoutes } from './evenement/evenement.routes.ts'
import { formulaireRoutes } from './formulaire/formulaire.routes.ts'
import { recepisseRoutes } from './formulaire/recepisse.routes.ts'
import { fournisseurRoutes } from './fournisseur/fournisseur.routes.ts'
import { inscriptionRoutes } from './inscription/inscription.routes.ts'
import { jetonRoutes } from './jeton/jeton.routes.ts'
import { createJournalRoutes } from './journal/journal.routes.ts'
import { noterRefus } from './journal/noter.sql.ts'
import { messagerieRoutes } from './messagerie/messagerie.routes.ts'
import type { Mesures } from './mesures/mesures.ts'
import { modeleRoutes } from './modele/modele.routes.ts'
import { findReglages } from './parametre/calendrier.ts'
import { createParametreRoutes } from './parametre/parametre.routes.ts'
import { ouvrirAppels } from './platform/appels.ts'
import type { BaseOuverte } from './platform/base/ouvrir.ts'
import { type Config, readVersion } from './platform/config.ts'
import { serveDocs, serveDocsScript } from './platform/docs.ts'
import { createHttp, type Http } from './platform/http.ts'
import { mount } from './platform/mount.ts'
import type { Mots } from './platform/openapi.mots.ts'
import { type Apis, serveOpenapi } from './platform/openapi.ts'
import { type Attendre, operationsDe, type RouteMontee } from './platform/route.ts'
import { mountSondes } from './platform/sondes.ts'
import type { FluxLog } from './platform/sortie.ts'
import { mountStatique, mountTextes } from './platform/statique.ts'
import { rechercheRoutes } from './recherche/recherche.routes.ts'
import { relanceRoutes } from './relance/relance.routes.ts'
import { hasDernierRecours } from './session/identite.sql.ts'
import { findAgentDeProgramme } from './session/programme.sql.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { findAgent, findAgentAvec } from './session/session.sql.ts'
import { createStructureRoutes } from './structure/structure.routes.ts'
import { EXEMPLES } from './systeme/description.exemples.ts'
import { OPERATIONS_DITES, PARAMETRES, PIECES, SCHEMAS } from './systeme/description.operations.ts'
import { PROPRIETES } from './systeme/description.proprietes.ts'
import { noticesRoutes } from './systeme/notices.routes.ts'
import { createSystemeRoutes } from './systeme/systeme.routes.ts'
import { createTextesPublics } from './systeme/textes-publics.ts'
import { utilisateurRoutes } from './utilisateur/utilisateur.routes.ts'
import { webhookRoutes } from './webhook/webhook.routes.ts'

/** The document of an edition, where the library gives it. */
const lireEdition: Parameters<typeof createDocumentRoutes>[0] = (appel, edition) =>
  lireFichierAnnuaire(appel, { ...edition, format: 'pdf' })

/**
 * The features, in one visible list: the name that gathers their operations in the API's
 * description, and their routes.
 */
export const FEATURES: readonly (readonly [tag: string, routes: Record<string, RouteMontee>])[] = [
  ['Service', noticesRoutes],
  ['Session', sessionRoutes],
  ['Compte', compteRoutes],
  ['Services d’identité', fournisseurRoutes],
  ['Jetons de programme', jetonRoutes],
  ['Webhooks', webhookRoutes],
  ['Paramètres', createParametreRoutes(hasDernierRecours)],
  ['Calendrier', calendrierRoutes],
  ['Calendrier', debutRoutes],
  ['Relances', relanceRoutes],
  ['Rapports', formulaireRoutes],
  ['Rapports', recepisseRoutes],
  ['Données pour l’analyse', analyseRoutes],
  ['Tableau de bord', dashboardRoutes],
  ['Annuaire', annuaireRoutes],
  ['Annuaire', fichierAnnuaireRoutes],
  ['Données publiques', annuairePublicRoutes],
  ['Structures', createStructureRoutes(listTablesLues)],
  ['Listes de codes', codificationRoutes],
  ['Modèles', modeleRoutes],
  ['Fichiers', createDocumentRoutes(lireEdition)],
  ['Messagerie', messagerieRoutes],
  ['Service', contactRoutes],
  ['Recherche', rechercheRoutes],
  ['Journal', createJournalRoutes(findReglages)],
  ['Utilisateurs', utilisateurRoutes],
  ['Courriels', courrielRoutes],
  ['Invitations', inscriptionRoutes],
]

/** The operations by room; those of the service itself, and of its events, need a process to be mounted. */
export const APIS: Apis = [
  ['Service', systemeApi],
  ['Évènements', evenementApi],
  ...FEATURES.map(([tag, routes]) => [tag, operationsDe(routes)] as const),
]

/** What is said of the API in French. */
export const MOTS: Mots = {
  pieces: PIECES,
  schemas: SCHEMAS,
  parametres: PARAMETRES,
  proprietes: PROPRIETES,
  operations: OPERATIONS_DITES,
  exemples: EXEMPLES,
}

/** Every operation that the server answers, by its name. */
export const OPERATIONS: Readonly<Record<string, Operation>> = Object.assign(
  {},
  ...APIS.map(([, api]) => api),
)

type Options = {
  base: Pick<BaseOuverte, 'db' | 'maison' | 'sonder' | 'ecouter'>
  /** The handle of the routes that only read; the base's own unless told. */
  lecture?: BaseOuverte['db']
  config: Config
  /** Folder of the built web; absent, only the API is served. */
  web?: string
  /** The clock; tests set it. */
  maintenant?: () => Date
  /** How an answer put off waits; tests do not. */
  attendre?: Attendre
  /** What watches the calls. */
  mesures?: Mesures
  /** Where the log goes; tests listen to it. */
  flux?: FluxLog
}

/** The platform, ready to listen. */
export async function createApp({
  base,
  lecture = base.db,
  config,
  web,
  maintenant = () => new Date(),
  attendre = setTimeout,
  mesures,
  flux,
}: Options): Promise<Http> {
  const app = await createHttp(config, flux)
  const { db } = base
  const porteurs = {
    findAgent,
    findAgentAvec,
    findAgentDeProgramme,
    noterRefus,
    appels: ouvrirAppels(),
  }
  const platform = { db, lecture, config, ...porteurs, maintenant, attendre }
  const version = readVersion()
  const openapi = serveOpenapi(APIS, config.prefixe, version, MOTS)
  const processus = { base, version, openapi, docs: serveDocs(), docsScript: serveDocsScript() }
  // Made once the doors are open: neither the start nor the first who asks waits for it.
  app.addHook('onListen', async () => void openapi())
  mount(app, platform, createSystemeRoutes(processus))
  const { ecouter } = base
  const warn = (objet: object, message: string) => app.log.warn(objet, message)
  const diffusion = new Diffusion({ db, ecouter, warn, maintenant })
  mesures?.suivre(app, () => diffusion.compter())
  app.addHook('preClose', () => diffusion.fermer())
  mount(app, platform, createEvenementRoutes(diffusion))
  for (const [, routes] of FEATURES) mount(app, platform, routes)
  mountTextes(app, createTextesPublics(platform))
  mountSondes(app, base.sonder)
  await mountStatique(app, web ?? '', config, maintenant)
  return app
}
