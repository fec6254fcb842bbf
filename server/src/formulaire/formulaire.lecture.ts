import { jourLocal, jourVerrou } from '@releve/contract/calendrier/calendrier.rules.ts'
import {
  ETATS_OUVERTS,
  estTransitionPermise,
  etatsForcables,
} from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  Action,
  Etat,
  Formulaire,
  Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { type FormulaireOuvert, ouvrirFormulaire } from './formulaire.calcul.ts'
import { estDansPerimetre, formulaireRights as rights } from './formulaire.rights.ts'
import type { FormulaireCharge, Publication } from './formulaire.sql.ts'
import { findLibelleMotif } from './motif.sql.ts'

type EtatActions = Pick<
  FormulaireCharge,
  'structureId' | 'etat' | 'versionDiffusee' | 'validePar' | 'rang' | 'rouvertJusqua' | 'reglages'
>

/** Whether the month is closed to entry for this form (conception §2, Lock). */
export function estVerrouille(
  f: Pick<FormulaireCharge, 'etat' | 'rang' | 'rouvertJusqua' | 'reglages'>,
  maintenant: Date,
): boolean {
  if (f.etat === 'RENVOYE') return false
  const jour = jourLocal(maintenant, f.reglages.fuseau)
  if (jour < jourVerrou(periodeDe(f.rang))) return false
  return f.rouvertJusqua === null || f.rouvertJusqua < jour
}

/** The states to which this agent may force this form now. */
function etatsPossiblesDe(agent: Agent, f: EtatActions): Etat[] {
  if (!rights['formulaire.changerEtat'](agent, f)) return []
  return [...etatsForcables(f.etat, f.versionDiffusee, f.reglages.doubleRegard)]
}

/** The calls that this agent may make on this form now: what the screens show. */
export function actionsDe(agent: Agent, f: EtatActions, maintenant: Date): Action[] {
  const actions: Action[] = ['historique']
  const ouvert = ETATS_OUVERTS.includes(f.etat) && !estVerrouille(f, maintenant)
  if (ouvert && rights['formulaire.saisir'](agent, f)) actions.push('modifier')
  if (ouvert && rights['formulaire.soumettre'](agent, f)) actions.push('soumettre')
  if (estTransitionPermise('valider', f.etat) && rights['formulaire.valider'](agent, f)) {
    actions.push('valider')
  }
  const regard = f.reglages.doubleRegard && f.validePar === agent.id
  const approuvable = estTransitionPermise('approuver', f.etat) && !regard
  if (approuvable && rights['formulaire.approuver'](agent, f)) actions.push('approuver')
  if (estTransitionPermise('diffuser', f.etat) && rights['formulaire.diffuser'](agent, f)) {
    actions.push('diffuser')
  }
  if (estTransitionPermise('renvoyer', f.etat) && rights['formulaire.renvoyer'](agent, f)) {
    actions.push('renvoyer')
  }
  if (etatsPossiblesDe(agent, f).length > 0) actions.push('changerEtat')
  if (f.etat !== 'ANNULE' && rights['formulaire.remarquer'](agent, f)) actions.push('remarquer')
  return actions
}

function identiteDe(f: FormulaireCharge, ouvert: FormulaireOuvert) {
  const { code, libelle, version } = ouvert.modele.modele
  return {
    id: f.id,
    numero: f.numero,
    modele: { code, libelle, version },
    structure: { id: f.structureId, code: f.structureCode, libelle: f.structureLibelle },
    ...periodeDe(f.rang),
    versionDiffusee: f.versionDiffusee,
    echeance: f.echeance,
    verrouilleLe: jourVerrou(periodeDe(f.rang)),
    identification: {
      typeStructure: f.typeStructure,
      region: f.region,
      responsable: f.responsable,
    },
  }
}

/** What the screen has already when it says `sans=fixe`. */
function fixeDe(f: FormulaireCharge, { modele, environs }: FormulaireOuvert) {
  const voisin = (decalage: number, donnees: Formulaire['donnees'] | null) =>
    donnees && { ...periodeDe(f.rang - decalage), donnees }
  return {
    definition: modele.modele,
    contexte: environs.contexte,
    precedent: voisin(1, environs.precedent),
    anneePrecedente: voisin(12, environs.anneePrecedente),
  }
}

const SANS_FIXE = { definition: null, contexte: null, precedent: null, anneePrecedente: null }

/**
 * The form as whoever reads it whole sees it; `ouvert` spares the work when an act has done it.
 * While it is entered it is computed on the structure as it stands, as `soumettre` will; once
 * received its values are those received, and only its controls see what is known today.
 */
export async function composeFormulaire(
  sql: Sql,
  agent: Agent,
  f: FormulaireCharge,
  options: { maintenant: Date; sans?: 'fixe' | undefined; ouvert?: FormulaireOuvert },
): Promise<Formulaire> {
  const complet = options.sans !== 'fixe'
  const suffit = !complet || options.ouvert?.environs.voisins
  const saisi = ETATS_OUVERTS.includes(f.etat)
  const lue = saisi ? { ...f, structureLue: f.structureActuelle } : f
  const ouvert = (suffit && options.ouvert) || (await ouvrirFormulaire(sql, lue, complet))
  const { calcul } = ouvert
  const motif = f.motifRenvoi
  return {
    ...identiteDe(f, ouvert),
    ...(complet ? fixeDe(f, ouvert) : SANS_FIXE),
    etat: f.etat,
    version: f.version,
    effectif: f.effectif,
    remplissage: calcul.remplissage(),
    erreurs: calcul.erreurs,
    avertissements: calcul.avertissements,
    soumisLe: f.soumisLe,
    horsDelai: f.horsDelai,
    modifieLe: f.modifieLe,
    modifiePar: f.modifiePar,
    actions: actionsDe(agent, f, options.maintenant),
    etatsPossibles: etatsPossiblesDe(agent, f),
    donnees: saisi ? calcul.donnees() : f.donnees,
    commentaires: f.commentaires,
    justifications: ouvert.justifications,
    remarques: f.remarques,
    resultats: calcul.resultats(),
    motifRenvoi: motif
      ? { motif, libelle: await findLibelleMotif(sql, motif), texte: f.texteRenvoi ?? '' }
      : null,
  }
}

/**
 * A published version, as anyone signed in reads it: identity, values, model; no remark, no
 * justification, no reason, no neighbouring month. `actions` tells whether the rest of the form may
 * be read: its history by its perimeter, nothing outside it.
 */
export async function composePublication(
  sql: Sql,
  agent: Agent,
  f: FormulaireCharge,
  p: Publication,
): Promise<Formulaire> {
  const contenu = { modeleId: p.modeleId, donnees: p.donnees, structureLue: p.structureLue }
  const publie = { ...f, ...contenu, commentaires: {}, justifications: {} }
  const ouvert = await ouvrirFormulaire(sql, publie)
  const { typeStructure, region } = f
  const dedans = estDansPerimetre(agent, f.structureId)
  const resume: Pick<Resume, 'etat' | 'actions'> = {
    etat: 'DIFFUSE',
    actions: dedans ? ['historique'] : [],
  }
  return {
    ...identiteDe(f, ouvert),
    ...SANS_FIXE,
    ...resume,
    // Who answers for a structure is told inside its perimeter only, as in the list of structures.
    identification: { typeStructure, region, responsable: null },
    etatsPossibles: [],
    definition: ouvert.modele.modele,
    version: 0,
    versionDiffusee: p.versionDiffusee,
    effectif: p.effectif,
    remplissage: 1,
    erreurs: 0,
    avertissements: 0,
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
