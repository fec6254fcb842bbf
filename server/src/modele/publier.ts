import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import {
  chevauchementDe,
  type RythmeAvant,
  rythmeAvant,
  type VersionRythmee,
} from '@releve/contract/modele/rythme.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { noter } from '../journal/noter.sql.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { attribuerModele } from '../structure/enregistrer.ts'
import { verrouillerStructures } from '../structure/structure.sql.ts'
import { compilerBrouillon, plusTot, premierMois, refuserPerime } from './brouillon.ts'
import {
  type Anterieur,
  type BrouillonStocke,
  deleteBrouillon,
  findAnterieur,
  findBrouillon,
  insertVersion,
  listRythmes,
  verrouillerBrouillon,
} from './modele.gestion.sql.ts'

/**
 * No month is covered by the first report of a version and by one that is expected before it.
 * @throws MODELE_RYTHME_CHEVAUCHE
 */
function refuserRythme(
  { code, ...rythme }: ModeleSource,
  du: number,
  versions: readonly VersionRythmee[],
): RythmeAvant | null {
  const chevauche = (rang: number) =>
    chevauchementDe(rythme, rang, rythmeAvant(rythme, rang, versions))
  const trouve = chevauche(du)
  if (!trouve) return rythmeAvant(rythme, du, versions)
  let possible = du + 1
  while (chevauche(possible)) possible += 1
  const dire = (rang: number) => libellePeriode(periodeDe(rang))
  throw erreur('MODELE_RYTHME_CHEVAUCHE', {
    modele: code,
    premier: dire(trouve.premier),
    dejaAttendu: dire(trouve.dejaAttendu),
    possible: dire(possible),
  })
}

type AppelPublier = Appel<typeof modeleApi.publierModele>

/**
 * A version is in force from a month that has not passed (but for the first one of a model that
 * nobody has entered), of which no report is entered, and not before a later one.
 * @throws MODELE_MOIS_PASSE, MODELE_MOIS_SAISI, MODELE_VERSION_POSTERIEURE
 */
function refuserMois(
  { aPartirDe }: AppelPublier['body'],
  code: string,
  { anterieur, courant }: { anterieur: Anterieur; courant: number },
): void {
  const voulu = rangDe(aPartirDe)
  const { dernierSaisi, du, version } = anterieur
  const dire = (rang: number) => libellePeriode(periodeDe(rang))
  if (voulu < courant && voulu < plusTot(anterieur, courant))
    throw erreur('MODELE_MOIS_PASSE', { periode: dire(premierMois(anterieur, courant)) })
  if (dernierSaisi !== null && voulu <= dernierSaisi)
    throw erreur('MODELE_MOIS_SAISI', { modele: code, periode: dire(voulu) })
  if (du !== null && voulu < du)
    throw erreur('MODELE_VERSION_POSTERIEURE', {
      modele: code,
      version: String(version),
      periode: dire(du),
    })
}

/** @throws MODELE_INADAPTE: the model is not made for this type of structure. */
function refuserTypes({ typesStructure, code }: ModeleSource, types: readonly string[]): void {
  const autre = types.find((type) => typesStructure.length > 0 && !typesStructure.includes(type))
  if (autre !== undefined) {
    throw erreur('MODELE_INADAPTE', { modele: code, typeStructure: autre, quand: '' })
  }
}

/** The draft as it stands once nobody else may write it. */
async function tenir({ db, params: { id }, body }: AppelPublier): Promise<BrouillonStocke> {
  await verrouillerBrouillon(db, id)
  const brouillon = await findBrouillon(db, id)
  if (!brouillon || brouillon.version !== body.version) return refuserPerime(db, id)
  return brouillon
}

/** Publishes a draft: from then on it is a version, which nothing changes. */
export async function publier(
  appel: AppelPublier,
): Promise<OutputOf<typeof modeleApi.publierModele>> {
  const { db, agent, body, maintenant: le } = appel
  const { aPartirDe, attribuerA = [] } = body
  if (attribuerA.length > 0) await verrouillerStructures(db)
  const { id: brouillonId, code, source: ecrite } = await tenir(appel)
  const anterieur = await findAnterieur(db, code)
  const source = { ...ecrite, version: anterieur.version + 1 }
  refuserMois(body, code, { anterieur, courant: await moisCourant(appel) })
  refuserTypes(source, attribuerA)
  const { definition } = await compilerBrouillon(db, source)
  const du = rangDe(aPartirDe)
  const avant = refuserRythme(source, du, await listRythmes(db, code))
  await deleteBrouillon(db, brouillonId)
  const id = await insertVersion(db, { source, definition, du, avant, agentId: agent.id, le })
  const attribuees = await attribuerModele(db, code, { types: attribuerA, rang: du })
  const { version } = source
  const detail = { version, aPartirDe: libellePeriode(aPartirDe), structures: attribuees }
  await noter(appel, 'MODELE_PUBLIE', { cible: code, detail })
  return { id, code, version, du: aPartirDe, attribuees }
}
