import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import {
  CAU,
  ficheLue,
  importerFichier,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps, asAutreDpps } = banc

async function modifierDepuis(personne: Personne, code: string, champs: Partial<FicheStructure>) {
  const body = { ...(await ficheLue(banc, code)), ...champs, version: 1 }
  return () => personne.appeler(api.modifierStructure, { body })
}

/** What two calls sent at once answer, the statuses in order. */
async function ensemble(...appels: (() => Promise<{ statut: number }>)[]): Promise<number[]> {
  const reponses = await Promise.all(appels.map((appeler) => appeler()))
  return reponses.map(({ statut }) => statut).toSorted((a, b) => a - b)
}

describe('deux personnes à la fois', () => {
  it('ne créent pas deux structures du même code', async () => {
    const creer = (personne: Personne) => () =>
      personne.appeler(api.creerStructure, { body: NOUVELLE })
    expect(await ensemble(creer(asDpps), creer(asAutreDpps))).toEqual([200, 409])
  })

  it('ne s’écrasent pas l’une l’autre', async () => {
    const fiche = await ficheLue(banc, CAU)
    const premiere = await modifierDepuis(asDpps, CAU, { capacite: 70 })
    const seconde = await modifierDepuis(asAutreDpps, CAU, { capacite: 80 })
    expect(await ensemble(premiere, seconde)).toEqual([200, 409])
    await refuse(banc, 'VERSION_STRUCTURE_PERIMEE', () =>
      asDpps.appeler(api.modifierStructure, { body: { ...fiche, capacite: 90, version: 1 } }),
    )
  })

  it('n’importent pas deux fois les mêmes structures : la seconde n’y change plus rien', async () => {
    const lignes = Array.from(
      { length: 20 },
      (_, n) => `CAU-R02-${30 + n};C${n};CAU;R02;01/02/2025`,
    )
    const importer = (personne: Personne, texte: string) => reussi(importerFichier(personne, texte))
    const texte = (ordre: string[]) =>
      ['Code;Libellé;Type;Région;Date d’ouverture', ...ordre].join('\n')
    const faits = await Promise.all([
      importer(asDpps, texte(lignes)),
      importer(asAutreDpps, texte(lignes.toReversed())),
    ])
    const effets = faits.map((fait) => [...new Set(fait.lignes.map(({ effet }) => effet))])
    expect(effets.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['CREER'],
      ['INCHANGE'],
    ])
  })

  it('n’en importent pas deux fois les seules lignes justes', async () => {
    const texte = [
      'Code;Libellé;Type;Région;Date d’ouverture',
      'CAU-R02-60;Juste;CAU;R02;01/02/2025',
      'CAU-R02-61;Fausse;CAU;R99;01/02/2025',
    ].join('\n')
    const faits = await Promise.all(
      [asDpps, asAutreDpps].map((personne) =>
        reussi(importerFichier(personne, texte, { seulementJustes: 'true' })),
      ),
    )
    const effets = faits.map(({ lignes }) => lignes.map(({ effet }) => effet).join(' '))
    expect(effets.toSorted()).toEqual(['CREER ERREUR', 'INCHANGE ERREUR'])
  })

  it('ne rattachent pas deux directions l’une à l’autre', async () => {
    const premiere = await modifierDepuis(asDpps, 'DR-R01', { parent: 'DR-R02' })
    const seconde = await modifierDepuis(asAutreDpps, 'DR-R02', { parent: 'DR-R01' })
    expect(await ensemble(premiere, seconde)).toEqual([200, 422])
  })
})
