import type { CodeErreur } from '@releve/contract/erreur.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Import } from '@releve/contract/import.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne, type Reponse } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { refuseSansEcrire } from '../../test/refus.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { ficheDe } from './enregistrer.ts'
import { COLONNES_DATEES } from './periode.sql.ts'
import { COLONNES_STABLES } from './structure.sql.ts'

/** Where the bench's clock starts, in each test. */
const DEPART = new Date('2025-03-20T10:00:00Z')
export const CAU = 'CAU-R01-01'

/** A record that is right, of a structure that does not exist. */
export const NOUVELLE = {
  code: 'CAU-R02-07',
  libelle: 'Centre d’accueil de Bois-Joli',
  typeStructure: 'CAU',
  region: 'R02',
  parent: 'DR-R02',
  capacite: 30,
  postesReference: { A: 2, B: 3 },
  effectifsOuverture: { RMA: 12 },
  modeles: ['RMA', 'EPM'],
  dateOuverture: '2025-02-01',
}

/** What the seed says of a structure `s`, which `o` has kept. */
const SEMEES = sql.join(
  [...COLONNES_STABLES, 'version'].map((nom) => sql`${sql.ref(nom)} = ${sql.ref(`o.${nom}`)}`),
)

/** What is dated is replaced whole: what a test before has said of other months goes. */
const PERIODES = sql`structure_id, du, au, ${sql.join(COLONNES_DATEES.map((nom) => sql.ref(nom)))}`

/** Last line of the journal before the test: what is written there stays. */
let repere = 0

/** The bench; before each test its structures are those of the seed, its forms none. */
export async function ouvrirBancStructures(): Promise<Banc> {
  const banc = await ouvrirBanc()
  const { db } = banc.base
  await sql`create table structure_semee as table structure`.execute(db)
  await sql`create table periode_semee as select ${PERIODES} from structure_periode`.execute(db)
  beforeEach(async () => {
    banc.horloge.maintenant = DEPART
    await viderTables(db, 'formulaire', 'tache', 'reouverture', 'structure_interruption')
    await inTransaction(db, async (tx) => {
      await sql`delete from structure_periode`.execute(tx)
      await sql`delete from structure where id not in (select id from structure_semee)`.execute(tx)
      await sql`update structure s set ${SEMEES} from structure_semee o where o.id = s.id`.execute(
        tx,
      )
      await sql`insert into structure_periode (${PERIODES}) table periode_semee`.execute(tx)
    })
    const { dernier } = await db
      .selectFrom('journal')
      .select(({ fn }) => fn.max('id').as('dernier'))
      .executeTakeFirstOrThrow()
    repere = dernier ?? 0
  })
  return banc
}

/** A structure's record as DPPS reads it. */
export async function lire({ asDpps }: Banc, code: string): Promise<Structure> {
  return reussi(asDpps.appeler(api.lireStructure, { params: { code } }))
}

/** Its record as one enters it again. */
export async function ficheLue(banc: Banc, code: string): Promise<FicheStructure> {
  // The list gives the record alone, without what hangs on it.
  const { elements } = await reussi(
    banc.asDpps.appeler(api.listStructures, { query: { q: code, taille: 200 } }),
  )
  const lue = elements.find((element) => element.code === code)
  if (!lue || !('version' in lue)) throw new Error(`structure ${code} absente`)
  return ficheDe(lue)
}

/** Changes some fields of a structure, as DPPS would from its screen. */
export async function changer(
  banc: Banc,
  code: string,
  champs: Partial<FicheStructure>,
): Promise<Reponse<Structure>> {
  const { version } = await lire(banc, code)
  return banc.asDpps.appeler(api.modifierStructure, {
    body: { ...(await ficheLue(banc, code)), version, ...champs },
  })
}

/** All that acts on structures write, to be compared before and after. */
async function photo({ base }: Banc): Promise<unknown> {
  const { rows } = await sql<{ photo: unknown }>`
    select jsonb_build_array(
      (select jsonb_agg(s order by s.id) from structure s),
      (select jsonb_agg(e order by e.structure_id, e.du) from structure_periode e),
      (select jsonb_agg(i order by i.structure_id, i.du) from structure_interruption i),
      (select jsonb_agg(j order by j.id) from journal j)
    ) as photo`.execute(base.db)
  return rows[0]?.photo
}

/** The call is refused by this code, with its status and its French sentence, and writes nothing. */
export const refuse = <T>(banc: Banc, code: CodeErreur, appeler: () => Promise<Reponse<T>>) =>
  refuseSansEcrire(() => photo(banc), code, appeler)

/** The lines that the test has added to the journal, the first first, without their dates. */
export async function lireJournal({ base }: Banc) {
  return base.db
    .selectFrom('journal')
    .select(['utilisateurId', 'action', 'objet', 'detail'])
    .where('id', '>', repere)
    .orderBy('id')
    .execute()
}

/** What beginning the month's form of a structure answers: `200`, or the code of a refusal. */
export async function commencerMois(
  { asDpps }: Banc,
  mois: Mois,
  { annee = 2025, modele = 'RMA', structure = CAU } = {},
): Promise<string> {
  const { statut, code } = await asDpps.appeler(formulaireApi.enregistrerFormulaire, {
    params: { mois, annee },
    body: { modele, structure },
  })
  return code || String(statut)
}

/** Sends a spreadsheet of structures; `apercu`: only to be told what would happen. */
export function importerFichier(
  personne: Personne,
  contenu: string | Uint8Array,
  demande: { apercu?: 'true' | 'false'; seulementJustes?: 'true' | 'false' } = {},
): Promise<Reponse<Import>> {
  const fichier = { nom: 's.csv', typeMime: 'text/csv', contenu: Buffer.from(contenu) }
  const body = { apercu: 'false' as const, ...demande, fichier }
  return personne.appeler(api.importerStructures, { body })
}
