import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import { viderTables } from '../../test/base.ts'
import { commencer, relire, reussi } from '../../test/formulaires.ts'
import { enregistrer, libreOffice } from '../../test/libreoffice.ts'
import { modeleDe, publierModele } from '../../test/modeles.ts'
import { modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

// What a file of « Données » carries comes back from it into a base that has no report: what is
// missing is missing, and a figure has all its digits.

const banc = await ouvrirBancFormulaires()
const { asStructure, asDpps, base } = banc

const decimal = (code: string) =>
  ({ code, libelle: code, nature: 'decimal', decimales: 6, nd: true }) as const
await publierModele(
  asDpps,
  modeleDe('ALLER', [
    ...['EFF', 'ENT', 'SOR', 'REF', 'RIEN', 'ABSENT', 'NEG'].map(decimal),
    { code: 'SOMME', libelle: 'Somme', nature: 'decimal', decimales: 6, formule: 'EFF + ENT' },
    { code: 'TEXTE', libelle: 'Texte', nature: 'texteLong' },
    { code: 'CHIFFRES', libelle: 'Chiffres', nature: 'texte' },
    { code: 'FORMULE', libelle: 'Formule', nature: 'texte' },
  ]),
)

/** `RIEN` is blank, and 0 is said. */
const DITES = {
  EFF: 123456789.012345,
  ENT: 0.000001,
  SOR: 0,
  REF: 927.15,
  ABSENT: 'ND',
  NEG: -0.1,
  TEXTE: 'Première ligne ; « suite »,\nseconde "ligne".',
  CHIFFRES: '0012',
  FORMULE: '=1+1',
}

const partir = async () => {
  const sien = await reussi(
    asStructure.appeler(api.enregistrerFormulaire, {
      params: { mois: 'MARCH', annee: 2025 },
      body: { modele: 'ALLER', donnees: DITES },
    }),
  )
  const rma = await commencer(asStructure)
  return [sien, await reussi(modifier(asStructure, rma, { 'ACT.a1.INTITULE': '=2+2' }))] as const
}

const exporter = async (modele: string, format: 'csv' | 'xlsx') => {
  const body = { modeles: [modele], forme: 'LONG', format } as const
  const { statut, octets } = await asDpps.appeler(api.exporterDonnees, { body })
  expect(statut).toBe(200)
  return octets
}

/** As somebody who works in OpenDocument sends it: saved as .ods, then as the .xlsx that is asked for. */
const parOds = (octets: Buffer) => enregistrer(enregistrer(octets, 'xlsx', 'ods'), 'ods', 'xlsx')

const FILES = [
  { nom: 'en CSV', faire: (modele: string) => exporter(modele, 'csv') },
  { nom: 'en XLSX', faire: (modele: string) => exporter(modele, 'xlsx') },
  { nom: 'en ODS, par LibreOffice', faire: async (m: string) => parOds(await exporter(m, 'xlsx')) },
]

describe.each(FILES)('un export de « Données » $nom', ({ nom, faire }) => {
  it.skipIf(nom.includes('ODS') && !libreOffice)(
    'revient dans une base vide case pour case : décimales, textes, lignes, manquants',
    { timeout: 120_000 },
    async () => {
      const partis = await partir()
      expect(partis[0].donnees).toEqual({ ...DITES, SOMME: 123456789.012346 })
      const fichiers = [await faire('ALLER'), await faire('RMA')]
      await viderTables(base.db, 'formulaire', 'tache')
      for (const contenu of fichiers) {
        const fichier = { nom: 'donnees', typeMime: 'application/octet-stream', contenu }
        const body = { apercu: 'false', fichier } as const
        const { lignes } = await reussi(asStructure.appeler(api.importerFormulaires, { body }))
        expect(lignes).toMatchObject([{ effet: 'CREER', details: [] }])
      }
      const revenus: Formulaire[] = []
      for (const { numero } of partis) revenus.push(await relire(asStructure, numero))
      expect(revenus.map(({ donnees }) => donnees)).toEqual(partis.map(({ donnees }) => donnees))
    },
  )
})
