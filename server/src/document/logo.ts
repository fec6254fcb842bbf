import { noter } from '../journal/noter.sql.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import type { Contexte } from '../platform/route.ts'
import { updateLogo } from '../structure/structure.sql.ts'
import { findUrlLogo } from './document.sql.ts'

/** Where a logo is read without a token, below the API's root. */
const urlLogoDe = (name: string): string => `/documents/logo/${name}`

/** A logo's file, and whose it is: a structure's, or the organisation's (null). */
type Logo = { name: string; structureId: number | null }

/** Gives whose logo it was, as the journal names it. */
async function updateUrl(
  { db, maintenant }: Contexte,
  { structureId }: Logo,
  url: string | null,
): Promise<string> {
  if (structureId !== null) return updateLogo(db, structureId, url)
  await updateReglage(db, 'urlLogo', url, maintenant)
  return 'organisation'
}

/** Sets the logo, journals it, and gives its public path. */
export async function changerLogo(contexte: Contexte, logo: Logo): Promise<string> {
  const url = urlLogoDe(logo.name)
  const cible = await updateUrl(contexte, logo, url)
  await noter(contexte, 'LOGO_CHANGE', { cible, detail: { name: logo.name } })
  return url
}

/** Takes a logo that is being deleted off whoever shows it; one that nobody shows changes nothing. */
export async function retirerLogo(contexte: Contexte, logo: Logo): Promise<void> {
  if ((await findUrlLogo(contexte.db, logo.structureId)) !== urlLogoDe(logo.name)) return
  const cible = await updateUrl(contexte, logo, null)
  await noter(contexte, 'LOGO_RETIRE', { cible, detail: { name: logo.name } })
}
