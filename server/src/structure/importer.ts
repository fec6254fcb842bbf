import type { Detail } from '@releve/contract/erreur.ts'
import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Sql } from '../platform/route.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import { lireTableur } from '../platform/tableur.ts'
import type { Colonne } from './colonnes.ts'
import { type Acte, ecrireFiche, jourDe } from './enregistrer.ts'
import { colonnesPour, FEUILLE } from './exporter.ts'
import { findReferentiel } from './fiche.sql.ts'
import { apercuDe, type LigneLue, lireLigne, verifierLignes } from './lignes.ts'
import { verrouillerStructures } from './structure.sql.ts'

/** A refusal names this many faults at most. */
const FAUTES_MAX = 200

/** @throws TABLEUR_ILLISIBLE for a column that is none of ours: nothing is dropped in silence. */
function verifierEntetes({ entetes }: Tableur, colonnes: readonly Colonne[]): void {
  const connues = new Set(colonnes.map(({ entete }) => entete))
  const inconnue = entetes.find((entete) => !connues.has(entete))
  if (inconnue) {
    const raison = `La colonne «\u00A0${inconnue}\u00A0» n’est pas reconnue.`
    throw erreur('TABLEUR_ILLISIBLE', { raison })
  }
  if (!entetes.includes('Code')) {
    throw erreur('TABLEUR_ILLISIBLE', { raison: 'La colonne «\u00A0Code\u00A0» manque.' })
  }
}

type Plan = {
  apercus: LigneImport[]
  lignes: LigneLue[]
  ids: Map<string, number>
  aujourdhui: string
}

/** What the spreadsheet would do, each line judged as the screen would. */
async function preparer(sql: Sql, tableur: Tableur, maintenant: Date): Promise<Plan> {
  const codes = tableur.lignes.map(({ cellules }) => cellules['Code'] ?? '')
  const referentiel = await findReferentiel(sql, codes)
  const colonnes = colonnesPour(referentiel, [...referentiel.fiches.values()])
  verifierEntetes(tableur, colonnes)
  const aujourdhui = await jourDe({ sql, maintenant })
  const lues = tableur.lignes.map((ligne) => lireLigne(ligne, colonnes, referentiel.fiches))
  const lignes = verifierLignes(lues, { colonnes, referentiel, aujourdhui })
  const apercus = lignes.map((ligne, rang) => apercuDe(ligne, tableur.lignes[rang]?.cellules ?? {}))
  const ids = new Map([...referentiel.noeuds].map(([code, { id }]) => [code, id]))
  return { apercus, lignes, ids, aujourdhui }
}

/** @throws IMPORT_REFUSE with what is to be corrected, line by line. */
function refuserErreurs(apercus: readonly LigneImport[]): void {
  const details: Detail[] = apercus.flatMap(({ ligne, details: fautes }) =>
    fautes.map((faute) => ({ ...faute, chemin: `lignes.${ligne}.${faute.chemin}` })),
  )
  if (details.length > 0)
    throw erreur('IMPORT_REFUSE', {}, { details: details.slice(0, FAUTES_MAX) })
}

/** The lines, each after its parent when the file creates it too. No circle is left to be found. */
function parentsDabord(lignes: readonly LigneLue[]): LigneLue[] {
  const parCode = new Map(lignes.map((ligne) => [ligne.code, ligne]))
  const ordonnees = new Set<LigneLue>()
  const placer = (ligne: LigneLue | undefined): void => {
    if (!ligne || ordonnees.has(ligne)) return
    if (ligne.fiche?.parent) placer(parCode.get(ligne.fiche.parent))
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
    if (!fiche || inchangees.has(numero)) continue
    const parentId = fiche.parent === null ? null : (ids.get(fiche.parent) ?? null)
    ids.set(fiche.code, await ecrireFiche(acte, fiche, { avant, parentId, aujourdhui }))
  }
}

async function journaliser({ sql, agent, maintenant }: Acte, apercus: LigneImport[]) {
  const nombre = (cherche: LigneImport['effet']) =>
    apercus.filter(({ effet }) => effet === cherche).length
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'STRUCTURES_IMPORTEES' }
  const detail = { creees: nombre('CREER'), modifiees: nombre('MODIFIER') }
  await insertJournal(sql, { ...ligne, detail })
}

/**
 * Says what a spreadsheet of structures would do, or does it: all its lines, or none. `appel.sql`
 * is the plain handle: the file is read before anything is held.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE
 */
export async function importerStructures(
  appel: Appel<typeof structureApi.importerStructures>,
): Promise<Import> {
  const { body, agent, maintenant } = appel
  const tableur = await lireTableur(body.fichier.contenu, { feuille: FEUILLE })
  const ecrit = body.apercu === 'false'
  return inTransaction(appel.sql, async (sql) => {
    const acte = { sql, agent, maintenant }
    if (ecrit) await verrouillerStructures(sql)
    const plan = await preparer(sql, tableur, maintenant)
    if (ecrit) {
      refuserErreurs(plan.apercus)
      await ecrire(acte, plan)
      await journaliser(acte, plan.apercus)
    }
    return { lignes: plan.apercus, ecrit }
  })
}
