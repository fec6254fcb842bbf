import { analyseApi as api } from '@releve/contract/analyse/analyse.api.ts'
import { type Ligne, OUI, SANS } from './ligne.ts'

/** Each reads those of his perimeter. */
const PERIMETRE = { dpps: OUI, admin: OUI, structure: [OUI, SANS], regionale: [OUI, SANS] } as const

export const ANALYSE: Record<keyof typeof api, Ligne[]> = {
  lireDonnees: [
    {
      cas: 'les valeurs d’un modèle',
      appeler: (qui) =>
        qui.appeler(api.lireDonnees, {
          params: { fichier: 'RMA.csv' },
          query: { forme: 'large', etats: 'BROUILLON,SOUMIS,VALIDE,APPROUVE,DIFFUSE' },
        }),
      contient: (csv: string, { structure }) => csv.includes(`,${structure},`),
      notes: ['DONNEES_LUES'],
      attendus: PERIMETRE,
    },
    {
      cas: 'les structures',
      appeler: (qui) => qui.appeler(api.lireDonnees, { params: { fichier: 'structures.csv' } }),
      contient: (csv: string, { structure }) => csv.includes(`\n${structure},`),
      notes: ['DONNEES_LUES'],
      attendus: PERIMETRE,
    },
    {
      cas: 'le suivi',
      appeler: (qui) => qui.appeler(api.lireDonnees, { params: { fichier: 'suivi.csv' } }),
      contient: (csv: string, { structure }) => csv.includes(`\n${structure},`),
      notes: ['DONNEES_LUES'],
      attendus: PERIMETRE,
    },
  ],
}
