import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type {
  CelluleModifiee,
  FormulaireEnvoye,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { type Donnees, SO } from '@releve/contract/modele/modele.schema.ts'
import { preremplirVide } from '@releve/contract/modele/preremplir.ts'
import { premierCouvert } from '@releve/contract/modele/rythme.ts'
import { avecDe, libellePeriode, rangDe } from '@releve/contract/mois.ts'
import { pressentirVersion } from '../modele/en-vigueur.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Db } from '../platform/route.ts'
import { chiffresDe, findEnvirons, lecturesNeuves, moisDuNumero } from './formulaire.calcul.ts'
import { type Garde, insertFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire, estVerrouille } from './formulaire.lecture.ts'
import { composeEcrit, type FormulaireCharge } from './formulaire.sql.ts'
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
 * What the form will read of other months if its version in force is still the one seen last for
 * this model and month: it is then read by the statement that reads the structure.
 */
async function pressentir(db: Db, code: string | undefined, rang: number, voisins: boolean) {
  const modeleId = code === undefined ? null : pressentirVersion(db, { code, rang })
  if (modeleId === null) return undefined
  const { compile } = await findModeleCompile(db, modeleId)
  return { modeleId, ...lecturesNeuves(compile, rang, voisins) }
}

/** What beginning a form needs of a call: imports begin forms too, and have no more than this. */
export type Debut = Pick<AppelCreer, 'db' | 'agent' | 'params' | 'query' | 'body' | 'maintenant'>

/**
 * `reprise`: a month already collected elsewhere, whatever its lock and the start of the collection.
 * @throws MODELE_INCONNU, MOIS_VERROUILLE, FORMULAIRE_NON_ATTENDU.
 */
function modeleAttendu({ params, maintenant }: Debut, s: StructureSaisie, reprise: boolean) {
  const rang = rangDe(params)
  const { modeleCode: code, modeleId, moisCouverts } = s
  if (!s.modeleConnu) throw erreur('MODELE_INCONNU', { modele: code })
  const periode = libellePeriode(params)
  const commence =
    premierCouvert({ moisCouverts }, rang) <= rangCourant(maintenant, s.reglages.fuseau)
  const attendu = reprise ? s.reprenable : s.ouverte && s.modeles.includes(code)
  if (!commence || !attendu || modeleId === null) {
    throw erreur('FORMULAIRE_NON_ATTENDU', { modele: code, periode })
  }
  if (!reprise && estVerrouille({ ...s, etat: 'BROUILLON', rang }, maintenant)) {
    throw erreur('MOIS_VERROUILLE', { dePeriode: avecDe(libellePeriode(params, moisCouverts)) })
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

/**
 * The cells of a new form that differ from a blank one's, where a locked cell already holds `SO`.
 */
function cellulesNouvelles(donnees: Donnees, verrouillees: ReadonlySet<string>): CelluleModifiee[] {
  return Object.entries(donnees).flatMap(([cellule, apres]) => {
    const avant = verrouillees.has(cellule) ? SO : null
    return avant === apres ? [] : [{ cellule, avant, apres }]
  })
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
  }
}

/** A form that may be begun, opened and not yet written. */
type Ouvert = Awaited<ReturnType<typeof ouvrirNouveau>> & {
  rang: number
  modeleId: number
  reprise: boolean
}

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
  return { ...(await ouvrirNouveau(debut, s, { modeleId, rang })), rang, modeleId, reprise }
}

const gardeDe = ({ attendu, stampReglages, stampCodes, ...s }: StructureSaisie): Garde => ({
  attendu,
  stampReglages,
  stampCodes,
  structureId: s.structureId,
  structureVersion: s.structureVersion,
  structureCalcul: s.structureCalcul,
})

/** Nobody has remarked anything on a form that is begun, and it has just been computed. */
const SANS_REMARQUE = { remarques: [], recalcul: false }

/** Writes a new form, with its first line of history. @throws CoursePerdue when one was begun meanwhile */
export async function insererFormulaire(
  { db, agent, maintenant }: Debut,
  s: StructureSaisie,
  { ouvert, cellules, rang, modeleId, reprise }: Ouvert,
): Promise<FormulaireCharge> {
  const le = maintenant.toISOString()
  const donnees = ouvert.calcul.donnees()
  const nouveau = {
    ...identiteNouvelle(s, { modeleId, rang }),
    ...chiffresDe(ouvert, 'BROUILLON', donnees),
    donnees: JSON.stringify(donnees),
    commentaires: '{}',
    justifications: '{}',
    messagesJustifies: '{}',
    structureLue: JSON.stringify(s.structureActuelle),
    creeLe: le,
    modifieLe: le,
    modifiePar: agent.id,
    repris: reprise,
  }
  const ligne = await insertFormulaire(db, nouveau, gardeDe(s), {
    agentId: agent.id,
    auNomDe: auNomDe(agent, s.structureId),
    action: 'enregistrer',
    de: null,
    vers: 'BROUILLON',
    cellules,
    le,
  })
  return composeEcrit(ligne, { ...s, ...SANS_REMARQUE })
}

/** Begins a month's form. */
export async function creerFormulaire(
  appel: AppelCreer,
  s: StructureSaisie,
): Promise<FormulaireEnvoye> {
  const prepare = await preparerFormulaire(appel, s, { reprise: false })
  const f = await insererFormulaire(appel, s, prepare)
  return composeFormulaire(appel, f, prepare.ouvert)
}
