// Reads one file of values of DHIS2, in a process of its own (docs/decisions/0036), and ends.
import { travailler } from '../platform/apart.reponse.ts'
import { erreur } from '../platform/erreur.ts'
import { lirePaquetsIci } from './valeurs.lecture.ts'
import { type Paquet, ValeursIllisibles } from './valeurs.ts'

/** Sent together: whoever receives them is never held for long. */
const LOT = 20

function lire(contenu: Uint8Array): Paquet[] {
  try {
    return lirePaquetsIci(contenu)
  } catch (echec) {
    if (!(echec instanceof ValeursIllisibles)) throw echec
    throw erreur('VALEURS_ILLISIBLES', { raison: echec.message })
  }
}

travailler<Uint8Array, Paquet[]>(async (contenu, dire) => {
  const paquets = lire(contenu)
  for (let rang = 0; rang < paquets.length; rang += LOT) await dire(paquets.slice(rang, rang + LOT))
})
