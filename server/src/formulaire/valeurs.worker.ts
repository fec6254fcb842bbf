// Reads one file of values of DHIS2, in a process of its own (docs/decisions/0036), and ends.
import { travailler } from '../platform/apart.reponse.ts'
import { lirePaquetsIci } from './valeurs.lecture.ts'
import { type Paquet, ValeursIllisibles } from './valeurs.ts'

export type ReponseValeurs = { paquets: Paquet[] } | { illisible: string } | { fin: true }

/** Sent together: whoever receives them is never held for long. */
const LOT = 20

travailler<Uint8Array, ReponseValeurs>(async (contenu, dire) => {
  try {
    const paquets = lirePaquetsIci(contenu)
    for (let rang = 0; rang < paquets.length; rang += LOT)
      await dire({ paquets: paquets.slice(rang, rang + LOT) })
    await dire({ fin: true })
  } catch (echec) {
    if (!(echec instanceof ValeursIllisibles)) throw echec
    await dire({ illisible: echec.message })
  }
})
