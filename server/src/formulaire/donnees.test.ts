import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps } = banc

type Demande = Partial<Sent<typeof api.exporterDonnees.body>>
const exporter = (qui: Personne, demande: Demande = {}) =>
  qui.appeler(api.exporterDonnees, {
    body: { modeles: ['RMA'], forme: 'LONG', format: 'csv', ...demande },
  })

async function lignesDe(qui: Personne, demande: Demande = {}) {
  const { statut, octets, entetes } = await exporter(qui, demande)
  expect(statut).toBe(200)
  const { lignes, entetes: colonnes } = await readIci(octets)
  expect(Number(entetes['releve-lignes'])).toBe(lignes.length)
  return { lignes: lignes.map(({ cellules }) => cellules), colonnes, octets }
}

const SIT = 'SIT_FONCT'
const CASES = {
  'MVT.DEB.M': 12,
  SIT_FONCT: 'NORMAL',
  'ACT.a1.INTITULE': '=1+1',
} as const

const remplir = async () => reussi(modifier(asStructure, await commencer(asStructure), CASES))

/** A table of more columns than an import takes. */
function rangeesDe(octets: Buffer): Record<string, string>[] {
  const [tete = '', ...lignes] = octets.toString().slice(1).trimEnd().split('\r\n')
  const colonnes = tete.split(';')
  return lignes.map((ligne) => {
    const cases = ligne.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    expect(cases).toHaveLength(colonnes.length)
    return Object.fromEntries(colonnes.map((nom, rang) => [nom, cases[rang] ?? '']))
  })
}

describe('les valeurs de plusieurs rapports', () => {
  it('nomment ce que leur forme ne porte pas', async () => {
    await remplir()
    const absents = async (forme: Demande['forme']) => {
      const { entetes } = await exporter(asDpps, { forme })
      return decodeURIComponent(String(entetes['releve-absents']))
    }
    const textes = 'les commentaires et les réponses aux avertissements'
    expect(await absents('LONG')).toBe(textes)
    expect(await absents('LARGE')).toBe(
      `les lignes des tableaux répétés (ACT), que porte la forme longue ; ${textes}`,
    )
    expect(await absents('DICTIONNAIRE')).toBe('undefined')
  })

  it('une ligne par case : nombre, texte et manquant, chacun dans sa colonne', async () => {
    const { numero } = await remplir()
    const { donnees } = await reussi(asDpps.appeler(api.lireFormulaire, { params: { numero } }))
    const { lignes, colonnes, octets } = await lignesDe(asDpps)
    // Names that R and Python keep as they are.
    for (const nom of colonnes) expect(nom).toMatch(/^[a-z_]+$/)
    expect(new Set(lignes.map((une) => une['case']))).toEqual(new Set(Object.keys(donnees)))
    expect(lignes).toHaveLength(Object.keys(donnees).length)
    const parCase = new Map(lignes.map((une) => [une['case'], une]))
    expect(parCase.get('MVT.DEB.M')).toMatchObject({
      rapport: numero,
      structure: 'CAU-R01-01',
      region: 'R01',
      modele: 'RMA',
      annee: '2025',
      mois: '3',
      etat: 'BROUILLON',
      valeur: '12',
      texte: '',
      manquant: '',
    })
    expect(parCase.get('SIT_FONCT')).toMatchObject({ valeur: '', texte: 'NORMAL' })
    expect(parCase.get('SIT_FONCT')?.['texte_libelle']).not.toBe('')
    expect(parCase.get('ACT.a1.INTITULE')?.['texte']).toBe('=1+1')
    expect(octets.toString()).toContain(";'=1+1;")
  })

  it('une ligne par rapport : une colonne par case, dans l’ordre du dictionnaire', async () => {
    await remplir()
    await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const { octets } = await exporter(asDpps, { forme: 'LARGE', tri: 'periode' })
    const lignes = rangeesDe(octets)
    const colonnes = Object.keys(lignes[0] ?? {})
    expect(lignes.map((une) => une['mois'])).toEqual(['2', '3'])
    expect(lignes[1]).toMatchObject({ 'MVT.DEB.M': '12', [SIT]: 'NORMAL' })
    const { lignes: variables } = await lignesDe(asDpps, { forme: 'DICTIONNAIRE' })
    const simples = variables.filter((une) => une['repetee'] === 'non').map((une) => une['case'])
    expect(colonnes.slice(-simples.length)).toEqual(simples)
    expect(variables.find((une) => une['case'] === SIT)?.['codes']).toContain('NORMAL = ')
    expect(variables.find((une) => une['case'] === 'ACT.*.INTITULE')).toMatchObject({
      repetee: 'oui',
    })
  })

  it('dans le même classeur, un nombre est un nombre', async () => {
    await remplir()
    const { lignes } = await lignesDe(asDpps, { format: 'xlsx' })
    expect(lignes.find((une) => une['case'] === 'MVT.DEB.M')).toMatchObject({ valeur: '12' })
  })

  it('d’une autre structure, ce qui est diffusé et rien d’autre', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    await commencer(asStructure, { mois: 'FEBRUARY' })
    const { lignes } = await lignesDe(asAutreStructure)
    expect(new Set(lignes.map((une) => une['rapport']))).toEqual(new Set([numero]))
    expect(new Set(lignes.map((une) => une['etat']))).toEqual(new Set(['DIFFUSE']))
  })

  it('veulent un modèle, et un seul', async () => {
    for (const modeles of [undefined, [], ['RMA', 'EPM']]) {
      expect((await exporter(asDpps, { modeles })).code).toBe('MODELE_A_CHOISIR')
    }
    expect((await exporter(asDpps, { forme: 'AUTRE' as 'LONG' })).code).toBe('REQUETE_INVALIDE')
  })
})
