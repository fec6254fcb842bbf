import { jourLocal, plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import { JETONS_MAX, LIBELLES_USAGES } from '@releve/contract/jeton/jeton.champs.ts'
import { DROITS_DES_USAGES, type UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import type { JetonVoulu } from '@releve/contract/jeton/jeton.schema.ts'
import { exigerMotDePasse, type SurSoi, tenirVerifie } from '../compte/preuve.ts'
import { noter } from '../journal/noter.sql.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { findSecurite } from '../parametre/parametre.sql.ts'
import { type Agent, porteeDe } from '../platform/agent.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import { jourEnLettres } from '../platform/jour.ts'
import type { Db } from '../platform/route.ts'
import { compterJetons, insertJeton } from '../session/programme.sql.ts'
import { listIds } from '../structure/periode.sql.ts'

const JOUR = 86_400_000
/** Zones change their hour by whole quarters. */
const PAS_DE_FUSEAU = 15 * 60_000
/** No zone is farther from UTC. */
const ECART_MAX = 15 * 3_600_000

/** The instant at which this day ends in a zone. */
function finDuJour(jour: string, fuseau: string): number {
  const lendemain = Date.parse(plusJours(jour, 1))
  let fin = lendemain - ECART_MAX
  while (jourLocal(new Date(fin), fuseau) <= jour) fin += PAS_DE_FUSEAU
  return fin
}

/** Of what one asks for, what one may not do oneself. @throws USAGE_JETON_INTERDIT */
function refuserUsages(agent: Agent, usages: readonly UsageJeton[]): void {
  const interdit = usages.find((usage) =>
    DROITS_DES_USAGES[usage].some((droit) => porteeDe(agent, droit) === null),
  )
  if (!interdit) return
  throw erreur('USAGE_JETON_INTERDIT', { usage: LIBELLES_USAGES[interdit].toLowerCase() })
}

/**
 * When a token ends whose last day is this one: never later than the settings let one live.
 * @throws FIN_JETON_INVALIDE
 */
async function finVoulue(appel: SurSoi, jusquau: string, jours: number): Promise<Date> {
  const { reglages, jour } = await aujourdhui(appel)
  const au = plusJours(jour, jours)
  if (jusquau < jour || jusquau > au) {
    throw erreur('FIN_JETON_INVALIDE', { du: jourEnLettres(jour), au: jourEnLettres(au) })
  }
  const plafond = appel.maintenant.getTime() + jours * JOUR
  return new Date(Math.min(finDuJour(jusquau, reglages.fuseau), plafond))
}

/** The ids of the structures that a token is limited to; null: it is not. @throws STRUCTURE_HORS_PERIMETRE */
async function limiteVoulue(
  db: Db,
  agent: Agent,
  codes: readonly string[],
): Promise<number[] | null> {
  if (codes.length === 0) return null
  const ids = await listIds(db, codes)
  const toutes = porteeDe(agent, 'formulaire.lire') === 'tout'
  const lues = codes.map((structure) => {
    const id = ids.get(structure)
    if (id === undefined || !(toutes || agent.perimetre.includes(id))) {
      throw erreur('STRUCTURE_HORS_PERIMETRE', { structure })
    }
    return id
  })
  return [...new Set(lues)]
}

/**
 * Draws a program's token, once its owner has given his password. `db` is the plain handle: a wrong
 * one is counted. @throws ANCIEN_MOT_DE_PASSE_INCORRECT, TROP_DE_TENTATIVES, JETONS_INTERDITS,
 * QUOTA_JETONS, FIN_JETON_INVALIDE, USAGE_JETON_INTERDIT, STRUCTURE_HORS_PERIMETRE
 */
export async function creerJeton(appel: SurSoi, voulu: JetonVoulu) {
  const { db, agent, maintenant: creeLe } = appel
  const { jetonsPermis, jetonDureeJours } = await findSecurite(db)
  if (!jetonsPermis) throw erreur('JETONS_INTERDITS')
  const { password, nom, reseaux, jusquau } = voulu
  const usages = [...new Set(voulu.usages)]
  refuserUsages(agent, usages)
  const expireLe = await finVoulue(appel, jusquau, jetonDureeJours)
  const structures = await limiteVoulue(db, agent, voulu.structures)
  const verifie = await exigerMotDePasse(appel, password)
  return inTransaction(db, async (tx) => {
    // Held, so that two demands at once are counted one after the other.
    const { id: utilisateurId } = await tenirVerifie(tx, verifie)
    if ((await compterJetons(tx, utilisateurId, creeLe)) >= JETONS_MAX) {
      throw erreur('QUOTA_JETONS', { maximum: String(JETONS_MAX) })
    }
    const neuf = { utilisateurId, nom, usages, structures, reseaux, creeLe, expireLe }
    const jeton = await insertJeton(tx, neuf)
    const detail = {
      jeton: nom,
      usages: usages.map((usage) => LIBELLES_USAGES[usage]),
      jusqua: expireLe.toISOString(),
      reseaux,
      ...(structures && { structure: voulu.structures }),
    }
    await noter({ db: tx, agent, maintenant: creeLe }, 'JETON_CREE', { detail })
    return { jeton, expireLe: expireLe.toISOString() }
  })
}
