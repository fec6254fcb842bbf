import type { ChildProcess } from 'node:child_process'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { FormatAnnuaire, Licence } from '@releve/contract/annuaire/fichier.schema.ts'
import { lancerAPart } from '../../platform/apart.ts'
import { erreur } from '../../platform/erreur.ts'
import { ouvrirTours } from '../../platform/tour.ts'
import type { DemandeFichier, ReponseFichier } from './fichier.worker.ts'

/** Of one file: milliseconds; megabytes of objects, then in all. */
const LIMITES = { duree: 180_000, memoire: 600, residente: 1000 }

/** One at a time: a long PDF takes a processor and half that memory. */
const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 8, retour: 30 })

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
  arret?: AbortSignal
  limites?: typeof LIMITES
}

/**
 * The bytes of a file of an annuaire, made in a process of its own, one at a time; `arret` kills it.
 * The same content gives the same bytes.
 * @throws FichierManque, PDF_INDISPONIBLE, SERVICE_OCCUPE
 */
export function composerFichier(
  annuaire: Annuaire,
  { format, licence, arret, limites = LIMITES }: Commande,
): Promise<Buffer> {
  const demande: DemandeFichier = {
    annuaire: JSON.stringify(annuaire),
    format,
    licence,
    memoire: limites.residente,
  }
  return attendreSonTour(() => {
    if (arret?.aborted) throw new FichierManque('arrêté')
    return lancerAPart(OUVRIER, demande, { limites, recevoir, ...(arret && { arret }) })
  })
}
