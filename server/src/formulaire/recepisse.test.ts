import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import jsQR from 'jsqr'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { falsifierLigne } from '../../test/falsifier.ts'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { verifierBase } from '../maintenance/verifier.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { openBase } from '../platform/base/ouvrir.ts'
import { restaurerSauvegarde } from '../platform/base/restauration.ts'
import { ecrireSauvegarde } from '../platform/base/sauvegarde.ts'
import { arbreDe, textesDuPdf } from '../platform/pdf.banc.ts'
import { DEPART, forcer, modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'
import { findFormulaire } from './formulaire.sql.ts'
import { examinerRecepisses, listRuptures } from './recepisse.verifier.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asCollegue, asAutreStructure, asAdmin, asDpps, anonyme, base, horloge } = banc

const poppler = spawnSync('pdftotext', ['-v']).status === 0
const lirePdf = (octets: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: octets })
    .toString()
    .replaceAll(/[\u00a0\u202f]/g, ' ')

/** What a telephone reads on the first page, printed. */
function lireQr(octets: Buffer): string | undefined {
  const page = ['-gray', '-r', '100', '-f', '1', '-l', '1', '-']
  const image = execFileSync('pdftoppm', page, { input: octets, maxBuffer: 16_000_000 })
  // A PGM: its sizes in letters, then a byte for each point.
  const [tete = '', largeur, hauteur] =
    /^P5\s(\d+)\s(\d+)\s\d+\s/.exec(image.toString('latin1', 0, 40)) ?? []
  const points = Uint8ClampedArray.from(
    { length: Number(largeur) * Number(hauteur) * 4 },
    (_, i) => (i % 4 === 3 ? 255 : (image[tete.length + (i >> 2)] ?? 0)),
  )
  return jsQR.default(points, Number(largeur), Number(hauteur))?.data
}

const lister = (numero: string, qui: Personne = asStructure) =>
  reussi(qui.appeler(recepisseApi.listRecepisses, { params: { numero } }))

type Demande = { soumission?: number; format?: 'pdf' | 'json' }
const demander = (numero: string, query: Demande = {}, qui: Personne = asStructure) =>
  qui.appeler(recepisseApi.lireRecepisse, { params: { numero }, query })

const verifier = (code: string) =>
  anonyme.appeler(recepisseApi.verifierRecepisse, { params: { code } })

const sha256 = (octets: Buffer) => createHash('sha256').update(octets).digest('hex')

const falsifier = (ordre: string) => falsifierLigne(base.db, ordre)

/** Submitted, returned, corrected, commented, submitted again. */
async function soumettreDeuxFois(): Promise<Formulaire> {
  const soumis = await amener(banc, 'SOUMIS')
  const renvoye = await renvoyer(asAdmin, soumis)
  horloge.maintenant = new Date('2025-04-02T08:30:15.250Z')
  const textes = { commentaires: { DIFF: 'Relu avec le registre.' } }
  const corrige = await reussi(modifier(asCollegue, renvoye, { DIFF: 'Toit à refaire.' }, textes))
  return reussi(agir(asStructure, 'soumettre', corrige))
}

describe('un récépissé', () => {
  it('est délivré à chaque soumission, et garde ce qui a été reçu alors', async () => {
    const f = await soumettreDeuxFois()
    const { elements, rupture } = await lister(f.numero)
    expect(rupture).toBeNull()
    expect(elements).toMatchObject([
      { rang: 2, le: '2025-04-02T08:30:15.250Z', suite: 'ACTUEL', force: false },
      { rang: 1, suite: 'REMPLACE' },
    ])
    const [second, premier] = await Promise.all(
      [2, 1].map(async (soumission) => {
        const { octets } = await demander(f.numero, { soumission, format: 'json' })
        return { octets, dit: JSON.parse(octets.toString()) }
      }),
    )
    expect(second?.dit).toMatchObject({
      numero: f.numero,
      valeurs: f.donnees,
      commentaires: { DIFF: 'Relu avec le registre.' },
      precedent: elements[1]?.empreinte,
    })
    expect(premier?.dit.valeurs.DIFF).not.toBe('Toit à refaire.')
    expect(premier?.dit.precedent).toBeNull()
    expect([second, premier].map((lu) => lu && sha256(lu.octets))).toEqual(
      elements.map(({ empreinte }) => empreinte),
    )
  })

  it('tient, remarques et réponses comprises : elles ne sont pas de ce qui a été soumis', async () => {
    const soumis = await amener(banc, 'SOUMIS')
    const remarques = [{ cellule: 'DIFF', texte: 'À vérifier.', statut: 'OUVERTE' as const }]
    const { numero } = soumis
    const remarque = await reussi(
      asAdmin.appeler(api.remarquerFormulaire, { body: { numero, remarques } }),
    )
    expect(await lister(numero)).toMatchObject({ rupture: null, elements: [{ suite: 'ACTUEL' }] })
    const renvoye = await renvoyer(asAdmin, remarque)
    const [{ id } = { id: 0 }] = renvoye.remarques
    const body = { numero, id, reponse: 'C’est exact.' }
    const repondu = await reussi(asStructure.appeler(api.repondreRemarque, { body }))
    expect(await lister(numero)).toMatchObject({ rupture: null, elements: [{ suite: 'ACTUEL' }] })
    await reussi(agir(asStructure, 'soumettre', repondu))
    expect(await lister(numero)).toMatchObject({ rupture: null, elements: [{ rang: 2 }, {}] })
  })

  it('tient dans une base restaurée d’une sauvegarde', async () => {
    const { numero } = await soumettreDeuxFois()
    const dossier = mkdtempSync(join(tmpdir(), 'releve-recepisse-'))
    const chemin = join(dossier, 'sauvegarde.gz')
    await ecrireSauvegarde(base, chemin, { le: horloge.maintenant, version: '0.1.0' })
    const autre = await openBase({ dataDir: join(dossier, 'autre') })
    try {
      await restaurerSauvegarde(autre.db, { chemin, confirmer: false })
      const f = await findFormulaire(autre.db, { numero })
      const examen = f && (await examinerRecepisses(autre.db, f))
      expect(examen).toMatchObject({ rupture: null, recepisses: [{}, { suite: 'ACTUEL' }] })
      expect(await listRuptures(autre.db)).toEqual({ examines: 1, ruptures: [] })
    } finally {
      await autre.close()
      rmSync(dossier, { recursive: true, force: true })
    }
  })

  it('est d’un texte que chacun peut refaire : clés rangées, sans blanc, en UTF-8', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    const { octets, entetes } = await demander(numero, { format: 'json' })
    expect(entetes['content-disposition']).toContain(`${numero}-recepisse-1.json`)
    const ranger = (valeur: unknown): unknown => {
      if (Array.isArray(valeur)) return valeur.map(ranger)
      if (typeof valeur !== 'object' || valeur === null) return valeur
      return Object.fromEntries(
        Object.entries(valeur)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([cle, dite]) => [cle, ranger(dite)]),
      )
    }
    const texte = octets.toString('utf8')
    expect(JSON.stringify(ranger(JSON.parse(texte)))).toBe(texte)
  })

  it('dit qui a soumis, au nom de qui, et qu’une réception est forcée', async () => {
    const f = await commencer(asStructure)
    await reussi(
      asDpps.appeler(api.soumettreFormulaire, { params: f, query: { confirme: 'true' } }),
    )
    const g = await commencer(asStructure, { modele: 'EPM' })
    await reussi(forcer(asDpps, g, 'VALIDE'))
    const [dpps, force] = [await lister(f.numero), await lister(g.numero)]
    expect(dpps.elements[0]).toMatchObject({ auNomDe: f.structure.libelle, force: false })
    expect(force).toMatchObject({ elements: [{ rang: 1, force: true }], rupture: null })
  })

  it('n’est délivré ni par un autre acte, ni par la restauration d’une publication', async () => {
    const f = await amener(banc, 'DIFFUSE')
    const renvoye = await renvoyer(asDpps, f)
    const corrige = await reussi(modifier(asStructure, renvoye, { DIFF: 'Toit à refaire.' }))
    expect((await lister(f.numero)).elements).toMatchObject([{ rang: 1, suite: 'MODIFIE' }])
    await reussi(forcer(asDpps, corrige, 'DIFFUSE'))
    expect(await lister(f.numero)).toMatchObject({
      elements: [{ rang: 1, suite: 'ACTUEL' }],
      rupture: null,
    })
  })

  it('manque aux rapports soumis avant qu’il y en ait, et vient avec la soumission suivante', async () => {
    const f = await amener(banc, 'SOUMIS')
    await falsifier(`delete from recepisse`)
    await falsifier(`update formulaire_historique set recepisse = null where recepisse is not null`)
    expect(await lister(f.numero)).toEqual({ elements: [], rupture: null })
    expect((await demander(f.numero)).code).toBe('SOUMISSION_SANS_RECEPISSE')
    const renvoye = await renvoyer(asAdmin, f)
    await reussi(agir(asStructure, 'soumettre', renvoye))
    expect(await lister(f.numero)).toMatchObject({ elements: [{ rang: 1 }], rupture: null })
  })

  it('d’une soumission qui n’a pas eu lieu, ou d’un rapport d’ailleurs, est refusé', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    await refuse(banc, 'SOUMISSION_SANS_RECEPISSE', () => demander(numero, { soumission: 2 }))
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => demander(numero, {}, asAutreStructure))
    const params = { numero }
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () =>
      asAutreStructure.appeler(recepisseApi.listRecepisses, { params }),
    )
    const chemin = `/api/formulaire/recepisse/${numero}`
    for (const query of ['soumission=0', 'soumission=x', 'soumission=40000', 'format=docx'])
      expect((await asStructure.brut('GET', `${chemin}?${query}`)).code).toBe('REQUETE_INVALIDE')
  })

  it('est unique quand deux personnes soumettent en même temps', async () => {
    const f = await commencer(asStructure)
    const query = { confirme: 'true', version: f.version }
    const reponses = await Promise.all(
      [asStructure, asCollegue, asStructure, asDpps].map((qui) =>
        qui.appeler(api.soumettreFormulaire, { params: f, query }),
      ),
    )
    expect(reponses.some(({ statut }) => statut === 200)).toBe(true)
    expect(await lister(f.numero)).toMatchObject({ elements: [{ rang: 1 }], rupture: null })
  })
})

describe('un récépissé en PDF', () => {
  it('est balisé, dit son QR, et reste le même à l’octet près après un renvoi', async () => {
    const f = await amener(banc, 'SOUMIS')
    const { statut, octets, entetes } = await demander(f.numero)
    expect([statut, entetes['content-type']]).toEqual([200, 'application/pdf'])
    expect(entetes['content-disposition']).toContain(`${f.numero}-recepisse-1.pdf`)
    expect(textesDuPdf(octets).join('\n')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    const { signets, elements } = arbreDe(octets)
    expect(signets.slice(0, 2)).toEqual(['Identité et état', 'Vérification'])
    expect(elements.filter(({ role }) => role === 'TD').length).toBeGreaterThan(100)
    await reussi(modifier(asStructure, await renvoyer(asAdmin, f), { DIFF: 'Autre chose.' }))
    const encore = await demander(f.numero, { soumission: 1 })
    expect(encore.octets.equals(octets)).toBe(true)
  })

  it.skipIf(!poppler)('se lit : identité, code, empreinte, valeurs, commentaires', async () => {
    await updateReglage(base.db, 'organisation', 'Direction d’alors', horloge.maintenant)
    const f = await soumettreDeuxFois()
    await updateReglage(base.db, 'organisation', 'Direction d’après', horloge.maintenant)
    const [dernier] = (await lister(f.numero)).elements
    const texte = lirePdf((await demander(f.numero)).octets)
    // As it was called when it received it, in its row and under each page.
    expect(texte).toMatch(/Reçu par +Direction d’alors/)
    expect(texte).toMatch(/Direction d’alors +Page 2 sur/)
    expect(texte).not.toContain('Direction d’après')
    for (const dit of [
      f.numero,
      'Récépissé de soumission nᵒ 2',
      '2 avril 2025 à 08:30:15 UTC',
      dernier?.code.match(/.{5}/g)?.join('-') ?? '?',
      dernier?.empreinte.slice(0, 8) ?? '?',
      'Toit à refaire.',
      'Relu avec le registre.',
    ])
      expect(texte).toContain(dit)
    expect(texte).not.toMatch(/undefined|null|NaN/)
  })

  it.skipIf(!poppler)('porte un carré qui, imprimé, mène à la page qui le vérifie', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    const [{ code } = { code: '?' }] = (await lister(numero)).elements
    const lue = new URL(lireQr((await demander(numero)).octets) ?? '')
    expect(lue.origin).toBe('http://127.0.0.1:3000')
    expect(lue.pathname).toBe(`/recepisse/${code.match(/.{5}/g)?.join('-')}`)
    const saisi = lue.pathname.split('/').at(-1) ?? ''
    expect(await reussi(verifier(saisi))).toMatchObject({ numero, suite: 'ACTUEL' })
  })
})

/** Nobody has asked for anything yet. */
beforeEach(() => sql`delete from tentative`.execute(base.db))

describe('vérifier un récépissé, sans compte', () => {
  it('dit ce qu’il atteste, sans valeur ni personne, quelle que soit la façon de saisir le code', async () => {
    const f = await soumettreDeuxFois()
    const { elements } = await lister(f.numero)
    const code = elements[1]?.code ?? ''
    const dit = await reussi(verifier(code))
    expect(dit).toEqual({
      code,
      numero: f.numero,
      structure: f.structure.libelle,
      modele: f.modele.libelle,
      mois: 'MARCH',
      annee: 2025,
      moisCouverts: 1,
      rang: 1,
      soumisLe: expect.stringMatching(/^2025-0/),
      fuseau: 'UTC',
      empreinte: elements[1]?.empreinte,
      rupture: null,
      suite: 'REMPLACE',
    })
    const saisi = ` ${code.toLowerCase().match(/.{5}/g)?.join(' ').replaceAll('0', 'o').replaceAll('1', 'l')}-`
    expect(await reussi(verifier(saisi))).toEqual(dit)
    expect(await reussi(verifier(elements[0]?.code ?? ''))).toMatchObject({ suite: 'ACTUEL' })
  })

  it('répond de même à un code inconnu et à un code mal formé, puis fait attendre', async () => {
    await amener(banc, 'SOUMIS')
    for (const code of ['0000000000', 'AAAAA-AAAAA-AAAAA-AAAAA', '%', '%27%20or%201=1'])
      await refuse(banc, 'RECEPISSE_INTROUVABLE', () => verifier(code))
    expect((await verifier('x'.repeat(61))).code).toBe('REQUETE_INVALIDE')
    for (let n = 0; n < 60; n += 1) await verifier('0000000000')
    const { code, entetes } = await verifier('0000000000')
    expect([code, Number(entetes['retry-after']) > 0]).toEqual(['TROP_DE_DEMANDES', true])
    horloge.maintenant = new Date(DEPART.getTime() + 300_000)
    expect((await verifier('0000000000')).code).toBe('RECEPISSE_INTROUVABLE')
  })
})

describe('ce qui est changé dans la base après coup', () => {
  /** The second act of the form is its submission, of the line of version 2. */
  const FALSIFICATIONS = [
    [
      'une valeur du rapport',
      `update formulaire set donnees = jsonb_set(donnees, '{MVT.FIN.F}', '99') where true`,
      { sorte: 'VALEURS', rang: null },
    ],
    [
      'une valeur calculée',
      `update formulaire set donnees = jsonb_set(donnees, '{MVT.FIN.TOT}', '999') where true`,
      { sorte: 'VALEURS', rang: null },
    ],
    [
      'un commentaire',
      `update formulaire set commentaires = '{"DIFF": "autre"}'`,
      { sorte: 'VALEURS', rang: null },
    ],
    [
      'la date d’un acte',
      `update formulaire_historique set le = le - interval '1 day' where version = 1`,
      { sorte: 'ACTE', rang: 1 },
    ],
    [
      'l’auteur de la première soumission',
      `update formulaire_historique set agent_id = (select min(id) from utilisateur) where version = 2`,
      { sorte: 'ACTE', rang: 2 },
    ],
    [
      'ce qu’un acte a changé',
      `update formulaire_historique set cellules = '[]' where version = 4`,
      { sorte: 'ACTE', rang: 4 },
    ],
    [
      'un acte retiré',
      `delete from formulaire_historique where version = 3`,
      { sorte: 'ACTE', rang: 3 },
    ],
    [
      'le dernier acte retiré',
      `delete from formulaire_historique where version = 5`,
      { sorte: 'ACTE', rang: 5 },
    ],
    [
      'un acte ajouté à la fin',
      `insert into formulaire_historique (formulaire_id, version, agent_id, action, vers)
        select formulaire_id, 6, agent_id, 'valider', 'VALIDE' from formulaire_historique
        where version = 5`,
      { sorte: 'ACTE', rang: 6 },
    ],
    [
      'le texte d’un récépissé',
      `update recepisse set contenu = replace(contenu, '"MARS', '"MAI') || ' ' where rang = 1`,
      { sorte: 'RECEPISSE', rang: 1 },
    ],
    [
      'le texte du dernier récépissé et son empreinte',
      `update recepisse set contenu = replace(contenu, 'Toit à refaire', 'Rien à refaire'),
        empreinte = sha256(convert_to(replace(contenu, 'Toit à refaire', 'Rien à refaire'), 'UTF8'))
        where rang = 2`,
      { sorte: 'RECEPISSE', rang: 2 },
    ],
    [
      'le code d’un récépissé',
      `update recepisse set code = '00000000000000000000' where rang = 2`,
      { sorte: 'RECEPISSE', rang: 2 },
    ],
    [
      'le premier récépissé retiré',
      `delete from recepisse where rang = 1`,
      { sorte: 'RECEPISSE', rang: 1 },
    ],
    [
      'le dernier récépissé retiré',
      `delete from recepisse where rang = 2`,
      { sorte: 'RECEPISSE', rang: 2 },
    ],
  ] as const

  it.each(FALSIFICATIONS)(
    'se voit, se nomme, et rien n’en est délivré : %s',
    async (_, ordre, attendue) => {
      const f = await soumettreDeuxFois()
      expect(f.version).toBe(5)
      await falsifier(ordre)
      const { elements, rupture } = await lister(f.numero)
      expect(rupture).toMatchObject(attendue)
      expect(rupture?.libelle).toMatch(/\.$/)
      expect(elements.every(({ suite }) => suite === 'ALTERE')).toBe(true)
      for (const demande of [{}, { soumission: 1 }, { soumission: 2, format: 'json' }] as const) {
        await refuse(banc, 'RECEPISSE_ALTERE', () => demander(f.numero, demande))
        const { statut, octets } = await demander(f.numero, demande)
        const { libelle } = JSON.parse(octets.toString())
        expect([statut, libelle]).toEqual([409, expect.stringContaining(rupture?.libelle ?? '?')])
        expect(libelle).toContain('Prévenez la direction centrale')
      }
      const { fautes, lignes } = await verifierBase(base.db)
      expect(fautes).toBeGreaterThan(0)
      expect(lignes.join('\n')).toContain(`${f.numero}\u00a0: ${rupture?.libelle}`)
    },
  )

  it.each([
    ['ACTE', `update formulaire_historique set texte = 'x' where version = 3`],
    ['VALEURS', `update formulaire set donnees = jsonb_set(donnees, '{MVT.FIN.F}', '99')`],
    ['RECEPISSE', `update recepisse set contenu = contenu || ' ' where rang = 1`],
  ] as const)(
    'se voit aussi du public, qui apprend de quelle sorte, et rien du contenu : %s',
    async (sorte, ordre) => {
      const f = await soumettreDeuxFois()
      const { elements } = await lister(f.numero)
      await falsifier(ordre)
      for (const { code, rang } of elements) {
        const dit = await reussi(verifier(code))
        expect(dit).toMatchObject({ rang, rupture: sorte, suite: 'ALTERE' })
        expect(Object.values(dit)).not.toContain(99)
      }
    },
  )

  it('d’un récépissé qui ne se lit plus ne donne aucun fait : il est refusé', async () => {
    const f = await soumettreDeuxFois()
    const [{ code } = { code: '?' }] = (await lister(f.numero)).elements
    await falsifier(`update recepisse set contenu = left(contenu, 100) where rang = 2`)
    await refuse(banc, 'RECEPISSE_ALTERE', () => verifier(code))
    expect(await lister(f.numero)).toMatchObject({ elements: [{ rang: 1 }], rupture: { rang: 2 } })
  })

  it('se cherche par lots : autant d’ordres pour cinq rapports que pour un', async () => {
    const f = await soumettreDeuxFois()
    const ordresDe = async () =>
      ditsDe(await observer(() => listRuptures(base.db)), 'requete').length
    const pourUn = await ordresDe()
    const autres: Formulaire[] = []
    for (const choix of [
      { mois: 'MARCH', modele: 'EPM' },
      { mois: 'FEBRUARY', modele: 'RMA' },
      { mois: 'FEBRUARY', modele: 'EPM' },
    ] as const)
      autres.push(await amener(banc, 'SOUMIS', choix))
    const avril = await commencer(asStructure, { mois: 'APRIL' })
    autres.push(await reussi(forcer(asDpps, avril, 'VALIDE')))
    expect(await ordresDe()).toBe(pourUn)

    // Lots of two: 3, of which the last is not full; whatever the lot, all are examined and named.
    const enLots = ditsDe(await observer(() => listRuptures(base.db, 2)), 'requete')
    expect(enLots).toHaveLength(3 * pourUn)
    const { numero } = autres[2] ?? f
    await falsifier(
      `update formulaire set commentaires = '{"X": "autre"}' where numero = '${numero}'`,
    )
    for (const taille of [1, 2, 5, 50])
      expect(await listRuptures(base.db, taille)).toMatchObject({
        examines: 5,
        ruptures: [{ numero }],
      })
  })

  it('n’est pas ce que font les actes permis, à chaque pas de la vie du rapport', async () => {
    let f = await soumettreDeuxFois()
    const juste = async () => expect((await lister(f.numero)).rupture).toBeNull()
    for (const [qui, acte] of [
      [asAdmin, 'valider'],
      [asDpps, 'approuver'],
      [asDpps, 'diffuser'],
    ] as const) {
      f = await reussi(agir(qui, acte, f))
      await juste()
    }
    f = await renvoyer(asDpps, f)
    await juste()
    f = await reussi(
      modifier(asStructure, f, { 'BUD.DOT': 1234, DIFF: null }, { commentaires: { DIFF: null } }),
    )
    await juste()
    await reussi(agir(asStructure, 'soumettre', await relire(asStructure, f.numero)))
    expect(await lister(f.numero)).toMatchObject({ elements: [{ rang: 3 }, {}, {}], rupture: null })
  })
})
