// A backup: lines of JSON, compressed. One line says what follows, then one per table and one per
// row of it, then one for the sequences, and a last one with the sum of all the lines before it.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ErreurDeBase } from './erreurs.ts'

export const FORMAT = 1

export const zEntete = z.object({
  releve: z.literal('sauvegarde'),
  format: z.literal(FORMAT),
  le: z.string(),
  version: z.string(),
  maison: z.enum(['embarquee', 'serveur']),
  /** Those that the base had received, in order: what its tables look like. */
  migrations: z.array(z.object({ nom: z.string(), empreinte: z.string() })),
})
export type Entete = z.infer<typeof zEntete>

const zNom = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const zType = z.string().regex(/^[a-z0-9_ ()[\],"]+$/)
export const zTable = z.object({
  table: zNom,
  colonnes: z.array(z.object({ nom: zNom, type: zType })).min(1),
})
export type Table = z.infer<typeof zTable>

/** Next values of the identity columns, and whether each has begun. */
export const zSequences = z.object({
  sequences: z.array(
    z.object({ table: zNom, colonne: zNom, valeur: z.number(), entamee: z.boolean() }),
  ),
})
export type Sequences = z.infer<typeof zSequences>['sequences']

/** Each cell as PostgreSQL writes it: both homes read it back to the same value. */
export const zRangee = z.array(z.string().nullable())
export type Rangee = z.infer<typeof zRangee>

export const zFin = z.object({
  fin: z.literal(true),
  rangees: z.record(z.string(), z.number()),
  sha256: z.string(),
})
export type Fin = z.infer<typeof zFin>

class SauvegardeIllisible extends ErreurDeBase {
  constructor(raison: string, cause?: unknown) {
    super(`Ce fichier n’est pas une sauvegarde que l’on puisse restaurer\u00a0: ${raison}`, {
      cause,
    })
  }
}

const ABIME = 'il est abîmé, ou incomplet.'

const RAISONS: Record<string, string> = {
  ENOENT: 'il n’existe pas, ou son dossier n’existe pas.',
  ENOTDIR: 'son dossier n’en est pas un.',
  EISDIR: 'c’est un dossier.',
  EACCES: 'les droits manquent.',
  EPERM: 'les droits manquent.',
  EROFS: 'le disque est en lecture seule.',
  ENOSPC: 'le disque est plein.',
  EDQUOT: 'le disque est plein.',
}

/** What the disk refuses, in a sentence that names the file; null when it is something else. */
export function refusDuDisque(
  echec: unknown,
  chemin: string,
  acte: 'lu' | 'écrit',
): ErreurDeBase | null {
  if (!(echec instanceof Error && 'syscall' in echec && 'code' in echec)) return null
  const raison = RAISONS[String(echec.code)] ?? `${String(echec.code)}.`
  const dit = `Le fichier «\u00a0${chemin}\u00a0» ne peut pas être ${acte}\u00a0: ${raison}`
  return new ErreurDeBase(dit, { cause: echec })
}

/** The lines of a file, their sum growing with them; U+2028 and its like end none. */
async function* lignesDe(chemin: string): AsyncGenerator<string> {
  const decodeur = new TextDecoder('utf-8', { fatal: true })
  let reste: string[] = []
  try {
    // A failure of the reading reaches the loop: `pipe` would let it end the process.
    for await (const morceau of pipeline(createReadStream(chemin), createGunzip(), () => {})) {
      const parties = decodeur.decode(morceau, { stream: true }).split('\n')
      const derniere = parties.pop() ?? ''
      for (const partie of parties) {
        yield reste.join('') + partie
        reste = []
      }
      reste.push(derniere)
    }
  } catch (error) {
    throw refusDuDisque(error, chemin, 'lu') ?? new SauvegardeIllisible(ABIME, error)
  }
  if (reste.join('') !== '') throw new SauvegardeIllisible('il est incomplet.')
}

export type Element =
  | { genre: 'entete'; entete: Entete }
  | { genre: 'table'; table: Table }
  | { genre: 'rangee'; rangee: Rangee; octets: number }
  | { genre: 'sequences'; sequences: Sequences }
  | { genre: 'fin'; fin: Fin; somme: string }

function comprendre(ligne: string, somme: Hash): Element {
  const lu: unknown = JSON.parse(ligne)
  if (Array.isArray(lu)) {
    return { genre: 'rangee', rangee: zRangee.parse(lu), octets: ligne.length }
  }
  const cles = typeof lu === 'object' && lu !== null ? lu : {}
  if ('releve' in cles) return { genre: 'entete', entete: zEntete.parse(lu) }
  if ('table' in cles) return { genre: 'table', table: zTable.parse(lu) }
  if ('sequences' in cles) return { genre: 'sequences', ...zSequences.parse(lu) }
  return { genre: 'fin', fin: zFin.parse(lu), somme: somme.copy().digest('hex') }
}

/** What a backup says, in its order. @throws SauvegardeIllisible */
export async function* lireSauvegarde(chemin: string): AsyncGenerator<Element> {
  const somme = createHash('sha256')
  let numero = 0
  for await (const ligne of lignesDe(chemin)) {
    numero += 1
    let element: Element
    try {
      element = comprendre(ligne, somme)
    } catch (error) {
      const raison = numero === 1 ? 'il n’en a pas l’en-tête.' : `sa ligne ${numero} est abîmée.`
      throw new SauvegardeIllisible(raison, error)
    }
    somme.update(ligne).update('\n')
    yield element
  }
}

/**
 * Reads a backup from end to end, and gives its head once all of it is known to be there, as it was
 * written.
 * @throws SauvegardeIllisible
 */
export async function verifierSauvegarde(chemin: string): Promise<{ entete: Entete; fin: Fin }> {
  let entete: Entete | undefined
  let fin: Fin | undefined
  let table = ''
  const rangees: Record<string, number> = {}
  for await (const element of lireSauvegarde(chemin)) {
    if (fin) throw new SauvegardeIllisible('quelque chose suit sa fin.')
    if (element.genre === 'entete') entete = element.entete
    else if (!entete) throw new SauvegardeIllisible('il n’en a pas l’en-tête.')
    else if (element.genre === 'table') {
      table = element.table.table
      rangees[table] = 0
    } else if (element.genre === 'rangee') rangees[table] = (rangees[table] ?? 0) + 1
    else if (element.genre === 'fin') {
      if (element.somme !== element.fin.sha256) {
        throw new SauvegardeIllisible('son empreinte ne correspond pas, il a été modifié.')
      }
      fin = element.fin
    }
  }
  if (!entete || !fin) throw new SauvegardeIllisible('il est incomplet.')
  for (const [nom, nombre] of Object.entries(fin.rangees)) {
    if (rangees[nom] !== nombre) throw new SauvegardeIllisible(`la table ${nom} est incomplète.`)
  }
  return { entete, fin }
}
