// Days and their words, written apart from the platform's own: a reference that shared them would
// agree with their faults. A day is `AAAA-MM-JJ`; a month is counted from January of year 0.

const MOIS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]

const deux = (n: number): string => String(n).padStart(2, '0')
const dateDe = (jour: string): Date => new Date(`${jour}T00:00:00Z`)

export function plus(jour: string, nombre: number): string {
  const date = dateDe(jour)
  date.setUTCDate(date.getUTCDate() + nombre)
  return date.toISOString().slice(0, 10)
}

export const ecart = (du: string, au: string): number =>
  Math.round((dateDe(au).getTime() - dateDe(du).getTime()) / 86_400_000)

export const moisDuJour = (jour: string): number =>
  Number(jour.slice(0, 4)) * 12 + Number(jour.slice(5, 7)) - 1

export const premierDu = (mois: number): string =>
  `${Math.floor(mois / 12)}-${deux((mois % 12) + 1)}-01`

export const dernierDu = (mois: number): string => plus(premierDu(mois + 1), -1)

export function estOuvre(jour: string, feries: ReadonlySet<string>): boolean {
  const semaine = dateDe(jour).getUTCDay()
  return semaine >= 1 && semaine <= 5 && !feries.has(jour) && !feries.has(jour.slice(5))
}

/** This day, or the nearest working one: after it, or before. */
export function ouvre(jour: string, feries: ReadonlySet<string>, pas: 1 | -1): string {
  let un = jour
  while (!estOuvre(un, feries)) un = plus(un, pas)
  return un
}

/** « 1er octobre 2026 » */
export function enLettres(jour: string): string {
  const [annee, mois, quantieme] = jour.split('-').map(Number)
  return `${quantieme === 1 ? '1er' : quantieme} ${MOIS[(mois ?? 1) - 1]} ${annee}`
}

/** « octobre 2026 », « le 4e trimestre 2026 », « l’année 2026 »: what ends with this month. */
export function nommer(mois: number, couverts: number): string {
  const [annee, rang] = [Math.floor(mois / 12), mois % 12]
  if (couverts === 12) return `l’année ${annee}`
  if (couverts === 1) return `${MOIS[rang]} ${annee}`
  const trimestre = (rang + 1) / 3
  return `le ${trimestre === 1 ? '1er' : `${trimestre}e`} trimestre ${annee}`
}

/** « d’octobre 2026 », « du 4e trimestre 2026 », « de l’année 2026 » */
export function duNom(nom: string): string {
  if (nom.startsWith('le ')) return `du ${nom.slice(3)}`
  return /^[aeiouyéâ]/i.test(nom) ? `d’${nom}` : `de ${nom}`
}
