import type { Fichier } from '@releve/contract/fichier.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Appel } from '../platform/route.ts'
import { composeTableur } from '../platform/tableur.ts'
import { colonnesDe, ligneDe } from './colonnes.ts'
import { findReferentiel, type Referentiel } from './fiche.sql.ts'
import { perimetreComplet } from './structure.rights.ts'
import { listStructures } from './structure.sql.ts'

/** The name of the sheet in the workbook. */
export const FEUILLE = 'Structures'
const TOUTES = { page: 1, taille: 1_000_000 }

/** Every category of staff and every model in use, so that a spreadsheet loses nothing. */
export function colonnesPour(referentiel: Referentiel, structures: readonly Structure[]) {
  const categories = [...(referentiel.codes.get('CATEGORIE_PERSONNEL') ?? [])]
  const servies = structures.flatMap(({ postesReference }) => Object.keys(postesReference))
  const modeles = [...referentiel.modeles.keys()]
  return colonnesDe([...new Set([...categories, ...servies])], modeles)
}

/** The structures that the filters keep, in a spreadsheet that can be imported again. */
export async function exporterStructures({
  sql,
  agent,
  query: { format, ...filtres },
  maintenant,
}: Appel<typeof structureApi.exporterStructures>): Promise<Fichier> {
  const tri = filtres.tri ?? 'code'
  const { elements } = await listStructures(sql, perimetreComplet(agent), {
    ...filtres,
    ...TOUTES,
    tri,
  })
  // Whoever exports reads every record whole.
  const structures = elements.filter((element) => 'version' in element)
  const colonnes = colonnesPour(await findReferentiel(sql, []), structures)
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'STRUCTURES_EXPORTEES' }
  await insertJournal(sql, { ...ligne, detail: { format, nombre: structures.length } })
  const lignes = structures.map((structure) => ligneDe(colonnes, structure))
  const nom = `structures-${maintenant.toISOString().slice(0, 10)}`
  return composeTableur(nom, { feuille: FEUILLE, colonnes, lignes }, format)
}
