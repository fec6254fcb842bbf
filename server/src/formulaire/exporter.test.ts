import { execFileSync, spawnSync } from 'node:child_process'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { composerPdfAPart } from '../platform/pdf.apart.ts'
import { arbreDe, textesDuPdf } from '../platform/pdf.banc.ts'
import { readFeuillesIci, readIci } from '../platform/tableur.lecture.ts'
import { MOTIF, modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps, asAdmin, base } = banc

type Recherche = Omit<Sent<typeof api.exporterFormulaires.body>, 'format'>

async function exporter(qui: Personne, recherche: Recherche = {}, format: 'csv' | 'xlsx' = 'csv') {
  const reponse = await qui.appeler(api.exporterFormulaires, { body: { ...recherche, format } })
  expect(reponse.statut).toBe(200)
  return reponse
}

const PAPIER = new URL('./papier.typ', import.meta.url)
const poppler = spawnSync('pdftotext', ['-v']).status === 0
const lirePdf = (octets: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: octets })
    .toString()
    .replaceAll(/[\u00a0\u202f]/g, ' ')

const lignesDe = async (octets: Buffer) =>
  (await readIci(octets)).lignes.map(({ cellules }) => cellules)

const marquer = (numero: string, ...cellules: string[]) =>
  reussi(
    asAdmin.appeler(api.remarquerFormulaire, {
      body: {
        numero,
        remarques: cellules.map((cellule) => {
          return { cellule, texte: 'À revoir.', statut: 'OUVERTE' as const }
        }),
      },
    }),
  )

const notees = async () => {
  const { rows } = await sql<{ detail: object }>`select detail from journal
    where action = 'LISTE_EXPORTEE' order by id`.execute(base.db)
  return rows.map(({ detail }) => detail)
}

/** Headings: a key has no accent. */
const [NUMERO, ETAT, ANNEE, REGION, CALCULEE] = [
  'Numéro',
  'État',
  'Année',
  'Région',
  'Calculée',
] as const

const MARS = { mois: 'MARCH', annee: 2025 } as const

describe('exporter les rapports', () => {
  it.each(['csv', 'xlsx'] as const)(
    'en %s donne toutes les lignes de la recherche, dans son ordre, celles non commencées aussi',
    async (format) => {
      const { numero } = await commencer(asStructure)
      const body = { ...MARS, taille: 200, tri: '-modele' }
      const { elements } = await reussi(asDpps.appeler(api.listFormulairesStructures, { body }))
      const { octets } = await exporter(asDpps, { ...MARS, tri: '-modele' }, format)
      const lignes = await lignesDe(octets)
      expect(
        lignes.map((une) => [une['Modèle'], une['Code de la structure'], une['Numéro']]),
      ).toEqual(
        elements.map(({ modele, structure, numero: un }) => [
          modele.code,
          structure.code,
          un ?? '',
        ]),
      )
      expect(lignes.find((une) => une['Numéro'] === numero)).toMatchObject({
        [ETAT]: 'Brouillon',
        [ANNEE]: '2025',
        Mois: '3',
        [REGION]: 'R01',
        'Hors délai': 'non',
      })
      expect(lignes.filter((une) => une['État'] === 'Non commencé')).toHaveLength(
        elements.filter(({ etat }) => etat === 'NON_COMMENCE').length,
      )
    },
  )

  it('dit combien de lignes et quels filtres : au classeur, à l’écran et au journal', async () => {
    const { octets, entetes } = await exporter(asDpps, { ...MARS, modeles: ['RMA'] }, 'xlsx')
    const { lignes } = (await readFeuillesIci(octets, ['À propos'])).get('À propos') ?? {
      lignes: [],
    }
    const dits = lignes.map(({ cellules }) => Object.values(cellules))
    const filtres = ['Mois\u00a0: Mars', 'Année\u00a0: 2025', 'Modèle\u00a0: RMA']
    expect(dits).toEqual(
      expect.arrayContaining([
        ['Lignes', entetes['releve-lignes']],
        ...filtres.map((un) => ['Filtre', un]),
      ]),
    )
    expect(decodeURIComponent(String(entetes['releve-filtres']))).toBe(filtres.join(' ; '))
    expect((await notees()).at(-1)).toMatchObject({
      objet: 'Rapports',
      format: 'xlsx',
      modele: ['RMA'],
      lignes: (await lignesDe(octets)).length,
    })
  })

  it.each(['csv', 'xlsx'] as const)(
    'en %s compte les remarques à traiter et à relire, et n’en dit rien ailleurs',
    async (format) => {
      const { numero } = await amener(banc, 'SOUMIS')
      const { id, version } = await marquer(numero, 'DIFF', 'BUD.DOT')
      const query = { version, ...MOTIF }
      const renvoye = await reussi(
        asAdmin.appeler(api.renvoyerFormulaire, { params: { id }, query }),
      )
      await reussi(modifier(asStructure, renvoye, { DIFF: 'Autre.' }))
      const comptes = async (qui: Personne) => {
        const lignes = await lignesDe((await exporter(qui, { ...MARS }, format)).octets)
        const une = lignes.find((ligne) => ligne['Numéro'] === numero)
        return [une?.['Remarques à traiter'], une?.['Remarques à relire']]
      }
      expect(await comptes(asStructure)).toEqual(['1', '1'])
      expect(await comptes(asDpps)).toEqual(['1', '1'])
      expect(await comptes(asAutreStructure)).toEqual([undefined, undefined])
    },
  )

  it('le dit aussi de la liste d’un mois', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    await marquer(numero, 'DIFF')
    const { octets } = await asDpps.appeler(api.exporterFormulairesMois, {
      params: MARS,
      query: { format: 'csv' },
    })
    const une = (await lignesDe(octets)).find((ligne) => ligne['Numéro'] === numero)
    expect([une?.['Remarques à traiter'], une?.['Remarques à relire']]).toEqual(['1', '0'])
  })

  it('ne montre d’un rapport d’ailleurs que sa publication', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    await amener(banc, 'SOUMIS', { modele: 'EPM' })
    const lignes = await lignesDe((await exporter(asAutreStructure, { ...MARS })).octets)
    const siennes = lignes.filter((une) => une['Code de la structure'] === 'CAU-R01-01')
    expect(siennes).toMatchObject([{ [NUMERO]: numero, [ETAT]: 'Diffusé', 'Soumis le (UTC)': '' }])
  })

  it('refuse un tri inconnu et un format inconnu, sans rien noter', async () => {
    const avant = await notees()
    const chemin = '/api/formulaire/structures/exporter'
    for (const corps of [{ format: 'csv', tri: 'motDePasse' }, { format: 'pdf' }, {}]) {
      expect((await asDpps.brut('POST', chemin, corps)).code).toBe('REQUETE_INVALIDE')
    }
    expect(await notees()).toEqual(avant)
  })
})

describe('exporter un rapport', () => {
  const un = (qui: Personne, numero: string, query: { versionDiffusee?: number } = {}) =>
    qui.appeler(api.exporterFormulaire, { params: { numero }, query: { format: 'csv', ...query } })

  it('donne chaque case dans l’ordre de l’écran, sa valeur, son libellé, et les lignes ajoutées', async () => {
    const brouillon = await commencer(asStructure)
    await modifier(asStructure, brouillon, {
      'MVT.DEB.M': 12,
      SIT_FONCT: 'NORMAL',
      'ACT.a1.INTITULE': '=1+1',
    })
    const { octets, entetes } = await un(asStructure, brouillon.numero)
    expect(entetes['content-disposition']).toContain(`${brouillon.numero}-2025-03-20.csv`)
    expect(octets.toString()).toContain("'=1+1")
    const cases = await lignesDe(octets)
    const parCase = new Map(cases.map((une) => [une['Case'], une]))
    expect(parCase.get('MVT.DEB.M')).toMatchObject({ Valeur: '12', [CALCULEE]: 'non' })
    expect(parCase.get('SIT_FONCT')).toMatchObject({ Valeur: 'NORMAL' })
    expect(parCase.get('SIT_FONCT')?.['Libellé du code']).not.toBe('')
    expect(parCase.get('ACT.a1.INTITULE')).toMatchObject({ Valeur: '=1+1' })
    expect(parCase.get('BUD.DOT')?.['Unité']).toBeDefined()
  })

  it('donne à chacun ce qu’il peut lire : la publication hors de son périmètre, rien avant elle', async () => {
    const { numero } = await amener(banc, 'APPROUVE')
    expect((await un(asAutreStructure, numero)).code).toBe('FORMULAIRE_INTROUVABLE')
    expect((await un(asDpps, numero, { versionDiffusee: 1 })).code).toBe('PUBLICATION_INTROUVABLE')
    expect((await un(asAdmin, numero)).statut).toBe(200)
  })
})

describe('un rapport en PDF', () => {
  const enPdf = (qui: Personne, numero: string) =>
    qui.appeler(api.exporterFormulaire, { params: { numero }, query: { format: 'pdf' } })

  it('dit ses sections, ses valeurs, son état et ses actes, balisé, avec ses en-têtes de ligne', async () => {
    const { numero } = await amener(banc, 'APPROUVE')
    const { statut, octets, entetes } = await enPdf(asStructure, numero)
    expect([statut, entetes['content-type']]).toEqual([200, 'application/pdf'])
    expect(entetes['content-disposition']).toContain(`${numero}-2025-03-20.pdf`)
    expect(textesDuPdf(octets).join('\n')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    const { elements, signets, noms } = arbreDe(octets)
    expect(signets).toContain('Identité et état')
    expect(signets.length).toBeGreaterThan(5)
    const cases = elements.filter(({ role }) => role === 'TD')
    expect(cases.length).toBeGreaterThan(100)
    for (const { entetes: dites } of cases)
      expect(dites.map((nom) => noms.get(nom)?.portee)).toContain('Row')
    const deux = await enPdf(asStructure, numero)
    expect(deux.octets.equals(octets)).toBe(true)
  })

  it.skipIf(!poppler)('se lit, de l’identité aux actes de l’approbation', async () => {
    const { numero } = await amener(banc, 'APPROUVE')
    await updateReglage(banc.base.db, 'organisation', 'Direction des services', new Date())
    const texte = lirePdf((await enPdf(asStructure, numero)).octets)
    expect(texte).toMatch(/Direction des services +Page 1 sur/)
    for (const dit of [numero, 'Approuvé', 'Soumission', 'Validation', 'Approbation', 'Page 1 sur'])
      expect(texte).toContain(dit)
    expect(texte).not.toMatch(/undefined|null|NaN/)
  })

  it.skipIf(!poppler)('ne dit, hors du périmètre, que la publication', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    const texte = lirePdf((await enPdf(asAutreStructure, numero)).octets)
    expect(texte).toContain('Version diffusée nᵒ 1')
    for (const tu of ['Historique', 'Contrôles', 'Commentaires', 'Responsable'])
      expect(texte).not.toContain(tu)
  })

  it('n’est donné à personne avant la publication, hors du périmètre', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    expect((await enPdf(asAutreStructure, numero)).code).toBe('FORMULAIRE_INTROUVABLE')
  })

  it('se coupe au-delà du temps ou de la mémoire permis, avec son refus', async () => {
    const lignes = Array.from({ length: 10_000 }, () => ({
      c: ['a', 'b'],
      s: 'detail',
      n: 0,
      h: 12,
    }))
    const page = { corps: 9, paysage: false, largeurs: [200, 200] }
    const tableau = { page, droite: [false, false], entetes: [], lignes }
    const sections = [{ titre: 'Longue', textes: [], tableaux: [tableau], paysage: false }]
    const papier = {
      titre: 'Long',
      structure: 'S',
      numero: 'N',
      organisation: '',
      mention: '',
      page: 'Page',
      sur: 'sur',
      sections,
    }
    const pour = { compte: 1 }
    const limites = { duree: 60_000, processeur: 60_000, memoire: 300, residente: 700 }
    for (const moins of [{ duree: 1 }, { processeur: 300 }, { residente: 120 }])
      await expect(
        composerPdfAPart(PAPIER, papier, pour, { ...limites, ...moins }),
      ).rejects.toMatchObject({ code: 'FICHIER_NON_COMPOSE' })
    expect((await composerPdfAPart(PAPIER, papier, pour, limites)).subarray(0, 5).toString()).toBe(
      '%PDF-',
    )
  })
})
