import type { Calendrier } from '@releve/contract/calendrier/calendrier.rules.ts'
import { sql as texte } from 'kysely'
import { z } from 'zod'
import type { Sql } from '../platform/route.ts'

/** Settings that the life of a form depends on. */
export type Reglages = Calendrier & {
  /** Four eyes: whoever validates does not approve. */
  doubleRegard: boolean
}

const DEFAUTS: Reglages = { jourEcheance: 5, joursFeries: [], fuseau: 'UTC', doubleRegard: true }

const JOUR_FERIE = /^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

function estFuseau(fuseau: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('fr-FR', { timeZone: fuseau }))
  } catch {
    return false
  }
}

const FORMES = {
  jourEcheance: z.int().min(1).max(15),
  // Fewer than the days of a year: a working day is always found.
  joursFeries: z.array(z.string().regex(JOUR_FERIE)).max(300),
  fuseau: z.string().max(60).refine(estFuseau),
  doubleRegard: z.boolean(),
} satisfies Record<keyof Reglages, z.ZodType>

/** Values already judged, by setting and value: a load of a form judges none again. */
const juges = new Map<string, boolean>()
const JUGES_MAX = 200

function estRecevable(cle: string, forme: z.ZodType, valeur: unknown): boolean {
  const nom = `${cle}=${JSON.stringify(valeur)}`
  const deja = juges.get(nom)
  if (deja !== undefined) return deja
  const recevable = forme.safeParse(valeur).success
  if (juges.size >= JUGES_MAX) juges.clear()
  juges.set(nom, recevable)
  // Node prints it, and `main` puts it in the log: once, not at each call.
  if (!recevable) {
    process.emitWarning(
      `Le réglage «\u00a0${cle}\u00a0» est incorrect\u00a0: sa valeur par défaut le remplace.`,
      {
        code: 'REGLAGE_INVALIDE',
      },
    )
  }
  return recevable
}

/**
 * Those of the stored settings (`parametre`) that have one of these forms. The table may be edited
 * by hand: a value that cannot be used counts as absent, and a warning names it.
 */
export function reglagesRecevables<Formes extends Record<string, z.ZodType>>(
  formes: Formes,
  stockes: object | null,
): { [Cle in keyof Formes]?: z.output<Formes[Cle]> } {
  const retenus = Object.entries(formes).flatMap(([cle, forme]) => {
    const valeur: unknown = stockes && Reflect.get(stockes, cle)
    return valeur !== undefined && valeur !== null && estRecevable(cle, forme, valeur)
      ? [[cle, valeur]]
      : []
  })
  return Object.fromEntries(retenus)
}

/** The settings that the life of a form depends on, over their defaults. */
export function reglagesDe(stockes: object | null): Reglages {
  return { ...DEFAUTS, ...reglagesRecevables(FORMES, stockes) }
}

/** One object of every setting: fits as a column in a statement that loads something else. */
export const reglagesStockes = texte<
  object | null
>`(select jsonb_object_agg(cle, valeur) from parametre)`

/** Every setting as stored, by key. */
export async function findTousReglages(sql: Sql): Promise<Record<string, unknown>> {
  const ligne = await sql.selectNoFrom(reglagesStockes.as('reglages')).executeTakeFirst()
  return { ...ligne?.reglages }
}

export async function findReglages(sql: Sql): Promise<Reglages> {
  return reglagesDe(await findTousReglages(sql))
}

/** Writes the settings that are not there yet; never changes one. */
export async function installerReglages(sql: Sql, reglages: object): Promise<void> {
  const lignes = Object.entries(reglages).map(([cle, valeur]) => ({
    cle,
    valeur: JSON.stringify(valeur),
  }))
  await sql
    .insertInto('parametre')
    .values(lignes)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Writes one setting over what it was; null leaves it without a value. */
export async function updateReglage(
  sql: Sql,
  cle: string,
  valeur: unknown,
  modifieLe: Date,
): Promise<void> {
  const ligne = { valeur: JSON.stringify(valeur), modifieLe }
  await sql
    .insertInto('parametre')
    .values({ cle, ...ligne })
    .onConflict((oc) => oc.column('cle').doUpdateSet(ligne))
    .execute()
}

/**
 * Whether structure `s` is expected to report for the month of rank `rang` (conception §2): open
 * all through, neither invited nor suspended for the whole of it. The model's part is the caller's.
 */
export function estOuverteSql(rang: number) {
  const premier = texte`make_date(${Math.floor(rang / 12)}::int, ${(rang % 12) + 1}::int, 1)`
  const dernier = texte`(${premier} + interval '1 month' - interval '1 day')::date`
  return texte<boolean>`(
    s.etat <> 'INVITEE'
    and date_trunc('month', s.date_ouverture)::date <= ${premier}
    and (s.date_fermeture is null or s.date_fermeture >= ${premier})
    and not exists (
      select 1 from structure_interruption i
      where i.structure_id = s.id and i.du <= ${premier} and coalesce(i.au, 'infinity') >= ${dernier}
    )
  )`
}
