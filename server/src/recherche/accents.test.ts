import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'

const { asDpps } = await ouvrirBanc()

/** The same word, its accents signs of their own: as some keyboards and files write them. */
const A_PART = 'e\u0301le\u0300ves'
const D_UN_SIGNE = '\u00E9l\u00E8ves'
const SANS = 'ELEVES'

// Typed the one way here, the other there.
await reussi(
  asDpps.appeler(structureApi.creerStructure, {
    body: {
      code: 'CSE-R02-09',
      libelle: `Foyer des ${A_PART}`,
      typeStructure: 'CSE',
      region: 'R02',
      modeles: ['RMA'],
      dateOuverture: '2025-01-01',
    },
  }),
)
await reussi(
  asDpps.appeler(utilisateurApi.creerUtilisateur, {
    body: {
      identifiant: 'surveillante',
      nom: `Desj${A_PART}`,
      prenoms: 'Zoe\u0301',
      email: 'surveillante@example.org',
      roles: ['ROLE_STRUCTURE'],
      structure: 'CSE-R02-09',
    },
  }),
)
await reussi(
  asDpps.appeler(inscriptionApi.inviterStructure, {
    body: {
      code: 'CSE-R02-10',
      libelle: `Maison des ${D_UN_SIGNE}`,
      typeStructure: 'CSE',
      region: 'R02',
      email: 'maison@example.org',
    },
  }),
)

type Liste = { total: number }
/** How many things each list finds by this word. */
const LISTES: Record<string, (q: string) => Promise<Liste>> = {
  structures: (q) => reussi(asDpps.appeler(structureApi.listStructures, { query: { q } })),
  utilisateurs: (q) => reussi(asDpps.appeler(utilisateurApi.listUtilisateurs, { query: { q } })),
  invitations: (q) => reussi(asDpps.appeler(inscriptionApi.listInvitations, { query: { q } })),
  courriels: (q) => reussi(asDpps.appeler(courrielApi.listCourriels, { query: { q } })),
  journal: (q) => reussi(asDpps.appeler(journalApi.listJournal, { query: { q } })),
  rapports: (q) =>
    reussi(
      asDpps.appeler(formulaireApi.listFormulaires, {
        params: { mois: 'MARCH', annee: 2025 },
        query: { q },
      }),
    ),
  'rapports de tous les mois': (q) =>
    reussi(
      asDpps.appeler(formulaireApi.listFormulairesStructures, {
        body: { q, mois: 'MARCH', annee: 2025 },
      }),
    ),
  recherche: async (q) => {
    const trouvailles = await reussi(asDpps.appeler(rechercheApi.rechercher, { query: { q } }))
    const { structures, utilisateurs } = trouvailles
    return { total: structures.length * 10 + utilisateurs.length }
  },
}
const ATTENDUS: Record<string, number> = {
  structures: 2,
  utilisateurs: 1,
  invitations: 1,
  courriels: 2,
  journal: 2,
  rapports: 1,
  'rapports de tous les mois': 1,
  recherche: 21,
}

describe('un accent écrit comme un signe à part', () => {
  it.each(Object.entries(LISTES))('se cherche comme un autre : %s', async (nom, lister) => {
    const totaux: number[] = []
    for (const q of [D_UN_SIGNE, A_PART, SANS]) totaux.push((await lister(q)).total)
    expect(totaux).toEqual([ATTENDUS[nom], ATTENDUS[nom], ATTENDUS[nom]])
  })
})
