import { TELEPHONE } from '@releve/contract/champ.ts'
import type { CodeErreur } from '@releve/contract/erreur.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PORTEE, sample } from '../../../tools/portee.ts'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { refuseSansEcrire } from '../../test/refus.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { AUTRES_FORMATS } from './tableur.banc.ts'
import { ecrireTableur } from './tableur.ecriture.ts'
import { readIci } from './tableur.lecture.ts'

const banc = await ouvrirBanc()
const { asDpps, asAdmin, asStructure } = banc

type Cellules = Record<string, string | number>
/** Why a line is refused: the column, the code, and what is said of it where that matters. */
type Faute = readonly [colonne: string, code: string, dit?: string]

type Importable = {
  nom: string
  importer: typeof structureApi.importerStructures | typeof utilisateurApi.importerUtilisateurs
  exporter: typeof structureApi.exporterStructures | typeof utilisateurApi.exporterUtilisateurs
  restes:
    | typeof structureApi.exporterStructuresRestantes
    | typeof utilisateurApi.exporterUtilisateursRestants
  /** Of the file exported, without its date. */
  fichier: string
  /** Who may import. */
  par: readonly Personne[]
  /** The heading of what a line is about, and another spelling of it that designates the same. */
  cle: string
  autrement: (cle: string) => string
  /** A line that is right, of a thing that does not exist: the nth. */
  neuve: (n: number) => Cellules
  /** What may change in it, and how the preview says it: not, where it does not. */
  change: Cellules
  dit: readonly string[]
  /** A column that may be blank, and what was there. */
  efface: Cellules
  fautes: readonly (readonly [titre: string, faux: Cellules, ...fautes: Faute[]])[]
  /** The journal's lines. */
  importe: (
    creations: number,
    modifications: number,
    laissees?: number,
  ) => { action: string; detail: object }
  exporte: (format: string, nombre: number) => { action: string; detail: object }
  /** How many more statements a line more asks of the base, at most. */
  parLigne: number
}

const ETAT = 'État'
const LIBELLE = 'Libellé'
const REGION = 'Région'
const TELEPHONE_TITRE = 'Téléphone'
const PRENOMS = 'Prénoms'
const CAPACITE = 'Capacité'
const MODELES = 'Modèles'

const STRUCTURES: Importable = {
  nom: 'structures',
  importer: structureApi.importerStructures,
  exporter: structureApi.exporterStructures,
  restes: structureApi.exporterStructuresRestantes,
  fichier: 'structures',
  par: [asDpps],
  cle: 'Code',
  autrement: (code) => code,
  neuve: (n) => ({
    Code: `CAU-R02-${100 + n}`,
    [LIBELLE]: 'Centre d’accueil de Bois-Joli',
    Type: 'CAU',
    [REGION]: 'R02',
    Rattachement: 'DR-R02',
    [CAPACITE]: '1 200',
    'Postes A': 2,
    [MODELES]: 'RMA, EPM',
    'Date d’ouverture': '01/02/2025',
    [ETAT]: 'Active',
  }),
  change: { [CAPACITE]: 75 },
  dit: [],
  efface: { [TELEPHONE_TITRE]: '+999 20 00 00 99' },
  fautes: [
    ['un code mal écrit', { Code: 'bois joli' }, ['Code', 'INVALID_FORMAT']],
    ['un code absent', { Code: '' }, ['Code', 'REQUIS']],
    ['une région inconnue', { [REGION]: 'R99' }, ['Région', 'CODE_INCONNU']],
    ['un rattachement inconnu', { Rattachement: 'DR-R77' }, ['Rattachement', 'PARENT_INCONNU']],
    ['un nombre illisible', { [CAPACITE]: 'beaucoup' }, ['Capacité', 'VALEUR_ILLISIBLE']],
    ['un nombre négatif', { 'Postes A': -1 }, ['Postes A', 'TOO_SMALL']],
    ['un modèle inconnu', { [MODELES]: 'RMA XYZ' }, ['Modèles', 'MODELE_INCONNU']],
    ['un modèle d’un autre type', { [MODELES]: 'RMA, SMP' }, ['Modèles', 'MODELE_INADAPTE']],
    [
      'une date illisible',
      { 'Date d’ouverture': 'hier' },
      ['Date d’ouverture', 'VALEUR_ILLISIBLE'],
    ],
    [
      'un jour qui n’existe pas',
      { 'Date d’ouverture': '31/02/2025' },
      ['Date d’ouverture', 'INVALID_FORMAT'],
    ],
    ['une date absente', { 'Date d’ouverture': '' }, ['Date d’ouverture', 'REQUIS']],
    ['un état inconnu', { [ETAT]: 'Dormante' }, ['État', 'VALEUR_ILLISIBLE']],
    ['une invitation', { [ETAT]: 'Invitée' }, ['État', 'INVITATION_REQUISE']],
  ],
  importe: (creees, modifiees, laissees) => ({
    action: 'STRUCTURES_IMPORTEES',
    detail: { creees, modifiees, ...(laissees !== undefined && { laissees }) },
  }),
  exporte: (format, nombre) => ({ action: 'STRUCTURES_EXPORTEES', detail: { format, nombre } }),
  parLigne: 4,
}

const ROLES = 'Rôles'

const COMPTES: Importable = {
  nom: 'comptes',
  importer: utilisateurApi.importerUtilisateurs,
  exporter: utilisateurApi.exporterUtilisateurs,
  restes: utilisateurApi.exporterUtilisateursRestants,
  fichier: 'comptes',
  par: [asDpps, asAdmin],
  cle: 'Identifiant',
  autrement: (identifiant) => identifiant.toUpperCase(),
  neuve: (n) => ({
    Identifiant: `importe-${n}`,
    Nom: 'Ndiaye',
    [PRENOMS]: 'Fatou',
    Courriel: `importe-${n}@example.org`,
    [ROLES]: 'Structure',
    Structure: 'CAU-R01-01',
  }),
  change: { Nom: 'Sarr' },
  dit: ['Nom\u00a0: Ndiaye → Sarr'],
  efface: { [TELEPHONE_TITRE]: '33 800' },
  fautes: [
    ['un identifiant absent', { Identifiant: '' }, ['Identifiant', 'TOO_SMALL']],
    [
      'plusieurs fautes',
      { Identifiant: 'd', Courriel: 'x', [ROLES]: 'Roi', Structure: 'X-9' },
      ['Identifiant', 'TOO_SMALL'],
      [
        'Courriel',
        'INVALID_FORMAT',
        'Saisissez une adresse électronique valide. Exemple\u00a0: nom@domaine.org.',
      ],
      [
        'Rôles',
        'INVALID_VALUE',
        'Indiquez un ou plusieurs rôles\u00a0: Direction centrale, Administration, Structure.',
      ],
      ['Structure', 'STRUCTURE_INCONNUE'],
    ],
    [
      'un rôle sans sa structure',
      { Structure: '' },
      ['Structure', 'STRUCTURE_REQUISE', 'Choisissez la structure de ce compte.'],
    ],
    [
      'un téléphone mal écrit, comme l’écran le dit',
      { [TELEPHONE_TITRE]: 'demander' },
      ['Téléphone', 'INVALID_FORMAT', TELEPHONE.forme.faute],
    ],
  ],
  importe: (crees, modifies, laisses) => ({
    action: 'UTILISATEURS_IMPORTES',
    detail: { crees, modifies, ...(laisses !== undefined && { laisses }) },
  }),
  exporte: (format, lignes) => ({ action: 'UTILISATEURS_EXPORTES', detail: { format, lignes } }),
  // An account, its task, its line of the journal; what is judged upon is read once for all.
  parLigne: 3,
}

/** A third import adds its row. */
/** Lines of a long file. */
const LONG = PORTEE === 'porte' ? 100 : 500

const IMPORTS = [STRUCTURES, COMPTES].map((un) => [un.nom, un] as const)

/** All that imports write, without the journal; and the journal's lines. */
async function photo() {
  const { rows } = await sql<{ choses: unknown; lignes: { action: string; detail: unknown }[] }>`
    select jsonb_build_array(
        (select jsonb_agg(s order by s.id) from structure s),
        (select jsonb_agg(i order by i.structure_id, i.du) from structure_interruption i),
        (select jsonb_agg(u order by u.id) from utilisateur u),
        (select jsonb_agg(a order by a.utilisateur_id, a.structure_id)
          from utilisateur_structure a),
        (select count(*) from tache)
      ) as choses,
      (select jsonb_agg(jsonb_build_object('action', action, 'detail', detail) order by id)
        from journal where action <> 'DROIT_REFUSE') as lignes`.execute(banc.base.db)
  const { choses, lignes } = rows[0] ?? { choses: null, lignes: null }
  return { choses, lignes: lignes ?? [] }
}

async function fichierDe(
  lignes: readonly Cellules[],
  format: 'csv' | 'xlsx' = 'csv',
): Promise<Buffer> {
  const entetes = Object.keys(Object.assign({}, ...lignes))
  const rangees = lignes.map((ligne) => entetes.map((entete) => ligne[entete] ?? null))
  const colonnes = entetes.map((entete) => ({ entete }))
  return ecrireTableur({ feuille: 'Feuille', colonnes, lignes: rangees }, format)
}

type Depot = { par?: Personne; apercu?: boolean; justes?: boolean }

const deposer = (
  un: Importable,
  contenu: Uint8Array,
  { par = asDpps, apercu, justes }: Depot = {},
) =>
  par.appeler(un.importer, {
    body: {
      apercu: apercu ? 'true' : 'false',
      ...(justes && { seulementJustes: 'true' }),
      fichier: { nom: 'x.csv', typeMime: 'text/csv', contenu },
    },
  })

/** What the preview says of the lines; it writes nothing. */
async function annoncer(un: Importable, contenu: Uint8Array, par = asDpps) {
  const avant = await photo()
  const { lignes, ecrit } = await reussi(deposer(un, contenu, { par, apercu: true }))
  expect(ecrit).toBe(false)
  expect(await photo()).toEqual(avant)
  return lignes
}

/** The file is refused, and nothing is written. */
const refuse = (un: Importable, code: CodeErreur, contenu: Uint8Array, depot?: Depot) =>
  refuseSansEcrire(photo, code, () => deposer(un, contenu, depot))

/** The file of the lines that are left. */
const reprendre = (un: Importable, contenu: Uint8Array, par = asDpps) =>
  par.appeler(un.restes, {
    body: { fichier: { nom: 'x.csv', typeMime: 'text/csv', contenu } },
  })

/** The same file, with other cells in its lines. */
async function corriger(contenu: Uint8Array, corrections: readonly Cellules[]): Promise<Buffer> {
  const { lignes } = await readIci(Buffer.from(contenu))
  return fichierDe(lignes.map(({ cellules }, rang) => ({ ...cellules, ...corrections[rang] })))
}

/** The cells of this thing as they are exported. */
async function exportees(un: Importable, cle: unknown) {
  const { octets } = await asDpps.appeler(un.exporter, { query: { format: 'csv' } })
  const { lignes } = await readIci(octets)
  return lignes.find(({ cellules }) => cellules[un.cle] === cle)?.cellules
}

describe.each(IMPORTS)('l’import de %s', (_, un) => {
  const { cle, neuve, change, efface } = un
  const cleDe = (n: number) => neuve(n)[cle] ?? ''

  it('dit d’abord ce qui se passerait, puis l’écrit, avec une ligne au journal', async () => {
    const contenu = await fichierDe([{ ...neuve(1), ...efface }, neuve(2)])
    expect(await annoncer(un, contenu)).toMatchObject([
      {
        ligne: 2,
        cle: cleDe(1),
        libelle: expect.stringMatching(/\S/),
        effet: 'CREER',
        details: [],
      },
      { ligne: 3, cle: cleDe(2), effet: 'CREER', details: [] },
    ])
    expect((await reussi(deposer(un, contenu))).ecrit).toBe(true)
    expect((await photo()).lignes.at(-1)).toEqual(un.importe(2, 0))
    const avant = await exportees(un, cleDe(1))
    expect(avant).toMatchObject(efface)
    // What exists is modified: the columns that are there, a blank cell erasing.
    const [colonne = ''] = Object.keys(efface)
    const modifie = await fichierDe([{ [cle]: cleDe(1), ...change, [colonne]: '' }])
    const [ligne] = await annoncer(un, modifie)
    expect(ligne).toMatchObject({ ligne: 2, cle: cleDe(1), effet: 'MODIFIER' })
    const dits = ligne?.details.map(({ libelle }) => libelle)
    if (un.dit.length) expect(dits).toEqual(expect.arrayContaining([...un.dit]))
    else expect(dits).toEqual([])
    await reussi(deposer(un, modifie))
    expect((await photo()).lignes.at(-1)).toEqual(un.importe(0, 1))
    const changees = Object.entries(change).map(([entete, valeur]) => [entete, String(valeur)])
    expect(await exportees(un, cleDe(1))).toEqual({
      ...avant,
      ...Object.fromEntries(changees),
      [colonne]: '',
    })
  })

  const fautives = un.fautes.map(([titre, faux, ...fautes]) => ({ titre, faux, fautes }))
  // One file for them all: each is judged for itself.
  it('n’écrit rien pour une faute, quelle qu’elle soit, et dit chacune à sa case', async () => {
    const mauvaises = fautives.map(({ faux }, rang) => ({ ...neuve(4 + rang), ...faux }))
    const lignes = [neuve(3), ...mauvaises]
    const contenu = await fichierDe(lignes)
    const entetes = Object.keys(Object.assign({}, ...lignes))
    const [bonne, ...annoncees] = await annoncer(un, contenu)
    expect(bonne?.effet).toBe('CREER')
    expect(annoncees).toHaveLength(fautives.length)
    for (const [rang, { titre, fautes }] of fautives.entries()) {
      const annoncee = annoncees[rang]
      expect(annoncee?.effet, titre).toBe('ERREUR')
      expect(annoncee?.details, titre).toEqual(
        fautes.map(([chemin, code, dit = '']) => {
          const lettre = 'ABCDEFGHIJKLM'[entetes.indexOf(chemin)]
          const ou = `${chemin} (${lettre}${rang + 3})\u00a0: ${dit}`
          return { chemin, code, libelle: expect.stringContaining(ou) }
        }),
      )
      for (const { libelle } of annoncee?.details ?? []) expect(libelle).toMatch(/: \S.*\.$/)
    }
    const { statut, details } = await refuse(un, 'IMPORT_REFUSE', contenu)
    expect(statut).toBe(422)
    expect(details).toMatchObject(
      fautives.flatMap(({ fautes }, rang) =>
        fautes.map(([chemin, code]) => ({ chemin: `lignes.${rang + 3}.${chemin}`, code })),
      ),
    )
  })

  it('reconnaît ses titres quels que soient leurs capitales, leurs accents et leurs blancs', async () => {
    const ligne = { ...neuve(7), ...change }
    const crie = (titre: string) =>
      ` ${titre.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '\u00a0')} `
    const criee = Object.fromEntries(
      Object.entries(ligne).map(([titre, valeur]) => [crie(titre), valeur]),
    )
    const annonce = async (lignes: readonly Cellules[]) => {
      const [dite] = await annoncer(un, await fichierDe(lignes))
      return dite
    }
    expect(await annonce([criee])).toEqual(await annonce([ligne]))
    await reussi(deposer(un, await fichierDe([criee])))
    expect(await exportees(un, cleDe(7))).toBeDefined()
    await refuse(un, 'TABLEUR_ILLISIBLE', await fichierDe([{ ...criee, [cle]: 'x' }]))
  })

  // What is done with the lines does not depend on the fault.
  it.each(sample(fautives.map((une, rang) => ({ ...une, n: 20 + 2 * rang }))))(
    'n’écrit que la ligne juste à côté de $titre, quand on le demande, et rend l’autre avec sa faute',
    async ({ faux, fautes, n }) => {
      const mauvaise = { ...neuve(n + 1), ...faux }
      const contenu = await fichierDe([mauvaise, neuve(n)], n % 4 ? 'csv' : 'xlsx')
      const { lignes, ecrit } = await reussi(deposer(un, contenu, { justes: true }))
      expect(ecrit).toBe(true)
      expect(lignes.map(({ effet }) => effet)).toEqual(['ERREUR', 'CREER'])
      expect((await photo()).lignes.at(-1)).toEqual(un.importe(1, 0, 1))
      expect(await exportees(un, cleDe(n))).toBeDefined()
      // What is left: its cells as they were, then its faults, which speak of that file.
      const { statut, octets, entetes } = await reprendre(un, contenu)
      expect(statut).toBe(200)
      expect(entetes['content-disposition']).toContain(
        `${un.fichier}-a-corriger-2025-03-20.${n % 4 ? 'csv' : 'xlsx'}`,
      )
      const reste = await readIci(octets)
      expect(reste.entetes).toEqual([...Object.keys(mauvaise), 'Fautes'])
      const [rendue, ...autres] = reste.lignes.map(({ cellules }) => cellules)
      expect(autres).toEqual([])
      const { Fautes: dites, ...cellules } = rendue ?? {}
      expect(cellules).toEqual(
        Object.fromEntries(Object.entries(mauvaise).map(([titre, valeur]) => [titre, `${valeur}`])),
      )
      const encore = await annoncer(un, octets)
      expect(encore.map(({ effet }) => effet)).toEqual(['ERREUR'])
      expect(encore[0]?.details.map(({ chemin, code }) => [chemin, code])).toEqual(
        fautes.map(([chemin, code]) => [chemin, code]),
      )
      expect(dites).toBe(encore[0]?.details.map(({ libelle }) => libelle).join(' '))
      // Corrected, it is taken as it is; the first file has nothing more to write of the other.
      const vides = Object.fromEntries(Object.keys(faux).map((titre) => [titre, '']))
      const corrige = await corriger(octets, [{ ...vides, ...neuve(n + 1) }])
      const pris = await reussi(deposer(un, corrige))
      expect(pris.lignes.map(({ effet }) => effet)).toEqual(['CREER'])
      expect(await exportees(un, cleDe(n + 1))).toBeDefined()
      const revu = await annoncer(un, contenu)
      expect(revu[1]?.effet).toBe('INCHANGE')
    },
  )

  it('donné deux fois, un fichier dont une ligne est fausse n’écrit les autres qu’une', async () => {
    const [autre = ''] = Object.keys(change)
    const contenu = await fichierDe([
      { ...neuve(60), [autre]: change[autre] ?? '' },
      { ...neuve(61), ...un.fautes.at(-1)?.[1] },
      neuve(62),
    ])
    await reussi(deposer(un, contenu, { justes: true }))
    const { choses, lignes: journal } = await photo()
    const { lignes } = await reussi(deposer(un, contenu, { justes: true }))
    expect(lignes.map(({ effet }) => effet)).toEqual(['INCHANGE', 'ERREUR', 'INCHANGE'])
    expect(await photo()).toEqual({ choses, lignes: [...journal, un.importe(0, 0, 1)] })
  })

  it('sans une ligne juste, n’écrit rien, même quand on ne demande que les justes', async () => {
    const contenu = await fichierDe([{ ...neuve(64), ...un.fautes.at(-1)?.[1] }])
    await refuse(un, 'IMPORT_REFUSE', contenu, { justes: true })
  })

  it('laisse les deux lignes d’une même clé, et les rend ensemble', async () => {
    const double = { ...neuve(67), [cle]: un.autrement(String(cleDe(66))) }
    const contenu = await fichierDe([neuve(65), neuve(66), double])
    const annoncees = await annoncer(un, contenu)
    expect(annoncees.map(({ effet }) => effet)).toEqual(['CREER', 'ATTENDRE', 'ERREUR'])
    expect(annoncees[1]?.details).toMatchObject([{ chemin: cle, code: 'EN_ATTENTE' }])
    expect(annoncees[1]?.details[0]?.libelle).toMatch(/\(A3\)\u00a0: La ligne 4 /)
    await reussi(deposer(un, contenu, { justes: true }))
    expect(await exportees(un, cleDe(66))).toBeUndefined()
    const { octets } = await reprendre(un, contenu)
    const reste = await annoncer(un, octets)
    expect(reste.map(({ effet }) => effet)).toEqual(['ATTENDRE', 'ERREUR'])
    expect(reste[0]?.details[0]?.libelle).toMatch(/\(A2\)\u00a0: La ligne 3 /)
    await refuse(un, 'IMPORT_REFUSE', octets, { justes: true })
  })

  it('rend ce qui n’est sous aucun titre, et la ligne reste refusée tant que c’est là', async () => {
    const [autre = ''] = Object.keys(change)
    const contenu = Buffer.from(`${cle};Fautes;${autre}\n${cleDe(1)};lue;${change[autre]};77;88`)
    const { octets } = await reprendre(un, contenu)
    const reste = await readIci(octets)
    expect(reste.entetes).toEqual([cle, autre, 'Fautes'])
    expect(reste.lignes[0]).toMatchObject({ sansTitre: ['D', 'E'], horsTitre: ['77', '88'] })
    expect(reste.lignes[0]?.cellules['Fautes']).toContain('La case D2 ')
    await refuse(un, 'IMPORT_REFUSE', octets, { justes: true })
  })

  it('ne prend pas pour une ligne celle qui n’a plus que ses fautes', async () => {
    const contenu = await fichierDe([
      { ...neuve(68), Fautes: '' },
      { [cle]: '', Fautes: 'Lue.' },
    ])
    expect((await annoncer(un, contenu)).map(({ effet }) => effet)).toEqual(['CREER'])
  })

  it('n’a rien à rendre d’un fichier juste, ni d’un autre à qui n’importe pas', async () => {
    const contenu = await fichierDe([neuve(69)])
    await refuseSansEcrire(photo, 'AUCUNE_LIGNE_RESTANTE', () => reprendre(un, contenu))
    await refuseSansEcrire(photo, 'TABLEUR_ILLISIBLE', () =>
      reprendre(un, Buffer.from('Couleur\nbleu')),
    )
    await refuseSansEcrire(photo, 'DROIT_INSUFFISANT', () => reprendre(un, contenu, asStructure))
  })

  it('refuse une clé donnée deux fois, et dit où ; sans clé, rien n’est en double', async () => {
    const double = un.autrement(String(cleDe(5)))
    const contenu = await fichierDe([neuve(5), { ...neuve(6), [cle]: double }])
    const { details } = await refuse(un, 'IMPORT_REFUSE', contenu)
    expect(details).toMatchObject([{ chemin: `lignes.3.${cle}`, code: 'DOUBLON' }])
    expect(details[0]?.libelle).toMatch(new RegExp(`^${cle} \\(A3\\)\u00a0: .* la ligne 2\\.$`))
    const vides = [7, 8].map((n) => ({ ...neuve(n), [cle]: '' }))
    for (const { effet, details: dites } of await annoncer(un, await fichierDe(vides))) {
      expect(effet).toBe('ERREUR')
      expect(dites.map(({ chemin }) => chemin)).toEqual([cle])
      expect(dites[0]?.code).not.toBe('DOUBLON')
    }
  })

  it('refuse une case remplie sous aucun titre', async () => {
    const [autre = ''] = Object.keys(change)
    const contenu = Buffer.from(`${cle};${autre}\n${cleDe(1)};${change[autre]};77`)
    expect(await annoncer(un, contenu)).toMatchObject([
      { effet: 'ERREUR', details: [{ chemin: 'C', code: 'COLONNE_SANS_TITRE' }] },
    ])
    await refuse(un, 'IMPORT_REFUSE', contenu)
  })

  it('refuse un fichier illisible, une colonne inconnue, ou sans clé', async () => {
    const [autre = ''] = Object.keys(change)
    const inconnue = await fichierDe([{ [cle]: cleDe(1), Couleur: 'bleu' }])
    const sans = await fichierDe([{ [autre]: 'x' }])
    // The preview reads the file by the same way.
    for (const simple of PORTEE === 'porte' ? [false] : [true, false]) {
      for (const contenu of [inconnue, sans, Buffer.from([1, 0])]) {
        expect((await refuse(un, 'TABLEUR_ILLISIBLE', contenu, { apercu: simple })).statut).toBe(
          422,
        )
      }
    }
    const { libelle } = await refuse(un, 'TABLEUR_ILLISIBLE', inconnue)
    expect(libelle).toContain('La colonne «\u00a0Couleur\u00a0» n’est pas reconnue.')
  })

  it('refuse ce qui n’est ni XLSX ni CSV, quel que soit son nom, et dit quoi en faire', async () => {
    for (const [dit, code, contenu] of sample(AUTRES_FORMATS)) {
      const { libelle } = await refuse(un, code, contenu)
      expect(libelle).toContain(dit)
      expect(libelle).toContain('au format XLSX')
    }
  })

  it('refuse une demande mal faite, et qui n’en a pas le droit', async () => {
    const fichier = { nom: 'x.csv', typeMime: 'text/csv', contenu: await fichierDe([neuve(9)]) }
    const avant = await photo()
    for (const [champs, code] of [
      [{ apercu: 'true' }, 'FICHIER_MANQUANT'],
      [{ fichier }, 'REQUETE_INVALIDE'],
      [{ apercu: 'oui', fichier }, 'REQUETE_INVALIDE'],
      [{ apercu: 'true', seulementJustes: 'oui', fichier }, 'REQUETE_INVALIDE'],
      [{ apercu: 'true', forcer: '1', fichier }, 'REQUETE_INVALIDE'],
    ] as const) {
      const envoi = await asDpps.envoyer(`/api${un.importer.path}`, Object.entries(champs))
      expect(envoi.code).toBe(code)
    }
    const { code } = await asDpps.brut('GET', `/api${un.exporter.path}?format=pdf`)
    expect(code).toBe('REQUETE_INVALIDE')
    expect((await asDpps.brut('GET', `/api${un.exporter.path}`)).code).toBe('REQUETE_INVALIDE')
    expect(await photo()).toEqual(avant)
    await refuse(un, 'DROIT_INSUFFISANT', fichier.contenu, { par: asStructure })
  })

  it.each(['csv', 'xlsx'] as const)(
    'reprend l’export en %s sans rien changer, qui que ce soit qui importe',
    async (format) => {
      for (const par of un.par) {
        const reponse = await par.appeler(un.exporter, { query: { format } })
        expect(reponse.statut).toBe(200)
        const { 'content-disposition': disposition } = reponse.entetes
        expect(disposition).toContain(`${un.fichier}-2025-03-20.${format}`)
        const { choses, lignes: journal } = await photo()
        const { lignes } = await reussi(deposer(un, reponse.octets, { par }))
        expect(journal.at(-1)).toEqual(un.exporte(format, lignes.length))
        expect(new Set(lignes.map(({ effet }) => effet))).toEqual(new Set(['INCHANGE']))
        // The import itself has its line.
        expect(await photo()).toEqual({ choses, lignes: [...journal, un.importe(0, 0)] })
      }
    },
  )

  it(`de ${LONG} lignes n’en demande guère plus à la base par ligne que de dix, et ne hache rien`, async () => {
    const demandes = async (combien: number, depart: number) => {
      const lignes = Array.from({ length: combien }, (_rang, n) => neuve(depart + n))
      const contenu = await fichierDe(lignes, 'xlsx')
      const travaux = await observer(async () => {
        expect((await reussi(deposer(un, contenu))).lignes).toHaveLength(combien)
      })
      expect(ditsDe(travaux, 'empreinte')).toEqual([])
      return ditsDe(travaux, 'requete').length
    }
    const [court, long] = [await demandes(10, 100), await demandes(LONG, 200)]
    expect(await exportees(un, cleDe(199 + LONG))).toBeDefined()
    // One more: the first file has added structures, and what one works on is worked out again.
    expect(long - court).toBeLessThanOrEqual(un.parLigne * (LONG - 10) + 1)
  })
})

it('un code et un téléphone se lisent comme le tableur les montre, zéros de tête compris', async () => {
  const ligne = { ...STRUCTURES.neuve(1), Code: 7, [TELEPHONE_TITRE]: 612_345_678 }
  const formats: Record<string, string> = { Code: '000', [TELEPHONE_TITRE]: '0000000000' }
  const styles = new Map(
    Object.entries(ligne).flatMap(([titre, value], colonne) => {
      const numFmt = formats[titre]
      return numFmt === undefined ? [] : [[`1,${colonne}`, { value, style: { numFmt } }] as const]
    }),
  )
  const rows = [Object.keys(ligne), Object.values(ligne)]
  const octets = await writeXlsx({ sheets: [{ name: 'Structures', rows, cells: styles }] })
  await reussi(deposer(STRUCTURES, octets))
  expect(await exportees(STRUCTURES, '007')).toMatchObject({ [TELEPHONE_TITRE]: '0612345678' })
  expect(await exportees(STRUCTURES, '7')).toBeUndefined()
})
