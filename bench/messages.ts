import { performance } from 'node:perf_hooks'
import { peupler } from '../server/src/demonstration/peupler.ts'
import { installer } from '../server/src/installation.ts'
import { envoyerMessage } from '../server/src/messagerie/envoyer.ts'
import { countNonLus, listMessages } from '../server/src/messagerie/lecture.sql.ts'
import type { Agent } from '../server/src/platform/agent.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { inTransaction } from '../server/src/platform/base/transaction.ts'
import type { Db } from '../server/src/platform/route.ts'
import { type Clients, ouvrirClients } from './client.ts'
import { structureDuBanc } from './donnees.ts'
import { MOT_DE_PASSE } from './jeu.ts'
import { figure, mediane, type Rapport } from './rapport.ts'

const MESSAGES = 100_000
/** As many people, one a structure, whom a message to all of them reaches. */
const STRUCTURES = 2000
/** One message in so many is not read yet, and one in so many holds the word looked for. */
const [NON_LU, MOT] = [40, 1000]
const DUREE_MAX_MS = 600_000

/**
 * Half of them from structures to the directorate, half back, the latest last: the person who has
 * the most, 50,000 received, is the one who is asked for.
 */
const REMPLIR = `
  with point as (
    select id, row_number() over (order by id) - 1 as rang from utilisateur
    where 'ROLE_STRUCTURE' = any(roles)
  ), ecrits as (
    insert into message (expediteur_id, objet, corps, envoye_le, nombre)
    select case when n % 2 = 0 then p.id else $1::int end, 'Message ' || n,
      repeat('Le nombre de personnes présentes a été vérifié dans le registre. ', 6)
        || case when n % $4::int = 0 then 'trimestriel' else 'mensuel' end,
      now() - make_interval(mins => $2::int - n), 1
    from generate_series(1, $2::int) n
    join point p on p.rang = n % (select count(*) from point)
    order by n returning id, expediteur_id
  ), paires as (
    select e.id, e.expediteur_id, row_number() over (order by e.id) as n from ecrits e
  )
  insert into message_destinataire (message_id, utilisateur_id, envoye, nomme, lu_le)
  select id, expediteur_id, true, false, now() from paires
  union all
  select q.id, case when q.expediteur_id = $1::int then p.id else $1::int end, false, true,
    case when q.n % $3::int < 2 then null else now() end
  from paires q join point p on p.rang = q.n % (select count(*) from point)`

/** What is asked, as the simplest server would: no group, no reply, no file, nothing counted twice. */
const LISTER = `select m.id, m.objet, left(m.corps, 200) as corps, m.envoye_le, d.lu_le,
    d.important, u.nom_affichable
  from message_destinataire d join message m on m.id = d.message_id
  join utilisateur u on u.id = m.expediteur_id
  where d.utilisateur_id = $1 and not d.envoye`
const PLANCHER = {
  lister: `${LISTER} order by d.message_id desc limit 50`,
  compter: 'select count(*) from message_destinataire where utilisateur_id = $1 and not envoye',
  chercher: `${LISTER} and position($2 in m.texte_tri) > 0 order by d.message_id desc limit 50`,
  compterTrouves: `select count(*) from message_destinataire d join message m on m.id = d.message_id
    where d.utilisateur_id = $1 and not d.envoye and position($2 in m.texte_tri) > 0`,
  nonLus: `select count(*) from message_destinataire
    where utilisateur_id = $1 and not envoye and lu_le is null`,
  ecrire: `insert into message (expediteur_id, objet, corps, envoye_le, nombre)
    values ($1, 'Objet', 'Corps', now(), $2) returning id`,
  distribuer: `insert into message_destinataire (message_id, utilisateur_id)
    select $1, id from utilisateur where 'ROLE_STRUCTURE' = any(roles) and statut = 'ACTIF'`,
}

type Pays = { db: Db; pool: Clients; agent: Agent }

/** The directorate, who receives half of the messages. */
async function agentDe(db: Db): Promise<Agent> {
  const { id, nomAffichable } = await db
    .selectFrom('utilisateur')
    .select(['id', 'nomAffichable'])
    .where('identifiant', '=', 'dpps')
    .executeTakeFirstOrThrow()
  return {
    id,
    identifiant: 'dpps',
    nomAffichable,
    roles: ['ROLE_DPPS'],
    structureId: null,
    structures: [],
    mois: 0,
    perimetre: [],
    enfants: [],
    programme: null,
    sessionId: 0,
    empreinteAppareil: null,
    jetonExpireLe: '2100-01-01T00:00:00.000Z',
    forceChangePassword: false,
    secondFacteurAActiver: false,
  }
}

/** Structures that report nothing, each with its account, and their messages. */
async function charger(db: Db, pool: Clients): Promise<Pays> {
  await migrer(db)
  await installer(db)
  const membres = Array.from({ length: STRUCTURES }, (_, i) => {
    return { structure: structureDuBanc(i + 1, [], 0), souche: 0, scenario: { muette: true } }
  })
  const maintenant = new Date()
  await peupler(db, membres, {
    mois: 1,
    maintenant,
    motDePasse: MOT_DE_PASSE,
    avecCellules: false,
    ensemble: 1,
    parLot: STRUCTURES,
  })
  const agent = await agentDe(db)
  await pool.query(REMPLIR, [agent.id, MESSAGES, NON_LU, MOT])
  await pool.query('vacuum analyze message, message_destinataire, utilisateur, structure')
  return { db, pool, agent }
}

type Cas = { nom: string; releve: () => Promise<unknown>; plancher: () => Promise<unknown> }

function envoi({ db, pool, agent }: Pays): Cas {
  return {
    nom: `Envoyer à ${figure(STRUCTURES)} personnes (toutes les structures)`,
    releve: () =>
      inTransaction(db, (tx) =>
        envoyerMessage(
          { db: tx, agent, maintenant: new Date() },
          {
            destinataires: [],
            groupes: [{ genre: 'TOUTES', code: null }],
            documents: [],
            objet: 'Objet',
            corps: 'Corps',
          },
        ),
      ),
    plancher: () =>
      pool.avec(async (client) => {
        await client.query('begin')
        const { rows } = await client.query(PLANCHER.ecrire, [agent.id, STRUCTURES])
        await client.query(PLANCHER.distribuer, [rows[0]?.['id']])
        await client.query('commit')
      }),
  }
}

function lectures({ db, pool, agent }: Pays): Cas[] {
  const page = { page: 1, taille: 50, extrait: true }
  const lire = (textes: string[], valeurs: unknown[]) => async () => {
    for (const texte of textes) await pool.query(texte, valeurs)
  }
  return [
    {
      nom: 'Lister 50 messages reçus, avec le total',
      releve: () => listMessages(db, agent.id, 'RECUS', page),
      plancher: lire([PLANCHER.lister, PLANCHER.compter], [agent.id]),
    },
    {
      nom: 'Chercher un mot dans 50 000 messages reçus, avec le total',
      releve: () => listMessages(db, agent.id, 'RECUS', { ...page, q: 'trimestriel' }),
      plancher: lire([PLANCHER.chercher, PLANCHER.compterTrouves], [agent.id, 'trimestriel']),
    },
    {
      nom: 'Compter les messages non lus (relevé : jusqu’à mille)',
      releve: () => countNonLus(db, agent.id),
      plancher: lire([PLANCHER.nonLus], [agent.id]),
    },
  ]
}

/** Milliseconds of each side, in turns, after a warm-up: the medians. */
async function chronometrer({ releve, plancher }: Cas, fois: number) {
  const durees = { releve: [] as number[], plancher: [] as number[] }
  for (let i = 0; i < fois + 2; i++) {
    for (const [cote, appel] of Object.entries({ releve, plancher })) {
      const debut = performance.now()
      await appel()
      if (i >= 2) durees[cote as keyof typeof durees].push(performance.now() - debut)
    }
  }
  return { releve: mediane(durees.releve), plancher: mediane(durees.plancher) }
}

/** Messages of a whole country, read and sent, beside the barest statements by the same driver. */
export async function mesurerMessages(
  rapport: Rapport,
  url: string,
  rapide: boolean,
  quand = '',
): Promise<void> {
  const base = await openBase({ databaseUrl: url, dataDir: '', dureeMaxMs: DUREE_MAX_MS })
  const pool = ouvrirClients(url, 1)
  try {
    const pays = await charger(base.db, pool)
    rapport.ouvrir(
      `Messagerie : ${figure(MESSAGES)} messages dans une base`,
      `Durée d’un appel dans le processus, sans HTTP, pour la personne qui en a reçu 50 000. Plancher : les instructions SQL les plus simples par le même pilote, sans droit, groupe, réponse, fichier, ni annonce aux autres processus. ${quand}`.trim(),
      ['Relevé', 'Plancher', 'Relevé / plancher'],
    )
    for (const cas of [...lectures(pays), envoi(pays)]) {
      const { releve, plancher } = await chronometrer(cas, rapide ? 5 : 21)
      rapport.ajouter({
        quoi: cas.nom,
        releve: `${figure(releve)} ms`,
        plancher: `${figure(plancher)} ms`,
        rapport: `× ${figure(releve / plancher)}`,
      })
    }
  } finally {
    await pool.end()
    await base.close()
  }
}
