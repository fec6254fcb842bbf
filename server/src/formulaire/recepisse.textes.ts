import { avecDe } from '@releve/contract/mois.ts'

/** What a printed receipt says beside the values. */
export const RECEPISSE = {
  titre: (soumission: number) =>
    soumission === 1 ? 'Récépissé de soumission' : `Récépissé de soumission nᵒ\u00a0${soumission}`,
  titreForce: (soumission: number) =>
    soumission === 1 ? 'Récépissé de réception' : `Récépissé de réception nᵒ\u00a0${soumission}`,
  atteste: (structure: string, periode: string) =>
    `La direction centrale a reçu de la structure «\u00a0${structure}\u00a0» le rapport ${avecDe(periode)}, avec les valeurs des pages suivantes.`,
  soumission: 'Soumission',
  recuPar: 'Reçu par',
  recuLe: 'Reçu le',
  soumisPar: 'Soumis par',
  forcePar: 'Reçu sans être soumis, par décision de',
  auNomDe: 'Au nom de',
  precedent: 'Remplace le récépissé dont l’empreinte commence par',
  verification: 'Vérification',
  code: 'Code de vérification',
  adresse: 'Adresse',
  empreinte: 'Empreinte (SHA-256)',
  comment:
    'Photographiez le carré, ou saisissez le code à l’adresse indiquée\u00a0: la plateforme dit si ce récépissé est le sien, et si le rapport a changé depuis. L’empreinte affichée doit être celle-ci.',
  porte:
    'L’empreinte est celle du texte du récépissé, qui se télécharge avec lui (format JSON)\u00a0: identité, valeurs, commentaires, justifications, et chaîne des actes du rapport.',
  image: (adresse: string) => `Code QR de l’adresse ${adresse}`,
  nomDe: (numero: string, soumission: number) => `${numero}-recepisse-${soumission}`,
} as const
