import { ETATS_OUVERTS, ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'
import { demanderRecalcul, type Recalcul, zRecalcul } from '../tache/recalcul.sql.ts'
import type { Fin } from '../tache/tache.sql.ts'
import { deduitesDe } from './deduites.ts'
import { chiffresDe, lit, ouvrirFormulaire } from './formulaire.calcul.ts'
import type { Ecriture } from './formulaire.ecriture.sql.ts'
import { type FormulaireCharge, relireFormulaire } from './formulaire.sql.ts'
import {
  compterMois,
  listARecalculer,
  listAutres,
  prendreLibres,
  tenirFiche,
  updateResultats,
} from './pousser.sql.ts'

// What the controls of a form say follows from it, from other months of its structure, from the
// structure's record, from the calendar, from the code lists and from the engine. Whoever changes
// one of these writes what follows (docs/decisions/0084); a reading reads.

/** What a form says of its month to others: its present content, a publication, or nothing. */
function ditAuMois(f: Pick<FormulaireCharge, 'etat' | 'versionDiffusee'>): string | null {
  if (ETATS_RECUS.includes(f.etat)) return 'PRESENT'
  return f.etat !== 'ANNULE' && f.versionDiffusee > 0 ? String(f.versionDiffusee) : null
}

/** Whether a form that goes to this state opens to entry again. */
export const estRouvert = (f: Pick<FormulaireCharge, 'etat'>, vers: Etat): boolean =>
  ETATS_OUVERTS.includes(vers) && !ETATS_OUVERTS.includes(f.etat)

/** Whether this act changes what other forms read of this one, or what it reads. */
export function changeCeQuiSeLit(f: FormulaireCharge, { trace, suivi, saisie }: Ecriture): boolean {
  const etat = trace.vers
  const versionDiffusee = suivi?.versionDiffusee ?? f.versionDiffusee
  if (estRouvert(f, etat) || ditAuMois(f) !== ditAuMois({ etat, versionDiffusee })) return true
  return ETATS_RECUS.includes(etat) && typeof saisie?.contenu.donnees === 'string'
}

/**
 * Computes a form again with all that it reads, and keeps what it says; its row is locked. What was
 * received keeps its values, and so does a draft: what they have become is kept beside them.
 */
async function recalculer(tx: Db, id: number): Promise<void> {
  const f = await relireFormulaire(tx, { id })
  if (f.etat === 'ANNULE') return
  const saisi = ETATS_OUVERTS.includes(f.etat)
  const structureLue = saisi ? f.structureActuelle : f.structureLue
  const ouvert = await ouvrirFormulaire(tx, { ...f, environs: null, structureLue })
  const { remplissage, erreurs, avertissements, resultats, environs } = chiffresDe(ouvert, f.etat)
  const deduites = saisi ? deduitesDe(f.donnees.lire(), ouvert.calcul.donnees()) : null
  await updateResultats(tx, id, {
    remplissage,
    erreurs,
    avertissements,
    resultats,
    environs,
    deduites: deduites && JSON.stringify(deduites),
  })
}

/** The other forms of its structure that read something of it. */
async function listLecteurs(tx: Db, f: FormulaireCharge): Promise<number[]> {
  const autres = await listAutres(tx, f)
  const modeles = await findModelesCompiles(tx, [...new Set(autres.map((a) => a.modeleId))])
  return autres
    .filter(({ modeleId, rang }) => {
      const modele = modeles.get(modeleId)
      return modele && lit(modele.compile, rang, f)
    })
    .map(({ id }) => id)
}

/**
 * Brings up to date, in the transaction that has just moved a form, those that read something of
 * it, and itself if it is open to entry again. Nobody waits for one that somebody is writing: a
 * task computes it once he has done.
 */
export async function pousser(tx: Db, f: FormulaireCharge, vers: Etat): Promise<void> {
  const rouvert = estRouvert(f, vers)
  if (rouvert) await tenirFiche(tx, f.structureId)
  await compterMois(tx, f.structureId)
  const lecteurs = await listLecteurs(tx, f)
  const voulus = rouvert ? [f.id, ...lecteurs] : lecteurs
  if (voulus.length === 0) return
  const libres = await prendreLibres(tx, voulus)
  for (const id of libres) await recalculer(tx, id)
  const formulaires = voulus.filter((id) => !libres.includes(id))
  if (formulaires.length > 0) await demanderRecalcul(tx, { formulaires })
}

/** Forms computed by one task: mails wait in the same queue. */
const LOT = 50

/** Those of the models that know this code list; null: whatever their model. */
async function modelesDe(db: Db, { liste }: Recalcul): Promise<number[] | null> {
  if (liste === undefined) return null
  const rows = await db.selectFrom('modele').select('id').execute()
  const modeles = await findModelesCompiles(
    db,
    rows.map(({ id }) => id),
  )
  return [...modeles].flatMap(([id, { compile }]) =>
    Object.hasOwn(compile.modele.codifications, liste) ? [id] : [],
  )
}

/**
 * Computes again, some at a time, the forms that a task asks for; what remains is another task,
 * written before this one ends: until the last, lists say that they are being computed. Each form
 * is locked, then read: whoever has read it before writes nothing and reads it again.
 */
export const createRecalcul =
  (db: Db) =>
  async (charge: unknown): Promise<Fin> => {
    const demande = zRecalcul.parse(charge)
    const ids = await listARecalculer(db, demande, await modelesDe(db, demande), LOT)
    for (const id of ids) {
      await inTransaction(db, async (tx) => {
        await tx.selectFrom('formulaire').select('id').where('id', '=', id).forUpdate().execute()
        await recalculer(tx, id)
      })
    }
    const apres = ids.at(-1)
    if (apres === undefined || ids.length < LOT) return 'FAITE'
    await demanderRecalcul(db, { ...demande, apres })
    return 'FAITE'
  }
