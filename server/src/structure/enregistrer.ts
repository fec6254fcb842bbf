import { isDeepStrictEqual } from 'node:util'
import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { libelleErreur } from '@releve/contract/erreur.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { findReglages } from '../calendrier/calendrier.sql.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { type Faute, verifierFiche } from './fiche.regles.ts'
import { findReferentiel, listFiches, type Noeud, type Referentiel } from './fiche.sql.ts'
import { suivreEtat } from './interruption.sql.ts'
import { insertStructure, updateStructure, verrouillerStructures } from './structure.sql.ts'

/** Who writes, and when. */
export type Acte = { sql: Sql; agent: Pick<Agent, 'id'>; maintenant: Date }

/** The local day on which states change. */
export async function jourDe({ sql, maintenant }: Pick<Acte, 'sql' | 'maintenant'>) {
  const { fuseau } = await findReglages(sql)
  return jourLocal(maintenant, fuseau)
}

/** Blank texts say nothing, and a model counts once. */
export function normaliserFiche(fiche: FicheStructure): FicheStructure {
  return {
    ...fiche,
    parent: fiche.parent || null,
    responsable: fiche.responsable || null,
    telephone: fiche.telephone || null,
    adresse: fiche.adresse || null,
    modeles: [...new Set(fiche.modeles)],
  }
}

/** A record as one enters it. */
export function ficheDe({ parent, ...structure }: Structure): FicheStructure {
  const { id: _id, urlLogo: _urlLogo, version: _version, ...fiche } = structure
  return { ...fiche, parent: parent?.code ?? null }
}

type Changement = { champ: string; avant: unknown; apres: unknown }

/** What a record changes, field by field; empty: nothing. */
export function changementsDe(avant: Structure, fiche: FicheStructure): Changement[] {
  const actuelle = new Map<string, unknown>(Object.entries(ficheDe(avant)))
  return Object.entries(fiche).flatMap(([champ, apres]) =>
    isDeepStrictEqual(actuelle.get(champ), apres)
      ? []
      : [{ champ, avant: actuelle.get(champ) ?? null, apres }],
  )
}

/** @throws the first fault, with all of them by field in the details. */
export function refuserFautes(fautes: readonly Faute[]): void {
  const [premiere] = fautes
  if (!premiere) return
  const details = fautes.map(({ champ, code, valeurs }) => ({
    chemin: `body.${champ}`,
    code,
    libelle: libelleErreur(code, valeurs),
  }))
  throw erreur(premiere.code, premiere.valeurs, { details })
}

/** Writes a record that has been checked, dates its state, journals it. `avant`: null creates it. */
export async function ecrireFiche(
  { sql, agent, maintenant }: Acte,
  fiche: FicheStructure,
  {
    avant,
    parentId,
    aujourdhui,
  }: { avant: Structure | null; parentId: number | null; aujourdhui: string },
): Promise<number> {
  const { parent: _, ...colonnes } = fiche
  const nouvelle = { ...colonnes, parentId }
  const structureId = avant ? avant.id : await insertStructure(sql, nouvelle)
  if (avant) await updateStructure(sql, structureId, nouvelle)
  await suivreEtat(sql, { structureId, avant, apres: fiche, aujourdhui })
  const ligne = { le: maintenant, utilisateurId: agent.id, objet: fiche.code }
  if (avant) {
    const changements = changementsDe(avant, fiche)
    await insertJournal(sql, { ...ligne, action: 'STRUCTURE_MODIFIEE', detail: { changements } })
  } else {
    const { libelle, typeStructure, region, etat } = fiche
    const detail = { libelle, typeStructure, region, etat }
    await insertJournal(sql, { ...ligne, action: 'STRUCTURE_CREEE', detail })
  }
  return structureId
}

/** Checks one record alone against the others, and gives it as it stands once written. */
async function enregistrerFiche(
  acte: Acte,
  fiche: FicheStructure,
  { avant, referentiel }: { avant: Structure | null; referentiel: Referentiel },
): Promise<Structure> {
  const aujourdhui = await jourDe(acte)
  const noeuds = new Map<string, Noeud>([...referentiel.noeuds, [fiche.code, fiche]])
  refuserFautes(verifierFiche({ fiche, avant, referentiel, noeuds, aujourdhui }))
  const parentId = fiche.parent === null ? null : (referentiel.noeuds.get(fiche.parent)?.id ?? null)
  await ecrireFiche(acte, fiche, { avant, parentId, aujourdhui })
  return relire(acte.sql, fiche.code)
}

async function relire(sql: Sql, code: string): Promise<Structure> {
  const [ecrite] = await listFiches(sql, [code])
  if (!ecrite) throw new Error(`structure ${code} absente après son écriture`)
  return ecrite
}

/** @throws STRUCTURE_EXISTANTE, and what stands in the way of the record. */
export async function creerStructure(
  appel: Acte & { body: BodyOf<typeof structureApi.creerStructure> },
): Promise<Structure> {
  await verrouillerStructures(appel.sql)
  const fiche = normaliserFiche(appel.body)
  const referentiel = await findReferentiel(appel.sql, [fiche.code])
  if (referentiel.noeuds.has(fiche.code)) {
    const libelle = libelleErreur('STRUCTURE_EXISTANTE', { code: fiche.code })
    const detail = { chemin: 'body.code', code: 'STRUCTURE_EXISTANTE', libelle }
    throw erreur('STRUCTURE_EXISTANTE', { code: fiche.code }, { details: [detail] })
  }
  return enregistrerFiche(appel, fiche, { avant: null, referentiel })
}

/**
 * Saying again what the record holds writes nothing, whatever the version.
 * @throws VERSION_STRUCTURE_PERIMEE, and what stands in the way of the record.
 */
export async function modifierStructure(
  appel: Acte & { body: BodyOf<typeof structureApi.modifierStructure> },
): Promise<Structure> {
  await verrouillerStructures(appel.sql)
  const { version, ...saisie } = appel.body
  const fiche = normaliserFiche(saisie)
  const referentiel = await findReferentiel(appel.sql, [fiche.code])
  const avant = referentiel.fiches.get(fiche.code)
  if (!avant) throw erreur('STRUCTURE_INTROUVABLE')
  if (changementsDe(avant, fiche).length === 0) return avant
  if (version !== avant.version) throw erreur('VERSION_STRUCTURE_PERIMEE')
  return enregistrerFiche(appel, fiche, { avant, referentiel })
}
