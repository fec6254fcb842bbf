// Editions frozen one after the other, for the tests that attack them.
import type { Db } from '../platform/route.ts'
import { findContenu, findCoulisses, findEdition, insertEdition } from './annuaire.sql.ts'
import type { EditionAttaquee } from './attaque.banc.ts'
import { figer } from './enregistrer.ts'

/** The threshold, and whether agents are protected. */
export async function regler(db: Db, seuil: number, agentsProteges = false): Promise<void> {
  for (const [cle, valeur] of Object.entries({ seuilSecret: seuil, agentsProteges }))
    await db
      .insertInto('parametre')
      .values({ cle, valeur: String(valeur) })
      .onConflict((conflit) => conflit.column('cle').doUpdateSet({ valeur: String(valeur) }))
      .execute()
}

/** Freezes the edition of a year that follows its last one, as it then is published. */
export async function arreterEdition(
  db: Db,
  annee: number,
  maintenant: Date,
): Promise<EditionAttaquee> {
  const derniere = await findEdition(db, { annee })
  const suite = derniere
    ? { nature: 'ERREUR' as const, correction: 'La région d’une structure était fausse.' }
    : { nature: null, correction: null }
  await insertEdition(db, {
    annee,
    edition: (derniere?.edition ?? 0) + 1,
    titre: `Annuaire ${annee}`,
    avantPropos: '',
    introductions: {},
    chapitresOmis: [],
    ...suite,
  })
  const ouverte = await findEdition(db, { annee })
  if (!ouverte) throw new Error('aucune édition')
  await figer({ db, maintenant }, ouverte)
  const [contenu, coulisses] = [
    await findContenu(db, ouverte.id),
    await findCoulisses(db, ouverte.id),
  ]
  if (!contenu || !coulisses) throw new Error('rien d’arrêté')
  return { annee, contenu, coulisses }
}
