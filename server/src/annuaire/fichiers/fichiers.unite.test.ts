import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ANNUAIRE_EXEMPLE } from '@releve/contract/annuaire/annuaire.banc.ts'
import type { Annuaire, ColonneAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { FORMATS_ANNUAIRE, type FormatAnnuaire } from '@releve/contract/annuaire/fichier.schema.ts'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { arbreDe, roles, textesDuPdf } from '../../platform/pdf.banc.ts'
import { composeClasseur } from '../../platform/tableur.feuilles.ts'
import { readFeuillesIci } from '../../platform/tableur.lecture.ts'
import { listEntrees, unpack } from '../../platform/zip.ts'
import { chapitresDe } from './chapitres.ts'
import { composerFichier } from './composer.ts'
import { feuillesDe } from './feuilles.ts'
import { grandAnnuaire } from './grand.banc.ts'
import { defautsDe, poppler, texteDe } from './pages.banc.ts'

const dossier = mkdtempSync(join(tmpdir(), 'annuaire-'))
afterAll(() => rmSync(dossier, { recursive: true, force: true }))

const composer = (format: FormatAnnuaire, plus: Partial<Annuaire> = {}) =>
  composerFichier(
    { ...ANNUAIRE_EXEMPLE, ...plus },
    { format, licence: 'ETALAB_2', pour: { compte: 1 } },
  )

const faits = new Map<FormatAnnuaire, Promise<Buffer>>()
/** The example in this format, made once for those who only read it. */
function exempleEn(format: FormatAnnuaire): Promise<Buffer> {
  const fait = faits.get(format) ?? composer(format)
  faits.set(format, fait)
  return fait
}

const present = (programme: string, mot: string) => spawnSync(programme, [mot]).status === 0
const soffice = present('soffice', '--version')

async function textesDe(archive: Buffer): Promise<Map<string, string>> {
  const entrees = (await listEntrees(archive)) ?? []
  return new Map(
    entrees.map((entree) => [entree.nom, String(unpack(archive, entree, 10_000_000) ?? '')]),
  )
}

const composerGrand = (structures: number, mensuels: number) =>
  composerFichier(grandAnnuaire({ structures, mensuels }), {
    format: 'pdf',
    licence: 'ETALAB_2',
    pour: { compte: 1 },
  })

/** The same with one partial figure: the total of the first row of T2.1. */
function avecPartiel(): Pick<Annuaire, 'chapitres'> {
  const chapitres = structuredClone(ANNUAIRE_EXEMPLE.chapitres)
  const cellule = chapitres[2]?.tableaux[0]?.lignes[0]?.cellules[2]
  if (cellule?.sorte !== 'valeur') throw new Error('exemple')
  cellule.partiel = true
  return { chapitres }
}

/** The numbers of a sheet of LibreOffice's own format, in order; equal neighbours are written once. */
function nombresDe(feuille: string): number[] {
  return [...feuille.matchAll(/<table:table-cell ([^>]*)>/g)].flatMap(([, dit = '']) => {
    const valeur = /office:value-type="float" office:value="([^"]+)"/.exec(dit)?.[1]
    const fois = Number(/table:number-columns-repeated="(\d+)"/.exec(dit)?.[1] ?? 1)
    return valeur === undefined ? [] : Array.from({ length: fois }, () => Number(valeur))
  })
}

/** What LibreOffice reads of a workbook: the numbers of each sheet, and the whole as it keeps it. */
function ouvrirParLibreOffice(classeur: Buffer, format: 'xlsx' | 'ods') {
  const chemin = join(dossier, `a.${format}`)
  writeFileSync(chemin, classeur)
  const profil = `-env:UserInstallation=file://${join(dossier, 'profil')}`
  const mots = [profil, '--headless', '--convert-to', 'fods', '--outdir', dossier, chemin]
  execFileSync('soffice', mots, { stdio: 'ignore' })
  const texte = readFileSync(join(dossier, 'a.fods'), 'utf8')
  const feuilles = new Map(
    [...texte.matchAll(/<table:table table:name="([^"]+)"([\s\S]*?)<\/table:table>/g)].map(
      ([, nom = '', corps = '']) => [nom, nombresDe(corps)],
    ),
  )
  return { texte, feuilles }
}

describe('le PDF d’un annuaire', () => {
  it('est balisé selon PDF/UA-1, en français, avec son titre', async () => {
    const pdf = await exempleEn('pdf')
    const texte = textesDuPdf(pdf).join('\n')
    expect(texte).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(texte).toContain('/Lang (fr-FR)')
    expect(texte).toContain('/DisplayDocTitle true')
    expect(texte).toMatch(/\/MarkInfo\s*<<\s*\/Marked true/)
    expect(texte).toContain('/StructTreeRoot')
  })

  it('nomme ses titres, ses tableaux, leurs en-têtes, et dit ses graphiques', async () => {
    const pdf = await exempleEn('pdf')
    // T1.2, T2.1, T4.1, T4.5, and those of models, of absences and of errata.
    expect(roles(pdf, 'Table')).toBe(7)
    expect(roles(pdf, 'Caption')).toBe(7 + 2)
    expect(roles(pdf, 'H1')).toBeGreaterThanOrEqual(5)
    expect(roles(pdf, 'TOC')).toBeGreaterThan(0)
    expect(roles(pdf, 'TH')).toBeGreaterThan(25)
    expect(roles(pdf, 'Figure')).toBe(2)
    const dits = textesDuPdf(pdf).filter((texte) => /\/Alt [(<]/.test(texte))
    expect(dits.length).toBeGreaterThanOrEqual(2)
  })

  it.skipIf(!poppler)(
    'se lit : titre, sommaire, chiffres, sources, secrets et folios',
    async () => {
      const chemin = join(dossier, 'a.pdf')
      writeFileSync(chemin, await exempleEn('pdf'))
      const texte = execFileSync('pdftotext', ['-layout', chemin, '-']).toString()
      for (const dit of [
        'Annuaire statistique 2025',
        'Sommaire',
        'Liste des tableaux',
        'T2.1 — Personnes présentes au 31 décembre 2025, par âge et par sexe',
        '« s » secret statistique',
        'Source : Rapport mensuel d’activité (RMA), registre des admissions',
        'Champ : Structures d’accueil',
        'Données arrêtées le 2 mars 2026',
      ]) {
        expect(texte.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(dit)
      }
      expect(texte).not.toMatch(/undefined|null|NaN/)
      expect(texte).not.toContain('Document provisoire')
      writeFileSync(chemin, await composer('pdf', { provisoire: true }))
      const provisoire = execFileSync('pdftotext', ['-layout', chemin, '-']).toString()
      const pages = provisoire.split('\f').filter(Boolean)
      expect(pages.every((page) => page.includes('provisoire'))).toBe(true)
    },
  )

  it('prend pour du texte ce que les personnes écrivent, et s’écrit même sans le signe', async () => {
    const titre = '#panic() $x$ *a* @b \\ <c> 😀 العربية'
    const pdf = await composer('pdf', { titre, avantPropos: '#read("/etc/passwd")\n\n= Titre' })
    expect(roles(pdf, 'Table')).toBe(7)
    const sans = await composer('pdf', { titre: 'Un signe \u{10FFFF} que rien ne dessine' })
    expect(roles(sans, 'Table')).toBe(7)
    expect(textesDuPdf(sans).some((texte) => texte.includes('<pdfuaid:part>'))).toBe(false)
  })

  it('met en paysage un tableau trop large, et répète ses en-têtes de page en page', async () => {
    const pdf = await composerGrand(120, 1)
    expect(roles(pdf, 'THead')).toBe(roles(pdf, 'Table'))
    if (!poppler) return
    const chemin = join(dossier, 'long.pdf')
    writeFileSync(chemin, pdf)
    const texte = execFileSync('pdftotext', ['-layout', chemin, '-']).toString()
    const pages = texte.split('\f').filter((page) => page.includes('CAU-R'))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.every((page) => page.includes('responsable'))).toBe(true)
  })
})

/** The same, of a year that has none before. */
function sansAvant(): Pick<Annuaire, 'chapitres'> {
  const chapitres = structuredClone(ANNUAIRE_EXEMPLE.chapitres)
  const cellules = chapitres.flatMap(({ tableaux }) =>
    tableaux.flatMap(({ lignes }) => lignes.flatMap((ligne) => ligne.cellules)),
  )
  for (const cellule of cellules) {
    if (cellule.sorte === 'texte') continue
    delete cellule.nMoins1
    delete cellule.variation
  }
  return { chapitres }
}

const NOMS = ['Violence fondée sur le genre', 'Centre de réinsertion sociale pour mineurs isolés']

/** Tables of all widths and charts of all kinds, their names long and their figures large. */
function chargee(): Pick<Annuaire, 'chapitres'> {
  const chapitres = structuredClone(ANNUAIRE_EXEMPLE.chapitres)
  const chapitre = chapitres[2]
  const base = chapitre?.tableaux[0]
  if (!chapitre || !base) throw new Error('exemple')
  const colonne = (code: string, groupe?: string): ColonneAnnuaire => ({
    code: groupe ? `${groupe}.${code}` : code,
    libelle: code === 'M' ? 'Masculin' : code === 'F' ? 'Féminin' : 'Ensemble',
    sorte: 'nombre',
    decimales: 0,
    total: code === 'TOT',
    variation: 'POURCENT',
    ...(groupe && { groupe }),
  })
  const sexes = ['M', 'F', 'TOT']
  const groupes = ['A', 'B', 'C', 'D', 'E', 'F'].map((code) => {
    return { code, libelle: `Agents de la catégorie ${code}` }
  })
  const lignesDe = (nombre: number, colonnes: readonly ColonneAnnuaire[]) =>
    Array.from({ length: nombre }, (_, i) => ({
      code: `L${i}`,
      libelle: `${NOMS[i % 2]}, région ${i}`,
      niveau: 0,
      sorte: 'detail' as const,
      cellules: colonnes.map((_c, j) => {
        return { sorte: 'valeur' as const, valeur: 92_896_000 + i * 7919 + j }
      }),
    }))
  const tables = (['barres', 'barresEmpilees', 'pyramide', 'courbe'] as const).map(
    (sorte, rang) => {
      const large = rang % 2 === 0
      const colonnes = large
        ? groupes.flatMap(({ code }) => sexes.map((sexe) => colonne(sexe, code)))
        : sexes.map((sexe) => colonne(sexe))
      const traces = colonnes.slice(0, 2).map(({ code }) => code)
      const graphique = { sorte, titre: `Agents, ${sorte}`, colonnes: traces }
      const lignes = lignesDe(rang * 4 + 6, colonnes)
      const suite = { colonnes, groupes: large ? groupes : [], lignes, graphique, comparees: [] }
      return { ...base, ...suite, code: `T2.${rang + 10}`, titre: `Agents présents, ${sorte}` }
    },
  )
  chapitre.tableaux.push(...tables)
  return { chapitres }
}

describe.skipIf(!poppler)('la page imprimée d’un annuaire', () => {
  it('n’a rien sous 8 points, ni texte sur un autre, ni tableau coupé, ni page à moitié vide', async () => {
    const pdf = await composer('pdf', chargee())
    expect(defautsDe(pdf)).toEqual([])
    // Its columns shared among pieces, a table is one in the contents.
    const texte = texteDe(pdf)
    expect(texte).toContain('T2.10 — Agents présents, barres (suite)')
    expect(texte.match(/^ *T2\.10 — [^\n]*\d$/gm)).toHaveLength(1)
    expect(texte).toContain('Agents de la catégorie F')
  })

  it('n’a pas les colonnes d’une année d’avant qui n’a aucun chiffre, et les autres fichiers non plus', async () => {
    const [avec, sans] = [await exempleEn('pdf'), await composer('pdf', sansAvant())].map(texteDe)
    expect(avec).toMatch(/Ensemble,?\s+variation|variation \(%\)/)
    expect(sans).not.toMatch(/variation \(%\)/)
    const csv = (await textesDe(await composer('csv', sansAvant()))).get('T2.1.csv') ?? ''
    expect(csv.split('\r\n')[0]).toMatch(/;M;F;TOT$/)
  })
})

describe('le PDF d’un long annuaire, fait par parties', () => {
  let long: Promise<Buffer> | undefined
  const composerLong = () => {
    long ??= composerGrand(2200, 8)
    return long
  }

  it('est un seul livre : chaque case nomme les en-têtes de sa colonne et de sa ligne', async () => {
    const { pages, elements, noms, parents } = arbreDe(await composerLong())
    const cases = elements.filter(({ role }) => role === 'TD')
    // Two parts of the directory, and eight tables of a hundred rows by month.
    expect(cases.length).toBeGreaterThan(2200 * 6 + 8 * 100 * 12)
    for (const { entetes } of cases) {
      expect(entetes.length).toBeGreaterThanOrEqual(2)
      const portees = entetes.map((nom) => noms.get(nom)?.portee)
      expect(portees).toContain('Row')
      expect(portees).toContain('Column')
    }
    const nommes = elements.flatMap(({ nom }) => (nom === null ? [] : [nom]))
    expect(new Set(nommes).size).toBe(nommes.length)
    // Each page, and each link, finds its own tags.
    expect(new Set(parents.cles).size).toBe(parents.cles.length)
    expect(new Set(parents.demandees)).toEqual(new Set(parents.cles))
    expect(elements.filter(({ role }) => role === 'Document')).toHaveLength(1)
    expect(pages).toBeGreaterThan(90)
  })

  it.skipIf(!poppler)('numérote ses pages, et son sommaire les dit', async () => {
    const pdf = await composerLong()
    const chemin = join(dossier, 'parties.pdf')
    writeFileSync(chemin, pdf)
    const texte = execFileSync('pdftotext', ['-layout', chemin, '-']).toString()
    const pages = texte.split('\f').slice(0, -1)
    for (const [rang, page] of pages.entries()) {
      if (rang > 0) expect(page.trim().split('\n').at(-1)?.trim()).toBe(String(rang + 1))
    }
    const sommaire = pages.slice(1, 3).join('\n')
    for (const code of ['T1.2', 'T5.1', 'T5.8', 'T9.3']) {
      const folio = Number(
        new RegExp(`${code.replace('.', '\\.')} — .*?(\\d+)$`, 'm').exec(sommaire)?.[1],
      )
      expect(pages[folio - 1]).toContain(`${code} — `)
    }
    expect(texte).toContain('T1.2 — Répertoire des structures (suite)')
  })

  it('mène, du sommaire et des signets, à la page qui est dite', async () => {
    const { liens, signets } = arbreDe(await composerLong())
    expect(liens.length).toBeGreaterThan(20)
    for (const { dit, page } of liens) expect(dit).toMatch(new RegExp(`, page ${page}$`))
    expect(signets).toEqual([
      '0. Avant-propos et méthode',
      '1. Répertoire des structures',
      '2. Effectifs',
      '4. Personnel',
      '9. Annexes',
    ])
  })
})

describe('les annexes d’un annuaire', () => {
  it('nomment la période d’un rapport qui en couvre plusieurs mois', () => {
    const manquant = { structure: 'CAU-R01-01', libelle: 'CAU', region: 'Littoral', recu: false }
    const annuaire = {
      ...ANNUAIRE_EXEMPLE,
      annee: 2025,
      nonRepondants: [
        {
          mois: 'SEPTEMBER' as const,
          rapports: [
            { ...manquant, modele: 'EPM' },
            { ...manquant, modele: 'RMA', moisCouverts: 1 as const, recu: true },
            { ...manquant, modele: 'TRIM', moisCouverts: 3 as const },
          ],
        },
      ],
    }
    const tableaux = chapitresDe(annuaire).flatMap((chapitre) => chapitre.tableaux)
    const t92 = tableaux.find(({ code }) => code === 'T9.2')
    const mois = t92?.lignes.map(({ cellules }) => cellules.at(-1))
    expect(mois?.map((cellule) => cellule?.sorte === 'texte' && cellule.texte)).toEqual([
      'septembre',
      'septembre\u00a0*',
      'le 3e trimestre 2025',
    ])
  })
})

describe('le classeur d’un annuaire', () => {
  it('a une feuille par tableau, avec ses nombres, ses signes, son unité et ses notes', async () => {
    const classeur = await exempleEn('xlsx')
    const textes = await textesDe(classeur)
    const noms = [...(textes.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)]
    expect(noms.map(([, nom]) => nom).join(' ')).toBe(
      'Sommaire Textes T1.2 T2.1 T4.1 T4.5 T9.1 T9.2 T9.3',
    )
    const feuille = textes.get('xl/worksheets/sheet4.xml') ?? ''
    expect(feuille).toContain('<v>18.2</v>')
    const dits = textes.get('xl/sharedStrings.xml')?.replaceAll('\u00a0', ' ') ?? ''
    for (const dit of ['Unité : personnes', '0–2 ans', '« s » secret statistique', 'Champ : '])
      expect(dits).toContain(dit)
    const lues = (await readFeuillesIci(classeur, ['T9.3'])).get('T9.3')
    expect(lues?.lignes.length).toBeGreaterThan(2)
  })

  it('marque un chiffre partiel sans en faire un texte', async () => {
    const textes = await textesDe(await composer('xlsx', avecPartiel()))
    expect(textes.get('xl/styles.xml')).toContain('formatCode="#,##0\\*"')
    expect(textes.get('xl/worksheets/sheet4.xml')).toMatch(/<c r="E4" s="\d+"><v>26<\/v>/)
    expect(textes.get('xl/sharedStrings.xml')).toContain('chiffre partiel')
  })

  it.skipIf(!soffice)(
    's’ouvre dans LibreOffice, en XLSX et en ODS, avec tous ses chiffres',
    async () => {
      const contenu = avecPartiel()
      for (const format of ['xlsx', 'ods'] as const) {
        const lu = ouvrirParLibreOffice(await composer(format, contenu), format)
        expect([...lu.feuilles.keys()]).toHaveLength(9)
        const chiffres = feuillesDe({ ...ANNUAIRE_EXEMPLE, ...contenu }).map(({ nom, rangees }) => {
          const ecrites = rangees.flat().flatMap(({ valeur }) => valeur ?? [])
          return [nom, ecrites.filter((valeur) => typeof valeur === 'number')] as const
        })
        // T2.1, T4.1, T4.5 and the versions of the models have figures; texts have none.
        expect(chiffres.filter(([, nombres]) => nombres.length > 0).length).toBeGreaterThan(3)
        for (const [nom, nombres] of chiffres)
          expect([nom, lu.feuilles.get(nom)]).toEqual([nom, nombres])
        expect(lu.texte).toMatch(/office:value="26"[^>]*>\s*<text:p>26\*<\/text:p>/)
        expect(lu.texte).toMatch(/table:number-columns-spanned="3"/)
        expect(lu.texte).toContain('xlink:href="#')
      }
    },
    60_000,
  )
})

describe('les données d’un annuaire', () => {
  it('sont un fichier CSV par tableau, avec la description de leurs colonnes', async () => {
    const textes = await textesDe(await exempleEn('csv'))
    expect([...textes.keys()].slice(0, 3)).toEqual(['datapackage.json', 'T1.2.csv', 'T2.1.csv'])
    const csv = textes.get('T2.1.csv') ?? ''
    expect(
      csv.startsWith(
        '\uFEFFLIGNE_CODE;LIGNE_LIBELLE;LIGNE_NIVEAU;LIGNE_SORTE;LIGNE_PARTIELS;M;F;TOT;TOT_N1;TOT_VAR\r\n',
      ),
    ).toBe(true)
    expect(csv).toContain('A00_02;0–2 ans;0;detail;;12;14;26;22;18,2\r\n')
    expect(csv).toContain('A03_05;3–5 ans;0;detail;;s;s;19;21;-9,5\r\n')
    expect(csv).toContain('A99;Âge non connu;0;detail;;nd;…;…;;\r\n')
  })

  it('nomment les colonnes dont le chiffre est partiel, et disent ce que c’est', async () => {
    const textes = await textesDe(await composer('csv', avecPartiel()))
    expect(textes.get('T2.1.csv')).toContain('A00_02;0–2 ans;0;detail;TOT;12;14;26;22;18,2\r\n')
    const paquet = textes.get('datapackage.json') ?? ''
    expect(paquet).toContain('"name": "LIGNE_PARTIELS"')
    expect(paquet).toContain('Colonnes dont le chiffre est partiel')
  })

  it('disent la part que compare une variation, et pourquoi une autre n’est pas donnée', async () => {
    const chapitres = structuredClone(ANNUAIRE_EXEMPLE.chapitres)
    const [une, deux, trois] = chapitres[2]?.tableaux[0]?.lignes ?? []
    if (!une || !deux || !trois) throw new Error('exemple')
    const commun = { sorte: 'valeur', nMoins1: { sorte: 'valeur', valeur: 20 } } as const
    une.cellules[2] = { ...commun, valeur: 26, variation: 18.2, part: 83.3 }
    deux.cellules[2] = { ...commun, valeur: 19, variation: null, part: 62, sansVariation: 'PART' }
    trois.cellules[2] = { ...commun, valeur: 33, variation: null, sansVariation: 'SECRET' }
    const textes = await textesDe(await composer('csv', { chapitres }))
    const csv = textes.get('T2.1.csv') ?? ''
    expect(csv).toContain(';TOT;TOT_N1;TOT_VAR;TOT_PART\r\n')
    expect(csv).toContain('A00_02;0–2 ans;0;detail;;12;14;26;20;18,2;83,3\r\n')
    expect(csv).toContain('A03_05;3–5 ans;0;detail;;s;s;19;20;—;62\r\n')
    expect(csv).toContain('A06_11;6–11 ans;0;detail;;s;s;33;20;s;\r\n')
    const paquet = textes.get('datapackage.json') ?? ''
    expect(paquet).toContain('part comparée de l’effectif')
    expect(paquet).toContain('Une colonne en _PART dit')
    const pied = feuillesDe({ ...ANNUAIRE_EXEMPLE, chapitres }).find((f) => f.nom === 'T2.1')
    expect(JSON.stringify(pied)).toContain('variation qui n’est pas donnée')
    // A file of before has neither.
    expect(String((await textesDe(await exempleEn('csv'))).get('datapackage.json'))).not.toContain(
      'en _PART',
    )
  })

  it('sont en JSON le contenu, sans ce qui est de son lecteur ni de sa publication', async () => {
    const lu: unknown = JSON.parse(String(await exempleEn('json')))
    expect(lu).toMatchObject({ annee: 2025, edition: 2, chapitres: ANNUAIRE_EXEMPLE.chapitres })
    for (const cle of ['actions', 'etat', 'publieLe', 'version']) expect(lu).not.toHaveProperty(cle)
    const publie = await composer('json', { etat: 'ARRETE', publieLe: null, version: 1 })
    expect(publie).toEqual(await exempleEn('json'))
  })

  it.each(FORMATS_ANNUAIRE)('sont les mêmes octets à chaque fois, en %s', async (format) => {
    const [un, deux] = [await exempleEn(format), await composer(format)]
    expect(un.equals(deux)).toBe(true)
  })

  it('sont les mêmes octets un autre jour', async () => {
    const { titre, organisation: auteur } = ANNUAIRE_EXEMPLE
    const classeur = { titre, auteur, feuilles: feuillesDe(ANNUAIRE_EXEMPLE) }
    const maintenant = await Promise.all([
      composeClasseur(classeur, 'xlsx'),
      composeClasseur(classeur, 'ods'),
    ])
    vi.useFakeTimers({ now: new Date('2041-07-14T03:02:01Z'), toFake: ['Date'] })
    try {
      expect(await composeClasseur(classeur, 'xlsx')).toEqual(maintenant[0])
      expect(await composeClasseur(classeur, 'ods')).toEqual(maintenant[1])
    } finally {
      vi.useRealTimers()
    }
  })

  it('ne disent jamais la variation d’un chiffre secret, même si le contenu la disait', async () => {
    const chapitres = structuredClone(ANNUAIRE_EXEMPLE.chapitres)
    const tableau = chapitres[2]?.tableaux[0]
    const ligne = tableau?.lignes[0]
    if (!ligne) throw new Error('exemple')
    ligne.cellules[2] = {
      sorte: 'secret',
      nMoins1: { sorte: 'valeur', valeur: 20 },
      variation: 77.7,
    }
    const csv = (await textesDe(await composer('csv', { chapitres }))).get('T2.1.csv')
    expect(csv).toContain('A00_02;0–2 ans;0;detail;;12;14;s;20;s\r\n')
    expect(csv).not.toContain('77,7')
  })
})

describe('la composition d’un fichier', () => {
  it('se tue quand on y renonce, et laisse la place à la suivante', async () => {
    const arret = new AbortController()
    const grand = grandAnnuaire({ structures: 3000, mensuels: 40 })
    const abandonne = composerFichier(grand, {
      format: 'pdf',
      licence: 'ETALAB_2',
      pour: { compte: 1, parti: arret.signal },
    })
    const suivante = composer('json')
    arret.abort()
    await expect(abandonne).rejects.toThrow('arrêté')
    expect(String(await suivante)).toContain('"annee": 2025')
  })

  it('s’arrête au-delà de la mémoire qu’elle peut prendre', async () => {
    const grand = grandAnnuaire({ structures: 2000, mensuels: 10 })
    const limites = { duree: 120_000, processeur: 360_000, memoire: 600, residente: 150 }
    const pour = { compte: 1 }
    await expect(
      composerFichier(grand, { format: 'pdf', licence: 'ETALAB_2', pour, limites }),
    ).rejects.toThrow('arrêté')
  })
})
