import type { Preparation } from '@releve/contract/annuaire/fichier.api.ts'
import {
  FICHIERS_ANNUAIRE,
  type FormatAnnuaire,
  nomAnnuaire,
} from '@releve/contract/annuaire/fichier.schema.ts'
import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Fichier } from '@releve/contract/fichier.ts'
import { inTransaction } from '../../platform/base/transaction.ts'
import { ErreurMetier, erreur } from '../../platform/erreur.ts'
import type { Contexte, Db } from '../../platform/route.ts'
import type { Pour } from '../../platform/tour.ts'
import {
  findDonnee,
  findEnCours,
  findGarde,
  findPreparation,
  findPrepare,
  insertPreparation,
  updateAvance,
  updateFin,
  verrouillerPreparations,
} from '../fichier.sql.ts'
import { findLicence } from '../licence.ts'
import { composerFichier } from './composer.ts'
import { type AFaire, findOuComposer, octetsDe } from './garder.ts'
import type { EditionFigee } from './trouver.ts'

/** `soumis`: a preview that counts what is only submitted. */
type Commande = {
  annee: number
  format: FormatAnnuaire
  soumis: boolean
  figee: EditionFigee
}

/** Steps: the content is read or computed, the file is made, it is kept. */
const ETAPES = { contenu: 1, compose: 2, garde: 3 } as const
/** How often it is asked whether the file is still wanted. */
const RONDE_MS = 1000

const fichierDe = (nom: string, format: FormatAnnuaire, contenu: Uint8Array): Fichier => ({
  nom,
  typeMime: FICHIERS_ANNUAIRE[format].typeMime,
  contenu,
})

type PreparationMenee = { id: number; format: FormatAnnuaire; compte: number }

/** Makes and keeps; `suivre` says how far it is. */
async function conduire(
  db: Db,
  { id, format, compte }: PreparationMenee,
  lire: () => Promise<AFaire>,
  parti: AbortSignal,
): Promise<void> {
  const pour = { compte, parti }
  const { annuaire, annuaireId } = await lire()
  if (!(await updateAvance(db, id, ETAPES.contenu))) return
  const nom = nomAnnuaire(annuaire, format)
  const commun = { etat: 'FAITE', fait: ETAPES.garde, nom } as const
  if (annuaireId !== null) {
    const fichier = await findOuComposer(db, { annuaire, annuaireId }, { format, pour })
    const { id: fichierId, contenu: octets } = fichier
    const taille = octets.length
    return updateFin(db, id, { ...commun, taille, fichierId, contenu: null })
  }
  const licence = await findLicence(db)
  const contenu = await composerFichier(annuaire, { format, licence, pour })
  return updateFin(db, id, { ...commun, taille: contenu.length, fichierId: null, contenu })
}

const raisonDe = (echec: unknown): string =>
  echec instanceof ErreurMetier ? echec.message : libelleErreur('FICHIER_NON_COMPOSE')

/** Of those made by this process: whether they count what is only submitted, which no row says. */
const menees = new Map<number, boolean>()

/** Carries it out, asking from time to time whether it is still wanted. */
async function suivre(
  db: Db,
  preparation: PreparationMenee,
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
    menees.delete(id)
  }
}

const demandeDe = ({ agent, maintenant }: Contexte) => ({ demandePar: agent.id, maintenant })

/** Writes a preparation, begun or done. */
function inserer(
  { db, agent, maintenant: le }: Contexte,
  { annee, format, figee }: Commande,
  faite?: Parameters<typeof insertPreparation>[2],
): Promise<number> {
  const edition = figee?.edition ?? null
  return insertPreparation(db, { annee, format, edition, demandePar: agent.id, le }, faite)
}

/** The preparation that gives a file that is kept, if it is: nothing is to be made. */
async function donnerGarde(contexte: Contexte, commande: Commande): Promise<Preparation | null> {
  const { annee, format, figee } = commande
  const garde = figee && (await findGarde(contexte.db, figee.annuaireId, format))
  if (!garde) return null
  const { id: fichierId, taille } = garde
  const deja = await findDonnee(contexte.db, demandeDe(contexte), fichierId)
  if (deja) return deja
  const nom = nomAnnuaire({ annee, edition: figee.edition, provisoire: false }, format)
  const faite = {
    etat: 'FAITE',
    fait: ETAPES.garde,
    nom,
    taille,
    fichierId,
    contenu: null,
  } as const
  return lirePreparation(contexte, await inserer(contexte, commande, faite))
}

/** Whether the one that is under way will give what is asked for. */
const estLaMeme = (enCours: Preparation, { annee, format, soumis, figee }: Commande): boolean =>
  enCours.annee === annee &&
  enCours.format === format &&
  enCours.edition === (figee?.edition ?? null) &&
  (figee !== null || menees.get(enCours.id) === soumis)

/** The preparation to follow, and whether it is still to be carried out. */
async function commencer(
  contexte: Contexte,
  commande: Commande,
): Promise<{ preparation: Preparation; aMener: boolean }> {
  const { db, agent } = contexte
  await verrouillerPreparations(db, agent.id)
  const preparation =
    (await donnerGarde(contexte, commande)) ?? (await findEnCours(db, demandeDe(contexte)))
  if (!preparation) {
    const id = await inserer(contexte, commande)
    menees.set(id, commande.soumis)
    return { preparation: await lirePreparation(contexte, id), aMener: true }
  }
  if (preparation.etat === 'EN_COURS' && !estLaMeme(preparation, commande)) {
    const { annee, format } = preparation
    throw erreur('PREPARATION_EN_COURS', { annee: String(annee), format: format.toUpperCase() })
  }
  return { preparation, aMener: false }
}

/**
 * Launches the making of a file, one at a time a person: asked for again, the one under way is
 * given back; a file that is kept is done at once. It goes on once the answer is sent, in this
 * process; any process tells how far it is, and stops it.
 * @throws PREPARATION_EN_COURS
 */
export async function preparer(
  contexte: Contexte,
  commande: Commande,
  lire: () => Promise<AFaire>,
): Promise<Preparation> {
  const { db, agent } = contexte
  const { preparation, aMener } = await inTransaction(db, (tx) =>
    commencer({ ...contexte, db: tx }, commande),
  )
  const { id, format } = preparation
  // The base may be closing: nobody is left to be told.
  if (aMener) void suivre(db, { id, format, compte: agent.id }, lire).catch(() => {})
  return preparation
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

/** Milliseconds that a file is waited for: whoever waits is answered before his line is cut. */
const PATIENCE = 100_000

/** The file itself, waited for. @throws FICHIER_NON_COMPOSE, and what `octetsDe` throws */
export async function telecharger(
  db: Db,
  aFaire: AFaire,
  { format, pour }: { format: FormatAnnuaire; pour: Required<Pour> },
): Promise<Fichier> {
  const parti = AbortSignal.any([pour.parti, AbortSignal.timeout(PATIENCE)])
  const commande = { format, pour: { ...pour, parti } }
  const octets = await octetsDe(db, aFaire, commande).catch((cause: unknown) => {
    if (cause instanceof ErreurMetier) throw cause
    // Given up by whoever asked: he reads nothing of it.
    if (pour.parti.aborted) throw erreur('SERVICE_OCCUPE')
    throw erreur('FICHIER_NON_COMPOSE', {}, { attente: 60, cause })
  })
  return fichierDe(nomAnnuaire(aFaire.annuaire, format), format, octets)
}
