import { sql as texte } from 'kysely'
import { STRUCTURES } from '../../seed/structures.ts'
import { findTousReglages, installerReglages } from '../calendrier/calendrier.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { insertStructure } from '../structure/structure.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import { publierAnnuaire } from './annuaire.ts'
import { assurerComptesCentraux, MOT_DE_PASSE, pointFocalDe } from './comptes.ts'
import { formulairesDe } from './formulaires.ts'
import { insertLot, type Lot } from './lot.sql.ts'
import { findRessources, type Ressources } from './ressources.ts'
import { SCENARIOS } from './scenario.ts'

export { COMPTES_DEMONSTRATION } from './comptes.ts'

/** Any constant does, as long as nothing else takes it. */
const CLE_DU_VERROU = 18_051_207
/** Months of figures, the current one included. */
const MOIS = 15

/** Structures, accounts, everything that they reported, then the annuaire made of it. */
async function remplir(sql: Sql, ressources: Ressources): Promise<void> {
  const { modeles, reglages, courant, maintenant } = ressources
  const empreinte = await hacherMotDePasse(MOT_DE_PASSE)
  const centraux = await assurerComptesCentraux(sql, empreinte)
  const ids = new Map<string, number>()
  const lot: Lot = { formulaires: [], historique: [], publications: [], remarques: [] }
  for (const { parent, ...structure } of STRUCTURES) {
    const parentId = (parent && ids.get(parent)) || null
    const structureId = await insertStructure(sql, { ...structure, parentId })
    ids.set(structure.code, structureId)
    const compte = pointFocalDe(structure, structureId, empreinte)
    const STRUCTURE = await insertUtilisateur(sql, compte)
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
  await publierAnnuaire(sql, courant, maintenant)
}

/**
 * Fills a base without any structure with the fictional country: 17 structures, their accounts, and
 * 15 months of coherent forms that end with the month of `maintenant`, with the anomalies of
 * domaine §3, and the annuaire of the last published year. Does nothing when there are structures;
 * of processes that start together, one only fills it. Returns whether it did.
 */
export async function chargerDemonstration(sql: Sql, maintenant: Date): Promise<boolean> {
  return inTransaction(sql, async (tx) => {
    await texte`select pg_advisory_xact_lock(${CLE_DU_VERROU})`.execute(tx)
    const deja = await tx.selectFrom('structure').select('id').limit(1).executeTakeFirst()
    if (deja) return false
    await remplir(tx, await findRessources(tx, maintenant))
    await installerReglages(tx, { demonstration: true })
    return true
  })
}

/** Whether this base was filled by the demonstration: its accounts open with a public password. */
export async function estDemonstration(sql: Sql): Promise<boolean> {
  return (await findTousReglages(sql))['demonstration'] === true
}
