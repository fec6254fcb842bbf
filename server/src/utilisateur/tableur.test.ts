import { TELEPHONE } from '@releve/contract/champ.ts'
import type { LigneImport } from '@releve/contract/import.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql as texte } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { ecrireTableur, lireTableur } from '../platform/tableur.ts'
import { motDe, ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAdmin, asStructure, creer, photographier, journalDe, envoyer, connecter } = banc

const ENTETES = ['Identifiant', 'Nom', 'Prénoms', 'Courriel', 'Rôles', 'Structure']
type Rangee = (string | number | null)[]

async function importer(
  rangees: Rangee[],
  { par = asDpps, apercu = false, entetes = ENTETES } = {},
) {
  const colonnes = entetes.map((entete) => ({ entete }))
  const contenu = await ecrireTableur({ feuille: 'Comptes', colonnes, lignes: rangees }, 'csv')
  return deposer(contenu, par, apercu)
}

const deposer = (contenu: Uint8Array, par: Personne, apercu: boolean) =>
  par.appeler(api.importerUtilisateurs, {
    body: {
      apercu: apercu ? 'true' : 'false',
      fichier: { nom: 'comptes.csv', typeMime: 'text/csv', contenu },
    },
  })

type Champs = { nom?: string; email?: string; roles?: string; structure?: string }

const compte = (identifiant: string, champs: Champs = {}): Rangee => [
  identifiant,
  champs.nom ?? 'Ndiaye',
  'Fatou',
  champs.email ?? `${identifiant}@example.org`,
  champs.roles ?? 'Structure',
  champs.structure ?? 'CAU-R01-01',
]

/** Accounts without what tells of the journal, and how many lines it has. */
async function photo(): Promise<{ comptes: unknown; lignes: number }> {
  const [comptes, { rows }] = [
    await texte`select u.* from utilisateur u order by u.id`.execute(banc.base.db),
    await texte<{ lignes: number }>`select count(*)::int as lignes from journal`.execute(
      banc.base.db,
    ),
  ]
  return { comptes: comptes.rows, lignes: rows[0]?.lignes ?? 0 }
}

const effets = (lignes: LigneImport[]) => lignes.map(({ ligne, effet }) => [ligne, effet])

describe('exporter les comptes', () => {
  it.each(['csv', 'xlsx'] as const)('en %s donne ceux que les filtres laissent', async (format) => {
    await creer(`exporte-${format}`, {
      autreStructure: ['DR-R01'],
      telephone: '33 800',
      fonction: '=1+1',
    })
    const reponse = await asAdmin.appeler(api.exporterUtilisateurs, {
      query: { format, q: `exporte-${format}` },
    })
    expect(reponse.statut).toBe(200)
    expect(reponse.entetes['content-disposition']).toContain(`comptes-2025-03-20.${format}`)
    const { entetes, lignes } = await lireTableur(reponse.octets)
    expect(entetes.join(';')).toBe(
      'Identifiant;Nom;Prénoms;Courriel;Téléphone;Fonction;Rôles;Structure;Autres structures;Statut;Dernière connexion',
    )
    expect(lignes.map(({ cellules }) => Object.values(cellules))).toEqual([
      [
        `exporte-${format}`,
        'Ndiaye',
        'Fatou',
        `exporte-${format}@example.org`,
        '33 800',
        '=1+1',
        'Structure',
        'CAU-R01-01',
        'DR-R01',
        'Actif',
        '',
      ],
    ])
  })

  it('laisse une ligne au journal, et refuse un format inconnu', async () => {
    const { rows } = await texte<{ detail: unknown }>`select detail from journal
      where action = 'UTILISATEURS_EXPORTES' order by id desc limit 1`.execute(banc.base.db)
    expect(rows).toEqual([{ detail: { format: 'xlsx', lignes: 1 } }])
    const { code } = await asDpps.brut('GET', '/api/utilisateur/exporter?format=pdf')
    expect(code).toBe('REQUETE_INVALIDE')
  })

  it('se réimporte sans rien changer ni écrire, qui que ce soit qui importe', async () => {
    // As the account that opens a platform: without an address.
    await banc.base.db
      .updateTable('utilisateur')
      .set({ email: null })
      .where('identifiant', 'in', ['dpps-adjoint', 'admin'])
      .execute()
    for (const par of [asDpps, asAdmin]) {
      for (const format of ['csv', 'xlsx'] as const) {
        const { octets } = await par.appeler(api.exporterUtilisateurs, { query: { format } })
        const { lignes: avant, ...comptes } = await photo()
        const { statut, corps } = await deposer(octets, par, false)
        expect(statut, JSON.stringify(corps).slice(0, 400)).toBe(200)
        expect(new Set(corps.lignes.map(({ effet }) => effet))).toEqual(new Set(['INCHANGE']))
        // The import itself has its line.
        expect(await photo()).toEqual({ ...comptes, lignes: avant + 1 })
      }
    }
  })

  it('touchée, une ligne de la direction reste refusée à l’administration, les autres non', async () => {
    await banc.base.db
      .updateTable('utilisateur')
      .set({ email: 'dpps@example.org' })
      .where('identifiant', '=', 'dpps')
      .execute()
    const { octets } = await asAdmin.appeler(api.exporterUtilisateurs, { query: { format: 'csv' } })
    const contenu = Buffer.from(octets.toString().replace(/^dpps;[^;]*;/m, 'dpps;Changé;'))
    const { corps } = await deposer(contenu, asAdmin, true)
    const dites = corps.lignes.filter(({ effet }) => effet !== 'INCHANGE')
    expect(dites).toMatchObject([
      { cle: 'dpps', effet: 'ERREUR', details: [{ chemin: 'roles', code: 'ROLE_INTERDIT' }] },
    ])
    const avant = await photographier()
    expect((await deposer(contenu, asAdmin, false)).code).toBe('IMPORT_REFUSE')
    expect(await photographier()).toEqual(avant)
  })
})

describe('importer des comptes', () => {
  it('dit d’abord ligne par ligne ce qui se passerait, et n’écrit rien', async () => {
    await creer('deja')
    const avant = await photographier()
    const { statut, corps } = await importer(
      [
        compte('neuf'),
        compte('DEJA', { nom: 'Sarr', email: 'deja@example.org' }),
        compte('d', { roles: 'Roi', email: 'x', structure: 'X-9' }),
        compte('neuf3', { structure: '' }),
        compte('NEUF'),
      ],
      { apercu: true },
    )
    expect([statut, corps.ecrit]).toEqual([200, false])
    expect(effets(corps.lignes)).toEqual([
      [2, 'CREER'],
      [3, 'MODIFIER'],
      [4, 'ERREUR'],
      [5, 'ERREUR'],
      [6, 'ERREUR'],
    ])
    const dits = corps.lignes.map(({ details }) => details.map(({ libelle }) => libelle))
    expect(dits).toEqual([
      [],
      ['Nom\u00A0: Ndiaye → Sarr'],
      [
        expect.stringContaining('Identifiant (A4)\u00A0: '),
        'Courriel (D4)\u00A0: Saisissez une adresse électronique valide. Exemple\u00A0: nom@domaine.org.',
        'Rôles (E4)\u00A0: Indiquez un ou plusieurs rôles\u00A0: Direction centrale, Administration, Structure.',
        expect.stringContaining('Structure (F4)\u00A0: '),
      ],
      ['Structure (F5)\u00A0: Choisissez la structure de ce compte.'],
      ['Identifiant (A6)\u00A0: L’identifiant «\u00A0NEUF\u00A0» est déjà à la ligne 2.'],
    ])
    expect(await photographier()).toEqual(avant)
  })

  it('ne dit pas en double deux lignes sans identifiant', async () => {
    const { corps } = await importer([compte(''), compte('')], { apercu: true })
    const dits = corps.lignes.flatMap(({ details }) => details.map(({ chemin }) => chemin))
    expect(dits).toEqual(['identifiant', 'email', 'identifiant', 'email'])
  })

  it('puis écrit tout, comme à l’écran : compte, journal, courriel', async () => {
    await creer('ancien')
    const { statut, corps } = await importer([
      compte('importe', { roles: 'role_structure' }),
      compte('Ancien', { nom: 'Sarr', email: 'ancien@example.org' }),
    ])
    expect([statut, corps.ecrit]).toEqual([200, true])
    expect(effets(corps.lignes)).toEqual([
      [2, 'CREER'],
      [3, 'MODIFIER'],
    ])
    expect((await journalDe('importe')).map(({ action }) => action)).toEqual(['UTILISATEUR_CREE'])
    expect((await journalDe('ancien')).at(-1)).toMatchObject({
      action: 'UTILISATEUR_MODIFIE',
      detail: { changements: { nom: { avant: 'Ndiaye', apres: 'Sarr' } } },
    })
    const courriel = (await envoyer()).find(({ a }) => a.email === 'importe@example.org')
    expect((await connecter('importe', motDe(courriel))).statut).toBe(200)
  })

  it('refuse tout, et le dit, quand une seule ligne est en erreur', async () => {
    const avant = await photographier()
    const { statut, code, details } = await importer([
      compte('bonne'),
      compte('mauvaise', { structure: 'X-9' }),
    ])
    expect([statut, code]).toEqual([422, 'IMPORT_REFUSE'])
    expect(details).toEqual([
      {
        chemin: 'lignes.3.structure',
        code: 'STRUCTURE_INCONNUE',
        libelle: expect.stringContaining('X-9'),
      },
    ])
    expect(await photographier()).toEqual(avant)
  })

  it('ne laisse pas plus de droits qu’à l’écran', async () => {
    const essais = async (par: Personne, rangees: Rangee[]) => {
      const { corps } = await importer(rangees, { par, apercu: true })
      return corps.lignes.flatMap(({ details }) => details.map(({ code }) => code))
    }
    const centrale = (identifiant: string, roles: string) =>
      compte(identifiant, { roles: roles, structure: '' })
    expect(
      await essais(asAdmin, [
        centrale('escalade', 'Direction centrale'),
        centrale('dpps', 'Administration'),
        centrale('admin', 'ROLE_ADMIN, ROLE_DPPS'),
      ]),
    ).toEqual(['ROLE_INTERDIT', 'ROLE_INTERDIT', 'ROLE_INTERDIT'])
    expect(await essais(asDpps, [centrale('dpps', 'Administration')])).toEqual(['SOI_MEME'])
    expect((await importer([compte('bonne')], { par: asStructure })).code).toBe('DROIT_INSUFFISANT')
  })

  it('refuse une case remplie sous aucun titre', async () => {
    const id = await creer('sans-titre')
    const contenu = Buffer.from('Identifiant;Nom\nsans-titre;Ndiaye;77')
    const { corps } = await deposer(contenu, asDpps, true)
    const fautes = [{ chemin: 'C', code: 'COLONNE_SANS_TITRE' }]
    expect(corps.lignes).toMatchObject([{ effet: 'ERREUR', details: fautes }])
    expect((await deposer(contenu, asDpps, false)).code).toBe('IMPORT_REFUSE')
    const { corps: lu } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(lu.version).toBe(1)
  })

  it('laisse telles quelles les colonnes que le fichier n’a pas', async () => {
    const id = await creer('partiel', { fonction: 'Directrice', telephone: '77 00' })
    const { statut } = await importer([['partiel', '']], { entetes: ['Identifiant', 'Téléphone'] })
    expect(statut).toBe(200)
    const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(corps).toMatchObject({ nom: 'Ndiaye', fonction: 'Directrice', telephone: null })
  })

  it('dit d’un champ mal rempli ce que l’écran en dit', async () => {
    await creer('injoignable')
    const { corps } = await importer([['injoignable', 'demander']], {
      entetes: ['Identifiant', 'Téléphone'],
      apercu: true,
    })
    expect(corps.lignes[0]?.details).toMatchObject([
      { libelle: `Téléphone (B2)\u00A0: ${TELEPHONE.forme.faute}` },
    ])
  })

  it('refuse un fichier illisible, une colonne inconnue, ou sans identifiants', async () => {
    const fichier = { nom: 'a.csv', typeMime: 'text/csv', contenu: Buffer.from([1, 0]) }
    const illisible = await asDpps.appeler(api.importerUtilisateurs, {
      body: { apercu: 'true', fichier },
    })
    const inconnue = await importer([['x', 'y']], { entetes: ['Identifiant', 'Salaire'] })
    const sans = await importer([['x']], { entetes: ['Nom'] })
    expect([illisible, inconnue, sans].map(({ statut, code }) => [statut, code])).toEqual(
      Array.from({ length: 3 }, () => [422, 'TABLEUR_ILLISIBLE']),
    )
    expect(inconnue.libelle).toContain('La colonne «\u00A0Salaire\u00A0» n’est pas reconnue.')
  })

  it('de 500 lignes se fait en quelques secondes', async () => {
    const rangees = Array.from({ length: 500 }, (_, n) => compte(`lot-${n}`))
    const debut = performance.now()
    const { corps } = await importer(rangees)
    expect(corps.lignes).toHaveLength(500)
    expect(performance.now() - debut).toBeLessThan(12_000)
  })
})
