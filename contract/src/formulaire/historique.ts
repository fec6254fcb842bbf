/** What the acts of a report's history are called, by their names. */
export const LIBELLES_ACTES: Readonly<Record<string, string>> = {
  enregistrer: 'Création',
  modifier: 'Modification',
  soumettre: 'Soumission',
  valider: 'Validation',
  approuver: 'Approbation',
  diffuser: 'Diffusion',
  renvoyer: 'Renvoi pour correction',
  changerEtat: 'Changement d’état',
  remarquer: 'Remarque',
  repondre: 'Réponse à une remarque',
}
