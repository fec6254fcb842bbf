import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { enoncer } from '@releve/contract/erreur.ts'
import type { Changements } from '@releve/contract/journal/journal.detail.ts'
import { isoDe, type Periode, periodeDIso, rangDe } from '@releve/contract/mois.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import type {
  CorrectionStructure,
  DemandeCorrection,
  Structure,
} from '@releve/contract/structure/structure.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import {
  type Auteur,
  avecNoeud,
  changerTranches,
  ficheDe,
  idsDe,
  jourDe,
  refuserFautes,
  refuserMoisLointain,
  relire,
} from './enregistrer.ts'
import { verifierDates } from './fiche.rules.ts'
import { findReferentiel, listRefs, type Referentiel } from './fiche.sql.ts'
import { debutsDe } from './hierarchie.ts'
import { type EtatDate, type Plage, SANS_FIN, type Tranche } from './periode.sql.ts'
import { changerPlage, etatDuMois, periodesDe, valeurSurPlage } from './periode.ts'
import {
  type AnneeTenue,
  avancerVersions,
  type FormulaireSuivi,
  listAnnees,
  listFormulairesSuivis,
  listPossibles,
  type Possible,
  retenirFormulaires,
  verrouillerStructures,
} from './structure.sql.ts'

/** @throws PERIODE_INVERSEE, MOIS_TROP_LOIN */
function plageDe({ de, a }: Pick<DemandeCorrection, 'de' | 'a'>, mois: number): Plage {
  const dire = (champ: 'de' | 'a', periode: Periode | null) => {
    try {
      refuserMoisLointain(mois, periode)
    } catch (refus) {
      if (!(refus instanceof ErreurMetier)) throw refus
      const { code, message: libelle } = refus
      const details = [{ chemin: `body.${champ}`, code, libelle }]
      throw new ErreurMetier({ code, libelle }, { details })
    }
  }
  dire('de', de)
  dire('a', a)
  const plage = { du: de ? rangDe(de) : 0, au: a ? rangDe(a) : SANS_FIN }
  if (plage.du <= plage.au) return plage
  const enonce = enoncer('PERIODE_INVERSEE')
  throw new ErreurMetier(enonce, { details: [{ chemin: 'body.a', ...enonce }] })
}

/** What the field is then: a model counts once, and no code is no regional office. */
function valeurDe({ champ, valeur }: DemandeCorrection): Partial<EtatDate> {
  if (champ === 'parent') return { parent: valeur || null }
  if (champ === 'modeles') return { modeles: [...new Set(valeur)] }
  return { [champ]: valeur }
}

type Correction = {
  fiche: Structure
  plage: Plage
  avant: readonly Tranche[]
  apres: readonly Tranche[]
}

/** @throws what stands in the way of it, in any month that changes */
async function verifier(
  auteur: Auteur,
  { fiche: ficheAvant, avant, apres }: Correction,
  { referentiel, mois }: { referentiel: Referentiel; mois: number },
): Promise<void> {
  const fiche = ficheDe(ficheAvant)
  const aujourdhui = await jourDe(auteur)
  const noeuds = avecNoeud(referentiel.noeuds, fiche.code, { ...fiche, tranches: apres })
  const quand = { aujourdhui, jour: aujourdhui, mois, debuts: debutsDe(noeuds) }
  const fautes = verifierDates({ fiche, ficheAvant, avant, apres, referentiel, noeuds, ...quand })
  // The call has one value, whatever the field that stands in its way.
  refuserFautes(fautes, 'valeur')
}

/** What says of which months a structure is expected, and what came. */
type Suivi = {
  fiche: Pick<Structure, 'code'>
  possibles: readonly Possible[]
  formulaires: readonly FormulaireSuivi[]
  annees: readonly AnneeTenue[]
  /** The present month. */
  mois: number
}

const cleDe = (modele: string, rang: number): string => `${modele} ${rang}`

/** What is expected of a structure, model by model and month by month. */
function attendusDe(suivi: Suivi, tranches: readonly Tranche[]): Set<string> {
  const attendus = suivi.possibles.filter(({ modele, rang }) =>
    etatDuMois(tranches, rang).modeles.includes(modele),
  )
  return new Set(attendus.map(({ modele, rang }) => cleDe(modele, rang)))
}

/** What makes the row in which a report is counted. */
const ligneDe = ({ region, typeStructure, parent }: EtatDate) => [region, typeStructure, parent]

/** An answer gives the numbers of this many. */
const NUMEROS_MAX = 20

const touches = (numeros: readonly string[]) => ({
  nombre: numeros.length,
  numeros: numeros.slice(0, NUMEROS_MAX),
})

type Effet = Pick<CorrectionStructure, 'attendus' | 'recus' | 'deplaces' | 'recalcules'>

type Etats = Pick<Correction, 'avant' | 'apres'>
const differe = ({ avant, apres }: Etats, rang: number, lire: (etat: EtatDate) => unknown) =>
  !isDeepStrictEqual(lire(etatDuMois(avant, rang)), lire(etatDuMois(apres, rang)))

/** What a change of what is dated does to what is counted; and all the reports that it touches. */
function effetDe(suivi: Suivi, etats: Etats): { effet: Effet; touches: string[][] } {
  const { formulaires } = suivi
  const { avant, apres } = etats
  const attendus = { avant: attendusDe(suivi, avant), apres: attendusDe(suivi, apres) }
  const recus = (parmi: ReadonlySet<string>) =>
    formulaires.filter(({ modele, rang, recu }) => recu && parmi.has(cleDe(modele, rang))).length
  const numerosDe = (choisis: readonly FormulaireSuivi[]) => choisis.map(({ numero }) => numero)
  const deplaces = numerosDe(formulaires.filter(({ rang }) => differe(etats, rang, ligneDe)))
  const recalcules = numerosDe(
    formulaires.filter(({ rang, ouvert }) => ouvert && differe(etats, rang, structureLisible)),
  )
  const effet: Effet = {
    attendus: { avant: attendus.avant.size, apres: attendus.apres.size },
    recus: { avant: recus(attendus.avant), apres: recus(attendus.apres) },
    deplaces: touches(deplaces),
    recalcules: touches(recalcules),
  }
  return { effet, touches: [deplaces, recalcules] }
}

const anneeDe = (rang: number): number => Math.floor(rang / 12)

/** What is expected before or after, or is there, of the months up to the present one that change. */
function formulairesVises({ mois, ...suivi }: Suivi, etats: Etats): Possible[] {
  const cles = [etats.avant, etats.apres].map((tranches) =>
    attendusDe({ mois, ...suivi }, tranches),
  )
  return [...suivi.possibles, ...suivi.formulaires]
    .filter(({ modele, rang }) => {
      const compte = cles.some((siennes) => siennes.has(cleDe(modele, rang)))
      const present = suivi.formulaires.some((f) => f.modele === modele && f.rang === rang)
      return rang <= mois && (compte || present) && differe(etats, rang, (etat) => etat)
    })
    .map(({ modele, rang }) => ({ modele, rang }))
}

/** Of a change of models, the reports of those that come and go; of another, all of them. */
function formulairesDuChamp(suivi: Suivi, etats: Etats, champ: ChampDate): Possible[] {
  const vises = formulairesVises(suivi, etats)
  if (champ !== 'modeles') return vises
  return vises.filter(({ modele, rang }) =>
    differe(etats, rang, ({ modeles }) => modeles.includes(modele)),
  )
}

/** The tables of a year's annuaire that read what moves: that room says them. */
export type ListTables = (
  db: Db,
  annee: number,
  mouvement: ReturnType<typeof mouvementDe>,
) => Promise<CorrectionStructure['annees']['provisoires'][number]['tables']>

/** What moves in a year, and in the one before. */
function mouvementDe(annee: number, vises: readonly Possible[], etats: Etats, champ: ChampDate) {
  const de = (une: number) =>
    vises
      .filter(({ rang }) => anneeDe(rang) === une)
      .map(({ modele, rang }) => ({ modele, mois: rang % 12 }))
  const decembreDe = (une: number) => differe(etats, une * 12 + 11, (etat) => etat)
  return {
    champ,
    formulaires: de(annee),
    avant: de(annee - 1),
    decembre: decembreDe(annee),
    decembreAvant: decembreDe(annee - 1),
  }
}

/** A year without a directory is read as it stands, like one whose last edition is not frozen. */
async function anneesDe(
  db: Db,
  listTables: ListTables,
  suivi: Suivi,
  etats: Etats,
  champ: ChampDate,
): Promise<CorrectionStructure['annees']> {
  const vises = formulairesDuChamp(suivi, etats, champ)
  const provisoires: CorrectionStructure['annees']['provisoires'] = []
  for (const { annee, ouverte, comptee } of suivi.annees) {
    if (!ouverte || !comptee) continue
    const tables = await listTables(db, annee, mouvementDe(annee, vises, etats, champ))
    if (tables.length > 0) provisoires.push({ annee, tables })
  }
  const changees = new Set(formulairesVises(suivi, etats).map(({ rang }) => anneeDe(rang)))
  const figees = suivi.annees.filter(({ annee, figee }) => figee && changees.has(annee))
  return { provisoires, figees: figees.map(({ annee }) => annee) }
}

/** What it would change, before it is done. */
async function decrire(
  { db }: Pick<Auteur, 'db'>,
  listTables: ListTables,
  { fiche, avant, apres }: Correction,
  { champ, mois }: { champ: ChampDate; mois: number },
): Promise<Omit<CorrectionStructure, 'ecrit' | 'structure'>> {
  const suivi = {
    fiche,
    mois,
    possibles: await listPossibles(db, fiche.id, mois),
    formulaires: await listFormulairesSuivis(db, fiche.id),
    annees: await listAnnees(db, {
      du: anneeDe(rangDe(periodeDIso(fiche.dateOuverture))),
      au: anneeDe(mois),
    }),
  }
  const { effet, touches: numeros } = effetDe(suivi, { avant, apres })
  const annees = await anneesDe(db, listTables, suivi, { avant, apres }, champ)
  const tout = JSON.stringify([fiche.code, avant, apres, effet, numeros, annees])
  const empreinte = createHash('sha256').update(tout).digest('base64url')
  const refs = await listRefs(db, [...avant, ...apres])
  const periodes = (tranches: readonly Tranche[]) => periodesDe(tranches, refs, [champ])
  return { avant: periodes(avant), apres: periodes(apres), ...effet, annees, empreinte }
}

async function ecrire(
  auteur: Auteur,
  { fiche, plage, avant, apres }: Correction,
  { champ, motif, de, a }: DemandeCorrection,
  { noeuds }: Referentiel,
): Promise<void> {
  const { db } = auteur
  await changerTranches(db, fiche.id, { avant, apres, ids: idsDe(noeuds) })
  await avancerVersions(db, [fiche.id])
  const [ancienne, nouvelle] = [avant, apres].map((une) => valeurSurPlage(une, champ, plage))
  const changements: Changements = { [champ]: { avant: ancienne, apres: nouvelle } }
  await noter(auteur, 'STRUCTURE_CORRIGEE', {
    cible: fiche.code,
    changements,
    detail: { du: de && isoDe(de), au: a && isoDe(a), motif },
  })
}

/**
 * Says what is so of a structure over a stretch of months, whatever was recorded of them. Saying
 * again what is recorded writes nothing, whatever the version.
 * @throws VERSION_STRUCTURE_PERIMEE, PERIODE_INVERSEE, APERCU_PERIME, and what stands in its way
 */
export async function corrigerStructure(
  appel: Auteur & { body: BodyOf<typeof structureApi.corrigerStructure> },
  listTables: ListTables,
): Promise<CorrectionStructure> {
  const { db, body } = appel
  const { code, champ, apercu } = body
  if (!apercu) {
    await verrouillerStructures(db)
    await retenirFormulaires(db, [code])
  }
  const mois = await moisCourant(appel)
  const plage = plageDe(body, mois)
  const referentiel = await findReferentiel(db, mois, [code])
  const fiche = referentiel.fiches.get(code)
  if (!fiche) throw erreur('STRUCTURE_INTROUVABLE')
  const avant = referentiel.tranches.get(code) ?? []
  const valeur = valeurDe(body)
  const apres = changerPlage(avant, plage, (etat) => ({ ...etat, ...valeur }))
  const corrige = { fiche, plage, avant, apres }
  const change = !isDeepStrictEqual(avant, apres)
  if (change && body.version !== fiche.version) throw erreur('VERSION_STRUCTURE_PERIMEE')
  if (change) await verifier(appel, corrige, { referentiel, mois })
  const dit = await decrire(appel, listTables, corrige, { champ, mois })
  if (apercu || !change) return { ecrit: !apercu, structure: fiche, ...dit }
  if (body.empreinte !== dit.empreinte) throw erreur('APERCU_PERIME')
  await ecrire(appel, corrige, body, referentiel)
  return { ecrit: true, structure: await relire(appel, code), ...dit }
}
