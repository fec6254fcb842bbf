import { readFileSync } from 'node:fs'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { plier } from '@releve/contract/plier.ts'
import { rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { deposer, fichier } from '../document/document.banc.ts'
import { insertJeton } from '../session/programme.sql.ts'

const { asDpps, asAdmin, base } = await ouvrirBanc()

/** The same word, its accents signs of their own: as some keyboards and files write them. */
const A_PART = 'e\u0301le\u0300ves'
const D_UN_SIGNE = '\u00E9l\u00E8ves'
const SANS = 'ELEVES'
/** Two letters in one, and a hyphen that does not break: as word processors write them. */
const LIES = 'Sacr\u00E9\u2011C\u0153ur'

// Typed the one way here, the other there.
await reussi(
  asDpps.appeler(structureApi.creerStructure, {
    body: {
      code: 'CSE-R02-09',
      libelle: `Foyer ${LIES} des ${A_PART}`,
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
      nom: `${LIES} Desj${A_PART}`,
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
      libelle: `Maison ${LIES} des ${D_UN_SIGNE}`,
      typeStructure: 'CSE',
      region: 'R02',
      email: 'maison@example.org',
    },
  }),
)

await deposer(asDpps, {
  typeDocument: 'GUIDE',
  fichier: fichier(undefined, `Livret ${LIES} des ${A_PART}.pdf`),
})
const lettre = { objet: `Les ${A_PART} du foyer ${LIES}`, corps: 'Merci de répondre.' }
await reussi(
  asAdmin.appeler(messagerieApi.envoyerMessage, {
    body: { ...lettre, destinataires: [asDpps.id] },
  }),
)
await reussi(
  asAdmin.appeler(messagerieApi.enregistrerBrouillon, {
    params: { cle: '3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a01' },
    body: lettre,
  }),
)
await sql`insert into reouverture (structure_id, rang) select id, 24300 from structure
  where code = 'CSE-R02-09'`.execute(base.db)

const quand = {
  creeLe: new Date('2025-03-20T10:00:00Z'),
  expireLe: new Date('2025-04-20T10:00:00Z'),
}
await insertJeton(base.db, {
  utilisateurId: asAdmin.id,
  nom: `Tableur ${LIES} des ${D_UN_SIGNE}`,
  usages: ['LIRE_CHIFFRES'],
  structures: null,
  reseaux: [],
  ...quand,
})

const prevenu = await reussi(
  asDpps.appeler(webhookApi.creerWebhook, {
    body: {
      nom: `Entrepôt ${LIES} des ${A_PART}`,
      adresse: 'https://entrepot.example.org/',
      types: ['rapport.soumis'],
    },
  }),
)
await asDpps.appeler(webhookApi.essayerWebhook, { params: { id: prevenu.id } })

type Liste = { total: number }
/** How many things each list finds by this word. */
const LISTES: Record<string, (q: string) => Promise<Liste>> = {
  structures: (q) => reussi(asDpps.appeler(structureApi.listStructures, { query: { q } })),
  utilisateurs: (q) => reussi(asDpps.appeler(utilisateurApi.listUtilisateurs, { query: { q } })),
  jetons: (q) => reussi(asDpps.appeler(jetonApi.listJetons, { query: { q } })),
  webhooks: (q) => reussi(asDpps.appeler(webhookApi.listWebhooks, { query: { q } })),
  livraisons: (q) => reussi(asDpps.appeler(webhookApi.listLivraisons, { query: { q } })),
  invitations: (q) => reussi(asDpps.appeler(inscriptionApi.listInvitations, { query: { q } })),
  'messages reçus': (q) => reussi(asDpps.appeler(messagerieApi.listRecus, { query: { q } })),
  'messages envoyés': (q) => reussi(asAdmin.appeler(messagerieApi.listEnvoyes, { query: { q } })),
  brouillons: (q) => reussi(asAdmin.appeler(messagerieApi.listBrouillons, { query: { q } })),
  'mois rouverts': (q) => reussi(asDpps.appeler(calendrierApi.listReouvertures, { query: { q } })),
  courriels: (q) => reussi(asDpps.appeler(courrielApi.listCourriels, { query: { q } })),
  journal: (q) => reussi(asDpps.appeler(journalApi.listJournal, { query: { q } })),
  documents: (q) => reussi(asDpps.appeler(documentApi.listOuvrages, { query: { q } })),
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
  jetons: 1,
  webhooks: 1,
  livraisons: 1,
  invitations: 1,
  'messages reçus': 1,
  'messages envoyés': 1,
  brouillons: 1,
  'mois rouverts': 1,
  courriels: 2,
  journal: 5,
  documents: 1,
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

describe('une ligature, un trait d’union insécable', () => {
  it.each(Object.entries(LISTES))('se cherchent comme on les tape : %s', async (nom, lister) => {
    const totaux: number[] = []
    for (const q of ['sacre-coeur', 'SACRÉ-CŒUR', LIES]) totaux.push((await lister(q)).total)
    expect(totaux).toEqual([ATTENDUS[nom], ATTENDUS[nom], ATTENDUS[nom]])
  })
})

describe('ce que la base et les écrans comparent', () => {
  const MOTS = [
    'Œuvre du Cœur, ex æquo ÆTHER',
    'Saint\u2011Louis\u00a0: 1\u202f200 «\u00a0été\u00a0»\u2009!',
    'e\u0301le\u0300ve, nai\u0308f, Franc\u0327ois',
    'Mi\u00adnis\u200btère de l’Action\ufeff',
    'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸ àâäçéèêëîïôöùûüÿ',
  ]
  it.each(MOTS)('est le même : « %s »', async (mot) => {
    const { rows } = await sql<{ plie: string }>`select sans_accent(${mot}) as plie`.execute(
      base.db,
    )
    expect(rows[0]?.plie).toBe(plier(mot))
  })

  it('ce qui était gardé d’avant est repris par la mise à jour', async () => {
    const { db } = base
    const migration = new URL('../../migrations/0062-plier.sql', import.meta.url)
    const [fonction = '', reprise = ''] = readFileSync(migration, 'utf8').split(
      '-- What was kept of it',
    )
    const lire = () => sql`select libelle_tri from structure where code = 'CSE-R02-09'`.execute(db)
    const { rows: apres } = await lire()
    // As it was before: one letter for two.
    const avant = fonction.replace("'œ', 'oe'", "'œ', 'o'")
    expect(avant).not.toBe(fonction)
    await sql.raw(avant).execute(db)
    await sql`update structure set libelle = libelle`.execute(db)
    expect((await lire()).rows).not.toEqual(apres)
    await sql.raw(fonction).execute(db)
    await sql.raw(reprise.slice(reprise.indexOf('\n'))).execute(db)
    expect((await lire()).rows).toEqual(apres)
  })
})

/** Beside « élèves », a word that the list reads elsewhere than just after it. */
const AILLEURS: Record<string, string> = {
  structures: 'R02-09',
  utilisateurs: 'Zoé',
  jetons: 'admin',
  webhooks: 'example.org',
  livraisons: 'essai',
  invitations: 'maison@',
  'messages reçus': 'admin',
  'messages envoyés': 'dpps',
  brouillons: 'Merci',
  'mois rouverts': 'CSE-R02',
  courriels: 'example.org',
  journal: 'dpps',
  documents: 'livret',
  rapports: 'CSE-',
  'rapports de tous les mois': 'CSE-',
  recherche: 'R02-09',
}

describe('une recherche de plusieurs mots', () => {
  it.each(Object.entries(LISTES))('les trouve tous, où qu’ils soient : %s', async (nom, lister) => {
    const mot = AILLEURS[nom]
    const [dans, inverse, sansAutre] = [
      await lister(`${SANS} ${mot}`),
      await lister(` ${mot?.toUpperCase()}   ${A_PART}`),
      await lister(`${SANS} ${mot} introuvable`),
    ]
    expect(dans.total).toBeGreaterThan(0)
    expect([inverse.total, sansAutre.total]).toEqual([dans.total, 0])
  })

  it.each(Object.entries(LISTES))('ne prend aucun signe pour un joker : %s', async (_, lister) => {
    for (const q of ['%%', 'r_2', 'eleves %']) expect((await lister(q)).total).toBe(0)
  })
})

/** Each list that sorts, asked for an order. */
const TRIEES: Record<string, (tri: string) => Promise<object>> = {
  structures: (tri) => asDpps.appeler(structureApi.listStructures, { query: { tri } }),
  utilisateurs: (tri) => asDpps.appeler(utilisateurApi.listUtilisateurs, { query: { tri } }),
  jetons: (tri) => asDpps.appeler(jetonApi.listJetons, { query: { tri } }),
  webhooks: (tri) => asDpps.appeler(webhookApi.listWebhooks, { query: { tri } }),
  livraisons: (tri) => asDpps.appeler(webhookApi.listLivraisons, { query: { tri } }),
  invitations: (tri) => asDpps.appeler(inscriptionApi.listInvitations, { query: { tri } }),
  documents: (tri) => asDpps.appeler(documentApi.listOuvrages, { query: { tri } }),
  rapports: (tri) =>
    asDpps.appeler(formulaireApi.listFormulaires, {
      params: { mois: 'MARCH', annee: 2025 },
      query: { tri },
    }),
  'rapports de tous les mois': (tri) =>
    asDpps.appeler(formulaireApi.listFormulairesStructures, { body: { tri } }),
}

describe('un tri', () => {
  it.each(Object.entries(TRIEES))('inconnu se refuse, et se nomme : %s', async (_, lister) => {
    for (const tri of ['inconnu', '-inconnu', '--code', 'toString', 'id; select 1']) {
      expect(await lister(tri)).toMatchObject({
        statut: 400,
        code: 'REQUETE_INVALIDE',
        details: [{ chemin: 'query.tri', code: 'TRI_INCONNU' }],
      })
    }
    expect(await lister('')).toMatchObject({ statut: 200 })
  })
})
