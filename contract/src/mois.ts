/** Les douze mois, dans l'ordre, tels que l'API les nomme. */
export const MOIS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const
export type Mois = (typeof MOIS)[number]

/** Un mois d'une année : ce que décrit un rapport. */
export type Periode = { mois: Mois; annee: number }

export const LIBELLES_MOIS: Record<Mois, string> = {
  JANUARY: 'Janvier',
  FEBRUARY: 'Février',
  MARCH: 'Mars',
  APRIL: 'Avril',
  MAY: 'Mai',
  JUNE: 'Juin',
  JULY: 'Juillet',
  AUGUST: 'Août',
  SEPTEMBER: 'Septembre',
  OCTOBER: 'Octobre',
  NOVEMBER: 'Novembre',
  DECEMBER: 'Décembre',
}

/** Months since year 0: consecutive months have consecutive ranks, whatever the year. */
export function rangDe({ mois, annee }: Periode): number {
  return annee * 12 + MOIS.indexOf(mois)
}

/** The inverse of `rangDe`. */
export function periodeDe(rang: number): Periode {
  return { mois: MOIS[rang % 12] as Mois, annee: Math.floor(rang / 12) }
}

/** `2025-03`: the month in ISO 8601, the key under which other forms' values travel. */
export function isoDe({ mois, annee }: Periode): string {
  return `${annee}-${String(MOIS.indexOf(mois) + 1).padStart(2, '0')}`
}

/** The inverse of `isoDe`. */
export function periodeDIso(iso: string): Periode {
  return periodeDe(Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1)
}

const ORDINAUX = ['', '1er', '2e', '3e', '4e']

/** « de mars à août 2026 », « de décembre 2025 à février 2026 ». */
function etendue(periode: Periode, couverts: number): string {
  const premier = periodeDe(rangDe(periode) - couverts + 1)
  const memeAnnee = premier.annee === periode.annee
  const debut = memeAnnee ? LIBELLES_MOIS[premier.mois].toLowerCase() : libellePeriode(premier)
  return `${avecDe(debut)} à ${libellePeriode(periode)}`
}

/** Which quarter, half or year of its year ends with this month; null: none of that length does. */
export function numeroCalendaire({ mois }: Periode, couverts: number): number | null {
  const dernier = MOIS.indexOf(mois) + 1
  return dernier % couverts === 0 ? dernier / couverts : null
}

/**
 * Ce qu’un rapport décrit, dans une phrase, sans majuscule : « mars 2025 », ou, s’il couvre plusieurs
 * mois, « le 3e trimestre 2026 », « le 1er semestre 2026 », « l’année 2026 », « de mars à août 2026 ».
 */
export function libellePeriode(periode: Periode, couverts = 1): string {
  const { mois, annee } = periode
  if (couverts === 1) return `${LIBELLES_MOIS[mois].toLowerCase()} ${annee}`
  const numero = numeroCalendaire(periode, couverts)
  if (numero === null) return etendue(periode, couverts)
  if (couverts === 12) return `l’année ${annee}`
  const nom = { 3: 'trimestre', 6: 'semestre' }[couverts]
  return nom ? `le ${ORDINAUX[numero]} ${nom} ${annee}` : etendue(periode, couverts)
}

/** Ce que ces rapports d’un mois décrivent : « septembre 2026, le 3e trimestre 2026 ». */
export const libellePeriodes = (periode: Periode, couverts: readonly number[]): string =>
  (couverts.length > 0 ? couverts : [1]).map((n) => libellePeriode(periode, n)).join(', ')

/** What names it: « Mois », or « Période » where a report covers several. */
export const motDeDuree = (couverts: number): string => (couverts === 1 ? 'Mois' : 'Période')

/** Ce que décrit un rapport d’une liste, d’un écran ou d’un courriel. */
export const libelleFormulaire = (f: Periode & { modele: { moisCouverts: number } }): string =>
  libellePeriode(f, f.modele.moisCouverts)

/** « depuis mars 2025 », « depuis le 3e trimestre 2026 », « depuis la période de mars à août 2026 ». */
export const avecDepuis = (nom: string): string =>
  `depuis ${nom.startsWith('de ') || nom.startsWith('d’') ? `la période ${nom}` : nom}`

/** « en mars 2025 », « au 3e trimestre 2026 », « dans l’année 2026 », « de mars à août 2026 ». */
export function avecEn(nom: string): string {
  if (nom.startsWith('le ')) return `au ${nom.slice(3)}`
  if (nom.startsWith('l’')) return `dans ${nom}`
  return nom.startsWith('de ') || nom.startsWith('d’') ? nom : `en ${nom}`
}

/** « Le mois de mars 2025 n’est pas terminé », « L’année 2026 n’est pas terminée ». */
export function direNonTermine(periode: string): string {
  if (periode.startsWith('l’')) return `L${periode.slice(1)} n’est pas terminée`
  if (periode.startsWith('le ')) return `L${periode.slice(1)} n’est pas terminé`
  const etendu = periode.startsWith('de ') || periode.startsWith('d’')
  return etendu
    ? `La période ${periode} n’est pas terminée`
    : `Le mois ${avecDe(periode)} n’est pas terminé`
}

/** « de mars 2025 », « d’avril 2025 », « du 3e trimestre 2026 » : le mot qui suit commande le lien. */
export function avecDe(nom: string): string {
  if (nom.startsWith('le ')) return `du ${nom.slice(3)}`
  if (nom.startsWith('de ') || nom.startsWith('d’')) return nom
  return /^[aeiouyéèêàâîôû]/i.test(nom) ? `d’${nom}` : `de ${nom}`
}

/** Number of days of the month. */
export function nbJours({ mois, annee }: Periode): number {
  return new Date(Date.UTC(annee, MOIS.indexOf(mois) + 1, 0)).getUTCDate()
}
