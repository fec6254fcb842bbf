import './Icone.css'

const TRACES = {
  accueil: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10.5 19v-5h3v5',
  saisie: 'M5 5h14v14H5zM5 10h14M10 10v9M13.5 13h3M13.5 16h3',
  rapport: 'M7 4h7l4 4v12H7zM14 4v4h4M10 12.5h5M10 16h5',
  structures: 'M4 20V9l6-4 6 4v11M16 20V12h4v8M2.5 20h19M8 12h4M8 16h4',
  motDePasse: 'M6.5 11h11v9h-11zM9 11V8a3 3 0 0 1 6 0v3M12 14.5v2',
  sortie: 'M14 5H6v14h8M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  fermer: 'M6 6l12 12M18 6 6 18',
  soleil:
    'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  lune: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5',
  personne: 'M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M5 20c.6-4 3.4-6 7-6s6.4 2 7 6',
  chevronBas: 'M6.5 9.5 12 15l5.5-5.5',
  chevronGauche: 'M14.5 6.5 9 12l5.5 5.5',
  chevronDroit: 'M9.5 6.5 15 12l-5.5 5.5',
  triHaut: 'M12 19V6M7 11l5-5 5 5',
  triBas: 'M12 5v13M7 13l5 5 5-5',
  recherche: 'M10.5 5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M14.5 14.5 20 20',
  oeil: 'M3 12c2.2-4 5.2-6 9-6s6.8 2 9 6c-2.2 4-5.2 6-9 6s-6.8-2-9-6M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  oeilBarre:
    'M4 4l16 16M6 8c-1.200 1-2.200 2.300-3 4 2.200 4 5.200 6 9 6 1.600 0 3-.3 4.300-1M10 6.200C13.700 5.400 18.200 6.500 21 12c-.6 1.200-1.300 2.200-2 3',
  crayon: 'M5 19l1-4L16 5l3 3L9 18zM13.500 7.500l3 3',
  envoi: 'M4 12 20 5l-4 15-4.500-6zM11.500 14 20 5',
  coche: 'M5 12.500 10 17.500 19.500 7',
  doubleCoche: 'M2.500 12.500 7 17 14.500 8.500M11 16l1.500 1.500L21.500 8',
  diffusion: 'M4 10v4h3l6 4V6L7 10zM16.500 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11',
  retour: 'M9 6 4.500 10.500 9 15M5 10.500h9a5 5 0 0 1 0 10h-3',
  interdit: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M6.500 6.500l11 11',
  cercle: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14',
  horloge: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.500l3 2',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 11v5M12 8v.01',
  attention: 'M12 4.500 21 19.500H3zM12 10v4.500M12 17v.01',
  erreur: 'M8.500 3.500h7l5 5v7l-5 5h-7l-5-5v-7zM12 8v5M12 16v.01',
  reessayer: 'M19 12a7 7 0 1 1-2-5l2 2M19 4.500V9h-4.500',
  plus: 'M12 5v14M5 12h14',
  filtre: 'M4 6h16M7 12h10M10 18h4',
  historique: 'M4.500 8A8 8 0 1 1 4 12M4 4.500V8.500h4M12 8v4.500l3 1.500',
  telecharger: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 19.500h14',
  verrou: 'M6.500 11h11v9h-11zM9 11V8a3 3 0 0 1 6 0v3',
  commentaire: 'M4 5h16v11h-9l-4 4v-4H4z',
  image: 'M4 5.500h16v13H4zM4 15.500l4.500-4 4 3.500 3-2.500 4.500 4M15.500 9v.01',
  replier: 'M4 5h16v14H4zM9 5v14M15.500 9.500 13 12l2.500 2.500',
  deplier: 'M4 5h16v14H4zM9 5v14M13 9.500l2.500 2.500-2.500 2.500',
  langue:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M4.500 9.500h15M4.500 14.500h15M12 4c-4.500 5-4.500 11 0 16M12 4c4.500 5 4.500 11 0 16',
  pleinEcran: 'M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15',
  reduireEcran: 'M9 4.500V9H4.500M19.500 9H15V4.500M15 19.500V15h4.500M4.500 15H9v4.500',
  reglages:
    'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M9 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4M13 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  ecran: 'M4 5h16v11H4zM9 20h6M12 16v4',
  lireDroite: 'M4 6h16M4 11h10M4 16h14',
  lireGauche: 'M20 6H4M20 11H10M20 16H6',
  largeurNormale: 'M4 5v14M20 5v14M9 8v8M15 8v8M9 12h6',
  largeurEtendue:
    'M4 5v14M20 5v14M7 12h10M9.500 9.500 7 12l2.500 2.500M14.500 9.500 17 12l-2.500 2.500',
  utilisateurs:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 19c.5-3.500 2.900-5 6-5s5.500 1.500 6 5M15.500 5.300a3 3 0 0 1 0 5.400M17.500 14.300c2 .6 3.200 2.100 3.500 4.700',
  deverrou: 'M6.500 11h11v9h-11zM9 11V7.500a3 3 0 0 1 5.800-1',
  deposer: 'M12 15.500V4.500M7.500 9 12 4.500 16.500 9M5 15v4.500h14V15',
  arborescence: 'M9.500 4h5v4h-5zM3.500 16h5v4h-5zM15.500 16h5v4h-5zM12 8v4M6 16v-4h12v4',
} as const
export type NomIcone = keyof typeof TRACES

/** Those that point the way of reading: mirrored where it runs right to left. */
const SENS = new Set<NomIcone>([
  'chevronGauche',
  'chevronDroit',
  'retour',
  'envoi',
  'sortie',
  'replier',
  'deplier',
])

/** An icon beside words. It says nothing by itself: hidden from screen readers. */
export function Icone({ nom, taille = 20 }: { nom: NomIcone; taille?: number }) {
  return (
    <svg
      className={SENS.has(nom) ? 'ui-icone-sens' : undefined}
      aria-hidden="true"
      focusable="false"
      width={taille}
      height={taille}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={TRACES[nom]} />
    </svg>
  )
}
