import { isDeepStrictEqual } from 'node:util'
import type { Champ as ChampSaisi } from '@releve/contract/champ.ts'
import { type Detail, enoncer } from '@releve/contract/erreur.ts'
import type { Changements } from '@releve/contract/journal/journal.detail.ts'
import { zAnnee } from '@releve/contract/mois.schema.ts'
import { isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import {
  ANNEES_A_VENIR,
  CHAMPS_DATES,
  CHAMPS_STRUCTURE,
  type ChampDate,
} from '@releve/contract/structure/structure.champs.ts'
import {
  type FicheStructure,
  type Structure,
  zFicheStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { codeSchema } from '../platform/erreur.ts'
import { type Colonne as ColonneDe, readMois } from '../platform/import.colonnes.ts'
import type { FauteAnnexe } from '../platform/import.jugement.ts'
import type { Ligne as LigneDe } from '../platform/import.lecture.ts'
import { type LigneTableur, plier } from '../platform/tableur.cases.ts'
import type { Feuille } from '../platform/tableur.ecriture.ts'
import { changementsDe, depuisToujours, partager } from './enregistrer.ts'
import type { Referentiel } from './fiche.sql.ts'
import { type EtatDate, type Plage, SANS_FIN, type Tranche } from './periode.sql.ts'
import { changerPlage, etatDuMois, reduireA, valeurSurPlage } from './periode.ts'

// The second sheet of the structures' spreadsheet: what is dated, from which month to which. It says
// nothing of a field that has always been the same: the first sheet does.

export const FEUILLE_PERIODES = 'Périodes'
export const ENTETES_PERIODES = ['Code', 'Champ', 'Valeur', 'Du', 'Au'] as const
const [CODE, CHAMP, VALEUR, DU, AU] = ENTETES_PERIODES

type Colonne = ColonneDe<FicheStructure, keyof FicheStructure>
type ColonneDatee = Colonne & { lecture: NonNullable<Colonne['lecture']> & { champ: ChampDate } }

const DATES: ReadonlySet<string> = new Set(CHAMPS_DATES)
const estDatee = (colonne: Colonne): colonne is ColonneDatee =>
  colonne.lecture !== undefined && DATES.has(colonne.lecture.champ)

/** What that sheet makes of a structure; `numeros`: the first line that speaks of each field. */
type PeriodesLues = {
  avant: readonly Tranche[]
  tranches: readonly Tranche[]
  numeros: Partial<Record<ChampDate, number>>
}

/** A record as a spreadsheet says it; null: its second sheet changes nothing of it. */
export type FicheImportee = FicheStructure & { periodes: PeriodesLues | null }

type Ligne = LigneDe<Structure, FicheImportee>
type Tenu = { referentiel: Referentiel; mois: number }

/** A line of the sheet: a column of the first one, and what it holds over a stretch of months. */
type Periode = Plage & { numero: number; colonne: ColonneDatee; valeur: unknown }

const faute = (
  numero: number,
  entete: string,
  code: Detail['code'],
  libelle: string,
): FauteAnnexe => ({ numero, entete, code, libelle })

/** A bound of a stretch of months; null: it has none; undefined: it cannot be understood. */
function readBorne(cellule: string): number | null | undefined {
  if (cellule === '') return null
  const lu = readMois(cellule)
  return lu && zAnnee.safeParse(lu.annee ?? '').success && lu.annee !== null
    ? lu.annee * 12 + lu.mois - 1
    : undefined
}

/** What a cell says of a column, as the first sheet would have it said. */
function readValeur(
  { numero, cellules }: LigneTableur,
  { lecture: { champ, cle, lire, attendu = '' } }: ColonneDatee,
): { valeur: unknown } | { fautive: FauteAnnexe } {
  const cellule = cellules[VALEUR]?.toWellFormed() ?? ''
  const { requis }: ChampSaisi = CHAMPS_STRUCTURE[champ]
  if (cellule === '' && requis !== undefined)
    return { fautive: faute(numero, VALEUR, 'REQUIS', requis) }
  const lu = lire(cellule)
  if (lu === undefined) return { fautive: faute(numero, VALEUR, 'VALEUR_ILLISIBLE', attendu) }
  if (cle !== undefined && lu === null) return { valeur: null }
  const { data, error } = zFicheStructure.shape[champ].safeParse(
    cle === undefined ? lu : { [cle]: lu },
  )
  const [premiere] = error?.issues ?? []
  if (premiere) return { fautive: faute(numero, VALEUR, codeSchema(premiere), premiere.message) }
  if (cle !== undefined) return { valeur: lu }
  if (Array.isArray(data)) return { valeur: [...new Set(data)] }
  return { valeur: champ === 'parent' ? data || null : data }
}

const MOIS_ATTENDU = 'Écrivez un mois et son année, par exemple 03/2025, ou rien.'

/** One line by itself. */
function readPeriode(
  ligne: LigneTableur,
  colonnes: readonly ColonneDatee[],
): { lue: Periode } | { fautive: FauteAnnexe } {
  const { numero, cellules } = ligne
  const nom = plier(cellules[CHAMP] ?? '')
  const colonne = colonnes.find(({ entete }) => plier(entete) === nom)
  if (!colonne) {
    const dits = colonnes.map(({ entete }) => entete).join(', ')
    return { fautive: faute(numero, CHAMP, 'VALEUR_ILLISIBLE', `Écrivez l’un de\u00a0: ${dits}.`) }
  }
  const dite = readValeur(ligne, colonne)
  if ('fautive' in dite) return dite
  const [du, au] = [DU, AU].map((entete) => readBorne(cellules[entete] ?? ''))
  if (du === undefined || au === undefined) {
    const entete = du === undefined ? DU : AU
    return { fautive: faute(numero, entete, 'VALEUR_ILLISIBLE', MOIS_ATTENDU) }
  }
  return { lue: { numero, colonne, valeur: dite.valeur, du: du ?? 0, au: au ?? SANS_FIN } }
}

const SUITE =
  'Les lignes d’un même champ se suivent, mois après mois, de la première, sans «\u00a0Du\u00a0», à la dernière, sans «\u00a0Au\u00a0».'

/** What a column's lines lack to say it of every month, once. */
function fautesDeSuite(periodes: readonly Periode[], mois: number): FauteAnnexe[] {
  const dernier = mois + ANNEES_A_VENIR * 12
  const fautes: FauteAnnexe[] = []
  let attendu = 0
  for (const { numero, du, au } of periodes) {
    if (du !== attendu) fautes.push(faute(numero, DU, 'PERIODE_DISCONTINUE', SUITE))
    else if (au < du) {
      fautes.push(faute(numero, AU, 'PERIODE_INVERSEE', enoncer('PERIODE_INVERSEE').libelle))
    } else if (du > dernier) {
      const periode = libellePeriode(periodeDe(dernier))
      fautes.push(
        faute(numero, DU, 'MOIS_TROP_LOIN', enoncer('MOIS_TROP_LOIN', { periode }).libelle),
      )
    }
    attendu = au + 1
  }
  const derniere = periodes.at(-1)
  if (fautes.length === 0 && derniere && derniere.au !== SANS_FIN)
    fautes.push(faute(derniere.numero, AU, 'PERIODE_DISCONTINUE', SUITE))
  return fautes.slice(0, 1)
}

/** What a column holds of what is true in a month, and the same with another value. */
function lireColonne(etat: EtatDate, { lecture: { champ, cle } }: ColonneDatee): unknown {
  if (cle === undefined) return etat[champ]
  return etat.postesReference[cle] ?? null
}

function poser<Etat extends EtatDate>(
  etat: Etat,
  { lecture: { champ, cle } }: ColonneDatee,
  valeur: unknown,
): Etat {
  if (cle === undefined) return { ...etat, [champ]: valeur }
  const { [cle]: _, ...autres } = etat.postesReference
  const postes = valeur === null ? autres : { ...autres, [cle]: Number(valeur) }
  return { ...etat, postesReference: postes }
}

const CONTRAIRE = (feuille: string) =>
  `La feuille «\u00a0${feuille}\u00a0» en dit autre chose pour ce mois-ci. Corrigez l’une des deux.`

/** What the lines of one column change of a structure, beside what its own line says. */
function joindreColonne(
  { referentiel, mois }: Tenu,
  { ligne, fiche, premiere }: { ligne: Ligne; fiche: FicheImportee; premiere: string },
  [colonne, periodes]: readonly [ColonneDatee, readonly Periode[]],
): { fiche: FicheImportee; fautes: FauteAnnexe[] } {
  const avant = ligne.avant
    ? (referentiel.tranches.get(ligne.avant.code) ?? [])
    : depuisToujours(partager(fiche).etat)
  const dites = periodes.map(({ du, au, valeur }) => ({ du, au, valeur }))
  const recordees = reduireA(avant, (etat) => lireColonne(etat, colonne))
  // It says what is recorded: the first sheet may say otherwise from this month on.
  if (ligne.avant && isDeepStrictEqual(dites, recordees)) return { fiche, fautes: [] }
  const fautes = fautesDeSuite(periodes, mois)
  const actuelle = periodes.find(({ du, au }) => du <= mois && mois <= au)
  if (fautes.length > 0 || !actuelle) return { fiche, fautes }
  const dit = lireColonne(ligne.fiche, colonne)
  const change = ligne.avant
    ? !isDeepStrictEqual(dit, lireColonne(etatDuMois(avant, mois), colonne))
    : (ligne.cellules[colonne.entete] ?? '') !== ''
  if (change && !isDeepStrictEqual(dit, actuelle.valeur)) {
    return {
      fiche,
      fautes: [faute(actuelle.numero, VALEUR, 'CONTRADICTION', CONTRAIRE(premiere))],
    }
  }
  const { champ } = colonne.lecture
  const tranches = dites.reduce<readonly Tranche[]>(
    (jusque, { valeur, ...plage }) =>
      changerPlage(jusque, plage, (etat) => poser(etat, colonne, valeur)),
    fiche.periodes?.tranches ?? avant,
  )
  const numeros = { [champ]: periodes[0]?.numero, ...fiche.periodes?.numeros }
  return {
    fiche: { ...poser(fiche, colonne, actuelle.valeur), periodes: { avant, tranches, numeros } },
    fautes,
  }
}

/** What a line makes once those of the sheet that speak of its structure are added. */
export function joindrePeriodes(
  tenu: Tenu,
  { ligne, premiere, colonnes }: { ligne: Ligne; premiere: string; colonnes: readonly Colonne[] },
  siennes: readonly LigneTableur[],
): { fiche: FicheImportee; fautes: FauteAnnexe[] } {
  const datees = colonnes.filter(estDatee)
  const lues = siennes.map((une) => readPeriode(une, datees))
  const fautes = lues.flatMap((une) => ('fautive' in une ? [une.fautive] : []))
  if (fautes.length > 0) return { fiche: ligne.fiche, fautes }
  const periodes = lues.flatMap((une) => ('lue' in une ? [une.lue] : []))
  const parColonne = Map.groupBy(
    periodes.toSorted((a, b) => a.du - b.du),
    ({ colonne }) => colonne,
  )
  let { fiche } = ligne
  for (const groupe of parColonne) {
    const jointe = joindreColonne(tenu, { ligne, fiche, premiere }, groupe)
    fiche = jointe.fiche
    fautes.push(...jointe.fautes)
  }
  return { fiche, fautes }
}

const TOUJOURS: Plage = { du: 0, au: SANS_FIN }

/** What a record changes, field by field: of what the second sheet says, with its months. */
export function changementsImportes(
  avant: Structure,
  { periodes, ...fiche }: FicheImportee,
): Changements | null {
  const seuls = changementsDe(avant, fiche)
  if (!periodes) return seuls
  const dates: Changements = {}
  for (const champ of CHAMPS_DATES) {
    if (periodes.numeros[champ] === undefined) continue
    const [ancienne, nouvelle] = [periodes.avant, periodes.tranches].map((une) =>
      valeurSurPlage(une, champ, TOUJOURS),
    )
    if (!isDeepStrictEqual(ancienne, nouvelle)) dates[champ] = { avant: ancienne, apres: nouvelle }
  }
  const tous = { ...seuls, ...dates }
  return Object.keys(tous).length > 0 ? tous : null
}

/** The lines of a structure: those of what has not always been so. */
function* lignesDe(
  code: string,
  tranches: readonly Tranche[],
  { colonnes, vierge }: { colonnes: readonly ColonneDatee[]; vierge: FicheStructure },
) {
  for (const colonne of colonnes) {
    const dites = reduireA(tranches, (etat) => colonne.ecrire({ ...vierge, ...etat }))
    if (dites.length === 1) continue
    for (const { du, au, valeur } of dites)
      yield [
        ...[code, colonne.entete, valeur],
        du === 0 ? null : isoDe(periodeDe(du)),
        au === SANS_FIN ? null : isoDe(periodeDe(au)),
      ]
  }
}

/** The sheet of these structures; `lire` gives what is recorded of them, once the first is written. */
export function composePeriodes(
  colonnes: readonly Colonne[],
  vierge: FicheStructure,
  lire: () => Promise<ReadonlyMap<string, readonly Tranche[]>>,
): Feuille {
  const datees = colonnes.filter(estDatee)
  return {
    feuille: FEUILLE_PERIODES,
    colonnes: [
      { entete: CODE, largeur: 16 },
      { entete: CHAMP, largeur: 20 },
      { entete: VALEUR, largeur: 20 },
      { entete: DU, largeur: 10 },
      { entete: AU, largeur: 10 },
    ],
    lots: (async function* () {
      for (const [code, tranches] of await lire())
        yield [...lignesDe(code, tranches, { colonnes: datees, vierge })]
    })(),
  }
}
