import type { documentApi } from '@releve/contract/document/document.api.ts'
import type { Ouvrage } from '@releve/contract/document/document.schema.ts'
import { changementsEntre, noter } from '../journal/noter.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Db } from '../platform/route.ts'
import {
  findOuvrage,
  findOuvrageCharge,
  type OuvrageCharge,
  updateFichier,
  updateOuvrage,
} from './bibliotheque.sql.ts'
import { effacer, garder } from './contenu.ts'
import { examiner, type FichierExamine, verifierQuota } from './deposer.ts'
import { verifierDeposee, verifierTypeDepose } from './document.rights.ts'
import {
  countOccupation,
  insertPiecesEffacees,
  type Place,
  verrouillerLieu,
} from './document.sql.ts'

const ORGANISATION = { formulaireId: null, structureId: null }

/** The document, locked, as whoever acts has read it. */
async function reprendre(
  tx: Db,
  { id, version }: { id: number; version: number },
): Promise<OuvrageCharge> {
  const charge = await findOuvrageCharge(tx, id, true)
  if (!charge) throw erreur('OUVRAGE_INTROUVABLE')
  verifierDeposee(charge)
  if (charge.version !== version) throw erreur('VERSION_OUVRAGE_PERIMEE')
  return charge
}

async function relire(tx: Db, agent: Agent, id: number): Promise<Ouvrage> {
  const ouvrage = await findOuvrage(tx, agent, id)
  if (!ouvrage) throw erreur('OUVRAGE_INTROUVABLE')
  return ouvrage
}

/** Changes how a document is presented. */
export async function modifierOuvrage(
  contexte: Appel<typeof documentApi.modifierOuvrage>,
): Promise<Ouvrage> {
  const { db, agent, body } = contexte
  const { id, version: _, ...fiche } = body
  const charge = await reprendre(db, body)
  if (fiche.typeDocument !== charge.typeDocument) verifierTypeDepose(fiche.typeDocument)
  const { titre, description, typeDocument, rang } = await relire(db, agent, id)
  const changements = changementsEntre({ titre, description, typeDocument, rang }, fiche)
  if (changements) {
    await updateOuvrage(db, { id, ...fiche })
    await noter(contexte, 'OUVRAGE_MODIFIE', { cible: titre, changements })
  }
  return relire(db, agent, id)
}

type Remplacement = Appel<typeof documentApi.remplacerOuvrage>

async function ecrire(
  tx: Db,
  appel: Remplacement,
  fiche: FichierExamine['fiche'],
  place: Place,
): Promise<{ ouvrage: Ouvrage; ancien: OuvrageCharge }> {
  const { agent, maintenant, body } = appel
  await verrouillerLieu(tx, ORGANISATION)
  const ancien = await reprendre(tx, body)
  const occupe = await countOccupation(tx, ORGANISATION)
  verifierQuota('organisation', occupe, { fichiers: 0, octets: fiche.taille - ancien.taille })
  const depose = { deposeLe: maintenant, deposePar: agent.id }
  await updateFichier(tx, { id: body.id, ...fiche, ...place, ...depose })
  if (ancien.depot === 'S3') await insertPiecesEffacees(tx, [ancien.name], maintenant)
  const ouvrage = await relire(tx, agent, body.id)
  const trace = { cible: ouvrage.titre, detail: { name: fiche.nomOrigine } }
  await noter({ ...appel, db: tx }, 'OUVRAGE_REMPLACE', trace)
  return { ouvrage, ancien }
}

/** Puts another file in the place of a document's: its title, its place and its address stay. */
export async function remplacerOuvrage(
  appel: Remplacement,
  charge: OuvrageCharge,
): Promise<Ouvrage> {
  verifierDeposee(charge)
  const { db, config, body } = appel
  const { octets, fiche } = await examiner(body.fichier, charge.typeDocument)
  const { ouvrage, ancien } = await garder(appel, { ...fiche, octets }, (tx, place) =>
    ecrire(tx, appel, fiche, place),
  )
  if (ancien.depot === 'S3') await effacer(db, config, [ancien.name])
  return ouvrage
}
