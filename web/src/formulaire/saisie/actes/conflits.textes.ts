/** What is said of two values for one cell. */
export const textesConflit = {
  titre: 'Les mêmes cases ont été modifiées ailleurs',
  aide: 'Choisissez, pour chaque case, la valeur à garder. Rien n’est enregistré avant votre choix.',
  mienne: 'Garder la vôtre',
  leur: (auteur: string) =>
    auteur === 'vous' ? 'Prendre celle de votre autre fenêtre' : `Prendre celle de ${auteur}`,
  tapee: (instant: string) => `saisie ${instant}`,
  tapeeAvant: 'saisie sur ce poste lors d’une visite précédente',
  enregistree: (instant: string) => `enregistrée ${instant}`,
  toutesMiennes: 'Garder toutes les vôtres',
  toutesLeurs: 'Prendre toutes les autres',
  confirmer: 'Enregistrer ce choix',
  vide: 'vide',
}
