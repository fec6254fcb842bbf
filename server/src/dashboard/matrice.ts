import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { listModeles } from '../modele/modele.sql.ts'
import type { Db } from '../platform/route.ts'
import { statutDe } from './dashboard.ts'
import { type LigneMatrice, listLignes, listNumerosDecales, listVigueurs } from './matrice.sql.ts'
import { type Demande, moisDe } from './suivi.sql.ts'

const A = 'a'.charCodeAt(0)
const MOIS_DE_L_ANNEE = 12
const VIDE = '.'.repeat(MOIS_DE_L_ANNEE)
const AUCUN: ReadonlySet<number> = new Set()

/** By code of model, the months that it is in force, 0 to 11. */
type Vigueurs = ReadonlyMap<string, ReadonlySet<number>>

/** What a model's letters are where it has no form: nothing is expected out of its own months. */
function absentsDe({ modeles, absents }: LigneMatrice, modele: string, vigueurs: Vigueurs): string {
  if (!modeles.includes(modele)) return VIDE
  const places = vigueurs.get(modele) ?? AUCUN
  if (places.size === MOIS_DE_L_ANNEE) return absents
  return Array.from(absents, (lettre, place) => (places.has(place) ? lettre : '.')).join('')
}

/** The twelve letters of a model, where a form has the last word; all dots: nothing to tell. */
function lettresDe(ligne: LigneMatrice, modele: string, vigueurs: Vigueurs): string {
  const absents = absentsDe(ligne, modele, vigueurs)
  const dites = ligne.presents?.[modele] ?? ''
  if (dites === '') return absents
  const lettres = absents.split('')
  for (let i = 0; i < dites.length; i += 2) lettres[dites.charCodeAt(i) - A] = dites.charAt(i + 1)
  return lettres.join('')
}

/** Those of each model of a structure that has something to tell. */
function casesDe(ligne: LigneMatrice, vigueurs: Vigueurs) {
  const codes = new Set([...ligne.modeles, ...Object.keys(ligne.presents ?? {})])
  const cases: Record<string, string> = {}
  for (const code of [...codes].toSorted()) {
    const lettres = lettresDe(ligne, code, vigueurs)
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
    const cases = casesDe(ligne, vigueurs)
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
