import { formatCompte } from '../../../../ui/format.ts'

export const textesMatrice = {
  titre: (annee: number) => `Les rapports de ${annee}, structure par structure`,
  legende: (annee: number) => `État de chaque rapport de ${annee}, par structure, modèle et mois`,
  structure: 'Structure et modèle',
  recus: (part: string) => `${part} reçus`,
  aide: 'Flèches\u00a0: passer d’une case à l’autre. Entrée\u00a0: ouvrir le rapport. Espace\u00a0: le choisir.',
  choisir: 'Choisir des cases',
  finir: 'Ne plus choisir',
  choisie: (nom: string) => `${nom}, choisi`,
  choisirLigne: (structure: string, modele: string) => `Choisir la ligne ${modele} de ${structure}`,
  choisirMois: (mois: string) => `Choisir tout le mois ${mois}`,
  selection: 'Cases choisies',
  compte: (n: number) =>
    n === 0 ? 'Aucune case choisie.' : `${formatCompte(n, 'case choisie', 'cases choisies')}.`,
  trop: (max: number) => `Choisissez au plus ${formatCompte(max, 'rapport')} à la fois.`,
  refuse: 'Aucun de ces rapports ne peut plus l’être par vous.',
  ecartes: (noms: readonly string[], n: number) =>
    `${formatCompte(n, 'rapport laissé de côté', 'rapports laissés de côté')}\u00a0: ${noms.join('\u202f; ')}${n > noms.length ? '…' : '.'}`,
  devenu: (etat: string) => `il est maintenant «\u00a0${etat}\u00a0»`,
  dejaVu: {
    valider: 'vous ne pouvez pas le valider',
    approuver: 'vous l’avez validé vous-même',
    diffuser: 'vous ne pouvez pas le diffuser',
  },
  vide: (annee: number) => `Aucun rapport n’est attendu en ${annee} pour ces filtres.`,
  etats: 'Légende',
  tardive: 'coin marqué\u00a0: en retard, ou reçu hors délai',
} as const
