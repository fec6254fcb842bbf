import { type ChildProcess, fork } from 'node:child_process'

/** Of one run: milliseconds, and megabytes of objects. */
export type Limites = { duree: number; memoire: number }

function lancer(programme: URL, memoire: number): ChildProcess {
  return fork(programme, {
    // Neither our options nor our secrets: it works on what others wrote.
    execArgv: [`--max-old-space-size=${memoire}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/**
 * Runs a program of ours in a process of its own, which ends with it: `recevoir` listens to what it
 * says, and fails when it falls. It is killed when it lasts too long, when it is no longer wanted
 * (`arret`), and with us.
 */
export async function lancerAPart<T>(
  programme: URL,
  demande: object,
  {
    limites,
    recevoir,
    arret,
  }: { limites: Limites; recevoir: (enfant: ChildProcess) => Promise<T>; arret?: AbortSignal },
): Promise<T> {
  const enfant = lancer(programme, limites.memoire)
  const tuer = () => void enfant.kill('SIGKILL')
  const delai = setTimeout(tuer, limites.duree)
  process.once('exit', tuer)
  arret?.addEventListener('abort', tuer)
  try {
    const recu = recevoir(enfant)
    if (arret?.aborted) tuer()
    // What cannot be sent is seen by its end.
    enfant.send(demande, () => {})
    return await recu
  } finally {
    clearTimeout(delai)
    process.off('exit', tuer)
    arret?.removeEventListener('abort', tuer)
    tuer()
  }
}
