import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Contexte, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import { zModeleSource } from '@releve/contract/modele/source.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import { CODIFICATIONS } from '../server/seed/codifications.ts'
import { MODELES } from '../server/seed/modeles.ts'
import { calculerSerie } from '../server/src/demonstration/serie.ts'
import { saisieDuBanc, structureDuBanc } from './donnees.ts'
import { compiler, definir, M120, M700, M2000, type Mesures, sourceDe } from './modeles.ts'
import { figure, mediane, part, type Rapport } from './rapport.ts'

/** Microseconds of one call, the median of rounds, after a warm-up. */
function chronometrer(appel: () => unknown, rapide: boolean): number {
  const tours = rapide ? 3 : 9
  const durees: number[] = []
  let fois = 1
  for (let tour = 0; tour < tours + 2; tour++) {
    const debut = performance.now()
    for (let i = 0; i < fois; i++) appel()
    const ms = performance.now() - debut
    if (tour >= 2) durees.push((1000 * ms) / fois)
    else fois = Math.max(1, Math.ceil((fois * (rapide ? 10 : 60)) / Math.max(ms, 0.01)))
  }
  return mediane(durees)
}

/** The raw floor: as many additions as there are values, read from an object by their keys. */
function sommer(donnees: Donnees, cles: readonly string[]): number {
  let somme = 0
  for (const cle of cles) somme += Number(donnees[cle])
  return somme
}

type Cas = {
  nom: string
  mc: ModeleCompile
  donnees: Donnees
  contexte: Contexte
  cellule: string
  /** What each of its figures has beside whole units. */
  centimes?: number
}

const CONTEXTE: Contexte = {
  mois: 'MARCH',
  annee: 2025,
  joursOuvres: 21,
  structure: { capacite: 60, 'postesReference.A': 4 },
  autres: {},
}

const REGLAGES = {
  jourEcheance: 5,
  joursFeries: [],
  fuseau: 'UTC',
  moisVerrou: 3,
  doubleRegard: true,
  debutCollecte: null,
  organisation: 'Direction centrale',
  pays: '',
}

/** A seeded model, every whole-number cell entered. */
function casReel(code: string): Cas {
  const source = MODELES.find((modele) => modele.code === code)
  if (!source) throw new Error(`modèle ${code} absent`)
  const listes = Object.fromEntries(CODIFICATIONS.map((c) => [c.code, c.valeurs]))
  const mc = compilerModele(developperModele(source, listes))
  const saisissables = [...mc.cellules.values()].filter(
    (c) => !c.calculee && !c.luSeul && c.nature === 'entier',
  )
  const donnees = Object.fromEntries(saisissables.map((c, i) => [c.adresse, i % 7]))
  return { nom: code, mc, donnees, contexte: CONTEXTE, cellule: 'MVT.FIN.M' }
}

/** A form with two months published before it. */
function troisiemeMois(mesures: Mesures, compile: ModeleCompile) {
  const { code } = mesures
  const modele = { id: 1, modele: definir(mesures), compile, definitionJson: '' }
  const dossier = {
    code: 'BANC',
    structure: structureDuBanc(1, [code], 0),
    modeles: [modele],
    scenario: { etats: { 0: { [code]: 'DIFFUSE' as const }, 1: { [code]: 'DIFFUSE' as const } } },
    reglages: REGLAGES,
    exemple: saisieDuBanc,
  }
  const mois = [...calculerSerie(dossier, 24_300, 24_302)].at(-1)
  if (!mois) throw new Error('série vide')
  return mois
}

function cas(): Cas[] {
  const mesures = [M120, M700, M2000].map((m): Cas => {
    const mc = compiler(m)
    const { calcul } = troisiemeMois(m, mc)
    const { contexte } = calcul
    return { nom: m.code, mc, donnees: calcul.saisies(), contexte, cellule: 'ACT01.LIGNE_01.M' }
  })
  return [casReel('RMA'), casReel('EPM'), ...mesures, ...mesures.map(enDecimales)]
}

/** The same with cents in every cell: what exact decimals cost. */
const enDecimales = (un: Cas): Cas => ({
  ...un,
  nom: `${un.nom}, centimes`,
  centimes: 0.25,
  donnees: Object.fromEntries(
    Object.entries(un.donnees).map(([cle, valeur]) => [
      cle,
      typeof valeur === 'number' ? valeur + 0.25 : valeur,
    ]),
  ),
})

/** The engine alone: a form computed whole, then one figure changed, beside bare additions. */
export function mesurerMoteur(rapport: Rapport, rapide: boolean): void {
  rapport.ouvrir(
    'Moteur de formulaire',
    'Microsecondes. Plancher : additionner une fois les mêmes valeurs, sans total, ni contrôle, ni case absente.',
    ['Relevé', 'Plancher', 'Plancher ÷ Relevé'],
  )
  for (const { nom, mc, donnees, contexte, cellule, centimes = 0 } of cas()) {
    const cles = Object.keys(donnees)
    const plancher = chronometrer(() => sommer(donnees, cles), rapide)
    const ouverture = chronometrer(() => ouvrirCalcul(mc, donnees, contexte), rapide)
    const calcul = ouvrirCalcul(mc, donnees, contexte)
    let valeur = 0
    const changement = chronometrer(() => {
      valeur = (valeur + 1) % 40
      return calcul.changer({ [cellule]: valeur + centimes })
    }, rapide)
    const taille = `${cles.length} valeurs, ${mc.controles.length} contrôles`
    for (const [quoi, us] of [
      ['tout calculer', ouverture],
      ['une case changée', changement],
    ] as const) {
      rapport.ajouter({
        quoi: `${nom} (${taille}) : ${quoi}`,
        releve: `${figure(us)} µs`,
        plancher: `${figure(plancher)} µs`,
        rapport: part(plancher, us),
      })
    }
  }
}

/** A source looked at and compiled, from its text, beside reading and parsing the same text. */
export function mesurerCompilation(rapport: Rapport, rapide: boolean): void {
  rapport.ouvrir(
    'Vérification d’un modèle',
    'Microsecondes, du texte JSON au modèle prêt à calculer. Plancher : lire ce texte, et le passer au schéma.',
    ['Relevé', 'Plancher', 'Plancher ÷ Relevé'],
  )
  for (const mesures of [M120, M700, M2000]) {
    const texte = JSON.stringify(sourceDe(mesures))
    const plancher = chronometrer(() => zModeleSource.parse(JSON.parse(texte)), rapide)
    const releve = chronometrer(() => {
      const { compile } = verifierSource(JSON.parse(texte), {})
      if (!compile) throw new Error(`${mesures.code} a des fautes`)
    }, rapide)
    rapport.ajouter({
      quoi: `${mesures.code} (${figure(texte.length / 1000)} ko)`,
      releve: `${figure(releve)} µs`,
      plancher: `${figure(plancher)} µs`,
      rapport: part(plancher, releve),
    })
  }
}
