import { jourLocal, jourVerrou } from '@releve/contract/calendrier/calendrier.rules.ts'
import { clotureDe } from '@releve/contract/calendrier/cloture.rules.ts'
import {
  ACTES_TRANSITION,
  type ActeTransition,
  droitDe,
  ETATS_OUVERTS,
  etatsForcables,
  TRANSITIONS,
} from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  Action,
  Etat,
  FormulaireEnvoye,
  Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { estRecu } from '@releve/contract/formulaire/suivi.rules.ts'
import { TexteJson } from '@releve/contract/json.ts'
import { compteEffectif } from '@releve/contract/modele/indicateurs.ts'
import { avecJustification } from '@releve/contract/modele/justification.ts'
import type { Controle } from '@releve/contract/modele/modele.schema.ts'
import { moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { echeanceDuFormulaire } from '../calendrier/echeance.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { type Agent, peut } from '../platform/agent.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { avecDeduites } from './deduites.ts'
import {
  type Environs,
  type FormulaireOuvert,
  findEnvirons,
  type MoisEntier,
  ouvrirFormulaire,
  remplissageDe,
  sansTombees,
} from './formulaire.calcul.ts'
import type { FormulaireCharge, Publication } from './formulaire.sql.ts'
import { findLibelleMotif } from './motif.sql.ts'

type EtatActions = Pick<
  FormulaireCharge,
  | 'structureId'
  | 'etat'
  | 'versionDiffusee'
  | 'soumisPar'
  | 'validePar'
  | 'rang'
  | 'rouvertJusqua'
  | 'reglages'
>

let dernier = { instant: new Date(0), fuseau: '', jour: '' }

/** `jourLocal`, which the lines of a list ask of one instant. */
function jourDe(instant: Date, fuseau: string): string {
  if (dernier.instant !== instant || dernier.fuseau !== fuseau) {
    dernier = { instant, fuseau, jour: jourLocal(instant, fuseau) }
  }
  return dernier.jour
}

/** Whether the month is closed to entry for this form (docs/conception.md, 2). */
export function estVerrouille(
  f: Pick<FormulaireCharge, 'etat' | 'rang' | 'rouvertJusqua' | 'reglages'>,
  maintenant: Date,
): boolean {
  if (f.etat === 'RENVOYE') return false
  const jour = jourDe(maintenant, f.reglages.fuseau)
  if (jour < jourVerrou(periodeDe(f.rang), f.reglages)) return false
  return f.rouvertJusqua === null || f.rouvertJusqua < jour
}

/** The states to which this agent may force this form now. */
function etatsPossiblesDe(agent: Agent, f: EtatActions): Etat[] {
  if (!peut(agent, 'formulaire.changerEtat', f.structureId)) return []
  const forcables = etatsForcables(f.etat, f.versionDiffusee, f.reglages.doubleRegard)
  const valider = !attendUnAutreValideur(agent, f)
  return forcables.filter((vers) => vers !== 'VALIDE' || valider)
}

/** Four eyes: whether this agent submitted the form, which somebody else then validates. */
export function attendUnAutreValideur(
  agent: Agent,
  f: Pick<EtatActions, 'soumisPar' | 'reglages'>,
): boolean {
  return f.reglages.doubleRegard && f.soumisPar === agent.id
}

/** Four eyes: whether this agent validated the form that now waits for somebody else. */
export function attendUnAutreRegard(
  agent: Agent,
  f: Pick<EtatActions, 'validePar' | 'reglages'>,
): boolean {
  return f.reglages.doubleRegard && f.validePar === agent.id
}

/** Whether this act may move this form now: its state, its month, who has already acted. */
function estPermise(acte: ActeTransition, agent: Agent, f: EtatActions, maintenant: Date): boolean {
  if (!TRANSITIONS[acte].de.includes(f.etat)) return false
  if (acte === 'soumettre') return !estVerrouille(f, maintenant)
  if (acte === 'valider') return !attendUnAutreValideur(agent, f)
  return acte !== 'approuver' || !attendUnAutreRegard(agent, f)
}

/** The calls that this agent may make on this form now: what the screens show. */
export function actionsDe(agent: Agent, f: EtatActions, maintenant: Date): Action[] {
  const { etat, structureId } = f
  const actions: Action[] = ['historique']
  const ouvert = ETATS_OUVERTS.includes(etat) && !estVerrouille(f, maintenant)
  if (ouvert && peut(agent, 'formulaire.saisir', structureId)) actions.push('modifier', 'repondre')
  for (const acte of ACTES_TRANSITION) {
    const permise = estPermise(acte, agent, f, maintenant)
    if (permise && peut(agent, droitDe(acte, etat), structureId)) actions.push(acte)
  }
  if (etatsPossiblesDe(agent, f).length > 0) actions.push('changerEtat')
  const vivant = etat !== 'ANNULE'
  if (vivant && peut(agent, 'formulaire.remarquer', structureId)) actions.push('remarquer')
  // Begun early, in what it covers: nobody is reminded of a month that has not come.
  const commence = isoDe(periodeDe(f.rang)) <= jourDe(maintenant, f.reglages.fuseau).slice(0, 7)
  const attendu = etat === 'BROUILLON' && ouvert && commence
  if (attendu && peut(agent, 'relancer', structureId)) actions.push('relancer')
  return actions
}

function identiteDe(
  f: FormulaireCharge,
  { modele: { modele } }: Pick<FormulaireOuvert, 'modele'>,
  echeance: string,
) {
  const { code, libelle, version } = modele
  return {
    id: f.id,
    numero: f.numero,
    modele: {
      code,
      libelle,
      version,
      avecEffectif: compteEffectif(modele),
      moisCouverts: moisCouvertsDe(modele),
    },
    structure: { id: f.structureId, code: f.structureCode, libelle: f.structureLibelle },
    ...periodeDe(f.rang),
    versionDiffusee: f.versionDiffusee,
    echeance,
    verrouilleLe: jourVerrou(periodeDe(f.rang), f.reglages),
    identification: {
      typeStructure: f.typeStructure,
      region: f.region,
      responsable: f.responsable,
    },
  }
}

/** Where the entry of a draft is; a form sent back is never closed. */
function clotureDuBrouillon(f: FormulaireCharge, maintenant: Date): FormulaireEnvoye['cloture'] {
  if (f.etat !== 'BROUILLON') return null
  const jour = jourLocal(maintenant, f.reglages.fuseau)
  const { etat, le } = clotureDe(periodeDe(f.rang), f.rouvertJusqua, f.reglages, jour)
  return etat === 'OUVERTE' ? null : { etat, le }
}

const definitionDe = ({ definitionJson, modele }: FormulaireOuvert['modele']) =>
  new TexteJson(definitionJson, modele)

/** What the screen has already when it says `sans=fixe`. */
function fixeDe(modele: FormulaireOuvert['modele'], environs: Environs) {
  const voisin = (mois: MoisEntier | null) =>
    mois && { ...periodeDe(mois.rang), moisCouverts: mois.couverts, donnees: mois.donnees }
  return {
    definition: definitionDe(modele),
    contexte: environs.contexte,
    precedent: voisin(environs.precedent),
    anneePrecedente: voisin(environs.anneePrecedente),
  }
}

const SANS_FIXE = { definition: null, contexte: null, precedent: null, anneePrecedente: null }

/** What a computation says of a form, made now or kept. */
type Verdict = Pick<
  FormulaireEnvoye,
  'remplissage' | 'erreurs' | 'avertissements' | 'donnees' | 'justifications' | 'resultats'
>

function verdictCalcule(
  f: FormulaireCharge,
  { calcul, justifications }: FormulaireOuvert,
): Verdict {
  return {
    remplissage: remplissageDe(calcul),
    erreurs: calcul.erreurs,
    avertissements: calcul.avertissements,
    donnees: ETATS_OUVERTS.includes(f.etat) ? calcul.donnees() : f.donnees,
    justifications,
    resultats: calcul.resultats(),
  }
}

/** The values of a form as they read now. */
const donneesDe = ({ donnees, deduites }: FormulaireCharge) =>
  deduites === null ? donnees : avecDeduites(donnees.lire(), deduites)

/** The same, of what is kept. */
function verdictGarde(f: FormulaireCharge, bruts: TexteJson<Controle[]>): Verdict {
  const { remplissage, erreurs, avertissements } = f
  const chiffres = { remplissage, erreurs, avertissements, donnees: donneesDe(f) }
  if (Object.keys(f.justifications).length === 0) {
    return { ...chiffres, justifications: f.justifications, resultats: bruts }
  }
  const justifications = sansTombees({ resultats: () => bruts.lire() }, f)
  const resultats = bruts.lire().map((brut) => avecJustification(brut, justifications[brut.cle]))
  return { ...chiffres, justifications, resultats }
}

/** Who reads a form, when, and what his screen has already. */
export type AppelLecture = Contexte & { query: { sans?: 'fixe' | undefined } }

type FormulaireEcrit = {
  modele: FormulaireOuvert['modele']
  environs: Environs | null
  verdict: Verdict
}

/**
 * Reads a form as it is kept, since whoever changes what it depends on writes its results too.
 * While results are being computed again (`recalcul`), it is computed here instead: a form open to
 * entry with the structure's figures of today, as its submission will be; a form received with the
 * values received, whose controls alone are computed again.
 */
async function lire(
  { db, query }: AppelLecture,
  f: FormulaireCharge,
  ouvert: FormulaireOuvert | undefined,
): Promise<FormulaireEcrit> {
  const complet = query.sans !== 'fixe'
  const saisi = ETATS_OUVERTS.includes(f.etat)
  const lue = saisi ? { ...f, structureLue: f.structureActuelle } : f
  if (f.resultats === null || (f.recalcul && !ouvert)) {
    const calcule = await ouvrirFormulaire(db, lue, complet)
    return {
      modele: calcule.modele,
      environs: calcule.environs,
      verdict: verdictCalcule(f, calcule),
    }
  }
  const modele = ouvert?.modele ?? (await findModeleCompile(db, f.modeleId))
  const verdict = verdictGarde(f, f.resultats)
  if (!complet) return { modele, environs: null, verdict }
  const vus = ouvert?.environs.voisins ? ouvert.environs : null
  return { modele, environs: vus ?? (await findEnvirons(db, modele.compile, lue, true)), verdict }
}

/** The form as whoever reads it whole sees it; `ouvert`: as the act that has just written it opened it. */
export async function composeFormulaire(
  appel: AppelLecture,
  f: FormulaireCharge,
  ouvert?: FormulaireOuvert,
): Promise<FormulaireEnvoye> {
  const { db, agent, query, maintenant } = appel
  const { modele, environs, verdict } = await lire(appel, f, ouvert)
  const motif = f.motifRenvoi
  return {
    ...identiteDe(f, { modele }, echeanceDuFormulaire(f, f.reglages, estRecu(f))),
    ...(environs && query.sans !== 'fixe' ? fixeDe(modele, environs) : SANS_FIXE),
    ...verdict,
    cloture: clotureDuBrouillon(f, maintenant),
    etat: f.etat,
    version: f.version,
    effectif: f.effectif,
    remarquesOuvertes: f.remarquesOuvertes,
    remarquesCorrigees: f.remarquesCorrigees,
    casesOuvertes: f.casesOuvertes,
    soumisLe: f.soumisLe,
    horsDelai: estRecu(f) && f.horsDelai,
    modifieLe: f.modifieLe,
    modifiePar: f.modifiePar,
    actions: actionsDe(agent, f, maintenant),
    etatsPossibles: etatsPossiblesDe(agent, f),
    commentaires: f.commentaires,
    remarques: f.remarques,
    motifRenvoi: motif
      ? { motif, libelle: await findLibelleMotif(db, motif), texte: f.texteRenvoi ?? '' }
      : null,
  }
}

/**
 * A published version, as anyone signed in reads it: identity, values, model; no remark, no
 * justification, no reason, no neighbouring month. `actions` tells whether the rest of the form may
 * be read: its history by its perimeter, nothing outside it.
 */
export async function composePublication(
  db: Db,
  agent: Agent,
  f: FormulaireCharge,
  p: Publication,
): Promise<FormulaireEnvoye> {
  const modele = await findModeleCompile(db, p.modeleId)
  const { typeStructure, region } = f
  const dedans = estDansPerimetre(agent, f)
  const resume: Pick<Resume, 'etat' | 'actions'> = {
    etat: 'DIFFUSE',
    actions: dedans ? ['historique'] : [],
  }
  return {
    // Whether the month is open again is told inside the perimeter only.
    ...identiteDe(f, { modele }, echeanceDuFormulaire(f, f.reglages, true)),
    ...SANS_FIXE,
    ...resume,
    cloture: null,
    // Who answers for a structure is told inside its perimeter only, as in the list of structures.
    identification: { typeStructure, region, responsable: null },
    etatsPossibles: [],
    definition: definitionDe(modele),
    version: 0,
    versionDiffusee: p.versionDiffusee,
    effectif: p.effectif,
    remplissage: 1,
    erreurs: 0,
    avertissements: 0,
    remarquesOuvertes: 0,
    remarquesCorrigees: 0,
    casesOuvertes: null,
    soumisLe: null,
    horsDelai: false,
    modifieLe: p.diffuseLe,
    modifiePar: null,
    donnees: p.donnees,
    commentaires: {},
    justifications: {},
    remarques: [],
    resultats: [],
    motifRenvoi: null,
  }
}
