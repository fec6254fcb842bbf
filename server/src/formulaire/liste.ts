import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Action, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import { findReglages, type Reglages } from '../calendrier/calendrier.sql.ts'
import { type Agent, peut } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { actionsDe, estVerrouille } from './formulaire.lecture.ts'
import { type Filtres, type LigneListe, listLignes } from './formulaire.liste.sql.ts'

function actionsDeLigne(
  agent: Agent,
  ligne: LigneListe,
  reglages: Reglages,
  maintenant: Date,
): Action[] {
  if (!ligne.dedans) return []
  const { etat } = ligne
  if (etat !== 'NON_COMMENCE') return actionsDe(agent, { ...ligne, etat, reglages }, maintenant)
  if (ligne.rang > rangCourant(maintenant, reglages.fuseau)) return []
  const verrouille = estVerrouille({ ...ligne, etat: 'BROUILLON', reglages }, maintenant)
  return !verrouille && peut(agent, 'formulaire.saisir', ligne.structureId) ? ['enregistrer'] : []
}

/** A filter left empty (`etat=`, `etats: []`: every box unticked) narrows nothing. */
function sansFiltresVides(filtres: Filtres): Filtres {
  const { etats, structures, modeles, regions } = filtres
  const listes = Object.entries({ etats, structures, modeles, regions })
  const vides = listes.filter(([, liste]) => liste?.length === 0)
  return { ...filtres, ...Object.fromEntries(vides.map(([nom]) => [nom, undefined])) }
}

/** A page of forms as lists show them, each with the actions allowed on it. */
export async function listResumes(
  sql: Sql,
  agent: Agent,
  filtres: Filtres,
  maintenant: Date,
): Promise<Liste<Resume>> {
  const reglages = await findReglages(sql)
  const { lignes, total } = await listLignes(sql, agent, sansFiltresVides(filtres))
  const elements = lignes.map((ligne): Resume => {
    const { modeleCode, modeleLibelle, modeleVersion, structureCode, structureLibelle } = ligne
    return {
      id: ligne.id,
      numero: ligne.numero,
      modele: { code: modeleCode, libelle: modeleLibelle, version: modeleVersion },
      structure: { id: ligne.structureId, code: structureCode, libelle: structureLibelle },
      ...periodeDe(ligne.rang),
      etat: ligne.etat,
      version: ligne.version ?? 0,
      versionDiffusee: ligne.versionDiffusee,
      effectif: ligne.effectif,
      remplissage: ligne.remplissage,
      erreurs: ligne.erreurs,
      avertissements: ligne.avertissements,
      soumisLe: ligne.soumisLe,
      modifieLe: ligne.modifieLe,
      modifiePar: ligne.modifiePar,
      horsDelai: ligne.horsDelai,
      actions: actionsDeLigne(agent, ligne, reglages, maintenant),
    }
  })
  return { elements, total, page: filtres.page, taille: filtres.taille }
}
