import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Classeur } from '@releve/contract/formulaire/formulaire.schema.ts'
import { avecDe, isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { illisible } from '../platform/tableur.ts'
import { pourDe } from '../platform/tour.ts'
import { readClasseur } from './classeur.apart.ts'
import { type CaseLue, ETRANGER, type IdentiteClasseur } from './classeur.lecture.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import { verifierOuvert } from './saisie.ts'

/** « de mars 2025 », « du 3e trimestre 2026 »: of this model, whose reports cover as many months. */
const moisDit = (mois: string, couverts: number): string => {
  const [annee = 0, n = 0] = mois.split('-').map(Number)
  return avecDe(n >= 1 && n <= 12 ? libellePeriode(periodeDe(annee * 12 + n - 1), couverts) : mois)
}

type VersionAttendue = { modele: string; versionModele: number }

/** @throws CLASSEUR_AUTRE_MODELE, CLASSEUR_AUTRE_STRUCTURE, CLASSEUR_AUTRE_MOIS, CLASSEUR_AUTRE_VERSION */
export function verifierIdentite(
  lue: IdentiteClasseur,
  f: FormulaireCharge,
  attendu: VersionAttendue,
): void {
  const { modele, versionModele } = attendu
  const periode = periodeDe(f.rang)
  if (lue.modele !== modele) {
    throw erreur('CLASSEUR_AUTRE_MODELE', { autre: lue.modele, attendu: modele })
  }
  if (lue.structure !== f.structureCode) {
    throw erreur('CLASSEUR_AUTRE_STRUCTURE', { autre: lue.structure, attendue: f.structureCode })
  }
  if (lue.mois !== isoDe(periode)) {
    const dire = (mois: string) => moisDit(mois, f.moisCouverts)
    const places = { autre: dire(lue.mois), attendu: dire(isoDe(periode)) }
    throw erreur('CLASSEUR_AUTRE_MOIS', places)
  }
  if (lue.versionModele !== versionModele) {
    const places = { autre: String(lue.versionModele), attendue: String(versionModele) }
    throw erreur('CLASSEUR_AUTRE_VERSION', places)
  }
}

/**
 * What a workbook exported from this form says since: the cells and comments that were changed in
 * it. Nothing is written: the screen shows it, and saves it as any entry.
 */
export async function importerFormulaire(
  appel: Appel<typeof formulaireApi.importerFormulaire>,
  f: FormulaireCharge,
): Promise<Classeur> {
  const { db, body, maintenant } = appel
  verifierOuvert(f, maintenant)
  const lu = await readClasseur(body.fichier.contenu, pourDe(appel))
  if (!lu) throw illisible(ETRANGER)
  const { compile } = await findModeleCompile(db, f.modeleId)
  const { code: modele, version: versionModele } = compile.modele
  verifierIdentite(lu.identite, f, { modele, versionModele })
  const dire = ({ cellule, texte }: CaseLue) => ({ cellule, texte })
  const { cases, commentaires } = lu
  return {
    version: lu.identite.version,
    cases: cases.map(dire),
    commentaires: commentaires.map(dire),
  }
}
