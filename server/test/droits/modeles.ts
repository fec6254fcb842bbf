import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { METADONNEES } from '../../src/modele/ailleurs/dhis2.banc.ts'
import { ecrireTableur } from '../../src/platform/tableur.ecriture.ts'
import { reussi } from '../formulaires.ts'
import { DPPS_SEULE, FAIT, type Ligne, OUI } from './ligne.ts'
import type { Chose, Monde, Qui } from './monde.ts'

const lire = (appeler: (qui: Qui, chose: Chose) => ReturnType<Ligne['appeler']>): Ligne[] => [
  { lit: true, appeler, attendus: DPPS_SEULE },
]

/** The source of a draft that exists, read by whoever may: calls of the table send it back. */
async function sourceDe({ asDpps, sien }: Monde): Promise<ModeleSource> {
  const { id } = sien.brouillonModele
  return (await reussi(asDpps.appeler(modeleApi.lireBrouillonModele, { params: { id } }))).source
}

const enFichier = (modele: ModeleSource) => ({
  nom: 'modele.json',
  typeMime: 'application/json',
  contenu: Buffer.from(JSON.stringify({ format: 'releve-modele', modele })),
})

const DHIS2 = { nom: 'metadonnees.json', typeMime: 'application/json' }

/** A questionnaire of one question, as another tool writes them. */
const enXlsform = async () => ({
  nom: 'questionnaire.xlsx',
  typeMime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  contenu: await ecrireTableur(
    {
      feuille: 'survey',
      colonnes: [{ entete: 'type' }, { entete: 'name' }, { entete: 'label' }],
      lignes: [['integer', 'cas', 'Nombre de cas']],
    },
    'xlsx',
  ),
})

export const MODELES: Record<keyof typeof modeleApi, Ligne[]> = {
  listModeles: [{ lit: true, appeler: (qui) => qui.appeler(modeleApi.listModeles), attendus: OUI }],
  lireModeleEnVigueur: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(modeleApi.lireModeleEnVigueur, { params: { code: 'RMA' } }),
      attendus: OUI,
    },
  ],
  gererModeles: lire((qui) => qui.appeler(modeleApi.gererModeles)),
  exporterModeles: [
    {
      appeler: (qui) => qui.appeler(modeleApi.exporterModeles, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  lireVocabulaireModele: lire((qui) => qui.appeler(modeleApi.lireVocabulaireModele)),
  lireVersionModele: lire((qui, { versionModele: id }) =>
    qui.appeler(modeleApi.lireVersionModele, { params: { id } }),
  ),
  exporterVersionModele: lire((qui, { versionModele: id }) =>
    qui.appeler(modeleApi.exporterVersionModele, { params: { id } }),
  ),
  creerBrouillonModele: [
    {
      appeler: (qui) =>
        qui.appeler(modeleApi.creerBrouillonModele, {
          body: { de: 'VIDE', code: 'NEUF', libelle: 'Un modèle neuf' },
        }),
      notes: ['MODELE_BROUILLON_CREE'],
      attendus: DPPS_SEULE,
    },
  ],
  importerModele: [
    {
      appeler: async (qui, _, monde) =>
        qui.appeler(modeleApi.importerModele, {
          body: { fichier: enFichier(await sourceDe(monde)), code: 'RECU' },
        }),
      notes: ['MODELE_BROUILLON_CREE'],
      attendus: DPPS_SEULE,
    },
  ],
  exporterUnites: lire((qui) =>
    qui.appeler(modeleApi.exporterUnites, {
      body: { fichier: { ...DHIS2, contenu: Buffer.from(JSON.stringify(METADONNEES)) } },
    }),
  ),
  analyserModele: [
    {
      lit: true,
      appeler: async (qui) =>
        qui.appeler(modeleApi.analyserModele, { body: { fichier: await enXlsform() } }),
      attendus: DPPS_SEULE,
    },
  ],
  convertirModele: [
    {
      appeler: async (qui) =>
        qui.appeler(modeleApi.convertirModele, {
          body: { fichier: await enXlsform(), code: 'REPRIS' },
        }),
      notes: ['MODELE_BROUILLON_CREE'],
      attendus: DPPS_SEULE,
    },
  ],
  lireBrouillonModele: lire((qui, { brouillonModele: { id } }) =>
    qui.appeler(modeleApi.lireBrouillonModele, { params: { id } }),
  ),
  enregistrerBrouillonModele: [
    {
      appeler: async (qui, { brouillonModele: { id, version } }, monde) =>
        qui.appeler(modeleApi.enregistrerBrouillonModele, {
          params: { id },
          body: { version, source: await sourceDe(monde) },
        }),
      attendus: DPPS_SEULE,
    },
  ],
  supprimerBrouillonModele: [
    {
      appeler: (qui, { brouillonModele: { id } }) =>
        qui.appeler(modeleApi.supprimerBrouillonModele, { params: { id } }),
      notes: ['MODELE_BROUILLON_SUPPRIME'],
      attendus: { ...DPPS_SEULE, dpps: FAIT },
    },
  ],
  exporterBrouillonModele: lire((qui, { brouillonModele: { id } }) =>
    qui.appeler(modeleApi.exporterBrouillonModele, { params: { id } }),
  ),
  simulerModele: [
    {
      appeler: (qui, { brouillonModele: { id } }) =>
        qui.appeler(modeleApi.simulerModele, { params: { id } }),
      attendus: DPPS_SEULE,
    },
  ],
  lireSimulationModele: lire((qui, { simulation: id }) =>
    qui.appeler(modeleApi.lireSimulationModele, { params: { id } }),
  ),
  annulerSimulationModele: [
    {
      appeler: (qui, { simulation: id }) =>
        qui.appeler(modeleApi.annulerSimulationModele, { params: { id } }),
      attendus: { ...DPPS_SEULE, dpps: FAIT },
    },
  ],
  publierModele: [
    {
      appeler: (qui, { brouillonModele: { id, version } }) =>
        qui.appeler(modeleApi.publierModele, {
          params: { id },
          body: { version, aPartirDe: { mois: 'APRIL', annee: 2025 }, attribuerA: ['CAU'] },
        }),
      notes: ['MODELE_PUBLIE'],
      attendus: DPPS_SEULE,
    },
  ],
}
