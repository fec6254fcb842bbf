import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { Import, LigneImport, zDepotTableur } from '@releve/contract/import.ts'
import { z } from 'zod'
import type { Agent } from './agent.ts'
import { inTransaction } from './base/transaction.ts'
import { erreur } from './erreur.ts'
import type { Sql } from './route.ts'
import type { LigneTableur, Tableur } from './tableur.cases.ts'
import { lireTableur } from './tableur.ts'

/** A refusal names this many faults at most. */
const FAUTES_MAX = 200

/** What an import says of the cells that no heading names: dropped, they would be lost in silence. */
export function fautesSansTitre({ numero, sansTitre }: LigneTableur): Detail[] {
  const code = 'COLONNE_SANS_TITRE'
  return sansTitre.map((colonne) => {
    const libelle = libelleErreur(code, { case: `${colonne}${numero}` })
    return { chemin: colonne, code, libelle }
  })
}

/** A sentence that does not say where it belongs. */
export const dans = (entete: string, libelle: string): string => `${entete}\u00A0: ${libelle}`

/**
 * @throws TABLEUR_ILLISIBLE for a column that is none of `connues` (nothing is dropped in silence),
 * or without `cle`, which says what a line is about
 */
export function verifierEntetes(
  { entetes }: Tableur,
  connues: readonly { entete: string }[],
  cle: string,
): void {
  const noms = new Set(connues.map(({ entete }) => entete))
  const inconnue = entetes.find((entete) => !noms.has(entete))
  if (inconnue) {
    const raison = `La colonne «\u00A0${inconnue.slice(0, 100)}\u00A0» n’est pas reconnue.`
    throw erreur('TABLEUR_ILLISIBLE', { raison })
  }
  if (!entetes.includes(cle)) {
    throw erreur('TABLEUR_ILLISIBLE', { raison: `La colonne «\u00A0${cle}\u00A0» manque.` })
  }
}

/** A record read field by field: what could be, the fields that could not, and why not. */
type Champs<Fiche> = {
  lus: Partial<Fiche>
  fautifs: ReadonlySet<string>
  fautes: { champ: string; code: string; message: string }[]
}

/** Reads each field by itself, so that the fault of one does not hide those of the others. */
export function lireChamps<Forme extends z.ZodRawShape>(
  { shape }: z.ZodObject<Forme>,
  saisie: Readonly<Record<string, unknown>>,
): Champs<z.infer<z.ZodObject<Forme>>> {
  const lectures = Object.entries(shape).map(
    ([champ, schema]) => [champ, z.safeParse(schema, saisie[champ])] as const,
  )
  const lus = lectures.flatMap(([champ, lu]) => (lu.success ? [[champ, lu.data] as const] : []))
  // One fault of a field is enough: it is to be written again.
  const fautes = lectures.flatMap(([champ, { error }]) => {
    const [premiere] = error?.issues ?? []
    return premiere
      ? [{ champ, code: premiere.code?.toUpperCase() ?? '', message: premiere.message }]
      : []
  })
  return {
    // Each by its own schema, which is that of the record.
    lus: Object.fromEntries(lus) as Partial<z.infer<z.ZodObject<Forme>>>,
    fautifs: new Set(fautes.map(({ champ }) => champ)),
    fautes,
  }
}

/** How a column stands before another: A … Z, AA; what the file has not comes last. */
const rangDe = (lettres: string | undefined): string =>
  lettres === undefined ? '~' : `${lettres.length}${lettres}`

/**
 * The faults of a line, column by column as the file has them, each with its cell. `enteteDe`: the
 * heading of a fault's path.
 */
function situer(
  { ligne, details, ...apercu }: LigneImport,
  { entetes, lettres }: Tableur,
  enteteDe: (chemin: string) => string,
): LigneImport {
  if (apercu.effet !== 'ERREUR') return { ligne, details, ...apercu }
  const parEntete = new Map(entetes.map((entete, rang) => [entete, lettres[rang]]))
  const situees = details.map((detail) => {
    if (detail.code === 'COLONNE_SANS_TITRE') return { detail, rang: rangDe(detail.chemin) }
    const entete = enteteDe(detail.chemin)
    const lettre = parEntete.get(entete)
    if (lettre === undefined) return { detail, rang: rangDe(undefined) }
    const debut = dans(entete, '')
    const phrase = detail.libelle.startsWith(debut)
      ? detail.libelle.slice(debut.length)
      : detail.libelle
    const libelle = dans(`${entete} (${lettre}${ligne})`, phrase)
    return { detail: { ...detail, libelle }, rang: rangDe(lettre) }
  })
  const rangees = situees.toSorted((a, b) => (a.rang < b.rang ? -1 : a.rang > b.rang ? 1 : 0))
  return { ligne, details: rangees.map(({ detail }) => detail), ...apercu }
}

/** @throws IMPORT_REFUSE with what is to be corrected, line by line. */
function refuserErreurs(apercus: readonly LigneImport[]): void {
  const details: Detail[] = apercus
    .filter(({ effet }) => effet === 'ERREUR')
    .flatMap(({ ligne, details: fautes }) =>
      fautes.map((faute) => ({ ...faute, chemin: `lignes.${ligne}.${faute.chemin}` })),
    )
  if (details.length > 0)
    throw erreur('IMPORT_REFUSE', {}, { details: details.slice(0, FAUTES_MAX) })
}

/** How many lines would be created, and changed: for the journal. */
export function compterEffets(apercus: readonly LigneImport[]) {
  const nombre = (cherche: LigneImport['effet']) =>
    apercus.filter(({ effet }) => effet === cherche).length
  return { creations: nombre('CREER'), modifications: nombre('MODIFIER') }
}

type Acte = { sql: Sql; agent: Agent; maintenant: Date }

/** What an import adds to the way that all of them go. */
type Importation<Plan> = {
  /** The sheet to read, when the workbook has one of that name. */
  feuille: string
  enteteDe: (chemin: string) => string
  /** What the spreadsheet would do, each line judged as the screen would. */
  preparer: (acte: Acte, tableur: Tableur, ecrit: boolean) => Promise<Plan>
  /** Writes what `preparer` found without fault, and journals it. */
  ecrire: (acte: Acte, plan: Plan) => Promise<void>
}

/**
 * Says what a spreadsheet would do, or does it: all its lines, or none. `appel.sql` is the plain
 * handle: the file is read before anything is held.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE
 */
export async function importer<Plan extends { apercus: LigneImport[] }>(
  { body, sql: base, agent, maintenant }: Acte & { body: z.output<typeof zDepotTableur> },
  { feuille, enteteDe, preparer, ecrire }: Importation<Plan>,
): Promise<Import> {
  const tableur = await lireTableur(body.fichier.contenu, { feuille })
  const ecrit = body.apercu === 'false'
  return inTransaction(base, async (sql) => {
    const acte = { sql, agent, maintenant }
    const plan = await preparer(acte, tableur, ecrit)
    const lignes = plan.apercus.map((apercu) => situer(apercu, tableur, enteteDe))
    if (ecrit) {
      refuserErreurs(lignes)
      await ecrire(acte, plan)
    }
    return { lignes, ecrit }
  })
}
