import { formatDate } from '../ui/format.ts'

export const textesRelances = {
  relancer: 'Relancer',
  actives: 'Cette structure est relancée quand un rapport manque.',
  jamais: 'Une structure qui n’est pas en service n’est jamais relancée.',
  suspendues: (jusqua: string) => `Relances suspendues jusqu’au ${formatDate(jusqua)} compris.`,
  motif: (motif: string, par: string | null) => (par ? `${motif} – ${par}` : motif),
  suspendre: 'Suspendre les relances',
  prolonger: 'Changer la suspension',
  reprendre: 'Reprendre les relances',
  suspension: {
    titre: (nom: string) => `Suspendre les relances\u00a0: ${nom}`,
    jusquaAide: 'Elles reprennent d’elles-mêmes le lendemain. Un an au plus.',
    motifAide: 'La direction et l’administration le lisent ici.',
    bouton: 'Suspendre',
    echec: 'Erreur\u00a0: les relances ne sont pas suspendues',
  },
  aucune: 'Aucune relance envoyée.',
  dernieres: 'Dernières relances',
  toutes: 'toutes les relances',
  colonnes: { le: 'Envoyée le', rapport: 'Rapport', retard: 'Retard', par: 'Par' },
  calendrier: 'Calendrier',
  a: (noms: string) => `À ${noms}`,
} as const
