import type {
  ModeleGere,
  VersionModele,
  VocabulaireModele,
} from '@releve/contract/modele/gestion.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { listCodificationsActives } from '../codification/codification.sql.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { listModelesVenus } from './correspondance.sql.ts'
import { findModeleCompile, findModelesCompiles } from './modele.cache.ts'
import {
  listAttributions,
  listBrouillons,
  listCodifications,
  listVersions,
  type VersionStockee,
} from './modele.gestion.sql.ts'
import { listModeles, listModelesEnVigueur, TOUJOURS } from './modele.sql.ts'

/** What may be done with any draft: whoever manages models manages all of them. */
export const ACTIONS = ['enregistrer', 'supprimer', 'publier', 'simuler', 'exporter'] as const

/** As it is told: replaced once the month at which it stops has passed. */
export function composeVersion(
  v: VersionStockee,
  courant: number,
): VersionModele & { code: string } {
  const { du, au } = v
  return {
    ...v,
    etat: au !== null && au < courant ? 'REMPLACE' : 'PUBLIE',
    du: du === TOUJOURS ? null : periodeDe(du),
    au: au === null ? null : periodeDe(au),
  }
}

/** A model in the version with which a report of the present month is begun. */
export async function findEnVigueur(contexte: Pick<Contexte, 'db' | 'maintenant'>, code: string) {
  const { db } = contexte
  const versions = await listModelesEnVigueur(db, await moisCourant(contexte))
  const version = versions.find((une) => une.code === code)
  return version && findModeleCompile(db, version.id)
}

/** Every model that is, was, or is being made. */
export async function gererModeles(contexte: Contexte): Promise<ModeleGere[]> {
  const { db } = contexte
  const courant = await moisCourant(contexte)
  const versions = await listVersions(db)
  const brouillons = new Map((await listBrouillons(db)).map((b) => [b.code, b]))
  const attributions = await listAttributions(db, courant)
  const venus = await listModelesVenus(db)
  const codes = new Set([...versions.map(({ code }) => code), ...brouillons.keys()])
  return [...codes].toSorted().map((code): ModeleGere => {
    const siennes = versions.filter((version) => version.code === code)
    const brouillon = brouillons.get(code)
    const publie = siennes.length > 0
    return {
      code,
      libelle: siennes[0]?.libelle ?? brouillon?.libelle ?? '',
      structures: attributions.get(code) ?? 0,
      versions: siennes.map((version) => composeVersion(version, courant)),
      brouillon: brouillon ? { ...brouillon, actions: [...ACTIONS] } : null,
      actions: [
        ...(publie && !brouillon ? (['creerBrouillon'] as const) : []),
        ...(publie ? (['dupliquer', 'exporter', 'exporterValeurs'] as const) : []),
        ...(publie && venus.has(code) ? (['reprendreValeurs'] as const) : []),
      ],
    }
  })
}

/** Code lists, and the cells of each model in its last version. */
export async function composeVocabulaire(db: Db): Promise<VocabulaireModele> {
  const listes = await listCodificationsActives(db)
  const codifications = (await listCodifications(db)).map(({ code, libelle }) => {
    return { code, libelle, valeurs: listes[code] ?? [] }
  })
  const modeles = await listModeles(db)
  const compiles = await findModelesCompiles(
    db,
    modeles.map(({ id }) => id),
  )
  return {
    codifications,
    modeles: modeles.map(({ id, code, libelle }) => {
      const cellules = [...(compiles.get(id)?.compile.cellules.values() ?? [])]
      const nommees = cellules.map((cellule) => {
        return { adresse: cellule.adresse, libelle: cellule.libelle }
      })
      return { code, libelle, cellules: nommees }
    }),
  }
}
