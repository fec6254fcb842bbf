import { createHash } from 'node:crypto'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { FormatAnnuaire } from '@releve/contract/annuaire/fichier.schema.ts'
import type { Db } from '../../platform/route.ts'
import type { Pour } from '../../platform/tour.ts'
import { type FichierGarde, findFichier, insertFichier } from '../fichier.sql.ts'
import { findLicence } from '../licence.ts'
import { composerFichier } from './composer.ts'

/** Works under way, by key: whoever asks for the same one waits for the same result. */
const enCours = new Map<
  string,
  { resultat: Promise<unknown>; attendus: number; arret: AbortController }
>()

/** Rejects when `arret` says so; never otherwise. */
function renoncement(arret: AbortSignal): Promise<never> {
  return new Promise((_, refuser) => {
    const dire = () => refuser(new Error('arrêté', { cause: arret.reason }))
    if (arret.aborted) dire()
    else arret.addEventListener('abort', dire, { once: true })
  })
}

/**
 * Does a work once for all who ask for it at the same time. Whoever gives up (`arret`) leaves the
 * others to it; the last one stops it.
 */
async function partager<T>(
  cle: string,
  arret: AbortSignal,
  faire: (arret: AbortSignal) => Promise<T>,
): Promise<T> {
  const deja = enCours.get(cle)
  const travail = deja ?? lancer(cle, faire)
  travail.attendus += 1
  const renonce = renoncement(arret)
  renonce.catch(() => {})
  try {
    // What is under a key is what its only caller makes there.
    return (await Promise.race([travail.resultat, renonce])) as T
  } finally {
    travail.attendus -= 1
    if (travail.attendus === 0) travail.arret.abort()
  }
}

function lancer<T>(cle: string, faire: (arret: AbortSignal) => Promise<T>) {
  const arret = new AbortController()
  const resultat = faire(arret.signal).finally(() => {
    if (enCours.get(cle) === travail) enCours.delete(cle)
  })
  resultat.catch(() => {})
  const travail = { resultat, attendus: 0, arret }
  enCours.set(cle, travail)
  arret.signal.addEventListener('abort', () => {
    if (enCours.get(cle) === travail) enCours.delete(cle)
  })
  return travail
}

/** An annuaire to be made into a file; `annuaireId` when it is frozen: its file is kept. */
export type AFaire = { annuaire: Annuaire; annuaireId: number | null }

type AGarder = { annuaire: Annuaire; annuaireId: number }
/** `pour.parti`: when it is no longer wanted. */
type Commande = { format: FormatAnnuaire; pour: Required<Pour> }

async function composerEtGarder(
  db: Db,
  { annuaire, annuaireId }: AGarder,
  { format, pour }: Commande,
): Promise<FichierGarde> {
  const licence = await findLicence(db)
  const contenu = await composerFichier(annuaire, { format, licence, pour })
  const sha256 = createHash('sha256').update(contenu).digest('hex')
  await insertFichier(db, { annuaireId, format, sha256, contenu })
  // Perhaps that of another process, which came first: it is the same.
  const garde = await findFichier(db, annuaireId, format)
  if (!garde) throw new Error(`fichier de l’annuaire ${annuaireId} absent`)
  return garde
}

/** The kept file of a frozen edition: made once, by the first who asks, and then for ever the same. */
export async function findOuComposer(
  db: Db,
  aGarder: AGarder,
  { format, pour }: Commande,
): Promise<FichierGarde> {
  const { annuaireId } = aGarder
  const garde = await findFichier(db, annuaireId, format)
  if (garde) return garde
  return partager(`${annuaireId}.${format}`, pour.parti, (parti) =>
    composerEtGarder(db, aGarder, { format, pour: { ...pour, parti } }),
  )
}

/** The bytes of a file: kept, or made for the occasion. @throws what `composerFichier` throws */
export async function octetsDe(
  db: Db,
  { annuaire, annuaireId }: AFaire,
  commande: Commande,
): Promise<Buffer> {
  if (annuaireId === null) {
    return composerFichier(annuaire, { ...commande, licence: await findLicence(db) })
  }
  return (await findOuComposer(db, { annuaire, annuaireId }, commande)).contenu
}
