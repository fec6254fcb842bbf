import { findDernierPublie } from '../annuaire/annuaire.sql.ts'
import { findTousReglages, reglagesDe } from '../calendrier/calendrier.sql.ts'
import { CONSERVATION, MENTIONS, valeursDe } from '../parametre/parametre.sql.ts'
import type { Sql } from '../platform/route.ts'

const NOM = 'Relevé'

function texteOu(valeur: unknown, defaut: string): string {
  return typeof valeur === 'string' && valeur ? valeur : defaut
}

const nomsDe = (tous: Record<string, unknown>) => ({
  organisation: texteOu(tous['organisation'], 'Direction centrale'),
  pays: texteOu(tous['pays'], ''),
})

/** What the legal notices say of whoever runs the platform. */
export async function findNotices(sql: Sql) {
  const tous = await findTousReglages(sql)
  return {
    ...nomsDe(tous),
    ...valeursDe(CONSERVATION, tous),
    mentions: valeursDe(MENTIONS, tous),
  }
}

/**
 * The public settings: names of the product, the organisation and the country; the calendar; and
 * the last published annuaire.
 */
export async function findConfiguration(sql: Sql) {
  const tous = await findTousReglages(sql)
  const { fuseau, jourEcheance, joursFeries } = reglagesDe(tous)
  return {
    nom: texteOu(tous['nom'], NOM),
    ...nomsDe(tous),
    urlLogo: typeof tous['urlLogo'] === 'string' ? tous['urlLogo'] : null,
    fuseau,
    jourEcheance,
    joursFeries: [...joursFeries],
    annuaire: await findDernierPublie(sql),
  }
}
