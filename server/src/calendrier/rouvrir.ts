import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type {
  ApercuReouverture,
  Reouverture,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import { clotureDe, finsReouverture } from '@releve/contract/calendrier/cloture.rules.ts'
import { avecDe, libellePeriode, type Periode, rangDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { prevenir } from '../messagerie/annonce.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import { jourEnLettres } from '../platform/jour.ts'
import type { Appel, Contexte } from '../platform/route.ts'
import { updateDecision } from './prolongation.sql.ts'
import {
  findReouvertures,
  insertReouverture,
  listStructuresDuMois,
  type StructureDuMois,
  updateTerminee,
  verrouillerReouvertures,
} from './reouverture.sql.ts'

/** « de mars 2025 » */
export const dePeriodeDe = (periode: Periode): string => avecDe(libellePeriode(periode))

/** « Mois rouvert : mars 2025, Les Alizés (CAU-R01-01) » */
export const objetDe = (
  titre: string,
  periode: Periode,
  { libelle, code }: { libelle: string; code: string },
): string => `${titre}\u00a0: ${libellePeriode(periode)}, ${libelle} (${code})`

/** @throws MOIS_A_VENIR */
export function refuserAVenir(periode: Periode, reglages: Reglages, maintenant: Date): void {
  if (rangDe(periode) <= rangCourant(maintenant, reglages.fuseau)) return
  throw erreur('MOIS_A_VENIR', { dePeriode: dePeriodeDe(periode) })
}

/** @throws FIN_REOUVERTURE_INVALIDE: past, before the month closes, or too far. */
export function refuserFin(
  jusqua: string,
  periode: Periode,
  reglages: Reglages,
  jour: string,
): void {
  const { du, au } = finsReouverture(periode, reglages, jour)
  if (jusqua >= du && jusqua <= au) return
  throw erreur('FIN_REOUVERTURE_INVALIDE', { du: jourEnLettres(du), au: jourEnLettres(au) })
}

type AppelRouvrir = Appel<typeof calendrierApi.rouvrirMois>
type AppelApercu = Appel<typeof calendrierApi.apercevoirReouverture>

/** Why the month is not to be opened again for this structure; null: it may be. */
function refusDe(structureDuMois: StructureDuMois, periode: Periode, jour: string) {
  const { code: structure, attendue, rouvertJusqua } = structureDuMois
  const dePeriode = dePeriodeDe(periode)
  if (!attendue) return erreur('MOIS_NON_ATTENDU', { dePeriode, structure })
  if (rouvertJusqua !== null && rouvertJusqua >= jour)
    return erreur('MOIS_DEJA_ROUVERT', { dePeriode, structure })
  return null
}

/** @throws STRUCTURE_INCONNUE */
async function structuresDites({ db, body }: AppelRouvrir | AppelApercu) {
  const structures = await listStructuresDuMois(db, body.structures, rangDe(body))
  const inconnue = body.structures.find((code) => structures.every((une) => une.code !== code))
  if (inconnue !== undefined) throw erreur('STRUCTURE_INCONNUE', { structure: inconnue })
  return structures
}

/** @throws STRUCTURE_INCONNUE, MOIS_NON_ATTENDU, MOIS_DEJA_ROUVERT */
async function structuresARouvrir(appel: AppelRouvrir, jour: string): Promise<StructureDuMois[]> {
  const structures = await structuresDites(appel)
  for (const une of structures) {
    const refus = refusDe(une, appel.body, jour)
    if (refus) throw refus
  }
  return structures
}

type Ouverture = Periode & { jusqua: string; motif: string; jour: string }

/**
 * Opens the month for a structure, which grants what it was asking for; said in the journal under
 * this action, and to the structure. The caller holds `verrouillerReouvertures`.
 */
export async function ouvrirMois(
  contexte: AppelRouvrir | Appel<typeof calendrierApi.accorderProlongation>,
  structure: { id: number; code: string; libelle: string },
  { mois, annee, jusqua, motif, jour }: Ouverture,
  action: 'MOIS_ROUVERT' | 'PROLONGATION_ACCORDEE',
): Promise<number> {
  const { db, agent, maintenant: le } = contexte
  const periode = { mois, annee }
  const rang = rangDe(periode)
  const par = agent.id
  const id = await insertReouverture(db, structure.id, { rang, jusqua, motif, par, le, jour })
  await updateDecision(
    db,
    { structureId: structure.id, rang },
    { etat: 'ACCORDEE', par, le, jusqua },
  )
  const detail = { periode: libellePeriode(periode), jusqua, motif }
  await noter(contexte, action, { cible: structure.code, detail })
  const accordee = action === 'PROLONGATION_ACCORDEE'
  await prevenir(
    contexte,
    { structureId: structure.id },
    {
      cle: `reouverture:${id}`,
      objet: objetDe(accordee ? 'Prolongation accordée' : 'Mois rouvert', periode, structure),
      corps: [
        `La saisie ${dePeriodeDe(periode)} est ouverte à votre structure ${structure.libelle} (${structure.code}) jusqu’au ${jourEnLettres(jusqua)} compris. C’est aussi l’échéance des rapports de ce mois qui n’ont pas été reçus.`,
        `Motif\u00a0: ${motif}`,
      ],
    },
  )
  return id
}

/**
 * What no structure may have: a month that is not closed, or an end that does not hold. Today, in
 * the calendar's zone. @throws MOIS_A_VENIR, MOIS_OUVERT, FIN_REOUVERTURE_INVALIDE
 */
async function refuserMois(appel: AppelRouvrir | AppelApercu): Promise<string> {
  const { body, maintenant } = appel
  const { reglages, jour } = await aujourdhui(appel)
  refuserAVenir(body, reglages, maintenant)
  const { etat, le } = clotureDe(body, null, reglages, jour)
  if (etat !== 'CLOSE') {
    throw erreur('MOIS_OUVERT', { dePeriode: dePeriodeDe(body), jour: jourEnLettres(le) })
  }
  refuserFin(body.jusqua, body, reglages, jour)
  return jour
}

/**
 * For whom the month may be opened again, and why not for the others; nothing is written.
 * @throws MOIS_A_VENIR, MOIS_OUVERT, FIN_REOUVERTURE_INVALIDE, STRUCTURE_INCONNUE
 */
export async function apercevoirReouverture(appel: AppelApercu): Promise<ApercuReouverture> {
  const jour = await refuserMois(appel)
  const apercu: ApercuReouverture = { possibles: [], ecartees: [] }
  for (const une of await structuresDites(appel)) {
    const { id, code, libelle } = une
    const structure = { id, code, libelle }
    const refus = refusDe(une, appel.body, jour)
    if (refus) apercu.ecartees.push({ structure, code: refus.code, libelle: refus.message })
    else apercu.possibles.push(structure)
  }
  return apercu
}

/**
 * Opens a closed month again for structures: for all of them, or for none.
 * @throws MOIS_A_VENIR, MOIS_OUVERT, FIN_REOUVERTURE_INVALIDE, STRUCTURE_INCONNUE,
 * MOIS_NON_ATTENDU, MOIS_DEJA_ROUVERT
 */
export async function rouvrirMois(appel: AppelRouvrir): Promise<{ rouvertes: Reouverture[] }> {
  const { db, body } = appel
  const jour = await refuserMois(appel)
  await verrouillerReouvertures(db)
  const ids: number[] = []
  for (const structure of await structuresARouvrir(appel, jour)) {
    ids.push(await ouvrirMois(appel, structure, { ...body, jour }, 'MOIS_ROUVERT'))
  }
  return { rouvertes: await findReouvertures(db, ids, jour) }
}

/** Read where it is written: nobody else writes it meanwhile. */
async function relire(contexte: Contexte, id: number, jour: string): Promise<Reouverture> {
  const [reouverture] = await findReouvertures(contexte.db, [id], jour)
  if (!reouverture) throw erreur('REOUVERTURE_INTROUVABLE')
  return reouverture
}

/** Ends a reopening before its end. @throws REOUVERTURE_CLOSE */
export async function terminerReouverture(
  appel: Appel<typeof calendrierApi.terminerReouverture>,
): Promise<Reouverture> {
  const { db, agent, params, maintenant: le } = appel
  const { jour } = await aujourdhui(appel)
  await verrouillerReouvertures(db)
  const { etat, structure, ...reouverture } = await relire(appel, params.id, jour)
  if (etat !== 'OUVERTE') throw erreur('REOUVERTURE_CLOSE')
  await updateTerminee(db, params.id, { par: agent.id, le })
  const detail = { periode: libellePeriode(reouverture) }
  await noter(appel, 'REOUVERTURE_TERMINEE', { cible: structure.code, detail })
  await prevenir(
    appel,
    { structureId: structure.id },
    {
      cle: `reouverture:${params.id}:terminee`,
      objet: objetDe('Réouverture terminée', reouverture, structure),
      corps: [
        `La direction centrale a mis fin à la réouverture ${dePeriodeDe(reouverture)} pour votre structure ${structure.libelle} (${structure.code}).`,
      ],
    },
  )
  return relire(appel, params.id, jour)
}
