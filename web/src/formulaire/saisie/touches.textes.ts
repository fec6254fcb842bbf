/** The keys of the form, as its sheet shows them: what is pressed, what it does. */
export const textesTouches = {
  titre: 'Touches du clavier',
  fermer: 'Fermer',
  touche: 'Touche',
  effet: 'Effet',
  groupes: [
    {
      titre: 'Aller d’une case à l’autre',
      touches: [
        ['Flèches', 'Case voisine (avec Ctrl\u00A0: la dernière dans ce sens)'],
        ['Entrée', 'Case du dessous (avec Maj\u00A0: du dessus)'],
        ['Tab', 'Case suivante, ligne par ligne (avec Maj\u00A0: précédente)'],
        ['Début, Fin', 'Première ou dernière case de la ligne (avec Ctrl\u00A0: du tableau)'],
        ['Page suivante, Page précédente', 'Dix lignes plus bas ou plus haut'],
        [
          'F8',
          'Prochaine case à revoir\u00A0: vide, en erreur, à justifier, avec une remarque, ou changée depuis la soumission d’avant',
        ],
        ['Maj + F8', 'Case à revoir d’avant'],
      ],
    },
    {
      titre: 'Saisir',
      touches: [
        [
          'Chiffres',
          'Remplacent ce que la case contient\u202F; toute touche qui mène ailleurs les valide, au bord du tableau aussi',
        ],
        [
          'F2',
          'Modifier ce que la case contient, sans l’effacer (ou double clic, ou second clic)\u00A0: les flèches y déplacent le curseur',
        ],
        ['Retour arrière', 'Effacer le dernier chiffre tapé, ou vider la case où l’on arrive'],
        ['Échap', 'Rendre à la case ce qu’elle contenait'],
        ['Point du pavé numérique', 'Virgule'],
        ['Suppr', 'Vider la case'],
        ['=', 'Reprendre la valeur du mois précédent'],
        ['N', 'Non disponible (ND), là où la case l’accepte'],
        ['S', 'Sans objet (SO), là où la case l’accepte'],
        ['Z', 'Mettre à 0 les cases vides du tableau, ou de la section'],
        ['Ctrl + D', 'Recopier la case du dessus'],
        ['Ctrl + R', 'Recopier la case de gauche'],
      ],
    },
    {
      titre: 'Plusieurs cases',
      touches: [
        ['Maj + flèches', 'Choisir un rectangle de cases (ou Maj + clic, ou glisser)'],
        ['Ctrl + A', 'Choisir tout le tableau'],
        ['Ctrl + C, Ctrl + X', 'Copier ou couper ce qui est choisi, pour un tableur'],
        ['Ctrl + V', 'Coller un bloc d’un tableur à partir de la case, avec ou sans ses intitulés'],
        ['Suppr', 'Vider les cases choisies'],
        ['Ctrl + D, Ctrl + R', 'Recopier leur première ligne, ou leur première colonne'],
        ['Échap', 'Ne plus rien choisir'],
      ],
    },
    {
      titre: 'Annuler, expliquer, afficher',
      touches: [
        ['Ctrl + Z', 'Annuler le dernier geste, même enregistré'],
        ['Ctrl + Y', 'Refaire ce qui vient d’être annulé'],
        ['F1', 'Aide de la case\u00A0: définition, source, exemple (Échap pour en revenir)'],
        ['Ctrl + Entrée', 'Commentaire et options de la case (Échap pour en revenir)'],
        ['F9', 'Donner toute la largeur au rapport, ou rendre leur place au menu et aux sections'],
        ['Maj + F9', 'Resserrer ou aérer les tableaux'],
        [
          'Ctrl + F',
          'Recherche du navigateur\u00A0: elle trouve aussi les intitulés des autres sections (Échap, puis Entrée, mène à la case)',
        ],
        ['?', 'Cette liste'],
      ],
    },
  ],
} as const
