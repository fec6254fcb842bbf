import type { Detail } from '@releve/contract/erreur.ts'
import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import { lireTableur } from '../platform/tableur.ts'
import { COLONNES, FEUILLE } from './colonnes.ts'
import {
  type Acte,
  codesDe,
  ecrireCompte,
  insererCompte,
  ouvrirContexte,
  refuserAgentParti,
} from './enregistrer.ts'
import { findIdsParNom, findStructuresParCode } from './fiche.sql.ts'
import type { Contexte } from './gardes.ts'
import { apercuDe, estInchangee, type LigneLue, lireLigne, verifierLignes } from './lignes.ts'

/** A refusal names this many faults at most. */
const FAUTES_MAX = 200

/** @throws TABLEUR_ILLISIBLE for a column that is none of ours: nothing is dropped in silence. */
function verifierEntetes({ entetes }: Tableur): void {
  const connues = new Set(COLONNES.map(({ entete }) => entete))
  const inconnue = entetes.find((entete) => !connues.has(entete))
  if (inconnue) {
    const raison = `La colonne «\u00A0${inconnue}\u00A0» n’est pas reconnue.`
    throw erreur('TABLEUR_ILLISIBLE', { raison })
  }
  if (!entetes.includes('Identifiant')) {
    throw erreur('TABLEUR_ILLISIBLE', { raison: 'La colonne «\u00A0Identifiant\u00A0» manque.' })
  }
}

type Plan = { contexte: Contexte; lignes: LigneLue[]; apercus: LigneImport[] }

/** What the spreadsheet would do, each line judged as the screen would. */
async function preparer(acte: Acte, { lignes: rangees }: Tableur): Promise<Plan> {
  const noms = rangees.map(({ cellules }) => cellules['Identifiant'] ?? '')
  const trouves = await findIdsParNom(acte.sql, [...new Set(noms)])
  const comptes = await ouvrirContexte(
    acte,
    trouves.flatMap(({ id }) => id ?? []),
  )
  // Read again, now that they are held: one may have taken another name while this waited.
  const tenus = await findIdsParNom(acte.sql, [...new Set(noms)])
  const parNom = new Map(tenus.map((trouve) => [trouve.nom, trouve]))
  const lues = rangees.map((rangee, rang) => {
    const id = parNom.get(noms[rang] ?? '')?.id
    return lireLigne(rangee, (id && comptes.comptes.get(id)) || null)
  })
  const codes = new Set(lues.flatMap(({ fiche }) => (fiche ? codesDe(fiche) : [])))
  const structures = await findStructuresParCode(acte.sql, [...codes])
  const contexte = { ...comptes, structures }
  const cles = new Map(tenus.map(({ nom, cle }) => [nom, cle]))
  const lignes = verifierLignes(lues, contexte, cles)
  return { contexte, lignes, apercus: lignes.map(apercuDe) }
}

/** @throws IMPORT_REFUSE with what is to be corrected, line by line. */
function refuserErreurs(apercus: readonly LigneImport[]): void {
  const details: Detail[] = apercus
    .filter(({ effet }) => effet === 'ERREUR')
    .flatMap(({ ligne, details: fautes }) =>
      fautes.map((faute) => ({ ...faute, chemin: `lignes.${ligne}.${faute.chemin}` })),
    )
  if (details.length > 0)
    throw erreur('IMPORT_REFUSE', {}, { details: details.slice(0, FAUTES_MAX) })
}

/** Writes a line; what only the base could see (a name taken meanwhile) refuses the whole import. */
async function ecrireLigne(acte: Acte, ligne: LigneLue, contexte: Contexte): Promise<void> {
  const { cible, fiche, numero } = ligne
  if (!fiche) return
  try {
    if (cible) await ecrireCompte(acte, cible, fiche, contexte)
    else await insererCompte(acte, fiche, contexte)
  } catch (echec) {
    if (!(echec instanceof ErreurMetier)) throw echec
    const { code, message: libelle } = echec
    const details = [{ chemin: `lignes.${numero}.identifiant`, code, libelle }]
    throw erreur('IMPORT_REFUSE', {}, { details })
  }
}

/** The accounts as the lines above have left them, so that each is judged as it was in the preview. */
async function ecrire(acte: Acte, { contexte, lignes, apercus }: Plan): Promise<void> {
  const comptes = new Map(contexte.comptes)
  for (const ligne of lignes.filter((lue) => !estInchangee(lue))) {
    await ecrireLigne(acte, ligne, { ...contexte, comptes })
    if (ligne.cible && ligne.fiche) comptes.set(ligne.cible.id, { ...ligne.cible, ...ligne.fiche })
  }
  const nombre = (cherche: LigneImport['effet']) =>
    apercus.filter(({ effet }) => effet === cherche).length
  const { sql, agent, maintenant: le } = acte
  const ligne = { le, utilisateurId: agent.id, action: 'UTILISATEURS_IMPORTES' }
  const detail = { crees: nombre('CREER'), modifies: nombre('MODIFIER') }
  await insertJournal(sql, { ...ligne, detail })
}

/**
 * Says what a spreadsheet of accounts would do, or does it: all its lines, or none. `appel.sql` is
 * the plain handle: the file is read before anything is held.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE
 */
export async function importerUtilisateurs(
  appel: Appel<typeof utilisateurApi.importerUtilisateurs>,
): Promise<Import> {
  const { body, agent, maintenant } = appel
  const tableur = await lireTableur(body.fichier.contenu, { feuille: FEUILLE })
  verifierEntetes(tableur)
  const ecrit = body.apercu === 'false'
  return inTransaction(appel.sql, async (sql) => {
    const acte = { sql, agent, maintenant }
    const plan = await preparer(acte, tableur)
    refuserAgentParti(plan.contexte)
    if (ecrit) {
      refuserErreurs(plan.apercus)
      await ecrire(acte, plan)
    }
    return { lignes: plan.apercus, ecrit }
  })
}
