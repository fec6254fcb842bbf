import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { cleResume, retardDe, suiteDe } from '../suivi.ts'

export type Tache = { resume: Resume; joursRetard: number }
export type Taches = Record<'aCorriger' | 'enRetard' | 'aFaire' | 'transmis', Tache[]>

function rangee({ resume, joursRetard }: Tache): keyof Taches | null {
  const suite = suiteDe(resume)
  if (suite === 'corriger') return 'aCorriger'
  if (suite === 'commencer' || suite === 'continuer') return joursRetard > 0 ? 'enRetard' : 'aFaire'
  return resume.soumisLe ? 'transmis' : null
}

const compare = (a = '', b = '') => (a < b ? -1 : Number(a > b))

/** Within a month, the models stand in one order everywhere. */
const parModele = (a: Tache, b: Tache) =>
  compare(a.resume.modele.code, b.resume.modele.code) ||
  compare(a.resume.structure.code, b.resume.structure.code)

const parEcheance = (a: Tache, b: Tache) =>
  compare(a.resume.echeance, b.resume.echeance) || parModele(a, b)

/** By the day that the screen says, then by month. */
const parReception = (a: Tache, b: Tache) =>
  compare(b.resume.soumisLe?.slice(0, 10), a.resume.soumisLe?.slice(0, 10)) ||
  compare(b.resume.echeance, a.resume.echeance) ||
  parModele(a, b)

/**
 * What a structure has to do, by the calls that the server allows: forms sent back first, then the
 * late ones, then the others, each by due day; what was sent, the newest first. A form met twice
 * counts once.
 */
export function tachesDe(resumes: readonly Resume[], jour: string): Taches {
  const taches: Taches = { aCorriger: [], enRetard: [], aFaire: [], transmis: [] }
  const uniques = new Map(resumes.map((resume) => [cleResume(resume), resume]))
  for (const resume of uniques.values()) {
    const tache = { resume, joursRetard: retardDe(resume, jour) }
    const ou = rangee(tache)
    if (ou) taches[ou].push(tache)
  }
  const { transmis, ...dues } = taches
  for (const liste of Object.values(dues)) liste.sort(parEcheance)
  transmis.sort(parReception)
  return taches
}
