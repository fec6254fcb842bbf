import { etapeDue } from '@releve/contract/relance/relance.rules.ts'
import { noterSysteme } from '../journal/noter.sql.ts'
import { type Destinataire, ecrireA } from '../messagerie/annonce.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'
import { adresseDe, type Expedition, envoyer } from './envoyer.ts'
import { type Cadre, findCadre, listGens, listManquants, type Manquant } from './manquant.sql.ts'
import { paragraphes, parStructure } from './redaction.ts'
import { type ACopier, type AEcrire, listDirection, prendreCopies } from './relance.sql.ts'

/** The calendar's reminders leave from this hour on, where the platform is. */
const HEURE = 7

function heureLocale(instant: Date, fuseau: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: fuseau,
    hour: '2-digit',
    hourCycle: 'h23',
  })
  return Number(format.format(instant))
}

/** Somebody has opened them, and the calendar asks for them. */
const sontActives = ({ reglages }: Cadre): boolean =>
  reglages.relancesOuvertes && reglages.relanceAutomatique

/** Of what is missing, what the calendar asks to remind of today, and which copies go with it. */
export function listDus({ reglages, jour }: Cadre, manquants: readonly Manquant[]): AEcrire[] {
  const { relanceJours, relanceCopie, relanceDirection } = reglages
  // The reports of a month have one due date, and a country has thousands of them.
  const dues = new Map(
    [...new Set(manquants.map(({ echeance }) => echeance))].map((echeance) => [
      echeance,
      etapeDue(echeance, jour, relanceJours, reglages),
    ]),
  )
  return manquants.flatMap((manquant) => {
    if (manquant.suspendue !== null) return []
    const due = dues.get(manquant.echeance) ?? null
    // Reminded since, by hand say: this step is done.
    if (due === null || (manquant.dernier ?? '') >= due.le) return []
    const atteint = (seuil: number) => seuil > 0 && due.etape >= seuil
    const copie = atteint(relanceCopie)
    return [{ ...manquant, etape: due.etape, copie, liste: atteint(relanceDirection) }]
  })
}

/** Structures that share a person: they are reminded together, so that he has one message. */
function composantes(ids: readonly number[], gens: readonly { id: number; structureId: number }[]) {
  const tetes = new Map(ids.map((id) => [id, id]))
  const tete = (id: number): number => {
    const sienne = tetes.get(id) ?? id
    return sienne === id ? id : tete(sienne)
  }
  for (const siennes of Map.groupBy(gens, ({ id }) => id).values()) {
    const [premiere, ...autres] = siennes.map(({ structureId }) => tete(structureId))
    for (const autre of autres) if (premiere !== undefined) tetes.set(tete(autre), tete(premiere))
  }
  return [...Map.groupBy(ids, tete).values()]
}

/** `url`: address of the platform, where e-mails lead; null: none leaves. */
type Outils = { url: string | null; maintenant: Date }

/** Reminds these structures, in one transaction: as they are then, not as they were listed. */
function relancerEnsemble(db: Db, outils: Outils, ids: readonly number[]): Promise<AEcrire[]> {
  return inTransaction(db, async (tx) => {
    const cadre = await findCadre(tx, outils.maintenant)
    if (!sontActives(cadre)) return []
    const manquants = await listManquants(tx, cadre, ids)
    const dus = listDus(cadre, manquants)
    const choisis = new Set(
      dus.map(({ structureId, modele, rang }) => `${structureId}${modele}${rang}`),
    )
    const autres = manquants.filter(
      ({ structureId, modele, rang, echeance, suspendue }) =>
        echeance < cadre.jour &&
        suspendue === null &&
        !choisis.has(`${structureId}${modele}${rang}`),
    )
    const expedition = { db: tx, ...outils, cadre }
    const { ecrites } = await envoyer(expedition, dus, { par: null, texte: null, autres })
    return ecrites
  })
}

/** Writes a copy of the day's reminders to these people, the reports by structure. */
async function ecrireCopie(
  expedition: Expedition,
  gens: readonly Destinataire[],
  copies: readonly ACopier[],
  titre: string,
): Promise<void> {
  const { db, maintenant, cadre } = expedition
  const structures = parStructure(copies).length
  const nombre = `${structures} structure${structures > 1 ? 's' : ''}`
  await ecrireA({ db, maintenant, expediteurId: null, url: adresseDe(expedition) }, gens, {
    cle: `${titre}:${Math.max(...copies.map(({ id }) => id))}`,
    objet: `${titre}\u00a0: ${nombre}`,
    corps: [
      'Ces structures ont été relancées\u00a0: leurs rapports n’ont pas encore été soumis.',
      ...paragraphes(copies, cadre.jour),
    ],
  })
}

/** Tells the regional offices, and the central directorate, of the reminders whose copy is due. */
function copier(db: Db, outils: Outils): Promise<void> {
  return inTransaction(db, async (tx) => {
    const expedition = { db: tx, ...outils, cadre: await findCadre(tx, outils.maintenant) }
    const mois = await moisCourant(expedition)
    const copies = await prendreCopies(tx, 'copie', mois)
    const parents = Map.groupBy(copies, ({ parentId }) => parentId)
    for (const [parentId, siennes] of parents) {
      const gens = parentId === null ? [] : await listGens(tx, [parentId])
      if (gens.length > 0) await ecrireCopie(expedition, gens, siennes, 'Copie des relances')
    }
    const liste = await prendreCopies(tx, 'liste', mois)
    const direction = liste.length > 0 ? await listDirection(tx) : []
    if (direction.length > 0) {
      await ecrireCopie(expedition, direction, liste, 'Rapports très en retard')
    }
  })
}

/**
 * Sends the reminders that the calendar asks for today. Processes may do it together, at any time,
 * and one that dies leaves nothing half done: each structure's (or those that share a person) are
 * one transaction, and what is done is not done again. Returns how many reports were reminded of.
 */
export async function relancerSelonCalendrier(db: Db, outils: Outils): Promise<number> {
  const cadre = await findCadre(db, outils.maintenant)
  const { reglages } = cadre
  if (!sontActives(cadre)) return 0
  if (heureLocale(outils.maintenant, reglages.fuseau) < HEURE) return 0
  const dus = listDus(cadre, await listManquants(db, cadre, null))
  const ids = [...new Set(dus.map(({ structureId }) => structureId))]
  const gens = await listGens(db, ids)
  const joignables = new Set(gens.map(({ structureId }) => structureId))
  const ecrites: AEcrire[] = []
  for (const ensemble of composantes(
    ids.filter((id) => joignables.has(id)),
    gens,
  )) {
    ecrites.push(...(await relancerEnsemble(db, outils, ensemble)))
  }
  await copier(db, outils)
  if (ecrites.length > 0) {
    const structures = new Set(ecrites.map(({ structureId }) => structureId)).size
    const detail = { formulaires: ecrites.length, nombre: structures }
    await noterSysteme({ db, maintenant: outils.maintenant }, 'RELANCES_ENVOYEES', { detail })
  }
  return ecrites.length
}
