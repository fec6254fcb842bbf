import type { Calcul } from '@releve/contract/modele/calcul.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { peutSoumettre } from '@releve/contract/modele/soumission.ts'
import { verifierValeur } from '@releve/contract/modele/verification.ts'
import { isoDe, type Periode } from '@releve/contract/mois.ts'
import { describe, expect, test } from 'vitest'
import { compilerSeme, ouvrirSerie, rouvrir, structureSemee } from './banc.ts'
import { CAS_EPM } from './cas/epm.ts'
import { CAS_RMA } from './cas/rma.ts'
import { CAS_SMP } from './cas/smp.ts'
import { estCodeModele, exempleCoherent } from './exemple.ts'
import { STRUCTURES } from './structures.ts'

const JUIN: Periode = { mois: 'JUNE', annee: 2025 }
const MARS: Periode = { mois: 'MARCH', annee: 2025 }

const BANCS = [
  { modele: 'RMA', structure: 'CAU-R01-01', periode: MARS, cas: CAS_RMA },
  { modele: 'EPM', structure: 'CAU-R01-01', periode: JUIN, cas: CAS_EPM },
  { modele: 'SMP', structure: 'MAC-R01-01', periode: MARS, cas: CAS_SMP },
]

/** Compared with plain spaces: which space stands where is the typography's test. */
const espaces = (texte: string | undefined) => texte?.replaceAll(/[\u00a0\u202f]/g, ' ')

/** The form of a month of the seed that follows seven coherent ones. */
function formulaire(modele: string, structure: string, fin: Periode): Calcul {
  const serie = ouvrirSerie({ structure: structureSemee(structure), fin, mois: 8, graine: 7 })
  const calcul = serie.get(`${modele}@${isoDe(fin)}`)
  if (!calcul) throw new Error(`Pas de ${modele} pour ${structure}`)
  return calcul
}

describe.each(BANCS)('les contrôles du $modele', ({ modele, structure, periode, cas }) => {
  const coherent = formulaire(modele, structure, periode)

  test.each(cas)('$cle se tait sur un mois cohérent et dit ce qui ne va pas', (un) => {
    expect(coherent.resultats().map(({ cle }) => cle)).not.toContain(un.cle)
    const casse = rouvrir(coherent, un.casser, un.contexte).resultats()
    const message = casse.find(({ cle }) => cle === un.cle)?.message
    expect(espaces(message)).toBe(espaces(un.message))
  })

  test('ont chacun leur exemple', () => {
    const codes = compilerSeme(modele).modele.controles.map(({ code }) => code)
    expect(cas.map(({ cle }) => cle.replace(/:.*/, ''))).toEqual(codes)
  })
})

test.each(STRUCTURES)(
  'quinze mois de $code s’enchaînent sans qu’aucun contrôle ne parle',
  (structure) => {
    const serie = ouvrirSerie({ structure, fin: JUIN, mois: 15, graine: 1 })
    expect(serie.size).toBe(15 * structure.modeles.length)
    for (const [cle, calcul] of serie) {
      expect(calcul.resultats(), cle).toEqual([])
      expect(peutSoumettre(calcul).manquants, cle).toEqual([])
      expect(calcul.remplissage(), cle).toBe(1)
    }
  },
)

test.each(BANCS)(
  'l’exemple du $modele ne donne que des cases que l’on peut saisir',
  ({ modele }) => {
    const mc = compilerSeme(modele)
    if (!estCodeModele(modele)) throw new Error(`Pas d’exemple du ${modele}`)
    for (const [adresse, valeur] of Object.entries(exempleCoherent(modele))) {
      expect(verifierValeur(celluleDe(mc, adresse), valeur, MARS), adresse).toBeNull()
    }
  },
)

test('une structure sans capacité n’en déclare pas, et n’a pas de taux d’occupation', () => {
  const rma = formulaire('RMA', 'AEMO-R03-01', MARS)
  expect(rma.valeur('CAPACITE')).toBe('SO')
  expect(rma.verrouillee('CAPACITE')).toBe(true)
  expect(rma.valeur('TAUX_OCC')).toBeNull()
})

test('une capacité qui diffère de la fiche veut un commentaire', () => {
  const rma = formulaire('RMA', 'CAU-R01-01', MARS)
  expect(rma.commentaireRequis('CAPACITE')).toBe(false)
  expect(rouvrir(rma, { CAPACITE: 64 }).commentaireRequis('CAPACITE')).toBe(true)
})

test('la répartition par âge du personnel n’est requise qu’en juin et en décembre', () => {
  expect(formulaire('EPM', 'DR-R01', MARS).requise('AGEP.P25_34.F')).toBe(false)
  expect(formulaire('EPM', 'DR-R01', JUIN).requise('AGEP.P25_34.F')).toBe(true)
})

test('les postes de référence viennent de la fiche, et leur écart se calcule', () => {
  const epm = formulaire('EPM', 'CAU-R01-01', MARS)
  expect(epm.valeur('POSTE.B.REF')).toBe(7)
  expect(epm.valeur('POSTE.TOT.REF')).toBe(24)
  expect(epm.valeur('POSTE.TOT.ECART')).toBe(Number(epm.valeur('EFF.TOT.TOT.TOT')) - 24)
})

test('un incident veut ses circonstances', () => {
  const rma = rouvrir(formulaire('RMA', 'CAU-R01-01', MARS), { OBS_INC: null })
  expect(rouvrir(rma, { 'INC.VOL.NB': 1 }).motifManquant('OBS_INC')).toBe('VIDE')
  const smp = rouvrir(formulaire('SMP', 'MAC-R01-01', MARS), { OBS_INCP: null })
  expect(rouvrir(smp, { 'INCP.EVASION.NB': 1 }).motifManquant('OBS_INCP')).toBe('VIDE')
})
