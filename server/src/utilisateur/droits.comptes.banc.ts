import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { DEFAUTS_SECURITE, securiteApi } from '@releve/contract/compte/securite.api.ts'
import type { FichierRecu } from '@releve/contract/fichier.ts'
import {
  DEFAUTS_CONSERVATION,
  DEFAUTS_MENTIONS,
  parametreApi,
} from '@releve/contract/parametre/parametre.api.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/motDePasseOublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { codeDe } from '../compte/compte.banc.ts'
import { insertLevee } from '../session/levee.sql.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { CENTRAUX, DPPS_SEULE, FAIT, type Ligne, OUI, ROLE_INTERDIT } from './droits.ligne.banc.ts'
import type { Chose, Monde, Qui } from './droits.monde.banc.ts'

/** An account of the central directorate is managed by it alone. */
const SUR_DPPS = { ...CENTRAUX, admin: ROLE_INTERDIT }
const FAIT_CENTRAUX = { ...CENTRAUX, admin: FAIT, dpps: FAIT }

const ficheDe = ({ structure }: Chose, champs: Partial<FicheUtilisateur> = {}) => ({
  identifiant: 'awa.diallo',
  nom: 'Diallo',
  email: 'awa.diallo@example.org',
  roles: ['ROLE_STRUCTURE' as const],
  structure: structure === 'INCONNUE' ? 'CAU-R01-01' : structure,
  ...champs,
})

const tableurDe = ({ structure }: Chose, role: string): FichierRecu => ({
  nom: 'comptes.csv',
  typeMime: 'text/csv',
  contenu: Buffer.from(
    `Identifiant;Nom;Prénoms;Courriel;Rôles;Structure\r
awa.diallo;Diallo;Awa;awa.diallo@example.org;${role};${structure}\r
`,
  ),
})

const sur = (cas: 'compte' | 'central') => ({
  cas: cas === 'compte' ? 'd’une structure' : 'de la direction centrale',
  attendus: cas === 'compte' ? CENTRAUX : SUR_DPPS,
})

export const UTILISATEURS: Record<keyof typeof api, Ligne[]> = {
  listUtilisateurs: [
    { lit: true, appeler: (qui) => qui.appeler(api.listUtilisateurs), attendus: CENTRAUX },
  ],
  lireUtilisateur: [
    {
      lit: true,
      appeler: (qui, { compte }) => qui.appeler(api.lireUtilisateur, { params: compte }),
      attendus: CENTRAUX,
    },
  ],
  creerUtilisateur: [
    {
      ...sur('compte'),
      appeler: (qui, chose) => qui.appeler(api.creerUtilisateur, { body: ficheDe(chose) }),
    },
    {
      ...sur('central'),
      appeler: (qui, chose) =>
        qui.appeler(api.creerUtilisateur, { body: ficheDe(chose, { roles: ['ROLE_DPPS'] }) }),
    },
  ],
  modifierUtilisateur: (['compte', 'central'] as const).map((genre) => ({
    ...sur(genre),
    appeler: (qui, chose) => {
      const roles = [genre === 'compte' ? ('ROLE_STRUCTURE' as const) : ('ROLE_DPPS' as const)]
      const body = { ...ficheDe(chose, { roles }), ...chose[genre] }
      return qui.appeler(api.modifierUtilisateur, { body })
    },
  })),
  bloquerUtilisateur: (['compte', 'central'] as const).map((genre) => ({
    ...sur(genre),
    appeler: (qui, chose) => qui.appeler(api.bloquerUtilisateur, { params: chose[genre] }),
  })),
  debloquerUtilisateur: (['compte', 'central'] as const).map((genre) => ({
    ...sur(genre),
    appeler: (qui, chose) => qui.appeler(api.debloquerUtilisateur, { params: chose[genre] }),
  })),
  exporterUtilisateurs: [
    {
      appeler: (qui) => qui.appeler(api.exporterUtilisateurs, { query: { format: 'csv' } }),
      attendus: CENTRAUX,
    },
  ],
  importerUtilisateurs: [
    {
      ...sur('compte'),
      appeler: (qui, chose) =>
        qui.appeler(api.importerUtilisateurs, {
          body: { apercu: 'false', fichier: tableurDe(chose, 'Structure') },
        }),
    },
    {
      ...sur('central'),
      appeler: (qui, chose) =>
        qui.appeler(api.importerUtilisateurs, {
          body: { apercu: 'false', fichier: tableurDe(chose, 'ROLE_DPPS') },
        }),
      // The line is refused, as the others of the file with it.
      attendus: { ...CENTRAUX, admin: '422 IMPORT_REFUSE' },
    },
  ],
}

/** The first code of an application just prepared; a wrong one for whoever may not prepare it. */
async function preparer(qui: Qui, { horloge }: Monde): Promise<string> {
  const body = { password: MOT_DE_PASSE }
  const { statut, corps } = await qui.appeler(compteApi.preparerSecondFacteur, { body })
  return statut === 200 ? codeDe(corps.secret, horloge.maintenant) : '000000'
}

/** What proves who he is, once he has a second factor. */
async function equiper(qui: Qui, monde: Monde): Promise<{ password: string; code: string }> {
  const body = { password: MOT_DE_PASSE, code: await preparer(qui, monde) }
  const { statut, corps } = await qui.appeler(compteApi.activerSecondFacteur, { body })
  const code = statut === 200 ? (corps.codesRecuperation[0] ?? '') : '000000'
  return { password: MOT_DE_PASSE, code }
}

export const COMPTE: Record<keyof typeof compteApi, Ligne[]> = {
  lireCompte: [{ lit: true, appeler: (qui) => qui.appeler(compteApi.lireCompte), attendus: OUI }],
  preparerSecondFacteur: [
    {
      appeler: (qui) =>
        qui.appeler(compteApi.preparerSecondFacteur, { body: { password: MOT_DE_PASSE } }),
      attendus: OUI,
    },
  ],
  activerSecondFacteur: [
    {
      appeler: async (qui, _, monde) => {
        const body = { password: MOT_DE_PASSE, code: await preparer(qui, monde) }
        return qui.appeler(compteApi.activerSecondFacteur, { body })
      },
      attendus: OUI,
    },
  ],
  desactiverSecondFacteur: [
    {
      appeler: async (qui, _, monde) =>
        qui.appeler(compteApi.desactiverSecondFacteur, { body: await equiper(qui, monde) }),
      attendus: FAIT,
    },
  ],
  renouvelerCodes: [
    {
      appeler: async (qui, _, monde) =>
        qui.appeler(compteApi.renouvelerCodes, { body: await equiper(qui, monde) }),
      attendus: OUI,
    },
  ],
  reinitialiserSecondFacteur: [
    {
      cas: 'd’une structure',
      appeler: (qui, { equipe: id }) =>
        qui.appeler(compteApi.reinitialiserSecondFacteur, { body: { id } }),
      attendus: FAIT_CENTRAUX,
    },
    {
      cas: 'de la direction centrale',
      appeler: (qui, { equipeCentral: id }) =>
        qui.appeler(compteApi.reinitialiserSecondFacteur, { body: { id } }),
      attendus: { ...FAIT_CENTRAUX, admin: ROLE_INTERDIT },
    },
  ],
  listSessions: [
    { lit: true, appeler: (qui) => qui.appeler(compteApi.listSessions), attendus: OUI },
  ],
  fermerSession: [
    {
      appeler: (qui, { session }) =>
        qui.appeler(compteApi.fermerSession, { body: { id: session ?? qui.session } }),
      attendus: [FAIT, '404 SESSION_INTROUVABLE'],
    },
  ],
  fermerAutresSessions: [
    { appeler: (qui) => qui.appeler(compteApi.fermerAutresSessions), attendus: OUI },
  ],
}

export const PARAMETRES: Record<keyof typeof securiteApi | keyof typeof parametreApi, Ligne[]> = {
  lireSecurite: [
    { lit: true, appeler: (qui) => qui.appeler(securiteApi.lireSecurite), attendus: DPPS_SEULE },
  ],
  modifierSecurite: [
    {
      appeler: (qui) => qui.appeler(securiteApi.modifierSecurite, { body: DEFAUTS_SECURITE }),
      attendus: DPPS_SEULE,
    },
  ],
  lireMentions: [
    { lit: true, appeler: (qui) => qui.appeler(parametreApi.lireMentions), attendus: DPPS_SEULE },
  ],
  modifierMentions: [
    {
      appeler: (qui) => {
        const body = { ...DEFAUTS_MENTIONS, editeurNom: 'Un éditeur' }
        return qui.appeler(parametreApi.modifierMentions, { body })
      },
      attendus: DPPS_SEULE,
    },
  ],
  lireConservation: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(parametreApi.lireConservation),
      attendus: DPPS_SEULE,
    },
  ],
  modifierConservation: [
    {
      appeler: (qui) =>
        qui.appeler(parametreApi.modifierConservation, { body: DEFAUTS_CONSERVATION }),
      attendus: DPPS_SEULE,
    },
  ],
}

export const SESSION: Record<
  | keyof typeof sessionApi
  | keyof typeof leveeApi
  | keyof typeof verificationApi
  | keyof typeof motDePasseOublieApi,
  Ligne[]
> = {
  leverAttente: [
    {
      porte: 'ouverte',
      appeler: async (qui, { compte }, { base, horloge }) => {
        const jeton = await insertLevee(base.db, compte.id, horloge.maintenant)
        return qui.appeler(leveeApi.leverAttente, { body: { jeton } })
      },
      attendus: OUI,
    },
  ],
  connecter: [
    {
      porte: 'ouverte',
      appeler: (qui) =>
        qui.appeler(sessionApi.connecter, {
          body: { identifiant: 'cau-r01-01', password: MOT_DE_PASSE },
        }),
      attendus: OUI,
    },
  ],
  renouvelerJeton: [
    {
      porte: 'ouverte',
      appeler: (qui, _, { refreshToken }) =>
        qui.appeler(sessionApi.renouvelerJeton, { query: { refreshToken } }),
      attendus: OUI,
    },
  ],
  modifierMotDePasse: [
    {
      porte: 'session',
      appeler: (qui) =>
        qui.appeler(sessionApi.modifierMotDePasse, {
          body: { ancienMotDePasse: MOT_DE_PASSE, nouveauMotDePasse: 'Platane-Retrouve-27' },
        }),
      attendus: OUI,
    },
  ],
  deconnecter: [
    { porte: 'session', appeler: (qui) => qui.appeler(sessionApi.deconnecter), attendus: FAIT },
  ],
  verifier: [
    {
      porte: 'ouverte',
      appeler: async (qui, _, { anonyme, equipe: { identifiant, recuperation } }) => {
        const { details } = await anonyme.appeler(sessionApi.connecter, {
          body: { identifiant, password: MOT_DE_PASSE },
        })
        const defi = details.find(({ chemin }) => chemin === 'defi')?.code ?? ''
        return qui.appeler(verificationApi.verifier, { body: { defi, code: recuperation } })
      },
      attendus: OUI,
    },
  ],
  demanderMotDePasse: [
    {
      porte: 'ouverte',
      appeler: (qui, { compte: { identifiant } }) =>
        qui.appeler(motDePasseOublieApi.demanderMotDePasse, { query: { identifiant } }),
      attendus: OUI,
    },
  ],
}
