import { premierOuvert, rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.ts'
import type {
  BrouillonEnregistre,
  BrouillonModele,
} from '@releve/contract/modele/gestion.schema.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import { zModele } from '@releve/contract/modele/modele.schema.ts'
import { estTropProfond } from '@releve/contract/modele/source.forme.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { VerificationModele } from '@releve/contract/modele/source.verifier.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import { listCodificationsActives } from '../codification/codification.sql.ts'
import { noter } from '../journal/noter.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../platform/route.ts'
import { ACTIONS } from './gerer.ts'
import {
  type Anterieur,
  type BrouillonStocke,
  deleteBrouillon,
  existeModele,
  findAnterieur,
  findBrouillon,
  findVersion,
  insertBrouillon,
  listAttributionsParType,
  updateBrouillon,
} from './modele.gestion.sql.ts'
import { TOUJOURS } from './modele.sql.ts'
import { findDerniereSimulation } from './simulation.sql.ts'

/** What is wrong in a source, with the code lists of the base. */
async function examiner(db: Db, source: unknown): Promise<VerificationModele> {
  return verifierSource(source, await listCodificationsActives(db))
}

/**
 * A source that a draft may hold: of the shape of one, and no larger than a model may be.
 * @throws MODELE_ILLISIBLE with every fault where it is, MODELE_TROP_GRAND
 */
export async function examinerGardable(db: Db, source: unknown): Promise<VerificationModele> {
  // What is deeper is not written: it would take the program's whole pile.
  if (!estTropProfond(source) && JSON.stringify(source).length > BORNES_MODELE.source)
    throw erreur('MODELE_TROP_GRAND', {
      raison: 'Ce modèle dépasse 1\u00a0Mo\u00a0: répartissez-le.',
    })
  const examen = await examiner(db, source)
  if (examen.gardable) return examen
  const demesure = examen.fautes.find(({ code }) => code === 'BORNE')
  if (demesure) throw erreur('MODELE_TROP_GRAND', { raison: demesure.message })
  throw erreur(
    'MODELE_ILLISIBLE',
    { raison: premiereFaute(examen) },
    { details: detailsDe(examen) },
  )
}

const premiereFaute = ({ fautes: [premiere] }: VerificationModele) =>
  premiere ? `${premiere.chemin.join('.')}\u00a0: ${premiere.message}` : ''

/** Faults as a refusal tells them, at most as many as a call does. */
const detailsDe = ({ fautes }: Pick<VerificationModele, 'fautes'>) =>
  fautes.slice(0, 50).map(({ chemin, code, message }) => {
    return { chemin: ['source', ...chemin].join('.'), code, libelle: message }
  })

/** What a draft becomes, and its definition as JSON. @throws MODELE_EN_FAUTE */
export async function compilerBrouillon(
  db: Db,
  source: ModeleSource,
): Promise<{ compile: ModeleCompile; definition: string }> {
  const examen = await examiner(db, source)
  const { compile, fautes } = examen
  if (compile) return { compile, definition: JSON.stringify(zModele.parse(compile.modele)) }
  const details = detailsDe(examen)
  throw erreur('MODELE_EN_FAUTE', { nombre: String(fautes.length) }, { details })
}

/** First month from which the next version may be published. */
export function premierMois({ du, dernierSaisi }: Anterieur, courant: number): number {
  return Math.max(courant, du ?? 0, (dernierSaisi ?? 0) + 1)
}

/**
 * First month from which it may be published at all: any, of a model without version nor report,
 * so that past months may be brought to it.
 */
export function plusTot(anterieur: Anterieur, courant: number): number {
  const neuf = anterieur.id === null && anterieur.dernierSaisi === null
  return neuf ? TOUJOURS : premierMois(anterieur, courant)
}

/** A draft as its author opens it. */
export async function composeBrouillon(
  contexte: Pick<Contexte, 'db' | 'maintenant'>,
  brouillon: BrouillonStocke,
): Promise<BrouillonModele> {
  const { db } = contexte
  const anterieur = await findAnterieur(db, brouillon.code)
  const source = { ...brouillon.source, version: anterieur.version + 1 }
  const { fautes, alertes } = await examiner(db, source)
  const reglages = await findReglages(db)
  const courant = rangCourant(contexte.maintenant, reglages.fuseau)
  return {
    ...brouillon,
    source,
    fautes,
    alertes,
    actions: [...ACTIONS],
    simulation: await findDerniereSimulation(db, brouillon.id, contexte.maintenant),
    publication: {
      premierMois: periodeDe(premierMois(anterieur, courant)),
      plusTot: periodeDe(plusTot(anterieur, courant)),
      premierOuvert: periodeDe(premierOuvert(courant, reglages)),
      structures: await listAttributionsParType(db, brouillon.code, courant),
    },
  }
}

async function lireCree(contexte: Contexte, id: number): Promise<BrouillonModele> {
  const brouillon = await findBrouillon(contexte.db, id)
  if (!brouillon) throw erreur('MODELE_BROUILLON_INTROUVABLE')
  return composeBrouillon(contexte, brouillon)
}

/** Writes a new draft, with its line of the journal. @throws MODELE_BROUILLON_EXISTANT */
export async function commencer(
  contexte: Contexte,
  source: ModeleSource,
  origineId: number | null,
): Promise<BrouillonModele> {
  const { db, agent, maintenant: le } = contexte
  const { code, libelle } = source
  const id = await insertBrouillon(db, { source, origineId, agentId: agent.id, le })
  if (id === null) throw erreur('MODELE_BROUILLON_EXISTANT', { code })
  await noter(contexte, 'MODELE_BROUILLON_CREE', { cible: code, detail: { libelle } })
  return lireCree(contexte, id)
}

/** The least that a source may be: what is still to be written is said by its faults. */
function sourceVide(code: string, libelle: string): ModeleSource {
  return {
    code,
    version: 1,
    libelle,
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs: {},
    sections: [{ code: 'ID', libelle: 'Identification', type: 'identification' }],
    controles: [],
  }
}

async function refuserExistant(db: Db, code: string): Promise<void> {
  if (await existeModele(db, code)) throw erreur('MODELE_EXISTANT', { code })
}

/** @throws MODELE_INTROUVABLE, MODELE_EXISTANT, MODELE_BROUILLON_EXISTANT */
export async function creerBrouillon(
  appel: Contexte & { body: BodyOf<typeof modeleApi.creerBrouillonModele> },
): Promise<BrouillonModele> {
  const { db, body } = appel
  if (body.de === 'VIDE') {
    await refuserExistant(db, body.code)
    return commencer(appel, sourceVide(body.code, body.libelle), null)
  }
  const modele = await findVersion(db, body.id)
  if (!modele) throw erreur('MODELE_INTROUVABLE')
  const { source, code } = modele
  if (body.de === 'VERSION') {
    const { version } = await findAnterieur(db, code)
    return commencer(appel, { ...source, version: version + 1 }, body.id)
  }
  await refuserExistant(db, body.code)
  const copie = { ...source, code: body.code, version: 1 }
  return commencer(appel, { ...copie, libelle: body.libelle ?? source.libelle }, body.id)
}

/** @throws MODELE_BROUILLON_PERIME, MODELE_BROUILLON_INTROUVABLE */
export async function refuserPerime(db: Db, id: number): Promise<never> {
  const brouillon = await findBrouillon(db, id)
  if (!brouillon) throw erreur('MODELE_BROUILLON_INTROUVABLE')
  throw erreur('MODELE_BROUILLON_PERIME', { par: brouillon.modifiePar ?? '' })
}

/**
 * Saves a draft, whole: its code stays, and its number is the next one whatever is sent. The source
 * is looked at before any transaction.
 * @throws MODELE_BROUILLON_PERIME, MODELE_ILLISIBLE, MODELE_TROP_GRAND
 */
export async function enregistrerBrouillon(
  appel: Appel<typeof modeleApi.enregistrerBrouillonModele>,
  { id, code }: BrouillonStocke,
): Promise<BrouillonEnregistre> {
  const { db, agent, body, maintenant: le } = appel
  const numero = (await findAnterieur(db, code)).version + 1
  const recue = { ...body.source, code, version: numero }
  const { fautes, alertes } = await examinerGardable(db, recue)
  return inTransaction(db, async (tx) => {
    const lu = { id, version: body.version }
    const version = await updateBrouillon(tx, lu, { source: recue, agentId: agent.id, le })
    if (version === null) return refuserPerime(tx, id)
    const modifiePar = agent.nomAffichable
    const modifieLe = le.toISOString()
    return { version, libelle: recue.libelle, modifieLe, modifiePar, fautes, alertes }
  })
}

/** @throws MODELE_BROUILLON_INTROUVABLE */
export async function supprimerBrouillon(contexte: Contexte, id: number): Promise<undefined> {
  const code = await deleteBrouillon(contexte.db, id)
  if (code === undefined) throw erreur('MODELE_BROUILLON_INTROUVABLE')
  await noter(contexte, 'MODELE_BROUILLON_SUPPRIME', { cible: code })
}
