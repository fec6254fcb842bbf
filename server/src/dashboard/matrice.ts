import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { listModeles } from '../modele/modele.sql.ts'
import type { Db } from '../platform/route.ts'
import { statutDe } from './dashboard.ts'
import { listLignes, listNumerosDecales } from './matrice.sql.ts'
import { type Demande, moisDe } from './suivi.sql.ts'

/** Where each report of a year is. */
export async function composeMatrice(db: Db, demande: Demande): Promise<Matrice> {
  const structures = await listLignes(db, demande)
  const numeros = await listNumerosDecales(db, demande)
  const presents = new Set(structures.flatMap(({ cases }) => Object.keys(cases)))
  const modeles = (await listModeles(db)).filter(({ code }) => presents.has(code))
  return {
    annee: Math.floor(demande.du / 12),
    mois: moisDe(demande.du, demande.au, demande.reglages).map((mois) => ({
      mois: periodeDe(mois.rang).mois,
      echeance: mois.echeance,
      verrouilleLe: mois.verrou,
      statut: statutDe(mois, demande),
    })),
    modeles: modeles.map(({ code, libelle }) => ({ code, libelle })),
    structures,
    numeros,
  }
}
