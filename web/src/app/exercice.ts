import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { EchecApi } from '../api/envoi.ts'
import { appeler } from './client.ts'
import { estHorsLigne, noterAppel, subscribeLigne } from './ligne.ts'
import { aDroit, getSession, retenirExercice, subscribeSession } from './session.ts'
import { type Auth, readExercice, writeExercice } from './stockage.ts'

/**
 * The exercise of an account (decision 0062): proposed to who enters figures and has not done it,
 * and told to the server once it is done, as soon as the server can be reached.
 */

/** Before another try, where the server was reached and could not take it now. */
const ESSAI_MS = 30_000

/** Whether the home proposes it: never done, as the server last said, and not put off here. */
export const estAProposer = ({ identifiant, roles, exerciceLe }: Auth): boolean =>
  exerciceLe === null && aDroit(roles, 'exercice.faire') && readExercice(identifiant) === null

/** « Plus tard »: this browser proposes it to this account no more; the home keeps the way to it. */
export const remettreExercice = ({ identifiant }: Auth) => writeExercice(identifiant, 'PLUS_TARD')

const estRefuse = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'DROIT_INSUFFISANT'

/** Tells the server what waits to be told of this account. True once it has it. */
async function envoyer(identifiant: string): Promise<boolean> {
  try {
    const { exerciceLe } = await noterAppel(appeler(compteApi.finirExercice, {}))
    writeExercice(identifiant, null)
    retenirExercice(identifiant, exerciceLe)
    return true
  } catch (echec) {
    // Who may do it no more is asked for nothing.
    if (estRefuse(echec)) writeExercice(identifiant, null)
    return false
  }
}

/**
 * The exercise is done. True once the server knows; else this browser keeps it, and tells it when
 * it can (`suivreExercice`).
 */
export async function finirExercice({ identifiant, roles, exerciceLe }: Auth): Promise<boolean> {
  if (typeof exerciceLe === 'string') return true
  if (!aDroit(roles, 'exercice.faire')) return false
  writeExercice(identifiant, 'A_ENVOYER')
  return envoyer(identifiant)
}

/**
 * Tells the server what an earlier visit could not, now and each time that the line or the session
 * is back. Returns what stops it.
 */
export function suivreExercice(identifiant: string): () => void {
  let enCours = false
  let minuterie: ReturnType<typeof setTimeout> | undefined
  const passer = () => {
    clearTimeout(minuterie)
    const { auth, aReconnecter } = getSession()
    const peut = auth?.identifiant === identifiant && !aReconnecter && !estHorsLigne()
    if (enCours || !peut || readExercice(identifiant) !== 'A_ENVOYER') return
    enCours = true
    void envoyer(identifiant).then((recu) => {
      enCours = false
      if (!recu) minuterie = setTimeout(passer, ESSAI_MS)
    })
  }
  const arrets = [subscribeLigne(passer), subscribeSession(passer)]
  passer()
  return () => {
    clearTimeout(minuterie)
    for (const arreter of arrets) arreter()
  }
}
