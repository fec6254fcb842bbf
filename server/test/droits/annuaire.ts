import { annuaireApi as api } from '@releve/contract/annuaire/annuaire.api.ts'
import { figer } from '../../src/annuaire/fichier.banc.ts'
import { DPPS_SEULE, type Ligne, OUI } from './ligne.ts'

const annee = 2025
const ABSENT = '404 ANNUAIRE_INTROUVABLE'
/** One that is not published. */
const A_QUI_LE_TIENT = { dpps: OUI, admin: ABSENT, structure: ABSENT, regionale: ABSENT }
const FEVRIER = { tableau: 'T2.4', ligne: 'M02', colonne: 'M' } as const

export const ANNUAIRE: Record<keyof typeof api, Ligne[]> = {
  lireAnnuaire: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.lireAnnuaire, { params: { param: 'tous' } }),
      attendus: OUI,
    },
    {
      cas: 'provisoire',
      lit: true,
      appeler: (qui) => qui.appeler(api.lireAnnuaire, { params: { param: '2025' } }),
      attendus: A_QUI_LE_TIENT,
    },
  ],
  genererApercu: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.genererApercu, { params: { annee } }),
      attendus: DPPS_SEULE,
    },
  ],
  enregistrerAnnuaire: [
    {
      appeler: (qui) =>
        qui.appeler(api.enregistrerAnnuaire, {
          body: { annee, titre: 'Annuaire', avantPropos: '', etat: 'PROVISOIRE' },
        }),
      notes: ['ANNUAIRE_ENREGISTRE'],
      attendus: DPPS_SEULE,
    },
    {
      cas: 'en publier une édition, qui entre dans les documents',
      appeler: async (qui, _chose, { base: { db } }) => {
        const deja = db.selectFrom('annuaire').select('id').where('annee', '=', 2017)
        if (!(await deja.executeTakeFirst())) await figer(db, 'ARRETE', { annee: 2017, edition: 1 })
        return qui.appeler(api.enregistrerAnnuaire, {
          body: { annee: 2017, titre: 'Annuaire', avantPropos: '', etat: 'PUBLIE' },
        })
      },
      notes: ['ANNUAIRE_PUBLIE'],
      attendus: DPPS_SEULE,
    },
  ],
  expliquerChiffre: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.expliquerChiffre, { params: { annee }, query: FEVRIER }),
      attendus: DPPS_SEULE,
    },
  ],
  exporterExplication: [
    {
      appeler: (qui) =>
        qui.appeler(api.exporterExplication, {
          params: { annee },
          query: { ...FEVRIER, format: 'csv' },
        }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  listDifferences: [
    {
      lit: true,
      appeler: (qui) =>
        qui.appeler(api.listDifferences, { params: { annee }, query: { de: 1, vers: 1 } }),
      attendus: A_QUI_LE_TIENT,
    },
  ],
  exporterDifferences: [
    {
      appeler: (qui) =>
        qui.appeler(api.exporterDifferences, {
          params: { annee },
          query: { de: 1, vers: 1, format: 'csv' },
        }),
      notes: ['LISTE_EXPORTEE'],
      attendus: A_QUI_LE_TIENT,
    },
  ],
  lireReglagesAnnuaire: [
    { lit: true, appeler: (qui) => qui.appeler(api.lireReglagesAnnuaire), attendus: DPPS_SEULE },
  ],
  modifierReglagesAnnuaire: [
    {
      appeler: (qui) =>
        qui.appeler(api.modifierReglagesAnnuaire, {
          body: {
            seuilSecret: 8,
            agentsProteges: true,
            partComparable: 80,
            licence: 'ETALAB_2',
          },
        }),
      notes: ['REGLAGES_ANNUAIRE_MODIFIES'],
      attendus: DPPS_SEULE,
    },
  ],
}
