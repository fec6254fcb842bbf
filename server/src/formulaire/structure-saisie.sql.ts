import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import { sql } from 'kysely'
import {
  estOuverteSql,
  findReglagesSelon,
  type Reglages,
  rouvertJusquaSql,
} from '../calendrier/calendrier.sql.ts'
import { versionsEnVigueur } from '../modele/modele.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { figer } from '../platform/base/fige.ts'
import { tamponDe } from '../platform/memoire.ts'
import type { Db } from '../platform/route.ts'
import { estDansPerimetre } from './formulaire.rights.ts'
import { type ChiffresStructure, colonnesFiche } from './formulaire.sql.ts'

/** What beginning a form needs to know of a structure, for one month. */
export type StructureSaisie = {
  structureId: number
  structureCode: string
  structureLibelle: string
  typeStructure: string
  region: string
  responsable: string | null
  modeles: string[]
  /** The model asked for, else the structure's first; empty when it has none. */
  modeleCode: string
  /** Whether some version of that model exists. */
  modeleConnu: boolean
  /** Its version in force that month. */
  modeleId: number | null
  /** Number of the live form of that month, and how many forms it has had, cancelled ones too. */
  numeroExistant: string | null
  dejaPris: number
  /** Open all through the month, neither invited nor suspended. */
  ouverte: boolean
  structureActuelle: Donnees
  rouvertJusqua: string | null
  reglages: Reglages
  /** Under what stamp the code lists are those of this reading. */
  tamponCodes: number
  /** The stamp of what is expected, as all of the above was read. */
  attendu: number
}

type Ligne = Omit<StructureSaisie, 'reglages' | 'structureActuelle'> &
  ChiffresStructure & { tamponReglages: number }

type Demande = { valeur: string | number; modele: string | null; rang: number }

const lireStructure = (cle: 'code' | 'id') =>
  figer<Ligne, Demande>(
    ({ valeur, modele, rang }) => sql`
    select s.id as structure_id, s.code as structure_code, s.libelle as structure_libelle,
      s.type_structure, s.region, s.responsable, s.modeles, ${estOuverteSql(rang)} as ouverte,
      demande.code as modele_code,
      exists (select 1 from modele m where m.code = demande.code) as modele_connu,
      (select m.id from modele m
        where m.code = demande.code and m.id in ${versionsEnVigueur(rang)}) as modele_id,
      (select f.numero from formulaire f where f.structure_id = s.id
        and f.modele_code = demande.code and f.rang = ${rang} and f.etat <> 'ANNULE'
      ) as numero_existant,
      (select count(*) from formulaire f where f.structure_id = s.id
        and f.modele_code = demande.code and f.rang = ${rang}) as deja_pris,
      ${colonnesFiche},
      ${rouvertJusquaSql(sql`s.id`, sql`${rang}`)} as rouvert_jusqua,
      ${tamponDe('PARAMETRE')} as tampon_reglages, ${tamponDe('CODIFICATION')} as tampon_codes,
      ${tamponDe('ATTENDU')} as attendu
    from structure s
    cross join lateral (select coalesce(${modele}::text, s.modeles[1], '') as code) demande
    where ${sql.ref(`s.${cle}`)} = ${valeur}`,
  )

const STRUCTURES = { code: lireStructure('code'), id: lireStructure('id') }

/** The structure, and what stands there that month, if it lies within what the agent reads. */
export async function findStructureSaisie(
  db: Db,
  agent: Agent,
  cle: { code: string } | { id: number },
  { modele = null, rang }: { modele?: string | null | undefined; rang: number },
): Promise<StructureSaisie | undefined> {
  const [lire, valeur] = 'id' in cle ? [STRUCTURES.id, cle.id] : [STRUCTURES.code, cle.code]
  const [ligne] = await lire(db, { valeur, modele, rang })
  if (!ligne || !estDansPerimetre(agent, ligne.structureId)) return undefined
  const structureActuelle = structureLisible(ligne)
  const reglages = await findReglagesSelon(db, ligne.tamponReglages)
  return { ...ligne, structureActuelle, reglages }
}
