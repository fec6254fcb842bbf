import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { compterEffets, importer, verifierEntetes } from '../platform/import.ts'
import type { Appel } from '../platform/route.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import { type Acte, ecrireFiche, jourDe } from './enregistrer.ts'
import { colonnesPour, FEUILLE } from './exporter.ts'
import { findReferentiel } from './fiche.sql.ts'
import { apercuDe, type LigneLue, lireLigne, verifierLignes } from './lignes.ts'
import { verrouillerStructures } from './structure.sql.ts'

type Plan = {
  apercus: LigneImport[]
  lignes: LigneLue[]
  ids: Map<string, number>
  aujourdhui: string
}

/** What the spreadsheet would do, each line judged as the screen would. */
async function preparer(
  { sql, maintenant }: Pick<Acte, 'sql' | 'maintenant'>,
  tableur: Tableur,
  ecrit: boolean,
): Promise<Plan> {
  if (ecrit) await verrouillerStructures(sql)
  const codes = tableur.lignes.map(({ cellules }) => cellules['Code'] ?? '')
  const referentiel = await findReferentiel(sql, codes)
  const colonnes = colonnesPour(referentiel, [...referentiel.fiches.values()])
  verifierEntetes(tableur, colonnes, 'Code')
  const aujourdhui = await jourDe({ sql, maintenant })
  const lues = tableur.lignes.map((ligne) => lireLigne(ligne, colonnes, referentiel.fiches))
  const lignes = verifierLignes(lues, { colonnes, referentiel, aujourdhui })
  const apercus = lignes.map((ligne, rang) => apercuDe(ligne, tableur.lignes[rang]?.cellules ?? {}))
  const ids = new Map([...referentiel.noeuds].map(([code, { id }]) => [code, id]))
  return { apercus, lignes, ids, aujourdhui }
}

/** The lines, each after its parent when the file creates it too. No circle is left to be found. */
function parentsDabord(lignes: readonly LigneLue[]): LigneLue[] {
  const parCode = new Map(lignes.map((ligne) => [ligne.code, ligne]))
  const ordonnees = new Set<LigneLue>()
  const placer = (ligne: LigneLue | undefined): void => {
    if (!ligne || ordonnees.has(ligne)) return
    if (ligne.fiche.parent) placer(parCode.get(ligne.fiche.parent))
    ordonnees.add(ligne)
  }
  for (const ligne of lignes) placer(ligne)
  return [...ordonnees]
}

async function ecrire(acte: Acte, { apercus, lignes, ids, aujourdhui }: Plan): Promise<void> {
  const inchangees = new Set(
    apercus.filter(({ effet }) => effet === 'INCHANGE').map(({ ligne }) => ligne),
  )
  for (const { fiche, avant, numero } of parentsDabord(lignes)) {
    if (inchangees.has(numero)) continue
    const parentId = fiche.parent === null ? null : (ids.get(fiche.parent) ?? null)
    ids.set(fiche.code, await ecrireFiche(acte, fiche, { avant, parentId, aujourdhui }))
  }
  await journaliser(acte, apercus)
}

async function journaliser({ sql, agent, maintenant }: Acte, apercus: LigneImport[]) {
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'STRUCTURES_IMPORTEES' }
  const { creations: creees, modifications: modifiees } = compterEffets(apercus)
  const detail = { creees, modifiees }
  await insertJournal(sql, { ...ligne, detail })
}

/**
 * Says what a spreadsheet of structures would do, or does it: all its lines, or none.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE
 */
export const importerStructures = (
  appel: Appel<typeof structureApi.importerStructures>,
): Promise<Import> =>
  // The path of a fault is its column's heading.
  importer(appel, { feuille: FEUILLE, enteteDe: (chemin) => chemin, preparer, ecrire })
