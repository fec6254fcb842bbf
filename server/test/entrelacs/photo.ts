import {
  DEFAUTS_CALENDRIER,
  DEFAUTS_DEBUT,
  type DebutCollecte,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../src/platform/base/tables.ts'

type Lignes<T extends keyof Tables> = Selectable<Tables[T]>[]

/** All that a reading may depend on, as the tables hold it. */
export type Photo = {
  formulaires: Lignes<'formulaire'>
  publications: Lignes<'formulairePublication'>
  historique: Lignes<'formulaireHistorique'>
  remarques: Lignes<'formulaireRemarque'>
  structures: Lignes<'structure'>
  periodes: Lignes<'structurePeriode'>
  interruptions: Lignes<'structureInterruption'>
  reouvertures: Pick<Selectable<Tables['reouverture']>, 'structureId' | 'rang' | 'jusqua'>[]
  valeurs: Lignes<'codificationValeur'>
  utilisateurs: ReadonlyMap<number, string>
  modeles: Pick<
    Selectable<Tables['modele']>,
    'id' | 'code' | 'version' | 'libelle' | 'enVigueurDu' | 'enVigueurAu'
  >[]
  reglages: typeof DEFAUTS_CALENDRIER & DebutCollecte & { echeances?: Record<string, string> }
}

const DEFAUTS = { ...DEFAUTS_CALENDRIER, ...DEFAUTS_DEBUT }

/** The tables in one snapshot; of the history, what comes after this line. */
export async function photographier(base: Kysely<Tables>, apres: number): Promise<Photo> {
  return base
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const parametres = await db.selectFrom('parametre').select(['cle', 'valeur']).execute()
      const connus = parametres.filter(
        ({ cle }) => cle === 'echeances' || Object.hasOwn(DEFAUTS, cle),
      )
      const comptes = await db.selectFrom('utilisateur').select(['id', 'nomAffichable']).execute()
      return {
        formulaires: await db.selectFrom('formulaire').selectAll().orderBy('id').execute(),
        publications: await db.selectFrom('formulairePublication').selectAll().execute(),
        historique: await db
          .selectFrom('formulaireHistorique')
          .selectAll()
          .where('id', '>', apres)
          .orderBy('formulaireId')
          .orderBy('version')
          .orderBy('id')
          .execute(),
        remarques: await db.selectFrom('formulaireRemarque').selectAll().orderBy('id').execute(),
        structures: await db.selectFrom('structure').selectAll().orderBy('id').execute(),
        periodes: await db.selectFrom('structurePeriode').selectAll().execute(),
        interruptions: await db.selectFrom('structureInterruption').selectAll().execute(),
        reouvertures: await db
          .selectFrom('reouverture')
          .select(['structureId', 'rang', 'jusqua'])
          .where('termineeLe', 'is', null)
          .execute(),
        valeurs: await db.selectFrom('codificationValeur').selectAll().orderBy('code').execute(),
        utilisateurs: new Map(comptes.map(({ id, nomAffichable }) => [id, nomAffichable])),
        modeles: await db
          .selectFrom('modele')
          .select(['id', 'code', 'version', 'libelle', 'enVigueurDu', 'enVigueurAu'])
          .execute(),
        // What the calendar's screen writes, under its own names, and what it keeps.
        reglages: {
          ...DEFAUTS,
          ...Object.fromEntries(connus.map(({ cle, valeur }) => [cle, valeur])),
        },
      }
    })
}
