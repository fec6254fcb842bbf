import { arrondir } from '../exact.ts'
import type {
  CelluleAnnuaire,
  Couverture,
  LigneAnnuaire,
  SansVariation,
  TableauAnnuaire,
} from './annuaire.schema.ts'

const MOINS = '\u2212'
const DECIMALES_MAX = 10

/** One formatter per number of decimals: building one costs a hundred times its use. */
const formateurs: Intl.NumberFormat[] = []

/** `1 234,50`: as many decimals as its column shows, none more, none less: figures align. */
export function formaterFixe(valeur: number, decimales: number): string {
  const fixe = Math.min(DECIMALES_MAX, Math.max(0, decimales))
  formateurs[fixe] ??= new Intl.NumberFormat('fr-FR', {
    minimumFractionDigits: fixe,
    maximumFractionDigits: fixe,
  })
  const texte = formateurs[fixe].format(arrondir(Math.abs(valeur), fixe))
  return valeur < 0 && /[1-9]/.test(texte) ? MOINS + texte : texte
}

const compter = (nombre: number, un: string, plusieurs: string) =>
  `${formaterFixe(nombre, 0)} ${nombre < 2 ? un : plusieurs}`

/** « 265 rapports retenus sur 266 reçus, 280 attendus (complétude 95,0 %) ; 28 pas encore dus » */
export function direCouverture(couverture: Couverture): string {
  const { attendus, recus, retenus, completude } = couverture
  const { pasEncoreDus = 0, retenusEnAvance = 0 } = couverture
  const taux = completude === null ? '—' : `${formaterFixe(completude, 1)}\u00a0%`
  const dus = `${compter(retenus, 'rapport retenu', 'rapports retenus')} sur ${compter(recus, 'reçu', 'reçus')}, ${compter(attendus, 'attendu', 'attendus')} (complétude ${taux})`
  if (pasEncoreDus === 0) return dus
  const autres = compter(pasEncoreDus, 'pas encore dû', 'pas encore dus')
  const avance =
    retenusEnAvance > 0 ? `, dont ${compter(retenusEnAvance, 'retenu', 'retenus')}` : ''
  return `${dus}\u202f; ${autres}${avance}`
}

type Masques = { masques: number; chiffres: number }

/** Hidden figures of a table, of all those that it has: what is absent is none. */
export function compterMasques(lignes: readonly LigneAnnuaire[]): Masques {
  const sortes = lignes.flatMap(({ cellules }) => cellules.map(({ sorte }) => sorte))
  const masques = sortes.filter((sorte) => sorte === 'secret').length
  return { masques, chiffres: masques + sortes.filter((sorte) => sorte === 'valeur').length }
}

/** More than half of them. */
export const estTropMasque = ({ masques, chiffres }: Masques): boolean => 2 * masques > chiffres

/** « Plus de la moitié des chiffres de ce tableau sont masqués (7 sur 12). » */
export const direTropMasque = ({ masques, chiffres }: Masques): string =>
  `Plus de la moitié des chiffres de ce tableau sont masqués (${formaterFixe(masques, 0)} sur ${formaterFixe(chiffres, 0)}).`

const BASES = { EFFECTIF: 'de l’effectif', RAPPORTS: 'des rapports' }

/** « sur 83,3 % de l’effectif »: what a variation compares; nothing where that is all. */
export function direPart(
  { part = 100 }: Pick<CelluleAnnuaire & { sorte: 'valeur' }, 'part'>,
  { partDe = 'EFFECTIF' }: Pick<TableauAnnuaire, 'partDe'>,
): string | null {
  return part < 100 ? `sur ${formaterFixe(part, 1)}\u00a0% ${BASES[partDe]}` : null
}

/** Why a variation is not given, for whoever asks what its sign stands for. */
export const LIBELLES_SANS_VARIATION: Record<SansVariation, string> = {
  PART: 'Trop peu est comparable\u00a0: des rapports attendus manquent',
  UNE_STRUCTURE: 'Ce qui est comparable vient d’une seule structure',
  PARTIEL: 'Un rapport retenu ne donne pas ce chiffre',
  SECRET: 'Secret statistique',
  SANS_RAPPORTS: 'Les rapports de l’année d’avant ne sont pas connus un à un',
}

/**
 * Whether the year before has figures in the column of this rank: a first annuaire has nothing to
 * be compared with.
 */
export const estAComparer = (
  { comparees, colonnes, lignes }: Pick<TableauAnnuaire, 'comparees' | 'colonnes' | 'lignes'>,
  rang: number,
): boolean =>
  comparees.includes(colonnes[rang]?.code ?? '') &&
  lignes.some(({ cellules }) => {
    const cellule = cellules[rang]
    if (!cellule || cellule.sorte === 'texte') return false
    return cellule.nMoins1 !== undefined && cellule.nMoins1.sorte !== 'absent'
  })
