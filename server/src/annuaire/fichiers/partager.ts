/** Works under way, by key: whoever asks for the same one waits for the same result. */
const enCours = new Map<
  string,
  { resultat: Promise<unknown>; attendus: number; arret: AbortController }
>()

/** Rejects when `arret` says so; never otherwise. */
function renoncement(arret: AbortSignal): Promise<never> {
  return new Promise((_, refuser) => {
    const dire = () => refuser(new Error('arrêté', { cause: arret.reason }))
    if (arret.aborted) dire()
    else arret.addEventListener('abort', dire, { once: true })
  })
}

/**
 * Does a work once for all who ask for it at the same time. Whoever gives up (`arret`) leaves the
 * others to it; the last one stops it.
 */
export async function partager<T>(
  cle: string,
  arret: AbortSignal,
  faire: (arret: AbortSignal) => Promise<T>,
): Promise<T> {
  const deja = enCours.get(cle)
  const travail = deja ?? lancer(cle, faire)
  travail.attendus += 1
  const renonce = renoncement(arret)
  renonce.catch(() => {})
  try {
    // What is under a key is what its only caller makes there.
    return (await Promise.race([travail.resultat, renonce])) as T
  } finally {
    travail.attendus -= 1
    if (travail.attendus === 0) travail.arret.abort()
  }
}

function lancer<T>(cle: string, faire: (arret: AbortSignal) => Promise<T>) {
  const arret = new AbortController()
  const resultat = faire(arret.signal).finally(() => {
    if (enCours.get(cle) === travail) enCours.delete(cle)
  })
  resultat.catch(() => {})
  const travail = { resultat, attendus: 0, arret }
  enCours.set(cle, travail)
  arret.signal.addEventListener('abort', () => {
    if (enCours.get(cle) === travail) enCours.delete(cle)
  })
  return travail
}
