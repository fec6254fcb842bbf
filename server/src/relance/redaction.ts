import { joursDeRetard } from '@releve/contract/formulaire/suivi.rules.ts'
import { avecDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import type { EnvoiRelance, ManquantRelance } from '@releve/contract/relance/relance.schema.ts'
import { jourEnLettres } from '../platform/jour.ts'
import type { Manquant, Personne } from './manquant.sql.ts'

/** One message: to those who answer for the same structures, of all that misses there. */
export type Envoi = {
  gens: Personne[]
  manquants: Manquant[]
  /** Late too, but not reminded today: the message recalls them. */
  autres: Manquant[]
}

/** What a message says of a report. */
type FormulaireCite = Pick<
  Manquant,
  | 'structureId'
  | 'structureCode'
  | 'structureLibelle'
  | 'modele'
  | 'rang'
  | 'moisCouverts'
  | 'echeance'
>

const cleDe = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join()

/** What each person misses, once: those who answer for the same structures share one message. */
export function grouper(
  manquants: readonly Manquant[],
  gens: readonly Personne[],
  autres: readonly Manquant[] = [],
): Envoi[] {
  const siennes = new Map<number, number[]>()
  for (const { id, structureId } of gens) {
    siennes.set(id, [...(siennes.get(id) ?? []), structureId])
  }
  const relancees = new Set(manquants.map(({ structureId }) => structureId))
  const envois = new Map<string, Envoi>()
  for (const personne of new Map(gens.map((une) => [une.id, une])).values()) {
    const ids = (siennes.get(personne.id) ?? []).filter((id) => relancees.has(id))
    if (ids.length === 0) continue
    const cle = cleDe(ids)
    const deCelles = ({ structureId }: Manquant) => ids.includes(structureId)
    const envoi = envois.get(cle) ?? {
      gens: [],
      manquants: manquants.filter(deCelles),
      autres: autres.filter(deCelles),
    }
    envoi.gens.push(personne)
    envois.set(cle, envoi)
  }
  return [...envois.values()]
}

/** « 5 jours de retard » */
const enRetard = (jours: number): string => `${jours} jour${jours > 1 ? 's' : ''} de retard`

function manquantDe(
  {
    modele,
    rang,
    moisCouverts,
    numero,
    echeance,
    nombre: rappels,
    dernier: dernierRappel,
  }: Manquant,
  jour: string,
): ManquantRelance {
  const joursRetard = joursDeRetard(echeance, jour)
  return {
    modele,
    ...periodeDe(rang),
    moisCouverts,
    numero,
    echeance,
    joursRetard,
    rappels,
    dernierRappel,
  }
}

/** « – RMA mars 2025 : attendu le 7 avril 2025, 5 jours de retard » */
function ligneDe({ modele, rang, moisCouverts, echeance }: FormulaireCite, jour: string): string {
  const retard = joursDeRetard(echeance, jour)
  const quand = retard > 0 ? `, ${enRetard(retard)}` : ''
  const mois = libellePeriode(periodeDe(rang), moisCouverts)
  return `–\u00a0${modele} ${mois}\u00a0: attendu le ${jourEnLettres(echeance)}${quand}`
}

const nomDe = ({ structureLibelle, structureCode }: FormulaireCite): string =>
  `${structureLibelle} (${structureCode})`

/** The reports by structure, each under its structure's name. */
export function parStructure<M extends FormulaireCite>(manquants: readonly M[]): M[][] {
  const groupes = Map.groupBy(manquants, ({ structureId }) => structureId)
  return [...groupes.values()]
}

/** A paragraph a structure. */
export const paragraphes = (manquants: readonly FormulaireCite[], jour: string): string[] =>
  parStructure(manquants).flatMap((siens) =>
    siens[0] ? [[nomDe(siens[0]), ...siens.map((un) => ligneDe(un, jour))].join('\n')] : [],
  )

function objetDe({ manquants }: Envoi, tardif: boolean): string {
  const titre = tardif ? 'Relance' : 'Rappel'
  const [premier] = manquants
  if (premier && manquants.length === 1) {
    const mois = libellePeriode(periodeDe(premier.rang), premier.moisCouverts)
    return `${titre}\u00a0: ${premier.modele} ${mois}, ${nomDe(premier)}`
  }
  return `${titre}\u00a0: ${manquants.length} rapports attendus`
}

function annonceDe({ manquants }: Envoi, tardif: boolean): string {
  const [premier] = manquants
  if (premier && manquants.length === 1) {
    const quoi = `Le rapport ${premier.modele} ${avecDe(libellePeriode(periodeDe(premier.rang), premier.moisCouverts))}`
    return `${quoi} ${tardif ? 'n’a pas encore été soumis.' : 'est attendu prochainement.'}`
  }
  return tardif
    ? 'Ces rapports n’ont pas encore été soumis.'
    : 'Ces rapports sont attendus prochainement.'
}

export type Redaction = { jour: string; texte: string | null; par: string | null }

/** What a message says, its paragraphs in order. */
export function rediger(envoi: Envoi, { jour, texte, par }: Redaction) {
  const tardif = envoi.manquants.some(({ echeance }) => echeance < jour)
  const corps = [
    annonceDe(envoi, tardif),
    ...paragraphes(envoi.manquants, jour),
    envoi.autres.length > 0
      ? ['Restent aussi attendus\u00a0:', ...paragraphes(envoi.autres, jour)].join('\n\n')
      : null,
    texte && par ? `Message ${avecDe(par)}\u00a0:\n${texte}` : texte,
    'Saisissez-les et soumettez-les à l’écran «\u00a0Saisies\u00a0». Si vous venez de le faire, ne tenez pas compte de ce message.',
  ]
  return { objet: objetDe(envoi, tardif), corps: corps.filter((dit) => dit !== null) }
}

/** A message as its preview shows it. */
export function apercevoir(envoi: Envoi, redaction: Redaction): EnvoiRelance {
  const { objet, corps } = rediger(envoi, redaction)
  return {
    destinataires: envoi.gens.map(({ id, nomAffichable }) => ({ id, nomAffichable })),
    structures: parStructure(envoi.manquants).flatMap((siens) => {
      const [premier] = siens
      if (!premier) return []
      const { structureId: id, structureCode: code, structureLibelle: libelle } = premier
      const structure = { id, code, libelle }
      return [{ structure, formulaires: siens.map((un) => manquantDe(un, redaction.jour)) }]
    }),
    objet,
    corps: corps.join('\n\n'),
  }
}
