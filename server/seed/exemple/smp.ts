import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { type Alea, alea, entier, type Poids, repartir, tirer } from './alea.ts'
import { type ProfilDetention, profilDetention } from './profils.ts'
import { codesDe, nombreDe, poserColonne, type Situation, stockInitial } from './situation.ts'

const COLONNES = ['HM', 'FM', 'HMIN', 'FMIN'] as const
/** The columns of the population that a distribution by sex counts together. */
const PAR_SEXE = { M: ['HM', 'HMIN'], F: ['FM', 'FMIN'] }

const DUREES: Poids = { M00_05: 42, M06_11: 27, M12_23: 20, M24P: 11 }
const NATIONALITES: Poids = { NAT: 88, ZONE: 8, AFR: 3, AUT: 1 }
const INFRACTIONS: Poids = { VOL: 40, STUP: 14, CBV: 15, ESC: 9, MOEURS: 7, HOM: 8, AUT: 7 }

/**
 * A month of a prison on which no control fires: the entered cells of the SMP. The population
 * wanders around the opening one.
 */
export function exempleSmp(situation: Situation): Donnees {
  const { structure, graine } = situation
  const hasard = alea(graine)
  const profil = profilDetention(structure.typeStructure)
  const donnees: Donnees = {}
  if (structure.capaciteTheorique !== null) donnees.CAP_TH = structure.capaciteTheorique
  if (structure.capacite !== null) donnees.CAP_OP = structure.capacite
  const fin = poserMouvements(donnees, situation, profil, hasard)
  for (const colonne of COLONNES) {
    const categories = repartir(fin[colonne] ?? 0, profil.categories)
    poserColonne(donnees, 'POP', 'CATEGORIE_PENALE', colonne, categories)
  }
  for (const [sexe, colonnes] of Object.entries(PAR_SEXE)) {
    const presents = colonnes.reduce((total, colonne) => total + (fin[colonne] ?? 0), 0)
    const enAttente = ['INC', 'PREV', 'ACC']
      .flatMap((categorie) => colonnes.map((colonne) => `POP.${categorie}.${colonne}`))
      .reduce((total, cellule) => total + nombreDe(donnees, cellule), 0)
    poserColonne(donnees, 'DUREE', 'DUREE_DETENTION', sexe, repartir(enAttente, DUREES))
    poserColonne(donnees, 'NAT', 'NATIONALITE', sexe, repartir(presents, NATIONALITES))
    poserColonne(donnees, 'INFR', 'INFRACTION', sexe, repartir(presents, INFRACTIONS))
    poserReinsertion(donnees, sexe, presents, hasard)
  }
  poserVieInterne(donnees, fin, hasard)
  return donnees
}

function poserMouvements(
  donnees: Donnees,
  situation: Situation,
  profil: ProfilDetention,
  hasard: Alea,
): Poids {
  const debut = stockInitial(situation, 'SMP', (c) => `MVTD.FIN.${c}`, profil.colonnes)
  const total = Object.values(debut).reduce((a, b) => a + b, 0)
  const cible = situation.structure.effectifsOuverture.SMP ?? total
  const nbEntrees = entier(hasard, Math.ceil(cible * 0.05), Math.ceil(cible * 0.09))
  const rappel = Math.round((total - cible) * 0.3)
  const ecart = entier(hasard, -2, 2)
  const entrees = tirer(hasard, nbEntrees, profil.colonnes)
  const sorties = tirer(hasard, Math.max(0, nbEntrees + rappel + ecart), profil.colonnes)
  const fin: Poids = {}
  for (const colonne of COLONNES) {
    const avant = debut[colonne] ?? 0
    const arrivees = entrees[colonne] ?? 0
    const departs = Math.min(sorties[colonne] ?? 0, avant + arrivees)
    donnees[`MVTD.DEB.${colonne}`] = avant
    const motifs = tirer(hasard, arrivees, profil.entrees)
    poserColonne(donnees, 'MVTD', 'MOTIF_ENTREE_DET', colonne, motifs)
    const portes = tirer(hasard, departs, profil.sorties)
    poserColonne(donnees, 'MVTD', 'MOTIF_SORTIE_DET', colonne, portes)
    fin[colonne] = avant + arrivees - departs
  }
  poserMajorite(donnees, fin, profil, hasard)
  for (const colonne of COLONNES) donnees[`MVTD.FIN.${colonne}`] = fin[colonne] ?? 0
  return fin
}

/** Now and then a boy comes of age; not where only minors live, since he then leaves. */
function poserMajorite(donnees: Donnees, fin: Poids, profil: ProfilDetention, hasard: Alea): void {
  const garcons = fin.HMIN ?? 0
  const passages = (profil.colonnes.HM ?? 0) > 0 && garcons > 0 && hasard() < 0.5 ? 1 : 0
  fin.HMIN = garcons - passages
  fin.HM = (fin.HM ?? 0) + passages
  donnees['MVTD.PASS.HM'] = passages
  donnees['MVTD.PASS.HMIN'] = 0 - passages
  donnees['MVTD.PASS.FM'] = 0
  donnees['MVTD.PASS.FMIN'] = 0
}

function poserReinsertion(donnees: Donnees, sexe: string, presents: number, hasard: Alea): void {
  poserColonne(donnees, 'REINS', 'ACTIVITE_REINSERTION', sexe, {
    ALPHA: Math.round(presents * (0.08 + hasard() * 0.04)),
    FORM_PRO: Math.round(presents * (0.05 + hasard() * 0.03)),
    TRAVAIL: Math.round(presents * (0.1 + hasard() * 0.05)),
    SPORT: Math.round(presents * (0.2 + hasard() * 0.1)),
  })
}

/** Every escape and every death among the exits is an incident too. */
function poserVieInterne(donnees: Donnees, fin: Poids, hasard: Alea): void {
  const presents = Object.values(fin).reduce((a, b) => a + b, 0)
  const sorties = (motif: string) =>
    COLONNES.reduce((total, colonne) => total + nombreDe(donnees, `MVTD.${motif}.${colonne}`), 0)
  const incidents: Poids = {
    CONSULT: Math.round(presents * (0.22 + hasard() * 0.12)),
    HOSPIT: entier(hasard, 0, 1 + Math.floor(presents / 100)),
    DECES_NAT: sorties('DEC'),
    EVASION: sorties('EVAS'),
    TENT_EVASION: hasard() < 0.1 ? 1 : 0,
    VIOLENCE: entier(hasard, 0, 2),
    GREVE_FAIM: hasard() < 0.08 ? 1 : 0,
  }
  for (const type of codesDe('TYPE_INCIDENT_DET')) donnees[`INCP.${type}.NB`] = incidents[type] ?? 0
  if (sorties('DEC') + sorties('EVAS') > 0) {
    donnees.OBS_INCP =
      'Le parquet et la direction régionale ont été informés le jour même\u202f; une enquête administrative est ouverte.'
  }
  donnees.VIS_AUT = entier(hasard, 1, 4)
  donnees.VIS_FAM = Math.round(presents * (0.7 + hasard() * 0.4))
  donnees.SURV_M = Math.max(2, Math.round(presents / 11))
  donnees.SURV_F = Math.max(1, Math.round(presents / 60))
}
