import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { MOIS, periodeDe } from '@releve/contract/mois.ts'
import { alea, entier as tirerEntier } from '../server/seed/exemple/alea.ts'
import { ouvrirClient } from './client.ts'
import { saisir } from './donnees.ts'
import { A_CREER, type Jeu } from './jeu.ts'
import { definir, M120 } from './modeles.ts'
import type { Cible } from './tireur.ts'

/** Whose server is asked: ours, or the floor. */
export type Cote = 'releve' | 'plancher'

/** The same question, as each side understands it; read anew before each shot. */
export type Scenario = {
  nom: string
  cibles: (cote: Cote, connexions: number) => Cible[] | Promise<Cible[]>
  /** Its targets can be hit once only. */
  uneFois?: boolean
}

type FormulaireConnu = { id: number; numero: string; version: number; code: string }

async function demander<Ligne extends object>(jeu: Jeu, requete: string): Promise<Ligne[]> {
  const client = await ouvrirClient(jeu.url)
  try {
    return (await client.query<Ligne>(requete)).rows
  } finally {
    await client.end()
  }
}

function rapports(jeu: Jeu, condition: string): Promise<FormulaireConnu[]> {
  return demander<FormulaireConnu>(
    jeu,
    `select f.id, f.numero, f.version, s.code from formulaire f join structure s on s.id = f.structure_id
     where ${condition} order by md5(numero) limit 4000`,
  )
}

export type Jeux = Record<Cote, Jeu>

const API = '/api/formulaire'
export const DPPS = 'jeton-dpps'

/** Reads one form at random, as an agent of its structure. */
export function lire(jeux: Jeux, entier = false): Scenario {
  const fixe = entier ? '' : '?sans=fixe'
  const nue = entier ? '/lire-entier' : '/lire'
  return {
    nom: entier
      ? 'Lire un rapport entier (modèle, mois voisins et contexte compris)'
      : 'Lire un rapport',
    cibles: async (cote) =>
      (await rapports(jeux[cote], "f.modele_code = 'BANC120'")).map(({ numero, code }) => ({
        methode: 'GET',
        chemin: cote === 'releve' ? `${API}/lire/${numero}${fixe}` : `${nue}/${numero}`,
        jeton: `jeton-${code}`,
      })),
  }
}

const CELLULES = ['GEN.CHAMP_02', 'GEN.CHAMP_03', 'ACT01.LIGNE_04.M']

/** Saves three cells of a draft, each connection its own drafts, always at their version. */
export function modifier(jeux: Jeux, modele: string, enUn = false): Scenario {
  const cellules = modele === 'BANC120' ? '120' : '700'
  return {
    nom: `Enregistrer 3 cases d’un rapport de ${cellules} valeurs${enUn ? ' (plancher en un seul ordre)' : ''}`,
    cibles: async (cote) => {
      const brouillons = `f.modele_code = '${modele}' and f.etat = 'BROUILLON'`
      const plancher = enUn ? '/modifier-en-un' : '/modifier'
      return (await rapports(jeux[cote], brouillons)).map(({ numero, version, code }) => ({
        methode: 'PUT',
        chemin: cote === 'releve' ? `${API}/modifier?sans=fixe` : plancher,
        jeton: `jeton-${code}`,
        corps: { numero },
        cellules: CELLULES,
        version,
      }))
    },
  }
}

const COMPILE = compilerModele(definir(M120))

/** All that ours computes of what is entered: the floor, which computes nothing, keeps as much. */
function calculer(donnees: Donnees, rang: number) {
  const contexte = { ...periodeDe(rang), joursOuvres: 21, structure: {}, autres: {} }
  const calcul = ouvrirCalcul(COMPILE, donnees, contexte)
  return { donnees: calcul.donnees(), resultats: calcul.resultats() }
}

/** Creates forms of 120 values that do not exist yet: each shot takes the next ones. */
export function creer(jeux: Jeux): Scenario {
  const { structures, dernier } = jeux.releve
  const places: Record<Cote, number> = { releve: 0, plancher: 0 }
  const tous = A_CREER.length * 3 * structures
  const place = (cote: Cote, rang: number): Cible => {
    const structure = `B${String(1 + (rang % structures)).padStart(5, '0')}`
    const lot = Math.floor(rang / structures)
    const mois = dernier - (lot % 3)
    const modele = A_CREER[Math.floor(lot / 3)] ?? ''
    const donnees = saisir(M120, { M: 120, F: 90 }, rang + 1)
    const { annee, mois: nom } = periodeDe(mois)
    const corps = { structure, modele, donnees }
    return cote === 'releve'
      ? {
          methode: 'POST',
          chemin: `${API}/enregistrer/${nom}/${annee}?sans=fixe`,
          jeton: `jeton-${structure}`,
          corps,
        }
      : {
          methode: 'POST',
          chemin: '/creer',
          jeton: `jeton-${structure}`,
          corps: { ...corps, ...calculer(donnees, mois), annee, mois: MOIS.indexOf(nom) + 1 },
        }
  }
  return {
    nom: 'Créer un rapport de 120 valeurs',
    uneFois: true,
    cibles: async (cote, connexions) => {
      const [{ deja } = { deja: 0 }] = await demander<{ deja: number }>(
        jeux[cote],
        "select count(*)::int as deja from formulaire where modele_code like 'CREA%'",
      )
      places[cote] = Math.max(places[cote], deja)
      const debut = places[cote]
      const fin = Math.min(debut + Math.floor(connexions === 1 ? tous / 48 : tous / 12), tous)
      places[cote] = fin
      return Array.from({ length: fin - debut }, (_, i) => place(cote, debut + i))
    },
  }
}

/** Submits drafts that are whole, each once: what is read again is what is left. */
export function soumettre(jeux: Jeux): Scenario {
  return {
    nom: 'Soumettre un rapport de 120 valeurs, reçu compris (plancher : l’état et l’historique, sans reçu)',
    uneFois: true,
    cibles: async (cote, connexions) => {
      const brouillons = await rapports(
        jeux[cote],
        "f.modele_code = 'BANC120' and f.etat = 'BROUILLON' and f.erreurs + f.avertissements = 0",
      )
      return brouillons
        .slice(0, Math.floor(jeux[cote].structures / (connexions === 1 ? 12 : 3)))
        .map(({ id, code }) => ({
          methode: 'GET',
          chemin:
            cote === 'releve'
              ? `${API}/soumettre/${id}?confirme=true&sans=fixe`
              : `/soumettre/${id}`,
          jeton: `jeton-${code}`,
        }))
    },
  }
}

/** The first fifty of all the forms, and how many there are. */
export function listerTout(): Scenario {
  return {
    nom: 'Lister 50 rapports de tout le pays, avec le total (structures/lister)',
    cibles: (cote) => [
      cote === 'releve'
        ? {
            methode: 'POST',
            chemin: `${API}/structures/lister`,
            jeton: DPPS,
            corps: { taille: 50 },
          }
        : { methode: 'GET', chemin: '/lister', jeton: DPPS },
    ],
  }
}

/** The first fifty of one month by structure, and how many: ours adds those not started. */
export function listerMois(jeux: Jeux): Scenario {
  return {
    nom: 'Lister 50 rapports d’un mois, avec le total (formulaire/lister)',
    cibles: (cote) => {
      const hasard = alea(7)
      return Array.from({ length: 40 }, () => {
        const { annee, mois } = periodeDe(jeux.releve.dernier - 3 - tirerEntier(hasard, 0, 39))
        return {
          methode: 'GET',
          chemin:
            cote === 'releve'
              ? `${API}/lister/${mois}/${annee}?taille=50`
              : `/lister/${MOIS.indexOf(mois) + 1}/${annee}`,
          jeton: DPPS,
        }
      })
    },
  }
}
