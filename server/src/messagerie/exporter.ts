import type { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import type { Brouillon, Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import { TOUTE, toutDe } from '../platform/liste.ts'
import type { Appel } from '../platform/route.ts'
import { listBrouillons } from './brouillon.sql.ts'
import { type Boite, listTousMessages } from './lecture.sql.ts'

type Contenu = Pick<Message, 'objet' | 'corps' | 'formulaire' | 'documents'> & {
  destinataires: { nomAffichable: string }[]
  groupes: { libelle: string }[]
}

/** What a message holds, sent or not. */
const CONTENU: readonly Colonne<Contenu>[] = [
  {
    entete: 'À',
    largeur: 40,
    ecrire: ({ destinataires, groupes }) =>
      [
        ...destinataires.map(({ nomAffichable }) => nomAffichable),
        ...groupes.map(({ libelle }) => libelle),
      ].join(', '),
  },
  { entete: 'Objet', largeur: 40, ecrire: ({ objet }) => objet },
  { entete: 'Texte', largeur: 60, ecrire: ({ corps }) => corps },
  { entete: 'Rapport', ecrire: ({ formulaire }) => formulaire?.numero ?? null },
  { entete: 'Case', ecrire: ({ formulaire }) => formulaire?.cellule ?? null },
  {
    entete: 'Fichiers',
    largeur: 30,
    ecrire: ({ documents }) => documents.map(({ nomOrigine }) => nomOrigine).join(', '),
  },
]

const MESSAGES: readonly Colonne<Message>[] = [
  { entete: 'Envoyé le (UTC)', largeur: 24, ecrire: ({ envoyeLe }) => envoyeLe },
  { entete: 'De', largeur: 30, ecrire: ({ expediteur }) => expediteur.nomAffichable },
  { entete: 'Structure', largeur: 30, ecrire: (m) => m.expediteur.structure?.libelle ?? null },
  ...CONTENU,
  { entete: 'Destinataires', ecrire: ({ nombre }) => nombre },
  { entete: 'Lu le (UTC)', largeur: 24, ecrire: ({ luLe }) => luLe },
  { entete: 'Important', ecrire: ({ important }) => (important ? 'oui' : 'non') },
]

const BOITES = {
  RECUS: { nom: 'messages-recus', titre: 'Messages reçus' },
  ENVOYES: { nom: 'messages-envoyes', titre: 'Messages envoyés' },
  IMPORTANTS: { nom: 'messages-importants', titre: 'Messages importants' },
} satisfies Record<Boite, object>

/** One's own copies of messages; the journal says that they left, never what. */
export async function exporterMessages(
  appel: Appel<typeof messagerieApi.exporterRecus>,
  boite: Boite,
) {
  const { db, agent, query } = appel
  const { format, q, nonLus } = query
  const tout = await listTousMessages(db, agent.id, boite, { q, nonLus })
  const filtres = { q, statut: nonLus ? 'Non lus' : undefined }
  const liste = { ...BOITES[boite], colonnes: MESSAGES, filtres, prive: true } as const
  return exporterListe(appel, liste, { tout, format })
}

const BROUILLONS: readonly Colonne<Brouillon>[] = [
  { entete: 'Écrit le (UTC)', largeur: 24, ecrire: ({ modifieLe }) => modifieLe },
  ...CONTENU,
]

/** One's own drafts: a hundred at most. */
export async function exporterBrouillons(appel: Appel<typeof messagerieApi.exporterBrouillons>) {
  const { db, agent, query } = appel
  const { format, q } = query
  const { elements } = await listBrouillons(db, agent, { q, ...TOUTE })
  const boite = { nom: 'brouillons', titre: 'Brouillons', colonnes: BROUILLONS }
  const liste = { ...boite, filtres: { q }, prive: true } as const
  return exporterListe(appel, liste, { tout: toutDe(elements), format })
}
