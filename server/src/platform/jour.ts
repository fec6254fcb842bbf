const LONG = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', dateStyle: 'long' })

/** « 1er avril 2025 ». */
export const jourEnLettres = (jour: string): string =>
  LONG.format(new Date(jour)).replace(/^1 /, '1er ')

/** « 1er avril 2025 à 09:30 (Africa/Dakar) ». */
export function instantEnLettres(instant: Date, timeZone: string): string {
  const jour = new Intl.DateTimeFormat('fr-FR', { timeZone, dateStyle: 'long' }).format(instant)
  const heure = new Intl.DateTimeFormat('fr-FR', { timeZone, timeStyle: 'short' }).format(instant)
  return `${jour.replace(/^1 /, '1er ')} à ${heure} (${timeZone})`
}
