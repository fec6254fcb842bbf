import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Action, EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estRecu } from '@releve/contract/formulaire/suivi.rules.ts'
import { premierCouvert } from '@releve/contract/modele/rythme.ts'
import { MOIS, type Mois, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { Liste, RecalculDit } from '@releve/contract/page.ts'
import { echeanceDuFormulaire } from '../calendrier/echeance.ts'
import { findReglages, type Reglages } from '../parametre/calendrier.ts'
import { type Agent, peut } from '../platform/agent.ts'
import type { Db } from '../platform/route.ts'
import { actionsDe, estVerrouille } from './formulaire.lecture.ts'
import {
  type Filtres,
  type LigneListe,
  listLignes,
  type Recherche,
} from './formulaire.liste.sql.ts'

function actionsDeLigne(
  agent: Agent,
  ligne: LigneListe,
  reglages: Reglages,
  maintenant: Date,
): Action[] {
  if (!ligne.dedans) return []
  const { etat, structure, versionDiffusee, soumisPar, validePar, rang, rouvertJusqua } = ligne
  const lue = {
    structureId: structure.id,
    versionDiffusee,
    soumisPar,
    validePar,
    rang,
    rouvertJusqua,
    reglages,
  }
  if (etat !== 'NON_COMMENCE') return actionsDe(agent, { ...lue, etat }, maintenant)
  const courant = rangCourant(maintenant, reglages.fuseau)
  if (premierCouvert(ligne.modele, rang) > courant) return []
  if (estVerrouille({ ...lue, etat: 'BROUILLON' }, maintenant)) return []
  const relancer = rang <= courant && peut(agent, 'relancer', structure.id)
  return [
    ...(peut(agent, 'formulaire.saisir', structure.id) ? (['enregistrer'] as const) : []),
    ...(relancer ? (['relancer'] as const) : []),
  ]
}

/** A filter left empty (`etat=`, `etats: []`: every box unticked) narrows nothing. */
export function sansFiltresVides<F extends Recherche>(filtres: F): F {
  const { etats, structures, modeles, regions } = filtres
  const listes = Object.entries({ etats, structures, modeles, regions })
  const vides = listes.filter(([, liste]) => liste?.length === 0)
  return { ...filtres, ...Object.fromEntries(vides.map(([nom]) => [nom, undefined])) }
}

type DuMois = {
  etat?: EtatListe[] | undefined
  modele?: string | undefined
  structure?: string | undefined
}

/** A search among the forms of a month within the perimeter, begun or not. */
export function rechercheDuMois<C extends DuMois>(periode: Periode, filtree: C) {
  const { etat, modele, structure, ...autres } = filtree
  return {
    ...autres,
    rang: rangDe(periode),
    etats: etat,
    modeles: modele ? [modele] : undefined,
    structures: structure ? [structure] : undefined,
    diffuses: false,
  }
}

type MoisCherche = { mois?: Mois | undefined; annee?: number | undefined }

/** A search over every form that one may read: of one month, those not started too. */
export function rechercheDe<C extends MoisCherche>({ mois, annee, ...filtres }: C) {
  const rang = mois && annee ? rangDe({ mois, annee }) : undefined
  return { ...filtres, rang, annee, mois: mois && MOIS.indexOf(mois) + 1, diffuses: true }
}

/** A page of forms as lists show them, each with the actions allowed on it. */
export async function listResumes(
  db: Db,
  agent: Agent,
  filtres: Filtres,
  maintenant: Date,
): Promise<Liste<Resume> & RecalculDit> {
  const reglages = await findReglages(db)
  const { lignes, ...total } = await listLignes(db, agent, sansFiltresVides(filtres))
  const elements = lignes.map((ligne): Resume => {
    const { rang, dedans: _d, soumisPar: _s, validePar: _v, ...lue } = ligne
    const { rouvertJusqua: _r, recalcul: _c, ...resume } = lue
    const { mois, annee } = periodeDe(rang)
    const echeance = echeanceDuFormulaire(ligne, reglages, estRecu(ligne))
    const actions = actionsDeLigne(agent, ligne, reglages, maintenant)
    return { ...resume, mois, annee, echeance, actions }
  })
  const recalcul = lignes[0]?.recalcul ? ({ recalcul: true } as const) : {}
  return { elements, ...total, page: filtres.page, taille: filtres.taille, ...recalcul }
}
