import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import { compterEffets, importer, verifierEntetes } from '../platform/import.ts'
import type { Appel } from '../platform/route.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import { COLONNES, enteteDe, FEUILLE } from './colonnes.ts'
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

type Plan = { contexte: Contexte; lignes: LigneLue[]; apercus: LigneImport[] }

/** What the spreadsheet would do, each line judged as the screen would. */
async function preparer(acte: Acte, tableur: Tableur): Promise<Plan> {
  verifierEntetes(tableur, COLONNES, 'Identifiant')
  const { lignes: rangees } = tableur
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
  const codes = new Set(lues.flatMap(({ fiche }) => codesDe(fiche)))
  const structures = await findStructuresParCode(acte.sql, [...codes])
  const contexte = { ...comptes, structures }
  refuserAgentParti(contexte)
  const cles = new Map(tenus.map(({ nom, cle }) => [nom, cle]))
  const lignes = verifierLignes(lues, contexte, cles)
  return { contexte, lignes, apercus: lignes.map(apercuDe) }
}

/** Writes a line; what only the base could see (a name taken meanwhile) refuses the whole import. */
async function ecrireLigne(acte: Acte, ligne: LigneLue, contexte: Contexte): Promise<void> {
  const { cible, fiche, numero } = ligne
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
    if (ligne.cible) comptes.set(ligne.cible.id, { ...ligne.cible, ...ligne.fiche })
  }
  const { sql, agent, maintenant: le } = acte
  const ligne = { le, utilisateurId: agent.id, action: 'UTILISATEURS_IMPORTES' }
  const { creations: crees, modifications: modifies } = compterEffets(apercus)
  const detail = { crees, modifies }
  await insertJournal(sql, { ...ligne, detail })
}

/**
 * Says what a spreadsheet of accounts would do, or does it: all its lines, or none.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE
 */
export const importerUtilisateurs = (
  appel: Appel<typeof utilisateurApi.importerUtilisateurs>,
): Promise<Import> => importer(appel, { feuille: FEUILLE, enteteDe, preparer, ecrire })
