import { ecrireA } from '../messagerie/annonce.ts'
import type { Db } from '../platform/route.ts'
import { type Cadre, listGens, type Manquant } from './manquant.sql.ts'
import { type Envoi, grouper, rediger } from './redaction.ts'
import { type AEcrire, insertRelances, updateDestinataires } from './relance.sql.ts'

/** Who reminds: the calendar, or somebody, with what he adds. */
export type Auteur = { id: number; nomAffichable: string } | null

export type Expedition = {
  /** A transaction: what is written as reminded, and its messages, come together or not at all. */
  db: Db
  maintenant: Date
  /** Address of the platform, where e-mails lead; null: none leaves. */
  url: string | null
  cadre: Cadre
}

/** Where this one's e-mails lead, if some leave. */
export const adresseDe = ({ url, cadre }: Expedition): string | null =>
  cadre.reglages.relanceCourriel ? url : null

/** The report that a message is bound to: the one most overdue of those begun. */
const formulaireDe = ({ manquants }: Envoi): number | null =>
  manquants
    .toSorted((a, b) => (a.echeance < b.echeance ? -1 : 1))
    .find(({ formulaireId }) => formulaireId !== null)?.formulaireId ?? null

/** Whom each structure's reminder was written to. */
function destinatairesDe(envois: readonly Envoi[]): Map<number, number[]> {
  const parStructure = new Map<number, Set<number>>()
  for (const { gens, manquants } of envois) {
    for (const { structureId } of manquants) {
      const deja = parStructure.get(structureId) ?? new Set()
      parStructure.set(structureId, new Set([...deja, ...gens.map(({ id }) => id)]))
    }
  }
  return new Map([...parStructure].map(([id, gens]) => [id, [...gens]]))
}

/** What a message is known by: each report is reminded once a day, each person has one of its messages. */
function cleDe({ manquants: [premier], gens: [personne] }: Envoi, jour: string): string {
  const quoi = premier && `${premier.structureId}:${premier.modele}:${premier.rang}`
  return `relance:${jour}:${quoi}:${personne?.id}`
}

type Relances = { par: Auteur; texte: string | null; autres?: readonly Manquant[] }

/**
 * Reminds of these reports, all of one transaction: notes each of them first, then writes of those
 * that nobody has reminded of today, and of no other. Returns what was written.
 */
export async function envoyer(
  expedition: Expedition,
  manquants: readonly AEcrire[],
  { par, texte, autres = [] }: Relances,
): Promise<{ ecrites: AEcrire[]; envois: Envoi[] }> {
  const { db, maintenant, cadre } = expedition
  const { jour } = cadre
  const note = { jour, le: maintenant, par: par?.id ?? null, texte }
  const ecrites = await insertRelances(db, manquants, note)
  const ids = [...new Set(ecrites.map(({ structureId }) => structureId))]
  if (ids.length === 0) return { ecrites, envois: [] }
  const envois = grouper(ecrites, await listGens(db, ids), autres)
  for (const envoi of envois) {
    const dit = rediger(envoi, { jour, texte, par: par?.nomAffichable ?? null })
    const formulaireId = formulaireDe(envoi)
    const lie = formulaireId === null ? {} : { formulaireId }
    const formulairesCites = [...envoi.manquants, ...envoi.autres].map(
      ({ structureId, modele, rang }) => ({
        structureId,
        modele,
        rang,
      }),
    )
    const avis = { cle: cleDe(envoi, jour), ...dit, ...lie, formulairesCites }
    const ecriture = { db, maintenant, expediteurId: par?.id ?? null, url: adresseDe(expedition) }
    await ecrireA(ecriture, envoi.gens, avis)
  }
  await updateDestinataires(db, jour, destinatairesDe(envois))
  return { ecrites, envois }
}
