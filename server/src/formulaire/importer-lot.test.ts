import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import type { CellValue } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { PORTEE, sample } from '../../../tools/portee.ts'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { AUTRES_FORMATS, composeClasseur, degonflee, feuille } from '../platform/tableur.banc.ts'
import { ecrireTableur } from '../platform/tableur.ecriture.ts'
import { exporterClasseur, falsifierClasseur, remplirClasseur } from './classeur.banc.ts'
import { historiqueDe, modifier, ouvrirBancFormulaires, photo } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps } = banc

const TETE = 'structure;modele;annee;mois;case;valeur;commentaire'
const MARS = 'CAU-R01-01;RMA;2025;3'
const NUMERO = 'RMA-CAU-R01-01-202503'

const fichierDe = (contenu: Buffer, nom = 'rapports.csv') => ({
  nom,
  typeMime: 'application/octet-stream',
  contenu,
})
const envoyer = (qui: Personne, contenu: Buffer, apercu: 'true' | 'false') =>
  qui.appeler(api.importerFormulaires, { body: { apercu, fichier: fichierDe(contenu) } })

async function importer(qui: Personne, lignes: string[], apercu: 'true' | 'false' = 'false') {
  const contenu = Buffer.from([TETE, ...lignes].join('\r\n'))
  return (await reussi(envoyer(qui, contenu, apercu))).lignes
}

const dits = (lignes: Awaited<ReturnType<typeof importer>>) =>
  lignes.flatMap(({ details }) => details.map(({ libelle }) => libelle)).join('\n')

describe('plusieurs rapports d’un tableur', () => {
  const venues = [
    `${MARS};MVT.DEB.M;12;recompté`,
    `${MARS};SIT_FONCT;NORMAL`,
    `${MARS};MVT.DEB.F;`,
    'CAU-R01-01;RMA;2025;février;MVT.DEB.M;1 200',
  ]

  it('se disent sans rien écrire, puis s’écrivent avec historique et journal ; rejoués, ne changent rien', async () => {
    const avant = await photo(banc)
    expect(await importer(asStructure, venues, 'true')).toMatchObject([
      { effet: 'CREER', ligne: 2, cle: 'RMA · CAU-R01-01 · mars 2025' },
      { effet: 'CREER', ligne: 5 },
    ])
    expect(await photo(banc)).toEqual(avant)
    await importer(asStructure, venues)
    const f = await relire(asStructure, NUMERO)
    expect(f).toMatchObject({
      etat: 'BROUILLON',
      donnees: { 'MVT.DEB.M': 12, SIT_FONCT: 'NORMAL' },
      commentaires: { 'MVT.DEB.M': 'recompté' },
    })
    expect((await historiqueDe(asStructure, NUMERO)).map(({ action }) => action)).toEqual([
      'modifier',
      'enregistrer',
    ])
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'RAPPORTS_IMPORTES' } }),
    )
    expect(elements).toHaveLength(1)
    const ecrits = await photo(banc)
    expect((await importer(asStructure, venues)).map(({ effet }) => effet)).toEqual([
      'INCHANGE',
      'INCHANGE',
    ])
    expect(await photo(banc)).toEqual(ecrits)
  })

  it('changent ce qui diffère, et le disent avant ; au nom de la structure quand la direction saisit', async () => {
    await reussi(modifier(asStructure, await commencer(asStructure), { 'MVT.DEB.M': 12 }))
    const suite = [`${MARS};MVT.DEB.M;13`]
    expect(dits(await importer(asDpps, suite, 'true'))).toBe('MVT.DEB.M\u00a0: 12 → 13')
    expect(await importer(asDpps, suite)).toMatchObject([{ effet: 'MODIFIER' }])
    expect((await relire(asStructure, NUMERO)).donnees).toMatchObject({ 'MVT.DEB.M': 13 })
    const [derniere] = await historiqueDe(asStructure, NUMERO)
    expect(derniere).toMatchObject({ action: 'modifier' })
    expect(derniere?.auNomDe).not.toBeNull()
  })

  it.each(['csv', 'xlsx'] as const)(
    'un export de « Données », en %s, revient sans changement',
    async (format) => {
      await commencer(asStructure)
      await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
      const body = { modeles: ['RMA'], forme: 'LONG', format } as const
      const { octets } = await asDpps.appeler(api.exporterDonnees, { body })
      const avant = await photo(banc)
      const { lignes } = await reussi(envoyer(asDpps, octets, 'false'))
      expect(dits(lignes)).toBe('')
      expect(lignes.map(({ effet }) => effet)).toEqual(['INCHANGE', 'INCHANGE'])
      expect(await photo(banc)).toEqual(avant)
    },
  )
})

describe('un tableau écrit autrement', () => {
  const lire = (texte: string) => reussi(envoyer(asStructure, Buffer.from(texte), 'true'))

  it.each([
    'Structure ;Modèle;Année;Mois;Case;Valeur',
    'STRUCTURE;MODÈLE;ANNEE;MOIS;CASE;VALEUR',
    '\u00a0structure;Modele;année;mois\u00a0;Case¹;valeur',
  ])('se lit sous les titres « %s »', async (titres) => {
    const { lignes } = await lire(`${titres}\n${MARS};MVT.DEB.M;12`)
    expect(lignes).toMatchObject([{ effet: 'CREER', cle: 'RMA · CAU-R01-01 · mars 2025' }])
  })

  it.each([
    ['2025', 'mars'],
    ['2025', 'MARCH'],
    ['2025', 'mar.'],
    ['2025', '03'],
    ['2025', 'mars 2025'],
    ['2025', '2025-03-01'],
    ['2025-01-01', '3'],
    ['', 'mars-25'],
    ['', '03/2025'],
  ])('se lit pour l’année « %s » et le mois « %s »', async (annee, mois) => {
    const { lignes } = await lire(`${TETE}\nCAU-R01-01;RMA;${annee};${mois};MVT.DEB.M;12`)
    expect(lignes).toMatchObject([{ effet: 'CREER', cle: 'RMA · CAU-R01-01 · mars 2025' }])
  })

  it('n’a pas besoin d’année quand chaque mois dit la sienne', async () => {
    const titres = 'structure;modele;mois;case;valeur'
    const { lignes } = await lire(`${titres}\nCAU-R01-01;RMA;mars 2025;MVT.DEB.M;12`)
    expect(lignes).toMatchObject([{ effet: 'CREER' }])
    const refus = await envoyer(asStructure, Buffer.from(`${titres}\nA;RMA;mars;B;1`), 'true')
    expect(JSON.stringify(refus.corps)).toContain('annee')
  })

  it.each([
    ['2026', 'mars 2025'],
    ['2025', 'jui'],
    ['2025', '15/03/2025'],
  ])(
    'dont l’année « %s » et le mois « %s » ne font pas un mois est laissé',
    async (annee, mois) => {
      const { lignes } = await lire(`${TETE}\nCAU-R01-01;RMA;${annee};${mois};MVT.DEB.M;12`)
      expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
      expect(dits(lignes)).toContain('n’est pas un mois')
    },
  )

  it('un appel de note n’y devient pas un chiffre, et le bruit d’une somme n’y est pas un autre', async () => {
    const texte = (un: string) => `<c t="inlineStr"><is><t>${un}</t></is></c>`
    const debut = ['CAU-R01-01', 'RMA', '2025', '3'].map(texte).join('')
    const note =
      '<c t="inlineStr"><is><r><t>1</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r></is></c>'
    const rangees = [
      TETE.split(';').map(texte).join(''),
      `${debut}${texte('DUREE_MOY')}<c><v>0.30000000000000004</v></c>`,
      `${debut}${texte('JOURNEES')}${note}`,
    ]
    const classeurDe = (lignes: string[]) =>
      composeClasseur({
        parties: [
          ['xl/worksheets/sheet1.xml', feuille(lignes.map((une) => `<row>${une}</row>`).join(''))],
        ],
      })
    const avant = await photo(banc)
    const { lignes } = await reussi(envoyer(asStructure, classeurDe(rangees), 'false'))
    expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
    expect(dits(lignes)).toBe(
      'Ligne 3, JOURNEES\u00a0: un chiffre y est en exposant ou en indice. Retirez l’appel de note.',
    )
    expect(await photo(banc)).toEqual(avant)
    await reussi(envoyer(asStructure, classeurDe(rangees.slice(0, 2)), 'false'))
    expect((await relire(asStructure, NUMERO)).donnees).toMatchObject({ DUREE_MOY: 0.3 })
  })
})

describe('une case calculée', () => {
  it('se lit d’un fichier sans rien y changer : égale, sans un mot ; autre, dite', async () => {
    const lignes = [`${MARS};MVT.DEB.M;3`, `${MARS};MVT.DEB.F;2`]
    for (const apercu of ['true', 'false'] as const) {
      const [egale] = await importer(asStructure, [...lignes, `${MARS};MVT.DEB.TOT;5`], apercu)
      expect(egale).toMatchObject({ effet: 'CREER', details: [] })
    }
    expect((await relire(asStructure, NUMERO)).donnees).toMatchObject({ 'MVT.DEB.TOT': 5 })
    const phrase =
      'MVT.DEB.TOT\u00a0: la case est calculée. Le fichier dit 4, le rapport\u00a0: 7, qui reste.'
    for (const apercu of ['true', 'false'] as const) {
      const autre = await importer(
        asStructure,
        [`${MARS};MVT.DEB.M;5`, `${MARS};MVT.DEB.TOT;4`],
        apercu,
      )
      expect(autre).toMatchObject([{ effet: 'MODIFIER' }])
      expect(autre[0]?.details).toMatchObject([
        { code: 'CELLULE_CALCULEE', libelle: expect.stringContaining(phrase) },
        { code: 'CHANGEMENT' },
      ])
    }
    expect((await relire(asStructure, NUMERO)).donnees).toMatchObject({ 'MVT.DEB.TOT': 7 })
    const [seule] = await importer(asStructure, [`${MARS};MVT.DEB.TOT;4`])
    expect(seule).toMatchObject({ effet: 'INCHANGE', details: [{ code: 'CELLULE_CALCULEE' }] })
  })
})

describe('un rapport en erreur est laissé', () => {
  it.each([
    ['structure inconnue', 'INCONNUE;RMA;2025;3;MVT.DEB.M;1', 'n’existe pas'],
    ['modèle inconnu', 'CAU-R01-01;RIEN;2025;3;MVT.DEB.M;1', 'RIEN'],
    ['mois illisible', 'CAU-R01-01;RMA;2025;13;MVT.DEB.M;1', 'n’est pas un mois'],
    ['mois à venir', 'CAU-R01-01;RMA;2025;6;MVT.DEB.M;1', 'juin 2025'],
    ['mois verrouillé', 'CAU-R01-01;RMA;2024;6;MVT.DEB.M;1', 'juin 2024'],
    ['case inconnue', `${MARS};NULLE.PART;1`, 'NULLE.PART'],
    ['valeur illisible', `${MARS};MVT.DEB.M;douze`, 'nombre entier'],
    ['valeur à deux lectures', `${MARS};MVT.DEB.M;1.234`, 'de deux façons'],
    ['valeur négative', `${MARS};MVT.DEB.M;-4`, 'MVT.DEB.M'],
    ['seize chiffres', `${MARS};DUREE_MOY;123456789012,1234`, 'au plus 15 chiffres'],
  ])('%s, et n’arrête pas les autres', async (_, ligne, dit) => {
    const bonne = 'CAU-R01-01;RMA;2025;2;MVT.DEB.M;7'
    const lignes = await importer(asStructure, [ligne, bonne])
    expect(lignes.map(({ effet }) => effet)).toEqual(['ERREUR', 'CREER'])
    expect(dits(lignes)).toContain(dit)
    const numeros = await banc.base.db.selectFrom('formulaire').select('numero').execute()
    expect(numeros).toEqual([{ numero: 'RMA-CAU-R01-01-202502' }])
  })

  it('deux fois la même case', async () => {
    const lignes = await importer(asStructure, [`${MARS};MVT.DEB.M;1`, `${MARS};MVT.DEB.M;2`])
    expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
    expect(dits(lignes)).toContain('déjà à la ligne 2')
  })

  it('le rapport d’une autre structure n’existe pas pour un agent', async () => {
    await commencer(asStructure)
    const avant = await photo(banc)
    const lignes = await importer(asAutreStructure, [`${MARS};MVT.DEB.M;1`])
    expect(lignes).toMatchObject([{ effet: 'ERREUR', libelle: '' }])
    expect(dits(lignes)).toContain('n’y avez pas accès')
    expect(await photo(banc)).toEqual(avant)
  })

  it('un rapport reçu ne change plus', async () => {
    await amener(banc, 'SOUMIS')
    const avant = await photo(banc)
    const lignes = await importer(asStructure, [`${MARS};MVT.DEB.M;999`])
    expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
    expect(dits(lignes)).toContain('Soumis')
    expect(await photo(banc)).toEqual(avant)
  })
})

it('un fichier sans ses colonnes est refusé', async () => {
  const refus = await envoyer(asStructure, Buffer.from('structure;case\nA;B'), 'true')
  expect(refus.code).toBe('TABLEUR_ILLISIBLE')
  expect(JSON.stringify(refus.corps)).toContain('modele')
})

describe('le classeur d’un rapport s’importe par la même porte', () => {
  const exporte = async (choix: Parameters<typeof commencer>[1] = {}) => {
    const f = await commencer(asStructure, choix)
    return { f, classeur: await exporterClasseur(asStructure, f.numero) }
  }
  const envoyerClasseur = async (qui: Personne, classeur: Buffer, apercu: 'true' | 'false') =>
    (await reussi(envoyer(qui, classeur, apercu))).lignes
  const identite = (nom: string, valeur: string) => (ligne: CellValue[]) =>
    ligne[2] === nom ? ['', '', nom, valeur] : ligne

  it('se dit sans rien écrire, puis s’écrit, ce qu’on y a vidé compris ; renvoyé, ne change rien', async () => {
    const { f, classeur } = await exporte()
    const rempli = await remplirClasseur(classeur, {
      'MVT.FIN.F': 31,
      JOURNEES: null,
      'PREST.SANTE.ACTES': 'ND',
      'commentaire:PREST.SANTE.ACTES': 'Cahier perdu.',
    })
    const avant = await photo(banc)
    const apercu = await envoyerClasseur(asStructure, rempli, 'true')
    expect(apercu).toMatchObject([
      { effet: 'MODIFIER', ligne: 0, cle: 'RMA · CAU-R01-01 · mars 2025' },
    ])
    expect(dits(apercu)).toMatch(/MVT\.FIN\.F\u00a0: \d+ → 31\n/)
    expect(dits(apercu)).toMatch(/JOURNEES\u00a0: \d+ → vide/)
    expect(dits(apercu)).toContain('commentaire «\u00a0Cahier perdu.\u00a0»')
    expect(await photo(banc)).toEqual(avant)

    await envoyerClasseur(asStructure, rempli, 'false')
    const { donnees, commentaires } = await relire(asStructure, f.numero)
    expect(donnees).toMatchObject({ 'MVT.FIN.F': 31, 'PREST.SANTE.ACTES': 'ND' })
    expect(donnees).not.toHaveProperty('JOURNEES')
    expect(commentaires).toEqual({ 'PREST.SANTE.ACTES': 'Cahier perdu.' })
    const ecrits = await photo(banc)
    expect(await envoyerClasseur(asStructure, rempli, 'false')).toMatchObject([
      { effet: 'INCHANGE' },
    ])
    expect(await photo(banc)).toEqual(ecrits)
  })

  it('ne défait pas ce qui a changé en ligne depuis, et le dit où les deux se rencontrent', async () => {
    const { f, classeur } = await exporte()
    await reussi(modifier(asStructure, f, { JOURS_OUV: 12, 'MVT.FIN.M': 8 }))
    const rempli = await remplirClasseur(classeur, { 'MVT.FIN.M': 30 })
    const lignes = await envoyerClasseur(asDpps, rempli, 'false')
    expect(dits(lignes)).toBe(
      'MVT.FIN.M\u00a0: 8 → 30 (changée en ligne depuis l’export du classeur)',
    )
    const { donnees } = await relire(asStructure, f.numero)
    expect(donnees).toMatchObject({ 'MVT.FIN.M': 30, JOURS_OUV: 12 })
    expect((await historiqueDe(asStructure, f.numero))[0]?.auNomDe).not.toBeNull()
  })

  const REFUS: [string, (classeur: Buffer) => Promise<Buffer>, string][] = [
    [
      'd’une autre version du modèle',
      (c) => falsifierClasseur(c, identite('versionModele', '9')),
      'suit la version 9 du modèle',
    ],
    [
      'd’une structure inconnue',
      (c) => falsifierClasseur(c, identite('structure', 'AILLEURS')),
      'n’existe pas, ou vous n’y avez pas accès',
    ],
    ['d’un modèle inconnu', (c) => falsifierClasseur(c, identite('modele', 'RIEN')), '«\u00a0RIEN'],
    [
      'd’un mois qui n’en est pas un',
      (c) => falsifierClasseur(c, identite('mois', '2025-13')),
      '«\u00a02025-13\u00a0» n’est pas un mois',
    ],
    [
      'd’un mois qui n’est pas attendu',
      (c) => falsifierClasseur(c, identite('mois', '2025-06')),
      'n’est attendu de cette structure pour juin 2025',
    ],
    [
      'd’un rapport qui n’est pas commencé',
      (c) => falsifierClasseur(c, identite('mois', '2025-02')),
      'n’est pas commencé',
    ],
    [
      'd’une valeur illisible, qui dit sa place',
      (c) => remplirClasseur(c, { 'MVT.FIN.M': 'douze', 'MVT.FIN.F': 3 }),
      'Case ',
    ],
    [
      'dont une case est inconnue',
      (c) =>
        falsifierClasseur(c, (l) =>
          l[2] === 'MVT.FIN.M' ? [l[0] ?? '', l[1] ?? '', 'NULLE', ''] : l,
        ),
      'NULLE',
    ],
    [
      'dont une case vient deux fois',
      async (c) =>
        falsifierClasseur(await remplirClasseur(c, { 'MVT.FIN.M': 1, 'MVT.FIN.F': 2 }), (l) =>
          l[2] === 'MVT.FIN.F' ? [l[0] ?? '', l[1] ?? '', 'MVT.FIN.M', ''] : l,
        ),
      'cette case est déjà à la case ',
    ],
  ]
  it.each(REFUS)('%s, est refusé, dit pourquoi, et n’écrit rien', async (_, faire, dit) => {
    const { classeur } = await exporte()
    const rempli = await remplirClasseur(classeur, { 'MVT.FIN.F': 31 })
    const refuse = await faire(rempli)
    const avant = await photo(banc)
    // The preview judges by the same way, and says the same lines.
    for (const apercu of PORTEE === 'porte' ? (['false'] as const) : (['true', 'false'] as const)) {
      const lignes = await envoyerClasseur(asStructure, refuse, apercu)
      expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
      expect(dits(lignes)).toContain(dit)
    }
    expect(await photo(banc)).toEqual(avant)
  })

  it('d’une autre structure que la sienne, n’existe pas pour un agent', async () => {
    const { classeur } = await exporte()
    const rempli = await remplirClasseur(classeur, { 'MVT.FIN.F': 31 })
    const avant = await photo(banc)
    const lignes = await envoyerClasseur(asAutreStructure, rempli, 'false')
    expect(lignes).toMatchObject([{ effet: 'ERREUR', libelle: '' }])
    expect(dits(lignes)).toContain('n’y avez pas accès')
    expect(await photo(banc)).toEqual(avant)
  })

  it('d’un rapport reçu, est refusé ; inchangé, il n’y a rien à refuser', async () => {
    const { f, classeur } = await exporte()
    await reussi(agir(asStructure, 'soumettre', f))
    const rempli = await remplirClasseur(classeur, { 'MVT.FIN.F': 31 })
    const avant = await photo(banc)
    expect(dits(await envoyerClasseur(asStructure, rempli, 'false'))).toContain('Soumis')
    expect(await envoyerClasseur(asStructure, classeur, 'false')).toMatchObject([
      { effet: 'INCHANGE' },
    ])
    expect(await photo(banc)).toEqual(avant)
  })

  it.each([
    [
      'd’ailleurs, sans les colonnes d’un tableau',
      () => ecrireTableur({ feuille: 'F', colonnes: [{ entete: 'A' }], lignes: [] }, 'xlsx'),
      'Ce n’est pas le classeur d’un rapport',
    ],
    ['coupé', async (c: Buffer) => c.subarray(0, c.length / 2), 'abîmé'],
    [
      'dont le plan a été défait',
      (c: Buffer) =>
        falsifierClasseur(c, (l) =>
          l[2] === 'MVT.FIN.M' ? [l[0] ?? '', 'ici', 'MVT.FIN.M', '5'] : l,
        ),
      'a été modifiée',
    ],
    [
      'piégé',
      async () =>
        composeClasseur({
          parties: [['xl/worksheets/sheet1.xml', degonflee(Buffer.alloc(45_000_000, 'a'))]],
        }),
      'abîmé',
    ],
  ])('%s, est refusé en entier', async (_, faire, dit) => {
    const { classeur } = await exporte()
    const avant = await photo(banc)
    const refus = await envoyer(asStructure, await faire(classeur), 'false')
    expect(refus.code).toBe('TABLEUR_ILLISIBLE')
    expect(JSON.stringify(refus.corps)).toContain(dit)
    expect(await photo(banc)).toEqual(avant)
  })
})

it.each(sample(AUTRES_FORMATS))(
  '%s n’est pas lu, et rien n’est écrit',
  async (dit, code, contenu) => {
    const avant = await photo(banc)
    const refus = await envoyer(asStructure, contenu, 'false')
    expect(refus.code).toBe(code)
    expect(JSON.stringify(refus.corps)).toContain(dit)
    expect(await photo(banc)).toEqual(avant)
  },
)
