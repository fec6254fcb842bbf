import type { FastifyReply } from 'fastify'

const departs = new WeakMap<FastifyReply['raw'], AbortSignal>()

function guetter(raw: FastifyReply['raw']): AbortSignal {
  const depart = new AbortController()
  const dire = () => {
    if (!raw.writableFinished) depart.abort()
  }
  if (raw.closed || raw.destroyed) dire()
  else raw.once('close', dire)
  return depart.signal
}

/**
 * Fires when whoever called has left before the end of his answer: his connection is closed, and
 * what is done for him alone may stop. One signal a call, made when first asked for.
 */
export function departDe({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const depart = departs.get(raw) ?? guetter(raw)
  departs.set(raw, depart)
  return depart
}
