import type { Chiffre } from '@releve/contract/annuaire/annuaire.schema.ts'
import { LIBELLES_MOIS, periodeDe } from '@releve/contract/mois.ts'
import type { AnnuairePublie } from '@releve/contract/systeme/systeme.api.ts'
import type { Contenu } from './annuaire.sql.ts'
import { chiffresDe } from './composer.ts'

const enMots = (rang: number) => LIBELLES_MOIS[periodeDe(rang).mois].toLowerCase()

/** « en 2025 », or the months that the figures cover when they are not the whole year. */
function periodeEnMots(annee: number, mois: readonly number[]): string {
  const [premier = annee * 12, dernier = premier] = [mois.at(0), mois.at(-1)]
  if (mois.length === 12) return `en ${annee}`
  if (dernier === premier) return `en ${enMots(dernier)} ${annee}`
  return `de ${enMots(premier)} à ${enMots(dernier)} ${annee}`
}

/** The few figures that the public page shows: those that are there, and not secret. */
export function chiffresPublics(
  { chapitres }: Contenu,
  annee: number,
  etendue: { structures: number; formulaires: number; mois: readonly number[] },
): AnnuairePublie['chiffres'] {
  const tous = chiffresDe(chapitres.flatMap(({ tableaux }) => tableaux))
  const lire = (code: string) => tous[`T8.1|${code}|A${annee}`]
  const periode = periodeEnMots(annee, etendue.mois)
  const fin = `fin décembre ${annee}`
  const national = (code: string, libelle: string, chiffre: Chiffre | undefined) =>
    chiffre?.sorte === 'valeur' ? [{ code, libelle, valeur: chiffre.valeur }] : []
  const { structures, formulaires } = etendue
  return [
    {
      code: 'STRUCTURES',
      libelle: 'Structures dont des rapports sont retenus',
      valeur: structures,
    },
    { code: 'RAPPORTS', libelle: `Rapports retenus ${periode}`, valeur: formulaires },
    ...national('EFFECTIF', `Personnes accueillies ${fin}`, lire('PRESENTS')),
    ...national('DETENUS', `Personnes détenues ${fin}`, lire('DETENUS')),
    ...national('AGENTS', `Agents en poste ${fin}`, lire('AGENTS')),
    ...national('ENTREES', `Entrées ${periode}`, lire('ENTREES')),
    ...national('SORTIES', `Sorties ${periode}`, lire('SORTIES')),
  ]
}
