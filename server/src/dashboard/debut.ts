import { echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { ApercuDebut, DebutCollecte } from '@releve/contract/calendrier/calendrier.schema.ts'
import type { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import {
  ETAPES_MISE_EN_ROUTE,
  type EtapeMiseEnRoute,
  type MiseEnRoute,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { estAttendu, moisDuMasque } from '@releve/contract/modele/rythme.ts'
import {
  avecDe,
  isoDe,
  libellePeriode,
  periodeDe,
  periodeDIso,
  rangDe,
} from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { DEBUT, type Reglages } from '../parametre/calendrier.ts'
import {
  findGroupe,
  ORGANISATION,
  updateGroupe,
  updateReglage,
  verrouillerParametres,
} from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { type Config, modeEnvoiDe } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../platform/route.ts'
import { findCadre } from '../relance/manquant.sql.ts'
import { countDehors, findInscrits, listCollectes, listComptes } from './compte.sql.ts'
import { aujourdhui } from './suivi.sql.ts'

type Comptes = ApercuDebut['avant']
type Collecte = Awaited<ReturnType<typeof listCollectes>>[number]
type AppelApercu = Appel<typeof debutApi.apercevoirDebut>
type AppelModifier = Appel<typeof debutApi.modifierDebut>

const dire = (mois: string | null): string | null => mois && libellePeriode(periodeDIso(mois))

/** The months of which something may be expected under one of these starts, to the present one. */
function premierRang(debuts: readonly (string | null)[], courant: number): number {
  const rangs = debuts.flatMap((mois) => (mois === null ? [] : [rangDe(periodeDIso(mois))]))
  return Math.min(courant, ...rangs)
}

/** What is expected and late since that month, as the dashboard counts it. */
async function compter(contexte: Contexte, db: Db, du: number): Promise<Comptes> {
  const jour = await aujourdhui({ db, maintenant: contexte.maintenant })
  const demande = { ...jour, agent: contexte.agent, filtres: {}, du, au: jour.courant }
  const comptes = await listComptes(db, demande, { detail: false })
  const parModele = comptes.filter(({ modele, rang }) => modele !== null && rang === null)
  const somme = (de: (un: (typeof comptes)[number]) => number) =>
    parModele.reduce((total, un) => total + de(un), 0)
  return {
    attendus: somme(({ attendus, pasEncoreDus }) => attendus + pasEncoreDus),
    enRetard: somme(({ enRetard }) => enRetard),
  }
}

class Annule extends Error {}

/** The same if the collection began with that month: told by the base itself, and undone. */
async function essayer(appel: AppelApercu, du: number): Promise<Comptes> {
  let comptes: Comptes = { attendus: 0, enRetard: 0 }
  try {
    await inTransaction(appel.db, async (tx) => {
      await updateReglage(tx, 'debutCollecte', appel.body.debutCollecte, appel.maintenant)
      comptes = await compter(appel, tx, du)
      throw new Annule()
    })
  } catch (echec) {
    if (!(echec instanceof Annule)) throw echec
  }
  return comptes
}

/** What another start would change: nothing is written. */
export async function apercevoirDebut(appel: AppelApercu): Promise<ApercuDebut> {
  const { db, body } = appel
  const { debutCollecte } = await findGroupe(db, DEBUT)
  const { courant } = await aujourdhui(appel)
  const du = premierRang([debutCollecte, body.debutCollecte], courant)
  const exclus = await countDehors(db, { du: debutCollecte, au: body.debutCollecte })
  return {
    avant: await compter(appel, db, du),
    apres: await essayer(appel, du),
    exclus: exclus.nombre,
    premierExclu: exclus.premier === null ? null : isoDe(periodeDe(exclus.premier)),
  }
}

/** @throws DEBUT_APRES_RAPPORT */
async function refuserDehors(db: Db, avant: DebutCollecte, apres: DebutCollecte): Promise<void> {
  const { nombre, premier } = await countDehors(db, {
    du: avant.debutCollecte,
    au: apres.debutCollecte,
  })
  if (premier === null) return
  throw erreur('DEBUT_APRES_RAPPORT', {
    rapports: nombre > 1 ? `${nombre} rapports déjà commencés` : 'un rapport déjà commencé',
    dePeriode: avecDe(libellePeriode(periodeDe(premier))),
  })
}

/**
 * Sets the first month of the collection, or takes it away. A report that is begun meanwhile was
 * computed under settings that change here: one of the two is refused.
 * @throws VERSION_PARAMETRES_PERIMEE, DEBUT_APRES_RAPPORT
 */
export async function modifierDebut(appel: AppelModifier) {
  const { db, body, maintenant } = appel
  await verrouillerParametres(db)
  const avant = await findGroupe(db, DEBUT)
  const { valeurs, changements } = await updateGroupe(db, DEBUT, body, maintenant)
  if (!changements) return valeurs
  await refuserDehors(db, avant, valeurs)
  const debutCollecte = { avant: dire(avant.debutCollecte), apres: dire(valeurs.debutCollecte) }
  await noter(appel, 'DEBUT_FIXE', { changements: { debutCollecte } })
  return valeurs
}

/** The first report that this version expects while it is in force. */
function premierDe({ du, au, moisAttendus, moisCouverts }: Collecte, reglages: Reglages) {
  const rythme = { moisAttendus: moisDuMasque(moisAttendus) }
  const rang = Array.from({ length: 12 }, (_, n) => du + n).find((un) => estAttendu(rythme, un))
  if (rang === undefined || (au !== null && rang > au)) return []
  const periode = periodeDe(rang)
  return [{ ...periode, moisCouverts, echeance: echeanceDe(periode, reglages) }]
}

/** A model by its versions: the first one says what it is, any of them what comes first. */
function composeModele(versions: readonly Collecte[], reglages: Reglages) {
  return versions.slice(0, 1).map(({ code, libelle, moisAttendus, moisCouverts, structures }) => ({
    code,
    libelle,
    moisAttendus: moisDuMasque(moisAttendus),
    moisCouverts,
    structures,
    prochain:
      reglages.debutCollecte === null
        ? null
        : (versions.flatMap((version) => premierDe(version, reglages))[0] ?? null),
  }))
}

/** What holds of each step; the order is the contract's. */
const faitesDe = (lue: Omit<MiseEnRoute, 'etapes'>): Record<EtapeMiseEnRoute, boolean> => ({
  // A platform has a name from its first day; nobody has given it yet.
  ORGANISATION: lue.organisation !== ORGANISATION.defauts.organisation || lue.pays !== '',
  COURRIEL: lue.envoi !== 'AUCUN',
  MODELES: lue.modeles.length > 0,
  STRUCTURES: lue.structures.nombre > lue.structures.sansModele,
  COMPTES: lue.comptes.nombre > 0 && lue.structures.sansCompte === 0,
  DEBUT: lue.debutCollecte !== null,
  // Settings that ask for none leave nothing to open.
  RELANCES: lue.relances.ouvertes || !lue.relances.automatiques,
})

/** What is ready of the collection, and what is left to do; nothing is written. */
export async function lireMiseEnRoute(
  contexte: Contexte & { config: Config },
): Promise<MiseEnRoute> {
  const { db, config } = contexte
  const { reglages, courant } = await findCadre(db, contexte.maintenant)
  const { debutCollecte, organisation, pays } = reglages
  const debut = debutCollecte === null ? null : rangDe(periodeDIso(debutCollecte))
  const rang = Math.max(courant, debut ?? courant)
  const collectes = await listCollectes(db, rang)
  const lue = {
    ...periodeDe(rang),
    debutCollecte,
    commencee: debut !== null && debut <= courant,
    organisation,
    pays,
    envoi: modeEnvoiDe(config),
    modeles: [...Map.groupBy(collectes, ({ code }) => code).values()].flatMap((versions) =>
      composeModele(versions, reglages),
    ),
    ...(await findInscrits(db, rang)),
    relances: {
      automatiques: reglages.relanceAutomatique,
      ouvertes: reglages.relancesOuvertes,
    },
  }
  const faites = faitesDe(lue)
  return { ...lue, etapes: ETAPES_MISE_EN_ROUTE.map((cle) => ({ cle, faite: faites[cle] })) }
}
