import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import type { CodeErreur } from '@releve/contract/erreur.ts'
import { modeleApi as api } from '@releve/contract/modele/modele.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sample } from '../../../../tools/portee.ts'
import { ouvrirBanc } from '../../../test/banc.ts'
import { reussi } from '../../../test/formulaires.ts'
import { refuseSansEcrire } from '../../../test/refus.ts'
import { AUTRES_FORMATS, composeClasseur, degonflee } from '../../platform/tableur.banc.ts'
import { METADONNEES } from './dhis2.banc.ts'
import { classeurDe, type Questionnaire, SUIVI } from './xlsform.banc.ts'

const { asDpps, base } = await ouvrirBanc()

const enFichier = (contenu: Uint8Array, nom = 'questionnaire.xlsx') => ({
  nom,
  typeMime: 'application/octet-stream',
  contenu,
})
const analyser = (contenu: Uint8Array) =>
  asDpps.appeler(api.analyserModele, { body: { fichier: enFichier(contenu) } })
const convertir = (contenu: Uint8Array, code?: string) =>
  asDpps.appeler(api.convertirModele, {
    body: { fichier: enFichier(contenu), ...(code !== undefined && { code }) },
  })

async function photo(): Promise<unknown> {
  const { rows } = await sql`select
    (select jsonb_agg(b order by id) from modele_brouillon b) as brouillons,
    (select jsonb_agg(c order by code) from codification c) as listes,
    (select count(*)::int from codification_valeur) as codes,
    (select count(*)::int from journal) as lignes`.execute(base.db)
  return rows
}

const notes = async () => {
  const { rows } = await sql<{ action: string; objet: string }>`
    select action, objet from journal order by id desc limit 7`.execute(base.db)
  return rows.map(({ action, objet }) => `${action} ${objet}`).toReversed()
}

const UNE: Questionnaire = {
  survey: [
    ['type', 'name', 'label'],
    ['select_one sexe', 'sexe', 'Sexe'],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['sexe', 'm', 'Masculin'],
    ['sexe', 'f', 'Féminin'],
  ],
}

describe('un questionnaire XLSForm repris', () => {
  it('se montre d’abord\u00a0: ce qui est compris, changé, laissé, et rien n’est écrit', async () => {
    const avant = await photo()
    const dit = await reussi(analyser(await classeurDe(SUIVI)))
    expect(dit).toMatchObject({
      origine: 'XLSFORM',
      code: 'SUIVI_ACTIVITE',
      libelle: 'Suivi d’activité',
      version: 1,
      sections: 3,
      champs: 8,
      controles: 3,
      choix: [],
      choisi: null,
      listes: [
        { code: 'OUINON', libelle: 'ouinon', nombre: 2 },
        { code: 'JOURS', libelle: 'jours', nombre: 2 },
      ],
    })
    const { comptes, constats } = dit
    expect(comptes.COMPRIS + comptes.CHANGE + comptes.LAISSE).toBe(constats.length)
    expect(Math.min(comptes.COMPRIS, comptes.CHANGE, comptes.LAISSE)).toBeGreaterThan(3)
    expect(await photo()).toEqual(avant)
  })

  it('devient un brouillon et ses listes de codes, et le journal le dit', async () => {
    const brouillon = await reussi(convertir(await classeurDe(SUIVI)))
    expect(brouillon.code).toBe('SUIVI_ACTIVITE')
    expect([brouillon.fautes, brouillon.source.indicateurs]).toEqual([[], {}])
    const { corps } = await asDpps.appeler(codificationApi.lireCodification, {
      params: { code: 'OUINON' },
    })
    expect(corps.valeurs.map(({ code, libelle }) => [code, libelle])).toEqual([
      ['OUI', 'Oui'],
      ['NON', 'Non'],
    ])
    expect(await notes()).toEqual([
      'CODIFICATION_CREEE OUINON',
      'CODE_AJOUTE OUINON.OUI',
      'CODE_AJOUTE OUINON.NON',
      'CODIFICATION_CREEE JOURS',
      'CODE_AJOUTE JOURS.LUN',
      'CODE_AJOUTE JOURS.MAR',
      'MODELE_BROUILLON_CREE SUIVI_ACTIVITE',
    ])
  })

  it('ne prend pas la place d’un brouillon, et ne crée alors aucune liste', async () => {
    const renommer = (texte: string) => texte.replaceAll('jours', 'semaine')
    const contenu = await classeurDe({
      survey: SUIVI.survey.map((ligne) => ligne.map(renommer)),
      choices: (SUIVI.choices ?? []).map((ligne) => ligne.map(renommer)),
      settings: SUIVI.settings ?? [],
    })
    await refuseSansEcrire(photo, 'MODELE_BROUILLON_EXISTANT', () => convertir(contenu))
    expect((await convertir(contenu, 'SUIVI_BIS')).statut).toBe(200)
  })

  it('se sert d’une liste qui a déjà ces codes, et en crée une autre si elle dit autre chose', async () => {
    const sert = await reussi(analyser(await classeurDe(UNE)))
    expect(sert.listes).toEqual([])
    expect(sert.constats.some(({ phrase }) => phrase.includes('sert telle qu’elle est'))).toBe(true)
    const choices = [...(UNE.choices ?? []), ['sexe', 'x', 'Autre']]
    const brouillon = await reussi(convertir(await classeurDe({ ...UNE, choices }), 'AUTRES'))
    const [, section] = brouillon.source.sections
    if (section?.type !== 'champs') throw new Error('section')
    expect(section.champs[0]).toMatchObject({ code: 'SEXE', codification: 'SEXE_2' })
    const { corps } = await asDpps.appeler(codificationApi.lireCodification, {
      params: { code: 'SEXE_2' },
    })
    expect(corps.valeurs.map(({ code }) => code)).toEqual(['M', 'F', 'X'])
  })

  it('sous le code d’un modèle qui existe, prépare sa version suivante', async () => {
    const settings = [['form_id'], ['rma']]
    const dit = await reussi(analyser(await classeurDe({ ...UNE, settings })))
    expect([dit.code, dit.version]).toEqual(['RMA', 2])
  })
})

/** A few bytes that say a sheet of forty-five million. */
const bombe = () =>
  composeClasseur({
    classeur: '<sheets><sheet name="survey" sheetId="1" r:id="rId1"/></sheets>',
    parties: [['xl/worksheets/sheet1.xml', degonflee(Buffer.alloc(45_000_000, 'a'))]],
  })

const groupe = (rang: number) => [
  ['begin group', `g${rang}`, 'G'],
  ['text', `q${rang}`, 'Q'],
  ['end group'],
]
const lignes = (nombre: number, ligne: (rang: number) => string[]) =>
  Array.from({ length: nombre }, (_, rang) => ligne(rang))
const ENTETES = ['type', 'name', 'label']

describe('un export de DHIS2 repris', () => {
  it('se reconnaît à son contenu, offre ses jeux de données, et devient le brouillon de celui qu’on choisit', async () => {
    const fichier = enFichier(Buffer.from(JSON.stringify(METADONNEES)), 'sans-nom.bin')
    const premier = await reussi(asDpps.appeler(api.analyserModele, { body: { fichier } }))
    expect(premier.origine).toBe('DHIS2')
    const codes = premier.choix.map(({ code }) => code)
    expect(codes).toHaveLength(2)
    expect(premier.choisi).toBe(codes[0])
    const [, choix = ''] = codes
    const second = await reussi(asDpps.appeler(api.analyserModele, { body: { fichier, choix } }))
    expect(second.choisi).toBe(choix)
    expect(second.code).not.toBe(premier.code)
    const brouillon = await reussi(
      asDpps.appeler(api.convertirModele, { body: { fichier, choix } }),
    )
    expect(brouillon.code).toBe(second.code)
    const inconnu = { fichier, choix: 'absent' }
    await refuseSansEcrire(photo, 'MODELE_INCONVERTIBLE', () =>
      asDpps.appeler(api.convertirModele, { body: inconnu }),
    )
  })
})

type Cas = [
  nom: string,
  code: CodeErreur,
  dit: RegExp,
  faire: () => Uint8Array | Promise<Uint8Array>,
]

describe('un fichier qui ne peut pas être repris', () => {
  const REFUS: Cas[] = [
    // What is no spreadsheet may be a JSON that was meant: both are named.
    ...sample(AUTRES_FORMATS).map(
      ([dit, code, contenu]): Cas => [
        dit,
        code === 'PAS_UN_TABLEUR' ? 'ORIGINE_INCONNUE' : code,
        code === 'PAS_UN_TABLEUR' ? RegExp(dit) : /au format XLSX/,
        () => contenu,
      ],
    ),
    [
      'un questionnaire en XML',
      'ORIGINE_INCONNUE',
      /XML/,
      () => Buffer.from('<?xml version="1.0"?><h/>'),
    ],
    ['un texte', 'ORIGINE_INCONNUE', /ni un classeur/, () => Buffer.from('type;name\ntext;a')],
    [
      'des octets quelconques',
      'ORIGINE_INCONNUE',
      /ni un classeur/,
      () => Buffer.from([0, 255, 0, 1]),
    ],
    ['un JSON coupé', 'MODELE_ILLISIBLE', /coupé/, () => Buffer.from('{"dataSets": [')],
    [
      'un JSON imbriqué sans fin',
      'MODELE_ILLISIBLE',
      /coupé/,
      () => Buffer.from('{"a":'.repeat(200_000)),
    ],
    ['un JSON d’autre chose', 'ORIGINE_INCONNUE', /DHIS2/, () => Buffer.from('{"a": 1}')],
    [
      'un modèle exporté d’ici',
      'ORIGINE_INCONNUE',
      /Importer un fichier/,
      () => Buffer.from('{"format": "releve-modele"}'),
    ],
    ['un classeur sans feuille survey', 'ORIGINE_INCONNUE', /survey/, () => composeClasseur()],
    [
      'un classeur coupé',
      'MODELE_ILLISIBLE',
      /abîmé/,
      async () => (await classeurDe(UNE)).subarray(0, 400),
    ],
    ['une archive piégée', 'MODELE_ILLISIBLE', /abîmé, ou trop volumineux/, bombe],
    [
      'deux colonnes du même nom',
      'MODELE_ILLISIBLE',
      /Feuille «.survey.».*Deux colonnes/,
      () =>
        classeurDe({
          survey: [
            ['type', 'label', 'label'],
            ['text', 'a', 'b'],
          ],
        }),
    ],
    [
      'un classeur sans colonne type',
      'MODELE_INCONVERTIBLE',
      /«.type.»/,
      () => classeurDe({ survey: [['autre'], ['x']] }),
    ],
    [
      'un questionnaire sans question',
      'MODELE_INCONVERTIBLE',
      /Aucune de ses questions/,
      () => classeurDe({ survey: [ENTETES, ['start', 'a', 'A']] }),
    ],
    [
      'plus de lignes qu’on n’en lit',
      'MODELE_ILLISIBLE',
      /5.000 lignes/,
      () => classeurDe({ survey: [ENTETES, ...lignes(5001, (rang) => ['text', `q${rang}`, 'Q'])] }),
    ],
    [
      'plus de sections qu’un modèle n’en a',
      'MODELE_TROP_GRAND',
      /sections/,
      () =>
        classeurDe({
          survey: [ENTETES, ...Array.from({ length: 201 }, (_, rang) => groupe(rang)).flat()],
        }),
    ],
    [
      'plus de contrôles qu’un modèle n’en a',
      'MODELE_TROP_GRAND',
      /contrôles/,
      () =>
        classeurDe({
          survey: [
            [...ENTETES, 'constraint'],
            ...lignes(501, (rang) => ['integer', `q${rang}`, 'Q', '. > 1']),
          ],
        }),
    ],
    [
      'plus de listes qu’on n’en crée',
      'MODELE_TROP_GRAND',
      /listes de codes/,
      () =>
        classeurDe({
          survey: [ENTETES, ...lignes(201, (rang) => [`select_one l${rang}`, `q${rang}`, 'Q'])],
          choices: [
            ['list_name', 'name', 'label'],
            ...lignes(201, (rang) => [`l${rang}`, 'a', 'A']),
          ],
        }),
    ],
  ]

  it.each(REFUS)('%s', async (_, code, dit, faire) => {
    const contenu = await faire()
    const refus = [
      await refuseSansEcrire(photo, code, () => analyser(contenu)),
      await refuseSansEcrire(photo, code, () => convertir(contenu)),
    ]
    for (const { libelle } of refus) expect(libelle).toMatch(dit)
  })
})
