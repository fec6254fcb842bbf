import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Contexte, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import type { Mesures } from './modeles.ts'

/** A repeatable draw of integers from 0 to `max` − 1 (xorshift): every run measures the same. */
export function tirage(graine: number): (max: number) => number {
  let etat = graine * 2_654_435_761 + 1
  return (max) => {
    etat ^= etat << 13
    etat ^= etat >>> 17
    etat ^= etat << 5
    return (etat >>> 0) % max
  }
}

const SEXES = ['M', 'F']
const ligne = (i: number) => `LIGNE_${String(i + 1).padStart(2, '0')}`

/** Splits a number over rows, all of it. */
function repartir(total: number, lignes: number): number[] {
  const part = Math.floor(total / lignes)
  return Array.from({ length: lignes }, (_, i) => (i === 0 ? total - part * (lignes - 1) : part))
}

/** Coherent entered values of a month whose opening headcount is `debut` by sex. */
export function saisir(mesures: Mesures, debut: Record<string, number>, graine: number): Donnees {
  const tirer = tirage(graine)
  const donnees: Donnees = {}
  for (let i = 0; i < mesures.champs; i++) {
    donnees[`GEN.CHAMP_${String(i + 1).padStart(2, '0')}`] = tirer(300)
  }
  for (const sexe of SEXES) {
    let fin = debut[sexe] ?? 0
    donnees[`MVT.DEB.${sexe}`] = fin
    for (let i = 0; i < Math.max(mesures.entrees, mesures.sorties); i++) {
      const mouvement = tirer(5)
      if (i < mesures.entrees) donnees[`ENT.${ligne(i)}.${sexe}`] = mouvement
      if (i < mesures.sorties) donnees[`SOR.${ligne(i)}.${sexe}`] = mouvement
      fin += (i < mesures.entrees ? mouvement : 0) - (i < mesures.sorties ? mouvement : 0)
    }
    donnees[`MVT.FIN.${sexe}`] = fin
    repartir(fin, mesures.stock).forEach((n, i) => {
      donnees[`STOCK.${ligne(i)}.${sexe}`] = n
    })
    mesures.activites.forEach((nombre, a) => {
      for (let i = 0; i < nombre; i++) {
        donnees[`ACT${String(a + 1).padStart(2, '0')}.${ligne(i)}.${sexe}`] = tirer(40)
      }
    })
  }
  return donnees
}

/** What surrounds a form of the bench: the months of its chain before it. */
export function contexteDe(mesures: Mesures, rang: number, avant: Map<number, Donnees>): Contexte {
  const autres: Record<string, Donnees> = {}
  for (const [r, donnees] of avant) {
    autres[`${mesures.code}@${isoDe(periodeDe(r))}`] = donnees
  }
  return { ...periodeDe(rang), joursOuvres: 21, structure: { capacite: 400 }, autres }
}

/** A month of a chain, computed by the engine: what the base keeps of a form. */
export type MoisCalcule = { chaine: number; rang: number; saisies: Donnees; calcul: Calcul }

/** Chains of months, each opening on what the previous one closed: coherent forms by hundreds. */
export function enchainer(
  mesures: Mesures,
  mc: ModeleCompile,
  chaines: number,
  [premier, dernier]: [number, number],
): MoisCalcule[] {
  const mois: MoisCalcule[] = []
  for (let chaine = 0; chaine < chaines; chaine++) {
    const avant = new Map<number, Donnees>()
    let debut: Record<string, number> = { M: 120 + chaine, F: 90 + chaine }
    for (let rang = premier; rang <= dernier; rang++) {
      const saisies = saisir(mesures, debut, 1 + chaine * 1000 + rang)
      const calcul = ouvrirCalcul(mc, saisies, contexteDe(mesures, rang, avant))
      avant.set(rang, calcul.donnees())
      debut = { M: Number(saisies['MVT.FIN.M']), F: Number(saisies['MVT.FIN.F']) }
      mois.push({ chaine, rang, saisies, calcul })
    }
  }
  return mois
}
