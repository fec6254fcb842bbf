import { codificationApi as api } from '@releve/contract/codification/codification.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sample } from '../../../tools/portee.ts'
import { ouvrirBanc } from '../../test/banc.ts'
import { AUTRES_FORMATS } from '../platform/tableur.banc.ts'
import { readIci } from '../platform/tableur.lecture.ts'

const banc = await ouvrirBanc()
const { asDpps, base } = banc

const deposer = (
  code: string,
  contenu: Uint8Array | string,
  apercu = false,
  seulementJustes: 'true' | 'false' = 'false',
) =>
  asDpps.appeler(api.importerCodification, {
    params: { code },
    body: {
      apercu: apercu ? 'true' : 'false',
      seulementJustes,
      fichier: { nom: 'codes.csv', typeMime: 'text/csv', contenu: Buffer.from(contenu) },
    },
  })

const lire = async (code: string) =>
  (await asDpps.appeler(api.lireCodification, { params: { code } })).corps

const photo = async () =>
  (
    await sql`select jsonb_agg(v order by codification, code) as valeurs,
      (select count(*)::int from journal) as lignes from codification_valeur v`.execute(base.db)
  ).rows

describe('exporter une liste', () => {
  it.each(['csv', 'xlsx'] as const)('en %s donne tous ses codes', async (format) => {
    const { statut, octets, entetes } = await asDpps.appeler(api.exporterCodification, {
      params: { code: 'SEXE' },
      query: { format },
    })
    expect(statut).toBe(200)
    expect(entetes['content-disposition']).toContain(`codes-sexe-2025-03-20.${format}`)
    const tableur = await readIci(octets)
    expect(tableur.entetes.join(';')).toBe(
      'Code;Libellé;Ordre;Code parent;Valable à partir de;Valable jusqu’à;Proposé',
    )
    expect(tableur.lignes.map(({ cellules }) => Object.values(cellules).join(';'))).toEqual([
      'M;Masculin;1;;;;oui',
      'F;Féminin;2;;;;oui',
      '9;Non connu;3;;;;oui',
    ])
  })

  it('se réimporte sans rien changer', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { octets } = await asDpps.appeler(api.exporterCodification, {
        params: { code: 'MOTIF_ENTREE' },
        query: { format },
      })
      const { corps } = await deposer('MOTIF_ENTREE', octets)
      expect(new Set(corps.lignes.map(({ effet }) => effet))).toEqual(new Set(['INCHANGE']))
    }
    expect((await lire('MOTIF_ENTREE')).version).toBe(1)
  })
})

describe('importer des codes', () => {
  it('les ajoute après les autres, dans l’ordre du fichier, sous une version de plus', async () => {
    const fichier = 'Code;Libellé;Valable à partir de\nZZ;Dernier;mars 2025\nAA;Premier;\n'
    const avant = await photo()
    const apercu = await deposer('SEXE', fichier, true)
    expect(apercu.corps.lignes.map(({ effet }) => effet)).toEqual(['CREER', 'CREER'])
    expect(await photo()).toEqual(avant)
    expect((await deposer('SEXE', fichier)).corps.ecrit).toBe(true)
    const { valeurs, version } = await lire('SEXE')
    expect(valeurs.slice(3).map(({ code, valableDu }) => [code, valableDu])).toEqual([
      ['ZZ', '2025-03'],
      ['AA', null],
    ])
    expect(version).toBe(2)
    const { rows } = await sql`select action, objet, detail from journal
      where action like 'CODE%' order by id desc limit 3`.execute(base.db)
    expect(rows.toReversed()).toEqual([
      { action: 'CODE_AJOUTE', objet: 'SEXE.ZZ', detail: { libelle: 'Dernier' } },
      { action: 'CODE_AJOUTE', objet: 'SEXE.AA', detail: { libelle: 'Premier' } },
      { action: 'CODES_IMPORTES', objet: 'SEXE', detail: { crees: 2, modifies: 0 } },
    ])
  })

  it('situe chaque faute, et n’écrit rien', async () => {
    const fichier = [
      'Code;Libellé;Ordre;Code parent;Valable à partir de;Valable jusqu’à;Proposé',
      'bas;Minuscules;1;;;;oui',
      'BON;;1;;;;oui',
      'SEUL;Parent;1;RIEN;;;oui',
      'TARD;Mois;1;;04/2025;03/2025;oui',
      'FLOU;Ordre;x;;13/2025;;peut-être',
      'FLOU;Doublon;1;;;;oui',
      'M;Femmes;1;;;;oui',
      `LONG;${'x'.repeat(10_000)};1;;;;oui`,
    ].join('\n')
    const avant = await photo()
    const { corps } = await deposer('SEXE', fichier, true)
    const fautes = corps.lignes.map(({ details }) => details.map(({ libelle }) => libelle))
    expect(fautes[0]?.[0]).toMatch(/^Code \(A2\)\u00a0: Utilisez au plus 30 majuscules/)
    expect(fautes[1]?.[0]).toMatch(/^Libellé \(B3\)/)
    expect(fautes[2]?.[0]).toMatch(/^Code parent \(D4\)\u00a0: Le code parent «\u00a0RIEN\u00a0»/)
    expect(fautes[3]?.[0]).toMatch(/^Valable jusqu’à \(F5\)/)
    expect(fautes[4]).toHaveLength(3)
    expect(fautes[5]?.[0]).toContain('est déjà à la ligne 6')
    expect(fautes[6]?.[0]).toMatch(/^Libellé \(B8\)\u00a0: Le code «\u00a0M\u00a0» est employé/)
    expect(fautes[7]?.[0]).toContain('Utilisez au plus 200 caractères')
    const refus = await deposer('SEXE', fichier)
    expect(refus).toMatchObject({ statut: 422, code: 'IMPORT_REFUSE' })
    expect(await photo()).toEqual(avant)
  })

  it('prend les seules lignes justes, et laisse un code avec le parent que le fichier dit mal', async () => {
    const fichier = [
      'Code;Libellé;Code parent',
      'PTB;Enfant;PTA',
      'PTA;;',
      'PTC;Juste;',
      'PTD;Perdue;RIEN',
    ].join('\n')
    const fait = await deposer('SEXE', fichier, false, 'true')
    expect(fait.corps.lignes.map(({ effet }) => effet)).toEqual([
      'ATTENDRE',
      'ERREUR',
      'CREER',
      'ERREUR',
    ])
    const codes = async () => (await lire('SEXE')).valeurs.map(({ code }) => code)
    expect(await codes()).toContain('PTC')
    expect(await codes()).not.toContain('PTB')
    const { rows } = await sql`select objet, detail from journal where action = 'CODES_IMPORTES'
      order by id desc limit 1`.execute(base.db)
    expect(rows).toEqual([{ objet: 'SEXE', detail: { crees: 1, modifies: 0, laisses: 3 } }])
    const { octets } = await asDpps.appeler(api.exporterCodesRestants, {
      params: { code: 'SEXE' },
      body: { fichier: { nom: 'c.csv', typeMime: 'text/csv', contenu: Buffer.from(fichier) } },
    })
    const { lignes } = await readIci(octets)
    expect(lignes.map(({ cellules }) => [cellules['Code'], cellules['Fautes']])).toEqual([
      ['PTB', expect.stringContaining('attend la ligne 3, dont elle dépend.')],
      ['PTA', expect.stringContaining('Libellé (B3)')],
      ['PTD', expect.stringContaining('Code parent (C4)')],
    ])
    const absente = await asDpps.appeler(api.exporterCodesRestants, {
      params: { code: 'RIEN' },
      body: { fichier: { nom: 'c.csv', typeMime: 'text/csv', contenu: Buffer.from(fichier) } },
    })
    expect(absente).toMatchObject({ statut: 404, code: 'CODIFICATION_INTROUVABLE' })
  })

  it('refuse plus de codes qu’une liste n’en tient, une colonne inconnue, une liste inconnue', async () => {
    const lignes = Array.from({ length: 2001 }, (_, rang) => `N${rang};Nombreux`)
    const trop = await deposer('SEXE', ['Code;Libellé', ...lignes].join('\n'))
    expect(trop).toMatchObject({ statut: 422, code: 'IMPORT_REFUSE' })
    expect(trop.details?.[0]?.code).toBe('LISTE_TROP_LONGUE')
    expect(await deposer('SEXE', 'Code;Sens\nA;b\n')).toMatchObject({ code: 'TABLEUR_ILLISIBLE' })
    for (const [, code, contenu] of sample(AUTRES_FORMATS))
      expect(await deposer('SEXE', contenu)).toMatchObject({ statut: 422, code })
    expect(await deposer('RIEN', 'Code;Libellé\nA;b\n')).toMatchObject({
      statut: 404,
      code: 'CODIFICATION_INTROUVABLE',
    })
  })
})
