import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, describe, expect, it } from 'vitest'
import { APIS, FEATURES, MOTS, OPERATIONS } from '../../server/src/app.ts'
import { decrit, type Mots } from '../../server/src/platform/openapi.mots.ts'
import { bilanOpenapi, serveOpenapi } from '../../server/src/platform/openapi.ts'

const ICI = import.meta.dirname
const PROPRIETES = 'server/src/systeme/description.proprietes.ts'
const AUTRES = 'server/src/systeme/description.operations.ts'
const DEMANDE = [APIS, '/api', '0.1.0'] as const

const composer = (mots: Mots = MOTS): string =>
  Buffer.from(serveOpenapi(...DEMANDE, mots)().formes.identity).toString()
const texte = composer()

const dossier = mkdtempSync(join(tmpdir(), 'releve-api-'))
afterAll(() => rmSync(dossier, { recursive: true }))

/** What Redocly finds in a description: a line for each problem, whatever its gravity. */
function relireParRedocly(description: string): string[] {
  const fichier = join(dossier, 'openapi.json')
  writeFileSync(fichier, description)
  const paquet = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const commande = [join(dirname(paquet), 'bin/cli.js'), 'lint', fichier]
  const reglages = ['--config', join(ICI, 'redocly.yaml'), '--format', 'json']
  const { stdout } = spawnSync(process.execPath, [...commande, ...reglages], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { problems } = JSON.parse(stdout.toString()) as { problems: Record<string, string>[] }
  return problems.map(({ ruleId, message }) => `${ruleId} : ${message}`)
}

/**
 * What Spectral does not look at, and who does. `duplicated-entry-in-enum` of this version fails on a
 * null wherever it is (`default: null`): the test below looks at every list of values.
 */
const SANS = { 'duplicated-entry-in-enum': 'off' } as const

async function relireParSpectral(description: string): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas], rules: SANS } as Parameters<Spectral['setRuleset']>[0])
  const problemes = await spectral.run(JSON.parse(description))
  return problemes.map(({ code, message, path }) => `${code} : ${message} (${path.join('/')})`)
}

describe('la description de l’API', () => {
  it('est sans erreur ni avertissement pour Redocly, exemples compris', () => {
    expect(relireParRedocly(texte)).toEqual([])
    const { Rapport, ...autres } = MOTS.exemples.valeurs
    const faux = { summary: 'Faux', value: { ...Object(Rapport?.value), annee: 'deux mille' } }
    const valeurs = { ...autres, Rapport: faux }
    const fautif = composer({ ...MOTS, exemples: { ...MOTS.exemples, valeurs } })
    expect(relireParRedocly(fautif).join()).toContain('no-invalid-media-type-examples')
  })

  it('est sans erreur ni avertissement pour Spectral', async () => {
    expect(await relireParSpectral(texte)).toEqual([])
    const muette = { openapi: '3.1.0', info: { title: 'Relevé', version: '1' }, paths: {} }
    expect((await relireParSpectral(JSON.stringify(muette))).join()).toContain('info-description')
  })

  it('ne dit pas deux fois une valeur d’une liste', () => {
    const listes: unknown[][] = []
    JSON.parse(texte, (cle, valeur) => {
      if (cle === 'enum' && Array.isArray(valeur)) listes.push(valeur)
      return valeur
    })
    expect(listes.length).toBeGreaterThan(100)
    expect(listes.filter((liste) => new Set(liste).size !== liste.length)).toEqual([])
  })

  it('dit en français chaque pièce, schéma, paramètre et propriété, et rien d’autre', () => {
    const { tus, inutiles } = bilanOpenapi(...DEMANDE, MOTS)
    const ou = `Une propriété se dit dans ${PROPRIETES}, une pièce, un schéma ou un paramètre dans ${AUTRES} : son nom, ou « dans.nom » s’il veut dire autre chose là. Un mot seul, ou le nom répété, ne dit rien.`
    expect(tus, ou).toEqual([])
    expect(inutiles, `Ces lignes ne décrivent plus rien : retirez-les. ${ou}`).toEqual([])
  })

  it('tient pour tu ce qui ne fait que répéter un nom', () => {
    for (const [dit, nom] of [
      ['Annee', 'annee'],
      ['L’année', 'annee'],
      ['Le mot de passe', 'motDePasse'],
      ['Second facteur', 'secondFacteur'],
      ['Les structures', 'structure'],
      ['Nom', 'libelle'],
      ['', 'libelle'],
      [undefined, 'libelle'],
    ] as const)
      expect(decrit(dit, nom), dit).toBe(false)
    expect(decrit('Année civile, en quatre chiffres', 'annee')).toBe(true)
    const { annee: _, ...sans } = MOTS.proprietes
    const repete = { ...MOTS, proprietes: { ...sans, annee: 'L’année' } }
    expect(bilanOpenapi(...DEMANDE, repete).tus).toContain('proprietes : Annuaire.annee')
    const deTrop = { ...MOTS, proprietes: { ...MOTS.proprietes, licorne: 'Ce qui n’est pas là' } }
    expect(bilanOpenapi(...DEMANDE, deTrop).inutiles).toEqual(['proprietes : licorne'])
  })

  it('dit de chaque opération autre chose que son résumé', () => {
    const document = JSON.parse(texte) as {
      paths: Record<string, Record<string, { summary: string; description: string }>>
    }
    const dites = Object.values(document.paths).flatMap((lieu) => Object.values(lieu))
    expect(dites).toHaveLength(Object.keys(OPERATIONS).length)
    const repetees = dites.filter(({ summary, description }) => !decrit(description, summary))
    expect(repetees.map(({ summary }) => summary)).toEqual([])
  })

  it('marque les GET qui changent quelque chose, et eux seuls', () => {
    // They count who tries, and change nothing of what is read.
    const COMPTENT = ['lireInvitation', 'verifierRecepisse']
    const agissent = FEATURES.flatMap(([, routes]) => Object.entries(routes))
      .filter(([, { operation, transaction }]) => {
        const { method, reponse } = operation
        return method === 'GET' && reponse === undefined && transaction !== 'aucune'
      })
      .map(([nom]) => nom)
      .filter((nom) => !COMPTENT.includes(nom))
    const marques = Object.entries(OPERATIONS).filter(([, { agit }]) => agit)
    expect(marques.map(([nom]) => nom).toSorted()).toEqual(agissent.toSorted())
    expect(agissent).toContain('soumettreFormulaire')
  })

  it('dit de chaque fichier les types qu’il peut avoir', () => {
    const muets = Object.entries(OPERATIONS).filter(
      ([, { reponse, typesMime = [] }]) => (reponse === 'fichier') !== typesMime.length > 0,
    )
    expect(muets.map(([nom]) => nom)).toEqual([])
  })

  it('dit les en-têtes que lit un programme, et le type de chaque fichier', () => {
    type Reponse = { headers?: Record<string, object>; content?: Record<string, object> }
    const { paths } = JSON.parse(texte) as {
      paths: Record<string, Record<string, { responses: Record<string, Reponse> }>>
    }
    const reponse = (chemin: string, methode: string, statut: string) =>
      paths[chemin]?.[methode]?.responses[statut] ?? {}
    const entetes = (...lieu: Parameters<typeof reponse>) =>
      Object.keys(reponse(...lieu).headers ?? {})
    const donnees = ['/formulaire/structures/donnees', 'post'] as const
    const EXPORT = ['Releve-Lignes', 'Releve-Filtres', 'Releve-Recalcul', 'Releve-Absents']
    expect(entetes(...donnees, '200')).toEqual(['Content-Disposition', ...EXPORT])
    expect(entetes(...donnees, '429')).toEqual(['Retry-After'])
    expect(entetes(...donnees, '503')).toEqual(['Retry-After'])
    expect(Object.keys(reponse(...donnees, '200').content ?? {})).toEqual([
      'text/csv; charset=utf-8',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(entetes('/openapi.json', 'get', '200')).toEqual(['ETag'])
    expect(entetes('/public/annuaires/{annee}/{fichier}', 'get', '304')).toEqual(['ETag'])
  })

  it('n’écrit aucun entier sans la borne qui est la sienne', () => {
    expect(texte.includes(String(Number.MAX_SAFE_INTEGER))).toBe(false)
  })
})
