/** Lines said together, at most this long after the first of them, in ms: nobody reads faster. */
const DELAI_MS = 200
/** Characters beyond which they are said at once. */
const LOT = 32_768
/** `info`, or less: what can wait. */
const ORDINAIRE = /^\{"level":[123]0,/

/** Where the lines of the log go: standard output, unless a test listens. */
export type FluxLog = { write(ligne: string): void }

/**
 * The log's way to standard output, several lines at a time: a write for each call would cost a fifth
 * of what the platform does for it. What warns is said at once, with what came before it. Nothing
 * is lost when the process ends, unless a signal that cannot be heard ends it.
 */
export function ouvrirSortie(sortie: FluxLog = process.stdout): FluxLog {
  let attente = ''
  let reveil: NodeJS.Timeout | undefined
  let suivie = false
  const dire = () => {
    clearTimeout(reveil)
    reveil = undefined
    const texte = attente
    attente = ''
    if (texte !== '') sortie.write(texte)
  }
  return {
    write(ligne) {
      if (!suivie) process.once('exit', dire)
      suivie = true
      attente += ligne
      if (attente.length > LOT || !ORDINAIRE.test(ligne)) dire()
      else reveil ??= setTimeout(dire, DELAI_MS).unref()
    },
  }
}
