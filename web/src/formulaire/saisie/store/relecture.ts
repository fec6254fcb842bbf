import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { chiffresRecus } from './chiffres.ts'
import {
  armerBilan,
  canalLignes,
  justificationsDe,
  type Noyau,
  parCase,
  rafraichir,
  relireControles,
  trouverCellule,
} from './noyau.ts'

/**
 * Keeps a form that is only read in step with what the server answers, cell by cell: who reads
 * stays where he is.
 * @returns what takes an answer in, and says how many entered cells it changed.
 */
export function recevoirLu(noyau: Noyau, ouvert: Formulaire): (recu: Formulaire) => number {
  let dernier = ouvert
  return (recu) => {
    if (recu === dernier || recu.version < dernier.version) return 0
    const toutes = Object.keys({ ...dernier.donnees, ...recu.donnees })
    const changees = toutes.filter((cle) => dernier.donnees[cle] !== recu.donnees[cle])
    dernier = recu
    noyau.calcul = chiffresRecus(recu)
    noyau.commentaires = new Map(Object.entries(recu.commentaires))
    noyau.justifications = justificationsDe(recu)
    noyau.remarques = parCase(recu.remarques)
    relireControles(noyau)
    rafraichir(noyau, noyau.vues.keys())
    for (const { code } of noyau.mc.tableaux) {
      noyau.lignes.set(code, noyau.calcul.lignes(code))
      noyau.canaux.publier(canalLignes(code))
    }
    armerBilan(noyau)
    return changees.filter((cle) => trouverCellule(noyau, cle)?.calculee === false).length
  }
}
