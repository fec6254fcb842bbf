import { describe, expect, it } from 'vitest'
import { type Files, faults } from './rules/fixture.ts'
import { imports } from './rules/imports.ts'
import { refusals } from './rules/refusals.ts'
import { writes } from './rules/writes.ts'

const serveur = 'server/src/formulaire/formulaire.routes.ts'
const importer = (target: string): string => `import { x } from '${target}'\nx()\n`

describe('sens des imports', () => {
  it.each([
    ['le contrat importe un autre paquet', 'contract/src/mois.ts', 'kysely'],
    ['le contrat importe le serveur', 'contract/src/mois.ts', '../../server/src/app.ts'],
    ['le serveur importe le web', serveur, '../../../web/src/paths.ts'],
    ['le web importe le serveur', 'web/src/routes.tsx', '../../server/src/app.ts'],
    ['une fonction connaît HTTP', serveur, 'fastify'],
    ['une fonction connaît la base', serveur, 'pg'],
    ['une fonction lit des fichiers', serveur, 'node:fs/promises'],
    ['une fonction passe par les routes d’une autre', serveur, '../session/session.routes.ts'],
    ['la plateforme connaît une fonction', 'server/src/platform/http.ts', '../session/jeton.ts'],
    ['une page importe celle d’une autre', 'web/src/session/APage.tsx', '../formulaire/BPage.tsx'],
    ['ui/ connaît une fonction', 'web/src/ui/Table.tsx', '../formulaire/formulaire.queries.ts'],
  ])('refuse quand %s', (_, path, target) => {
    expect(faults(imports, { [path]: importer(target) })).toHaveLength(1)
  })

  it('refuse aussi un import de type, un import différé et un réexport', () => {
    const text = [
      "import type { A } from '../session/a.ts'",
      "const b = await import('../session/b.ts')",
      "export { c } from '../session/c.ts'",
      'export const d: A = b',
    ].join('\n')
    expect(faults(imports, { [serveur]: text })).toHaveLength(3)
  })

  it.each([
    ['contract/src/mois.ts', 'zod'],
    [serveur, '@releve/contract/mois.ts'],
    [serveur, '../structure/structure.sql.ts'],
    [serveur, '../structure/structure.rights.ts'],
    [serveur, '../modele/modele.cache.ts'],
    [serveur, '../platform/route.ts'],
    ['server/src/platform/http.ts', 'fastify'],
    ['server/src/formulaire/formulaire.test.ts', 'node:fs'],
    ['web/src/formulaire/APage.tsx', '../structure/structure.queries.ts'],
    ['web/src/formulaire/APage.tsx', '../paths.ts'],
    ['web/src/formulaire/APage.tsx', '../ui/Table.tsx'],
  ])('admet que %s importe %s', (path, target) => {
    expect(faults(imports, { [path]: importer(target) })).toEqual([])
  })
})

describe('écrire chez soi', () => {
  const ailleurs = 'server/src/session/session.sql.ts'
  it.each([
    ['insertInto', "sql.insertInto('formulaireHistorique').values({})"],
    ['updateTable', "sql.updateTable('formulaire').set({})"],
    ['deleteFrom', "sql.deleteFrom('formulaire')"],
    ['insert into', 'sql`insert into formulaire (id) values (1)`'],
    ['update', 'sql`update formulaire f set etat = 1`'],
    ['delete from', 'sql`DELETE FROM formulaire`'],
  ])('refuse qu’une autre fonction écrive par %s', (_, text) => {
    expect(faults(writes, { [ailleurs]: text })).toEqual([expect.stringContaining('formulaire')])
    expect(faults(writes, { 'server/src/formulaire/formulaire.sql.ts': text })).toEqual([])
  })

  it('admet une lecture, un verrou et un commentaire', () => {
    const text = [
      "sql.selectFrom('formulaire')",
      'sql`select 1 from formulaire for update of formulaire`',
      '// delete from formulaire',
    ].join('\n')
    expect(faults(writes, { [ailleurs]: text })).toEqual([])
  })

  it('refuse une table sans propriétaire', () => {
    const path = 'server/migrations/0001-x.sql'
    expect(faults(writes, { [path]: 'create table inconnue (id integer);\n' })).toHaveLength(1)
    expect(faults(writes, { [path]: 'create table formulaire (id integer);\n' })).toEqual([])
  })
})

describe('un refus par opération', () => {
  const contrat: Files = {
    'contract/src/erreur.ts': 'export const ERREURS = { DROIT_INSUFFISANT: [403, "Non."] }',
    'contract/src/formulaire/formulaire.api.ts': `export const formulaireApi = {
      validerFormulaire: { method: 'GET', path: '/formulaire/valider/{id}', right: 'x' },
    } as const satisfies Record<string, Operation>`,
  }
  const tester = (text: string): string[] =>
    faults(refusals, { ...contrat, 'server/src/formulaire/formulaire.test.ts': text })

  it('refuse une opération sans test', () => {
    expect(faults(refusals, contrat)).toHaveLength(1)
  })

  it.each([
    [
      'ne teste que le succès',
      "it('valide', () => { expect(get('/formulaire/valider/3')).toBe(200) })",
    ],
    [
      'refuse une autre opération',
      "it('refuse', () => { expect(get('/formulaire/lire/3')).toBe(403) })",
    ],
    [
      'sépare l’appel du refus',
      "it('a', () => { get('/formulaire/valider/3') }); it('b', () => 403)",
    ],
    ['en parle en commentaire', "it('a', () => { get('/formulaire/valider/3') /* 403 */ })"],
  ])('refuse un fichier de tests qui %s', (_, text) => {
    expect(tester(text)).toHaveLength(1)
  })

  it.each([
    [
      'le chemin et le statut',
      'it("r", () => { expect(get(`/formulaire/valider/${id}`)).toBe(403) })',
    ],
    ['le nom et le code', "it('r', () => refuse(api.validerFormulaire, 'DROIT_INSUFFISANT'))"],
    ['le verbe', "it('r', () => refuse('DROIT_INSUFFISANT', () => agir(dpps, 'valider')))"],
    [
      'une table',
      "const T = [['validerFormulaire', 403]]\nit.each(T)('r %s', (o, s) => verifier(o, s))",
    ],
    ['un it.each', "it.each([['validerFormulaire', 403]])('r', (o, s) => verifier(o, s))"],
  ])('admet un refus par %s', (_, text) => {
    expect(tester(text)).toEqual([])
  })
})
