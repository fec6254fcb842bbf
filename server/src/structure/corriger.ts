import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { enoncer } from '@releve/contract/erreur.ts'
import type { Changements } from '@releve/contract/journal/journal.detail.ts'
import { isoDe, type Periode, rangDe } from '@releve/contract/mois.ts'
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
  annees: readonly { annee: number; figee: boolean; ouverte: boolean }[]
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

type Effet = Pick<CorrectionStructure, 'attendus' | 'recus' | 'deplaces' | 'recalcules' | 'annees'>

/** What a change of what is dated does to what is counted; and what the fingerprint is made of. */
function effetDe(
  suivi: Suivi,
  avant: readonly Tranche[],
  apres: readonly Tranche[],
): { effet: Effet; empreinte: string } {
  const { formulaires, mois } = suivi
  const attendus = { avant: attendusDe(suivi, avant), apres: attendusDe(suivi, apres) }
  const recus = (parmi: ReadonlySet<string>) =>
    formulaires.filter(({ modele, rang, recu }) => recu && parmi.has(cleDe(modele, rang))).length
  const change = (rang: number, lire: (etat: EtatDate) => unknown) =>
    !isDeepStrictEqual(lire(etatDuMois(avant, rang)), lire(etatDuMois(apres, rang)))
  const numerosDe = (choisis: readonly FormulaireSuivi[]) => choisis.map(({ numero }) => numero)
  const deplaces = numerosDe(formulaires.filter(({ rang }) => change(rang, ligneDe)))
  const recalcules = numerosDe(
    formulaires.filter(({ rang, ouvert }) => ouvert && change(rang, structureLisible)),
  )
  // A month counts where something is expected of it, or was brought to it.
  const comptes = [...attendus.avant, ...attendus.apres].map((cle) => Number(cle.split(' ')[1]))
  const rangs = new Set([...comptes, ...formulaires.map(({ rang }) => rang)])
  const annees = [...rangs]
    .filter((rang) => rang <= mois && change(rang, (etat) => etat))
    .map((rang) => Math.floor(rang / 12))
  const effet: Effet = {
    attendus: { avant: attendus.avant.size, apres: attendus.apres.size },
    recus: { avant: recus(attendus.avant), apres: recus(attendus.apres) },
    deplaces: touches(deplaces),
    recalcules: touches(recalcules),
    annees: anneesDe(suivi, new Set(annees)),
  }
  const dit = JSON.stringify([suivi.fiche.code, avant, apres, effet, deplaces, recalcules])
  return { effet, empreinte: createHash('sha256').update(dit).digest('base64url') }
}

/** A year without a directory is read as it stands, like one whose last edition is not frozen. */
function anneesDe({ annees }: Suivi, changees: ReadonlySet<number>): Effet['annees'] {
  const tenues = new Map(annees.map((une) => [une.annee, une]))
  const triees = [...changees].toSorted((a, b) => a - b)
  return {
    provisoires: triees.filter((annee) => tenues.get(annee)?.ouverte ?? true),
    figees: triees.filter((annee) => tenues.get(annee)?.figee ?? false),
  }
}

/** What it would change, before it is done. */
async function decrire(
  { db }: Pick<Auteur, 'db'>,
  { fiche, avant, apres }: Correction,
  { champ, mois }: { champ: ChampDate; mois: number },
): Promise<Omit<CorrectionStructure, 'ecrit' | 'structure'>> {
  const suivi = {
    fiche,
    mois,
    possibles: await listPossibles(db, fiche.id, mois),
    formulaires: await listFormulairesSuivis(db, fiche.id),
    annees: await listAnnees(db),
  }
  const { effet, empreinte } = effetDe(suivi, avant, apres)
  const refs = await listRefs(db, [...avant, ...apres])
  const periodes = (tranches: readonly Tranche[]) => periodesDe(tranches, refs, [champ])
  return { avant: periodes(avant), apres: periodes(apres), ...effet, empreinte }
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
  const dit = await decrire(appel, corrige, { champ, mois })
  if (apercu || !change) return { ecrit: !apercu, structure: fiche, ...dit }
  if (body.empreinte !== dit.empreinte) throw erreur('APERCU_PERIME')
  await ecrire(appel, corrige, body, referentiel)
  return { ecrit: true, structure: await relire(appel, code), ...dit }
}
