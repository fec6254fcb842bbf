import { findReglages, findTousReglages } from '../calendrier/calendrier.sql.ts'
import type { Sql } from '../platform/route.ts'

const NOM = 'Relevé'

function texteOu(valeur: unknown, defaut: string): string {
  return typeof valeur === 'string' && valeur ? valeur : defaut
}

/** The public settings: names of the product, the organisation and the country; the calendar. */
export async function findConfiguration(sql: Sql) {
  const tous = await findTousReglages(sql)
  const { fuseau, jourEcheance, joursFeries } = await findReglages(sql)
  return {
    nom: texteOu(tous['nom'], NOM),
    organisation: texteOu(tous['organisation'], 'Direction centrale'),
    pays: texteOu(tous['pays'], ''),
    urlLogo: typeof tous['urlLogo'] === 'string' ? tous['urlLogo'] : null,
    fuseau,
    jourEcheance,
    joursFeries: [...joursFeries],
  }
}

/** Whether the base answers. */
export async function pingBase(sql: Sql): Promise<boolean> {
  return sql
    .selectFrom('parametre')
    .select('cle')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    )
}
