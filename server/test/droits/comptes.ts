import { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { FichierRecu } from '@releve/contract/fichier.ts'
import {
  DEFAUTS_CONSERVATION,
  DEFAUTS_MENTIONS,
  parametreApi,
} from '@releve/contract/parametre/parametre.api.ts'
import { DEFAUTS_SECURITE, securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { codeDe } from '../../src/compte/compte.banc.ts'
import { insertLevee } from '../../src/session/appareil.sql.ts'
import { MOT_DE_PASSE } from '../../src/session/session.banc.ts'
import { CENTRAUX, DPPS_SEULE, FAIT, INTERDIT, type Ligne, OUI, ROLE_INTERDIT } from './ligne.ts'
import type { Chose, Monde, Qui } from './monde.ts'

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

/** Signing in and activating the factor, which a call of the table needs before its own. */
const FACTEUR_ACTIVE = ['SECOND_FACTEUR_ACTIVE', 'SESSIONS_FERMEES'] as const

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
      notes: ['UTILISATEUR_CREE'],
    },
    {
      ...sur('central'),
      appeler: (qui, chose) =>
        qui.appeler(api.creerUtilisateur, { body: ficheDe(chose, { roles: ['ROLE_DPPS'] }) }),
      notes: ['UTILISATEUR_CREE'],
    },
  ],
  modifierUtilisateur: (['compte', 'central'] as const).map((genre) => ({
    ...sur(genre),
    appeler: (qui, chose) => {
      const roles = [genre === 'compte' ? ('ROLE_STRUCTURE' as const) : ('ROLE_DPPS' as const)]
      const body = { ...ficheDe(chose, { roles }), ...chose[genre] }
      return qui.appeler(api.modifierUtilisateur, { body })
    },
    notes: ['UTILISATEUR_MODIFIE'] as const,
  })),
  bloquerUtilisateur: (['compte', 'central'] as const).map((genre) => ({
    ...sur(genre),
    appeler: (qui, chose) => qui.appeler(api.bloquerUtilisateur, { params: chose[genre] }),
    notes: ['UTILISATEUR_BLOQUE'] as const,
  })),
  debloquerUtilisateur: (['compte', 'central'] as const).map((genre) => ({
    ...sur(genre),
    appeler: (qui, chose) => qui.appeler(api.debloquerUtilisateur, { params: chose[genre] }),
  })),
  reinitialiserSecondFacteur: [
    {
      cas: 'd’une structure',
      appeler: (qui, { equipe: id }) =>
        qui.appeler(api.reinitialiserSecondFacteur, { body: { id } }),
      notes: ['SECOND_FACTEUR_REINITIALISE'],
      attendus: FAIT_CENTRAUX,
    },
    {
      cas: 'de la direction centrale',
      appeler: (qui, { equipeCentral: id }) =>
        qui.appeler(api.reinitialiserSecondFacteur, { body: { id } }),
      notes: ['SECOND_FACTEUR_REINITIALISE'],
      attendus: { ...FAIT_CENTRAUX, admin: ROLE_INTERDIT },
    },
  ],
  delierUtilisateur: [
    {
      cas: 'd’une structure',
      appeler: (qui, { equipe: id }) => qui.appeler(api.delierUtilisateur, { body: { id } }),
      notes: ['IDENTITE_RETIREE'],
      attendus: FAIT_CENTRAUX,
    },
    {
      cas: 'de la direction centrale',
      appeler: (qui, { equipeCentral: id }) => qui.appeler(api.delierUtilisateur, { body: { id } }),
      notes: ['IDENTITE_RETIREE'],
      attendus: { ...FAIT_CENTRAUX, admin: ROLE_INTERDIT },
    },
  ],
  exporterUtilisateurs: [
    {
      appeler: (qui) => qui.appeler(api.exporterUtilisateurs, { query: { format: 'csv' } }),
      notes: ['UTILISATEURS_EXPORTES'],
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
      notes: ['UTILISATEUR_CREE', 'UTILISATEURS_IMPORTES'],
    },
    {
      ...sur('central'),
      appeler: (qui, chose) =>
        qui.appeler(api.importerUtilisateurs, {
          body: { apercu: 'false', fichier: tableurDe(chose, 'ROLE_DPPS') },
        }),
      // The line is refused, as the others of the file with it.
      notes: ['UTILISATEUR_CREE', 'UTILISATEURS_IMPORTES'],
      attendus: { ...CENTRAUX, admin: '422 IMPORT_REFUSE' },
    },
    {
      cas: 'de la direction centrale, les seules lignes justes',
      appeler: (qui, chose) =>
        qui.appeler(api.importerUtilisateurs, {
          body: {
            apercu: 'false',
            seulementJustes: 'true',
            fichier: tableurDe(chose, 'ROLE_DPPS'),
          },
        }),
      notes: ['UTILISATEUR_CREE', 'UTILISATEURS_IMPORTES'],
      attendus: { ...CENTRAUX, admin: '422 IMPORT_REFUSE' },
    },
  ],
  exporterUtilisateursRestants: [
    {
      lit: true,
      appeler: (qui, chose) =>
        qui.appeler(api.exporterUtilisateursRestants, {
          body: { fichier: tableurDe(chose, 'Sans rôle') },
        }),
      attendus: CENTRAUX,
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
      notes: FACTEUR_ACTIVE,
      attendus: OUI,
    },
  ],
  desactiverSecondFacteur: [
    {
      appeler: async (qui, _, monde) =>
        qui.appeler(compteApi.desactiverSecondFacteur, { body: await equiper(qui, monde) }),
      notes: [...FACTEUR_ACTIVE, 'CODE_RECUPERATION_UTILISE', 'SECOND_FACTEUR_DESACTIVE'],
      attendus: FAIT,
    },
  ],
  renouvelerCodes: [
    {
      appeler: async (qui, _, monde) =>
        qui.appeler(compteApi.renouvelerCodes, { body: await equiper(qui, monde) }),
      notes: [...FACTEUR_ACTIVE, 'CODE_RECUPERATION_UTILISE', 'CODES_RENOUVELES'],
      attendus: OUI,
    },
  ],
  listSessions: [
    { lit: true, appeler: (qui) => qui.appeler(compteApi.listSessions), attendus: OUI },
  ],
  fermerSession: [
    {
      appeler: (qui, { session }) =>
        qui.appeler(compteApi.fermerSession, {
          body: { id: session ?? qui.session, password: MOT_DE_PASSE },
        }),
      notes: ['SESSION_FERMEE'],
      attendus: [FAIT, '404 SESSION_INTROUVABLE'],
    },
  ],
  // Nobody's but one's own: the call names no account.
  lireClePoste: [{ appeler: (qui) => qui.appeler(compteApi.lireClePoste), attendus: OUI }],
  finirExercice: [
    {
      appeler: (qui) => qui.appeler(compteApi.finirExercice),
      notes: ['EXERCICE_FAIT'],
      attendus: { dpps: OUI, admin: INTERDIT, structure: OUI, regionale: OUI },
    },
  ],
  fermerAutresSessions: [
    {
      appeler: (qui) =>
        qui.appeler(compteApi.fermerAutresSessions, { body: { password: MOT_DE_PASSE } }),
      notes: ['SESSIONS_FERMEES'],
      attendus: OUI,
    },
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
  lireOrganisation: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(parametreApi.lireOrganisation),
      attendus: DPPS_SEULE,
    },
  ],
  modifierOrganisation: [
    {
      appeler: (qui) => {
        const body = { organisation: 'Direction des services', pays: 'Pays' }
        return qui.appeler(parametreApi.modifierOrganisation, { body })
      },
      notes: ['ORGANISATION_MODIFIEE'],
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
      notes: ['MENTIONS_MODIFIEES'],
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
      notes: ['ATTENTE_LEVEE'],
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
      notes: ['CONNEXION'],
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
      notes: ['MOT_DE_PASSE_MODIFIE'],
      attendus: OUI,
    },
  ],
  deconnecter: [
    {
      porte: 'session',
      appeler: (qui) => qui.appeler(sessionApi.deconnecter),
      notes: ['DECONNEXION'],
      attendus: FAIT,
    },
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
      notes: ['VERIFICATION_DEMANDEE', 'CODE_RECUPERATION_UTILISE', 'CONNEXION'],
      attendus: OUI,
    },
  ],
  demanderMotDePasse: [
    {
      porte: 'ouverte',
      appeler: (qui, { compte: { identifiant } }) =>
        qui.appeler(motDePasseOublieApi.demanderMotDePasse, { query: { identifiant } }),
      notes: ['MOT_DE_PASSE_DEMANDE'],
      attendus: OUI,
    },
  ],
}
