import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { lignesTenues } from '@releve/contract/modele/calcul.place.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Donnees, Modele } from '@releve/contract/modele/modele.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { casesDe } from './exporter.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asStructure, asAdmin } = banc

type Query = Partial<Sent<typeof api.exporterValeurs.query>>
const exporter = (query: Query = {}, qui: Personne = asDpps, modele = 'RMA') =>
  qui.appeler(api.exporterValeurs, {
    params: { modele },
    query: { format: 'dhis2', du: '2025-01', au: '2025-12', ...query },
  })

type ValeurDhis2 = Record<
  'dataElement' | 'period' | 'orgUnit' | 'categoryOptionCombo' | 'value',
  string
> & { comment?: string }
type Ensemble = { dataElementIdScheme: string; dataValues: ValeurDhis2[] }

async function ensemble(query: Query = {}): Promise<Ensemble> {
  const { statut, octets } = await exporter(query)
  expect(statut).toBe(200)
  return JSON.parse(octets.toString())
}

/** Brings these values to another structure, as a file of DHIS2 would. */
async function reprendreAilleurs(lu: Ensemble) {
  const ailleurs = lu.dataValues.map((une) => ({ ...une, orgUnit: 'CPOLY-R02-01' }))
  const contenu = Buffer.from(JSON.stringify({ ...lu, dataValues: ailleurs }))
  const fichier = { nom: 'v.json', typeMime: 'application/json', contenu }
  const body = { apercu: 'false', fichier } as const
  const { lignes } = await reussi(
    asDpps.appeler(api.reprendreValeurs, { params: { modele: 'RMA' }, body }),
  )
  const [ligne] = lignes
  if (!ligne) throw new Error('rien de repris')
  return { ligne, repris: await relire(asDpps, 'RMA-CPOLY-R02-01-202503') }
}

/** A published form, of which this was said. */
async function diffuserAvec(
  commentaires: Record<string, string>,
  justifications: Record<string, string>,
): Promise<void> {
  const { numero, version } = await commencer(asStructure)
  const body = { numero, version, donnees: {}, commentaires, justifications }
  let f = await reussi(asStructure.appeler(api.modifierFormulaire, { body }))
  f = await reussi(agir(asStructure, 'soumettre', f))
  f = await reussi(agir(asAdmin, 'valider', f))
  f = await reussi(agir(asDpps, 'approuver', f))
  await reussi(agir(asDpps, 'diffuser', f))
}

describe('les valeurs diffusées, pour DHIS2', () => {
  it('sont celles que DHIS2 lit : des textes, un mois AAAAMM, une unité, une ventilation', async () => {
    await amener(banc, 'DIFFUSE')
    const { dataValues, ...schemas } = await ensemble()
    expect(schemas).toEqual({
      dataElementIdScheme: 'CODE',
      categoryOptionComboIdScheme: 'CODE',
      orgUnitIdScheme: 'CODE',
    })
    expect(dataValues.length).toBeGreaterThan(50)
    for (const valeur of dataValues) {
      const { comment: _dit, ...une } = valeur
      expect(Object.keys(une).toSorted()).toEqual(
        ['categoryOptionCombo', 'dataElement', 'orgUnit', 'period', 'value'].toSorted(),
      )
      expect(Object.values(valeur).every((un) => typeof un === 'string' && un !== '')).toBe(true)
      // A code of DHIS2 has 50 signs at most.
      expect(valeur.dataElement).toMatch(/^RMA\.[A-Z0-9_.]{1,46}$/)
      expect([valeur.period, valeur.orgUnit]).toEqual(['202503', 'CAU-R01-01'])
    }
    const cles = dataValues.map(({ dataElement }) => dataElement)
    expect(new Set(cles).size).toBe(cles.length)
    expect(cles).not.toContain('RMA.MVT.FIN.TOT')
    expect(cles).not.toContain('RMA.ACT.1.PART_TOT')
    expect(cles).toContain('RMA.ACT.1.INTITULE')
  })

  it('se reprennent par le même fichier : case pour case, dans une autre structure', async () => {
    const { donnees, definition } = await amener(banc, 'DIFFUSE')
    const { ligne, repris } = await reprendreAilleurs(await ensemble())
    expect(ligne).toMatchObject({ effet: 'CREER', details: [] })
    // Read whole: the model comes with it.
    const compile = compilerModele(definition as Modele)
    const dites = (tenues: Donnees) =>
      casesDe(compile, tenues)
        .filter(({ cellule }) => !cellule.calculee)
        .map(({ dehors, valeur }) => [dehors, valeur])
    expect(dites(repris.donnees)).toEqual(dites(donnees))
    expect(dites(donnees).filter(([dehors]) => String(dehors).startsWith('ACT.')).length).toBe(10)
  })

  it('portent les lignes des tableaux, les textes, les commentaires, et ce que les contrôles ont eu pour réponse', async () => {
    const [cle, comment] = ['RA04:M', 'Deux personnes reçues le dernier soir.']
    await diffuserAvec(
      { 'MVT.FIN.M': comment, 'ACT.a2.PART_M': 'Sans les familles.' },
      { [cle]: comment },
    )
    const lu = await ensemble()
    const parElement = new Map(lu.dataValues.map((une) => [une.dataElement, une]))
    expect(parElement.get('RMA.ACT.2.PART_M')).toMatchObject({ comment: 'Sans les familles.' })
    expect(parElement.get('RMA.MVT.FIN.M')).toMatchObject({ comment })
    expect(parElement.get(`RMA!${cle}`)?.value).toBe(comment)
    const { ligne, repris } = await reprendreAilleurs(lu)
    expect(ligne).toMatchObject({ effet: 'CREER', details: [] })
    expect(repris.commentaires).toEqual({
      'MVT.FIN.M': comment,
      'ACT.2.PART_M': 'Sans les familles.',
    })
    expect(repris.justifications).toEqual({ [cle]: comment })
    // An answer that comes twice is told, and the first one stays.
    const reponse = lu.dataValues.find(({ dataElement }) => dataElement === `RMA!${cle}`)
    if (!reponse) throw new Error('réponse absente')
    const doublee = {
      ...lu,
      dataValues: [...lu.dataValues, { ...reponse, value: 'Une autre réponse.' }],
    }
    const deuxFois = await reprendreAilleurs(doublee)
    expect(deuxFois.ligne.details[0]?.libelle).toContain('une seconde fois')
    expect(deuxFois.repris.justifications).toEqual({ [cle]: comment })
    // The same file again changes nothing.
    const { ligne: encore } = await reprendreAilleurs(lu)
    expect(encore.effet).toBe('INCHANGE')
  })

  it('ne se mettent pas à la suite des lignes d’un tableau déjà commencé', async () => {
    await amener(banc, 'DIFFUSE')
    const lu = await ensemble()
    const donnees = { 'ACT.mienne.INTITULE': 'Veillée' }
    const params = { mois: 'MARCH', annee: 2025 } as const
    const body = { modele: 'RMA', structure: 'CPOLY-R02-01', donnees }
    await reussi(asDpps.appeler(api.enregistrerFormulaire, { params, body }))
    const { ligne, repris } = await reprendreAilleurs(lu)
    expect(ligne.effet).toBe('MODIFIER')
    expect(ligne.details[0]?.libelle).toContain('ACT.1.')
    expect(lignesTenues(repris.donnees, 'ACT')).toEqual(['mienne'])
    expect(repris.donnees['MVT.FIN.M']).toBeTypeOf('number')
  })

  it('nomment ce que leur format ne porte pas', async () => {
    await amener(banc, 'DIFFUSE')
    const absents = async (query: Query) =>
      decodeURIComponent(String((await exporter(query)).entetes['releve-absents']))
    expect(await absents({})).toBe(
      'les «\u00a0ND\u00a0» et les «\u00a0SO\u00a0», avec leurs commentaires',
    )
    const sdmx = await absents({ format: 'sdmx' })
    expect(sdmx).toMatch(/^\d+ cases sans chiffre \(.*\) ; les commentaires/)
    expect(sdmx).toContain('ACT.n.DATE_ACT')
  })

  it('ne sont que diffusées : ni un rapport approuvé, ni ce qui change depuis', async () => {
    await amener(banc, 'APPROUVE')
    expect((await ensemble()).dataValues).toEqual([])
  })

  it('se restreignent à des mois et à des structures, et le journal le garde', async () => {
    await amener(banc, 'DIFFUSE')
    expect((await ensemble({ du: '2024-01', au: '2025-02' })).dataValues).toEqual([])
    expect((await ensemble({ structures: 'CPOLY-R02-01' })).dataValues).toEqual([])
    const { entetes } = await exporter({ du: '2025-03', au: '2025-03', structures: 'CAU-R01-01' })
    expect(entetes['releve-lignes']).toBe('1')
    expect(entetes['content-disposition']).toContain('valeurs-rma-2025-03-2025-03.json')
    const { rows } = await banc.base.db
      .selectFrom('journal')
      .select(['objet', 'action'])
      .where('action', '=', 'VALEURS_EXPORTEES')
      .execute()
      .then((lignes) => ({ rows: lignes }))
    expect(rows.at(-1)).toEqual({ objet: 'RMA', action: 'VALEURS_EXPORTEES' })
  })

  it('se refusent pour un modèle inconnu, des mois inversés ou mal écrits, et à qui ne gère pas', async () => {
    expect((await exporter({}, asDpps, 'ABSENT')).code).toBe('MODELE_INTROUVABLE')
    expect((await exporter({ du: '2025-05', au: '2025-04' })).code).toBe('PERIODE_INVERSEE')
    expect((await exporter({ du: '2025-13' })).code).toBe('REQUETE_INVALIDE')
    for (const qui of [asAdmin, asStructure]) {
      expect((await exporter({}, qui)).code).toBe('DROIT_INSUFFISANT')
    }
  })
})

describe('les valeurs diffusées, en SDMX-CSV 2.0', () => {
  it('ont les colonnes de la norme dans son ordre, et une observation par ligne', async () => {
    const { donnees } = await amener(banc, 'DIFFUSE')
    const { octets, entetes } = await exporter({ format: 'sdmx' })
    expect(entetes['content-type']).toContain('application/vnd.sdmx.data+csv')
    const texte = octets.toString()
    expect(texte.endsWith('\r\n')).toBe(true)
    const [tete, ...lignes] = texte.trimEnd().split('\r\n')
    // The first column tells the separator, so that nothing may come before it.
    expect(tete).toBe(
      'STRUCTURE,STRUCTURE_ID,ACTION,FREQ,REF_AREA,INDICATOR,TIME_PERIOD,OBS_VALUE,OBS_STATUS',
    )
    expect(lignes.length).toBeGreaterThan(50)
    const cles = new Set<string>()
    for (const ligne of lignes) {
      const cases = ligne.split(',')
      expect(cases).toHaveLength(9)
      const [structure, id, action, freq, lieu, indicateur = '', mois, valeur = '', statut] = cases
      expect([structure, id, action, freq]).toEqual(['dataflow', 'RELEVE:RMA(1.0.0)', 'R', 'M'])
      expect([lieu, mois]).toEqual(['CAU-R01-01', '2025-03'])
      // What the identifier of a code may be made of.
      expect(indicateur).toMatch(/^[A-Za-z0-9_@$-]+$/)
      expect(statut).toMatch(/^[AOM]$/)
      expect(valeur).toMatch(statut === 'A' ? /^-?\d+(\.\d+)?$/ : /^$/)
      cles.add(indicateur)
    }
    expect(cles.size).toBe(lignes.length)
    const total = lignes.find((ligne) => ligne.includes(',MVT-FIN-TOT,'))
    expect(total?.split(',').at(7)).toBe(String(donnees['MVT.FIN.TOT']))
    const repetee = lignes.find((ligne) => ligne.includes(',ACT-2-PART_TOT,'))
    expect(repetee?.split(',').at(7)).toBe(String(donnees['ACT.a2.PART_TOT']))
  })
})

it('la correspondance d’un modèle dit le nom de chaque case, et celui-ci ne change pas', async () => {
  const lire = async () => {
    const { octets } = await asDpps.appeler(api.exporterCorrespondance, {
      params: { modele: 'RMA' },
      query: { format: 'csv' },
    })
    return (await readIci(octets)).lignes.map(({ cellules }) => cellules)
  }
  const cases = await lire()
  expect(cases.find((une) => une['Case'] === 'MVT.FIN.M')).toMatchObject({
    'dataElement (DHIS2)': 'RMA.MVT.FIN.M',
    'categoryOptionCombo (DHIS2)': 'default',
    'INDICATOR (SDMX)': 'MVT-FIN-M',
  })
  expect(cases.find((une) => une['Case'] === 'ACT.n.PART_M')).toMatchObject({
    'dataElement (DHIS2)': 'RMA.ACT.n.PART_M',
    'INDICATOR (SDMX)': 'ACT-n-PART_M',
  })
  expect(cases.find((une) => une['Case'] === 'MVT.FIN.TOT')).toMatchObject({
    'dataElement (DHIS2)': '',
    'INDICATOR (SDMX)': 'MVT-FIN-TOT',
  })
  expect(await lire()).toEqual(cases)
})
