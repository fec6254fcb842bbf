import { type Champ, DENOMBREMENT, EMAIL, type Nombre, TELEPHONE } from '../champ.ts'

const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/

const degres = (borne: number) =>
  ({
    sorte: 'nombre',
    min: -borne,
    max: borne,
    entier: false,
    faute: `Saisissez des degrés entre −${borne} et ${borne}. Exemple\u00a0: 3,427.`,
  }) as const satisfies Omit<Nombre, 'libelle'>

/** What one enters of a structure, in the order of the screen. */
export const CHAMPS_STRUCTURE = {
  code: {
    libelle: 'Code',
    max: 40,
    requis: 'Saisissez le code de la structure.',
    forme: {
      est: (texte) => CODE.test(texte),
      faute:
        'Utilisez des majuscules et des chiffres, séparés par des tirets. Exemple\u00a0: CAU-R01-01.',
    },
  },
  libelle: {
    libelle: 'Nom',
    seul: 'Libellé',
    max: 200,
    requis: 'Saisissez le nom de la structure.',
  },
  typeStructure: {
    sorte: 'choix',
    libelle: 'Type',
    seul: 'Type de structure',
    requis: 'Choisissez le type dans la liste.',
  },
  statutStructure: {
    sorte: 'choix',
    libelle: 'Statut',
    requis: 'Choisissez le statut dans la liste.',
  },
  region: { sorte: 'choix', libelle: 'Région', requis: 'Choisissez la région dans la liste.' },
  parent: { sorte: 'choix', libelle: 'Direction régionale', seul: 'Rattachement' },
  responsable: { libelle: 'Responsable', max: 120 },
  telephone: TELEPHONE,
  email: EMAIL,
  adresse: { libelle: 'Adresse', max: 300, nature: 'lignes' },
  latitude: { libelle: 'Latitude', ...degres(90) },
  longitude: { libelle: 'Longitude', ...degres(180) },
  capacite: {
    sorte: 'nombre',
    libelle: 'Capacité d’accueil, en places',
    seul: 'Capacité',
    ...DENOMBREMENT,
  },
  capaciteTheorique: {
    sorte: 'nombre',
    libelle: 'Capacité théorique, en places',
    seul: 'Capacité théorique',
    ...DENOMBREMENT,
  },
  /** Category → number of posts. */
  postesReference: {
    sorte: 'nombre',
    parCle: true,
    libelle: 'Postes de référence',
    ...DENOMBREMENT,
  },
  modeles: { sorte: 'choix', libelle: 'Modèles de rapport', seul: 'Modèles' },
  /** Model → headcount at the opening. */
  effectifsOuverture: {
    sorte: 'nombre',
    parCle: true,
    libelle: 'Effectif à l’ouverture',
    seul: 'Effectifs à l’ouverture',
    ...DENOMBREMENT,
  },
  dateOuverture: {
    sorte: 'jour',
    libelle: 'Date d’ouverture',
    requis: 'Donnez la date d’ouverture.',
  },
  dateFermeture: { sorte: 'jour', libelle: 'Date de fermeture' },
} as const satisfies Record<string, Champ>
