import { isDeepStrictEqual } from 'node:util'
import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { sansBlancs } from '@releve/contract/champs.ts'
import { enoncer } from '@releve/contract/erreur.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { changementsEntre, noter } from '../journal/noter.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import { type Faute, verifierFiche } from './fiche.rules.ts'
import { findReferentiel, listFiches, type Noeud, type Referentiel } from './fiche.sql.ts'
import { suivreEtat } from './interruption.sql.ts'
import { insertStructure, updateStructure, verrouillerStructures } from './structure.sql.ts'

/** Whoever answers an invitation writes too, with the account that he has just opened. */
export type Auteur = Contexte<Pick<Agent, 'id'>>

/** The local day on which states change. */
export async function jourDe({ db, maintenant }: Pick<Auteur, 'db' | 'maintenant'>) {
  const { fuseau } = await findReglages(db)
  return jourLocal(maintenant, fuseau)
}

/** Blank texts say nothing, and a model counts once. */
export function normaliserFiche(fiche: FicheStructure): FicheStructure {
  return {
    ...sansBlancs(CHAMPS_STRUCTURE, fiche),
    parent: fiche.parent || null,
    modeles: [...new Set(fiche.modeles)],
  }
}

/** A record as one enters it. */
export function ficheDe({ parent, ...structure }: Structure): FicheStructure {
  const { id: _id, urlLogo: _urlLogo, version: _version, ...fiche } = structure
  return { ...fiche, parent: parent?.code ?? null }
}

/** What a record changes, field by field; null: nothing. */
export const changementsDe = (avant: Structure, fiche: FicheStructure) =>
  changementsEntre(ficheDe(avant), fiche)

/** @throws the first fault, with all of them by field in the details. */
export function refuserFautes(fautes: readonly Faute[]): void {
  const [premiere] = fautes
  if (!premiere) return
  const details = fautes.map(({ champ, code, libelle }) => ({
    chemin: `body.${champ}`,
    code,
    libelle,
  }))
  throw new ErreurMetier(premiere, { details })
}

/** Writes a record that has been checked, dates its state, journals it. `avant`: null creates it. */
export async function ecrireFiche(
  auteur: Auteur,
  fiche: FicheStructure,
  {
    avant,
    parentId,
    aujourdhui,
  }: { avant: Structure | null; parentId: number | null; aujourdhui: string },
): Promise<number> {
  const { db } = auteur
  const { parent: _, ...colonnes } = fiche
  const nouvelle = { ...colonnes, parentId }
  const structureId = avant ? avant.id : await insertStructure(db, nouvelle)
  if (avant) await updateStructure(db, structureId, nouvelle)
  if (avant && !isDeepStrictEqual(structureLisible(avant), structureLisible(fiche))) {
    await demanderRecalcul(db, { structureId })
  }
  await suivreEtat(db, { structureId, avant, apres: fiche, aujourdhui })
  const { code: cible, libelle, typeStructure, region, etat } = fiche
  if (avant) {
    const changements = changementsDe(avant, fiche) ?? {}
    await noter(auteur, 'STRUCTURE_MODIFIEE', { cible, changements })
  } else {
    const detail = { libelle, typeStructure, region, etat }
    await noter(auteur, 'STRUCTURE_CREEE', { cible, detail })
  }
  return structureId
}

/** Checks one record alone against the others, and gives it as it stands once written. */
async function enregistrerFiche(
  auteur: Auteur,
  fiche: FicheStructure,
  { avant, referentiel }: { avant: Structure | null; referentiel: Referentiel },
): Promise<Structure> {
  const aujourdhui = await jourDe(auteur)
  const noeuds = new Map<string, Noeud>([...referentiel.noeuds, [fiche.code, fiche]])
  refuserFautes(verifierFiche({ fiche, avant, referentiel, noeuds, aujourdhui }))
  const parentId = fiche.parent === null ? null : (referentiel.noeuds.get(fiche.parent)?.id ?? null)
  await ecrireFiche(auteur, fiche, { avant, parentId, aujourdhui })
  return relire(auteur.db, fiche.code)
}

async function relire(db: Db, code: string): Promise<Structure> {
  const [ecrite] = await listFiches(db, [code])
  if (!ecrite) throw new Error(`structure ${code} absente après son écriture`)
  return ecrite
}

/** @throws STRUCTURE_EXISTANTE, and what stands in the way of the record. */
export async function creerStructure(
  appel: Auteur & { body: BodyOf<typeof structureApi.creerStructure> },
): Promise<Structure> {
  await verrouillerStructures(appel.db)
  const fiche = normaliserFiche(appel.body)
  const referentiel = await findReferentiel(appel, [fiche.code])
  if (referentiel.noeuds.has(fiche.code)) {
    const enonce = enoncer('STRUCTURE_EXISTANTE', { code: fiche.code })
    throw new ErreurMetier(enonce, { details: [{ chemin: 'body.code', ...enonce }] })
  }
  return enregistrerFiche(appel, fiche, { avant: null, referentiel })
}

/**
 * Saying again what the record holds writes nothing, whatever the version.
 * @throws VERSION_STRUCTURE_PERIMEE, and what stands in the way of the record.
 */
export async function modifierStructure(
  appel: Auteur & { body: BodyOf<typeof structureApi.modifierStructure> },
): Promise<Structure> {
  await verrouillerStructures(appel.db)
  const { version, ...saisie } = appel.body
  const fiche = normaliserFiche(saisie)
  const referentiel = await findReferentiel(appel, [fiche.code])
  const avant = referentiel.fiches.get(fiche.code)
  if (!avant) throw erreur('STRUCTURE_INTROUVABLE')
  if (!changementsDe(avant, fiche)) return avant
  if (version !== avant.version) throw erreur('VERSION_STRUCTURE_PERIMEE')
  return enregistrerFiche(appel, fiche, { avant, referentiel })
}
