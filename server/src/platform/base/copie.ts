// A copy of the embedded base that another process serves, asked of it by the socket beside its
// lock: copied between two statements, it is what a crash would leave, and a base opens from that.
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { ErreurDeBase } from './erreurs.ts'
import { joindreTitulaire } from './verrou.ts'

const PREFIXE = 'copie-'

/** What is asked, a line of JSON each: a copy, then that it was backed up, with how many lines. */
const zDemande = z.union([
  z.strictObject({ copier: z.literal(true) }),
  z.strictObject({ sauvegardee: z.int().min(0) }),
])
const zReponse = z.union([
  z.strictObject({ dossier: z.string() }),
  z.strictObject({ notee: z.boolean() }),
  z.strictObject({ refus: z.string() }),
])
type Demande = z.infer<typeof zDemande>
type Reponse = z.infer<typeof zReponse>

/** Keeps that the base was backed up; false when it could not. */
export type NoterSauvegarde = (lignes: number) => Promise<boolean>

/** What a process that serves its base makes of the demands of others. */
export type Service = {
  donnees: string
  /** Copies the base into this data folder. @throws with what the disk says */
  copier: (dossier: string) => Promise<void>
  noter: NoterSauvegarde
}

/** Removes what copies were left by a process that was killed; the lock is ours. */
export function oublierCopies(donnees: string): void {
  for (const nom of readdirSync(donnees)) {
    if (nom.startsWith(PREFIXE)) rmSync(join(donnees, nom), { recursive: true, force: true })
  }
}

const OCCUPEE = 'Une copie de la base est déjà en cours\u00a0: recommencez quand elle sera finie.'
const SANS_PLACE =
  'La base n’a pas pu être copiée dans son dossier de données\u00a0: il y faut autant de place libre qu’elle en prend. Libérez-en, ou arrêtez la plateforme avant de sauvegarder.'

/** Answers whoever asks; one copy at a time, which goes with the one who asked for it. */
export function servirCopies({ donnees, copier, noter }: Service): (visite: Socket) => void {
  let tenue = false
  return (visite) => {
    const dossier = join(donnees, `${PREFIXE}${randomUUID().slice(0, 8)}`)
    let mienne = false
    const oublier = () => {
      if (!mienne) return
      rmSync(dossier, { recursive: true, force: true })
      tenue = false
    }
    const faireCopie = async (): Promise<Reponse> => {
      if (tenue) return { refus: OCCUPEE }
      tenue = true
      mienne = true
      try {
        await copier(dossier)
        return { dossier }
      } catch {
        return { refus: SANS_PLACE }
      }
    }
    const repondre = async (ligne: string): Promise<Reponse> => {
      const demande: Demande = zDemande.parse(JSON.parse(ligne))
      return 'copier' in demande ? faireCopie() : { notee: await noter(demande.sauvegardee) }
    }
    visite.on('error', () => visite.destroy())
    let suite = Promise.resolve()
    createInterface({ input: visite }).on('line', (ligne) => {
      suite = suite
        .then(() => repondre(ligne))
        .then((reponse) => void visite.write(`${JSON.stringify(reponse)}\n`))
        // What is not one of our demands gets no answer.
        .catch(() => void visite.destroy())
    })
    visite.once('close', () => void suite.then(oublier))
  }
}

/** A data folder like that of the process that serves, to open and to read; gone after `finir`. */
export interface Copie {
  dataDir: string
  noter: NoterSauvegarde
  finir(): void
}

/** What is answered; null when the other end only closes, or has gone. */
async function demander(visite: Socket, lignes: AsyncIterator<string>, demande: Demande) {
  visite.write(`${JSON.stringify(demande)}\n`)
  // A connection that is cut ends the lines by an error.
  const ligne = await lignes.next().catch(() => ({ done: true, value: undefined }) as const)
  return ligne.done ? null : zReponse.parse(JSON.parse(ligne.value))
}

/**
 * A copy of the base of this data folder, by the process that serves it; null when none does, or
 * one that makes no copies.
 * @throws ErreurDeBase when it says why not
 */
export async function demanderCopie(dataDir: string): Promise<Copie | null> {
  const visite = await joindreTitulaire(join(dataDir, 'verrou'))
  if (visite === null) return null
  visite.on('error', () => visite.destroy())
  const lignes = createInterface({ input: visite })[Symbol.asyncIterator]()
  const reponse = await demander(visite, lignes, { copier: true })
  if (reponse === null) return null
  if (!('dossier' in reponse)) {
    visite.destroy()
    throw new ErreurDeBase('refus' in reponse ? reponse.refus : SANS_PLACE)
  }
  return {
    dataDir: reponse.dossier,
    async noter(sauvegardee) {
      const note = await demander(visite, lignes, { sauvegardee })
      return note !== null && 'notee' in note && note.notee
    },
    finir: () => void visite.end(),
  }
}
