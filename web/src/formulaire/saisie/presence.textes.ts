export const textesPresence = {
  saisit: (nom: string, section: string) => `${nom} saisit dans «\u00a0${section}\u00a0»`,
  lit: (nom: string) => `${nom} lit ce rapport`,
  soi: 'Ouvert aussi dans une autre de vos fenêtres',
  aussi: (noms: readonly string[]) => `Ont aussi ce rapport ouvert\u00a0: ${noms.join(', ')}.`,
}
