import { isDeepStrictEqual } from 'node:util'
import { enoncer } from '@releve/contract/erreur.ts'
import type { Changements } from '@releve/contract/journal/journal.detail.ts'
import { isoDe, type Periode, rangDe } from '@releve/contract/mois.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type {
  CorrectionStructure,
  DemandeCorrection,
  Structure,
} from '@releve/contract/structure/structure.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { DEBUT, moisCourant } from '../parametre/calendrier.ts'
import { findGroupe } from '../parametre/parametre.sql.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import { listAnnees, listEnVigueur, listFormulairesSuivis } from './correction.sql.ts'
import { effetDe } from './correction.ts'
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
import { changerPlage, periodesDe, valeurSurPlage } from './periode.ts'
import { avancerVersions, retenirFormulaires, verrouillerStructures } from './structure.sql.ts'

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

/** What it would change, before it is done. */
async function decrire(
  { db }: Pick<Auteur, 'db'>,
  { fiche, avant, apres }: Correction,
  { champ, referentiel, mois }: { champ: ChampDate; referentiel: Referentiel; mois: number },
): Promise<Omit<CorrectionStructure, 'ecrit' | 'structure'>> {
  const suivi = {
    fiche,
    mois,
    interruptions: referentiel.interruptions.get(fiche.code) ?? [],
    enVigueur: await listEnVigueur(db),
    formulaires: await listFormulairesSuivis(db, fiche.id),
    annees: await listAnnees(db),
    debut: await findGroupe(db, DEBUT),
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
  const dit = await decrire(appel, corrige, { champ, referentiel, mois })
  if (apercu || !change) return { ecrit: !apercu, structure: fiche, ...dit }
  if (body.empreinte !== dit.empreinte) throw erreur('APERCU_PERIME')
  await ecrire(appel, corrige, body, referentiel)
  return { ecrit: true, structure: await relire(appel, code), ...dit }
}
