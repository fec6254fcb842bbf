import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { LIBELLES_MOIS, type Mois, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { insertAnnuaire } from '../annuaire/annuaire.sql.ts'
import { findReglages } from '../calendrier/calendrier.sql.ts'
import type { Db } from '../platform/route.ts'

/** Months after which the demonstration's forms are all published. */
const DELAI = 3
/** 15 April, in the morning: when an annuaire is published. */
const PUBLICATION = { mois: 3, jour: 15, heure: 9 }

type Totaux = {
  structures: number
  formulaires: number
  presents: number
  agents: number
  entrees: number
  sorties: number
  /** Ranks of the first and last published months of the year. */
  premier: number
  dernier: number
}

/** What was published of the year, in its last version; movements are those of persons, not staff. */
async function findTotaux(db: Db, annee: number): Promise<Totaux | null> {
  const total = (indicateur: string) => sql<number>`coalesce(sum(
    case when jsonb_typeof(p.donnees -> (m.definition #>> ${`{indicateurs,${indicateur}}`})) = 'number'
      then (p.donnees ->> (m.definition #>> ${`{indicateurs,${indicateur}}`}))::float8 end
  ) filter (where f.modele_code <> 'EPM'), 0)`
  const { rows } = await sql<Totaux>`
    with publie as (
      select f.*, max(f.rang) over () as dernier_rang from formulaire f
      where f.annee = ${annee} and f.version_diffusee >= 1
    )
    select count(distinct f.structure_id)::int as structures, count(*)::int as formulaires,
      coalesce(sum(p.effectif) filter (
        where f.rang = f.dernier_rang and f.modele_code <> 'EPM'), 0) as presents,
      coalesce(sum(p.effectif) filter (
        where f.rang = f.dernier_rang and f.modele_code = 'EPM'), 0) as agents,
      ${total('entrees')} as entrees, ${total('sorties')} as sorties,
      min(f.rang) as premier, max(f.rang) as dernier
    from publie f
    join formulaire_publication p on p.formulaire_id = f.id
      and p.version_diffusee = f.version_diffusee
    join modele m on m.id = p.modele_id
    having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

const enMots = (mois: Mois) => LIBELLES_MOIS[mois].toLowerCase()

/** « en 2025 », or the months that the figures cover when they are not the whole year. */
function periodeEnMots({ premier, dernier }: Totaux): string {
  const [debut, fin] = [periodeDe(premier), periodeDe(dernier)]
  if (dernier - premier === 11) return `en ${fin.annee}`
  if (dernier === premier) return `en ${enMots(fin.mois)} ${fin.annee}`
  return `de ${enMots(debut.mois)} à ${enMots(fin.mois)} ${fin.annee}`
}

function chiffresDe(totaux: Totaux) {
  const { structures, formulaires, presents, agents, entrees, sorties } = totaux
  const fin = periodeDe(totaux.dernier)
  const date = `fin ${enMots(fin.mois)} ${fin.annee}`
  const periode = periodeEnMots(totaux)
  return [
    { code: 'STRUCTURES', libelle: 'Structures ayant publié leurs rapports', valeur: structures },
    { code: 'RAPPORTS', libelle: `Rapports diffusés ${periode}`, valeur: formulaires },
    { code: 'EFFECTIF', libelle: `Personnes présentes ${date}`, valeur: presents },
    { code: 'AGENTS', libelle: `Agents en poste ${date}`, valeur: agents },
    { code: 'ENTREES', libelle: `Entrées ${periode}`, valeur: entrees },
    { code: 'SORTIES', libelle: `Sorties ${periode}`, valeur: sorties },
  ]
}

/**
 * Publishes the annuaire of the last year whose months are all published, with figures computed
 * from the base's published forms; nothing when there are none.
 */
export async function publierAnnuaire(db: Db, maintenant: Date): Promise<void> {
  const { fuseau } = await findReglages(db)
  const courant = rangCourant(maintenant, fuseau)
  const annee = Math.floor((courant - DELAI + 1) / 12) - 1
  const totaux = await findTotaux(db, annee)
  if (!totaux) return
  const { mois, jour, heure } = PUBLICATION
  const voulu = Date.UTC(annee + 1, mois, jour, heure)
  await insertAnnuaire(db, {
    annee,
    titre: `Annuaire statistique ${annee}`,
    etat: 'PUBLIE',
    publieLe: new Date(Math.min(voulu, maintenant.getTime())),
    chiffres: chiffresDe(totaux),
  })
}
