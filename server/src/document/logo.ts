import { updateReglage } from '../calendrier/calendrier.sql.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { updateLogo } from '../structure/structure.sql.ts'
import { findUrlLogo } from './document.sql.ts'

/** Where a logo is read without a token, below the API's root. */
const urlLogoDe = (name: string): string => `/documents/logo/${name}`

/** A logo's file, and whose it is: a structure's, or the organisation's (null). */
type Logo = { name: string; structureId: number | null }
type Auteur = { agent: Agent; maintenant: Date }

/** Gives whose logo it was, as the journal names it. */
async function updateUrl(
  sql: Sql,
  { structureId }: Logo,
  url: string | null,
  maintenant: Date,
): Promise<string> {
  if (structureId !== null) return updateLogo(sql, structureId, url)
  await updateReglage(sql, 'urlLogo', url, maintenant)
  return 'organisation'
}

/** Sets the logo, journals it, and gives its public path. */
export async function changerLogo(
  sql: Sql,
  logo: Logo,
  { agent, maintenant }: Auteur,
): Promise<string> {
  const url = urlLogoDe(logo.name)
  const objet = await updateUrl(sql, logo, url, maintenant)
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'LOGO_CHANGE', objet }
  await insertJournal(sql, { ...ligne, detail: { name: logo.name } })
  return url
}

/** Takes a logo that is being deleted off whoever shows it; one that nobody shows changes nothing. */
export async function retirerLogo(
  sql: Sql,
  logo: Logo,
  { agent, maintenant }: Auteur,
): Promise<void> {
  if ((await findUrlLogo(sql, logo.structureId)) !== urlLogoDe(logo.name)) return
  const objet = await updateUrl(sql, logo, null, maintenant)
  const ligne = { le: maintenant, utilisateurId: agent.id, action: 'LOGO_RETIRE', objet }
  await insertJournal(sql, { ...ligne, detail: { name: logo.name } })
}
