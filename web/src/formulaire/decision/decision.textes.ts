import { formatCompte } from '../../ui/format.ts'
import type { ActeDecision } from '../formulaire.queries.ts'
import type { Bilan } from './decision.ts'

const compte = (n: number) => formatCompte(n, 'rapport')
const VERBES = { valider: 'Valider', approuver: 'Approuver', diffuser: 'Diffuser' } as const
const PARTICIPES = { valider: 'validé', approuver: 'approuvé', diffuser: 'diffusé' } as const

function bilan(acte: ActeDecision, { faits, refus, restants }: Bilan): string {
  const participe = PARTICIPES[acte]
  const pluriel = faits > 1
  const parties = [
    faits === 0
      ? `Aucun rapport n’a été ${participe}`
      : `${compte(faits)} ${pluriel ? `ont été ${participe}s` : `a été ${participe}`}`,
    refus > 0 && `${refus} ${refus > 1 ? 'n’ont' : 'n’a'} pas pu l’être (voir le détail)`,
    restants > 0 && `${restants} ${restants > 1 ? 'n’ont pas été traités' : 'n’a pas été traité'}`,
  ]
  return `${parties.filter(Boolean).join('\u202f; ')}.`
}

export const textesDecision = {
  titre: (acte: ActeDecision, n: number, ecartes: number) => {
    if (n === 0) return `Aucun rapport à ${VERBES[acte].toLowerCase()}`
    if (ecartes > 0) return `${VERBES[acte]} ${compte(n)} sur ${n + ecartes}\u202f?`
    return n === 1 ? `${VERBES[acte]} ce rapport\u202f?` : `${VERBES[acte]} ${compte(n)}\u202f?`
  },
  ecartes: (n: number) =>
    formatCompte(n, 'rapport choisi est laissé de côté', 'rapports choisis sont laissés de côté'),
  aide: {
    valider: 'Lisez ce qui est accepté. Un rapport validé attend ensuite son approbation.',
    approuver: 'Lisez ce qui est accepté. Un rapport approuvé peut ensuite être diffusé.',
    diffuser:
      'Lisez ce qui est accepté. Un rapport diffusé est visible de toutes les structures\u202f; une correction ultérieure sera annoncée.',
  },
  bouton: (acte: ActeDecision, n: number) =>
    n === 1 ? VERBES[acte] : `${VERBES[acte]} ${compte(n)}`,
  annuler: 'Annuler',
  fermer: 'Fermer',
  arreter: 'Arrêter',
  arret: 'Arrêt après le rapport en cours…',
  reessayer: (n: number) => (n === 1 ? 'Réessayer' : `Réessayer pour ${compte(n)}`),
  lecture: 'Lecture des rapports…',
  illisible: 'Ces rapports n’ont pas pu être lus.',
  aucun: 'Cochez au moins un rapport.',
  avancement: (faits: number, total: number) => `${faits} sur ${compte(total)}`,
  bilan,
  reussite: {
    valider: 'Rapport validé.',
    approuver: 'Rapport approuvé.',
    diffuser: 'Rapport diffusé.',
  },
  liste: 'Rapports de cette décision',
  inclure: (nom: string) => `Inclure ${nom}`,
  ouvrir: 'Ouvrir le rapport',
  detail: 'Détail',
  absent: 'Ce rapport ne se lit plus\u00a0: il est laissé de côté.',
  impossible: {
    valider: 'Ce rapport ne peut plus être validé par vous\u00a0: il est laissé de côté.',
    approuver: 'Ce rapport ne peut pas être approuvé par vous\u00a0: il est laissé de côté.',
    diffuser: 'Ce rapport ne peut plus être diffusé par vous\u00a0: il est laissé de côté.',
  },
  avancees: {
    cours: 'En cours…',
    reprise: 'Connexion interrompue, nouvel essai…',
    fait: { valider: 'Validé', approuver: 'Approuvé', diffuser: 'Diffusé' },
    coupure:
      'Pas de réponse du serveur. Réessayez\u202f: ce qui est déjà fait ne le sera pas deux fois.',
  },
  effectifDe: (effectif: string) => `Effectif ${effectif}`,
  attenduDe: (attendu: string, ecart: string) => `Attendu\u00a0: ${attendu}, écart\u00a0: ${ecart}`,
  precedentDe: (avant: string, variation: string) =>
    `Rapport précédent\u00a0: ${avant}, variation\u00a0: ${variation}`,
  sansPrecedent: 'Pas de rapport précédent reçu',
  erreurs: (n: number) => formatCompte(n, 'erreur'),
  avertissements: (n: number) =>
    n === 0 ? 'Aucun avertissement' : formatCompte(n, 'avertissement'),
  remarques: (n: number) => formatCompte(n, 'remarque non levée', 'remarques non levées'),
  variations: (montres: number, total: number) =>
    montres < total
      ? `Variations depuis le rapport précédent\u00a0: les ${montres} plus marquées sur ${total}`
      : 'Variations depuis le rapport précédent',
  aucuneVariation: 'Aucune variation depuis le rapport précédent.',
  titreErreurs: 'Erreurs',
  titreAvertissements: 'Avertissements et justifications',
  titreRemarques: 'Remarques non levées',
  justifie: (texte: string) => `Justification\u00a0: ${texte}`,
  nonJustifie: 'Sans justification.',
  ensemble: 'Ensemble du rapport',
  cellule: 'Case',
  avant: 'Rapport précédent',
  apres: 'Ce rapport',
  variation: 'Variation',
} as const
