import { echeanceDe, rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type {
  CelluleModifiee,
  FormulaireEnvoye,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { TexteJson } from '@releve/contract/json.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { type Controle, type Donnees, SO } from '@releve/contract/modele/modele.schema.ts'
import { preremplirVide } from '@releve/contract/modele/preremplir.ts'
import { avecDe, libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { pressentirVersion } from '../modele/en-vigueur.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Db } from '../platform/route.ts'
import { chiffresDe, findEnvirons, lecturesNeuves, moisDuNumero } from './formulaire.calcul.ts'
import { type Garde, insertFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire, estVerrouille } from './formulaire.lecture.ts'
import { auNomDe, verifierValeurs, verifierVerrous } from './saisie.ts'
import { findStructureSaisie, type StructureSaisie } from './structure-saisie.sql.ts'

type AppelCreer = Appel<typeof formulaireApi.enregistrerFormulaire>

/** Where the form would stand: the structure named, or the agent's own. Outside what he reads: nothing. */
export async function loadStructure({
  db,
  agent,
  body,
  params,
  query,
}: AppelCreer): Promise<StructureSaisie | undefined> {
  if (!body.structure && agent.structureId === null) {
    const libelle = 'Indiquez la structure.'
    const detail = { chemin: 'body.structure', code: 'REQUIS', libelle } as const
    throw erreur('REQUETE_INVALIDE', {}, { details: [detail] })
  }
  const cle = body.structure ? { code: body.structure } : { id: agent.structureId ?? 0 }
  const rang = rangDe(params)
  const lectures = await pressentir(db, body.modele, rang, query.sans !== 'fixe')
  return findStructureSaisie(db, agent, cle, { modele: body.modele, rang, lectures })
}

/**
 * What the form will most likely read of other months: it is then read with the structure, and read
 * again if its version is another than the one seen last.
 */
async function pressentir(db: Db, code: string | undefined, rang: number, voisins: boolean) {
  const modeleId = code === undefined ? null : pressentirVersion(db, { code, rang })
  if (modeleId === null) return undefined
  const { compile } = await findModeleCompile(db, modeleId)
  return { modeleId, ...lecturesNeuves(compile, rang, voisins) }
}

/** What a form is begun with: that of the call that begins one, without what only a call has. */
export type Debut = Pick<AppelCreer, 'db' | 'agent' | 'params' | 'query' | 'body' | 'maintenant'>

/**
 * `reprise`: a month already collected elsewhere, whatever its lock.
 * @throws MODELE_INCONNU, MOIS_VERROUILLE, FORMULAIRE_NON_ATTENDU.
 */
function modeleAttendu({ params, maintenant }: Debut, s: StructureSaisie, reprise: boolean) {
  const rang = rangDe(params)
  const { modeleCode: code, modeleId } = s
  if (!s.modeleConnu) throw erreur('MODELE_INCONNU', { modele: code })
  const periode = libellePeriode(params)
  const commence = rang <= rangCourant(maintenant, s.reglages.fuseau)
  if (!commence || !s.ouverte || !s.modeles.includes(code) || modeleId === null) {
    throw erreur('FORMULAIRE_NON_ATTENDU', { modele: code, periode })
  }
  if (!reprise && estVerrouille({ ...s, etat: 'BROUILLON', rang }, maintenant)) {
    throw erreur('MOIS_VERROUILLE', { dePeriode: avecDe(periode) })
  }
  return { code, modeleId, rang }
}

function refuseExistant(numero: string): never {
  const detail = { chemin: 'numero', code: 'FORMULAIRE_EXISTANT', libelle: numero } as const
  throw erreur('FORMULAIRE_EXISTANT', { numero }, { details: [detail] })
}

/** What the new form holds: prefilled from the previous month, then the values sent. */
async function ouvrirNouveau(
  { db, body, query }: Debut,
  s: StructureSaisie,
  { modeleId, rang }: { modeleId: number; rang: number },
) {
  const modele = await findModeleCompile(db, modeleId)
  const dossier = { ...s, rang, structureLue: s.structureActuelle }
  const voisins = query.sans !== 'fixe'
  const environs = await findEnvirons(db, modele.compile, dossier, voisins, s.lus ?? undefined)
  const { contexte } = environs
  const { donnees: saisies = {} } = body
  const calcul = ouvrirCalcul(modele.compile, {}, contexte)
  verifierValeurs(calcul, saisies)
  const verrouillees = new Set(calcul.verrouillees())
  const cellules = cellulesNouvelles({ ...preremplirVide(calcul), ...saisies }, verrouillees)
  calcul.changer(saisies)
  verifierVerrous(calcul, saisies)
  return { ouvert: { modele, environs, calcul, justifications: {} }, cellules }
}

/** What a form that is begun holds that a blank one does not: there, what a lock takes is `SO`. */
function cellulesNouvelles(donnees: Donnees, verrouillees: ReadonlySet<string>): CelluleModifiee[] {
  return Object.entries(donnees).flatMap(([cellule, apres]) => {
    const avant = verrouillees.has(cellule) ? SO : null
    return avant === apres ? [] : [{ cellule, avant, apres }]
  })
}

const NEUF = {
  etat: 'BROUILLON' as const,
  version: 1,
  versionDiffusee: 0,
  commentaires: {},
  justifications: {},
  messagesJustifies: {},
  soumisLe: null,
  soumisPar: null,
  soumisAppareil: null,
  horsDelai: false,
  validePar: null,
  valideLe: null,
  motifRenvoi: null,
  texteRenvoi: null,
  remarques: [],
  remarquesOuvertes: 0,
  remarquesCorrigees: 0,
  casesOuvertes: null,
  environs: null,
  calcul: 0,
  recalcul: false,
}

function identiteNouvelle(
  s: StructureSaisie,
  { modeleId, rang }: { modeleId: number; rang: number },
) {
  const numero = `${s.modeleCode}-${s.structureCode}-${moisDuNumero(rang)}`
  return {
    // After cancelled ones, `-2`, `-3`…
    numero: s.dejaPris === 0 ? numero : `${numero}-${s.dejaPris + 1}`,
    modeleId,
    modeleCode: s.modeleCode,
    structureId: s.structureId,
    annee: Math.floor(rang / 12),
    mois: (rang % 12) + 1,
    echeance: echeanceDe(periodeDe(rang), s.reglages),
  }
}

/** A form that may be begun, opened and not yet written. */
type Ouvert = Awaited<ReturnType<typeof ouvrirNouveau>> & { rang: number; modeleId: number }

/**
 * Judges a new form as its writing would, and writes nothing.
 * @throws MODELE_INCONNU, MOIS_VERROUILLE, FORMULAIRE_NON_ATTENDU, FORMULAIRE_EXISTANT,
 * SAISIE_INVALIDE
 */
export async function preparerFormulaire(
  debut: Debut,
  s: StructureSaisie,
  { reprise }: { reprise: boolean },
): Promise<Ouvert> {
  const { modeleId, rang } = modeleAttendu(debut, s, reprise)
  if (s.numeroExistant !== null) refuseExistant(s.numeroExistant)
  return { ...(await ouvrirNouveau(debut, s, { modeleId, rang })), rang, modeleId }
}

const gardeDe = ({ attendu, tamponReglages, tamponCodes, ...s }: StructureSaisie): Garde => ({
  attendu,
  tamponReglages,
  tamponCodes,
  structureId: s.structureId,
  structureVersion: s.structureVersion,
  structureCalcul: s.structureCalcul,
})

/** Writes a new form, with its first line of history. @throws CoursePerdue when one was begun meanwhile */
export async function insererFormulaire(
  { db, agent, maintenant }: Debut,
  s: StructureSaisie,
  { ouvert, cellules, rang, modeleId }: Ouvert,
) {
  const le = maintenant.toISOString()
  const donnees = TexteJson.de(ouvert.calcul.donnees())
  const colonnes = {
    ...identiteNouvelle(s, { modeleId, rang }),
    ...chiffresDe(ouvert, 'BROUILLON', donnees.lire()),
    modifieLe: le,
  }
  const nouveau = {
    ...colonnes,
    donnees: donnees.texte,
    structureLue: JSON.stringify(s.structureActuelle),
    creeLe: le,
    modifiePar: agent.id,
  }
  const { id } = await insertFormulaire(db, nouveau, gardeDe(s), {
    agentId: agent.id,
    auNomDe: auNomDe(agent, s.structureId),
    action: 'enregistrer',
    de: null,
    vers: 'BROUILLON',
    cellules,
    le,
  })
  return { id, colonnes, donnees }
}

/** Begins a month's form. */
export async function creerFormulaire(
  appel: AppelCreer,
  s: StructureSaisie,
): Promise<FormulaireEnvoye> {
  const { db, agent, query, maintenant } = appel
  const prepare = await preparerFormulaire(appel, s, { reprise: false })
  const { id, colonnes, donnees } = await insererFormulaire(appel, s, prepare)
  const { ouvert, rang } = prepare
  const qui = { modifiePar: agent.nomAffichable, modifieParId: agent.id }
  const resultats = new TexteJson<Controle[]>(colonnes.resultats)
  const structureLue = s.structureActuelle
  const f = { ...NEUF, ...s, ...colonnes, ...qui, id, rang, donnees, resultats, structureLue }
  return composeFormulaire(db, agent, f, { maintenant, sans: query.sans, ouvert })
}
