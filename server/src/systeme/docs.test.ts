import { describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'

const base = await testBase()
const app = await createApp({
  base,
  config: readConfig({ LOG_LEVEL: 'silent', API_PREFIX: '/v1/api' }),
})

describe('la page de l’API', () => {
  it('se lit sous la racine de l’API, avec sa propre politique', async () => {
    const { statusCode, headers, body } = await app.inject('/v1/api/docs')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const politique = String(headers['content-security-policy'])
    expect(politique).toContain("default-src 'none'; script-src 'self';")
    // The policy lets no script of the page run: what it holds is its settings, which are JSON.
    const scripts = [...body.matchAll(/<script ([^>]*)>/g)].map(([, attributs = '']) => attributs)
    expect(scripts).toHaveLength(2)
    for (const attributs of scripts) {
      expect(attributs).toMatch(/src="docs\/scalar\.js"|type="application\/json"/)
    }
    const [, reglages = ''] = /data-configuration='([^']*)'/.exec(body) ?? []
    expect(JSON.parse(reglages)).toMatchObject({ telemetry: false, withDefaultFonts: false })
  })

  it('donne son programme à tous ceux qui le demandent à la fois, le même', async () => {
    const demander = () => app.inject('/v1/api/docs/scalar.js')
    const recus = await Promise.all([demander(), demander(), demander()])
    for (const { statusCode, headers, body } of recus) {
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect(body).toContain('createApiReference')
      expect(headers['etag']).toBe(recus[0].headers['etag'])
    }
    // The site's own policy: only the page asks for another.
    expect(String(recus[0].headers['content-security-policy'])).toContain("script-src 'self'")
  })

  it.each(['/docs', '/docs/scalar.js'])(
    'ne fait que se lire : %s refuse toute autre méthode',
    async (chemin) => {
      for (const method of ['POST', 'DELETE'] as const) {
        const { statusCode, json } = await app.inject({ method, url: `/v1/api${chemin}` })
        expect([statusCode, json().code]).toEqual([404, 'ADRESSE_INCONNUE'])
      }
    },
  )
})
