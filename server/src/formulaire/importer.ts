import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Classeur } from '@releve/contract/formulaire/formulaire.schema.ts'
import { isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { faireAPart, Interrompu, type Limites } from '../platform/apart.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import type { ClasseurLu, IdentiteClasseur } from './classeur.lecture.ts'
import type { DemandeClasseur, ReponseClasseur } from './classeur.worker.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import { verifierOuvert } from './saisie.ts'

/** Of one reading: milliseconds, and megabytes of objects. */
const LIMITES: Limites = { duree: 20_000, memoire: 400 }
const LECTEUR = new URL('./classeur.worker.ts', import.meta.url)
const RAISON_MAX = 400
const TROP =
  'Le classeur est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

const illisible = (raison: string) =>
  erreur('TABLEUR_ILLISIBLE', { raison: raison.slice(0, RAISON_MAX) })

/** @throws TABLEUR_ILLISIBLE, SERVICE_OCCUPE */
async function readClasseur(contenu: Uint8Array): Promise<ClasseurLu> {
  const demande: DemandeClasseur = { contenu }
  const lus: ClasseurLu[] = []
  const entendre = (reponse: ReponseClasseur): boolean => {
    if ('illisible' in reponse) throw illisible(reponse.illisible)
    lus.push(reponse.lu)
    return true
  }
  try {
    await faireAPart(LECTEUR, demande, { limites: LIMITES, entendre })
  } catch (echec) {
    throw echec instanceof Interrompu ? illisible(TROP) : echec
  }
  const [lu] = lus
  if (!lu) throw illisible(TROP)
  return lu
}

const moisDit = (mois: string): string => {
  const [annee = 0, n = 0] = mois.split('-').map(Number)
  return n >= 1 && n <= 12 ? libellePeriode(periodeDe(annee * 12 + n - 1)) : mois
}

type Attendu = { modele: string; versionModele: number }

/** @throws CLASSEUR_AUTRE_MODELE, CLASSEUR_AUTRE_STRUCTURE, CLASSEUR_AUTRE_MOIS, CLASSEUR_AUTRE_VERSION */
function verifierIdentite(lue: IdentiteClasseur, f: FormulaireCharge, attendu: Attendu): void {
  const { modele, versionModele } = attendu
  const periode = periodeDe(f.rang)
  if (lue.modele !== modele) {
    throw erreur('CLASSEUR_AUTRE_MODELE', { autre: lue.modele, attendu: modele })
  }
  if (lue.structure !== f.structureCode) {
    throw erreur('CLASSEUR_AUTRE_STRUCTURE', { autre: lue.structure, attendue: f.structureCode })
  }
  if (lue.mois !== isoDe(periode)) {
    const places = { autre: moisDit(lue.mois), attendu: libellePeriode(periode) }
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
  { db, body, maintenant }: Appel<typeof formulaireApi.importerFormulaire>,
  f: FormulaireCharge,
): Promise<Classeur> {
  verifierOuvert(f, maintenant)
  const { identite, cases, commentaires } = await readClasseur(body.fichier.contenu)
  const { compile } = await findModeleCompile(db, f.modeleId)
  const { code: modele, version: versionModele } = compile.modele
  verifierIdentite(identite, f, { modele, versionModele })
  return { version: identite.version, cases, commentaires }
}
