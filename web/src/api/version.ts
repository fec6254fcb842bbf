/** The version of the site that the server last said that it has; blank: it has said nothing. */
let servie = ''
/** Calls under way that a page which leaves would cut: acts, and files. */
let enCours = 0

/** An answer says which version its server has. */
export function noterVersion(dite: string | null): void {
  if (dite) servie = dite
}

/** A call begins that must end in this page. Returns what says that it has. */
export function commencerAppel(): () => void {
  enCours += 1
  return () => {
    enCours -= 1
  }
}

const dePage = () =>
  document.querySelector<HTMLMetaElement>('meta[name="releve-version"]')?.content ?? ''

/** Whether the server has another version of the site than this page. */
export function estAncienne(): boolean {
  const page = dePage()
  return page !== '' && servie !== '' && servie !== page
}

const PRISE = 'versionPrise'

/** Whether this page may leave: no call that it would cut is under way. */
export const peutPartir = (): boolean => enCours === 0

/**
 * Whether this page gives way to that of the server's version: once for each, for one that comes
 * back as it was, from a worker or another process, stays.
 */
export function prendreVersion(): boolean {
  if (!estAncienne()) return false
  try {
    if (sessionStorage.getItem(PRISE) === servie) return false
    sessionStorage.setItem(PRISE, servie)
    return true
  } catch {
    // No room to note it: a page that left for one that comes back as it was would do so for ever.
    return false
  }
}
