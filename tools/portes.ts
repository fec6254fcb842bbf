/**
 * The doors of the server's rooms: the files that other features may import, named for what they do.
 * `tools/check.ts` refuses an import that passes by no door, and a door that nobody uses.
 */
export const PORTES: Readonly<Record<string, readonly string[]>> = {
  annuaire: ['annuaire.sql', 'enregistrer', 'reglages', 'retenus.sql'],
  calendrier: ['calendrier.sql', 'echeance', 'echeance.sql', 'prolongation.sql', 'reouverture.sql'],
  codification: ['codification.sql', 'enregistrer'],
  compte: ['preuve'],
  courriel: ['courriel.sql'],
  document: ['bibliotheque.sql', 'contenu', 'deplacer', 'document.sql', 'jointe.sql'],
  evenement: ['evenement.sql'],
  formulaire: [
    'ecart.sql',
    'formulaire.calcul',
    'formulaire.sql',
    'integrite.sql',
    'liste',
    'recepisse.verifier',
  ],
  journal: ['exporter-liste', 'noter.sql'],
  messagerie: ['annonce', 'messagerie.sql'],
  modele: ['correspondance.sql', 'en-vigueur', 'modele.cache', 'modele.sql'],
  parametre: ['calendrier', 'modifier', 'parametre.sql'],
  relance: ['automatique', 'manquant.sql', 'suspension.sql'],
  session: [
    'preuve',
    'programme.sql',
    'second-facteur.courriel',
    'second-facteur.sql',
    'secret.sql',
    'session.sql',
    'tentative.sql',
    'totp',
  ],
  structure: [
    'attendu.sql',
    'enregistrer',
    'fiche.sql',
    'invitee',
    'periode.sql',
    'structure.rights',
    'structure.sql',
    'tableur',
    'venue',
  ],
  tache: ['recalcul.sql', 'tache.sql'],
  utilisateur: ['utilisateur.sql'],
}
