import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { Champ } from '@releve/contract/modele/modele.schema.ts'
import type { Rythme } from '@releve/contract/modele/rythme.ts'
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

const JANVIER: Periode = { mois: 'JANUARY', annee: 2025 }

/** Publishes it as the directorate would, for the structures of its types. */
export async function publierModele(
  asDpps: Personne,
  source: ModeleSource,
  aPartirDe = JANVIER,
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

/** Publishes a version of it that differs by its rhythm alone; none said: monthly. */
export async function changerRythme(
  asDpps: Personne,
  code: string,
  { aPartirDe, ...rythme }: Rythme & { aPartirDe: Periode },
): Promise<void> {
  const modeles = await reussi(asDpps.appeler(modeleApi.gererModeles))
  const versions = modeles.find((modele) => modele.code === code)?.versions ?? []
  const { id: origine = 0 } = versions.toSorted((a, b) => b.version - a.version)[0] ?? {}
  const { id, ...brouillon } = await reussi(
    asDpps.appeler(modeleApi.creerBrouillonModele, { body: { de: 'VERSION', id: origine } }),
  )
  const { moisAttendus: _attendus, moisCouverts: _couverts, ...reste } = brouillon.source
  const source = {
    ...reste,
    ...(rythme.moisAttendus && { moisAttendus: [...rythme.moisAttendus] }),
    ...(rythme.moisCouverts && { moisCouverts: rythme.moisCouverts }),
  }
  const { version } = await reussi(
    asDpps.appeler(modeleApi.enregistrerBrouillonModele, {
      params: { id },
      body: { version: brouillon.version, source },
    }),
  )
  const body = { version, aPartirDe }
  await reussi(asDpps.appeler(modeleApi.publierModele, { params: { id }, body }))
}
