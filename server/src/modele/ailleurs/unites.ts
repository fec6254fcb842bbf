import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { listCodificationsActives } from '../../codification/codification.sql.ts'
import { erreur } from '../../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../../platform/route.ts'
import { plier } from '../../platform/tableur.cases.ts'
import { pourDe } from '../../platform/tour.ts'
import { composeVenues, type FicheVenue } from '../../structure/tableur.ts'
import type { StructureVenue } from './ailleurs.ts'
import { lireVenu } from './venu.ts'

/** The words of a name, as two spellings of it are compared. */
const motsDe = (texte: string): string =>
  plier(texte)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Codes of the regions by what names them. */
async function regionsDe(db: Db): Promise<Map<string, string>> {
  const { REGION = [] } = await listCodificationsActives(db)
  return new Map(
    REGION.flatMap(({ code, libelle }): [string, string][] => [
      [motsDe(libelle), code],
      [motsDe(code), code],
    ]),
  )
}

async function composer(
  contexte: Pick<Contexte, 'db' | 'maintenant'>,
  structures: readonly StructureVenue[],
): Promise<FichierEcrit> {
  const regions = await regionsDe(contexte.db)
  const fiches = structures.map(({ unite: _unite, ancetres, ...venue }): FicheVenue => {
    const region = ancetres
      .map((nom) => regions.get(motsDe(nom)))
      .find((code) => code !== undefined)
    return { ...venue, dateOuverture: venue.dateOuverture ?? '', region: region ?? '' }
  })
  return composeVenues(contexte, fiches)
}

/**
 * The structures to be of a file, in the spreadsheet that imports them; their region when it is
 * known.
 * @throws ORIGINE_INCONNUE, MODELE_ILLISIBLE, MODELE_INCONVERTIBLE
 */
export async function exporterUnites(
  appel: Appel<typeof modeleApi.exporterUnites>,
): Promise<FichierEcrit> {
  const { db, maintenant, body } = appel
  const { structures = [] } = (await lireVenu(body, pourDe(appel))).converti
  if (structures.length === 0)
    throw erreur('MODELE_INCONVERTIBLE', {
      raison: 'Il ne décrit aucune unité d’organisation\u00a0: exportez-les avec lui.',
    })
  return composer({ db, maintenant }, structures)
}
