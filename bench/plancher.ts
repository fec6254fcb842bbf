// The floor: what a simple server would do for the same reads and writes. Bare Fastify and the
// same driver, a token looked up, prepared statements, a line of history where we write one, the
// same columns of a form and of a line of a list, the model where we send it; no rule, no right,
// no computation, no check of what it sends. Started by the bench: DATABASE_URL and PORT.
import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import { type Client, ouvrirClients } from './client.ts'

const pool = ouvrirClients(process.env.DATABASE_URL ?? '', 10)
const app = Fastify({ bodyLimit: 1_000_000 })

async function agentDe(request: FastifyRequest): Promise<{ id: number; nom: string }> {
  const jeton = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { rows } = await pool.query<{ id: number; nom: string }>({
    name: 'agent',
    text: `select u.id, u.nom from jeton j join utilisateur u on u.id = j.utilisateur_id
      where j.empreinte = $1 and j.expire_le > now()`,
    values: [createHash('sha256').update(jeton).digest()],
  })
  if (!rows[0]) throw Object.assign(new Error('jeton'), { statusCode: 401 })
  return rows[0]
}

function absent(): never {
  throw Object.assign(new Error('absent'), { statusCode: 404 })
}

app.get<{ Params: { numero: string } }>('/lire/:numero', async (request) => {
  await agentDe(request)
  const { rows } = await pool.query({
    name: 'lire',
    text: 'select * from formulaire where numero = $1',
    values: [request.params.numero],
  })
  return rows[0] ?? absent()
})

/** With its model, the month before and the same of last year: as many bytes as ours sends. */
app.get<{ Params: { numero: string } }>('/lire-entier/:numero', async (request) => {
  await agentDe(request)
  const { rows } = await pool.query({
    name: 'lire-entier',
    text: `select f.*, m.definition as modele, (
        select json_agg(json_build_object('annee', v.annee, 'mois', v.mois, 'donnees', v.donnees))
        from formulaire v
        where v.structure_id = f.structure_id and v.modele_code = f.modele_code
          and v.annee * 12 + v.mois in (f.annee * 12 + f.mois - 1, f.annee * 12 + f.mois - 12)
      ) as voisins
      from formulaire f join modele m on m.code = f.modele_code where f.numero = $1`,
    values: [request.params.numero],
  })
  return rows[0] ?? absent()
})

const HISTORIQUE = `insert into historique (formulaire_id, version, agent_id, cellules)`

type Tenu = { id: number; version: number; donnees: Record<string, number> }
type Saisie = { numero: string; version: number; donnees: Record<string, number> }

/** Between `begin` and `commit`. */
function enTransaction<T>(act: (client: Client) => Promise<T>): Promise<T> {
  return pool.avec(async (client) => {
    try {
      await client.query('begin')
      const rendu = await act(client)
      await client.query('commit')
      return rendu
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

const noter = (client: Client, valeurs: unknown[]) =>
  client.query({ name: 'noter', text: `${HISTORIQUE} values ($1, $2, $3, $4)`, values: valeurs })

/** Read under a lock, merge, write, note, commit: as our own does, in five exchanges with the base. */
app.put<{ Body: Saisie }>('/modifier', async (request) => {
  const agent = await agentDe(request)
  const { numero, version, donnees } = request.body
  return enTransaction(async (client) => {
    const { rows } = await client.query<Tenu>({
      name: 'verrouiller',
      text: 'select * from formulaire where numero = $1 for update',
      values: [numero],
    })
    const actuel = rows[0] ?? absent()
    if (actuel.version !== version) throw Object.assign(new Error('version'), { statusCode: 409 })
    const ecrit = await client.query({
      name: 'ecrire',
      text: `update formulaire set donnees = $2, version = version + 1, modifie_le = now(),
        modifie_par = $3 where id = $1 returning *`,
      values: [actuel.id, JSON.stringify({ ...actuel.donnees, ...donnees }), agent.id],
    })
    await noter(client, [actuel.id, version + 1, agent.id, JSON.stringify(donnees)])
    return ecrit.rows[0]
  })
})

/** The same in one statement, which PostgreSQL merges and commits by itself: the lowest floor. */
app.put<{ Body: Saisie }>('/modifier-en-un', async (request) => {
  const agent = await agentDe(request)
  const { numero, version, donnees } = request.body
  const { rows } = await pool.query({
    name: 'fusionner',
    text: `with ecrit as (
        update formulaire set donnees = donnees || $2, version = version + 1, modifie_le = now(),
          modifie_par = $4 where numero = $1 and version = $3 returning *
      ), note as (${HISTORIQUE} select id, version, $4, $2 from ecrit)
      select * from ecrit`,
    values: [numero, JSON.stringify(donnees), version, agent.id],
  })
  return rows[0] ?? absent()
})

/** Read under a lock, moved, noted, in four exchanges and a commit. */
app.get<{ Params: { id: string } }>('/soumettre/:id', async (request) => {
  const agent = await agentDe(request)
  return enTransaction(async (client) => {
    const { rows } = await client.query<Tenu>({
      name: 'verrouiller-id',
      text: `select id, version from formulaire where id = $1 and etat = 'BROUILLON' for update`,
      values: [request.params.id],
    })
    const { id, version } = rows[0] ?? absent()
    const ecrit = await client.query({
      name: 'soumettre',
      text: `update formulaire set etat = 'SOUMIS', version = version + 1, modifie_le = now(),
        modifie_par = $2 where id = $1 returning *`,
      values: [id, agent.id],
    })
    await noter(client, [id, version + 1, agent.id, '{}'])
    return ecrit.rows[0]
  })
})

type Creation = {
  structure: string
  modele: string
  annee: number
  mois: number
  donnees: Record<string, number>
  resultats: object[]
}

app.post<{ Body: Creation }>('/creer', async (request) => {
  const agent = await agentDe(request)
  const { structure, modele, annee, mois, donnees, resultats } = request.body
  const { rows } = await pool.query({
    name: 'creer',
    text: `with cree as (
        insert into formulaire (numero, structure_id, modele_code, annee, mois, etat, donnees,
          resultats, modifie_par)
        select $2 || '-' || code || '-' || $3::int || lpad($4::text, 2, '0'), id, $2, $3::int,
          $4::int, 'BROUILLON', $5, $7, $6 from structure where code = $1 returning *
      ), note as (${HISTORIQUE} select id, version, modifie_par, donnees from cree)
      select * from cree`,
    values: [
      structure,
      modele,
      annee,
      mois,
      JSON.stringify(donnees),
      agent.id,
      JSON.stringify(resultats),
    ],
  })
  return rows[0] ?? absent()
})

/** What ours tells of a form, but for what one may do with it. */
const COLONNES = `f.id, f.numero, f.modele_code, m.libelle as modele_libelle,
  m.version as modele_version, f.structure_id, s.code as structure_code,
  s.libelle as structure_libelle, f.annee, f.mois, f.etat, f.version, f.version_diffusee,
  f.effectif, f.remplissage, f.erreurs, f.avertissements, f.soumis_le, f.hors_delai, f.modifie_le,
  u.nom as modifie_par
  from formulaire f join structure s on s.id = f.structure_id
  join modele m on m.code = f.modele_code join utilisateur u on u.id = f.modifie_par`

app.get('/lister', async (request) => {
  await agentDe(request)
  const [page, compte] = await Promise.all([
    pool.query({
      name: 'lister',
      text: `select ${COLONNES} order by f.annee desc, f.mois desc, f.id desc limit $1`,
      values: [50],
    }),
    pool.query({ name: 'compter', text: 'select count(*)::int as total from formulaire' }),
  ])
  return { elements: page.rows, total: compte.rows[0]?.['total'] }
})

app.get<{ Params: { annee: string; mois: string } }>('/lister/:mois/:annee', async (request) => {
  await agentDe(request)
  const { annee, mois } = request.params
  const [page, compte] = await Promise.all([
    pool.query({
      name: 'lister-mois',
      text: `select ${COLONNES} where f.annee = $1 and f.mois = $2 order by s.libelle, f.id limit 50`,
      values: [annee, mois],
    }),
    pool.query({
      name: 'compter-mois',
      text: 'select count(*)::int as total from formulaire where annee = $1 and mois = $2',
      values: [annee, mois],
    }),
  ])
  return { elements: page.rows, total: compte.rows[0]?.['total'] }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
