import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it } from 'vitest'
import { amener, commencer } from '../../test/formulaires.ts'
import { ouvrirBancFormulaires, photo, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { app, asStructure, asAdmin, asDpps, anonyme } = banc

const MODIFIER = '/api/formulaire/modifier'
const CHERCHER = '/api/formulaire/structures/lister'

describe('une demande mal formée', () => {
  it.each([
    ['tronqué', '{"numero":"RMA'],
    ['vide', ''],
    ['suivi d’autre chose', '{} {}'],
    ['en nombre qui n’en est pas un', '{"version": NaN}'],
    ['avec un NUL dans un texte', String.raw`{"numero":"RMA\u0000","version":1,"donnees":{}}`],
    ['avec un NUL dans un nom', String.raw`{"numero":"R","version":1,"donnees":{"A\u0000":1}}`],
    ['avec une moitié de caractère', String.raw`{"numero":"RMA\ud800","version":1,"donnees":{}}`],
    ['avec __proto__', '{"__proto__":{"numero":"x"},"version":1,"donnees":{}}'],
    ['avec constructor.prototype', '{"constructor":{"prototype":{"a":1}},"version":1}'],
  ])('refuse un JSON %s', async (_, corps) => {
    await refuse(banc, 'JSON_INVALIDE', () => asStructure.brut('PUT', MODIFIER, corps))
  })

  it('refuse un texte qui contient un NUL, où qu’il soit', async () => {
    const { numero, version } = await commencer(asStructure)
    const corps = JSON.stringify({ numero, version, donnees: { DIFF: 'a\0b' } })
    expect(corps).toContain(String.raw`\u0000`)
    await refuse(banc, 'JSON_INVALIDE', () => asStructure.brut('PUT', MODIFIER, corps))
    await refuse(banc, 'REQUETE_INVALIDE', () =>
      asAdmin.brut('GET', '/api/formulaire/lister/3/2025?q=a%00b'),
    )
    await refuse(banc, 'REQUETE_INVALIDE', () => asAdmin.brut('GET', '/api/formulaire/lire/a%00b'))
  })

  it.each([
    ['un tableau à la place d’un objet', []],
    ['un texte à la place d’un objet', '"texte"'],
    ['rien', undefined],
    ['null', 'null'],
    ['un numéro qui est un tableau', { numero: ['a'], version: 1, donnees: {} }],
    ['une version en texte', { numero: 'a', version: '1', donnees: {} }],
    ['une version négative', { numero: 'a', version: -1, donnees: {} }],
    [
      'un objet imbriqué sans fin',
      `{"q":"\\u0041","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
    ['un numéro démesuré', { numero: 'a'.repeat(81), version: 1, donnees: {} }],
  ])('refuse %s, et nomme le champ en français', async (_, corps) => {
    const { details } = await refuse(banc, 'REQUETE_INVALIDE', () =>
      asStructure.brut('PUT', MODIFIER, corps),
    )
    expect(details.length).toBeGreaterThan(0)
    for (const { chemin, libelle } of details) {
      expect(chemin).toMatch(/^body/)
      expect(libelle).not.toMatch(/Invalid|expected|received|Too /)
    }
  })

  it('refuse un corps de plus d’un mégaoctet', async () => {
    const donnees = { DIFF: 'a'.repeat(1_000_001) }
    const { libelle } = await refuse(banc, 'CORPS_TROP_GRAND', () =>
      asStructure.brut('PUT', MODIFIER, { numero: 'a', version: 1, donnees }),
    )
    expect(libelle).toContain('1 Mo')
  })

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nimporte'])(
    'refuse un contenu de type %s',
    async (type) => {
      const avant = await photo(banc)
      const reponse = await app.inject({
        method: 'PUT',
        url: MODIFIER,
        headers: { authorization: `Bearer ${asStructure.jeton}`, 'content-type': type },
        payload: '{}',
      })
      expect([reponse.statusCode, reponse.json().code]).toEqual([415, 'TYPE_NON_ACCEPTE'])
      expect(await photo(banc)).toEqual(avant)
    },
  )

  it.each([
    '/api/formulaire/lister/13/2025',
    '/api/formulaire/lister/0/2025',
    '/api/formulaire/lister/MARS/2025',
    '/api/formulaire/lister/MARCH/1999',
    '/api/formulaire/lister/MARCH/20x5',
    '/api/formulaire/lister/MARCH/2025?taille=201',
    '/api/formulaire/lister/MARCH/2025?taille=0',
    '/api/formulaire/lister/MARCH/2025?taille=abc',
    '/api/formulaire/lister/MARCH/2025?page=0',
    '/api/formulaire/lister/MARCH/2025?page=1.5',
    '/api/formulaire/lister/MARCH/2025?page=99999999999999999999',
    '/api/formulaire/lister/MARCH/2025?etat=PERDU',
    '/api/formulaire/lister/MARCH/2025?tri=motDePasse',
    '/api/formulaire/lister/MARCH/2025?tri=constructor',
    '/api/formulaire/lister/MARCH/2025?tri=-__proto__',
    `/api/formulaire/lister/MARCH/2025?q=${'a'.repeat(101)}`,
    '/api/formulaire/valider/0',
    '/api/formulaire/valider/-1',
    '/api/formulaire/valider/abc',
    '/api/formulaire/valider/2147483648',
    '/api/formulaire/valider/1?version=abc',
    '/api/formulaire/valider/1?version=1&version=2',
    '/api/formulaire/soumettre/1?confirme=peut-etre',
    '/api/formulaire/lire/RMA?versionDiffusee=0',
    '/api/formulaire/lire/RMA?versionDiffusee=2147483648',
    '/api/formulaire/lire/RMA?sans=tout',
    '/api/formulaire/changerEtat/RMA/NON_COMMENCE',
    '/api/formulaire/changerEtat/RMA/PERDU',
    `/api/formulaire/lire/${'a'.repeat(300)}`,
    '/api/formulaire/lire/%E0%A4%A',
    '/api/formulaire/lire/%ED%A0%80',
  ])('refuse l’adresse %s', async (url) => {
    await refuse(banc, 'REQUETE_INVALIDE', () => asDpps.brut('GET', url))
  })

  it.each([{ taille: 201 }, { tri: 'constructor' }, { tri: 'motDePasse' }, { annee: {} }])(
    'refuse la recherche %j',
    async (corps) => {
      await refuse(banc, 'REQUETE_INVALIDE', () => asDpps.brut('POST', CHERCHER, corps))
    },
  )

  it('ne trouve pas un rapport ou une version qui n’existent pas, même énormes', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () =>
      asDpps.brut('GET', '/api/formulaire/valider/2147483647'),
    )
    for (const version of ['2', '2147483647']) {
      await refuse(banc, 'PUBLICATION_INTROUVABLE', () =>
        asStructure.brut('GET', `/api/formulaire/lire/${numero}?versionDiffusee=${version}`),
      )
    }
  })

  it('cherche les caractères de LIKE comme des caractères', async () => {
    await commencer(asStructure)
    for (const q of ['%', '_', '%25', '\\', 'RMA_CAU', "';--"]) {
      const { corps } = await asDpps.appeler(api.listFormulairesStructures, { body: { q } })
      expect([q, corps.total]).toEqual([q, 0])
    }
  })
})

describe('qui appelle', () => {
  it('refuse sans jeton, avec un jeton inconnu, et avec un jeton expiré', async () => {
    const { numero } = await commencer(asStructure)
    const url = `/api/formulaire/lire/${numero}`
    await refuse(banc, 'JETON_ABSENT', () => anonyme.brut('GET', url))
    banc.horloge.maintenant = new Date('2040-01-02T00:00:00Z')
    await refuse(banc, 'JETON_EXPIRE', () => asStructure.brut('GET', url))
    for (const authorization of ['Bearer inconnu', 'Basic YTpi', 'Bearer', 'Bearer a b']) {
      const reponse = await app.inject({ url, headers: { authorization } })
      expect(reponse.statusCode).toBe(401)
    }
  })

  it('ne regarde pas le jeton d’un appel ouvert à tous', async () => {
    const reponse = await app.inject({
      url: '/api/sante',
      headers: { authorization: 'Bearer inconnu' },
    })
    expect(reponse.statusCode).toBe(200)
  })

  it('n’exécute pas par HEAD un GET qui change l’état, et ne garde aucune réponse', async () => {
    const { id, numero, version } = await amener(banc, 'SOUMIS')
    const avant = await photo(banc)
    for (const suite of [`valider/${id}`, `changerEtat/${numero}/BROUILLON`, `lire/${numero}`]) {
      const url = `/api/formulaire/${suite}?version=${version}&motif=AUTRE&texte=x`
      expect((await asDpps.brut('HEAD', url)).statut).toBe(404)
      expect((await asDpps.brut('POST', url, {})).statut).toBe(404)
    }
    expect(await photo(banc)).toEqual(avant)
    const lu = await asDpps.brut('GET', `/api/formulaire/lire/${numero}`)
    const refus = await asDpps.brut('GET', `/api/formulaire/approuver/${id}`)
    const inconnu = await asDpps.brut('GET', '/api/formulaire/lire/INCONNU')
    const caches = [lu, refus, inconnu].map(({ entetes }) => entetes['cache-control'])
    expect(caches).toEqual(['no-store', 'no-store', 'no-store'])
  })
})
