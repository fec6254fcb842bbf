import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne, Reponse } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { ecrireTableur } from '../platform/tableur.ts'
import { CAU, ficheLue, NOUVELLE, ouvrirBancStructures } from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps, asAdmin, asStructure, asAutreStructure, asDirectionRegionale, anonyme } = banc

type Qui = Pick<Personne, 'appeler'>

/** Who calls, about CAU-R01-01. */
const QUI: [string, Qui][] = [
  ['la DPPS', asDpps],
  ['l’administration', asAdmin],
  ['la structure', asStructure],
  ['sa direction régionale', asDirectionRegionale],
  ['une autre structure', asAutreStructure],
  ['une personne sans jeton', anonyme],
]

const oui = '200'
const interdit = 'DROIT_INSUFFISANT'
const absent = 'STRUCTURE_INTROUVABLE'
const sansJeton = 'JETON_ABSENT'

type Ligne = {
  appeler: (qui: Qui) => Promise<Reponse<unknown>>
  attendus: [string, string, string, string, string, string]
}

const CONTENU = await ecrireTableur(
  { feuille: 'Structures', colonnes: [{ entete: 'Code' }], lignes: [[CAU]] },
  'csv',
)

/** The call, then what each of QUI gets (conception §1). */
const LIGNES: Record<keyof typeof api, Ligne> = {
  listStructures: {
    appeler: (qui) => qui.appeler(api.listStructures),
    attendus: [oui, oui, oui, oui, oui, sansJeton],
  },
  lireStructure: {
    appeler: (qui) => qui.appeler(api.lireStructure, { params: { code: CAU } }),
    attendus: [oui, oui, oui, oui, absent, sansJeton],
  },
  creerStructure: {
    appeler: (qui) => qui.appeler(api.creerStructure, { body: NOUVELLE }),
    attendus: [oui, interdit, interdit, interdit, interdit, sansJeton],
  },
  modifierStructure: {
    appeler: async (qui) => {
      const body = { ...(await ficheLue(banc, CAU)), capacite: 75, version: 1 }
      return qui.appeler(api.modifierStructure, { body })
    },
    attendus: [oui, interdit, interdit, interdit, absent, sansJeton],
  },
  exporterStructures: {
    appeler: (qui) => qui.appeler(api.exporterStructures, { query: { format: 'csv' } }),
    attendus: [oui, interdit, interdit, interdit, interdit, sansJeton],
  },
  importerStructures: {
    appeler: (qui) =>
      qui.appeler(api.importerStructures, {
        body: { apercu: 'false', fichier: { nom: 'x.csv', typeMime: 'x', contenu: CONTENU } },
      }),
    attendus: [oui, interdit, interdit, interdit, interdit, sansJeton],
  },
}

const CAS = Object.entries(LIGNES).flatMap(([nom, { appeler, attendus }]) =>
  QUI.map(([titre, qui], i) => ({ nom, titre, attendu: attendus[i], appeler, qui })),
)

describe('qui fait quoi sur une structure', () => {
  it.each(CAS)('$nom par $titre : $attendu', async ({ appeler, qui, attendu }) => {
    const { statut, code } = await appeler(qui)
    expect(statut === 200 ? '200' : code).toBe(attendu)
  })
})

describe('lire une structure', () => {
  const lue = async (personne: Personne, code = CAU) =>
    reussi(personne.appeler(api.lireStructure, { params: { code } }))

  it('montre ses comptes aux seuls comptes centraux, et ce que chacun peut y faire', async () => {
    const comptes = [
      {
        id: asStructure.id,
        identifiant: 'cau-r01-01',
        nomAffichable: 'cau-r01-01',
        statut: 'ACTIF',
      },
      {
        id: banc.asCollegue.id,
        identifiant: 'cau-r01-01-b',
        nomAffichable: 'cau-r01-01-b',
        statut: 'ACTIF',
      },
    ]
    expect(await lue(asDpps)).toMatchObject({ capacite: 60, comptes, actions: ['modifier'] })
    expect(await lue(asAdmin)).toMatchObject({ capacite: 60, comptes, actions: [] })
    for (const personne of [asStructure, asDirectionRegionale]) {
      expect(await lue(personne)).toMatchObject({ capacite: 60, comptes: [], actions: [] })
    }
  })

  it('propose d’inviter une structure qui n’a aucun compte actif, ni fermée', async () => {
    expect((await lue(asDpps, 'MAC-R01-01')).actions).toEqual(['modifier', 'inviter'])
    expect((await lue(asAdmin, 'MAC-R01-01')).actions).toEqual([])
  })

  it('répond pareil d’une structure inconnue et d’une autre que la sienne', async () => {
    for (const code of ['CPOLY-R02-01', 'INCONNUE', 'x'.repeat(60), '%']) {
      const refus = await asStructure.appeler(api.lireStructure, { params: { code } })
      expect(refus).toMatchObject({ statut: 404, code: 'STRUCTURE_INTROUVABLE' })
    }
  })
})

describe('filtrer les structures', () => {
  const codes = async (personne: Personne, query: Record<string, string>) => {
    const lues = await reussi(
      personne.appeler(api.listStructures, { query: { tri: 'code', ...query } }),
    )
    return lues.elements.map(({ code }) => code)
  }

  it('par état et par modèle', async () => {
    await banc.base.db
      .updateTable('structure')
      .set({ etat: 'SUSPENDUE' })
      .where('code', '=', 'POUP-R01-01')
      .execute()
    expect(await codes(asDpps, { etat: 'SUSPENDUE' })).toEqual(['POUP-R01-01'])
    expect(await codes(asDpps, { modele: 'SMP', region: 'R01' })).toEqual(['MAC-R01-01'])
  })

  it('ne laisse pas deviner les modèles d’une structure que l’on ne lit pas', async () => {
    expect(await codes(asStructure, { modele: 'RMA' })).toEqual([CAU])
    expect(await codes(asStructure, { modele: 'SMP' })).toEqual([])
  })

  it('trie par une colonne de la fiche pour qui les lit toutes', async () => {
    const [premiere] = await codes(asDpps, { tri: '-capacite', modele: 'SMP' })
    expect(premiere).toBe('MAC-R01-01')
  })
})
