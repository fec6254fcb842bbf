import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import { ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { Contexte, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { preremplir } from '@releve/contract/modele/preremplir.ts'
import { estAttendu, moisCouvertsDe, reculsDe } from '@releve/contract/modele/rythme.ts'
import { isoDe, periodeDe, periodeDIso, rangDe } from '@releve/contract/mois.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import { estCodeModele, exempleCoherent, type Situation } from '../../seed/exemple.ts'
import type { StructureSemee } from '../../seed/structures/structure.ts'
import type { ModeleCharge } from '../modele/modele.cache.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import { type Attendu, cibleDe, type Scenario } from './scenario.ts'

/** Forms of a structure over consecutive months, and what they depend on. */
export type Dossier = {
  code: string
  structure: Situation['structure'] & Pick<StructureSemee, 'dateOuverture' | 'dateFermeture'>
  /** A model that others read (`AUTRE_MODELE`) comes before them. */
  modeles: readonly ModeleCharge[]
  scenario: Scenario
  reglages: Reglages
  exemple?: Exemple | undefined
}

/** The figures that a structure enters for a month, by the code of the model. */
export type Exemple = (modele: string, situation: Situation) => Donnees

/** A form as its structure left it. */
export type MoisCalcule = {
  modele: ModeleCharge
  rang: number
  /** Months back from the current one. */
  recul: number
  cible: Etat
  /** Values with which the form began. */
  prerempli: Donnees
  calcul: Calcul
  justifications: Record<string, string>
  structureLue: Donnees
}

const JUSTIFICATIONS: Record<string, string> = {
  RA04: 'Trois personnes arrivées dans la nuit du dernier jour ont été inscrites au registre le lendemain.',
  RA08: 'Accueil de personnes déplacées par les inondations\u202f; des lits d’appoint ont été installés.',
}
const JUSTIFICATION = 'Chiffre vérifié dans le registre\u00a0: il est exact.'

/** Share of the cells that a draft holds. */
const PART_BROUILLON = 0.55

/** Same text, same seed: FNV-1a, 32 bits. */
function graineDe(texte: string): number {
  let graine = 0x811c9dc5
  for (const lettre of texte) {
    graine = Math.imul(graine ^ (lettre.codePointAt(0) ?? 0), 0x01000193)
  }
  return graine >>> 0
}

function ajouter(donnees: Donnees, cellule: string, ecart: number): Donnees {
  return { ...donnees, [cellule]: Number(donnees[cellule] ?? 0) + ecart }
}

function exempleDuModele(modele: string, situation: Situation): Donnees {
  if (!estCodeModele(modele)) throw new Error(`modèle sans exemple\u00a0: ${modele}`)
  return exempleCoherent(modele, situation)
}

/** The figures that a structure enters for a month: coherent, but for what its scenario says. */
function saisieDe(
  { code, structure, scenario, exemple = exempleDuModele }: Dossier,
  modele: string,
  rang: number,
  recul: number,
  precedent: Donnees | null,
): Donnees {
  const { afflux, rupture, faute } = scenario
  const afflue = afflux?.modele === modele && recul <= afflux.recul
  const effectifs = afflue ? { [modele]: afflux.effectif } : {}
  const rompt = rupture?.modele === modele && rupture.reculs.includes(recul)
  const saisie = exemple(modele, {
    structure: {
      ...structure,
      effectifsOuverture: { ...structure.effectifsOuverture, ...effectifs },
    },
    periode: periodeDe(rang),
    precedent: precedent && rompt ? ajouter(precedent, rupture.cellule, rupture.ecart) : precedent,
    graine: graineDe(`${code} ${modele} ${rang}`),
  })
  const fautif = faute?.modele === modele && faute.recul === recul
  return fautif ? ajouter(saisie, faute.cellule, faute.ecart) : saisie
}

/** Justifies every warning, as whoever submits must. Throws when a blocking control fires. */
function justifier(calcul: Calcul, nom: string): Record<string, string> {
  const justifications: Record<string, string> = {}
  for (const { cle, code, niveau, message } of calcul.resultats()) {
    if (niveau === 'BLOQUANT') throw new Error(`${nom} : ${message}`)
    if (niveau !== 'AVERTISSEMENT') continue
    const texte = JUSTIFICATIONS[code] ?? JUSTIFICATION
    calcul.justifier(cle, texte)
    justifications[cle] = texte
  }
  return justifications
}

/** The form as far as its structure has come. */
function ebaucher(calcul: Calcul, { partBrouillon = PART_BROUILLON }: Scenario): Calcul {
  const saisies = Object.entries(calcul.saisies())
  const remplies = saisies.slice(0, Math.round(saisies.length * partBrouillon))
  return ouvrirCalcul(calcul.mc, Object.fromEntries(remplies), calcul.contexte)
}

/** The months that a structure stands, among these. */
function ouverteEntre({ structure }: Dossier, premier: number, courant: number) {
  const { dateOuverture, dateFermeture } = structure
  const rangDuJour = (jour: string) => rangDe(periodeDIso(jour))
  const a = dateFermeture === null ? courant : Math.min(courant, rangDuJour(dateFermeture))
  return { de: Math.max(premier, rangDuJour(dateOuverture)), a }
}

/** What is expected of a model in a month; null: nothing. */
function attenduDe({ modele }: ModeleCharge, rang: number, courant: number): Attendu | null {
  if (!estAttendu(modele, rang)) return null
  const recul = courant - rang
  const mensuel = modele.moisAttendus === undefined
  const dernier = !mensuel && recul === reculsDe(modele, courant)[0]
  return { modele: modele.code, recul, dernier }
}

/**
 * The forms of a structure from one rank to another, which is the current month: month after
 * month, each computed by the engine with the ones before as its context. Throws when a form that
 * is not a draft has a blocking error: the figures are made to be coherent.
 */
export function* calculerSerie(
  dossier: Dossier,
  premier: number,
  courant: number,
): Generator<MoisCalcule> {
  const { modeles, scenario, reglages } = dossier
  const structureLue = structureLisible(dossier.structure)
  const autres: Record<string, Donnees> = {}
  const precedents: Record<string, Donnees> = {}
  const { de, a } = ouverteEntre(dossier, premier, courant)
  for (let rang = de; rang <= a; rang += 1) {
    const periode = periodeDe(rang)
    const iso = isoDe(periode)
    for (const modele of modeles) {
      const attendu = attenduDe(modele, rang, courant)
      const cible = attendu && cibleDe(scenario, attendu)
      if (!attendu || cible === null) continue
      const { modele: code, recul } = attendu
      const contexte: Contexte = {
        ...periode,
        joursOuvres: joursOuvres(periode, reglages, moisCouvertsDe(modele.modele)),
        structure: structureLue,
        autres: { ...autres },
      }
      const prerempli = preremplir(modele.compile, contexte)
      const saisie = saisieDe(dossier, code, rang, recul, precedents[code] ?? null)
      const entier = ouvrirCalcul(modele.compile, { ...prerempli, ...saisie }, contexte)
      const calcul = cible === 'BROUILLON' && !entier.erreurs ? ebaucher(entier, scenario) : entier
      const justifications =
        cible === 'BROUILLON' ? {} : justifier(calcul, `${code}-${dossier.code}-${iso}`)
      precedents[code] = entier.donnees()
      if (ETATS_RECUS.includes(cible)) autres[`${code}@${iso}`] = precedents[code]
      delete autres[`${code}@${isoDe(periodeDe(rang - 13))}`]
      yield { modele, rang, recul, cible, prerempli, calcul, justifications, structureLue }
    }
  }
}
