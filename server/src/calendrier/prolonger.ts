import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { MoisClos, Prolongation } from '@releve/contract/calendrier/calendrier.schema.ts'
import { clotureDe, finsReouverture } from '@releve/contract/calendrier/cloture.rules.ts'
import { libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { prevenir } from '../messagerie/annonce.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import { jourEnLettres } from '../platform/jour.ts'
import type { Appel, Contexte } from '../platform/route.ts'
import {
  findProlongation,
  insertProlongation,
  type LigneProlongation,
  listMois,
  listProlongations,
  type MoisDeStructure,
  updateDecision,
} from './prolongation.sql.ts'
import { verrouillerReouvertures } from './reouverture.sql.ts'
import { dePeriodeDe, objetDe, ouvrirMois, refuserAVenir, refuserFin } from './rouvrir.ts'

/** Months, the current one included, of which a structure sees whether they are closed. */
const MOIS_VUS = 25

type Calendrier = { reglages: Reglages; jour: string }

function moisDe(
  { rang, couverts, rouvertJusqua, prolongation }: MoisDeStructure,
  calendrier: Calendrier,
) {
  const periode = periodeDe(rang)
  const cloture = clotureDe(periode, rouvertJusqua, calendrier.reglages, calendrier.jour)
  const peutDemander = cloture.demandable && prolongation?.etat !== 'EN_ATTENTE'
  return {
    ...periode,
    couverts,
    etat: cloture.etat,
    le: cloture.le,
    prolongation,
    actions: peutDemander ? (['demander'] as const) : [],
  }
}

const estClos = (mois: ReturnType<typeof moisDe>): boolean => mois.etat !== 'OUVERTE'
/** A month that is neither open, nor far from its closing. */
const enMoisClos = ({ etat, actions, ...mois }: ReturnType<typeof moisDe>): MoisClos => ({
  ...mois,
  actions: [...actions],
  etat: etat === 'OUVERTE' ? 'PROCHE' : etat,
})

/** The months of a structure that are closed, close soon or are open again, the latest first. */
export async function listMoisClos(
  appel: Pick<Contexte, 'db' | 'maintenant'>,
  { id }: Structure,
): Promise<MoisClos[]> {
  const calendrier = await aujourdhui(appel)
  const courant = rangCourant(appel.maintenant, calendrier.reglages.fuseau)
  const rangs = Array.from({ length: MOIS_VUS }, (_, recul) => courant - recul)
  const lignes = await listMois(appel.db, id, rangs)
  return lignes
    .filter(({ attendue }) => attendue)
    .map((ligne) => moisDe(ligne, calendrier))
    .filter(estClos)
    .map(enMoisClos)
}

type AppelDemander = Appel<typeof calendrierApi.demanderProlongation>

/** @throws MOIS_NON_ATTENDU, PROLONGATION_PREMATUREE, PROLONGATION_EN_ATTENTE */
async function lireMois(
  { db, body }: AppelDemander,
  { id, code }: Structure,
  calendrier: Calendrier,
): Promise<MoisClos> {
  const [ligne] = await listMois(db, id, [rangDe(body)])
  const dePeriode = dePeriodeDe(body)
  if (!ligne?.attendue) throw erreur('MOIS_NON_ATTENDU', { dePeriode, structure: code })
  return enMoisClos(moisDe(ligne, calendrier))
}

/** Asks for more time. @throws MOIS_A_VENIR, and what `lireMois` and its state stand against. */
export async function demanderProlongation(
  appel: AppelDemander,
  structure: Structure,
): Promise<MoisClos> {
  const { db, agent, body, maintenant: le } = appel
  const calendrier = await aujourdhui(appel)
  refuserAVenir(body, calendrier.reglages, le)
  await verrouillerReouvertures(db)
  const mois = await lireMois(appel, structure, calendrier)
  if (mois.prolongation?.etat === 'EN_ATTENTE') throw erreur('PROLONGATION_EN_ATTENTE')
  if (mois.actions.length === 0) {
    const valeurs = { dePeriode: dePeriodeDe(body), jour: jourEnLettres(mois.le) }
    throw erreur('PROLONGATION_PREMATUREE', valeurs)
  }
  const { motif } = body
  const demande = { structureId: structure.id, rang: rangDe(body), motif, par: agent.id, le }
  const id = await insertProlongation(db, demande)
  const detail = { periode: libellePeriode(body), motif }
  await noter(appel, 'PROLONGATION_DEMANDEE', { cible: structure.code, detail })
  await prevenir(appel, 'DIRECTION', {
    cle: `prolongation:${id}`,
    objet: objetDe('Prolongation demandée', body, structure),
    corps: [
      `La structure ${structure.libelle} (${structure.code}) demande plus de temps pour la saisie ${dePeriodeDe(body)}.`,
      `Motif\u00a0: ${motif}`,
      'Vous y répondez dans «\u00a0Paramètres\u00a0», onglet «\u00a0Calendrier\u00a0».',
    ],
  })
  return lireMois(appel, structure, calendrier)
}

function prolongationDe(
  { rang, rouvertJusqua, ...ligne }: LigneProlongation,
  { reglages, jour }: Calendrier,
): Prolongation {
  const periode = periodeDe(rang)
  return {
    ...ligne,
    ...periode,
    clotureLe: clotureDe(periode, rouvertJusqua, reglages, jour).le,
    proposee: finsReouverture(periode, reglages, jour).proposee,
    actions: ligne.etat === 'EN_ATTENTE' ? ['accorder', 'refuser'] : [],
  }
}

/** A page of demands, as who answers reads them. */
export async function pageProlongations(
  appel: Appel<typeof calendrierApi.listProlongations>,
): Promise<Liste<Prolongation>> {
  const calendrier = await aujourdhui(appel)
  const liste = await listProlongations(appel.db, appel.query)
  return { ...liste, elements: liste.elements.map((une) => prolongationDe(une, calendrier)) }
}

/** The demand once nobody else may answer it. @throws PROLONGATION_INTROUVABLE, PROLONGATION_CLOSE */
async function prendreEnAttente({ db }: Contexte, id: number): Promise<LigneProlongation> {
  await verrouillerReouvertures(db)
  const demande = await findProlongation(db, id)
  if (!demande) throw erreur('PROLONGATION_INTROUVABLE')
  if (demande.etat !== 'EN_ATTENTE') throw erreur('PROLONGATION_CLOSE')
  return demande
}

async function relire({ db }: Contexte, id: number, calendrier: Calendrier): Promise<Prolongation> {
  const demande = await findProlongation(db, id)
  if (!demande) throw erreur('PROLONGATION_INTROUVABLE')
  return prolongationDe(demande, calendrier)
}

/** Grants more time: the month is open to the structure until this day. @throws PROLONGATION_CLOSE, FIN_REOUVERTURE_INVALIDE */
export async function accorderProlongation(
  appel: Appel<typeof calendrierApi.accorderProlongation>,
): Promise<Prolongation> {
  const { params, body } = appel
  const calendrier = await aujourdhui(appel)
  const { reglages, jour } = calendrier
  const { structure, rang, motif } = await prendreEnAttente(appel, params.id)
  const periode = periodeDe(rang)
  refuserFin(body.jusqua, periode, reglages, jour)
  const ouverture = { ...periode, jusqua: body.jusqua, motif, jour }
  await ouvrirMois(appel, structure, ouverture, 'PROLONGATION_ACCORDEE')
  return relire(appel, params.id, calendrier)
}

/** Refuses more time, with a sentence to the structure. @throws PROLONGATION_CLOSE */
export async function refuserProlongation(
  appel: Appel<typeof calendrierApi.refuserProlongation>,
): Promise<Prolongation> {
  const { db, agent, params, body, maintenant: le } = appel
  const calendrier = await aujourdhui(appel)
  const { structure, rang } = await prendreEnAttente(appel, params.id)
  const periode = periodeDe(rang)
  const { reponse } = body
  const decision = { etat: 'REFUSEE', reponse, par: agent.id, le } as const
  await updateDecision(db, { structureId: structure.id, rang }, decision)
  const detail = { periode: libellePeriode(periode), reponse }
  await noter(appel, 'PROLONGATION_REFUSEE', { cible: structure.code, detail })
  await prevenir(
    appel,
    { structureId: structure.id },
    {
      cle: `prolongation:${params.id}:refusee`,
      objet: objetDe('Prolongation refusée', periode, structure),
      corps: [
        `La direction centrale n’a pas accordé plus de temps à votre structure ${structure.libelle} (${structure.code}) pour la saisie ${dePeriodeDe(periode)}.`,
        `Sa réponse\u00a0: ${reponse}`,
      ],
    },
  )
  return relire(appel, params.id, calendrier)
}
