import type { Duree } from '@releve/contract/modele/rythme.ts'
import { libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { type CodeRefusRelance, REFUS_RELANCE } from '@releve/contract/relance/relance.rules.ts'
import type { BilanRelance } from '@releve/contract/relance/relance.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { adressePubliqueDe } from '../platform/config.ts'
import { jourEnLettres } from '../platform/jour.ts'
import type { Appel } from '../platform/route.ts'
import { envoyer } from './envoyer.ts'
import {
  type Cadre,
  findCadre,
  listCouverts,
  listGens,
  listManquants,
  listNommees,
  type Manquant,
  moisOuverts,
  type StructureNommee,
} from './manquant.sql.ts'
import { apercevoir, type Envoi, grouper, parStructure } from './redaction.ts'

type Ligne = BodyOf<typeof relanceApi.relancer>['lignes'][number]
type AppelSelection = Appel<typeof relanceApi.apercevoirRelance | typeof relanceApi.relancer>

/** What a selection may be judged by: its structures, what they miss, whom they may be told by. */
type Faits = {
  cadre: Cadre
  structures: ReadonlyMap<string, StructureNommee>
  manquants: Manquant[]
  joignables: ReadonlySet<number>
  /** How many months the report that each line names covers, in their order. */
  couverts: readonly Duree[]
}

const rangDeLigne = ({ mois, annee }: Ligne): number | null =>
  mois && annee ? rangDe({ mois, annee }) : null

/** What is missing of what a line names. */
function viseesPar(ligne: Ligne, { manquants }: Faits): Manquant[] {
  const rang = rangDeLigne(ligne)
  return manquants.filter(
    ({ structureCode, modele, rang: sien }) =>
      structureCode === ligne.structure &&
      (ligne.modele === null || modele === ligne.modele) &&
      (rang === null || sien === rang),
  )
}

/** Why nothing is missing of this month. */
function refusDuMois(rang: number | null, cadre: Cadre): CodeRefusRelance {
  if (rang === null || moisOuverts(cadre).includes(rang)) return 'RIEN'
  return rang > cadre.courant ? 'A_VENIR' : 'CLOSE'
}

/** The reports that a line reminds of, or why it reminds of none. */
function juger(ligne: Ligne, faits: Faits): Manquant[] | CodeRefusRelance {
  const structure = faits.structures.get(ligne.structure)
  if (!structure) return 'INCONNUE'
  if (structure.etat !== 'ACTIVE') return 'INACTIVE'
  if (structure.suspendue !== null) return 'SUSPENDUE'
  const visees = viseesPar(ligne, faits)
  if (visees.length === 0) return refusDuMois(rangDeLigne(ligne), faits.cadre)
  if (!faits.joignables.has(structure.id)) return 'PERSONNE'
  const restants = visees.filter(({ dernier }) => dernier !== faits.cadre.jour)
  return restants.length > 0 ? restants : 'DEJA'
}

async function readFaits({ db, body, maintenant }: AppelSelection): Promise<Faits> {
  const cadre = await findCadre(db, maintenant)
  const codes = body.lignes.map(({ structure }) => structure)
  const nommees = await listNommees(db, codes, cadre.jour)
  const ids = nommees.map(({ id }) => id)
  const gens = await listGens(db, ids)
  return {
    cadre,
    structures: new Map(nommees.map((une) => [une.code, une])),
    manquants: await listManquants(db, cadre, ids),
    joignables: new Set(gens.map(({ structureId }) => structureId)),
    couverts: await listCouverts(
      db,
      body.lignes.map((ligne) => ({ modele: ligne.modele, rang: rangDeLigne(ligne) })),
    ),
  }
}

type Choix = { cadre: Cadre; choisis: Manquant[]; refus: BilanRelance['refus'] }

/** What a selection reminds of, each report once, and line by line what it cannot. */
async function choisir(appel: AppelSelection): Promise<Choix> {
  const faits = await readFaits(appel)
  const choisis = new Set<Manquant>()
  const refus: BilanRelance['refus'] = []
  for (const [place, ligne] of appel.body.lignes.entries()) {
    const jugee = juger(ligne, faits)
    if (typeof jugee === 'string') {
      const { libelle: nom = ligne.structure, suspendue: jour = null } =
        faits.structures.get(ligne.structure) ?? {}
      const libelle = REFUS_RELANCE[jugee].replace('{jour}', jour ? jourEnLettres(jour) : '')
      const moisCouverts = faits.couverts[place] ?? 1
      refus.push({ ...ligne, moisCouverts, nom, code: jugee, libelle })
    } else for (const manquant of jugee) choisis.add(manquant)
  }
  return { cadre: faits.cadre, choisis: [...choisis], refus }
}

type EnvoisFaits = { envois: readonly Envoi[]; refus: BilanRelance['refus'] }

function bilanDe({ agent, body }: AppelSelection, cadre: Cadre, { envois, refus }: EnvoisFaits) {
  const redaction = { jour: cadre.jour, texte: body.texte, par: agent.nomAffichable }
  const manquants = new Set(envois.flatMap((envoi) => envoi.manquants))
  return {
    envois: envois.map((envoi) => apercevoir(envoi, redaction)),
    refus,
    structures: new Set([...manquants].map(({ structureId }) => structureId)).size,
    formulaires: manquants.size,
    personnes: new Set(envois.flatMap(({ gens }) => gens.map(({ id }) => id))).size,
    courriel: cadre.reglages.relanceCourriel,
  }
}

/** Whom a selection would be written to, and what could not be reminded: nothing is written. */
export async function apercevoirSelection(appel: AppelSelection): Promise<BilanRelance> {
  const { cadre, choisis, refus } = await choisir(appel)
  const ids = [...new Set(choisis.map(({ structureId }) => structureId))]
  const envois = grouper(choisis, await listGens(appel.db, ids))
  return bilanDe(appel, cadre, { envois, refus })
}

/**
 * Reminds of a selection. What somebody else reminds of at the same time is refused here, as
 * already reminded today.
 */
export async function relancerSelection(appel: AppelSelection): Promise<BilanRelance> {
  const { db, agent, body, config, maintenant } = appel
  const { cadre, choisis, refus } = await choisir(appel)
  const dus = choisis.map((un) => ({ ...un, etape: null, copie: false, liste: false }))
  const expedition = { db, url: adressePubliqueDe(config), maintenant, cadre }
  const { ecrites, envois } = await envoyer(expedition, dus, { par: agent, texte: body.texte })
  for (const siennes of parStructure(ecrites)) {
    const cible = siennes[0]?.structureCode ?? ''
    const dits = siennes.map(
      ({ modele, rang, moisCouverts }) =>
        `${modele} ${libellePeriode(periodeDe(rang), moisCouverts)}`,
    )
    const detail = { formulaires: dits, texte: body.texte }
    await noter(appel, 'STRUCTURE_RELANCEE', { cible, detail })
  }
  const devancees = dus
    .filter((un) => !ecrites.includes(un))
    .map(({ structureCode: structure, structureLibelle: nom, modele, rang, moisCouverts }) => ({
      structure,
      nom,
      modele,
      ...periodeDe(rang),
      moisCouverts,
      code: 'DEJA',
      libelle: REFUS_RELANCE.DEJA,
    }))
  return bilanDe(appel, cadre, { envois, refus: [...refus, ...devancees] })
}
