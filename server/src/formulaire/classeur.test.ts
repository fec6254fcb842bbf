import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { sample } from '../../../tools/portee.ts'
import { agir, amener, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { enregistrer, libreOffice } from '../../test/libreoffice.ts'
import { AUTRES_FORMATS } from '../platform/tableur.banc.ts'
import { ecrireTableur } from '../platform/tableur.ecriture.ts'
import { listEntrees, unpack } from '../platform/zip.ts'
import {
  bougerClasseur,
  exporterClasseur,
  falsifierClasseur,
  importerClasseur,
  remplirClasseur,
} from './classeur.banc.ts'
import { CLASSEUR } from './classeur.textes.ts'
import { modifier, ouvrirBancFormulaires, photo, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asAdmin, asDpps } = banc

async function partieDe(classeur: Buffer, nom: RegExp): Promise<string> {
  const entree = (await listEntrees(classeur))?.find((une) => nom.test(une.nom))
  return (entree && unpack(classeur, entree, 50_000_000)?.toString('utf8')) ?? ''
}

describe('le classeur d’un rapport', () => {
  it.each(['RMA', 'EPM'] as const)(
    'revient comme il est parti : rien n’a changé dans un %s exporté puis importé',
    async (modele) => {
      const f = await commencer(asStructure, { modele })
      const avant = await photo(banc)
      const classeur = await exporterClasseur(asStructure, f.numero)
      const lu = await reussi(importerClasseur(asStructure, f.numero, classeur))
      expect(lu).toEqual({ version: f.version, cases: [], commentaires: [] })
      // Exporting leaves its line of the journal, importing nothing.
      expect(await photo(banc)).toEqual(avant)
    },
  )

  it('protège les libellés et les totaux, qui restent des formules, et offre les codes du mois', async () => {
    const f = await commencer(asStructure)
    const classeur = await exporterClasseur(asStructure, f.numero)
    const { sheets } = await readXlsx(classeur)
    expect(sheets.map(({ name }) => name)).toEqual(
      expect.arrayContaining([CLASSEUR.accueil, CLASSEUR.commentaires, CLASSEUR.technique]),
    )
    const mouvements = await partieDe(classeur, /sheet3\.xml$/)
    expect(mouvements).toContain('<sheetProtection sheet="1"')
    expect(mouvements).toMatch(/<f>SUM\(C\d+,D\d+\)<\/f>/)
    expect(mouvements).toContain('type="whole"')
    expect(mouvements).toMatch(/<col min="1" max="1"[^>]* hidden="true"/)
    expect(mouvements).toContain('<row r="1" hidden="1">')
    const generalites = await partieDe(classeur, /sheet2\.xml$/)
    expect(generalites).toMatch(/type="list"[^>]*>/)
  })

  it('porte l’aide du modèle, rubrique par rubrique : définition, source, exemple', async () => {
    const f = await commencer(asStructure, { modele: 'EPM' })
    const { sheets } = await readXlsx(await exporterClasseur(asStructure, f.numero))
    const aide = sheets.find(({ name }) => name === CLASSEUR.guide.nom)
    expect(aide?.rows[1]).toEqual(CLASSEUR.guide.colonnes)
    expect(aide?.rows).toContainEqual([
      'Mouvements du mois – Effectif au dernier jour du mois',
      'Nombre d’agents pointés le dernier jour, et non le résultat d’un calcul.',
      'Registre du personnel',
      '3 agents en congé le 31\u00a0: 3',
    ])
  })

  it('rend ce que l’on y a écrit, comme on le taperait : nombres, codes, dates, blancs, lignes, commentaires', async () => {
    const f = await commencer(asStructure)
    const rempli = await remplirClasseur(await exporterClasseur(asStructure, f.numero), {
      'MVT.FIN.F': 31,
      DUREE_MOY: 12.125,
      JOURNEES: null,
      SIT_FONCT: 'Fonctionnement partiel',
      'ACT.c1.DATE_ACT': new Date('2025-03-12T00:00:00Z'),
      'ACT.c1.INTITULE': '=1+1',
      'PREST.SANTE.ACTES': 'ND',
      'commentaire:PREST.SANTE.ACTES': 'Cahier perdu.',
    })
    const { cases, commentaires } = await reussi(importerClasseur(asStructure, f.numero, rempli))
    const textes = Object.fromEntries(cases.map(({ cellule, texte }) => [cellule, texte]))
    expect(textes).toEqual({
      'MVT.FIN.F': '31',
      DUREE_MOY: '12,1250',
      JOURNEES: '',
      SIT_FONCT: 'Fonctionnement partiel',
      'ACT.c1.DATE_ACT': '2025-03-12',
      'ACT.c1.INTITULE': '=1+1',
      'PREST.SANTE.ACTES': 'ND',
    })
    expect(commentaires).toEqual([{ cellule: 'PREST.SANTE.ACTES', texte: 'Cahier perdu.' }])
  })

  it('rend entier, pour qu’il soit refusé à sa case, un nombre de plus de quinze chiffres', async () => {
    const f = await commencer(asStructure)
    const rempli = await remplirClasseur(await exporterClasseur(asStructure, f.numero), {
      DUREE_MOY: 123_456_789_012.1234,
    })
    const { cases } = await reussi(importerClasseur(asStructure, f.numero, rempli))
    expect(cases).toEqual([{ cellule: 'DUREE_MOY', texte: '123456789012,1234' }])
  })

  it('ne rend que ce qui a changé dans le classeur, non ce qui a changé en ligne depuis', async () => {
    const f = await commencer(asStructure)
    const classeur = await exporterClasseur(asStructure, f.numero)
    await reussi(modifier(asStructure, f, { JOURS_OUV: 12 }))
    const rempli = await remplirClasseur(classeur, { 'MVT.FIN.M': 30 })
    const lu = await reussi(importerClasseur(asStructure, f.numero, rempli))
    expect(lu.version).toBe(f.version)
    expect(lu.cases).toEqual([{ cellule: 'MVT.FIN.M', texte: '30' }])
  })

  it('suit ses lignes échangées avec leur repère caché ; sans lui, les nomme et ne rend rien', async () => {
    const f = await commencer(asStructure)
    const rempli = await remplirClasseur(await exporterClasseur(asStructure, f.numero), {
      'MVT.FIN.M': 30,
    })
    const echangees = (depuis: number) =>
      bougerClasseur(rempli, (nom, rows) => {
        if (!nom.startsWith('MVT ')) return rows
        const [debut = [], fin = []] = [rows[3], rows[6]]
        const avec = (ligne: CellValue[], corps: CellValue[]) => [
          ...ligne.slice(0, depuis),
          ...corps.slice(depuis),
        ]
        return rows.with(3, avec(debut, fin)).with(6, avec(fin, debut))
      })
    const lu = await reussi(importerClasseur(asStructure, f.numero, await echangees(0)))
    expect(lu.cases).toEqual([{ cellule: 'MVT.FIN.M', texte: '30' }])
    const sans = await echangees(1)
    const refus = await refuse(banc, 'TABLEUR_ILLISIBLE', () =>
      importerClasseur(asStructure, f.numero, sans),
    )
    expect(refus.libelle).toContain(
      'là où l’on attend la ligne «\u00a0Effectif au 1er jour du mois\u00a0»',
    )
  })

  it.skipIf(!libreOffice)(
    'se relit une fois enregistré par LibreOffice, totaux calculés',
    async () => {
      const f = await commencer(asStructure)
      const classeur = await exporterClasseur(asStructure, f.numero)
      const lu = await reussi(
        importerClasseur(asStructure, f.numero, enregistrer(classeur, 'xlsx', 'xlsx')),
      )
      expect(lu).toEqual({ version: f.version, cases: [], commentaires: [] })
      const change = await remplirClasseur(classeur, { 'MVT.FIN.F': 77 })
      const rempli = enregistrer(change, 'xlsx', 'xlsx')
      const { cases } = await reussi(importerClasseur(asStructure, f.numero, rempli))
      expect(cases).toEqual([{ cellule: 'MVT.FIN.F', texte: '77' }])
    },
    120_000,
  )
})

describe('le classeur refusé', () => {
  it('d’un autre modèle, d’une autre structure, d’un autre mois, ou qui n’est pas d’ici : le motif est dit', async () => {
    const rma = await commencer(asStructure)
    const epm = await exporterClasseur(
      asStructure,
      (await commencer(asStructure, { modele: 'EPM' })).numero,
    )
    const fevrier = await exporterClasseur(
      asStructure,
      (await commencer(asStructure, { mois: 'FEBRUARY' })).numero,
    )
    const ailleurs = await exporterClasseur(
      asAutreStructure,
      (await commencer(asAutreStructure)).numero,
    )
    const etranger = await ecrireTableur(
      { feuille: 'F', colonnes: [{ entete: 'A' }], lignes: [] },
      'xlsx',
    )
    const envoyer = (contenu: Buffer) => () => importerClasseur(asStructure, rma.numero, contenu)
    await refuse(banc, 'CLASSEUR_AUTRE_MODELE', envoyer(epm))
    await refuse(banc, 'CLASSEUR_AUTRE_MOIS', envoyer(fevrier))
    await refuse(banc, 'CLASSEUR_AUTRE_STRUCTURE', envoyer(ailleurs))
    await refuse(banc, 'TABLEUR_ILLISIBLE', envoyer(etranger))
    await refuse(banc, 'TABLEUR_ILLISIBLE', envoyer(Buffer.from('a;b')))
    await refuse(banc, 'TABLEUR_ILLISIBLE', envoyer(rmaAbime(epm)))
    for (const [, code, contenu] of sample(AUTRES_FORMATS))
      await refuse(banc, code, envoyer(contenu))
  })

  it('exporté avant que ses lignes ne portent leurs repères : il le dit', async () => {
    const f = await commencer(asStructure)
    const classeur = await exporterClasseur(asStructure, f.numero)
    const ancien = await falsifierClasseur(classeur, (ligne) =>
      ligne[2] === 'format' ? ['', '', 'format', 'releve-rapport-1'] : ligne,
    )
    const refus = await refuse(banc, 'TABLEUR_ILLISIBLE', () =>
      importerClasseur(asStructure, f.numero, ancien),
    )
    expect(refus.libelle).toContain('Exportez de nouveau le rapport')
  })

  it('une fois le rapport soumis, jusqu’à ce qu’il soit renvoyé', async () => {
    const f = await commencer(asStructure)
    const classeur = await exporterClasseur(asStructure, f.numero)
    const soumis = await reussi(agir(asStructure, 'soumettre', f))
    const envoyer = () => importerClasseur(asStructure, f.numero, classeur)
    await refuse(banc, 'TRANSITION_INTERDITE', envoyer)
    await renvoyer(asAdmin, soumis)
    expect((await envoyer()).statut).toBe(200)
  })

  it('d’une version publiée se lit, et ne se remplit pas', async () => {
    const publie = await amener(banc, 'DIFFUSE')
    const demande = { params: { numero: publie.numero }, query: { format: 'xlsx' as const } }
    expect((await asDpps.appeler(api.exporterFormulaire, demande)).statut).toBe(200)
  })
})

/** Half of a file. */
const rmaAbime = (classeur: Buffer) => classeur.subarray(0, classeur.length / 2)
