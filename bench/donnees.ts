import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { alea, entier, repartir } from '../server/seed/exemple/alea.ts'
import { stockInitial } from '../server/seed/exemple/situation.ts'
import { type StructureSemee, structure } from '../server/seed/structures/structure.ts'
import type { Exemple } from '../server/src/demonstration/serie.ts'
import { M120, M700, M2000, type Mesures } from './modeles.ts'

const SEXES = ['M', 'F']
const ligne = (i: number) => `LIGNE_${String(i + 1).padStart(2, '0')}`

/** Coherent entered values of a month whose opening headcount is `debut` by sex. */
export function saisir(mesures: Mesures, debut: Record<string, number>, graine: number): Donnees {
  const hasard = alea(graine)
  const tirer = (max: number) => entier(hasard, 0, max - 1)
  const stock = Array.from({ length: mesures.stock }, (_, i) => [ligne(i), 1] as const)
  const donnees: Donnees = {}
  for (let i = 0; i < mesures.champs; i++) {
    donnees[`GEN.CHAMP_${String(i + 1).padStart(2, '0')}`] = tirer(300)
  }
  for (const sexe of SEXES) {
    let fin = debut[sexe] ?? 0
    donnees[`MVT.DEB.${sexe}`] = fin
    for (let i = 0; i < Math.max(mesures.entrees, mesures.sorties); i++) {
      const entrees = i < mesures.entrees ? tirer(5) : 0
      const sorties = i < mesures.sorties ? Math.min(tirer(5), fin + entrees) : 0
      if (i < mesures.entrees) donnees[`ENT.${ligne(i)}.${sexe}`] = entrees
      if (i < mesures.sorties) donnees[`SOR.${ligne(i)}.${sexe}`] = sorties
      fin += entrees - sorties
    }
    donnees[`MVT.FIN.${sexe}`] = fin
    for (const [code, n] of Object.entries(repartir(fin, Object.fromEntries(stock)))) {
      donnees[`STOCK.${code}.${sexe}`] = n
    }
    mesures.activites.forEach((nombre, a) => {
      for (let i = 0; i < nombre; i++) {
        donnees[`ACT${String(a + 1).padStart(2, '0')}.${ligne(i)}.${sexe}`] = tirer(40)
      }
    })
  }
  return donnees
}

/** What a structure of the bench enters for a month, which opens on what the last one closed. */
export const saisieDuBanc: Exemple = (modele, situation) => {
  const mesures = [M120, M700, M2000].find(({ code }) => code === modele)
  if (!mesures) throw new Error(`modèle sans mesures : ${modele}`)
  const debut = stockInitial(situation, modele, (sexe) => `MVT.FIN.${sexe}`, { M: 4, F: 3 })
  return saisir(mesures, debut, situation.graine)
}

/** One of the structures of the bench, numbered from 1; those of a `souche` report the same. */
export function structureDuBanc(rang: number, modeles: string[], souche: number): StructureSemee {
  const effectif = 210 + 2 * souche
  return structure(rang % 100, {
    code: `B${String(rang).padStart(5, '0')}`,
    libelle: `Centre d’accueil n° ${rang}`,
    typeStructure: 'CAU',
    region: `R${String(1 + (rang % 12)).padStart(2, '0')}`,
    parent: null,
    responsable: 'La direction',
    adresse: 'Région',
    latitude: 0,
    longitude: 0,
    capacite: 400,
    postesReference: {},
    effectifsOuverture: Object.fromEntries(modeles.map((modele) => [modele, effectif])),
    modeles,
    dateOuverture: '2000-01-01',
  })
}
