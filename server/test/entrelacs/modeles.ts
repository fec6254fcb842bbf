import { compilerModele, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import { type Modele, zModele } from '@releve/contract/modele/modele.schema.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

/** The codes of the one list that the two models use. */
export const COULEURS = ['ROUGE', 'VERT', 'BLEU'].map((code, rang) => ({
  code,
  libelle: code,
  ordre: rang + 1,
}))
export const LISTE = 'COULEUR'

/**
 * Models small enough to be filled in one act, whose controls read all that a result may depend
 * on: the months before, the other model, the structure, the calendar. Those named `INFO` always
 * fire, so that their message shows the figures that they saw.
 */
const SUIVI: ModeleSource = {
  code: 'SUIVI',
  version: 1,
  libelle: 'Suivi',
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: { effectif: 'FIN', entrees: 'ENT', sorties: 'SOR', reference: 'CAP' },
  sections: [
    {
      code: 'GEN',
      libelle: 'Mouvements',
      type: 'champs',
      champs: [
        {
          code: 'DEB',
          libelle: 'Début',
          nature: 'entier',
          requis: true,
          prerempli: 'PRECEDENT(FIN)',
        },
        { code: 'ENT', libelle: 'Entrées', nature: 'entier', requis: true },
        { code: 'SOR', libelle: 'Sorties', nature: 'entier', requis: true },
        { code: 'FIN', libelle: 'Fin', nature: 'entierSigne', formule: 'DEB + ENT - SOR' },
        { code: 'CAP', libelle: 'Places', nature: 'entier', prerempli: 'STRUCTURE("capacite")' },
        {
          code: 'LIBRE',
          libelle: 'Places libres',
          nature: 'entierSigne',
          formule: 'STRUCTURE("capacite") - FIN',
        },
        { code: 'COUL', libelle: 'Couleur', nature: 'liste', codification: LISTE },
        { code: 'KM', libelle: 'Distance', nature: 'entier', soSi: 'ENT = 0' },
        {
          code: 'POS',
          libelle: 'Postes',
          nature: 'entier',
          soSi: 'VIDE(STRUCTURE("capaciteTheorique"))',
        },
        { code: 'OBS', libelle: 'Précision', nature: 'texte', requisSi: 'DEB <> PRECEDENT(FIN)' },
      ],
    },
    {
      code: 'LIG',
      libelle: 'Lignes',
      type: 'tableau',
      lignesMax: 3,
      colonnes: [{ code: 'N', libelle: 'Nombre', nature: 'entier' }],
    },
  ],
  controles: [
    {
      code: 'SU01',
      niveau: 'BLOQUANT',
      formule: 'FIN >= 0',
      cellules: ['FIN'],
      message: '{DEB} + {ENT} − {SOR} est négatif.',
    },
    {
      code: 'SU02',
      niveau: 'AVERTISSEMENT',
      formule: 'DEB = PRECEDENT(FIN)',
      cellules: ['DEB'],
      message: '{DEB} au début, {PRECEDENT(FIN)} à la fin du mois d’avant.',
    },
    {
      code: 'SU03',
      niveau: 'AVERTISSEMENT',
      formule: 'ENT <= MOYENNE_MOIS(ENT; 2)',
      cellules: ['ENT'],
      message: '{ENT} entrées, pour une moyenne de {MOYENNE_MOIS(ENT; 2)}.',
    },
    {
      code: 'SU04',
      niveau: 'AVERTISSEMENT',
      formule: 'FIN <= STRUCTURE("capacite")',
      cellules: ['FIN'],
      message: '{FIN} pour {STRUCTURE("capacite")} places.',
    },
    {
      code: 'SU05',
      niveau: 'INFO',
      formule: 'JOURS_OUVRES() < 0',
      cellules: [],
      message: '{JOURS_OUVRES()} jours ouvrés.',
    },
    {
      code: 'SU06',
      niveau: 'INFO',
      formule: 'CUMUL_ANNEE(SOR) < 0',
      cellules: [],
      message: '{CUMUL_ANNEE(SOR)} sorties depuis janvier.',
    },
    {
      code: 'SU07',
      niveau: 'INFO',
      formule: 'AUTRE_MODELE(LIEN; T) < 0',
      cellules: [],
      message: '{AUTRE_MODELE(LIEN; T)} de l’autre modèle.',
    },
  ],
}

const LIEN: ModeleSource = {
  code: 'LIEN',
  version: 1,
  libelle: 'Lien',
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: { effectif: 'T', entrees: 'X', sorties: 'Y', reference: 'X' },
  sections: [
    {
      code: 'GEN',
      libelle: 'Lien',
      type: 'champs',
      champs: [
        { code: 'X', libelle: 'X', nature: 'entier', requis: true },
        { code: 'Y', libelle: 'Y', nature: 'entier', requis: true },
        { code: 'T', libelle: 'T', nature: 'entier', formule: 'X + Y' },
        { code: 'EVOL', libelle: 'Évolution', nature: 'entierSigne', formule: 'T - PRECEDENT(T)' },
      ],
    },
  ],
  controles: [
    {
      code: 'LI01',
      niveau: 'AVERTISSEMENT',
      formule: 'X <= AUTRE_MODELE(SUIVI; FIN)',
      cellules: ['X'],
      message: '{X} pour {AUTRE_MODELE(SUIVI; FIN)} présents.',
    },
    {
      code: 'LI02',
      niveau: 'INFO',
      formule: 'PRECEDENT(T) < 0',
      cellules: [],
      message: '{PRECEDENT(T)} le mois d’avant.',
    },
  ],
}

/** Of a quarter: what it reads is of the quarter before, and of all the months that it covers. */
const TRIM: ModeleSource = {
  code: 'TRIM',
  version: 1,
  libelle: 'Trimestre',
  periodicite: 'MENSUELLE',
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
  typesStructure: [],
  indicateurs: { effectif: 'T', entrees: 'X', sorties: 'Y', reference: 'X' },
  sections: [
    {
      code: 'GEN',
      libelle: 'Trimestre',
      type: 'champs',
      champs: [
        { code: 'X', libelle: 'X', nature: 'entier', requis: true, prerempli: 'PRECEDENT(T)' },
        { code: 'Y', libelle: 'Y', nature: 'entier', requis: true },
        { code: 'T', libelle: 'T', nature: 'entier', formule: 'X + Y' },
        { code: 'EVOL', libelle: 'Évolution', nature: 'entierSigne', formule: 'T - PRECEDENT(T)' },
      ],
    },
  ],
  controles: [
    {
      code: 'TR01',
      niveau: 'AVERTISSEMENT',
      formule: 'X <= MOYENNE_MOIS(X; 2)',
      cellules: ['X'],
      message: '{X}, pour une moyenne de {MOYENNE_MOIS(X; 2)} ({periodePrecedente}).',
    },
    {
      code: 'TR02',
      niveau: 'INFO',
      formule: 'JOURS_OUVRES() < 0',
      cellules: [],
      message: '{JOURS_OUVRES()} jours ouvrés, {AUTRE_MODELE(SUIVI; FIN)} présents.',
    },
  ],
}

/** Of every other month, and of nobody: it covers its month alone, and no headcount is in it. */
const DEUX: ModeleSource = {
  code: 'DEUX',
  version: 1,
  libelle: 'Un mois sur deux',
  periodicite: 'MENSUELLE',
  moisAttendus: ['JANUARY', 'MARCH', 'MAY', 'JULY', 'SEPTEMBER', 'NOVEMBER'],
  typesStructure: [],
  indicateurs: {},
  sections: [
    {
      code: 'GEN',
      libelle: 'Visites',
      type: 'champs',
      champs: [
        { code: 'X', libelle: 'X', nature: 'entier', requis: true },
        { code: 'Y', libelle: 'Y', nature: 'entier', requis: true, prerempli: 'PRECEDENT(X)' },
      ],
    },
  ],
  controles: [
    {
      code: 'DE01',
      niveau: 'INFO',
      formule: 'CUMUL_ANNEE(X) < 0',
      cellules: [],
      message: '{CUMUL_ANNEE(X)} depuis janvier, {PRECEDENT(X)} la fois d’avant.',
    },
  ],
}

/** Computed cells that read other months: what a received form holds of them is what it saw then. */
export const DE_DEHORS: ReadonlySet<string> = new Set(['EVOL'])

/** A model of the test: its source, its definition, and how it runs. */
export type ModeleEssai = { source: ModeleSource; modele: Modele; compile: ModeleCompile }

export const MODELES_ESSAI: ReadonlyMap<string, ModeleEssai> = new Map(
  [SUIVI, LIEN, TRIM, DEUX].map((source) => {
    const modele = zModele.parse(
      compilerModele(developperModele(source, { [LISTE]: COULEURS })).modele,
    )
    return [source.code, { source, modele, compile: compilerModele(modele) }]
  }),
)
