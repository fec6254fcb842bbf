import { type Champ, EMAIL, TELEPHONE } from '../champ.ts'

/** Starts with a letter or a figure; letters without accents, figures, `.`, `-`, `_`. */
const IDENTIFIANT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

type BlocUtilisateur = 'personne' | 'acces' | 'perimetre'

/**
 * What one enters of an account, whoever enters it, in the order of the screen; `bloc`: what it stands
 * under in the form.
 */
export const CHAMPS_UTILISATEUR = {
  prenoms: { bloc: 'personne', libelle: 'Prénoms', max: 100, rien: '' },
  nom: { bloc: 'personne', libelle: 'Nom', max: 100, requis: 'Saisissez le nom.' },
  fonction: { bloc: 'personne', libelle: 'Fonction', max: 120 },
  telephone: { bloc: 'personne', ...TELEPHONE },
  email: { bloc: 'personne', ...EMAIL, requis: 'Saisissez l’adresse électronique.' },
  identifiant: {
    bloc: 'acces',
    libelle: 'Identifiant',
    min: 3,
    max: 60,
    requis: 'Saisissez l’identifiant.',
    forme: {
      est: (texte) => IDENTIFIANT.test(texte),
      faute:
        'Utilisez de 3 à 60 lettres sans accent, chiffres, points ou tirets. Exemple\u00a0: awa.diallo.',
    },
  },
  roles: {
    bloc: 'acces',
    sorte: 'choix',
    libelle: 'Rôles',
    requis: 'Choisissez au moins un rôle.',
  },
  /** Asked of whoever has the role of a structure. */
  structure: {
    bloc: 'perimetre',
    sorte: 'choix',
    libelle: 'Structure',
    requis: 'Choisissez la structure\u00a0: le rôle Structure en demande une.',
  },
  autreStructure: { bloc: 'perimetre', sorte: 'choix', libelle: 'Autres structures' },
} as const satisfies Record<string, Champ & { bloc: BlocUtilisateur }>

/** How many structures an account may report for, besides its own. */
export const AUTRES_STRUCTURES_MAX = 50
