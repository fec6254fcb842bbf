import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { type Alea, alea, entier } from './alea.ts'
import { nombreDe, type Situation } from './situation.ts'

/** What a structure of so many places, and so many posts, has at first. */
function dotationDe({ capacite, postesReference }: Situation['structure']) {
  const places = capacite ?? 20
  const postes = Object.values(postesReference).reduce((a, b) => a + b, 0)
  return {
    LITS: places + 4,
    TABLES: Math.ceil(places / 3),
    FROID: Math.ceil(places / 30),
    ORDI: Math.ceil(postes / 5),
    VEH: Math.ceil(postes / 30),
    GROUPE: 1,
  }
}

/** What comes and what goes, which brings the stock back to what it was at first. */
function mouvementsDe(hasard: Alea, debut: number, dotation: number) {
  const retires = Math.min(debut, entier(hasard, 0, Math.ceil(dotation / 15)))
  const manque = Math.max(0, dotation - (debut - retires))
  return { acquis: manque + entier(hasard, 0, Math.ceil(dotation / 20)), retires }
}

/** A year of the equipment of a structure on which no control fires: the entered cells of the IAE. */
export function exempleIae({ structure, precedent, graine }: Situation): Donnees {
  const hasard = alea(graine)
  const donnees: Donnees = {}
  for (const [code, dotation] of Object.entries(dotationDe(structure))) {
    const debut = precedent ? nombreDe(precedent, `EQUIP.${code}.FIN`) : dotation
    const { acquis, retires } = mouvementsDe(hasard, debut, dotation)
    const fin = debut + acquis - retires
    donnees[`EQUIP.${code}.DEB`] = debut
    donnees[`EQUIP.${code}.ACQ`] = acquis
    donnees[`EQUIP.${code}.SOR`] = retires
    donnees[`EQUIP.${code}.HS`] = Math.min(Math.floor(fin / 20), entier(hasard, 0, 3))
  }
  const batiments = 2 + Math.ceil((structure.capacite ?? 20) / 40)
  donnees['LIEUX.NB'] = batiments
  donnees['LIEUX.REPAR'] = entier(hasard, 0, Math.min(2, batiments))
  donnees['LIEUX.EAU'] = true
  return donnees
}
