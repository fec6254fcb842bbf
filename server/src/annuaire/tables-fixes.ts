import type {
  CelluleAnnuaire,
  Chiffre,
  ColonneAnnuaire,
  Couverture,
  LigneAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import {
  type ChiffresLus,
  type Comparaison,
  comparer,
  nomDeSerie,
  nomDuChiffre,
  noteDesVariations,
  secretsDe,
  variationDe,
} from './composer.ts'
import { couvertureDe, type SerieFaite, sommer } from './mission.ts'
import { SERIES } from './plan.ts'
import type { Code, Terrain } from './resoudre.ts'
import type { CouvertureDuMois, StructureDuRepertoire } from './retenus.sql.ts'

/** Tables that come from elsewhere than the cells of forms: coverage, directory, series. */

const nombre = (valeur: number): Chiffre => ({ sorte: 'valeur', valeur })
const ABSENT: Chiffre = { sorte: 'absent', raison: 'NON_CALCULABLE' }
const texte = (valeur: string): CelluleAnnuaire => ({ sorte: 'texte', texte: valeur })

const colonne = (
  code: string,
  libelle: string,
  reste: Partial<ColonneAnnuaire> = {},
): ColonneAnnuaire => ({
  code,
  libelle,
  sorte: 'nombre',
  decimales: 0,
  total: false,
  variation: 'POURCENT',
  ...reste,
})

const TAUX = { unite: '%', decimales: 1, variation: 'POINTS' } as const
const COMPTES: ColonneAnnuaire[] = [
  colonne('ATTENDUS', 'Attendus'),
  colonne('RECUS', 'Reçus'),
  colonne('ATEMPS', 'Reçus à l’échéance'),
  colonne('RETENUS', 'Retenus'),
  colonne('COMPLETUDE', 'Complétude', TAUX),
  colonne('PROMPTITUDE', 'Promptitude', TAUX),
]

function cellulesDe(c: Couverture): CelluleAnnuaire[] {
  const taux = (valeur: number | null) => (valeur === null ? ABSENT : nombre(valeur))
  return [
    ...[c.attendus, c.recus, c.aTemps, c.retenus].map(nombre),
    taux(c.completude),
    taux(c.promptitude),
  ]
}

/** The tables that no plan makes. */
export const TITRES_FIXES = {
  'T0.1': (annee: number) => `Couverture de la collecte en ${annee}, par modèle de rapport`,
  'T0.2': (annee: number) => `Couverture de la collecte en ${annee}, par mois`,
  'T1.1': (annee: number) => `Structures ouvertes au 31 décembre ${annee}, par type et par région`,
  'T1.2': () => 'Répertoire des structures',
  'T8.1': (annee: number) => `Principaux chiffres, de ${annee - 4} à ${annee}`,
} as const

const ligne = (
  code: string,
  libelle: string,
  cellules: CelluleAnnuaire[],
  sorte: LigneAnnuaire['sorte'] = 'detail',
): LigneAnnuaire => ({ code, libelle, niveau: 0, sorte, cellules })

type Entete = Pick<TableauAnnuaire, 'code' | 'titre' | 'entete' | 'colonnes' | 'lignes'> &
  Partial<TableauAnnuaire>

const tableau = (entete: Entete): TableauAnnuaire => ({
  source: 'Suivi de la collecte',
  champ: 'Rapports attendus',
  note: null,
  unite: 'rapports',
  groupes: [],
  comparees: [],
  couverture: null,
  graphique: null,
  secrets: 0,
  ...entete,
})

/** What is expected and not due yet counts in no rate: it is said. */
function notePasDus({ pasEncoreDus = 0, retenusEnAvance = 0 }: Couverture): string | null {
  if (pasEncoreDus === 0) return null
  const dits = `${pasEncoreDus} rapports de plus ne sont pas encore dus\u00a0: ils ne comptent ni parmi les attendus, ni parmi les reçus.`
  if (retenusEnAvance === 0) return dits
  return `${dits} ${retenusEnAvance} d’entre eux sont déjà retenus dans les autres tableaux.`
}

/** Chapter 0: what was expected, received, counted. */
export function tableauxDeCouverture(
  mois: readonly CouvertureDuMois[],
  annee: number,
  modeles: Readonly<Record<string, string>>,
): TableauAnnuaire[] {
  const codes = [...new Set(mois.map(({ modele }) => modele))]
  const ensemble = sommer(mois)
  const total = ligne('TOT', 'Ensemble', cellulesDe(ensemble), 'total')
  const note = notePasDus(ensemble)
  const parModele = codes.map((code) =>
    ligne(code, modeles[code] ?? code, cellulesDe(sommer(mois.filter((m) => m.modele === code)))),
  )
  const parMois = MOIS.map((nom, i) => {
    const siens = mois.filter(({ rang }) => rang % 12 === i)
    return ligne(
      `M${String(i + 1).padStart(2, '0')}`,
      LIBELLES_MOIS[nom],
      cellulesDe(sommer(siens)),
    )
  })
  return [
    tableau({
      code: 'T0.1',
      note,
      titre: TITRES_FIXES['T0.1'](annee),
      entete: 'Modèle',
      colonnes: COMPTES,
      lignes: [...parModele, total],
    }),
    tableau({
      code: 'T0.2',
      note,
      titre: TITRES_FIXES['T0.2'](annee),
      entete: 'Mois',
      colonnes: COMPTES,
      lignes: [...parMois, total],
      graphique: {
        sorte: 'courbe',
        titre: `Complétude et promptitude en ${annee}`,
        colonnes: ['COMPLETUDE', 'PROMPTITUDE'],
      },
    }),
  ]
}

/** The coverage of each model, month by month. */
export function couverturesParModele(
  mois: readonly CouvertureDuMois[],
  modeles: Readonly<Record<string, string>>,
) {
  return [...new Set(mois.map(({ modele }) => modele))].map((modele) => {
    const siens = mois.filter((m) => m.modele === modele)
    return {
      ...sommer(siens),
      modele,
      libelle: modeles[modele] ?? modele,
      mois: siens.map((m) => ({ ...couvertureDe(m), mois: MOIS[m.rang % 12] ?? 'JANUARY' })),
    }
  })
}

const libelleDe = (liste: readonly Code[] | undefined, code: string) =>
  liste?.find((valeur) => valeur.code === code)?.libelle ?? code

/** Chapter 1: how many structures of each type in each region, then each of them. */
export function tableauxDuRepertoire(
  structures: readonly StructureDuRepertoire[],
  { annee, listes }: Terrain,
  seule: { ouvertes: readonly StructureDuRepertoire[] },
): TableauAnnuaire[] {
  const avantes = structures.map((s) => ({ ...s, type: s.typeAvant, region: s.regionAvant }))
  const citees = [...structures, ...avantes.filter(({ enFinAvant }) => enFinAvant)]
  const regions = (listes['REGION'] ?? []).filter(({ code }) =>
    citees.some((s) => s.region === code),
  )
  const types = (listes['TYPE_STRUCTURE'] ?? []).filter(({ code }) =>
    citees.some((s) => s.type === code),
  )
  const compter = (type: string | null, region: string | null): CelluleAnnuaire => {
    const est = (s: StructureDuRepertoire) =>
      (type ?? s.type) === s.type && (region ?? s.region) === s.region
    const [apres, avant] = [
      nombre(structures.filter((s) => s.enFin && est(s)).length),
      nombre(avantes.filter((s) => s.enFinAvant && est(s)).length),
    ]
    return { ...apres, nMoins1: avant, variation: variationDe(apres, avant, false) }
  }
  const cellules = (type: string | null) => [
    ...regions.map(({ code }) => compter(type, code)),
    compter(type, null),
  ]
  return [
    tableau({
      code: 'T1.1',
      titre: TITRES_FIXES['T1.1'](annee),
      source: 'Répertoire des structures',
      champ: 'Structures ouvertes ce jour-là',
      unite: 'structures',
      entete: 'Type de structure',
      colonnes: [
        ...regions.map(({ code, libelle }) => colonne(code, libelle)),
        colonne('TOT', 'Ensemble', { total: true }),
      ],
      lignes: [
        ...types.map(({ code, libelle }) => ligne(code, libelle, cellules(code))),
        ligne('TOT', 'Ensemble', cellules(null), 'total'),
      ],
      comparees: ['TOT'],
      graphique: {
        sorte: 'barres',
        titre: 'Structures par type',
        colonnes: ['TOT'],
      },
    }),
    tableau({
      code: 'T1.2',
      titre: TITRES_FIXES['T1.2'](),
      source: 'Répertoire des structures',
      champ: `Structures ouvertes au moins un jour en ${annee}`,
      unite: '',
      entete: 'Code',
      colonnes: [
        colonne('NOM', 'Nom', { sorte: 'texte' }),
        colonne('TYPE', 'Type', { sorte: 'texte' }),
        colonne('REGION', 'Région', { sorte: 'texte' }),
        colonne('CONTACT', 'Contact', { sorte: 'texte' }),
        colonne('CAPACITE', 'Capacité', { unite: 'places' }),
      ],
      lignes: seule.ouvertes.map((s) => ({
        ...ligne(s.code, s.code, [
          texte(s.libelle),
          texte(libelleDe(listes['TYPE_STRUCTURE'], s.type)),
          texte(libelleDe(listes['REGION'], s.region)),
          texte(s.contact),
          s.capacite === null ? { sorte: 'absent', raison: 'SANS_OBJET' } : nombre(s.capacite),
        ]),
        ...(s.dateFermeture?.startsWith(String(annee)) && {
          note: `Fermée le ${s.dateFermeture.split('-').toReversed().join('/')}`,
        }),
      })),
    }),
  ]
}

/** Figures by year, then by series. */
export type Series = ReadonlyMap<number, ReadonlyMap<string, Chiffre>>

const NOTE_SERIES = 'Les années dont l’annuaire est arrêté gardent ses chiffres.'

/** Chapter 8: five years of a few national figures; the last one is compared as it is elsewhere. */
export function tableauDesSeries(
  series: Series,
  annee: number,
  {
    faites,
    ...comparaison
  }: Pick<Comparaison, 'egaux' | 'partComparable'> & {
    faites: readonly SerieFaite[]
  },
): TableauAnnuaire {
  const annees = [4, 3, 2, 1, 0].map((recul) => annee - recul)
  const lire = (de: number, code: string): Chiffre =>
    series.get(de)?.get(code) ?? { sorte: 'absent', raison: 'NON_RECU' }
  const lignes = SERIES.map(({ code, libelle, unite }) =>
    ligne(
      code,
      `${libelle} (${unite})`,
      annees.map((de): CelluleAnnuaire => {
        const chiffre = lire(de, code)
        if (de === annees[0]) return chiffre
        const avant = lire(de - 1, code)
        if (de !== annee) return { ...chiffre, nMoins1: avant, variation: null }
        const etendue = faites.find((faite) => faite.code === code)?.etendue ?? null
        const aComparer = { chiffre, avant, nom: nomDeSerie(code), etendue, enPoints: false }
        return { ...chiffre, ...comparer(aComparer, comparaison) }
      }),
    ),
  )
  return tableau({
    code: 'T8.1',
    titre: TITRES_FIXES['T8.1'](annee),
    source: 'Rapports retenus de chaque année',
    champ: 'Ensemble des structures',
    note: [NOTE_SERIES, noteDesVariations(lignes)].filter(Boolean).join(' '),
    partDe: 'EFFECTIF',
    unite: '',
    entete: 'Indicateur',
    colonnes: annees.map((de) => colonne(`A${de}`, String(de))),
    lignes,
    comparees: [`A${annee}`],
    graphique: null,
    ...secretsDe(lignes),
  })
}

/** The series of a year as another annuaire tells them. */
export function seriesLues(chiffres: ChiffresLus, annee: number): Map<string, Chiffre> | null {
  const lues = SERIES.flatMap(({ code }): [string, Chiffre][] => {
    const chiffre = chiffres[nomDuChiffre('T8.1', code, `A${annee}`)]
    return chiffre ? [[code, chiffre]] : []
  })
  return lues.length > 0 ? new Map(lues) : null
}
