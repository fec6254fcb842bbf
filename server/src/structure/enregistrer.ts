import { isDeepStrictEqual } from 'node:util'
import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { sansBlancs } from '@releve/contract/champs.ts'
import { enoncer } from '@releve/contract/erreur.ts'
import { rangDe } from '@releve/contract/mois.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { changementsEntre, noter } from '../journal/noter.sql.ts'
import { findReglages, moisCourant } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import { type Faute, verifierFiche } from './fiche.rules.ts'
import { findReferentiel, listFiches, type Noeud, type Referentiel } from './fiche.sql.ts'
import { suivreEtat } from './interruption.sql.ts'
import { type EtatDate, ecrireTranches, listTranches, type Tranche } from './periode.sql.ts'
import { changerApartir, etatDuMois, reduireA } from './periode.ts'
import {
  avancerVersions,
  insertStructure,
  listSansModele,
  updateStructure,
  verrouillerStructures,
} from './structure.sql.ts'

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

/** A record, what is dated apart. */
function partager(fiche: FicheStructure, parentId: number | null) {
  const { typeStructure, region, capacite, capaciteTheorique, ...reste } = fiche
  const { postesReference, modeles, parent: _parent, ...stable } = reste
  const chiffres = { capacite, capaciteTheorique, postesReference }
  return { stable, etat: { typeStructure, region, parentId, modeles, ...chiffres } }
}

/** What is dated is so from this month on; open forms take what they read of it. */
async function changerEtat(
  db: Db,
  structureId: number,
  { rang, etat }: { rang: number; etat: EtatDate },
): Promise<void> {
  const avant = await listTranches(db, structureId)
  const apres = changerApartir(avant, rang, etat)
  if (isDeepStrictEqual(avant, apres)) return
  await ecrireTranches(db, structureId, apres)
  const lues = (tranches: readonly Tranche[]) => reduireA(tranches, structureLisible)
  if (!isDeepStrictEqual(lues(avant), lues(apres))) await demanderRecalcul(db, { structureId })
}

/**
 * Gives a model, from this month on, to the open structures that are then of these types and have
 * it not; says to how many. The caller holds `verrouillerStructures`.
 */
export async function attribuerModele(
  db: Db,
  code: string,
  { types, rang }: { types: readonly string[]; rang: number },
): Promise<number> {
  const ids = await listSansModele(db, code, { types, rang })
  for (const id of ids) {
    const tranches = await listTranches(db, id)
    const etat = etatDuMois(tranches, rang)
    const voulu = { ...etat, modeles: [...etat.modeles, code] }
    await ecrireTranches(db, id, changerApartir(tranches, rang, voulu))
  }
  await avancerVersions(db, ids)
  return ids.length
}

/**
 * Writes a record that has been checked, its dated fields from the month `rang` on, dates its state,
 * journals it. `avant`: as it is in that month; null creates it.
 */
export async function ecrireFiche(
  auteur: Auteur,
  fiche: FicheStructure,
  {
    avant,
    parentId,
    aujourdhui,
    rang,
  }: { avant: Structure | null; parentId: number | null; aujourdhui: string; rang: number },
): Promise<number> {
  const { db } = auteur
  const { stable, etat: etatDate } = partager(fiche, parentId)
  const structureId = avant ? avant.id : await insertStructure(db, { ...stable, ...etatDate })
  if (avant) {
    await updateStructure(db, structureId, stable)
    await changerEtat(db, structureId, { rang, etat: etatDate })
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

type Enregistrement = { avant: Structure | null; referentiel: Referentiel; rang: number }

/** Checks one record alone against the others, and gives it as it stands once written. */
async function enregistrerFiche(
  auteur: Auteur,
  fiche: FicheStructure,
  { avant, referentiel, rang }: Enregistrement,
): Promise<Structure> {
  const aujourdhui = await jourDe(auteur)
  const noeuds = new Map<string, Noeud>([...referentiel.noeuds, [fiche.code, fiche]])
  refuserFautes(verifierFiche({ fiche, avant, referentiel, noeuds, aujourdhui }))
  const parentId = fiche.parent === null ? null : (referentiel.noeuds.get(fiche.parent)?.id ?? null)
  await ecrireFiche(auteur, fiche, { avant, parentId, aujourdhui, rang })
  return relire(auteur, fiche.code)
}

/** The record today. */
async function relire(auteur: Auteur, code: string): Promise<Structure> {
  const [ecrite] = await listFiches(auteur.db, await moisCourant(auteur), [code])
  if (!ecrite) throw new Error(`structure ${code} absente après son écriture`)
  return ecrite
}

/** @throws STRUCTURE_EXISTANTE, and what stands in the way of the record. */
export async function creerStructure(
  appel: Auteur & { body: BodyOf<typeof structureApi.creerStructure> },
): Promise<Structure> {
  await verrouillerStructures(appel.db)
  const fiche = normaliserFiche(appel.body)
  const rang = await moisCourant(appel)
  const referentiel = await findReferentiel(appel, rang, [fiche.code])
  if (referentiel.noeuds.has(fiche.code)) {
    const enonce = enoncer('STRUCTURE_EXISTANTE', { code: fiche.code })
    throw new ErreurMetier(enonce, { details: [{ chemin: 'body.code', ...enonce }] })
  }
  return enregistrerFiche(appel, fiche, { avant: null, referentiel, rang })
}

/**
 * Saying again what the record holds writes nothing, whatever the version.
 * @throws VERSION_STRUCTURE_PERIMEE, and what stands in the way of the record.
 */
export async function modifierStructure(
  appel: Auteur & { body: BodyOf<typeof structureApi.modifierStructure> },
): Promise<Structure> {
  await verrouillerStructures(appel.db)
  const { version, aPartirDe, ...saisie } = appel.body
  const fiche = normaliserFiche(saisie)
  const rang = aPartirDe ? rangDe(aPartirDe) : await moisCourant(appel)
  const referentiel = await findReferentiel(appel, rang, [fiche.code])
  const avant = referentiel.fiches.get(fiche.code)
  if (!avant) throw erreur('STRUCTURE_INTROUVABLE')
  if (!changementsDe(avant, fiche)) return relire(appel, fiche.code)
  if (version !== avant.version) throw erreur('VERSION_STRUCTURE_PERIMEE')
  return enregistrerFiche(appel, fiche, { avant, referentiel, rang })
}
