import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, nbJours, type Periode } from '@releve/contract/mois.ts'
import { type Alea, choisir, entier, repartir } from './alea.ts'

const DEPENSES = { DEP_PERS: 46, DEP_ALIM: 27, DEP_SANTE: 8, DEP_FONCT: 15, DEP_INV: 4 }

const ACTIVITES = [
  ['SENSIB', 'Causerie sur l’hygiène et la santé'],
  ['SENSIB', 'Journée d’information sur les droits de l’enfant'],
  ['FORMA', 'Atelier de couture'],
  ['FORMA', 'Initiation au maraîchage'],
  ['SPORT_CULT', 'Tournoi de football avec les écoles du quartier'],
  ['SPORT_CULT', 'Atelier de théâtre'],
  ['VISITE', 'Visites à domicile avant réintégration familiale'],
  ['REUNION', 'Réunion trimestrielle avec les familles'],
  ['MISSION', 'Mission de recherche de familles'],
] as const

const DIFFICULTES = [
  'Retards dans la livraison des denrées ; coupures d’eau pendant quatre jours.',
  'Délais longs pour l’obtention des actes d’état civil.',
  'Véhicule de service immobilisé une partie du mois.',
  'Aucune difficulté particulière ce mois-ci.',
]

const BESOINS = [
  'Renouvellement de la literie et du petit matériel de cuisine.',
  'Renfort d’un poste de travail social ; formation des éducateurs à l’écoute.',
  'Réfection de la toiture du dortoir avant la saison des pluies.',
  'Fournitures scolaires pour la prochaine rentrée.',
]

/** Amounts in whole thousands of F CFA; expenses stay under the grant, month after month. */
export function poserBudget(donnees: Donnees, places: number, hasard: Alea): void {
  const dotation = Math.round((1_500 + places * 85) * (0.97 + hasard() * 0.06))
  const depense = Math.round(dotation * (0.88 + hasard() * 0.09))
  donnees['BUD.DOT'] = dotation * 1_000
  for (const [poste, milliers] of Object.entries(repartir(depense, DEPENSES))) {
    donnees[`BUD.${poste}`] = milliers * 1_000
  }
}

/** Two to four activities, on days of the month. */
export function poserActivites(donnees: Donnees, periode: Periode, hasard: Alea): void {
  const nombre = entier(hasard, 2, 4)
  for (let rang = 1; rang <= nombre; rang += 1) {
    const [type, intitule] = ACTIVITES[entier(hasard, 0, ACTIVITES.length - 1)] ?? ACTIVITES[0]
    const jour = String(entier(hasard, 1, nbJours(periode))).padStart(2, '0')
    const ligne = `ACT.a${rang}`
    donnees[`${ligne}.DATE_ACT`] = `${isoDe(periode)}-${jour}`
    donnees[`${ligne}.TYPE_ACT`] = type
    donnees[`${ligne}.INTITULE`] = intitule
    donnees[`${ligne}.PART_M`] = entier(hasard, 3, 24)
    donnees[`${ligne}.PART_F`] = entier(hasard, 3, 24)
  }
}

/** The free texts that close the form. */
export function poserTextes(donnees: Donnees, hasard: Alea): void {
  donnees.DIFF = choisir(hasard, DIFFICULTES)
  donnees.BESOINS = choisir(hasard, BESOINS)
}
