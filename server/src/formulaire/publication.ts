import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { erreur } from '../platform/erreur.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import type { Appel, Contexte } from '../platform/route.ts'
import {
  composeCharge,
  type FormulaireCharge,
  findFormulaire,
  findPublication,
  type LigneChargee,
  type Publication,
} from './formulaire.sql.ts'

export type Lecture = {
  structureId: number
  formulaire: FormulaireCharge
  /** Set when a published version is what may be, or is asked to be, read. */
  publication: Publication | null
}

/**
 * Which form, and which of its publications; unless told, the last one that the reader may have.
 */
type Demande = Pick<Appel<typeof formulaireApi.lireFormulaire>, 'db' | 'agent' | 'params'> & {
  query: { versionDiffusee?: number | undefined }
}

/**
 * What a reader gets: inside his perimeter the form, or the publication that he names; outside it
 * the last publication only.
 */
export async function loadLecture(
  { db, agent, params, query }: Demande,
  lue?: LigneChargee | null,
): Promise<Lecture | undefined> {
  if (lue === null) return undefined
  const formulaire = await (lue ? composeCharge(db, lue) : findFormulaire(db, params))
  if (!formulaire) return undefined
  const { structureId, versionDiffusee } = formulaire
  const dedans = estDansPerimetre(agent, formulaire)
  const voulue = query.versionDiffusee
  if (dedans && voulue !== undefined && voulue > versionDiffusee) {
    throw erreur('PUBLICATION_INTROUVABLE')
  }
  if (dedans && voulue === undefined) return { structureId, formulaire, publication: null }
  if (!dedans && versionDiffusee === 0) return undefined
  if (!dedans && voulue !== undefined && voulue !== versionDiffusee) {
    throw erreur('PUBLICATION_INTROUVABLE')
  }
  const publication = await findPublication(db, formulaire.id, voulue ?? versionDiffusee)
  if (!publication) throw erreur('PUBLICATION_INTROUVABLE')
  return { structureId, formulaire, publication }
}

type AppelParNumero = Pick<Contexte, 'db' | 'agent'> & { params: { numero: string } }

/** The form whose record, or receipts, are read: a publication has none. */
export async function loadLu({ db, agent, params }: AppelParNumero) {
  const formulaire = await findFormulaire(db, { numero: params.numero })
  return formulaire && estDansPerimetre(agent, formulaire) ? formulaire : undefined
}
