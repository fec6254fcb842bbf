import type { AExaminer } from '@releve/contract/dashboard/dashboard.schema.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { listResumes } from '../formulaire/liste.ts'
import { lireParLots, TOUTE, type Tout } from '../platform/liste.ts'
import type { Contexte } from '../platform/route.ts'
import {
  type CaseVoulue,
  type LigneExamen,
  listExamens,
  listIdsDeCases,
  type PageExamens,
} from './examen.sql.ts'
import type { Demande } from './suivi.sql.ts'

/** These forms as lists show them, each with what the agent may do of it, in this order. */
async function listParIds(
  { db, agent, maintenant }: Contexte,
  ids: readonly number[],
): Promise<Resume[]> {
  if (ids.length === 0) return []
  const filtres = { ids, page: 1, taille: ids.length, diffuses: false }
  const { elements } = await listResumes(db, agent, filtres, maintenant)
  const parId = new Map(elements.map((resume) => [resume.id, resume]))
  return ids.flatMap((id) => parId.get(id) ?? [])
}

/** The forms of these cells of the matrix; a cell without a form, or outside the perimeter, has none. */
export async function listCases(
  contexte: Contexte,
  cases: readonly CaseVoulue[],
): Promise<Resume[]> {
  return listParIds(contexte, await listIdsDeCases(contexte.db, cases))
}

const parId = (lignes: readonly LigneExamen[]) =>
  new Map(lignes.map(({ id, ...ligne }) => [id, ligne]))

const joindre = (resumes: readonly Resume[], lignes: ReturnType<typeof parId>) =>
  resumes.flatMap((resume): AExaminer[] => {
    const ligne = lignes.get(resume.id ?? 0)
    return ligne ? [{ ...resume, ...ligne }] : []
  })

/** All that waits for the central directorate, for a file. */
export async function listTousExamens(
  contexte: Contexte,
  demande: Pick<Demande, 'agent' | 'filtres' | 'jour' | 'reglages'>,
  filtres: Omit<PageExamens, 'page' | 'taille'>,
): Promise<Tout<AExaminer>> {
  const { lignes } = await listExamens(contexte.db, demande, { ...filtres, ...TOUTE })
  const siennes = parId(lignes)
  return lireParLots(lignes.map(({ id }) => id).join(','), async (lot) =>
    joindre(await listParIds(contexte, lot), siennes),
  )
}

/** A page of what waits for the central directorate. */
export async function composeExamens(
  contexte: Contexte,
  demande: Pick<Demande, 'agent' | 'filtres' | 'jour' | 'reglages'>,
  page: PageExamens,
) {
  const { lignes, etats } = await listExamens(contexte.db, demande, page)
  const resumes = await listParIds(
    contexte,
    lignes.map(({ id }) => id),
  )
  const elements = joindre(resumes, parId(lignes))
  const comptes = Object.entries(etats)
  const voulus: readonly string[] = page.etats?.length ? page.etats : Object.keys(etats)
  const total = comptes.reduce((n, [etat, nombre]) => n + (voulus.includes(etat) ? nombre : 0), 0)
  return { elements, total, page: page.page, taille: page.taille, etats }
}
