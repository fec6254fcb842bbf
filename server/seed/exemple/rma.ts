import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, nbJours, type Periode } from '@releve/contract/mois.ts'
import { CALENDRIER } from '../calendrier.ts'
import { type Alea, alea, choisir, entier, type Poids, repartir, tirer } from './alea.ts'
import { AGES_MINEURS, type ProfilAccueil, profilAccueil } from './profils.ts'
import { codesDe, poserColonne, type Situation, stockInitial } from './situation.ts'

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
  'Retards dans la livraison des denrées\u202f; coupures d’eau pendant quatre jours.',
  'Délais longs pour l’obtention des actes d’état civil.',
  'Véhicule de service immobilisé une partie du mois.',
  'Aucune difficulté particulière ce mois-ci.',
]

const BESOINS = [
  'Renouvellement de la literie et du petit matériel de cuisine.',
  'Renfort d’un poste de travail social\u202f; formation des éducateurs à l’écoute.',
  'Réfection de la toiture du dortoir avant la saison des pluies.',
  'Fournitures scolaires pour la prochaine rentrée.',
]

/** Amounts in whole thousands of F CFA; expenses stay under the grant, month after month. */
function poserBudget(donnees: Donnees, places: number, hasard: Alea): void {
  const dotation = Math.round((1_500 + places * 85) * (0.97 + hasard() * 0.06))
  const depense = Math.round(dotation * (0.88 + hasard() * 0.09))
  donnees['BUD.DOT'] = dotation * 1_000
  for (const [poste, milliers] of Object.entries(repartir(depense, DEPENSES))) {
    donnees[`BUD.${poste}`] = milliers * 1_000
  }
}

/** Two to four activities, on days of the month. */
function poserActivites(donnees: Donnees, periode: Periode, hasard: Alea): void {
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
function poserTextes(donnees: Donnees, hasard: Alea): void {
  donnees.DIFF = choisir(hasard, DIFFICULTES)
  donnees.BESOINS = choisir(hasard, BESOINS)
}

const SEXES = ['M', 'F'] as const

const ENTREES: Poids = {
  JUDIC: 24,
  ADMIN: 16,
  FAM: 14,
  POLICE: 18,
  SIGNAL: 12,
  SPONT: 8,
  TRANSF_E: 5,
  RETOUR: 3,
}
const SORTIES: Poids = {
  REINS_FAM: 46,
  FAM_ACC: 9,
  INSERT: 14,
  MAJ: 9,
  TRANSF_S: 10,
  FUGUE: 6,
  RAPAT: 3,
  DECES: 0.4,
  AUTRE_S: 2,
}
/** Share of the people present who receive each service, and acts for each of them, at most. */
const PRESTATIONS: Record<string, { part: number; actes: number }> = {
  SANTE: { part: 0.35, actes: 3 },
  PSY: { part: 0.3, actes: 3 },
  SCOL: { part: 0.55, actes: 4 },
  FORM: { part: 0.15, actes: 4 },
  JURID: { part: 0.08, actes: 2 },
  MEDIA: { part: 0.14, actes: 2 },
  ETATCIV: { part: 0.04, actes: 1 },
  KIT: { part: 0.2, actes: 1 },
}

/** The people of the month, by sex. */
type Effectifs = Record<'debut' | 'entrees' | 'sorties' | 'fin', Poids>

/**
 * A month of a care structure on which no control fires: the entered cells of the RMA. The
 * headcount wanders around the opening one. A structure without capacity leaves it to the model.
 */
export function exempleRma(situation: Situation): Donnees {
  const { structure, periode, graine } = situation
  const hasard = alea(graine)
  const profil = profilAccueil(structure.typeStructure)
  const effectifs = mouvements(situation, profil, hasard)
  const jours = profil.heberge ? nbJours(periode) : joursOuvres(periode, CALENDRIER)
  const journees = journeesDe(effectifs, jours, profil)
  const donnees: Donnees = { JOURS_OUV: jours, SIT_FONCT: 'NORMAL', JOURNEES: journees }
  if (structure.capacite !== null) donnees.CAPACITE = structure.capacite
  poserEffectifs(donnees, effectifs, profil, hasard)
  poserPrestations(donnees, effectifs, profil, journees, hasard)
  poserIncidents(donnees, profil, hasard)
  if (somme(effectifs.sorties) > 0) donnees.DUREE_MOY = entier(hasard, 600, 2400) / 10
  poserBudget(donnees, structure.capacite ?? structure.effectifsOuverture.RMA ?? 20, hasard)
  poserActivites(donnees, periode, hasard)
  poserTextes(donnees, hasard)
  return donnees
}

function somme(poids: Poids): number {
  return Object.values(poids).reduce((a, b) => a + b, 0)
}

/** Never more than 10 in or out: no unusual variation, whatever the months before. */
function mouvements(situation: Situation, profil: ProfilAccueil, hasard: Alea): Effectifs {
  const sexes = { M: 100 - profil.feminin, F: profil.feminin }
  const debut = stockInitial(situation, 'RMA', (sexe) => `MVT.FIN.${sexe}`, sexes)
  const cible = situation.structure.effectifsOuverture.RMA ?? somme(debut)
  const nbEntrees = entier(hasard, 2, Math.min(9, 3 + Math.ceil(cible / 14)))
  const rappel = Math.round((somme(debut) - cible) * 0.4)
  const nbSorties = Math.max(0, Math.min(10, nbEntrees + rappel + entier(hasard, -2, 2)))
  const entrees = tirer(hasard, nbEntrees, sexes)
  const sorties = tirer(hasard, nbSorties, sexes)
  const fin: Poids = {}
  for (const sexe of SEXES) {
    const presents = (debut[sexe] ?? 0) + (entrees[sexe] ?? 0)
    sorties[sexe] = Math.min(sorties[sexe] ?? 0, presents)
    fin[sexe] = presents - sorties[sexe]
  }
  return { debut, entrees, sorties, fin }
}

/** Those who live there are present nearly every day; the others come now and then. */
function journeesDe({ debut, fin }: Effectifs, jours: number, { heberge }: ProfilAccueil): number {
  const moyenne = (somme(debut) + somme(fin)) / 2
  return Math.round(moyenne * jours * (heberge ? 0.97 : 0.25))
}

function poserEffectifs(
  donnees: Donnees,
  { debut, entrees, sorties, fin }: Effectifs,
  profil: ProfilAccueil,
  hasard: Alea,
): void {
  for (const sexe of SEXES) {
    const presents = fin[sexe] ?? 0
    donnees[`MVT.DEB.${sexe}`] = debut[sexe] ?? 0
    donnees[`MVT.FIN.${sexe}`] = presents
    const motifs = tirer(hasard, entrees[sexe] ?? 0, ENTREES)
    poserColonne(donnees, 'ENT', 'MOTIF_ENTREE', sexe, motifs)
    const departs = tirer(hasard, sorties[sexe] ?? 0, SORTIES)
    poserColonne(donnees, 'SOR', 'MOTIF_SORTIE', sexe, departs)
    poserColonne(donnees, 'AGE', 'TRANCHE_AGE', sexe, repartir(presents, profil.ages))
    const situations = repartir(presents, profil.situations)
    poserColonne(donnees, 'CAT', 'CATEGORIE_PUBLIC', sexe, situations)
    donnees[`HAND.HAND.${sexe}`] = Math.floor(presents * 0.09)
  }
}

/** Lodging and meals follow the days of presence; other services reach a part of the people. */
function poserPrestations(
  donnees: Donnees,
  { debut, entrees, fin }: Effectifs,
  { heberge }: ProfilAccueil,
  journees: number,
  hasard: Alea,
): void {
  for (const type of codesDe('TYPE_PRESTATION')) {
    const regle = PRESTATIONS[type]
    const variation = 0.8 + hasard() * 0.4
    let total = 0
    for (const sexe of SEXES) {
      const venus = heberge ? (debut[sexe] ?? 0) + (entrees[sexe] ?? 0) : 0
      const nombre = regle ? Math.round((fin[sexe] ?? 0) * regle.part * variation) : venus
      donnees[`PREST.${type}.BEN_${sexe}`] = nombre
      total += nombre
    }
    const parJour = type === 'ALIM' ? 3 : 1
    donnees[`PREST.${type}.ACTES`] = regle
      ? total * entier(hasard, 1, regle.actes)
      : Math.max(total, heberge ? journees * parJour : 0)
  }
}

/** Every runaway and every death among the exits is an incident too; the rest is rare. */
function poserIncidents(donnees: Donnees, profil: ProfilAccueil, hasard: Alea): void {
  const sorties = (motif: string) =>
    SEXES.reduce((total, sexe) => total + Number(donnees[`SOR.${motif}.${sexe}`] ?? 0), 0)
  const rare = (part: number) => (hasard() < part ? entier(hasard, 1, 2) : 0)
  const nombres: Poids = {
    FUGUE: sorties('FUGUE') + rare(0.1),
    DECES: sorties('DECES'),
    VIOL_P: rare(0.25),
    ACCID: rare(0.2),
    EPID: rare(0.12),
    VOL: rare(0.08),
  }
  const mineurs = AGES_MINEURS.reduce((total, age) => total + (profil.ages[age] ?? 0), 0)
  const part = mineurs / somme(profil.ages)
  for (const type of codesDe('TYPE_INCIDENT')) {
    const nombre = nombres[type] ?? 0
    donnees[`INC.${type}.NB`] = nombre
    donnees[`INC.${type}.DONT_MIN`] = Math.round(nombre * part)
  }
  if (somme(nombres) === 0) return
  donnees.OBS_INC =
    'Chaque incident a été inscrit au registre et signalé\u202f; les personnes concernées ont été prises en charge le jour même.'
}
