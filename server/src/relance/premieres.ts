import { createHash } from 'node:crypto'
import { joursDeRetard } from '@releve/contract/formulaire/suivi.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { joursEtapes } from '@releve/contract/relance/relance.rules.ts'
import type { PremiereRelance, PremieresRelances } from '@releve/contract/relance/relance.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { findGroupe, updateGroupe } from '../parametre/parametre.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../platform/route.ts'
import { listDus } from './automatique.ts'
import {
  type Cadre,
  findCadre,
  listGens,
  listManquants,
  type Manquant,
  moisOuverts,
  OUVERTURE,
  type Personne,
} from './manquant.sql.ts'
import { parStructure } from './redaction.ts'

type Lecture = Pick<Contexte, 'db' | 'maintenant'>

/** These settings, with whether the calendar's reminders may leave. */
export async function avecOuverture<Reglages extends object>(db: Db, reglages: Reglages) {
  const { relancesOuvertes: ouvertes } = await findGroupe(db, OUVERTURE)
  return { ...reglages, ouvertes }
}

/** Now, or the first day of the collection when it is still to come: nothing is expected before. */
async function findCadreDuDebut({ db, maintenant }: Lecture): Promise<Cadre> {
  const cadre = await findCadre(db, maintenant)
  const { debutCollecte } = cadre.reglages
  const premier = debutCollecte && `${debutCollecte}-01`
  if (!premier || premier <= cadre.jour) return cadre
  return findCadre(db, new Date(`${premier}T12:00:00Z`))
}

/** What is still missing that day, as things stand, and may still be entered. */
function manquantsLe(cadre: Cadre, le: string, manquants: readonly Manquant[]): Manquant[] {
  const [ouverts, encore] = [cadre, { ...cadre, jour: le }].map(moisOuverts)
  return manquants
    .filter(({ rang }) => encore?.includes(rang) || !ouverts?.includes(rang))
    .map((un) => ({ ...un, suspendue: (un.suspendue ?? '') >= le ? un.suspendue : null }))
}

/** What the calendar would remind of on the first day on which it does. */
function premiersDe(cadre: Cadre, manquants: readonly Manquant[]) {
  const { reglages, jour } = cadre
  const echeances = [...new Set(manquants.map(({ echeance }) => echeance))]
  for (const le of joursEtapes(echeances, jour, reglages.relanceJours, reglages)) {
    const dus = listDus({ ...cadre, jour: le }, manquantsLe(cadre, le, manquants))
    if (dus.length > 0) return { le, dus }
  }
  return { le: null, dus: [] }
}

function ligneDe(siens: readonly Manquant[], gens: readonly Personne[], le: string) {
  // The oldest comes first.
  const [premier] = siens
  if (!premier) return []
  const ligne: PremiereRelance = {
    structure: {
      id: premier.structureId,
      code: premier.structureCode,
      libelle: premier.structureLibelle,
    },
    formulaires: siens.length,
    ...periodeDe(premier.rang),
    moisCouverts: premier.moisCouverts,
    joursRetard: joursDeRetard(premier.echeance, le),
    personnes: gens.map(({ nomAffichable }) => nomAffichable),
  }
  return [ligne]
}

/** Whom the first reminders would reach; nothing is written. */
export async function lirePremieres(lecture: Lecture): Promise<PremieresRelances> {
  const { db } = lecture
  const cadre = await findCadreDuDebut(lecture)
  const { reglages } = cadre
  const { le, dus } = premiersDe(cadre, await listManquants(db, cadre, null))
  const gens = await listGens(db, [...new Set(dus.map(({ structureId }) => structureId))])
  const parId = Map.groupBy(gens, ({ structureId }) => structureId)
  const structures = parStructure(dus).flatMap((siens) =>
    ligneDe(siens, parId.get(siens[0]?.structureId ?? 0) ?? [], le ?? cadre.jour),
  )
  const liste = {
    ouvertes: reglages.relancesOuvertes,
    automatiques: reglages.relanceAutomatique,
    debute: reglages.debutCollecte !== null,
    le,
    structures,
    formulaires: dus.length,
    personnes: new Set(gens.map(({ id }) => id)).size,
    courriel: reglages.relanceCourriel,
  }
  const empreinte = createHash('sha256').update(JSON.stringify(liste)).digest('base64url')
  return { ...liste, empreinte }
}

/**
 * Opens the calendar's reminders, once somebody has looked at the list that he sends back.
 * @throws COLLECTE_SANS_DEBUT, RELANCES_LISTE_CHANGEE
 */
export async function ouvrirRelances(
  appel: Appel<typeof relanceApi.ouvrirRelances>,
): Promise<PremieresRelances> {
  const { db, body, maintenant } = appel
  const liste = await lirePremieres(appel)
  if (liste.ouvertes) return liste
  if (!liste.debute) throw erreur('COLLECTE_SANS_DEBUT')
  if (liste.empreinte !== body.empreinte) throw erreur('RELANCES_LISTE_CHANGEE')
  const { changements } = await updateGroupe(db, OUVERTURE, { relancesOuvertes: true }, maintenant)
  const { formulaires, structures } = liste
  const detail = { formulaires, nombre: structures.length }
  if (changements) await noter(appel, 'RELANCES_OUVERTES', { changements, detail })
  return lirePremieres(appel)
}
