import type {
  Annuaire,
  CelluleAnnuaire,
  ChapitreAnnuaire,
  Chiffre,
  ColonneAnnuaire,
  Couverture,
  Difference,
  EditionAnnuaire,
  Erratum,
  GraphiqueAnnuaire,
  LigneAnnuaire,
  TableauAnnuaire,
  TexteAnnuaire,
} from './annuaire.schema.ts'

/** An annuaire for tests: small, and every shape that a real one may take. */

const n = (valeur: number): Chiffre => ({ sorte: 'valeur', valeur })
const compare = (valeur: number, avant: number): CelluleAnnuaire => ({
  sorte: 'valeur',
  valeur,
  nMoins1: { sorte: 'valeur', valeur: avant },
  variation: avant === 0 ? null : Math.round((1000 * (valeur - avant)) / avant) / 10,
})
const secret: Chiffre = { sorte: 'secret' }
const t = (texte: string): CelluleAnnuaire => ({ sorte: 'texte', texte })

const couverture: Couverture = {
  attendus: 24,
  recus: 22,
  aTemps: 18,
  retenus: 21,
  completude: 91.7,
  promptitude: 75,
}

const colonne = (code: string, libelle: string, total = false): ColonneAnnuaire => ({
  code,
  libelle,
  sorte: 'nombre',
  decimales: 0,
  total,
  variation: 'POURCENT',
})
const detail = (code: string, libelle: string, cellules: CelluleAnnuaire[]): LigneAnnuaire => ({
  code,
  libelle,
  niveau: 0,
  sorte: 'detail',
  cellules,
})
const total = (cellules: CelluleAnnuaire[]): LigneAnnuaire => ({
  code: 'TOT',
  libelle: 'Ensemble',
  niveau: 0,
  sorte: 'total',
  cellules,
})
const SEXES = [
  colonne('M', 'Masculin'),
  colonne('F', 'Féminin'),
  colonne('TOT', 'Ensemble', true),
] as const

const pyramide: GraphiqueAnnuaire = {
  sorte: 'pyramide',
  titre: 'Personnes présentes par âge et par sexe',
  colonnes: ['M', 'F'],
}

const methode: TexteAnnuaire = {
  code: 'METHODE',
  titre: 'Note méthodologique',
  paragraphes: ['Seuls les rapports validés, approuvés ou diffusés sont retenus.'],
  termes: [],
}

const difference: Difference = {
  tableau: 'T2.1',
  titre: 'Personnes présentes au 31 décembre 2025, par âge et par sexe',
  ligne: 'A00_02',
  libelleLigne: '0–2 ans',
  colonne: 'M',
  libelleColonne: 'Masculin',
  avant: { sorte: 'valeur', valeur: 13 },
  apres: { sorte: 'valeur', valeur: 12 },
}

const erratum: Erratum = {
  edition: 2,
  nature: 'ERREUR',
  texte: 'Une structure avait compté deux fois ses entrées de mars.',
  le: '2026-05-02T10:00:00.000Z',
  differences: [difference],
  total: 1,
}

const effectifs: TableauAnnuaire = {
  code: 'T2.1',
  titre: 'Personnes présentes au 31 décembre 2025, par âge et par sexe',
  source: 'Rapport mensuel d’activité (RMA), registre des admissions',
  champ: 'Structures d’accueil dont le rapport de décembre 2025 est retenu',
  note: null,
  unite: 'personnes',
  entete: 'Tranche d’âge',
  groupes: [],
  colonnes: [...SEXES],
  lignes: [
    detail('A00_02', '0–2 ans', [compare(12, 10), compare(14, 12), compare(26, 22)]),
    detail('A03_05', '3–5 ans', [secret, secret, compare(19, 21)]),
    detail('A06_11', '6–11 ans', [secret, secret, compare(33, 30)]),
    {
      ...detail('A99', 'Âge non connu', [
        { sorte: 'absent', raison: 'NON_DISPONIBLE', nMoins1: { sorte: 'secret' } },
        { sorte: 'absent', raison: 'NON_RECU' },
        { sorte: 'absent', raison: 'NON_COLLECTE' },
      ]),
      note: 'Modalité retirée en juillet 2025',
    },
    total([compare(40, 38), compare(38, 35), compare(78, 73)]),
  ],
  comparees: ['TOT'],
  couverture: { ...couverture, attendus: 2, recus: 2, aTemps: 2, retenus: 2 },
  graphique: pyramide,
  secrets: 4,
}

const chapitreEffectifs: ChapitreAnnuaire = {
  code: '2',
  titre: 'Effectifs',
  introduction: 'Un commentaire du chapitre.',
  textes: [],
  tableaux: [effectifs],
}

export const ANNUAIRE_EXEMPLE: Annuaire = {
  annee: 2025,
  edition: 2,
  etat: 'PUBLIE',
  version: 4,
  titre: 'Annuaire statistique 2025',
  organisation: 'Direction de la protection sociale',
  pays: 'République du Littoral',
  avantPropos: 'Premier paragraphe de l’avant-propos.\n\nSecond paragraphe.',
  provisoire: false,
  soumisInclus: false,
  seuilSecret: 5,
  arreteLe: '2026-03-02T10:00:00.000Z',
  publieLe: '2026-04-15T09:00:00.000Z',
  empreinte: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  couverture: {
    ...couverture,
    modeles: [
      {
        ...couverture,
        modele: 'RMA',
        libelle: 'Rapport mensuel d’activité',
        mois: [
          { ...couverture, mois: 'JANUARY', attendus: 2, recus: 2, aTemps: 2, retenus: 2 },
          { ...couverture, mois: 'FEBRUARY', attendus: 2, recus: 1, aTemps: 0, retenus: 1 },
        ],
      },
    ],
  },
  chapitres: [
    {
      code: '0',
      titre: 'Avant-propos et méthode',
      introduction: '',
      textes: [
        methode,
        {
          code: 'SIGLES',
          titre: 'Sigles',
          paragraphes: [],
          termes: [{ terme: 'RMA', definition: 'Rapport mensuel d’activité' }],
        },
      ],
      tableaux: [],
    },
    {
      code: '1',
      titre: 'Répertoire des structures',
      introduction: '',
      textes: [],
      tableaux: [
        {
          code: 'T1.2',
          titre: 'Répertoire des structures',
          source: 'Fichier des structures',
          champ: 'Structures ouvertes au moins un jour en 2025',
          note: null,
          unite: '',
          entete: 'Code',
          groupes: [],
          colonnes: [
            { ...colonne('NOM', 'Nom'), sorte: 'texte' },
            { ...colonne('TYPE', 'Type'), sorte: 'texte' },
            { ...colonne('CONTACT', 'Contact'), sorte: 'texte' },
            { ...colonne('CAPACITE', 'Capacité'), unite: 'places' },
          ],
          lignes: [
            {
              ...detail('CAU-R01-01', 'CAU-R01-01', [
                t('Centre d’accueil d’urgence de Port-Clair'),
                t('Centre d’accueil d’urgence'),
                t('+221 33 800 00 00'),
                n(60),
              ]),
              note: 'Fermée le 30 juin 2025',
            },
          ],
          comparees: [],
          couverture: null,
          graphique: null,
          secrets: 0,
        },
      ],
    },
    chapitreEffectifs,
    {
      code: '4',
      titre: 'Personnel',
      introduction: '',
      textes: [],
      tableaux: [
        {
          code: 'T4.1',
          titre: 'Agents par catégorie, statut et sexe au 31 décembre 2025',
          source: 'État mensuel des effectifs du personnel (EPM), registre du personnel',
          champ: 'Structures dont l’état de décembre 2025 est retenu',
          note: 'Les agents en position particulière ne sont pas comptés.',
          unite: 'agents',
          entete: 'Catégorie',
          groupes: [
            { code: 'FONC', libelle: 'Fonctionnaire' },
            { code: 'TOT', libelle: 'Ensemble' },
          ],
          colonnes: ['FONC', 'TOT'].flatMap((groupe) =>
            SEXES.map((sexe) => ({ ...sexe, code: `${groupe}.${sexe.code}`, groupe })),
          ),
          lignes: [
            detail('A', 'Catégorie A', [n(4), n(6), n(10), n(5), n(7), compare(12, 12)]),
            detail('B', 'Catégorie B', [n(8), n(9), n(17), n(9), n(9), compare(18, 0)]),
            total([n(12), n(15), n(27), n(14), n(16), compare(30, 12)]),
          ],
          comparees: ['TOT.TOT'],
          couverture,
          graphique: null,
          secrets: 0,
        },
        {
          code: 'T4.5',
          titre: 'Taux d’encadrement par région, en 2025',
          source: 'RMA et EPM',
          champ: 'Structures qui remplissent les deux rapports',
          note: null,
          unite: '%',
          entete: 'Région',
          groupes: [],
          colonnes: [{ ...colonne('TAUX', 'Taux'), unite: '%', decimales: 1, variation: 'POINTS' }],
          lignes: [
            detail('R01', 'Littoral', [
              {
                sorte: 'valeur',
                valeur: 12.5,
                nMoins1: { sorte: 'valeur', valeur: 11 },
                variation: 1.5,
              },
            ]),
            detail('R02', 'Plateaux', [
              { sorte: 'absent', raison: 'NON_CALCULABLE', variation: null },
            ]),
            total([n(12.5)]),
          ],
          comparees: ['TAUX'],
          couverture,
          graphique: {
            sorte: 'barres',
            titre: 'Taux d’encadrement par région',
            colonnes: ['TAUX'],
          },
          secrets: 0,
        },
      ],
    },
    {
      code: '9',
      titre: 'Annexes',
      introduction: '',
      textes: [
        {
          code: 'DEFINITIONS',
          titre: 'Définitions',
          paragraphes: [],
          termes: [{ terme: 'Complétude', definition: 'Rapports reçus sur rapports attendus.' }],
        },
      ],
      tableaux: [],
    },
  ],
  nonRepondants: [
    {
      mois: 'FEBRUARY',
      rapports: [
        {
          structure: 'CSOC-R06-01',
          libelle: 'Centre social de Sablon',
          region: 'Sahel',
          modele: 'RMA',
          recu: false,
        },
      ],
    },
  ],
  modeles: [
    {
      code: 'RMA',
      version: 1,
      libelle: 'Rapport mensuel d’activité',
      du: '2025-01',
      au: '2025-06',
    },
    {
      code: 'RMA',
      version: 2,
      libelle: 'Rapport mensuel d’activité',
      du: '2025-07',
      au: '2025-12',
    },
  ],
  errata: [erratum],
  sommaire: [],
  actions: [],
}

/** The same among the editions that one may choose from. */
export const EDITIONS_EXEMPLE: EditionAnnuaire[] = ['ERREUR' as const, null].map((nature, i) => ({
  annee: 2025,
  edition: 2 - i,
  etat: 'PUBLIE',
  titre: 'Annuaire statistique 2025',
  version: 4,
  arreteLe: ANNUAIRE_EXEMPLE.arreteLe,
  publieLe: ANNUAIRE_EXEMPLE.publieLe,
  nature,
}))
