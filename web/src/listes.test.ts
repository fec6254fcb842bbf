import { FAMILLES_ACTIONS } from '@releve/contract/journal/journal.schema.ts'
import { expect, it, test } from 'vitest'
import { COURRIELS } from './courriel/CourrielsPage.tsx'
import { OUVRAGES } from './document/DocumentsPage.tsx'
import { LISIBLES } from './formulaire/listes/SaisiesStructuresPage.tsx'
import { INVITATIONS } from './inscription/InvitationsPanneau.tsx'
import { JETONS } from './jeton/JetonsPage.tsx'
import { JOURNAL } from './journal/JournalPage.tsx'
import { BROUILLONS, ENVOYES, IMPORTANTS, RECUS } from './messagerie/MailPage.tsx'
import { REOUVERTURES } from './parametre/Reouvertures.tsx'
import { STRUCTURES, vueDe } from './structure/StructuresPage.tsx'
import { actifsDe, champsDe, type FiltresListe, lireListe, type TableListe } from './ui/useListe.ts'
import { COMPTES } from './utilisateur/UtilisateursPage.tsx'
import { LIVRAISONS } from './webhook/LivraisonsPage.tsx'
import { WEBHOOKS } from './webhook/WebhooksPage.tsx'

function deListe<F extends FiltresListe, T>(table: TableListe<F, T>) {
  const lire = (dit: string) => lireListe(table, new URLSearchParams(dit))
  return {
    lire,
    /** The filters in force, in words. */
    actifs: (dit: string) =>
      actifsDe(champsDe(table.filtres, lire(dit).criteres)).map(({ libelle }) =>
        libelle.replaceAll('\u00a0', ' '),
      ),
    tris: table.tris,
    colonnes: table.colonnes.flatMap(({ tri }) => tri ?? []),
  }
}
const formulaires = deListe(LISIBLES)
const journal = deListe(JOURNAL)

type Cas = { dit: string; query: object; actifs: string[] }

/** A list, what its address may say, and what comes of it. */
const LISTES: [nom: string, table: ReturnType<typeof deListe>, cas: Cas][] = [
  [
    'rapports',
    formulaires,
    {
      dit: 'q=port&mois=MARCH&annee=2025&modele=RMA&region=R01&etats=SOUMIS,VALIDE,PERDU&page=3',
      query: {
        q: 'port',
        mois: 'MARCH',
        annee: 2025,
        modeles: ['RMA'],
        regions: ['R01'],
        etats: ['SOUMIS', 'VALIDE'],
        tri: 'structure',
        page: 3,
        taille: 25,
      },
      actifs: ['« port »', 'Mars', '2025', 'RMA', 'R01', 'Soumis', 'Validé'],
    },
  ],
  [
    'structures',
    deListe(STRUCTURES),
    {
      dit: 'vue=carte&region=R01&etat=SUSPENDUE&modele=RMA&tri=-capacite&page=2',
      query: {
        region: 'R01',
        etat: 'SUSPENDUE',
        modele: 'RMA',
        tri: '-capacite',
        page: 2,
        taille: 25,
      },
      actifs: ['R01', 'Suspendue', 'RMA'],
    },
  ],
  [
    'comptes',
    deListe(COMPTES),
    {
      dit: 'role=ROLE_DPPS&statut=BLOQUE&structure=DR-R01&q=awa&tri=-statut&page=2',
      query: {
        role: 'ROLE_DPPS',
        statut: 'BLOQUE',
        structure: 'DR-R01',
        q: 'awa',
        tri: '-statut',
        page: 2,
        taille: 25,
      },
      actifs: ['« awa »', 'Direction centrale', 'Bloqué', 'DR-R01'],
    },
  ],
  [
    'jetons',
    deListe(JETONS),
    {
      dit: 'q=entrepot&etat=REVOQUE,PERDU&tri=-utiliseLe&page=2',
      query: { q: 'entrepot', etat: ['REVOQUE'], tri: '-utiliseLe', page: 2, taille: 25 },
      actifs: ['« entrepot »', 'Révoqué'],
    },
  ],
  [
    'webhooks',
    deListe(WEBHOOKS),
    {
      dit: 'q=entrepot&etat=SUSPENDU,PERDU&tri=-recuLe',
      query: { q: 'entrepot', etat: ['SUSPENDU'], tri: '-recuLe', page: 1, taille: 25 },
      actifs: ['« entrepot »', 'Suspendu'],
    },
  ],
  [
    'livraisons',
    deListe(LIVRAISONS),
    {
      dit: 'webhook=4&etat=LIVREE&page=2',
      query: { webhook: 4, etat: ['LIVREE'], tri: '-creeLe', page: 2, taille: 25 },
      actifs: ['4', 'Livrée'],
    },
  ],
  [
    'journal',
    journal,
    {
      dit: 'du=2025-03-01&au=hier&action=CONNEXION,INCONNUE&utilisateur=awa&page=x',
      query: { du: '2025-03-01', utilisateur: 'awa', action: ['CONNEXION'], page: 1, taille: 50 },
      actifs: ['Depuis le 1ᵉʳ mars 2025', 'Personne : awa', 'Connexion'],
    },
  ],
  [
    'courriels',
    deListe(COURRIELS),
    {
      dit: 'etat=ENVOYE,PERDU&q=%20&page=0',
      query: { etat: ['ENVOYE'], page: 1, taille: 25 },
      actifs: ['Envoyé'],
    },
  ],
  [
    'documents',
    deListe(OUVRAGES),
    {
      dit: 'categorie=GUIDE,PERDU&q=note&tri=-deposeLe&page=2',
      query: { q: 'note', categorie: ['GUIDE'], tri: '-deposeLe', page: 2, taille: 25 },
      actifs: ['« note »', 'Guide de remplissage'],
    },
  ],
  [
    'messages reçus',
    deListe(RECUS),
    {
      dit: 'q=réunion&nonLus=true&message=12&page=2',
      query: { q: 'réunion', nonLus: 'true', page: 2, taille: 25 },
      actifs: ['« réunion »', 'Non lus'],
    },
  ],
  ...([ENVOYES, IMPORTANTS] as const).map((table): (typeof LISTES)[number] => [
    table.textes.titre,
    deListe(table),
    {
      dit: 'boite=envoyes&q=réunion&nonLus=true',
      query: { q: 'réunion', page: 1, taille: 25 },
      actifs: ['« réunion »'],
    },
  ]),
  [
    'brouillons',
    deListe(BROUILLONS),
    { dit: 'q=à%20faire', query: { q: 'à faire', page: 1, taille: 25 }, actifs: ['« à faire »'] },
  ],
  [
    'mois rouverts',
    deListe(REOUVERTURES),
    {
      dit: 'onglet=calendrier&etat=ECHUE,PERDU&q=alizes&tri=jusqua&page=2',
      query: { etat: ['ECHUE'], q: 'alizes', tri: 'jusqua', page: 2, taille: 25 },
      actifs: ['« alizes »', 'Échue'],
    },
  ],
  [
    'invitations',
    deListe(INVITATIONS),
    {
      dit: 'suivi=EXPIREE,AUTRE&invite=alizes&q=ailleurs&etat=ACTIVE&page=x',
      query: { etat: ['EXPIREE'], q: 'alizes', tri: '-envoyeeLe', page: 1, taille: 25 },
      actifs: ['« alizes »', 'Expirée'],
    },
  ],
]

test.each(LISTES)(
  '%s : l’adresse dit ce que le serveur cherche, et les filtres en mots',
  (...cas) => {
    const [, table, { dit, query, actifs: mots }] = cas
    expect(table.lire(dit).query).toEqual(query)
    expect(table.actifs(dit)).toEqual(mots)
  },
)

test.each(LISTES)(
  '%s : une adresse nue ne filtre rien, et trie comme la liste le fait',
  (...cas) => {
    const [, table] = cas
    const { query, tri } = table.lire('')
    expect(table.actifs('')).toEqual([])
    expect(query).toMatchObject({ page: 1 })
    if (table.tris.length > 0) expect(table.tris).toContain(tri?.replace(/^-/, ''))
    expect(table.tris.toSorted()).toEqual(table.colonnes.toSorted())
    for (const un of table.tris) expect(table.lire(`tri=-${un}`).tri).toBe(`-${un}`)
  },
)

it('les rapports se lisent du plus récent au plus ancien, ceux d’un mois par structure', () => {
  expect(formulaires.lire('annee=2025').tri).toBe('-periode')
  expect(formulaires.lire('annee=2025&mois=MARCH').tri).toBe('structure')
  expect(formulaires.lire('mois=MARS&annee=25').criteres).toEqual({})
})

it('un jour qui n’existe pas, ou d’une année à demi tapée, ne filtre rien', () => {
  for (const jour of ['2025-02-31', '0202-03-01', '2025-3-1', '']) {
    expect(journal.lire(`du=${jour}`).criteres).toEqual({})
  }
})

it('une famille d’actions se demande en entier, et se dit par son nom', () => {
  const { libelle, actions } = FAMILLES_ACTIONS[0]
  const codes = Object.keys(actions)
  const dit = `action=${codes.join(',')}`
  expect(journal.lire(dit).criteres).toEqual({ action: codes })
  expect(journal.actifs(dit)).toEqual([expect.stringContaining(libelle)])
})

it('l’adresse dit la vue des structures ; sans elle, ou inconnue, c’est l’arborescence', () => {
  expect(vueDe(new URLSearchParams('vue=carte'))).toBe('carte')
  expect(vueDe(new URLSearchParams())).toBe('arbre')
  expect(vueDe(new URLSearchParams('vue=globe'))).toBe('arbre')
})
