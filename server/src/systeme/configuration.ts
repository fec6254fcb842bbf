import { findDernierPublie } from '../annuaire/annuaire.sql.ts'
import { reglagesDe } from '../parametre/calendrier.ts'
import {
  CONSERVATION,
  findTousReglages,
  MENTIONS,
  ORGANISATION,
  SECURITE,
  valeursDe,
} from '../parametre/parametre.sql.ts'
import type { Db } from '../platform/route.ts'

const NOM = 'Relevé'

function texteOu(valeur: unknown, defaut: string): string {
  return typeof valeur === 'string' && valeur ? valeur : defaut
}

/** What the legal notices say of whoever runs the platform. */
export async function findNotices(db: Db) {
  const tous = await findTousReglages(db)
  return {
    ...valeursDe(ORGANISATION, tous),
    ...valeursDe(CONSERVATION, tous),
    mentions: valeursDe(MENTIONS, tous),
  }
}

/**
 * The public settings: names of the product, the organisation and the country; the calendar; and
 * the last published annuaire.
 */
export async function findConfiguration(db: Db) {
  const tous = await findTousReglages(db)
  const { fuseau, jourEcheance, joursFeries, moisVerrou, ...calendrier } = reglagesDe(tous)
  return {
    nom: texteOu(tous['nom'], NOM),
    ...valeursDe(ORGANISATION, tous),
    urlLogo: typeof tous['urlLogo'] === 'string' ? tous['urlLogo'] : null,
    fuseau,
    jourEcheance,
    joursFeries: [...joursFeries],
    moisVerrou,
    echeances: { ...calendrier.echeances },
    debutCollecte: calendrier.debutCollecte,
    annuaire: await findDernierPublie(db),
    postePartage: valeursDe(SECURITE, tous).postePartage,
  }
}
