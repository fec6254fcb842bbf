import type { LigneImport } from '@releve/contract/import.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { ecrireTableur } from '../platform/tableur.ecriture.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { motDe, ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const {
  horloge,
  asDpps,
  asAdmin,
  asStructure,
  creer,
  photographier,
  journalDe,
  envoyer,
  connecter,
} = banc

const ENTETES = ['Identifiant', 'Nom', 'Prénoms', 'Courriel', 'Rôles', 'Structure']
type Rangee = (string | number | null)[]

function fichierDe(rangees: Rangee[]): Promise<Buffer> {
  const colonnes = ENTETES.map((entete) => ({ entete }))
  return ecrireTableur({ feuille: 'Comptes', colonnes, lignes: rangees }, 'csv')
}

async function importer(rangees: Rangee[], { par = asDpps, apercu = false, justes = false } = {}) {
  return deposer(await fichierDe(rangees), par, apercu, justes)
}

const deposer = (contenu: Uint8Array, par: Personne, apercu: boolean, justes = false) =>
  par.appeler(api.importerUtilisateurs, {
    body: {
      apercu: apercu ? 'true' : 'false',
      seulementJustes: justes ? 'true' : 'false',
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
    const { entetes, lignes } = await readIci(reponse.octets)
    expect(entetes.join(';')).toBe(
      'Identifiant;Nom;Prénoms;Courriel;Téléphone;Fonction;Rôles;Structure;Autres structures;Statut;Dernière connexion;Exercice;Exercice fait le;Service d’identité',
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
        'Pas encore',
        '',
        'Aucune identité liée',
      ],
    ])
  })

  it('avec qui a fait l’exercice, et quand ; réimporté, ce fichier ne change rien', async () => {
    const id = await creer('exerce')
    await creer('exerce-central', { roles: ['ROLE_ADMIN'], structure: null })
    await sql`insert into exercice values (${id}, ${horloge.maintenant})`.execute(banc.base.db)
    const query = { format: 'csv', q: 'exerce' } as const
    const { octets } = await asDpps.appeler(api.exporterUtilisateurs, { query })
    const { lignes } = await readIci(octets)
    expect(lignes.map(({ cellules: c }) => [c['Exercice'], c['Exercice fait le']])).toEqual([
      ['Fait', horloge.maintenant.toISOString()],
      ['Sans objet', ''],
    ])
    const { corps } = await deposer(octets, asDpps, true)
    expect(effets(corps.lignes)).toEqual([
      [2, 'INCHANGE'],
      [3, 'INCHANGE'],
    ])
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
      { cle: 'dpps', effet: 'ERREUR', details: [{ chemin: 'Rôles', code: 'ROLE_INTERDIT' }] },
    ])
    const avant = await photographier()
    expect((await deposer(contenu, asAdmin, false)).code).toBe('IMPORT_REFUSE')
    expect(await photographier()).toEqual(avant)
  })
})

// What every import does (`platform/import.test.ts`) is not played again here.
describe('importer des comptes', () => {
  it('écrit tout, comme à l’écran : compte, journal, courriel', async () => {
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

  it('des seules lignes justes, l’administration ne prend rien de la direction centrale', async () => {
    const rangees = [
      compte('intruse', { roles: 'Direction centrale', structure: '' }),
      compte('permise'),
      compte('ailleurs', { structure: 'PAS-ENCORE' }),
    ]
    const { statut, corps } = await importer(rangees, { par: asAdmin, justes: true })
    expect(statut).toBe(200)
    expect(effets(corps.lignes)).toEqual([
      [2, 'ERREUR'],
      [3, 'CREER'],
      [4, 'ERREUR'],
    ])
    expect(await journalDe('intruse')).toEqual([])
    expect((await journalDe('permise')).map(({ action }) => action)).toEqual(['UTILISATEUR_CREE'])
    const fichier = { nom: 'c.csv', typeMime: 'text/csv', contenu: await fichierDe(rangees) }
    const { octets } = await asAdmin.appeler(api.exporterUtilisateursRestants, {
      body: { fichier },
    })
    const { lignes } = await readIci(octets)
    expect(lignes.map(({ cellules }) => [cellules['Identifiant'], cellules['Fautes']])).toEqual([
      ['intruse', expect.stringMatching(/^Rôles \(E2\)\u00a0: /)],
      ['ailleurs', expect.stringMatching(/^Structure \(F3\)\u00a0: .*PAS-ENCORE/)],
    ])
    // To whom it is allowed, the first of them is right.
    const reste = await deposer(octets, asDpps, true)
    expect(effets(reste.corps.lignes)).toEqual([
      [2, 'CREER'],
      [3, 'ERREUR'],
    ])
  })
})
