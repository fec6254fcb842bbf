import type { Fichier } from '@releve/contract/fichier.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { listCodificationsActives } from '../../codification/codification.sql.ts'
import { erreur } from '../../platform/erreur.ts'
import { JsonIllisible, readJson } from '../../platform/json.ts'
import type { Appel, Contexte, Db } from '../../platform/route.ts'
import { composeVenues, type FicheVenue } from '../../structure/tableur.ts'
import { Inconvertible, type StructureVenue } from './ailleurs.ts'
import { convertirDhis2 } from './dhis2.ts'

const plier = (texte: string): string =>
  texte
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Codes of the regions by what names them. */
async function regionsDe(db: Db): Promise<Map<string, string>> {
  const { REGION = [] } = await listCodificationsActives(db)
  return new Map(
    REGION.flatMap(({ code, libelle }): [string, string][] => [
      [plier(libelle), code],
      [plier(code), code],
    ]),
  )
}

async function composer(
  contexte: Pick<Contexte, 'db' | 'maintenant'>,
  structures: readonly StructureVenue[],
): Promise<Fichier> {
  const regions = await regionsDe(contexte.db)
  const fiches = structures.map(({ unite: _unite, ancetres, ...venue }): FicheVenue => {
    const region = ancetres.map((nom) => regions.get(plier(nom))).find((code) => code !== undefined)
    return { ...venue, dateOuverture: venue.dateOuverture ?? '', region: region ?? '' }
  })
  return composeVenues(contexte, fiches)
}

/** The structures to be of a data set. @throws MODELE_ILLISIBLE */
function lireStructures(contenu: Uint8Array, choix: string | undefined): StructureVenue[] {
  try {
    return convertirDhis2(readJson(contenu), choix).converti.structures ?? []
  } catch (echec) {
    if (!(echec instanceof JsonIllisible || echec instanceof Inconvertible)) throw echec
    throw erreur('MODELE_ILLISIBLE', { raison: echec.message })
  }
}

/** The structures to be of a file, in the spreadsheet that imports them; their region when it is known. */
export function exporterUnites({
  db,
  maintenant,
  body,
}: Appel<typeof modeleApi.exporterUnites>): Promise<Fichier> {
  const structures = lireStructures(body.fichier.contenu, body.choix)
  if (structures.length === 0)
    throw erreur('MODELE_ILLISIBLE', {
      raison: 'Ce fichier ne décrit aucune unité d’organisation\u00a0: exportez-les avec lui.',
    })
  return composer({ db, maintenant }, structures)
}
