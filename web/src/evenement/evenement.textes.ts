export const textesEvenement = {
  modifie: (par: string | null) =>
    par ? `Ce rapport a été modifié par ${par}.` : 'Ce rapport a été modifié.',
  actualiser: 'Actualiser',
  perdu: (heure: string) =>
    `Depuis ${heure}, ce que font les autres n’arrive plus de soi-même\u00a0: la connexion est interrompue. Dès qu’elle reviendra, l’écran se mettra à jour.`,
}
