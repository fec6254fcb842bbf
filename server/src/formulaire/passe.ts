import type {
  ChiffreDit,
  MemeTexte,
  Passe,
  TexteDit,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { MoisCouvert } from '@releve/contract/mois.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import type { Db } from '../platform/route.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import { listMoisPasses, listRaisonsPassees, type MoisPasse } from './passe.sql.ts'

function chiffreDe(valeur: Valeur | undefined): ChiffreDit {
  if (typeof valeur === 'number') return valeur
  return valeur === 'ND' || valeur === 'SO' ? valeur : null
}

/** Rows of repeating tables have no past: an activity is not that of another month. */
function valeursDe({ cellules }: ModeleCompile, mois: readonly MoisPasse[]): Passe['valeurs'] {
  const valeurs: Passe['valeurs'] = {}
  for (const [adresse, { nature }] of cellules) {
    if (!estNombre(nature)) continue
    const dits = mois.map(({ donnees }) => chiffreDe(donnees[adresse]))
    if (dits.some((dit) => dit !== null)) valeurs[adresse] = dits
  }
  return valeurs
}

type MoisPorte = Pick<MoisPasse, 'rang' | 'couverts'>
type MoisDit = MoisPorte & { textes: Readonly<Record<string, string>> }
type TextePasse = { texte: string; depuis: MoisPorte; dernier: MoisPorte }

/**
 * What was last written under each key. `depuis`: the first of the received months that followed
 * each other with these same words.
 * @param mois the received ones, the oldest first.
 */
function derniersDits(mois: readonly MoisDit[]): Map<string, TextePasse> {
  const dits = new Map<string, TextePasse>()
  let avant: MoisDit | null = null
  for (const lu of mois) {
    for (const [cle, brut] of Object.entries(lu.textes)) {
      const texte = brut.trim()
      const connu = dits.get(cle)
      const suit = connu?.texte === texte && connu.dernier === avant
      dits.set(cle, { texte, depuis: suit ? connu.depuis : lu, dernier: lu })
    }
    avant = lu
  }
  return dits
}

const enPeriode = ({ rang, couverts }: MoisPorte): MoisCouvert => ({
  ...periodeDe(rang),
  moisCouverts: couverts,
})

const enPeriodes = ({ depuis, dernier }: TextePasse): MemeTexte => ({
  depuis: enPeriode(depuis),
  dernier: enPeriode(dernier),
})

/** Of the keys that the model still has. */
function textesDits(
  mois: readonly MoisDit[],
  existe: (cle: string) => boolean,
): Record<string, TexteDit> {
  return Object.fromEntries(
    [...derniersDits(mois)]
      .filter(([cle]) => existe(cle))
      .map(([cle, dit]) => [cle, { texte: dit.texte, ...enPeriodes(dit) }]),
  )
}

/** What the months before a report said in its cells, and what was written of them. */
export async function lirePasse(db: Db, f: FormulaireCharge): Promise<Passe> {
  const { compile } = await findModeleCompile(db, f.modeleId)
  const mois = await listMoisPasses(db, f)
  const controles = new Set(compile.controles.map(({ cle }) => cle))
  const justifies = mois.map(({ justifications: textes, ...lu }) => ({ ...lu, textes }))
  const commentes = mois.map(({ commentaires: textes, ...lu }) => ({ ...lu, textes }))
  return {
    mois: mois.map(enPeriode),
    valeurs: valeursDe(compile, mois),
    justifications: textesDits(justifies, (cle) => controles.has(cle)),
    commentaires: textesDits(commentes, (cle) => compile.cellules.has(cle)),
  }
}

/** Whether what justifies a warning of a report had been written before, in the same words. */
type DireMeme = (id: number, cle: string, texte: string | null) => MemeTexte | null

/** The same of several reports at once, by one statement. */
export async function findMemesTextes(db: Db, ids: readonly number[]): Promise<DireMeme> {
  const lus = Map.groupBy(await listRaisonsPassees(db, ids), ({ pour }) => pour)
  const dits = new Map(
    [...lus].map(([id, mois]) => [
      id,
      derniersDits(mois.map(({ justifications: textes, ...lu }) => ({ ...lu, textes }))),
    ]),
  )
  return (id, cle, texte) => {
    const dit = dits.get(id)?.get(cle)
    return dit && dit.texte === texte?.trim() ? enPeriodes(dit) : null
  }
}
