import type { DashboardStructure } from '@releve/contract/dashboard/dashboard.schema.ts'
import type { ModeleDit } from '@releve/contract/modele/gestion.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { REGLAGES } from '../annuaire/reglages.ts'
import { listModeles } from '../modele/modele.sql.ts'
import { findTousReglages, valeursDe } from '../parametre/parametre.sql.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { listFiches } from '../structure/fiche.sql.ts'
import { listTranches } from '../structure/periode.sql.ts'
import { listVigueurs } from './matrice.sql.ts'
import { listMedianes, listPoints } from './structure.sql.ts'
import type { Demande } from './suivi.sql.ts'

type ModeleSuivi = Pick<ModeleDit, 'code' | 'libelle' | 'avecEffectif' | 'avecEcart'>

/** As its last version says; of a structure's own list, a code may be of no model any more. */
const direModele = (modeles: readonly ModeleSuivi[], code: string): ModeleSuivi =>
  modeles.find((modele) => modele.code === code) ?? {
    code,
    libelle: code,
    avecEffectif: false,
    avecEcart: false,
  }

const SANS_RAPPORT = {
  id: null,
  numero: null,
  etat: null,
  effectif: null,
  entrees: null,
  sorties: null,
  reference: null,
  ecart: null,
} as const

const rangsDe = ({ du, au }: Demande): number[] =>
  Array.from({ length: au - du + 1 }, (_, i) => du + i)

/** Those of these months of which the agent reads the structure's reports. */
const rangsLus = (demande: Demande, structureId: number): number[] =>
  rangsDe(demande).filter((rang) => estDansPerimetre(demande.agent, { structureId, rang }))

/** A structure of which the agent reads some of these months, as it is today. */
export async function findStructureSuivie(
  db: Db,
  demande: Demande,
  code: string,
): Promise<Structure | undefined> {
  const [fiche] = await listFiches(db, demande.agent.mois, [code])
  return fiche && rangsLus(demande, fiche.id).length > 0 ? fiche : undefined
}

async function composeModeles(
  db: Db,
  demande: Demande,
  { id: structureId, code: structure }: Structure,
  modeles: readonly ModeleSuivi[],
): Promise<DashboardStructure['modeles']> {
  const points = await listPoints(db, demande, structureId)
  const lus = new Set(rangsLus(demande, structureId))
  const { seuilSecret } = valeursDe(REGLAGES, await findTousReglages(db))
  const toutes = await listMedianes(db, demande, structureId, seuilSecret)
  const medianes = toutes.filter(({ rang }) => lus.has(rang))
  const tranches = (await listTranches(db, [structure])).get(structure) ?? []
  const donnes = tranches.filter(({ du, au }) => [...lus].some((rang) => du <= rang && rang <= au))
  const codes = new Set([
    ...donnes.flatMap((tranche) => tranche.modeles),
    ...points.map(({ modele }) => modele),
  ])
  const vigueurs = await listVigueurs(db, demande)
  return [...codes].toSorted().map((code) => {
    const { libelle, avecEffectif, avecEcart } = direModele(modeles, code)
    const niveau = avecEcart ? 'NON_CALCULABLE' : null
    const moisDe = (rang: number) => {
      const du = (ligne: { rang: number; modele: string }) =>
        ligne.rang === rang && ligne.modele === code
      const {
        rang: _rang,
        modele: _modele,
        ...point
      } = points.find(du) ?? { rang, modele: code, ...SANS_RAPPORT, niveau }
      const moisCouverts = vigueurs.get(code)?.couverts[rang - demande.du] ?? 1
      const mediane = medianes.find(du)?.mediane ?? null
      return { ...periodeDe(rang), moisCouverts, ...point, mediane }
    }
    return { code, libelle, avecEffectif, points: rangsDe(demande).map(moisDe) }
  })
}

/** A structure's figures of the months asked for, beside its type's. */
export async function composeDashboardStructure(
  db: Db,
  demande: Demande,
  structure: Structure,
): Promise<DashboardStructure> {
  const { id, code, libelle, typeStructure, region } = structure
  return {
    structure: { id, code, libelle, typeStructure, region },
    modeles: await composeModeles(db, demande, structure, await listModeles(db)),
  }
}
