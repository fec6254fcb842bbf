import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entetesDe } from './livrer.ts'

const GUIDE = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')

/** What the guide says in a language, as somebody would copy it. */
function extraitDe(langue: string): string {
  const [, extrait] = new RegExp(`\`\`\`${langue}\\n([^]*?)\`\`\``).exec(GUIDE) ?? []
  if (!extrait) throw new Error(`pas d’extrait ${langue}`)
  return extrait
}

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
const CORPS = '{"type":"essai","data":{"nom":"Éléonore"}}'
/** The receiver reads the clock of its machine. */
const ICI = new Date()
const signees = (le = ICI) => entetesDe(SECRET, 'msg_1', CORPS, le)
/** What a receiver must take, and what it must not. */
const CAS = [
  { nom: 'juste', entetes: signees(), corps: CORPS, vient: true },
  { nom: 'un corps changé', entetes: signees(), corps: `${CORPS} `, vient: false },
  {
    nom: 'une autre référence',
    entetes: { ...signees(), 'webhook-id': 'msg_2' },
    corps: CORPS,
    vient: false,
  },
  {
    nom: 'un envoi d’il y a une heure',
    entetes: signees(new Date(ICI.getTime() - 3_600_000)),
    corps: CORPS,
    vient: false,
  },
]

describe('ce que le guide donne pour vérifier une signature', () => {
  it('en JavaScript dit vrai', async () => {
    const { vient } = await import(`data:text/javascript,${encodeURIComponent(extraitDe('js'))}`)
    for (const cas of CAS) {
      expect([cas.nom, vient(SECRET, cas.entetes, cas.corps)]).toEqual([cas.nom, cas.vient])
    }
    const autre = `whsec_${Buffer.alloc(32, 4).toString('base64')}`
    expect(vient(autre, signees(), CORPS)).toBe(false)
  })

  const python = spawnSync('python3', ['--version']).status === 0
  it.skipIf(!python)('en Python dit vrai', () => {
    const suite = `
import json, sys
for cas in json.load(sys.stdin):
    print(json.dumps(vient("${SECRET}", cas["entetes"], cas["corps"])))
`
    const { stdout, stderr } = spawnSync('python3', ['-c', extraitDe('python') + suite], {
      input: JSON.stringify(CAS),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n')).toEqual(CAS.map(({ vient }) => String(vient)))
  })
})
