import { type ErreurMetier, erreur } from '../platform/erreur.ts'

const pluriel = (nombre: number, nom: string) => `${nombre} ${nom}${nombre > 1 ? 's' : ''}`

/** So many seconds in words, rounded up to the minute: « 15 minutes », « 1 heure 30 minutes ». */
function attenteEnMots(secondes: number): string {
  const total = Math.ceil(secondes / 60)
  const [heures, minutes] = [Math.floor(total / 60), total % 60]
  const mots = [
    ...(heures > 0 ? [pluriel(heures, 'heure')] : []),
    ...(minutes > 0 ? [pluriel(minutes, 'minute')] : []),
  ]
  return mots.join(' ')
}

/** The refusal of whoever comes before `fin`, with what is left to wait. */
export function refuserAvant(
  code: 'TROP_DE_TENTATIVES' | 'TROP_DE_CODES' | 'TROP_DE_DEMANDES',
  fin: Date,
  maintenant: Date,
): ErreurMetier {
  const attente = Math.max(1, Math.ceil((fin.getTime() - maintenant.getTime()) / 1000))
  return erreur(code, { attente: attenteEnMots(attente) }, { attente })
}
