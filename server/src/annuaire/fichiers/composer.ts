import type { ChildProcess } from 'node:child_process'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { FormatAnnuaire, Licence } from '@releve/contract/annuaire/fichier.schema.ts'
import { type Limites, lancerAPart } from '../../platform/apart.ts'
import { erreur } from '../../platform/erreur.ts'
import { ouvrirTours, type Pour } from '../../platform/tour.ts'
import type { DemandeFichier, ReponseFichier } from './fichier.worker.ts'

/** Of one file. The compiler works on several threads: it may take more than the clock shows. */
const LIMITES = { duree: 180_000, processeur: 360_000, memoire: 600, residente: 1000 }

/**
 * One at a time: a long PDF takes a processor and half that memory. Not among the documents of
 * `platform/apart.ts`, which take seconds.
 */
const attendreSonTour = ouvrirTours({
  simultanes: 1,
  enAttente: 8,
  retour: 30,
  part: {
    simultanes: 1,
    enAttente: 2,
    travaux: 'fichiers précédents sont encore en préparation',
  },
})

const OUVRIER = new URL('./fichier.worker.ts', import.meta.url)

/** A file that could not be made: it fell, took too long or too much. */
class FichierManque extends Error {
  override readonly name = 'FichierManque'
}

function recevoir(ouvrier: ChildProcess): Promise<Buffer> {
  return new Promise((accepter, refuser) => {
    ouvrier.once('message', (reponse: ReponseFichier) => {
      if ('octets' in reponse) accepter(Buffer.from(reponse.octets))
      else if (reponse.absent) refuser(erreur('PDF_INDISPONIBLE'))
      else refuser(new FichierManque(reponse.panne))
    })
    ouvrier.once('error', (cause) => refuser(new FichierManque('processus', { cause })))
    ouvrier.once('exit', () => refuser(new FichierManque('arrêté')))
  })
}

type Commande = {
  format: FormatAnnuaire
  licence: Licence
  pour: Pour
  limites?: Limites
}

/**
 * The bytes of a file of an annuaire, made in a process of its own, in its turn; killed when those
 * who wait for it have left. The same content gives the same bytes.
 * @throws FichierManque, PDF_INDISPONIBLE, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export function composerFichier(
  annuaire: Annuaire,
  { format, licence, pour, limites = LIMITES }: Commande,
): Promise<Buffer> {
  const { parti: arret } = pour
  const demande: DemandeFichier = { annuaire: JSON.stringify(annuaire), format, licence }
  return attendreSonTour(
    () => lancerAPart(OUVRIER, demande, { limites, recevoir, ...(arret && { arret }) }),
    pour,
  )
}
