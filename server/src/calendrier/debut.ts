import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import type { ApercuDebut, DebutCollecte } from '@releve/contract/calendrier/calendrier.schema.ts'
import {
  avecDe,
  isoDe,
  libellePeriode,
  periodeDe,
  periodeDIso,
  rangDe,
} from '@releve/contract/mois.ts'
import { listComptes } from '../dashboard/compte.sql.ts'
import { aujourdhui } from '../dashboard/suivi.sql.ts'
import { noter } from '../journal/noter.sql.ts'
import { DEBUT } from '../parametre/calendrier.ts'
import {
  findGroupe,
  updateGroupe,
  updateReglage,
  verrouillerParametres,
} from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../platform/route.ts'
import { countExclus } from './debut.sql.ts'

type Comptes = ApercuDebut['avant']
type AppelApercu = Appel<typeof calendrierApi.apercevoirDebut>
type AppelModifier = Appel<typeof calendrierApi.modifierDebut>

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
  const exclus = await countExclus(db, { du: debutCollecte, au: body.debutCollecte })
  return {
    avant: await compter(appel, db, du),
    apres: await essayer(appel, du),
    exclus: exclus.nombre,
    premierExclu: exclus.premier === null ? null : isoDe(periodeDe(exclus.premier)),
  }
}

/** @throws DEBUT_APRES_RAPPORT */
async function verifierExclus(db: Db, avant: DebutCollecte, apres: DebutCollecte): Promise<void> {
  const { nombre, premier } = await countExclus(db, {
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
  await verifierExclus(db, avant, valeurs)
  const debutCollecte = { avant: dire(avant.debutCollecte), apres: dire(valeurs.debutCollecte) }
  await noter(appel, 'DEBUT_FIXE', { changements: { debutCollecte } })
  return valeurs
}
