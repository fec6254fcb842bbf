/** Who wants to know, in this process, that a task has just been written. */
const guets = new Set<() => void>()

/** Asks to be told of new tasks; returns what ends it. */
export function guetter(prevenir: () => void): () => void {
  guets.add(prevenir)
  return () => void guets.delete(prevenir)
}

/**
 * Says that a task was written. Its transaction may still run, or fail: only a spur, for tasks are
 * looked for regularly anyway, by every process.
 */
export function annoncer(): void {
  for (const prevenir of guets) prevenir()
}
