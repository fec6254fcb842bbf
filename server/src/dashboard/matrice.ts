import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { listModeles } from '../modele/modele.sql.ts'
import type { Db } from '../platform/route.ts'
import { statutDe } from './dashboard.ts'
import { type LigneMatrice, listLignes, listNumerosDecales, listVigueurs } from './matrice.sql.ts'
import { type Demande, moisDe } from './suivi.sql.ts'

/** The twelve letters of a model, where a form has the last word; all dots: nothing to tell. */
function lettresDe(
  { modeles, absents, presents }: LigneMatrice,
  modele: string,
  enVigueur: (place: number) => boolean,
): string {
  const sien = modeles.includes(modele)
  const lettres = Array.from(absents, (lettre, place) => (sien && enVigueur(place) ? lettre : '.'))
  const dites = presents?.[modele] ?? ''
  for (let i = 0; i < dites.length; i += 2) lettres[dites.charCodeAt(i) - A] = dites.charAt(i + 1)
  return lettres.join('')
}

const A = 'a'.charCodeAt(0)
const VIDE = '.'.repeat(12)

/** Those of each model of a structure that has something to tell. */
function casesDe(ligne: LigneMatrice, du: number, vigueurs: ReadonlySet<string>) {
  const codes = new Set([...ligne.modeles, ...Object.keys(ligne.presents ?? {})])
  const cases: Record<string, string> = {}
  for (const code of [...codes].toSorted()) {
    const lettres = lettresDe(ligne, code, (place) => vigueurs.has(`${code}@${du + place}`))
    if (lettres !== VIDE) cases[code] = lettres
  }
  return cases
}

/** Where each report of a year is. */
export async function composeMatrice(db: Db, demande: Demande): Promise<Matrice> {
  const lignes = await listLignes(db, demande)
  const vigueurs = await listVigueurs(db, demande)
  const numeros = await listNumerosDecales(db, demande)
  const structures = lignes.flatMap((ligne) => {
    const { modeles: _modeles, absents: _absents, presents: _presents, ...structure } = ligne
    const cases = casesDe(ligne, demande.du, vigueurs)
    return Object.keys(cases).length > 0 ? [{ ...structure, cases }] : []
  })
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
