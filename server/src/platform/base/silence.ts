/**
 * Calls `surSilence` after `ms`, unless it is told before that the answer has come. A process that
 * was itself held up (a busy machine, one that was suspended) has heard nothing meanwhile: it reads
 * what has come before it calls that a silence.
 */
export function guetterSilence(ms: number, surSilence: () => void): () => void {
  let relecture: NodeJS.Immediate | undefined
  const minuterie = setTimeout(() => {
    relecture = setImmediate(surSilence)
  }, ms).unref()
  return () => {
    clearTimeout(minuterie)
    clearImmediate(relecture)
  }
}
