import {
  ETATS_OUVERTS,
  etatsForcables,
  TRANSITIONS,
} from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Donnees, SO, type Valeur } from '@releve/contract/modele/modele.schema.ts'
import { expect } from 'vitest'
import type { Photo } from './photo.ts'

type Ligne = Photo['historique'][number]
type Textes = Record<string, string>

/** A form as one line of its history left it. */
export type Version = {
  ligne: Ligne
  etat: Etat
  /** Cells entered; `SO` where a lock took a figure. */
  saisies: Donnees
  commentaires: Textes
  justifications: Textes
  versionDiffusee: number
  soumisPar: number | null
  validePar: number | null
  motif: string | null
  soumisLe: string | null
  /** Its publications, the first first. */
  publications: Pick<Version, 'saisies' | 'commentaires' | 'justifications' | 'ligne'>[]
}

const VIDE = {
  saisies: {},
  commentaires: {},
  justifications: {},
  versionDiffusee: 0,
  soumisPar: null,
  validePar: null,
  motif: null,
  soumisLe: null,
  publications: [],
} satisfies Omit<Version, 'ligne' | 'etat'>

/** Acts that leave a form in its state. */
const SUR_PLACE = ['modifier', 'repondre', 'remarquer']

/** Whether the table of transitions lets this line follow that state. */
function estPermise({ action, de, vers }: Ligne, versionDiffusee: number): boolean {
  if (action === 'enregistrer') return de === null && vers === 'BROUILLON'
  if (de === null) return false
  if (action === 'modifier' || action === 'repondre') {
    return de === vers && ETATS_OUVERTS.includes(de)
  }
  if (action === 'remarquer') return de === vers && de !== 'ANNULE'
  if (action === 'changerEtat') return etatsForcables(de, versionDiffusee, false).includes(vers)
  const transition = Object.entries(TRANSITIONS).find(([acte]) => acte === action)?.[1]
  return transition !== undefined && transition.de.includes(de) && transition.vers === vers
}

type Changement = { cle: string; avant: Valeur | null; apres: Valeur | null }

/** What a line changes, put in; what it says was there before must have been. */
function appliquer<V extends Valeur>(
  avant: Record<string, V>,
  changements: readonly Changement[],
  lieu: string,
): Record<string, V> {
  const apres = { ...avant }
  for (const { cle, avant: dit, apres: devient } of changements) {
    const etait = apres[cle] ?? null
    // A lock shows `SO` over what stands under it, and shows nothing where its own `SO` was kept.
    if (dit !== SO && etait !== SO) expect(dit, `${lieu} : ${cle} avant`).toBe(etait)
    if (devient === null) delete apres[cle]
    // Lines hold what the cells of this map hold.
    else apres[cle] = devient as V
  }
  return apres
}

function textesDe({ textes }: Ligne, sorte: 'COMMENTAIRE' | 'JUSTIFICATION'): Changement[] {
  return textes.filter((texte) => texte.sorte === sorte)
}

/** Who validated: whoever last moved it to VALIDE, until it leaves the way. */
function valideurDe({ action, vers, agentId }: Ligne, avant: number | null): number | null {
  if (vers === 'VALIDE' && action !== 'remarquer') return agentId
  if (vers === 'RENVOYE' && action === 'renvoyer') return null
  if (action === 'changerEtat' && ['BROUILLON', 'RENVOYE', 'ANNULE'].includes(vers)) return null
  return avant
}

/** Who submitted: whoever last brought it out of entry. */
function soumetteurDe({ de, vers, agentId }: Ligne, avant: number | null): number | null {
  const sort = de !== null && ETATS_OUVERTS.includes(de) && ARRIVEES.includes(vers)
  return sort ? agentId : avant
}

const ARRIVEES: readonly string[] = ['SOUMIS', 'VALIDE', 'APPROUVE']

/** The next version of a form, from its next line. */
function suivante(avant: Version | null, ligne: Ligne): Version {
  const lieu = `rapport ${ligne.formulaireId}, version ${ligne.version}`
  const depart = avant ?? VIDE
  expect(ligne.version, `${lieu} : sans trou`).toBe((avant?.ligne.version ?? 0) + 1)
  expect(ligne.de, `${lieu} : état d’où part ${ligne.action}`).toBe(avant?.etat ?? null)
  expect(estPermise(ligne, depart.versionDiffusee), `${lieu} : ${ligne.action}`).toBe(true)
  const { action, vers, cellules } = ligne
  const changees = cellules.map(({ cellule: cle, ...valeurs }) => ({ cle, ...valeurs }))
  const version = {
    ...depart,
    ligne,
    etat: vers,
    saisies: appliquer(depart.saisies, changees, lieu),
    commentaires: appliquer(depart.commentaires, textesDe(ligne, 'COMMENTAIRE'), lieu),
    justifications: appliquer(depart.justifications, textesDe(ligne, 'JUSTIFICATION'), lieu),
    soumisPar: soumetteurDe(ligne, depart.soumisPar),
    validePar: valideurDe(ligne, depart.validePar),
    soumisLe: depart.soumisLe ?? (ARRIVEES.includes(vers) ? ligne.le : null),
  }
  if (!SUR_PLACE.includes(action)) version.motif = vers === 'RENVOYE' ? ligne.motif : null
  if (action === 'diffuser') {
    const { saisies, commentaires, justifications } = version
    version.versionDiffusee = depart.versionDiffusee + 1
    version.publications = [
      ...depart.publications,
      { saisies, commentaires, justifications, ligne },
    ]
  }
  const publie = depart.publications.at(-1)
  if (action !== 'changerEtat' || vers !== 'DIFFUSE' || !publie) return version
  const { commentaires, justifications } = publie
  return { ...version, commentaires, justifications }
}

/** Every form, version by version, from the lines of the history alone. */
export class Histoire {
  readonly formulaires = new Map<number, Version[]>()
  derniereLigne = 0

  /** Adds the lines written since: each form's in the order of its versions, without a hole. */
  lire(historique: readonly Ligne[]): void {
    for (const ligne of historique) {
      const versions = this.formulaires.get(ligne.formulaireId) ?? []
      this.formulaires.set(ligne.formulaireId, versions)
      versions.push(suivante(versions.at(-1) ?? null, ligne))
      this.derniereLigne = Math.max(this.derniereLigne, ligne.id)
    }
  }

  /** A form as its last line left it. */
  derniere(id: number): Version {
    const version = this.formulaires.get(id)?.at(-1)
    if (!version) throw new Error(`le rapport ${id} n’a pas d’histoire`)
    return version
  }
}
