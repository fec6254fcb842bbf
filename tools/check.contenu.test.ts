import { describe, expect, it } from 'vitest'
import { ascii } from './rules/ascii.ts'
import { budgets } from './rules/budgets.ts'
import { faults, notes } from './rules/fixture.ts'
import { glossary } from './rules/glossary.ts'
import { hygiene } from './rules/hygiene.ts'
import { layout } from './rules/layout.ts'
import { lockfile } from './rules/lockfile.ts'
import { migrations, sealOf } from './rules/migrations.ts'
import { pieces } from './rules/pieces.ts'
import { typography } from './rules/typography.ts'
import { words } from './rules/words.ts'

describe('noms sans accent', () => {
  it.each([
    ['un chemin', 'contract/src/été.ts', 'export const a = 1'],
    ['un identifiant', 'contract/src/a.ts', 'export const été = 1'],
    ['une clé', 'contract/src/a.ts', 'export const a = { été: 1 }'],
    ['un nom SQL', 'server/migrations/0001-a.sql', 'create table été (id integer);'],
  ])('refuse %s accentué', (_, path, text) => {
    expect(faults(ascii, { [path]: text })).not.toEqual([])
  })

  it('admet les accents des textes et des commentaires', () => {
    const files = {
      'contract/src/a.ts': "// été\nexport const a = 'été'",
      'server/migrations/0001-a.sql': "-- été\nselect 'l''été';\n",
    }
    expect(faults(ascii, files)).toEqual([])
  })
})

describe('budgets', () => {
  const lignes = (count: number): string => 'f()\n'.repeat(count)
  it('note un fichier long, ou une fonction longue, sans les refuser', () => {
    expect(faults(budgets, { 'web/src/a.ts': lignes(301) })).toEqual([])
    expect(notes(budgets, { 'web/src/a.ts': lignes(301) })).toEqual(['web/src/a.ts:0 301 lignes'])
    const longue = `function g() {\n${lignes(39)}}\n`
    expect(notes(budgets, { 'web/src/a.ts': longue })).toHaveLength(1)
    expect(notes(budgets, { 'web/src/a.test.ts': longue })).toEqual([])
  })

  it('refuse une ligne de plus de 100 signes, hors textes et adresses', () => {
    expect(faults(budgets, { 'web/src/a.ts': `// ${'mot '.repeat(25)}` })).toHaveLength(1)
    expect(faults(budgets, { 'web/src/a.ts': `const a = '${'mot '.repeat(25)}'` })).toEqual([])
  })
})

describe('migrations scellées', () => {
  const path = 'server/migrations/0001-socle.sql'
  const text = 'select 1;\n'
  const sceau = {
    'server/migrations/empreintes.json': JSON.stringify({
      '0001-socle.sql': sealOf({ path, text }),
    }),
  }

  it('admet une migration scellée et intacte', () => {
    expect(faults(migrations, { [path]: text, ...sceau })).toEqual([])
  })

  it.each([
    ['modifiée', { [path]: 'select 2;\n', ...sceau }],
    ['retirée', { ...sceau }],
    ['non scellée', { [path]: text }],
    ['hors de la suite', { [path]: text, ...sceau, 'server/migrations/0003-b.sql': text }],
  ])('refuse une migration %s', (_, files) => {
    expect(faults(migrations, files)).not.toEqual([])
  })
})

describe('paquets verrouillés', () => {
  const verrou = (packages: object): string[] =>
    faults(lockfile, { 'package-lock.json': JSON.stringify({ packages }) })
  const integrity = 'sha512-a'
  const natif = { version: '1.0.0', integrity, optionalDependencies: { 'a-linux-x64': '1.0.0' } }

  it.each([
    ['sans le binaire d’une plateforme', { 'node_modules/a': natif }],
    [
      'qui nomme un registre',
      { 'node_modules/a': { integrity, resolved: 'https://exemple.fr/a.tgz' } },
    ],
    ['dont un paquet lance un script', { 'node_modules/a': { integrity, hasInstallScript: true } }],
    ['dont un paquet n’a pas d’empreinte', { 'node_modules/a': { version: '1.0.0' } }],
    ['dont une version n’est pas exacte', { '': { dependencies: { a: '^1.0.0' } } }],
  ])('refuse un verrou %s', (_, packages) => {
    expect(verrou(packages)).toHaveLength(1)
  })

  it('admet un verrou complet, et trouve un binaire là où Node le chercherait', () => {
    const binaire = { version: '1.0.0', integrity, optional: true }
    expect(verrou({ 'node_modules/a': natif, 'node_modules/a-linux-x64': binaire })).toEqual([])
    const dedans = 'node_modules/b/node_modules/a'
    expect(verrou({ [dedans]: natif, 'node_modules/a-linux-x64': binaire })).toEqual([])
    expect(verrou({ [dedans]: natif, [`${dedans}-linux-x64`]: binaire })).toEqual([])
    expect(
      verrou({ [dedans]: natif, 'node_modules/c/node_modules/a-linux-x64': binaire }),
    ).toHaveLength(1)
  })
})

describe('pièces de la maison', () => {
  it.each([
    ['un dossier utils', 'web/src/utils/a.ts', 'f()'],
    ['un dossier hooks', 'web/src/formulaire/hooks/a.ts', 'f()'],
    ['un « export * »', 'contract/src/a.ts', "export * from './b.ts'"],
    ['un index', 'contract/src/modele/index.ts', 'f()'],
    ['un écran qui règle une pièce de ui', 'web/src/a/a.css', '.a > .ui-bouton {\n}'],
    ['ce qui se cache d’une autre façon', 'web/src/ui/A.css', '.ui-a {\nclip-path: inset(50%);'],
  ])('refuse %s', (_, path, text) => {
    expect(faults(layout, { [path]: text })).toHaveLength(1)
  })

  it('laisse une pièce se régler elle-même, et cacher la seule façon de le faire', () => {
    const files = {
      'web/src/ui/A.css': '.ui-a > .ui-bouton {\n}',
      'web/src/ui/Invisible.css': '.ui-invisible {\nclip-path: inset(50%);\n}',
    }
    expect(faults(layout, files)).toEqual([])
  })

  it('refuse deux décisions du même numéro', () => {
    const files = { 'docs/decisions/0001-un.md': '', 'docs/decisions/0002-deux.md': '' }
    expect(faults(layout, files)).toEqual([])
    expect(faults(layout, { ...files, 'docs/decisions/0002-trois.md': '' })).toHaveLength(1)
  })
})

describe('morceaux', () => {
  const lire = (chemin: string) => `import { a } from '${chemin}'\na()\n`

  it('note un fichier qui n’a qu’un lecteur, de son dossier', () => {
    const files = {
      'web/src/a/morceau.ts': 'export const a = 1\n',
      'web/src/a/APage.tsx': lire('./morceau.ts') + lire('../ui/seul.ts'),
      'web/src/a/morceau.test.ts': lire('./morceau.ts'),
      'web/src/ui/seul.ts': 'export const a = 1\n',
    }
    expect(notes(pieces, files)).toEqual([
      expect.stringContaining('3 fichiers, dont 1 (33,3 %'),
      'web/src/a/morceau.ts:0 n’a que APage.tsx',
    ])
    expect(faults(pieces, files)).toEqual([])
  })

  it('refuse un dossier qui en a trop : un cinquième en tout, un quart à l’écran de saisie', () => {
    /** Forty files; each of the first `seuls` is read by one file more, beside it. */
    const dossier = (ou: string, seuls: number) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, rang) => [
          `${ou}${rang}.ts`,
          rang >= 40 - seuls ? lire(`./${rang - 40 + seuls}.ts`) : 'export const a = 1\n',
        ]),
      )
    expect(faults(pieces, dossier('web/src/a/', 8))).toEqual([])
    expect(faults(pieces, dossier('web/src/a/', 9))).toEqual([
      expect.stringContaining('production:0 22,5 % des fichiers'),
    ])
    const saisie = 'web/src/formulaire/saisie/'
    expect(faults(pieces, dossier(saisie, 11))).toContainEqual(
      expect.stringContaining(`${saisie}:0 27,5 % des fichiers`),
    )
  })
})

describe('typographie', () => {
  const ecrit = (texte: string) =>
    JSON.stringify(texte).replaceAll('\u00a0', '\\u00a0').replaceAll('\u202f', '\\u202f')
  const dans = (texte: string): string[] =>
    faults(typography, { 'web/src/a/a.textes.ts': `export const T = ${ecrit(texte)}` })

  it.each([
    'Continuer ?',
    'Continuer?',
    'Attention !',
    'Oui ; non',
    'Erreur : vide',
    'Erreur: vide',
    'Le code « A »',
    'Le code «A»',
    "L'effectif",
    'Patientez...',
    'Loading',
  ])('refuse « %s »', (texte) => {
    expect(dans(texte)).not.toEqual([])
  })

  it.each([
    'Continuer\u202f?',
    'Oui\u202f; non',
    'Erreur\u00a0: vide',
    'Le code «\u00a0A\u00a0»',
    'L’effectif à 14:32',
    '/formulaire/lire/{numero}',
  ])('admet « %s »', (texte) => {
    expect(dans(texte)).toEqual([])
  })

  it('lit aussi les phrases qui ne sont pas dans un catalogue, mais ni les requêtes ni les formules', () => {
    const ailleurs = (texte: string): string[] => {
      const litteral = JSON.stringify(texte).replaceAll('\u00a0', '\\u00a0')
      return faults(typography, { 'server/src/a/a.ts': `export const t = ${litteral}` })
    }
    for (const faux of [
      'Une case est vide : complétez-la.',
      "L'effectif manque",
      'Le code « A »',
    ]) {
      expect([faux, ailleurs(faux)]).not.toEqual([faux, []])
    }
    const justes = ['Une case est vide\u00a0: complétez-la.', 'select a ; b', 'été {SI(A; 1; 2)}']
    expect(justes.flatMap(ailleurs)).toEqual([])
  })

  it.each([
    ['elle-même', '\u00a0'],
    ['elle-même, fine', '\u202f'],
    ['en majuscules', '\\u00A0'],
    ['en majuscules, fine', '\\u202F'],
  ])('refuse une espace insécable écrite %s, sinon dans un commentaire', (_, espace) => {
    const texte = `// Ainsi${espace}: là\nexport const t = 'x${espace}y'\n`
    expect(faults(typography, { 'contract/src/a.test.ts': texte })).toHaveLength(1)
    expect(faults(typography, { 'contract/src/a.ts': texte })[0]).toMatch(/:2 /)
  })

  it('admet un texte donné, marqué [S]', () => {
    const text = "export const T = 'Something went wrong, l\\'error !' // [S]\n"
    expect(faults(typography, { 'web/src/a/a.textes.ts': text })).toEqual([])
  })
})

describe('mots du glossaire', () => {
  const GLOSSAIRE = '| Rapport | `formulaire` | `rapport`, `monthlyReport` |\n'
  it.each([
    'const rapport = 1',
    'function listRapports() {}',
    'type RapportMensuel = string',
    'type T = { rapport_id: number }',
    'const monthlyReport = 1',
  ])('refuse « %s »', (text) => {
    expect(faults(glossary, { 'GLOSSAIRE.md': GLOSSAIRE, 'web/src/a.ts': text })).toHaveLength(1)
  })

  it('admet le mot dans un texte, et chez les autres', () => {
    const text = "const a = lib.rapport('le rapport')"
    expect(faults(glossary, { 'GLOSSAIRE.md': GLOSSAIRE, 'web/src/a.ts': text })).toEqual([])
  })

  it('refuse un glossaire absent', () => {
    expect(faults(glossary, {})).toHaveLength(1)
  })
})

describe('mots nouveaux', () => {
  const dites = (files: Record<string, string>) =>
    faults(words, {
      'GLOSSAIRE.md': '| Rapports, un par mois | `formulaire`, `listeDeCodes` | `rapport` |\n',
      'tools/rules/mots.txt': 'list\n',
      ...files,
    })

  it.each([
    'export const listMachins = 1',
    'function machin() {}',
    'export type ListMachin = string',
    'interface Machin { a: string }',
    'const formulaires = 1, machin = 2',
  ])('refuse « %s » : le mot n’est dit nulle part', (texte) => {
    expect(dites({ 'web/src/a.ts': `${texte}\nexport const list = 1\n` })).toHaveLength(1)
  })

  it('admet les mots du glossaire et ceux de la liste, dans tout ordre, au pluriel aussi', () => {
    const texte = 'export const listFormulaires = 1\nexport type CodesDeFormulaire = string\n'
    expect(dites({ 'server/src/a.ts': texte })).toEqual([])
  })

  it('ne lit ni les essais, ni ce qui est dans une fonction', () => {
    const texte = 'export function list() { const machin = 1; return machin }\n'
    expect(dites({ 'web/src/a.ts': texte, 'web/src/a.test.ts': 'const machin = 1' })).toEqual([])
  })

  it('refuse un mot de la liste qui ne nomme plus rien', () => {
    expect(dites({ 'web/src/a.ts': 'const formulaire = 1' })[0]).toContain('« list »')
  })

  it('refuse un type qui n’est qu’un participe', () => {
    const mots = { 'tools/rules/mots.txt': 'lue\n' }
    expect(dites({ ...mots, 'web/src/a.ts': 'type Lue = string' })[0]).toContain('participe')
    expect(dites({ ...mots, 'web/src/a.ts': 'const lue = 1' })).toEqual([])
  })
})

/** A test that cuts the network of somebody's browser. */
const COUPE = "test('x', async ({ as }) => (await as('y')).context().setOffline(true))"

describe('propreté', () => {
  it.each([
    ['un chemin de machine', 'docs/a.md', `voir ${'/ho'}me/paul/releve`],
    ['un any', 'web/src/a.ts', 'const a = b as any'],
    ['un travail laissé', 'web/src/a.ts', `// ${'TO'}DO finir`],
    ['un test isolé', 'web/src/a.test.ts', `it.${'only'}('x', f)`],
    ['un test sauté', 'e2e/a.test.ts', `test.${'skip'}('x', f)`],
    ['un navigateur repris dont on tient le réseau', 'e2e/a.test.ts', COUPE],
    ['une durée mesurée', 'web/src/a.test.ts', 'const t = performance.now()'],
    ['une durée soustraite', 'server/src/a.banc.ts', 'expect(Date.now() - t).toBe(1)'],
    ['un second essai', 'contract/src/a.test.ts', "it('x', { retry: 2 }, f)"],
    ['l’heure lue dans une fonction', 'server/src/formulaire/a.ts', 'const t = new Date()'],
  ])('refuse %s', (_, path, text) => {
    expect(faults(hygiene, { [path]: text })).toHaveLength(1)
  })

  it('admet l’heure dans la plateforme, une adresse, un test conditionné', () => {
    const files = {
      'server/src/platform/a.ts': 'const t = Date.now()',
      'web/src/a.test.ts': "it.skipIf(mac)('https://exemple.fr/home/x', f)",
      'e2e/a.ts': 'const code = Date.now() % 100',
      'e2e/a.test.ts': `test.use({ neuf: true })\n${COUPE}`,
      'e2e/b.test.ts': COUPE.replace('as }', 'page }'),
      'bench/a.ts': 'const t = performance.now()',
    }
    expect(faults(hygiene, files)).toEqual([])
  })

  it.each(['voir conception §2', 'see docs/absent.md', 'docs/decisions/0099', '(decision 0099)'])(
    'refuse de citer ce qui n’est pas dans le dépôt : %s',
    (comment) => {
      expect(faults(hygiene, { 'contract/src/a.ts': `// ${comment}` })).toHaveLength(1)
    },
  )

  it('admet une citation de ce qui s’y trouve, ou d’une norme publique', () => {
    const files = {
      'docs/decisions/0004-jetons.md': '',
      'docs/conception.md': '',
      'contract/src/a.ts': '// docs/conception.md, 2; decision 0004; RFC 5321 §4.5.4.1',
    }
    expect(faults(hygiene, files)).toEqual([])
  })
})
