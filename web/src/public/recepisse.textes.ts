import type { SuiteRecepisse } from '@releve/contract/formulaire/recepisse.schema.ts'
import type { Gravite } from '../ui/Alerte.tsx'

/** Of the page that verifies a receipt: it comes with it. */
export const textesRecepisse = {
  titre: 'Vérifier un récépissé',
  chapeau:
    'Un récépissé est délivré à chaque soumission d’un rapport. Son code, imprimé sous son carré, dit ici s’il est bien de cette plateforme, et si le rapport a changé depuis.',
  code: 'Code de vérification',
  aide: 'Quatre groupes de cinq caractères\u00a0: ABCDE\u2011FGHJK\u2011MNPQR\u2011STVWX',
  requis: 'Saisissez le code imprimé sur le récépissé.',
  incomplet: (n: number) => `Ce code a ${n} caractères\u00a0: il en faut 20.`,
  verifier: 'Vérifier',
  echec: 'Erreur\u00a0: ce récépissé n’a pas été vérifié',
  reseau: 'Vérifiez votre connexion, puis réessayez.',
  suites: {
    ACTUEL: {
      gravite: 'success',
      titre: 'Récépissé authentique',
      texte: 'Le rapport contient toujours ce que ce récépissé atteste.',
    },
    MODIFIE: {
      gravite: 'warning',
      titre: 'Récépissé authentique\u202f; le rapport a changé depuis',
      texte:
        'Le rapport a été rouvert et modifié après cette soumission. Le récépissé reste la preuve de ce qui a été soumis alors.',
    },
    REMPLACE: {
      gravite: 'warning',
      titre: 'Récépissé authentique\u202f; une soumission plus récente existe',
      texte:
        'Le rapport a été corrigé puis soumis de nouveau. Le récépissé reste la preuve de ce qui a été soumis alors.',
    },
    ALTERE: {
      gravite: 'error',
      titre: 'Attention\u00a0: ce récépissé ne correspond plus à ce que la plateforme garde',
      texte:
        'Ne vous y fiez pas sans l’avis de la direction centrale\u00a0: prévenez-la, en lui donnant le code ci\u2011dessous, et gardez l’exemplaire que vous avez.',
    },
  } satisfies Record<SuiteRecepisse, { gravite: Gravite; titre: string; texte: string }>,
  ecrire: 'Écrire à la direction centrale',
  garde: 'Ce que la plateforme garde aujourd’hui, à comparer avec votre document\u00a0:',
  faits: {
    numero: 'Rapport',
    structure: 'Structure',
    modele: 'Modèle',
    mois: 'Mois',
    soumission: 'Soumission',
    recuLe: 'Reçu le',
    code: 'Code',
    empreinte: 'Empreinte (SHA-256)',
  },
  rang: (n: number) => `nᵒ\u00a0${n}`,
  comparer: 'Empreinte imprimée',
  comparerAide:
    'Recopiez au moins les huit premiers caractères de l’empreinte imprimée\u00a0: ils doivent être les mêmes.',
  identique: 'C’est bien l’empreinte de ce récépissé.',
  identiqueAltere:
    'Votre document porte l’empreinte que la plateforme garde\u00a0: dites-le à la direction centrale.',
  differente:
    'Ce n’est pas l’empreinte de ce récépissé\u00a0: le document que vous avez a été modifié, ou mal recopié.',
  sansValeurs: 'Les valeurs du rapport et le nom de qui l’a soumis ne sont pas montrés ici.',
} as const
