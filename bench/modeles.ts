import { compilerModele, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'

/** Rows of a model of the bench: entries, exits, stock, and sections of activities, by sex. */
export type Mesures = {
  code: string
  entrees: number
  sorties: number
  stock: number
  /** Rows of each section of activities. */
  activites: number[]
  /** Lone fields. */
  champs: number
}

/** 120 entered values, about 4 KB stored with the totals. */
export const M120: Mesures = {
  code: 'BANC120',
  entrees: 10,
  sorties: 10,
  stock: 12,
  activites: [20],
  champs: 12,
}
/** 700 entered values. */
export const M700: Mesures = {
  code: 'BANC700',
  entrees: 40,
  sorties: 40,
  stock: 60,
  activites: [40, 40, 40, 40, 40],
  champs: 16,
}
/** 2,000 entered values. */
export const M2000: Mesures = {
  code: 'BANC2000',
  entrees: 60,
  sorties: 60,
  stock: 68,
  activites: Array.from({ length: 20 }, () => 40),
  champs: 20,
}

/** The same, of which none is reported yet: to be entered in a browser. */
export const A_SAISIR: Mesures = { ...M700, code: 'SAISIE700' }

const DOUZE = rangs(12).map((rang) => `C${rang}`)

/** What is pasted at once: one table, twelve columns wide and thirty rows high. */
export const LARGE: ModeleSource = {
  code: 'BANCLARGE',
  version: 1,
  libelle: 'Modèle de mesure BANCLARGE',
  periodicite: 'MENSUELLE',
  typesStructure: ['CAU'],
  indicateurs: {
    effectif: 'BLOC.TOT.C01',
    entrees: 'BLOC.TOT.C01',
    sorties: 'BLOC.TOT.C01',
    reference: 'BLOC.TOT.C01',
  },
  controles: [],
  sections: [
    {
      code: 'BLOC',
      libelle: 'Tableau large',
      type: 'matrice',
      nature: 'entier',
      lignes: [
        ...rangs(30).map((rang) => ({ code: `LIGNE_${rang}`, libelle: `Ligne ${rang}` })),
        { code: 'TOT', libelle: 'Total', formule: 'SOMME(BLOC.*.$)' },
      ],
      colonnes: [
        ...DOUZE.map((code) => ({ code, libelle: `Colonne ${code}` })),
        { code: 'TOT', libelle: 'Total', formule: `SOMME(${DOUZE.join('; ')})` },
      ],
    },
  ],
}

const COLONNES = [
  { code: 'M', libelle: 'Masculin' },
  { code: 'F', libelle: 'Féminin' },
  { code: 'TOT', libelle: 'Total', formule: 'SOMME(M; F)' },
]

function rangs(nombre: number): string[] {
  return Array.from({ length: nombre }, (_, i) => String(i + 1).padStart(2, '0'))
}

function matrice(code: string, libelle: string, nombre: number): SectionSource {
  return {
    code,
    libelle,
    type: 'matrice',
    nature: 'entier',
    requis: true,
    lignes: [
      ...rangs(nombre).map((rang) => ({ code: `LIGNE_${rang}`, libelle: `${libelle} ${rang}` })),
      { code: 'TOT', libelle: 'Total', formule: `SOMME(${code}.*.$)` },
    ],
    colonnes: COLONNES,
  }
}

function mouvements(): SectionSource {
  return {
    code: 'MVT',
    libelle: 'Mouvement des effectifs',
    type: 'matrice',
    nature: 'entier',
    requis: true,
    lignes: [
      { code: 'DEB', libelle: 'Effectif au 1er jour', prerempli: 'PRECEDENT(MVT.FIN.$)' },
      { code: 'ENT', libelle: 'Entrées du mois', formule: 'ENT.TOT.$' },
      { code: 'SOR', libelle: 'Sorties du mois', formule: 'SOR.TOT.$' },
      { code: 'FIN', libelle: 'Effectif au dernier jour' },
    ],
    colonnes: COLONNES,
  }
}

function generalites(champs: number): SectionSource {
  return {
    code: 'GEN',
    libelle: 'Généralités',
    type: 'champs',
    prefixe: true,
    champs: [
      ...rangs(champs).map((rang) => ({
        code: `CHAMP_${rang}`,
        libelle: `Rubrique ${rang}`,
        nature: 'entier' as const,
        requis: true,
      })),
      {
        code: 'TAUX',
        libelle: 'Taux d’occupation',
        nature: 'decimal',
        decimales: 1,
        formule: '100 * MVT.FIN.TOT / STRUCTURE("capacite")',
      },
    ],
  }
}

const sections = ({ activites }: Mesures) => rangs(activites.length).map((rang) => `ACT${rang}`)

/**
 * As many controls as the RMA: identities by sex, comparisons with the previous month and with the
 * mean of six, ceilings, one INFO.
 */
function controles(mesures: Mesures): ModeleSource['controles'] {
  const parSexe = ['M', 'F']
  const activites = sections(mesures).flatMap((code) => [`${code}.TOT.M`, `${code}.TOT.F`])
  return [
    {
      code: 'BA01',
      niveau: 'BLOQUANT',
      pourChaque: parSexe,
      formule: 'MVT.FIN.$ = MVT.DEB.$ + MVT.ENT.$ - MVT.SOR.$',
      cellules: ['MVT.FIN.$'],
      message: 'Effectif {$} : {attendu} attendus, {MVT.FIN.$} déclarés.',
    },
    {
      code: 'BA02',
      niveau: 'BLOQUANT',
      pourChaque: parSexe,
      formule: 'STOCK.TOT.$ = MVT.FIN.$',
      cellules: ['STOCK.TOT.$', 'MVT.FIN.$'],
      message: 'Répartition {$} : {STOCK.TOT.$}, effectif {MVT.FIN.$}.',
    },
    {
      code: 'BA03',
      niveau: 'AVERTISSEMENT',
      pourChaque: parSexe,
      formule: 'MVT.DEB.$ = PRECEDENT(MVT.FIN.$)',
      cellules: ['MVT.DEB.$'],
      message: 'Début {MVT.DEB.$}, fin {periodePrecedente} {PRECEDENT(MVT.FIN.$)}.',
    },
    {
      code: 'BA04',
      niveau: 'AVERTISSEMENT',
      pourChaque: ['MVT.ENT.TOT', 'MVT.SOR.TOT'],
      seuils: { plancher: 10, multiple: 3 },
      formule: '$ <= SEUIL("plancher") OU $ <= SEUIL("multiple") * MOYENNE_MOIS($; 6)',
      cellules: ['$'],
      message: '{$} : {ARRONDI($; 0)}, pour une moyenne de {MOYENNE_MOIS($; 6)}.',
    },
    {
      code: 'BA05',
      niveau: 'AVERTISSEMENT',
      formule: 'GEN.TAUX <= 110',
      cellules: ['GEN.TAUX'],
      message: 'Taux d’occupation de {GEN.TAUX} %.',
    },
    {
      code: 'BA06',
      niveau: 'AVERTISSEMENT',
      pourChaque: activites,
      formule: '$ <= 40 * (MVT.DEB.TOT + MVT.ENT.TOT)',
      cellules: ['$'],
      message: '{$} : {ARRONDI($; 0)} pour {MVT.DEB.TOT} présents.',
    },
    {
      code: 'BA07',
      niveau: 'BLOQUANT',
      pourChaque: rangs(Math.min(mesures.stock, 12)).map((rang) => `STOCK.LIGNE_${rang}.TOT`),
      formule: '$ <= MVT.FIN.TOT',
      cellules: ['$'],
      message: '{$} : {ARRONDI($; 0)} sur {MVT.FIN.TOT}.',
    },
    {
      code: 'BA08',
      niveau: 'INFO',
      formule: 'CUMUL_ANNEE(MVT.SOR.TOT) <= CUMUL_ANNEE(MVT.ENT.TOT)',
      cellules: [],
      message: 'Depuis janvier : {CUMUL_ANNEE(MVT.SOR.TOT)} sorties.',
    },
  ]
}

/** What the author of a model of the bench would have written, in the shape of the real ones. */
export function sourceDe(mesures: Mesures): ModeleSource {
  return {
    code: mesures.code,
    version: 1,
    libelle: `Modèle de mesure ${mesures.code}`,
    periodicite: 'MENSUELLE',
    typesStructure: ['CAU'],
    indicateurs: {
      effectif: 'MVT.FIN.TOT',
      entrees: 'MVT.ENT.TOT',
      sorties: 'MVT.SOR.TOT',
      reference: 'GEN.CHAMP_01',
    },
    sections: [
      { code: 'ID', libelle: 'Identification', type: 'identification' },
      generalites(mesures.champs),
      mouvements(),
      matrice('ENT', 'Entrées par motif', mesures.entrees),
      matrice('SOR', 'Sorties par motif', mesures.sorties),
      matrice('STOCK', 'Répartition', mesures.stock),
      ...mesures.activites.map((nombre, i) =>
        matrice(sections(mesures)[i] ?? '', 'Activité', nombre),
      ),
    ],
    controles: controles(mesures),
  }
}

export function definir(mesures: Mesures): Modele {
  return developperModele(sourceDe(mesures), {})
}

/** The same, ready to compute. */
export function compiler(mesures: Mesures): ModeleCompile {
  return compilerModele(definir(mesures))
}
