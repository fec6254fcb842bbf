import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

describe('publiccode.yml', () => {
  const text = read('publiccode.yml')
  const valueOf = (key: string) => new RegExp(`^ *${key}: *"?([^"\\n]*)"?$`, 'm').exec(text)?.[1]

  it.each([
    'publiccodeYmlVersion',
    'name',
    'url',
    'platforms',
    'developmentStatus',
    'softwareType',
    'description',
    'legal',
    'maintenance',
    'localisation',
  ])('porte la clé obligatoire %s', (key) => {
    expect(text).toMatch(new RegExp(`^${key}:`, 'm'))
  })

  it('dit la version du programme, et sa licence', () => {
    expect(valueOf('softwareVersion')).toBe(version)
    expect(valueOf('license')).toBe(JSON.parse(read('package.json')).license)
  })

  it('se tient aux longueurs du standard', () => {
    const short = [...text.matchAll(/shortDescription: "(.*)"$/gm)].map(([, value = '']) => value)
    expect(short).toHaveLength(2)
    for (const value of short) expect(value.length).toBeLessThanOrEqual(150)
    const long = /longDescription: \|\n((?: {6}.*\n|\n)+)/.exec(text)?.[1] ?? ''
    expect(long.length).toBeGreaterThan(150)
  })

  it('montre des images qui existent', () => {
    const shown = [...text.matchAll(/- (docs\/\S+\.png)$/gm)].map(([, path = '']) => path)
    expect(shown.filter((path) => existsSync(join(ROOT, path)))).toHaveLength(3)
  })
})

describe('les conteneurs', () => {
  const dockerfile = read('Dockerfile')
  const compose = read('compose.yaml')

  it('disent qu’ils n’ont pas été essayés', () => {
    for (const text of [dockerfile, compose]) expect(text).toMatch(/^# NON ESSAYÉ/)
  })

  it('ne copient et ne lancent que ce qui existe', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, path = '']) => path)
    const run = [...dockerfile.matchAll(/tools\/[\w.-]+/g)].map(([path]) => path)
    expect(run).toHaveLength(2)
    expect([...copied, ...run].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    // What the archive holds is tried by paquet.test.ts.
    expect(dockerfile).toContain('ENTRYPOINT ["/opt/releve/bin/releve"]\nCMD ["demarrer"]')
    expect(dockerfile).toMatch(/^USER releve$/m)
  })

  it('gardent les secrets hors des images et des sources', () => {
    const secrets = /env_file: (\S+)/.exec(compose)?.[1] ?? ''
    for (const ignored of ['.gitignore', '.dockerignore']) {
      expect(read(ignored).split('\n')).toContain(secrets)
    }
    expect(compose).not.toMatch(/^ *(POSTGRES_PASSWORD|DATABASE_URL):/m)
  })
})

describe('les pages du projet', () => {
  const PAGES = [
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs/exploitation.md',
    'docs/mise-a-jour.md',
  ]

  it.each(PAGES)('%s ne mène qu’à des fichiers qui existent', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, path = '']) => path,
    )
    const lost = links.filter((path) => !existsSync(join(ROOT, dirname(page), path)))
    expect(lost).toEqual([])
  })

  it('le journal des versions connaît la version du programme', () => {
    expect(read('CHANGELOG.md')).toContain(`## [${version}] – `)
  })

  it('les éditeurs reçoivent les mesures de Biome', () => {
    const { indentStyle, indentWidth, lineWidth } = JSON.parse(read('biome.json')).formatter
    const lines = read('.editorconfig').split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `indent_style = ${indentStyle}`,
        `indent_size = ${indentWidth}`,
        `max_line_length = ${lineWidth}`,
      ]),
    )
  })
})
