import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sonde } from './base/sonde.ts'
import { refuseAdresseInconnue } from './http.ts'

const repondre = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n')

/**
 * What whoever watches the service asks by habit, at the root of the site: `/healthz`, whether the
 * process answers; `/readyz`, whether its base does too and takes writes (503 and the refusal's
 * sentence otherwise, as any call). `/metrics` is no page of the site, and not served here: figures
 * have an address of their own (`METRICS_ADDRESS`).
 */
export function mountSondes(app: FastifyInstance, sonder: Sonde): void {
  const method = ['GET', 'HEAD']
  app.route({ method, url: '/healthz', handler: async (_request, reply) => repondre(reply) })
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply) => {
      await sonder()
      return repondre(reply)
    },
  })
  app.route({
    method,
    url: '/metrics',
    handler: async (request, reply) => refuseAdresseInconnue(reply, request.id),
  })
}
