import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { Champ } from '@releve/contract/modele/modele.schema.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { Periode } from '@releve/contract/mois.ts'
import { expect } from 'vitest'
import type { Personne } from './banc.ts'
import { reussi } from './formulaires.ts'

/** A model whose cells are these fields: `EFF`, `ENT`, `SOR` and `REF` are its headcounts. */
export const modeleDe = (code: string, champs: Champ[]): ModeleSource => ({
  code,
  version: 1,
  libelle: `Modèle ${code}`,
  periodicite: 'MENSUELLE',
  typesStructure: ['CAU', 'CPOLY'],
  indicateurs: { effectif: 'EFF', entrees: 'ENT', sorties: 'SOR', reference: 'REF' },
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    { code: 'GEN', libelle: 'Généralités', type: 'champs', champs },
  ],
  controles: [],
})

/** Publishes it as the directorate would, from January 2025 unless told, for the structures of its types. */
export async function publierModele(
  asDpps: Personne,
  source: ModeleSource,
  aPartirDe: Periode = { mois: 'JANUARY', annee: 2025 },
): Promise<void> {
  const { code, libelle } = source
  const body = { de: 'VIDE', code, libelle } as const
  const { id, version } = await reussi(asDpps.appeler(modeleApi.creerBrouillonModele, { body }))
  const tenu = await reussi(
    asDpps.appeler(modeleApi.enregistrerBrouillonModele, {
      params: { id },
      body: { version, source },
    }),
  )
  expect(tenu.fautes).toEqual([])
  const attribuerA = source.typesStructure
  const publication = { version: tenu.version, aPartirDe, attribuerA }
  await reussi(asDpps.appeler(modeleApi.publierModele, { params: { id }, body: publication }))
}
