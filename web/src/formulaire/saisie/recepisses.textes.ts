/** Of the dialog of a report's receipts: they come with it. */
export const textesRecepisses = {
  titre: 'Récépissés du rapport',
  vide: 'Ce rapport a été soumis avant que la plateforme délivre des récépissés\u00a0: le prochain viendra avec la prochaine soumission.',
  conforme: 'La chaîne tient',
  conformeTexte:
    'Chaque acte, chaque récépissé et chaque valeur sont ceux qui ont été enregistrés.',
  rompue: 'Attention\u00a0: les récépissés ne correspondent plus à ce que la plateforme garde',
  rompueTexte:
    'Aucun n’est délivré. Prévenez la direction centrale, qui fera examiner la base, et gardez ceux que vous avez imprimés\u00a0: ils disent ce qui a été soumis.',
  acteDu: (instant: string) => `(Acte du ${instant}.)`,
  soumission: (rang: number) => `Soumission nᵒ\u00a0${rang}`,
  force: 'reçue sans être soumise',
  auNomDe: (structure: string) => `au nom de «\u00a0${structure}\u00a0»`,
  code: 'Code',
  empreinte: 'Empreinte (SHA-256)',
  texte: (rang: number) => `Texte (JSON) du récépissé nᵒ\u00a0${rang}`,
  verifier: (rang: number) => `Page de vérification du récépissé nᵒ\u00a0${rang}`,
  fermer: 'Fermer',
} as const
