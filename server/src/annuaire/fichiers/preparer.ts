import type { Preparation } from '@releve/contract/annuaire/fichier.api.ts'
import { FICHIERS_ANNUAIRE, type FormatAnnuaire } from '@releve/contract/annuaire/fichier.schema.ts'
import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Fichier } from '@releve/contract/fichier.ts'
import { ErreurMetier, erreur } from '../../platform/erreur.ts'
import type { Contexte, Db } from '../../platform/route.ts'
import {
  findPreparation,
  findPrepare,
  insertPreparation,
  updateAvance,
  updateFin,
} from '../fichier.sql.ts'
import { findLicence } from '../licence.ts'
import { composerFichier } from './composer.ts'
import { type AFaire, findOuComposer, nomDe, octetsDe } from './garder.ts'

type Commande = { annee: number; edition: number | null; format: FormatAnnuaire }

/** Steps: the content is read or computed, the file is made, it is kept. */
const ETAPES = { contenu: 1, compose: 2, garde: 3 } as const
/** How often it is asked whether the file is still wanted. */
const RONDE_MS = 1000

const fichierDe = (nom: string, format: FormatAnnuaire, contenu: Uint8Array): Fichier => ({
  nom,
  typeMime: FICHIERS_ANNUAIRE[format].typeMime,
  contenu,
})

/** Makes and keeps; `suivre` says how far it is. */
async function conduire(
  db: Db,
  { id, format }: { id: number; format: FormatAnnuaire },
  lire: () => Promise<AFaire>,
  arret: AbortSignal,
): Promise<void> {
  const { annuaire, annuaireId } = await lire()
  if (!(await updateAvance(db, id, ETAPES.contenu))) return
  const nom = nomDe(annuaire, format)
  const commun = { etat: 'FAITE', fait: ETAPES.garde, nom } as const
  if (annuaireId !== null) {
    const fichier = await findOuComposer(db, { annuaire, annuaireId }, { format, arret })
    const { id: fichierId, contenu: octets } = fichier
    const taille = octets.length
    return updateFin(db, id, { ...commun, taille, fichierId, contenu: null })
  }
  const licence = await findLicence(db)
  const contenu = await composerFichier(annuaire, { format, licence, arret })
  return updateFin(db, id, { ...commun, taille: contenu.length, fichierId: null, contenu })
}

const raisonDe = (echec: unknown): string =>
  echec instanceof ErreurMetier ? echec.message : libelleErreur('FICHIER_NON_COMPOSE')

/** Carries it out, asking from time to time whether it is still wanted. */
async function suivre(
  db: Db,
  preparation: { id: number; format: FormatAnnuaire },
  lire: () => Promise<AFaire>,
): Promise<void> {
  const { id } = preparation
  const arret = new AbortController()
  let fait: number = 0
  const ronde = setInterval(() => {
    updateAvance(db, id, fait).then(
      (voulu) => void (voulu || arret.abort()),
      // The base does not answer: the file itself will tell.
      () => {},
    )
  }, RONDE_MS).unref()
  const lireEtDire = async () => {
    const lu = await lire()
    fait = ETAPES.contenu
    return lu
  }
  try {
    await conduire(db, preparation, lireEtDire, arret.signal)
  } catch (echec) {
    if (!arret.signal.aborted) await updateFin(db, id, { etat: 'ECHOUEE', raison: raisonDe(echec) })
  } finally {
    clearInterval(ronde)
  }
}

/**
 * Launches the making of a file. It goes on once the answer is sent, in this process; any process
 * tells how far it is, and stops it.
 */
export async function preparer(
  contexte: Contexte,
  commande: Commande,
  lire: () => Promise<AFaire>,
): Promise<Preparation> {
  const { db, agent, maintenant: le } = contexte
  const id = await insertPreparation(db, { ...commande, demandePar: agent.id, le })
  // The base may be closing: nobody is left to be told.
  void suivre(db, { id, format: commande.format }, lire).catch(() => {})
  return lirePreparation(contexte, id)
}

/** @throws PREPARATION_INTROUVABLE */
export async function lirePreparation(
  { db, agent, maintenant }: Contexte,
  id: number,
): Promise<Preparation> {
  const preparation = await findPreparation(db, { id, demandePar: agent.id, maintenant })
  if (!preparation) throw erreur('PREPARATION_INTROUVABLE')
  return preparation
}

/** Says that it is no longer wanted: whoever makes it learns it within a second. */
export async function annulerPreparation(contexte: Contexte, id: number): Promise<undefined> {
  await lirePreparation(contexte, id)
  await updateFin(contexte.db, id, { etat: 'ANNULEE' })
}

/** @throws PREPARATION_INTROUVABLE */
export async function telechargerPreparation(contexte: Contexte, id: number): Promise<Fichier> {
  const { format, nom } = await lirePreparation(contexte, id)
  const octets = await findPrepare(contexte.db, id)
  if (!octets || !nom) throw erreur('PREPARATION_INTROUVABLE')
  return fichierDe(nom, format, octets)
}

/** The file itself, waited for. @throws FICHIER_NON_COMPOSE, and what `octetsDe` throws */
export async function telecharger(
  db: Db,
  aFaire: AFaire,
  format: FormatAnnuaire,
): Promise<Fichier> {
  const { signal: arret } = new AbortController()
  const octets = await octetsDe(db, aFaire, { format, arret }).catch((cause: unknown) => {
    if (cause instanceof ErreurMetier) throw cause
    throw erreur('FICHIER_NON_COMPOSE', {}, { attente: 60, cause })
  })
  return fichierDe(nomDe(aFaire.annuaire, format), format, octets)
}
