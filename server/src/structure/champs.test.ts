import { type Champ, libelleSeul } from '@releve/contract/champ.ts'
import { blancDe, estSimple, libelleColonne, nomsDe } from '@releve/contract/champs.ts'
import { decrireDetail } from '@releve/contract/journal/journal.detail.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import {
  changer,
  importerFichier,
  lire,
  lireJournal,
  NOUVELLE,
  ouvrirBancStructures,
} from './structure.banc.ts'

// What the table of the fields says, everything does: the record, the journal, the spreadsheets.

const banc = await ouvrirBancStructures()
const { asDpps } = banc

/** Of these, a value that is right is not to be made up. */
const EXEMPLES: Readonly<Record<string, string>> = {
  telephone: '33 800 00 01',
  email: 'accueil@example.org',
  dateOuverture: '2025-01-15',
  dateFermeture: '2035-12-31',
}

function exempleDe(nom: string, champ: Champ): string | number {
  if (champ.sorte === 'nombre') return 7
  return EXEMPLES[nom] ?? (champ.sorte === 'jour' ? '2025-06-15' : `Mots de ${nom}`)
}

/** A code is never changed. */
const SIMPLES = nomsDe(CHAMPS_STRUCTURE)
  .filter((nom) => estSimple(CHAMPS_STRUCTURE, nom) && nom !== 'code')
  .map((nom) => [nom, CHAMPS_STRUCTURE[nom], exempleDe(nom, CHAMPS_STRUCTURE[nom])] as const)
const FACULTATIFS = SIMPLES.filter(([nom]) => nom in blancDe(CHAMPS_STRUCTURE))

/** A spreadsheet of these columns, with a line of the structure. */
const importer = (cellules: readonly (readonly [colonne: string, cellule: string | number])[]) => {
  const toutes = [['Code', NOUVELLE.code] as const, ...cellules]
  const rangees = [toutes.map(([colonne]) => colonne), toutes.map(([, cellule]) => cellule)]
  return importerFichier(asDpps, rangees.map((rangee) => rangee.join(';')).join('\n'))
}

/** Of the record as it is read, what these fields hold. */
async function lireChamps(champs: typeof SIMPLES) {
  const lue = new Map<string, unknown>(Object.entries(await lire(banc, NOUVELLE.code)))
  return champs.map(([nom]) => [nom, lue.get(nom)])
}

const derniere = async () => (await lireJournal(banc)).at(-1)

beforeEach(async () => {
  await reussi(asDpps.appeler(api.creerStructure, { body: NOUVELLE }))
})

describe('un champ de la table d’une structure', () => {
  it.each(SIMPLES)('%s se saisit, se relit et se dit au journal', async (nom, champ, valeur) => {
    const avant = (await lire(banc, NOUVELLE.code))[nom as 'libelle']
    expect(avant).not.toBe(valeur)
    expect(await reussi(changer(banc, NOUVELLE.code, { [nom]: valeur }))).toHaveProperty(
      nom,
      valeur,
    )
    expect(await lire(banc, NOUVELLE.code)).toHaveProperty(nom, valeur)
    const ligne = await derniere()
    expect(ligne).toMatchObject({ action: 'STRUCTURE_MODIFIEE', objet: NOUVELLE.code })
    const dits = decrireDetail(Object(ligne?.detail))
    expect(dits.map(({ libelle, change }) => [libelle, change])).toEqual([
      [libelleSeul(champ), true],
    ])
  })

  it('s’importe par sa colonne ; blanc, il n’est rien, et le redire ne change rien', async () => {
    const pleines = SIMPLES.map(([, champ, valeur]) => [libelleColonne(champ), valeur] as const)
    expect((await reussi(importer(pleines))).lignes).toMatchObject([{ effet: 'MODIFIER' }])
    expect(await lireChamps(SIMPLES)).toEqual(SIMPLES.map(([nom, , valeur]) => [nom, valeur]))
    const vides = FACULTATIFS.map(([, champ]) => [libelleColonne(champ), ' '] as const)
    expect((await reussi(importer(vides))).lignes).toMatchObject([{ effet: 'MODIFIER' }])
    expect(await lireChamps(FACULTATIFS)).toEqual(FACULTATIFS.map(([nom]) => [nom, null]))
    expect((await reussi(importer(vides))).lignes).toMatchObject([{ effet: 'INCHANGE' }])
  })

  it('redit blanc, n’est pas jugé : une fiche d’avant une règle reste comme elle est', async () => {
    await banc.base.db
      .updateTable('structure')
      .set({ libelle: 'L'.repeat(250) })
      .where('code', '=', NOUVELLE.code)
      .execute()
    const textes = FACULTATIFS.filter(([, { sorte }]: readonly [string, Champ, unknown]) => !sorte)
    const vides = textes.map(([, champ]) => [libelleColonne(champ), ''] as const)
    expect((await reussi(importer(vides))).lignes).toMatchObject([{ effet: 'INCHANGE' }])
  })

  it('est une colonne de l’export, dans l’ordre de la table, et l’import la reprend', async () => {
    const tous = Object.fromEntries(SIMPLES.map(([nom, , valeur]) => [nom, valeur]))
    await reussi(changer(banc, NOUVELLE.code, tous))
    const query = { format: 'csv', q: NOUVELLE.code } as const
    const { octets } = await asDpps.appeler(api.exporterStructures, { query })
    const { entetes, lignes } = await readIci(octets)
    const colonnes = Object.values<Champ>(CHAMPS_STRUCTURE).map(libelleColonne)
    // A column for each key, of the fields that have some.
    const chacune = colonnes.filter((colonne) =>
      entetes.some((entete) => entete === colonne || entete.startsWith(`${colonne} `)),
    )
    expect(chacune).toEqual(colonnes)
    expect(entetes.filter((entete) => colonnes.includes(entete))).toEqual(
      colonnes.filter((colonne) => entetes.includes(colonne)),
    )
    for (const [nom, champ, valeur] of SIMPLES) {
      expect([nom, lignes[0]?.cellules[libelleColonne(champ)]]).toEqual([nom, String(valeur)])
    }
    expect((await reussi(importerFichier(asDpps, octets))).lignes).toMatchObject([
      { cle: NOUVELLE.code, effet: 'INCHANGE' },
    ])
  })
})
