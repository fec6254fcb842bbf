import { fichierAnnuaireApi as api } from '@releve/contract/annuaire/fichier.api.ts'
import { annuairePublicApi as publicApi } from '@releve/contract/annuaire/public.api.ts'
import { figer } from '../../src/annuaire/fichier.banc.ts'
import { FAIT, type Ligne, OUI } from './ligne.ts'
import type { Monde, Qui } from './monde.ts'

const params = { annee: 2025 }
const ABSENT = '404 ANNUAIRE_INTROUVABLE'
/** The id of a preparation that is nobody's: the largest that there may be. */
const PERSONNE = 2_147_483_647
const PERDUE = '404 PREPARATION_INTROUVABLE'

/** A year that nobody has published: who manages the annuaires reads its preview. */
const APERCU = { dpps: OUI, admin: ABSENT, structure: ABSENT, regionale: ABSENT }

/** Until it is made: what goes on behind would write after the answer. */
async function preparer(qui: Qui) {
  const body = { format: 'json' } as const
  const reponse = await qui.appeler(api.preparerFichierAnnuaire, { params, body })
  const { id } = reponse.corps
  while (reponse.statut === 200) {
    const { corps } = await qui.appeler(api.suivreFichierAnnuaire, { params: { id } })
    if (corps.etat !== 'EN_COURS') break
  }
  return reponse
}

type Suite = (qui: Qui, envoi: { params: { id: number } }) => ReturnType<Ligne['appeler']>

/** One's own, for who may ask for it; and nobody's. */
const preparee = (suite: Suite, oui: string = OUI): Ligne[] => [
  {
    appeler: async (qui) => {
      const { statut, corps } = await preparer(qui)
      return suite(qui, { params: { id: statut === 200 ? corps.id : PERSONNE } })
    },
    attendus: { dpps: oui, admin: PERDUE, structure: PERDUE, regionale: PERDUE },
  },
  {
    cas: 'que personne n’a demandé',
    lit: true,
    appeler: (qui) => suite(qui, { params: { id: PERSONNE } }),
    attendus: PERDUE,
  },
]

const PUBLIE = 2019

/** A year that is published, once. */
async function publier({ base: { db } }: Monde): Promise<{ annee: number }> {
  const deja = await db.selectFrom('annuaire').select('id').where('annee', '=', PUBLIE).execute()
  if (deja.length === 0) await figer(db, 'PUBLIE', { annee: PUBLIE, edition: 1 })
  return { annee: PUBLIE }
}

export const FICHIERS_ANNUAIRE: Record<keyof typeof api | keyof typeof publicApi, Ligne[]> = {
  genererAnnuaire: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.genererAnnuaire, { params, query: { format: 'json' } }),
      attendus: APERCU,
    },
  ],
  preparerFichierAnnuaire: [{ appeler: preparer, attendus: APERCU }],
  suivreFichierAnnuaire: preparee((qui, envoi) => qui.appeler(api.suivreFichierAnnuaire, envoi)),
  annulerFichierAnnuaire: preparee(
    (qui, envoi) => qui.appeler(api.annulerFichierAnnuaire, envoi),
    FAIT,
  ),
  telechargerFichierAnnuaire: preparee((qui, envoi) =>
    qui.appeler(api.telechargerFichierAnnuaire, envoi),
  ),
  listAnnuairesPublics: [
    {
      porte: 'ouverte',
      lit: true,
      appeler: (qui) => qui.appeler(publicApi.listAnnuairesPublics),
      attendus: OUI,
    },
  ],
  lireAnnuairePublic: [
    {
      cas: 'publié',
      porte: 'ouverte',
      appeler: async (qui, _chose, monde) =>
        qui.appeler(publicApi.lireAnnuairePublic, { params: await publier(monde) }),
      attendus: OUI,
    },
    {
      porte: 'ouverte',
      lit: true,
      appeler: (qui) => qui.appeler(publicApi.lireAnnuairePublic, { params }),
      attendus: ABSENT,
    },
  ],
  lirePaquetPublic: [
    {
      cas: 'publié',
      porte: 'ouverte',
      appeler: async (qui, _chose, monde) =>
        qui.appeler(publicApi.lirePaquetPublic, { params: await publier(monde) }),
      attendus: OUI,
    },
    {
      porte: 'ouverte',
      appeler: (qui) => qui.appeler(publicApi.lirePaquetPublic, { params }),
      attendus: ABSENT,
    },
  ],
  lireFichierPublic: [
    {
      cas: 'publié',
      porte: 'ouverte',
      appeler: async (qui, _chose, monde) =>
        qui.appeler(publicApi.lireFichierPublic, {
          params: { ...(await publier(monde)), fichier: 'T2.1.csv' },
        }),
      attendus: OUI,
    },
    {
      porte: 'ouverte',
      appeler: (qui) =>
        qui.appeler(publicApi.lireFichierPublic, { params: { ...params, fichier: 'T2.1.csv' } }),
      attendus: ABSENT,
    },
  ],
}
