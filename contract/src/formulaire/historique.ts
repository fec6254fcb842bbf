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

/** Two accounts, one device: what the other one did there, as both lines of the history say it. */
export const direMemeAppareil = ({
  acte,
  agent,
}: {
  acte: 'SOUMISSION' | 'VALIDATION'
  agent: string
}): string =>
  acte === 'SOUMISSION'
    ? `Validé depuis l’appareil d’où ${agent} l’a soumis`
    : `Soumis depuis l’appareil d’où ${agent} l’a ensuite validé`
