import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { CALENDRIER } from '../calendrier.ts'
import { type Alea, alea, entier, type Poids, repartir, tirer } from './alea.ts'
import { type ProfilPersonnel, profilPersonnel } from './profils.ts'
import { codesDe, poserColonne, type Situation, stockInitial } from './situation.ts'

const SEXES = ['M', 'F'] as const

const ENTREES: Poids = { RECR: 30, MUT_E: 40, DET_E: 6, MAD_E: 8, REPR: 14, AUTRE_EP: 2 }
const SORTIES: Poids = { RETR: 22, DEM: 8, FINC: 20, MUT_S: 34, DET_S: 4, DISPO: 4, POS_S: 8 }
const STATUTS: Poids = { FONC: 52, CONT: 26, MAD: 7, STAG: 6, VAC: 6, VOL: 3 }
const AGES: Poids = { P00_24: 4, P25_34: 27, P35_44: 34, P45_54: 24, P55P: 11 }
const POSITIONS: Poids = { CLM: 30, DISPO: 25, DETACH: 20, FORMLD: 15, CPAR: 10 }
/** Where the structure says nothing of its posts. */
const CATEGORIES: Poids = { A: 15, B: 30, C: 25, D: 20, E: 10 }

/**
 * A month of the staff of a structure on which no control fires: the entered cells of the EPM. The
 * age distribution is filled in June and December only, when it is required; the reference posts
 * are not there, since nobody enters them.
 */
export function exempleEpm(situation: Situation): Donnees {
  const hasard = alea(situation.graine)
  const profil = profilPersonnel(situation.structure.typeStructure)
  const donnees: Donnees = {}
  const presents = poserMouvements(donnees, situation, profil, hasard)
  const direction = directionDe(presents)
  for (const sexe of SEXES) {
    const nombre = presents[sexe] ?? 0
    poserCategories(donnees, situation, sexe, nombre)
    const dirigeants = direction[sexe] ?? 0
    const fonctions = { ...repartir(nombre - dirigeants, profil.fonctions), DIR: dirigeants }
    poserColonne(donnees, 'FONC', 'FONCTION_PERSONNEL', sexe, fonctions)
    if (['JUNE', 'DECEMBER'].includes(situation.periode.mois)) {
      poserColonne(donnees, 'AGEP', 'TRANCHE_AGE_PERS', sexe, repartir(nombre, AGES))
    }
    const positions = repartir(Math.round(nombre * 0.05), POSITIONS)
    poserColonne(donnees, 'POS', 'POSITION_PERSONNEL', sexe, positions)
    poserAbsences(donnees, situation, sexe, nombre, hasard)
  }
  const formes = entier(hasard, 0, 3)
  donnees.FORM_NB = formes
  donnees.FORM_JOURS = formes * entier(hasard, 1, 3)
  return donnees
}

/** Few arrivals and departures, which bring the staff back to its opening number. */
function poserMouvements(
  donnees: Donnees,
  situation: Situation,
  profil: ProfilPersonnel,
  hasard: Alea,
): Poids {
  const sexes = { M: 100 - profil.feminin, F: profil.feminin }
  const debut = stockInitial(situation, 'EPM', (sexe) => `MVT.FIN.${sexe}`, sexes)
  const total = (debut.M ?? 0) + (debut.F ?? 0)
  const ecart = total - (situation.structure.effectifsOuverture.EPM ?? total)
  const entrees = tirer(hasard, entier(hasard, 0, 1) + (ecart < -1 ? 1 : 0), sexes)
  const sorties = tirer(hasard, entier(hasard, 0, 1) + (ecart > 1 ? 1 : 0), sexes)
  const fin: Poids = {}
  for (const sexe of SEXES) {
    const avant = debut[sexe] ?? 0
    const arrivees = entrees[sexe] ?? 0
    const departs = Math.min(sorties[sexe] ?? 0, avant)
    fin[sexe] = avant + arrivees - departs
    donnees[`MVT.DEB.${sexe}`] = avant
    poserColonne(donnees, 'MVT', 'MOTIF_ENTREE_PERS', sexe, tirer(hasard, arrivees, ENTREES))
    poserColonne(donnees, 'MVT', 'MOTIF_SORTIE_PERS', sexe, tirer(hasard, departs, SORTIES))
    donnees[`MVT.FIN.${sexe}`] = fin[sexe]
  }
  return fin
}

/** Somebody always runs the structure; a large one has a deputy. */
function directionDe({ M = 0, F = 0 }: Poids): Poids {
  if (M + F > 60) return { M: Math.min(M, 1), F: Math.min(F, 1) }
  return F > 0 ? { M: 0, F: 1 } : { M: Math.min(M, 1), F: 0 }
}

/** The agents present follow the reference posts, so that no category is far from its number. */
function poserCategories(
  donnees: Donnees,
  { structure }: Situation,
  sexe: string,
  presents: number,
): void {
  const postes = structure.postesReference
  const categories = repartir(presents, Object.keys(postes).length > 0 ? postes : CATEGORIES)
  for (const categorie of codesDe('CATEGORIE_PERSONNEL')) {
    const parStatut = repartir(categories[categorie] ?? 0, STATUTS)
    for (const statut of codesDe('STATUT_PERSONNEL')) {
      donnees[`EFF.${categorie}.${statut}.${sexe}`] = parStatut[statut] ?? 0
    }
  }
}

/** About half a day of absence for each agent, and from time to time a leave for a birth. */
function poserAbsences(
  donnees: Donnees,
  { periode }: Situation,
  sexe: 'M' | 'F',
  presents: number,
  hasard: Alea,
): void {
  const naissance = presents > 3 && hasard() < 0.2
  poserColonne(donnees, 'ABS', 'MOTIF_ABSENCE', sexe, {
    MALADIE: Math.round(presents * hasard() * 0.8),
    ACCTRAV: hasard() < 0.1 ? Math.min(presents, entier(hasard, 1, 5)) : 0,
    MATERNITE: naissance && sexe === 'F' ? joursOuvres(periode, CALENDRIER) : 0,
    PATERNITE: naissance && sexe === 'M' ? 3 : 0,
    AUTOR: Math.round(presents * hasard() * 0.2),
    FORM: hasard() < 0.3 ? Math.min(presents, 4) : 0,
    SYND: hasard() < 0.15 ? Math.min(presents, 2) : 0,
    INJUST: hasard() < 0.15 ? Math.min(presents, 1) : 0,
  })
}
