import { describe, expect, it } from 'vitest'
import { cercles } from './rules/cercles.ts'
import { faults } from './rules/fixture.ts'
import { imports } from './rules/imports.ts'
import { ENGINE, engine, sealedEngine } from './rules/moteur.ts'
import { portes } from './rules/portes.ts'
import { writes } from './rules/writes.ts'

const serveur = 'server/src/formulaire/formulaire.routes.ts'
const importer = (target: string): string => `import { x } from '${target}'\nx()\n`

describe('portes des fonctions', () => {
  const dites = (files: Record<string, string>) => faults(portes, files).join('\n')

  it('refuse une porte par laquelle personne ne passe', () => {
    expect(dites({ [serveur]: importer('../tache/tache.sql.ts') })).not.toContain('tache.sql.ts')
    expect(dites({ [serveur]: importer('./liste.ts') })).toContain('server/src/tache/tache.sql.ts')
    // The room itself, and tests, are no visitors.
    const siens = {
      'server/src/tache/boucle.ts': importer('./tache.sql.ts'),
      'server/src/formulaire/a.test.ts': importer('../tache/tache.sql.ts'),
    }
    expect(dites(siens)).toContain('server/src/tache/tache.sql.ts')
  })

  it('refuse un .sql.ts sans instruction, et admet les deux façons d’en écrire une', () => {
    const fichier = 'server/src/formulaire/a.sql.ts'
    expect(dites({ [fichier]: 'export const a = 1' })).toContain(`${fichier}:0`)
    for (const texte of ['export const a = sql`select 1`', "db.selectFrom('a').execute()"]) {
      expect(dites({ [fichier]: texte })).not.toContain(`${fichier}:0`)
    }
  })
})

describe('imports à sens unique', () => {
  const A = 'server/src/formulaire/a.ts'
  const dites = (files: Record<string, string>) => faults(cercles, files).join('\n')

  it.each([
    ['un fichier et celui qu’il importe', importer('./a.ts'), './b.ts'],
    ['un type qui revient', "import type { A } from './a.ts'", './b.ts'],
    ['un import différé', "export const a = () => import('./a.ts')", './b.ts'],
  ])('refuse un cercle : %s', (_, retour, target) => {
    const files = { [A]: `\n${importer(target)}`, 'server/src/formulaire/b.ts': retour }
    expect(dites(files)).toBe(
      `${A}:2 cercle d’imports\u00a0: formulaire/a.ts → formulaire/b.ts → formulaire/a.ts`,
    )
  })

  it('refuse un cercle de trois fichiers, et n’en dit pas deux fois le même', () => {
    const cercle = ['a', 'b', 'c'].map((nom, rang, noms) => [
      `contract/src/${nom}.ts`,
      importer(`./${noms[(rang + 1) % 3]}.ts`),
    ])
    expect(dites(Object.fromEntries(cercle))).toMatch(/^[^\n]*: a\.ts → b\.ts → c\.ts → a\.ts$/)
  })

  it('refuse deux fonctions qui s’importent l’une l’autre, par d’autres fichiers même', () => {
    const files = {
      [A]: importer('../journal/noter.sql.ts'),
      'server/src/journal/journal.sql.ts': importer('../formulaire/b.ts'),
    }
    expect(dites(files)).toBe('')
    const liees = {
      ...files,
      'server/src/formulaire/b.ts': '',
      'server/src/journal/noter.sql.ts': '',
    }
    expect(dites(liees)).toBe(`${A}:1 nœud de fonctions\u00a0: formulaire → journal → formulaire`)
  })

  it('admet ce qui ne revient pas, ce que prennent les essais, et la racine', () => {
    const files = {
      [A]: importer('../journal/noter.sql.ts'),
      'server/src/journal/noter.sql.ts': '',
      'server/src/journal/journal.test.ts': importer('../formulaire/a.ts'),
      'server/src/app.ts': importer('./formulaire/a.ts'),
      'tools/a.ts': importer('./b.ts'),
      'tools/b.ts': importer('./a.ts'),
    }
    expect(dites(files)).toBe('')
  })

  it('tient aussi le site : ni cercle, ni fonction qui revient à elle par le cadre', () => {
    const files = {
      'web/src/cadre/Shell.tsx': "export const a = () => import('../document/LogoDialogue.tsx')",
      'web/src/document/LogoDialogue.tsx': importer('../app/session.ts'),
      'web/src/app/session.ts': '',
    }
    expect(dites(files)).toBe('')
    const retour = { ...files, 'web/src/app/session.ts': importer('../cadre/Shell.tsx') }
    expect(dites(retour)).toContain('cercle d’imports')
    expect(dites(retour)).toContain('nœud de fonctions\u00a0: app → cadre → document → app')
  })
})

describe('sens des imports', () => {
  it.each([
    ['le contrat importe un autre paquet', 'contract/src/mois.ts', 'kysely'],
    ['le contrat importe le serveur', 'contract/src/mois.ts', '../../server/src/app.ts'],
    ['le serveur importe le web', serveur, '../../../web/src/paths.ts'],
    ['le web importe le serveur', 'web/src/routes.tsx', '../../server/src/app.ts'],
    ['une fonction connaît HTTP', serveur, 'fastify'],
    ['une fonction connaît la base', serveur, 'postgres'],
    ['une fonction lit des fichiers', serveur, 'node:fs/promises'],
    ['une fonction passe par les routes d’une autre', serveur, '../session/session.routes.ts'],
    ['une fonction prend ce qui n’est pas une porte', serveur, '../journal/journal.sql.ts'],
    ['la plateforme connaît une fonction', 'server/src/platform/http.ts', '../session/jeton.ts'],
    ['une page importe celle d’une autre', 'web/src/session/APage.tsx', '../formulaire/BPage.tsx'],
    ['ui/ connaît une fonction', 'web/src/ui/Table.tsx', '../formulaire/formulaire.queries.ts'],
    ['ui/ connaît app/', 'web/src/ui/Table.tsx', '../app/session.ts'],
    ['api/ connaît ui/', 'web/src/api/envoi.ts', '../ui/format.ts'],
    ['app/ connaît une fonction', 'web/src/app/session.ts', '../session/session.queries.ts'],
    ['le cadre prend d’avance une fonction', 'web/src/cadre/Guard.tsx', '../session/LoginPage.tsx'],
    ['une fonction connaît le cadre', 'web/src/session/LoginPage.tsx', '../cadre/Guard.tsx'],
    ['app/ connaît le cadre', 'web/src/app/Connecte.tsx', '../cadre/Guard.tsx'],
  ])('refuse quand %s', (_, path, target) => {
    expect(faults(imports, { [path]: importer(target) })).toHaveLength(1)
  })

  const saisie = 'web/src/formulaire/saisie/'
  it.each([
    ['une pièce de la saisie entre dans une autre hors de sa porte', 'Avis.tsx', 'grille/Case.tsx'],
    ['le store connaît l’écran', 'store/store.ts', 'useVue.ts'],
    ['la grille connaît les actes', 'grille/Case.tsx', 'actes/Actes.tsx'],
    ['les actes connaissent la grille', 'actes/Actes.tsx', 'grille/Grille.tsx'],
    ['la grille prend un type derrière la face', 'grille/Case.tsx', 'store/noyau.ts'],
    ['ce que l’on livre prend un banc des essais', 'Avis.tsx', 'passe.banc.ts'],
  ])('refuse quand %s', (_, path, target) => {
    const depuis = path.includes('/') ? '../' : './'
    expect(faults(imports, { [saisie + path]: importer(depuis + target) })).toHaveLength(1)
  })

  it.each([
    [`${saisie}Avis.tsx`, './grille/Grille.tsx'],
    [`${saisie}actes/Actes.tsx`, '../store/store.ts'],
    [`${saisie}actes/Actes.tsx`, '../store/client.ts'],
    [`${saisie}store/a.test.ts`, './store.banc.ts'],
    [`${saisie}store/lecture.ts`, '../saisie.textes.ts'],
    [`${saisie}store/store.ts`, './noyau.ts'],
    ['web/src/routes.tsx', './formulaire/saisie/FormulairePage.tsx'],
  ])('admet que %s importe %s', (path, target) => {
    expect(faults(imports, { [path]: importer(target) })).toEqual([])
  })

  it('refuse que la face du store fasse quelque chose, ou connaisse ce qui est derrière', () => {
    const face = `${saisie}store/client.ts`
    const types = "import type { A } from '@releve/contract/a.ts'\nexport type B = { a: A }\n"
    expect(faults(imports, { [face]: types })).toEqual([])
    for (const plus of ['export const c = 1', "import { d } from '@releve/contract/d.ts'"]) {
      expect(faults(imports, { [face]: types + plus })).toHaveLength(1)
    }
    const derriere = "import type { Noyau } from './noyau.ts'"
    expect(faults(imports, { [face]: types + derriere })).toHaveLength(1)
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
    ['web/src/formulaire/APage.tsx', '../app/session.ts'],
    ['web/src/formulaire/APage.tsx', '../relance/relance.dialogue.ts'],
    ['web/src/cadre/Shell.tsx', '../ui/Table.tsx'],
    ['web/src/cadre/Shell.tsx', '../app/session.ts'],
    ['web/src/ui/Table.tsx', '../api/envoi.ts'],
  ])('admet que %s importe %s', (path, target) => {
    expect(faults(imports, { [path]: importer(target) })).toEqual([])
  })
})

it('admet que le cadre ouvre le dialogue d’une fonction, différé ; app/ jamais', () => {
  const text = "export const ouvrir = () => import('../recherche/RechercheDialogue.tsx')\n"
  expect(faults(imports, { 'web/src/cadre/Recherche.tsx': text })).toEqual([])
  expect(faults(imports, { 'web/src/app/Recherche.tsx': text })).toHaveLength(1)
})

describe('écrire chez soi', () => {
  const chezSoi = 'server/src/formulaire/formulaire.sql.ts'
  const ailleurs = 'server/src/session/session.sql.ts'
  const dites = (files: Record<string, string>) => faults(writes, files)

  it.each([
    ['insertInto', "sql.insertInto('formulaireHistorique').values({})"],
    ['updateTable', "sql.updateTable('formulaireHistorique').set({})"],
    ['deleteFrom', "sql.deleteFrom('formulaireHistorique')"],
    ['insert into', 'sql`insert into formulaire_historique (id) values (1)`'],
    ['update', 'sql`update formulaire_historique f set etat = 1`'],
    ['delete from', 'sql`DELETE FROM formulaire_historique`'],
  ])('refuse qu’une seconde pièce écrive par %s, et nomme les deux', (_, text) => {
    const sien = 'sql`insert into formulaire_historique (id) values (1)`'
    const deux = 'formulaire et session écrivent « formulaire_historique »'
    expect(dites({ [chezSoi]: sien, [ailleurs]: text })).toEqual([
      expect.stringContaining(`${chezSoi}:1 ${deux}`),
      expect.stringContaining(`${ailleurs}:1 ${deux}`),
    ])
    expect(dites({ [chezSoi]: sien, 'server/src/formulaire/b.sql.ts': text })).toEqual([])
    expect(dites({ [chezSoi]: sien, 'server/src/session/a.test.ts': text })).toEqual([])
  })

  it('n’admet une seconde pièce que par le fichier déclaré', () => {
    const text = "sql.updateTable('utilisateur')"
    expect(dites({ 'server/src/utilisateur/utilisateur.sql.ts': text })).toEqual([])
    expect(dites({ 'server/src/session/secret.sql.ts': text })).toEqual([])
    for (const path of [ailleurs, chezSoi]) {
      expect(dites({ [path]: text })).toEqual([expect.stringContaining('session/secret.sql.ts')])
    }
  })

  it('admet une lecture, un verrou et un commentaire', () => {
    const text = [
      "sql.selectFrom('formulaire')",
      'sql`select 1 from formulaire for update of formulaire`',
      '// delete from formulaire',
    ].join('\n')
    expect(faults(writes, { [ailleurs]: text })).toEqual([])
  })

  it('refuse une table que personne n’écrit, et une exception qui ne sert plus', () => {
    const path = 'server/migrations/0001-x.sql'
    const cree = { [path]: 'create table formulaire (id integer);\n' }
    const ecrit = { [chezSoi]: "sql.insertInto('formulaire')" }
    expect(dites(cree)).toEqual([expect.stringContaining(`${path}:1 aucune pièce`)])
    expect(dites({ ...cree, ...ecrit })).toEqual([])
    expect(dites({ ...cree, 'server/migrations/0002-y.sql': 'drop table formulaire;\n' })).toEqual(
      [],
    )
    const tenue = { [path]: `${cree[path]}as $$ insert into formulaire values (1) $$;\n` }
    expect(dites(tenue)).toEqual([])
    const deux = { [path]: 'create table utilisateur (id integer);\n' }
    const un = { 'server/src/utilisateur/utilisateur.sql.ts': "sql.insertInto('utilisateur')" }
    expect(dites({ ...deux, ...un })).toEqual([
      expect.stringContaining('session/secret.sql.ts n’écrit plus'),
    ])
  })
})

describe('moteur scellé', () => {
  const calcul = 'contract/src/modele/calcul.ts'
  const moteur = (sources: string, nom = sources) =>
    `// Sources: ${sources}\nexport const MOTEUR = '${nom}'\n`
  const depot = (sources: Record<string, string>, scelle = '') => ({
    [calcul]: "import { a } from '../a.ts'\n// un\nexport const b = a + 1\n",
    'contract/src/a.ts': 'export const a = 1\n',
    [ENGINE]: moteur(scelle),
    ...sources,
  })
  const sceller = (sources: Record<string, string>, memesResultats = false) => {
    const files = Object.entries(depot(sources)).map(([path, text]) => ({ path, text }))
    return sealedEngine({ root: '', files }, memesResultats)
  }
  const sceau = (sources: Record<string, string> = {}): string =>
    /'(\w+)'/.exec(sceller(sources) ?? '')?.[1] ?? ''

  it('admet le moteur scellé, ses commentaires et ses blancs changés', () => {
    expect(faults(engine, depot({}, sceau()))).toEqual([])
    const text = "import { a } from '../a.ts'\n\n// deux\nexport const b = a + 1\n"
    expect(faults(engine, depot({ [calcul]: text }, sceau()))).toEqual([])
  })

  it('refuse un moteur changé, fût-ce dans ce qu’il importe', () => {
    const autre = { 'contract/src/a.ts': 'export const a = 2\n' }
    expect(faults(engine, depot(autre, sceau()))).toEqual([expect.stringContaining('sceller')])
    expect(faults(engine, depot(autre, sceau(autre)))).toEqual([])
  })

  it('garde son nom au moteur qui donne les mêmes résultats, et à lui seul', () => {
    const autre = {
      [ENGINE]: moteur(sceau(), 'avant'),
      'contract/src/a.ts': 'export const a = 2\n',
    }
    const tenu = sceau({ 'contract/src/a.ts': autre['contract/src/a.ts'] })
    expect(sceller(autre)).toBe(moteur(tenu))
    expect(sceller(autre, true)).toBe(moteur(tenu, 'avant'))
    expect(sceller({ ...autre, [ENGINE]: moteur(tenu, 'avant') })).toBe(moteur(tenu, 'avant'))
    expect(faults(engine, { ...depot(autre), [ENGINE]: moteur(tenu, 'avant') })).toEqual([])
  })
})
