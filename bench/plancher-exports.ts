// The floor of an export: a bare cursor of the same driver, its rows written as they come, on a
// connection that it keeps meanwhile. No right, no journal, no words for codes, no count told. And
// of the feed, a bare COPY of the same columns.
// Started by the bench: DATABASE_URL and PORT.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { ouvrirClient } from './client.ts'

const LOT = 500

const LISTE = `select f.numero, s.code, s.libelle, e.type_structure, e.region, f.modele_code,
    f.rang, f.etat, f.effectif, f.remplissage, f.erreurs, f.avertissements, f.version_diffusee,
    f.soumis_le, f.hors_delai, f.modifie_le, u.nom_affichable
  from formulaire f join structure s on s.id = f.structure_id
  join structure_periode e on e.structure_id = s.id and f.rang between e.du and e.au
  left join utilisateur u on u.id = f.modifie_par`
const VALEURS = `select f.numero, s.code, s.libelle, e.region, f.rang, f.etat, f.donnees
  from formulaire f join structure s on s.id = f.structure_id
  join structure_periode e on e.structure_id = s.id and f.rang between e.du and e.au`

const COPIE = `copy (select f.numero, s.code, s.libelle, e.type_structure, e.region, q.code as parent,
    f.modele_code, f.modele_id, f.annee, f.mois, f.etat, c.key, c.value
  from formulaire f join structure s on s.id = f.structure_id
  join structure_periode e on e.structure_id = s.id and f.rang between e.du and e.au
  left join structure q on q.id = e.parent_id
  cross join lateral jsonb_each_text(f.donnees) c
  where f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE') and f.modele_code = 'BANC120'
  ) to stdout (format csv, header)`

async function copier(reponse: ServerResponse): Promise<void> {
  const sql = postgres(process.env.DATABASE_URL ?? '', { max: 1 })
  try {
    await pipeline(await sql.unsafe(COPIE).readable(), reponse)
  } finally {
    await sql.end()
  }
}

type Rangee = Record<string, unknown>

const ecrire = (valeurs: readonly unknown[]) =>
  `${valeurs.map((une) => (une === null ? '' : JSON.stringify(une))).join(';')}\r\n`
const enListe = (rangee: Rangee) => ecrire(Object.values(rangee))

/** A line a cell, as ours. */
function enLong({ donnees, ...lieu }: Rangee): string {
  const tete = Object.values(lieu)
  // What the column holds.
  const cases = Object.entries(donnees as Record<string, unknown>)
  return cases.map(([cle, valeur]) => ecrire([...tete, cle, valeur])).join('')
}

async function* lire(texte: string, structures: string[], dire: (rangee: Rangee) => string) {
  const client = await ouvrirClient(process.env.DATABASE_URL ?? '')
  try {
    await client.query('begin')
    const filtre = structures.length > 0 ? ' where s.code = any ($1)' : ''
    const valeurs = structures.length > 0 ? [structures] : []
    await client.query(`declare c cursor for ${texte}${filtre} order by f.rang desc, f.id`, valeurs)
    for (;;) {
      const { rows } = await client.query<Rangee>(`fetch ${LOT} from c`)
      if (rows.length === 0) break
      yield rows.map(dire).join('')
    }
  } finally {
    await client.end()
  }
}

async function repondre(demande: IncomingMessage, reponse: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(demande.url ?? '/', 'http://plancher')
  if (pathname === '/') return void reponse.end()
  if (pathname === '/copie') return copier(reponse)
  const structures = searchParams.get('structures')?.split(',').filter(Boolean) ?? []
  const lignes =
    pathname === '/liste' ? lire(LISTE, structures, enListe) : lire(VALEURS, structures, enLong)
  await pipeline(Readable.from(lignes), reponse).catch(() => reponse.destroy())
}

const serveur = createServer((demande, reponse) => void repondre(demande, reponse))
serveur.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
