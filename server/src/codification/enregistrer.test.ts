import { codificationApi as api } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exempleCoherent } from '../../seed/exemple.ts'
import { ouvrirBanc } from '../../test/banc.ts'
import { amener, reussi } from '../../test/formulaires.ts'
import { installerCodifications } from './codification.sql.ts'

const banc = await ouvrirBanc()
const { asDpps, asStructure, base } = banc

type Corps = Sent<(typeof api.enregistrerCodification)['body']>
type Valeur = NonNullable<Corps['valeurs']>[number]

const enregistrer = (corps: Corps) => asDpps.appeler(api.enregistrerCodification, { body: corps })
const lire = async (code: string) =>
  (await asDpps.appeler(api.lireCodification, { params: { code } })).corps

/** A list of its own for each test. */
async function creer(code: string, valeurs: Valeur[] = [], autres: Partial<Corps> = {}) {
  const { statut, corps } = await enregistrer({
    code,
    libelle: `Liste ${code}`,
    version: 0,
    valeurs,
    ...autres,
  })
  expect(statut, JSON.stringify(corps)).toBe(200)
  return corps
}

/** Changes codes of a list as it is now. */
async function changer(code: string, valeurs: Valeur[], autres: Partial<Corps> = {}) {
  const { libelle, parentListe, version } = await lire(code)
  return enregistrer({ code, libelle, parentListe, version, valeurs, ...autres })
}

const valeur = (code: string, autres: Partial<Valeur> = {}): Valeur => ({
  code,
  libelle: `Libellé ${code}`,
  ordre: 1,
  ...autres,
})

/** A code of a list as it is, to be changed. */
async function existant(liste: string, code: string): Promise<Valeur> {
  const trouve = (await lire(liste)).valeurs.find((un) => un.code === code)
  if (!trouve) throw new Error(`${liste}.${code}`)
  const { libellesAnciens: _l, emplois: _e, actions: _a, ...fiche } = trouve
  return fiche
}

async function photo(): Promise<unknown> {
  const { rows } = await sql`select
    (select jsonb_agg(v order by codification, code) from codification_valeur v) as valeurs,
    (select jsonb_agg(c order by code) from codification c) as listes,
    (select count(*)::int from journal) as lignes`.execute(base.db)
  return rows
}

async function journalDe(objet: string) {
  const { rows } = await sql<{ action: string; detail: object }>`
    select action, detail from journal where objet = ${objet} order by id`.execute(base.db)
  return rows
}

describe('créer et changer une liste', () => {
  it('avec ses codes, leur ordre et leurs parents, sous une version, et le journal le dit', async () => {
    await creer('CREEE', [valeur('A', { ordre: 2 }), valeur('B', { parent: 'A' })])
    const liste = await lire('CREEE')
    expect(liste).toMatchObject({ libelle: 'Liste CREEE', version: 1, parentListe: null })
    expect(liste.valeurs.map(({ code, parent }) => [code, parent])).toEqual([
      ['B', 'A'],
      ['A', null],
    ])
    const rangee = await changer('CREEE', [valeur('A'), valeur('B', { parent: 'A', ordre: 2 })])
    expect(rangee.corps).toMatchObject({ ecrit: true, version: 2 })
    await changer('CREEE', [valeur('A', { actif: false })], { libelle: 'Autre nom' })
    expect(await journalDe('CREEE')).toEqual([
      { action: 'CODIFICATION_CREEE', detail: { libelle: 'Liste CREEE' } },
      { action: 'CODIFICATION_MODIFIEE', detail: { ranges: 2 } },
      {
        action: 'CODIFICATION_MODIFIEE',
        detail: { changements: { libelle: { avant: 'Liste CREEE', apres: 'Autre nom' } } },
      },
    ])
    expect(await journalDe('CREEE.A')).toEqual([
      { action: 'CODE_AJOUTE', detail: { libelle: 'Libellé A' } },
      { action: 'CODE_MODIFIE', detail: { changements: { actif: { avant: true, apres: false } } } },
    ])
    const { corps: listes } = await asStructure.appeler(api.listListes)
    expect(listes.find(({ code }) => code === 'CREEE')).toMatchObject({ valeurs: 2, offertes: 1 })
  })

  it('qui ne change rien n’écrit rien', async () => {
    await creer('PAREILLE', [valeur('A')])
    const avant = await photo()
    const { corps } = await changer('PAREILLE', [valeur('A')])
    expect(corps).toMatchObject({ ecrit: false, version: 1, codes: [] })
    expect(await photo()).toEqual(avant)
  })

  it('ne propose un code que dans ses mois, sans toucher aux mois passés', async () => {
    await creer('DATEE', [
      valeur('VIEUX', { valableAu: '02/2025' }),
      valeur('NEUF', { valableDu: '2025-04' }),
      valeur('ACTUEL', { valableDu: '2025-03', valableAu: '2025-03' }),
    ])
    const offerts = async (mois?: string) => {
      const query = mois ? { mois } : {}
      const { corps } = await asStructure.appeler(api.listCodifications, {
        params: { code: 'DATEE' },
        query,
      })
      return corps.filter(({ actif }) => actif).map(({ code }) => code)
    }
    expect(await offerts()).toEqual(['ACTUEL'])
    expect(await offerts('2025-02')).toEqual(['VIEUX'])
    expect(await offerts('2025-12')).toEqual(['NEUF'])
  })

  it('ne laisse passer qu’une écriture de la même version', async () => {
    await creer('COURSE', [valeur('A')])
    const corps = { code: 'COURSE', libelle: 'Liste COURSE', version: 1 }
    const issues = await Promise.all([
      enregistrer({ ...corps, valeurs: [valeur('B')] }),
      enregistrer({ ...corps, valeurs: [valeur('C')] }),
    ])
    expect(issues.map(({ statut }) => statut).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(issues.find(({ statut }) => statut === 409)).toMatchObject({
      code: 'VERSION_CODIFICATION_PERIMEE',
    })
  })
})

describe('un code employé', () => {
  it('se voit, partout où il l’est', async () => {
    const emplois = async (liste: string, code: string) =>
      (await lire(liste)).valeurs.find((un) => un.code === code)?.emplois.map(({ lieu }) => lieu)
    expect(await emplois('REGION', 'R01')).toContain('STRUCTURE')
    expect(await emplois('TYPE_STRUCTURE', 'CAU')).toEqual(['MODELE', 'STRUCTURE'])
    // Rows of a matrix, and what a cell of a report may hold.
    expect(await emplois('MOTIF_ENTREE', 'JUDIC')).toEqual(['MODELE'])
    expect(await emplois('SITUATION_FONCT', 'NORMAL')).toContain('MODELE')
    expect(await emplois('SEXE', '9')).toEqual([])
  })

  it('des cases des rapports, des motifs et des fichiers aussi', async () => {
    const formulaire = await amener(banc, 'RENVOYE', {
      mois: 'JANUARY',
      donnees: {
        ...exempleCoherent('RMA', { periode: { mois: 'JANUARY', annee: 2025 } }),
        SIT_FONCT: 'PARTIEL',
        OBS_FONCT: 'FERME_TEMP',
        'ACT.a1.TYPE_ACT': 'SENSIB',
        'ACT.a2.TYPE_ACT': 'VISITE',
      },
    })
    const emploisDeCases = async (liste: string, code: string) =>
      (await lire(liste)).valeurs
        .find((un) => un.code === code)
        ?.emplois.find(({ lieu }) => lieu === 'FORMULAIRE')?.nombre
    expect(await emploisDeCases('SITUATION_FONCT', 'PARTIEL')).toBe(1)
    // A free text that looks like a code is none.
    expect(await emploisDeCases('SITUATION_FONCT', 'FERME_TEMP')).toBeUndefined()
    expect(await emploisDeCases('TYPE_ACTIVITE', 'SENSIB')).toBe(1)
    expect(await emploisDeCases('TYPE_ACTIVITE', 'VISITE')).toBe(1)
    expect(await emploisDeCases('MOTIF_RENVOI', 'INCOHERENCE')).toBe(1)
    // What a row no longer says is no use of it.
    await reussi(
      asStructure.appeler(formulaireApi.modifierFormulaire, {
        body: {
          numero: formulaire.numero,
          version: formulaire.version,
          donnees: { 'ACT.a2.TYPE_ACT': 'SENSIB' },
        },
      }),
    )
    expect(await emploisDeCases('TYPE_ACTIVITE', 'SENSIB')).toBe(1)
    expect(await emploisDeCases('TYPE_ACTIVITE', 'VISITE')).toBeUndefined()
  })

  it('ne se supprime pas\u00a0; il se désactive', async () => {
    const { version, libelle, parentListe } = await lire('REGION')
    const avant = await photo()
    const demande = { code: 'REGION', libelle, parentListe, version, supprimees: ['R01'] }
    const refus = await enregistrer(demande)
    expect(refus).toMatchObject({ statut: 409, code: 'CODE_EMPLOYE' })
    expect(refus.libelle).toMatch(/^Le code «\u00a0R01\u00a0» est employé \(\d+ structure/)
    expect(refus.details?.[0]).toMatchObject({ chemin: 'body.valeurs.R01.code' })
    expect(await photo()).toEqual(avant)
    const cesse = await changer('REGION', [{ ...(await existant('REGION', 'R01')), actif: false }])
    expect(cesse.corps.ecrit).toBe(true)
    await changer('REGION', [{ ...(await existant('REGION', 'R01')), actif: true }])
  })

  it('ne change pas de sens\u00a0; son orthographe se corrige, l’ancien libellé reste connu', async () => {
    const code = await existant('MOTIF_ENTREE', 'SIGNAL')
    const refus = await changer('MOTIF_ENTREE', [{ ...code, libelle: 'Transfèrement reçu' }])
    expect(refus).toMatchObject({ statut: 409, code: 'CODE_SENS_CHANGE' })
    const corrige = await changer('MOTIF_ENTREE', [{ ...code, libelle: 'Signalement d’un Tierz' }])
    expect(corrige.corps.codes).toMatchObject([
      {
        code: 'SIGNAL',
        effet: 'MODIFICATION',
        details: [{ libelle: 'Libellé', avant: code.libelle, apres: 'Signalement d’un Tierz' }],
        emplois: [{ lieu: 'MODELE', nombre: 1 }],
      },
    ])
    const apres = (await lire('MOTIF_ENTREE')).valeurs.find((un) => un.code === 'SIGNAL')
    expect(apres?.libellesAnciens).toEqual([code.libelle])
    // The models made before still count.
    expect(apres?.emplois).toEqual([{ lieu: 'MODELE', nombre: 1 }])
    expect(await journalDe('MOTIF_ENTREE.SIGNAL')).toEqual([
      {
        action: 'CODE_MODIFIE',
        detail: {
          changements: { libelle: { avant: code.libelle, apres: 'Signalement d’un Tierz' } },
        },
      },
    ])
  })

  it('garde le code parent qu’il a', async () => {
    await creer('RATTACHEE', [
      valeur('HAUT'),
      valeur('AUTRE'),
      valeur('BAS', { parent: 'HAUT' }),
      valeur('FOND', { parent: 'BAS' }),
    ])
    const refus = await changer('RATTACHEE', [valeur('BAS', { parent: 'AUTRE' })])
    expect(refus).toMatchObject({ statut: 409, code: 'CODE_RATTACHE' })
    // Nobody uses this one.
    expect((await changer('RATTACHEE', [valeur('FOND', { parent: 'AUTRE' })])).statut).toBe(200)
  })

  it('que la plateforme nomme reste proposé', async () => {
    const mars = await existant('MOIS', 'MARCH')
    for (const autres of [{ actif: false }, { valableAu: '2030-01' }]) {
      expect(await changer('MOIS', [{ ...mars, ...autres }])).toMatchObject({
        statut: 409,
        code: 'CODE_RESERVE',
      })
    }
    expect(await changer('TYPE_MESSAGE', [], { supprimees: ['RELANCE'] })).toMatchObject({
      code: 'CODE_RESERVE',
    })
  })
})

describe('un code que rien n’emploie', () => {
  it('se supprime, et l’installation ne le ramène pas', async () => {
    expect((await changer('SEXE', [], { supprimees: ['9'] })).corps).toMatchObject({
      ecrit: true,
      codes: [{ code: '9', effet: 'SUPPRESSION' }],
    })
    await installerCodifications(base.db)
    expect((await lire('SEXE')).valeurs.map(({ code }) => code)).toEqual(['M', 'F'])
    expect(await journalDe('SEXE.9')).toEqual([{ action: 'CODE_SUPPRIME', detail: {} }])
  })
})

describe('voir avant d’enregistrer', () => {
  it('ce que le changement touche, chaque chose une fois, sans rien écrire', async () => {
    const region = await lire('REGION')
    const avant = await photo()
    const valeurs = await Promise.all(
      ['R01', 'R02'].map(async (code) => ({ ...(await existant('REGION', code)), actif: false })),
    )
    const { corps } = await changer('REGION', valeurs, { apercu: true })
    expect(corps).toMatchObject({ ecrit: false, version: region.version })
    expect(corps.codes.map(({ code, details }) => [code, details])).toEqual([
      ['R01', [{ libelle: 'Proposé', avant: 'oui', apres: 'non' }]],
      ['R02', [{ libelle: 'Proposé', avant: 'oui', apres: 'non' }]],
    ])
    const { rows } = await sql<{
      nombre: number
    }>`select count(distinct structure_id)::int as nombre
      from structure_periode
      where region in ('R01', 'R02')`.execute(base.db)
    expect(corps.touches).toEqual([{ lieu: 'STRUCTURE', nombre: rows[0]?.nombre }])
    expect(await photo()).toEqual(avant)
  })

  it('un changement d’ordre ne touche personne', async () => {
    const code = await existant('REGION', 'R03')
    const { corps } = await changer('REGION', [{ ...code, ordre: 40 }], { apercu: true })
    expect(corps).toMatchObject({ touches: [], codes: [{ code: 'R03' }] })
  })
})

describe('refuse, sans rien écrire,', () => {
  const liste = (corps: Partial<Corps>): Corps => ({
    code: 'REFUS',
    libelle: 'Refus',
    version: 0,
    ...corps,
  })
  const nombreux = (nombre: number, depuis = 0) =>
    Array.from({ length: nombre }, (_, rang) => valeur(`N${depuis + rang}`))

  it.each<[string, Corps, string]>([
    ['une liste qui existe', liste({ code: 'SEXE' }), '409 CODIFICATION_EXISTANTE'],
    ['une liste qui n’existe pas', liste({ version: 3 }), '404 CODIFICATION_INTROUVABLE'],
    [
      'une version dépassée',
      liste({ code: 'SEXE', version: 99 }),
      '409 VERSION_CODIFICATION_PERIMEE',
    ],
    ['deux fois un code', liste({ valeurs: [valeur('A'), valeur('A')] }), '409 CODE_EXISTANT'],
    ['un code mal formé', liste({ valeurs: [valeur('a-b')] }), '400 REQUETE_INVALIDE'],
    ['un code de liste mal formé', liste({ code: 'A B' }), '400 REQUETE_INVALIDE'],
    [
      'un parent inconnu',
      liste({ valeurs: [valeur('A', { parent: 'X' })] }),
      '422 CODE_PARENT_INCONNU',
    ],
    [
      'un code parent de lui-même',
      liste({ valeurs: [valeur('A', { parent: 'A' })] }),
      '422 CODE_PARENT_EN_BOUCLE',
    ],
    [
      'une boucle de parents',
      liste({
        valeurs: [
          valeur('A', { parent: 'C' }),
          valeur('B', { parent: 'A' }),
          valeur('C', { parent: 'B' }),
        ],
      }),
      '422 CODE_PARENT_EN_BOUCLE',
    ],
    ['une liste parente inconnue', liste({ parentListe: 'RIEN' }), '422 LISTE_PARENTE_INCONNUE'],
    [
      'des mois à l’envers',
      liste({ valeurs: [valeur('A', { valableDu: '2025-04', valableAu: '2025-03' })] }),
      '422 VALIDITE_INVERSEE',
    ],
    [
      'un mois qui n’existe pas',
      liste({ valeurs: [valeur('A', { valableDu: '2025-13' })] }),
      '400 REQUETE_INVALIDE',
    ],
    [
      'un libellé de 10 000 caractères',
      liste({ valeurs: [valeur('A', { libelle: 'x'.repeat(10_000) })] }),
      '400 REQUETE_INVALIDE',
    ],
    ['10 000 codes', liste({ valeurs: nombreux(10_000) }), '400 REQUETE_INVALIDE'],
    ['la suppression d’un code absent', liste({ supprimees: ['Z'] }), '422 CODE_INCONNU'],
  ])('%s', async (_, corps, attendu) => {
    const avant = await photo()
    for (const apercu of [true, false]) {
      const { statut, code, libelle } = await enregistrer({ ...corps, apercu })
      expect(`${statut} ${code}`).toBe(attendu)
      expect(libelle).toMatch(/\.$/)
    }
    expect(await photo()).toEqual(avant)
  })

  it('un code de trop dans une liste pleine', async () => {
    await creer('PLEINE', nombreux(2000))
    expect(await changer('PLEINE', nombreux(1, 2000))).toMatchObject({
      statut: 422,
      code: 'LISTE_TROP_LONGUE',
    })
  })

  it('un nouveau code qui y est déjà, un parent hors de la liste parente, une boucle de listes', async () => {
    await creer('MERE', [valeur('M1')])
    await creer('FILLE', [valeur('F1', { parent: 'M1' })], { parentListe: 'MERE' })
    expect(await changer('FILLE', [valeur('F1', { nouveau: true })])).toMatchObject({
      code: 'CODE_EXISTANT',
    })
    expect(await changer('FILLE', [valeur('F2', { parent: 'F1' })])).toMatchObject({
      code: 'CODE_PARENT_INCONNU',
    })
    expect(await changer('MERE', [], { parentListe: 'FILLE' })).toMatchObject({
      code: 'LISTE_PARENTE_EN_BOUCLE',
    })
    // Its codes would have no parent any more.
    expect(await changer('FILLE', [], { parentListe: null })).toMatchObject({
      code: 'CODE_PARENT_INCONNU',
    })
    expect(await changer('MERE', [], { supprimees: ['M1'] })).toMatchObject({
      code: 'CODE_EMPLOYE',
      libelle: expect.stringContaining('1 code rattaché'),
    })
  })
})
