import { MOIS, type Periode, periodeDe } from '@releve/contract/mois.ts'
import { alea, entier as tirerEntier } from '../server/seed/exemple/alea.ts'
import { DPPS, type Jeux, listerMois, listerTout, type Scenario } from './scenarios.ts'

const API = '/api/formulaire'

/** Months whose forms are all begun, drawn at random: `du` and `au` months before the last. */
function moisAuHasard({ releve }: Jeux, du: number, au: number): Periode[] {
  const hasard = alea(7)
  return Array.from({ length: 40 }, () => periodeDe(releve.dernier - tirerEntier(hasard, du, au)))
}

/** A month narrowed as the directorate does every day; the floor reads the same month unfiltered. */
function listerMoisFiltre(jeux: Jeux, quoi: string, filtre: string): Scenario {
  return {
    nom: `Lister 50 rapports d’un mois ${quoi}, avec le total (plancher : sans filtre)`,
    cibles: (cote) =>
      moisAuHasard(jeux, 6, 42).map(({ annee, mois }) => ({
        methode: 'GET',
        chemin:
          cote === 'releve'
            ? `${API}/lister/${mois}/${annee}?taille=50&${filtre}`
            : `/lister/${MOIS.indexOf(mois) + 1}/${annee}`,
        jeton: DPPS,
      })),
  }
}

/** What waits for the directorate, of every month. */
function listerAttente(): Scenario {
  return {
    nom: 'Lister 50 rapports soumis ou validés de tout le pays, avec le total (plancher : sans filtre)',
    cibles: (cote) => [
      cote === 'releve'
        ? {
            methode: 'POST',
            chemin: `${API}/structures/lister`,
            jeton: DPPS,
            corps: { taille: 50, etats: ['SOUMIS', 'VALIDE'] },
          }
        : { methode: 'GET', chemin: '/lister', jeton: DPPS },
    ],
  }
}

/** The lists whose time must not grow with the country. */
export const listes = (jeux: Jeux): Scenario[] => [
  listerTout(),
  listerMois(jeux),
  listerMoisFiltre(jeux, 'd’un état', 'etat=DIFFUSE'),
  listerMoisFiltre(jeux, 'd’un modèle', 'modele=BANC120'),
  listerMoisFiltre(jeux, 'd’un état et d’une structure', 'etat=DIFFUSE&structure=B00017'),
  listerAttente(),
]
