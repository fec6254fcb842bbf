import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { sql as texte } from 'kysely'
import { STRUCTURES } from '../../seed/structures.ts'
import { findReglages, type Reglages } from '../calendrier/calendrier.sql.ts'
import type { ModeleCharge } from '../modele/modele.cache.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Sql } from '../platform/route.ts'
import { insertStructure } from '../structure/structure.sql.ts'
import { hacherMotDePasse } from '../utilisateur/hachage.ts'
import { insertComptesCentraux, insertPointFocal, MOT_DE_PASSE } from './comptes.ts'
import { formulairesDe } from './formulaires.ts'
import { insertLot, type Lot } from './lot.sql.ts'
import { findModelesOrdonnes } from './modeles.ts'
import { SCENARIOS } from './scenario.ts'

export { COMPTES_DEMONSTRATION } from './comptes.ts'

/** Any constant does, as long as nothing else takes it. */
const CLE_DU_VERROU = 18_051_207
/** Months of figures, the current one included. */
const MOIS = 15

type Ressources = {
  modeles: ModeleCharge[]
  reglages: Reglages
  courant: number
  maintenant: Date
}

async function findRessources(sql: Sql, maintenant: Date): Promise<Ressources> {
  const reglages = await findReglages(sql)
  const courant = rangCourant(maintenant, reglages.fuseau)
  return { modeles: await findModelesOrdonnes(sql, courant), reglages, courant, maintenant }
}

/** Structures, accounts, then everything that they reported. */
async function remplir(sql: Sql, ressources: Ressources): Promise<void> {
  const { modeles, reglages, courant, maintenant } = ressources
  const empreinte = await hacherMotDePasse(MOT_DE_PASSE)
  const centraux = await insertComptesCentraux(sql, empreinte)
  const ids = new Map<string, number>()
  const lot: Lot = { formulaires: [], historique: [], publications: [], remarques: [] }
  for (const { parent, ...structure } of STRUCTURES) {
    const parentId = (parent && ids.get(parent)) || null
    const structureId = await insertStructure(sql, { ...structure, parentId })
    ids.set(structure.code, structureId)
    const STRUCTURE = await insertPointFocal(sql, structure, structureId, empreinte)
    const siens = modeles.filter(({ modele }) => structure.modeles.includes(modele.code))
    const scenario = SCENARIOS[structure.code] ?? {}
    const { formulaires, historique, publications, remarques } = formulairesDe({
      dossier: { code: structure.code, structure, modeles: siens, scenario, reglages },
      structureId,
      auteurs: { ...centraux, STRUCTURE },
      premier: courant - MOIS + 1,
      courant,
      maintenant,
      avecCellules: true,
    })
    lot.formulaires.push(...formulaires)
    lot.historique.push(...historique)
    lot.publications.push(...publications)
    lot.remarques.push(...remarques)
  }
  await insertLot(sql, lot)
}

/**
 * Fills a base without any structure with the fictional country: 17 structures, their accounts, and
 * 15 months of coherent forms that end with the month of `maintenant`, with the anomalies of
 * domaine §3. Does nothing when there are structures; of processes that start together, one only
 * fills it. Returns whether it did.
 */
export async function chargerDemonstration(sql: Sql, maintenant: Date): Promise<boolean> {
  return inTransaction(sql, async (tx) => {
    await texte`select pg_advisory_xact_lock(${CLE_DU_VERROU})`.execute(tx)
    const deja = await tx.selectFrom('structure').select('id').limit(1).executeTakeFirst()
    if (deja) return false
    await remplir(tx, await findRessources(tx, maintenant))
    return true
  })
}
