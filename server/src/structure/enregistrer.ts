import { isDeepStrictEqual } from 'node:util'
import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { sansBlancs } from '@releve/contract/champs.ts'
import { enoncer } from '@releve/contract/erreur.ts'
import type { Changements } from '@releve/contract/journal/journal.detail.ts'
import { isoDe, libellePeriode, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import { ANNEES_A_VENIR, CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { changementsEntre, noter } from '../journal/noter.sql.ts'
import { findReglages, moisCourant } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import { type Faute, verifierFiche } from './fiche.rules.ts'
import { findReferentiel, listFiches, type Referentiel } from './fiche.sql.ts'
import { debutsDe, type Noeud } from './hierarchie.ts'
import {
  type EtatDate,
  ecrireToutesTranches,
  ecrireTranches,
  garderParent,
  type Ids,
  listIds,
  listTranches,
  SANS_FIN,
  type Tranche,
} from './periode.sql.ts'
import { changerDepuis, etatDuMois, reduireA } from './periode.ts'
import {
  avancerVersions,
  insertStructure,
  listSansModele,
  retenirFormulaires,
  suivreEtat,
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

/**
 * `sous`: where the call says all of it, absent: each field by itself.
 * @throws the first fault, with all of them by field in the details.
 */
export function refuserFautes(fautes: readonly Faute[], sous?: string): void {
  const [premiere] = fautes
  if (!premiere) return
  const details = fautes.map(({ champ, code, libelle }) => ({
    chemin: `body.${sous ?? champ}`,
    code,
    libelle,
  }))
  throw new ErreurMetier(premiere, { details })
}

/** A record, what is dated apart. */
export function partager(fiche: FicheStructure) {
  const { typeStructure, region, parent, capacite, capaciteTheorique, ...reste } = fiche
  const { postesReference, modeles, ...stable } = reste
  const chiffres = { capacite, capaciteTheorique, postesReference }
  return { stable, etat: { typeStructure, region, parent, modeles, ...chiffres } }
}

/** What has always been so. */
export const depuisToujours = (etat: EtatDate): Tranche[] => [{ du: 0, au: SANS_FIN, ...etat }]

/** The last month of which something may be said. @throws MOIS_TROP_LOIN */
export function refuserMoisLointain(mois: number, periode: Periode | null | undefined): void {
  const dernier = mois + ANNEES_A_VENIR * 12
  if (!periode || rangDe(periode) <= dernier) return
  throw erreur('MOIS_TROP_LOIN', { periode: libellePeriode(periodeDe(dernier)) })
}

/** Replaces what is dated; open forms take what they read of it. */
export async function changerTranches(
  db: Db,
  structureId: number,
  { avant, apres, ids }: { avant: readonly Tranche[]; apres: readonly Tranche[]; ids: Ids },
): Promise<void> {
  if (isDeepStrictEqual(avant, apres)) return
  await ecrireTranches(db, structureId, apres, ids)
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
  const sans = await listSansModele(db, code, { types, rang })
  const inscrites = await listTranches(
    db,
    sans.map(({ code: structure }) => structure),
  )
  const parents = [...inscrites.values()].flat().flatMap(({ parent }) => parent ?? [])
  const changees = sans.map(({ id, code: structure }) => {
    const tranches = inscrites.get(structure) ?? []
    const etat = etatDuMois(tranches, rang)
    return [
      id,
      changerDepuis(tranches, rang, { ...etat, modeles: [...etat.modeles, code] }),
    ] as const
  })
  await ecrireToutesTranches(db, new Map(changees), await listIds(db, [...new Set(parents)]))
  await avancerVersions(
    db,
    sans.map(({ id }) => id),
  )
  return sans.length
}

/** A record that has been checked, and what is dated of it before and after. */
export type Ecriture = {
  /** As it was in the month of `fiche`; null creates it. */
  ficheAvant: Structure | null
  avant: readonly Tranche[] | null
  apres: readonly Tranche[]
  /** The day on which its state changes. */
  jour: string
  /** Of the parents that it names. */
  ids: Ids
  /** The month from which it changes, when it is not the present one. */
  aPartirDe?: number | undefined
}

/** Creates it, and gives its id. */
async function insertNeuve(db: Db, fiche: FicheStructure, { apres, ids }: Ecriture) {
  const premier = garderParent(etatDuMois(apres, 0), ids)
  const id = await insertStructure(db, { ...partager(fiche).stable, ...premier })
  if (apres.length > 1) await ecrireTranches(db, id, apres, ids)
  return id
}

async function noterEcriture(
  auteur: Auteur,
  fiche: FicheStructure,
  { ficheAvant, aPartirDe, changements }: Ecriture & { changements: Changements },
): Promise<void> {
  const { code: cible, libelle, typeStructure, region, etat } = fiche
  if (!ficheAvant) {
    const detail = { libelle, typeStructure, region, etat }
    return noter(auteur, 'STRUCTURE_CREEE', { cible, detail })
  }
  if (aPartirDe === undefined) return noter(auteur, 'STRUCTURE_MODIFIEE', { cible, changements })
  const detail = { aPartirDe: isoDe(periodeDe(aPartirDe)) }
  return noter(auteur, 'STRUCTURE_MODIFIEE', { cible, changements, detail })
}

/** Writes a record that has been checked, dates its state, journals it; gives its id. */
export async function ecrireFiche(
  auteur: Auteur,
  fiche: FicheStructure,
  ecriture: Ecriture & { changements?: Changements | null },
): Promise<number> {
  const { db } = auteur
  const { ficheAvant, avant, apres, jour, ids } = ecriture
  const structureId = ficheAvant ? ficheAvant.id : await insertNeuve(db, fiche, ecriture)
  if (ficheAvant) {
    await updateStructure(db, structureId, partager(fiche).stable)
    await changerTranches(db, structureId, { avant: avant ?? [], apres, ids })
  }
  await suivreEtat(db, { structureId, avant: ficheAvant, apres: fiche, jour })
  const changements =
    ecriture.changements ?? (ficheAvant ? changementsDe(ficheAvant, fiche) : null) ?? {}
  await noterEcriture(auteur, fiche, { ...ecriture, changements })
  return structureId
}

/** The ids of all structures. */
export const idsDe = (noeuds: Referentiel['noeuds']): Map<string, number> =>
  new Map([...noeuds].map(([code, { id }]) => [code, id]))

/** The hierarchy in which one record is replaced. */
export const avecNoeud = (
  noeuds: Referentiel['noeuds'],
  code: string,
  noeud: Noeud,
): Map<string, Noeud> => new Map<string, Noeud>([...noeuds, [code, noeud]])

type Enregistrement = {
  ficheAvant: Structure | null
  referentiel: Referentiel
  rang: number
  mois: number
  jourEtat?: string | undefined
}

/** Checks one record alone against the others, and gives it as it stands once written. */
async function enregistrerFiche(
  auteur: Auteur,
  fiche: FicheStructure,
  { ficheAvant, referentiel, rang, mois, jourEtat }: Enregistrement,
): Promise<Structure> {
  const aujourdhui = await jourDe(auteur)
  const jour = jourEtat ?? aujourdhui
  const { etat } = partager(fiche)
  const avant = ficheAvant ? (referentiel.tranches.get(fiche.code) ?? []) : null
  const apres = avant ? changerDepuis(avant, rang, etat) : depuisToujours(etat)
  const noeuds = avecNoeud(referentiel.noeuds, fiche.code, { ...fiche, tranches: apres })
  const examen = { fiche, ficheAvant, avant, apres, referentiel, noeuds, aujourdhui, jour, mois }
  refuserFautes(verifierFiche({ ...examen, debuts: debutsDe(noeuds) }))
  const aPartirDe = rang === mois ? undefined : rang
  const ids = idsDe(referentiel.noeuds)
  await ecrireFiche(auteur, fiche, { ficheAvant, avant, apres, jour, ids, aPartirDe })
  return relire(auteur, fiche.code)
}

/** The record today. */
export async function relire(auteur: Auteur, code: string): Promise<Structure> {
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
  const mois = await moisCourant(appel)
  const referentiel = await findReferentiel(appel.db, mois, [fiche.code])
  if (referentiel.noeuds.has(fiche.code)) {
    const enonce = enoncer('STRUCTURE_EXISTANTE', { code: fiche.code })
    throw new ErreurMetier(enonce, { details: [{ chemin: 'body.code', ...enonce }] })
  }
  return enregistrerFiche(appel, fiche, { ficheAvant: null, referentiel, rang: mois, mois })
}

/**
 * Saying again what the record holds writes nothing, whatever the version.
 * @throws VERSION_STRUCTURE_PERIMEE, MOIS_TROP_LOIN, and what stands in the way of the record.
 */
export async function modifierStructure(
  appel: Auteur & { body: BodyOf<typeof structureApi.modifierStructure> },
): Promise<Structure> {
  const { db } = appel
  await verrouillerStructures(db)
  const { version, aPartirDe, jourEtat, ...saisie } = appel.body
  const fiche = normaliserFiche(saisie)
  await retenirFormulaires(db, [fiche.code])
  const mois = await moisCourant(appel)
  refuserMoisLointain(mois, aPartirDe)
  const rang = aPartirDe ? rangDe(aPartirDe) : mois
  const referentiel = await findReferentiel(db, rang, [fiche.code])
  const ficheAvant = referentiel.fiches.get(fiche.code)
  if (!ficheAvant) throw erreur('STRUCTURE_INTROUVABLE')
  if (!changementsDe(ficheAvant, fiche)) return relire(appel, fiche.code)
  if (version !== ficheAvant.version) throw erreur('VERSION_STRUCTURE_PERIMEE')
  return enregistrerFiche(appel, fiche, { ficheAvant, referentiel, rang, mois, jourEtat })
}
