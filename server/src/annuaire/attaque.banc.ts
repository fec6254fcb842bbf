import type { Chiffre, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { type Constraint, solve } from 'yalps'
import { cleDe } from './evaluer.ts'
import type { AnnuaireGenere } from './generer.ts'

/**
 * A reader who has nothing but the content, and looks for what it hides: totals, figures that
 * several tables share, people present a year ago, come and gone since, averages, and that what is
 * hidden is never 0.
 */

/**
 * `jeu`: by how much it may be wrong, for its averages are rounded. `auPlus`: its terms make at most
 * its sum.
 */
type Equation = { termes: Map<string, number>; somme: number; jeu: number; auPlus?: true }
export type SystemeLu = { equations: Equation[]; inconnues: Set<string> }

/** Figures of several tables that a reader knows to be the same. */
const MEMES: readonly (readonly string[])[] = [
  ...['M', 'F', 'TOT'].map((c) => [
    `T2.1 TOT ${c}`,
    `T2.2 TOT ${c}`,
    `T2.4 M12 ${c}`,
    `T2.5 TOT ${c}`,
  ]),
  ...['HM', 'FM', 'HMIN', 'FMIN', 'TOT'].map((c) => [
    `T2.7 TOT ${c}`,
    `T2.8 TOT ${c}`,
    `T2.9 M12 ${c}`,
  ]),
  ['T3.1 TOT TOT', 'T3.3 TOT ENT'],
  ['T3.2 TOT TOT', 'T3.3 TOT SOR'],
  ['T7.1 TOT NB', 'T7.2 TOT NB'],
  ['T7.1 TOT DONT_MIN', 'T7.2 TOT DONT_MIN'],
]
const SOMMES: readonly (readonly [string, readonly string[]])[] = ['T2.11', 'T2.12'].flatMap(
  (t) => [
    [`${t} TOT M`, ['T2.7 TOT HM', 'T2.7 TOT HMIN']] as const,
    [`${t} TOT F`, ['T2.7 TOT FM', 'T2.7 TOT FMIN']] as const,
  ],
)

/**
 * What the forms' blocking controls keep from passing another: a column of a table, and that of
 * another, on the rows that both have, or on this one.
 */
const AU_PLUS: readonly (readonly [petit: string, grand: string, ligne?: string])[] = [
  ...['M', 'F', 'TOT'].map((c) => [`T2.6 ${c}`, `T2.2 ${c}`] as const),
  ['T7.1 DONT_MIN', 'T7.1 NB'],
  ['T7.2 DONT_MIN', 'T7.2 NB'],
  ['T5.1 BEN_TOT', 'T5.1 ACTES'],
  ['T3.2 TOT', 'T7.1 NB', 'DECES'],
]

/** A figure of the year before, as it stands beside that of the year. */
const AVANT = 'avant '

/** Present, come, gone: rows by table, and the columns that are one sex, or all. */
const BILANS: readonly (readonly [string, string, string, readonly (readonly string[])[]])[] = [
  ['T2.2 TOT', 'T3.1 TOT', 'T3.2 TOT', [['M'], ['F'], ['TOT']]],
  ['T2.8 TOT', 'T3.4 TOT', 'T3.5 TOT', [['HM', 'HMIN'], ['FM', 'FMIN'], ['TOT']]],
  ['T4.2 TOT', 'T4.3 ENT', 'T4.3 SOR', [['M'], ['F'], ['TOT']]],
]

/** Each as a sum that is 0. */
const BILANS_LUS = BILANS.flatMap(([stock, entrees, sorties, colonnes]) =>
  colonnes.map((sexe) =>
    sexe.flatMap((c): [nom: string, k: number][] => [
      [`${stock} ${c}`, -1],
      [`${AVANT}${stock} ${c}`, 1],
      [`${entrees} ${c}`, 1],
      [`${sorties} ${c}`, -1],
    ]),
  ),
)

/** Averages are no whole numbers, and are shown to a decimal. */
const estMoyenne = (nom: string): boolean => /(^| )(T2\.3 |T3\.3 \S+ MOY\b)/.test(nom)
const ARRONDI = 0.05
const MOIS = Array.from({ length: 12 }, (_, m) => `M${String(m + 1).padStart(2, '0')}`)

/** Runs that a total adds: those since the total before it. */
function sommesDe(crans: readonly { nom: string; total: boolean }[]): [string, string[]][] {
  const sommes: [string, string[]][] = []
  let parties: string[] = []
  for (const { nom, total } of crans) {
    if (!total) parties.push(nom)
    else {
      if (parties.length > 0) sommes.push([nom, parties])
      parties = []
    }
  }
  return sommes
}

/** Of two header rows: the columns of a group, and those of one name in all groups. */
function sommesDeuxRangs(colonnes: TableauAnnuaire['colonnes']): [string, string[]][] {
  const parGroupe = Map.groupBy(colonnes, ({ groupe }) => groupe)
  const parNom = Map.groupBy(colonnes, ({ code }) => code.split('.').at(-1))
  return [...parGroupe.values(), ...parNom.values()].flatMap((siennes) =>
    sommesDe(siennes.map(({ code }, i) => ({ nom: code, total: i === siennes.length - 1 }))),
  )
}

type ChiffresPublies = {
  valeurs: Map<string, number>
  inconnues: Set<string>
  partielles: Set<string>
}

/**
 * Figures that are shown, and hidden ones; those of the year before are `avant …`. `partielles`: a
 * form that counts does not give them.
 */
function lire(tableaux: readonly TableauAnnuaire[]): ChiffresPublies {
  const valeurs = new Map<string, number>()
  const inconnues = new Set<string>()
  const partielles = new Set<string>()
  const noter = (nom: string, chiffre: Chiffre) => {
    if (chiffre.sorte === 'valeur') valeurs.set(nom, chiffre.valeur)
    if (chiffre.sorte === 'secret') inconnues.add(nom)
  }
  for (const { code, lignes, colonnes } of tableaux)
    for (const ligne of lignes)
      for (const [c, cellule] of ligne.cellules.entries()) {
        const colonne = colonnes[c]
        if (colonne?.unite === '%' || cellule.sorte === 'texte') continue
        const nom = `${code} ${ligne.code}`
        noter(`${nom} ${colonne?.code}`, cellule)
        if (cellule.sorte === 'valeur' && cellule.partiel) partielles.add(`${nom} ${colonne?.code}`)
        if (cellule.nMoins1) noter(`${AVANT}${nom} ${colonne?.code}`, cellule.nMoins1)
      }
  return { valeurs, inconnues, partielles }
}

/** Figures that tables know to be the same, and that one shows and another hides. */
export function desaccords(tableaux: readonly TableauAnnuaire[]): string[] {
  const { valeurs, inconnues } = lire(tableaux)
  return MEMES.flatMap((memes) => {
    const [montrees, cachees] = [
      memes.filter((nom) => valeurs.has(nom)),
      memes.filter((nom) => inconnues.has(nom)),
    ]
    const autres = new Set(montrees.map((nom) => valeurs.get(nom)))
    const seuls = montrees.length > 0 && (cachees.length > 0 || autres.size > 1)
    return seuls ? [`${montrees.join(', ')} ≠ ${cachees.join(', ')}`] : []
  })
}

/** Whether some average is marked: an expected report is missing. */
const manqueAuxMoyennes = (tableaux: readonly TableauAnnuaire[]): boolean =>
  tableaux
    .filter(({ code }) => code === 'T2.3')
    .flatMap(({ lignes }) => lignes.flatMap(({ cellules }) => cellules))
    .some((cellule) => cellule.sorte === 'valeur' && cellule.partiel)

/** What the tables say, as equations between what they hide. */
export function systemeLu(tableaux: readonly TableauAnnuaire[]): SystemeLu {
  const { valeurs, inconnues, partielles } = lire(tableaux)
  const equations: Equation[] = []
  const poser = (termes: readonly (readonly [string, number])[], sens: { auPlus?: true } = {}) => {
    const equation: Equation = { termes: new Map(), somme: 0, jeu: 0, ...sens }
    for (const [nom, k] of termes) {
      const valeur = valeurs.get(nom)
      if (valeur !== undefined) {
        equation.somme -= k * valeur
        if (estMoyenne(nom)) equation.jeu += Math.abs(k) * ARRONDI
      } else if (inconnues.has(nom)) equation.termes.set(nom, k)
      // A figure that is absent adds nothing.
    }
    if (equation.termes.size > 0) equations.push(equation)
  }
  const ajouter = (total: string, parties: readonly string[]) =>
    poser([[total, -1], ...parties.map((partie) => [partie, 1] as const)])
  for (const { code, lignes, colonnes, groupes } of tableaux) {
    for (const colonne of colonnes) {
      const crans = lignes.map((l) => ({
        nom: `${code} ${l.code} ${colonne.code}`,
        total: l.sorte !== 'detail',
      }))
      for (const [total, parties] of sommesDe(crans)) ajouter(total, parties)
    }
    if (groupes.length > 0) {
      for (const { code: l } of lignes)
        for (const [total, parties] of sommesDeuxRangs(colonnes))
          ajouter(
            `${code} ${l} ${total}`,
            parties.map((partie) => `${code} ${l} ${partie}`),
          )
      continue
    }
    for (const ligne of lignes)
      for (const avant of ['', 'avant ']) {
        const crans = colonnes
          .filter((c) => c.unite !== '%' && !(code === 'T5.2' && c.code === 'NB'))
          .map((c) => ({ nom: `${avant}${code} ${ligne.code} ${c.code}`, total: c.total }))
        for (const [total, parties] of sommesDe(crans)) ajouter(total, parties)
      }
  }
  const [annee] = tableaux.find(({ code }) => code === 'T8.1')?.colonnes.slice(-1) ?? []
  // Staff: the model's controls make them equal.
  for (const c of ['M', 'F', 'TOT']) ajouter(`T4.1 TOT TOT.${c}`, [`T4.2 TOT ${c}`])
  if (annee) ajouter('T4.2 TOT TOT', [`T8.1 AGENTS ${annee.code}`])
  for (const memes of MEMES) for (const autre of memes.slice(1)) ajouter(memes[0] ?? '', [autre])
  for (const [total, parties] of SOMMES) ajouter(total, parties)
  const connue = (nom: string) => valeurs.has(nom) || inconnues.has(nom)
  for (const [petit, grand, seule] of AU_PLUS) {
    const nommer = (place: string, ligne: string) => place.replace(' ', ` ${ligne} `)
    const [code] = petit.split(' ')
    const lignes = tableaux.find((tableau) => tableau.code === code)?.lignes ?? []
    for (const { code: ligne } of lignes) {
      const noms = [nommer(petit, ligne), nommer(grand, ligne)] as const
      if (seule !== undefined && seule !== ligne) continue
      if (!noms.every(connue) || noms.some((nom) => partielles.has(nom))) continue
      poser([[noms[0], 1] as const, [noms[1], -1] as const], { auPlus: true })
    }
  }
  for (const c of manqueAuxMoyennes(tableaux) ? [] : ['M', 'F', 'TOT']) {
    const mois = MOIS.map((m) => `T2.4 ${m} ${c}`).filter(
      (nom) => valeurs.has(nom) || inconnues.has(nom),
    )
    // Where nothing is missing, a year's average is that of its months.
    poser([[`T2.3 TOT ${c}`, -mois.length], ...mois.map((nom) => [nom, 1] as const)])
  }
  if ([...valeurs.keys(), ...inconnues].some((nom) => nom.startsWith('avant ')))
    for (const bilan of BILANS_LUS) poser(bilan)
  return { equations, inconnues }
}

const nul = (valeur: number) => Math.abs(valeur) < 1e-6

/** Hidden figures that the equations alone give, by elimination. */
export function deduire({ equations, inconnues }: SystemeLu): string[] {
  const noms = [...inconnues]
  const rangs = new Map(noms.map((nom, i) => [nom, i]))
  const egalites = equations.filter(({ auPlus }) => !auPlus)
  const matrice = egalites.map(({ termes }) => {
    const rang = Array<number>(noms.length).fill(0)
    for (const [nom, k] of termes) rang[rangs.get(nom) ?? 0] = k
    return rang
  })
  let pose = 0
  for (let c = 0; c < noms.length && pose < matrice.length; c++) {
    const pivot = matrice.findIndex((rang, i) => i >= pose && !nul(rang[c] ?? 0))
    if (pivot < 0) continue
    const tete = matrice[pivot] ?? []
    matrice[pivot] = matrice[pose] ?? []
    matrice[pose] = tete
    const echelle = tete[c] ?? 1
    for (let j = 0; j < noms.length; j++) tete[j] = (tete[j] ?? 0) / echelle
    for (const [i, rang] of matrice.entries()) {
      const k = rang[c] ?? 0
      if (i === pose || nul(k)) continue
      for (let j = 0; j < noms.length; j++) rang[j] = (rang[j] ?? 0) - k * (tete[j] ?? 0)
    }
    pose += 1
  }
  return matrice.flatMap((rang) => {
    const seuls = noms.filter((_, j) => !nul(rang[j] ?? 0))
    return seuls.length === 1 ? seuls : []
  })
}

/** Nothing that is hidden is 0; a person present for one month of a year makes the least average. */
const basDe = (nom: string): number => (estMoyenne(nom) ? 1 / 12 : 1)

/**
 * Hidden figures, none of them 0, whose bounds meet, when each equation narrows what the others
 * left; averages, when they are told as finely as those that are shown.
 */
export function resserrer({ equations, inconnues }: SystemeLu): string[] {
  const bornes = new Map([...inconnues].map((nom) => [nom, { bas: basDe(nom), haut: Infinity }]))
  for (let tour = 0; tour < 50; tour++)
    for (const { termes, somme, jeu, auPlus } of equations)
      for (const [nom, k] of termes) {
        let [bas, haut] = [auPlus ? -Infinity : somme - jeu, somme + jeu]
        for (const [autre, q] of termes) {
          if (autre === nom) continue
          const b = bornes.get(autre) ?? { bas: basDe(autre), haut: Infinity }
          bas -= q > 0 ? q * b.haut : q * b.bas
          haut -= q > 0 ? q * b.bas : q * b.haut
        }
        const b = bornes.get(nom)
        if (!b) continue
        const [x, y] = k > 0 ? [bas / k, haut / k] : [haut / k, bas / k]
        b.bas = Math.max(b.bas, estMoyenne(nom) ? x : Math.ceil(x - 1e-6))
        b.haut = Math.min(b.haut, estMoyenne(nom) ? y : Math.floor(y + 1e-6))
      }
  return [...bornes].flatMap(([nom, { bas, haut }]) => {
    return haut - bas <= (estMoyenne(nom) ? 2 * ARRONDI : 0) ? [nom] : []
  })
}

const JOURS_DE_L_ANNEE = 365

/**
 * Means that are hidden by type, and that other tables say: days of presence over the days of the
 * year, or, where nobody stays to the end of a month, over those of a month, for those who came; a
 * rate of agents for persons, when one number of persons alone, under the threshold, makes it with
 * a whole number of agents.
 */
export function rapporter(tableaux: readonly TableauAnnuaire[], seuil: number): string[] {
  const { valeurs, inconnues } = lire(tableaux)
  const types = tableaux.find(({ code }) => code === 'T2.3')?.lignes ?? []
  const taux = tableaux.find(({ code }) => code === 'T4.5')?.lignes ?? []
  const parJournees = types.flatMap(({ code }) => {
    const journees = valeurs.get(`T5.3 ${code} JOURNEES`)
    if (!inconnues.has(`T2.3 ${code} TOT`) || journees === undefined) return []
    return [`T2.3 ${code} TOT = ${(journees / JOURS_DE_L_ANNEE).toFixed(1)}`]
  })
  const parMois = types.flatMap(({ code }) => {
    const journees = valeurs.get(`T5.3 ${code} JOURNEES`) ?? 0
    const passent = inconnues.has(`T3.3 ${code} ENT`) && valeurs.get(`T2.3 ${code} TOT`) === 0
    return passent && journees > 0 ? [`T3.3 ${code} ENT ≥ ${Math.ceil(journees / 31)}`] : []
  })
  const parTaux = taux.flatMap(({ code, cellules: [cellule] }) => {
    if (!inconnues.has(`T2.3 ${code} TOT`) || cellule?.sorte !== 'valeur') return []
    const { valeur } = cellule
    const possibles = Array.from({ length: seuil - 1 }, (_, i) => i + 1).filter((presents) => {
      const agents = Math.round((valeur * presents) / 100)
      return Math.abs((100 * agents) / presents - valeur) <= ARRONDI
    })
    return possibles.length === 1 ? [`T4.5 ${code} : ${possibles[0]} personnes`] : []
  })
  return [...parJournees, ...parMois, ...parTaux]
}

type Bornes = [bas: number, haut: number]
/** More than any count: a figure that reaches it has no bound. */
const SANS_BORNE = 1e7

/** Equations that share no unknown say nothing of one another: a program for each is far smaller. */
function groupesDe({ equations, inconnues }: SystemeLu): SystemeLu[] {
  const parNom = new Map([...inconnues].map((nom) => [nom, [] as Equation[]]))
  for (const equation of equations)
    for (const nom of equation.termes.keys()) parNom.get(nom)?.push(equation)
  const vus = new Set<string>()
  return [...inconnues].flatMap((premier) => {
    if (vus.has(premier)) return []
    const [noms, siennes] = [new Set([premier]), new Set<Equation>()]
    for (const nom of noms) {
      vus.add(nom)
      for (const equation of parNom.get(nom) ?? []) {
        siennes.add(equation)
        for (const autre of equation.termes.keys()) noms.add(autre)
      }
    }
    return [{ equations: [...siennes], inconnues: noms }]
  })
}

/** The programs of one group: the least, or the most, that a figure may be. */
function programmeDe({ equations, inconnues }: SystemeLu) {
  const contraintes = new Map<string, Constraint>()
  const variables = new Map([...inconnues].map((nom) => [nom, new Map<string, number>()]))
  for (const [i, { termes, somme, jeu, auPlus }] of equations.entries()) {
    // Counted from what each is at least: the solver's figures begin at 0.
    let reste = somme
    for (const [nom, k] of termes) {
      variables.get(nom)?.set(`e${i}`, k)
      reste -= k * basDe(nom)
    }
    contraintes.set(`e${i}`, { max: reste + jeu, ...(!auPlus && { min: reste - jeu }) })
  }
  return (nom: string, direction: 'minimize' | 'maximize'): number => {
    const siennes = variables.get(nom)
    siennes?.set('but', 1)
    const lu = solve({ direction, objective: 'but', constraints: contraintes, variables })
    siennes?.delete('but')
    if (lu.status === 'unbounded') return SANS_BORNE
    if (lu.status !== 'optimal') throw new Error(`${nom} : ${lu.status}`)
    return lu.result + basDe(nom)
  }
}

/**
 * Of these hidden counts, with what they are, those that all the tables say at once leave fewer
 * values than so many: by linear programming, by another solver than the product's. What one is
 * stands between its bounds: where the first is far enough from it, the other is not looked for.
 */
function serrees(
  lu: SystemeLu,
  voulues: ReadonlyMap<string, number>,
  gardees: number,
): [nom: string, bornes: Bornes][] {
  return groupesDe(lu).flatMap((groupe) => {
    const siennes = [...voulues].filter(([nom]) => groupe.inconnues.has(nom))
    const borner = programmeDe(groupe)
    return siennes.flatMap(([nom, vrai]): [string, Bornes][] => {
      const entier = !estMoyenne(nom)
      const plusHaut = borner(nom, 'maximize')
      const haut = entier ? Math.floor(plusHaut + 1e-6) : plusHaut
      if (haut - vrai + 1 >= gardees - 1e-6) return []
      const plusBas = borner(nom, 'minimize')
      const bas = entier ? Math.ceil(plusBas - 1e-6) : plusBas
      return haut - bas + 1 < gardees - 1e-6 ? [[nom, [bas, haut]]] : []
    })
  })
}

const gardeesDe = (seuil: number): number => Math.min(3, seuil - 1)
const direBornes = ([nom, [bas, haut]]: [string, Bornes]) => `${nom} : de ${bas} à ${haut}`

/** What hidden figures are, by the name that a reader gives them. */
function vraisDe(
  { contenu, coulisses }: Pick<AnnuaireGenere, 'contenu' | 'coulisses'>,
  annee: number,
): Map<string, number> {
  const valeurs = new Map(coulisses.valeurs)
  const formules = new Map(coulisses.formules.map((une) => [une.code, une.formules]))
  return new Map(
    contenu.chapitres
      .flatMap(({ tableaux }) => tableaux)
      .flatMap(({ code, lignes, colonnes }) =>
        lignes.flatMap((ligne, l) =>
          colonnes.flatMap((colonne, c): [string, number][] => {
            const formule = formules.get(code)?.[l]?.[c]
            const valeur =
              formule && formule.sorte !== 'taux' ? valeurs.get(cleDe(formule, annee)) : undefined
            return valeur === undefined ? [] : [[`${code} ${ligne.code} ${colonne.code}`, valeur]]
          }),
        ),
      ),
  )
}

/** Of the counts that a reader looks for, those that are under the threshold, with what they are. */
function petitsDe(
  { inconnues }: SystemeLu,
  vrais: ReadonlyMap<string, number>,
  seuil: number,
): Map<string, number> {
  const connus = [...inconnues].map((nom) => [nom, vrais.get(nom) ?? 0] as const)
  return new Map(connus.filter(([, vrai]) => vrai > 0 && vrai < seuil))
}

/** Hidden counts under the threshold that the tables leave fewer values than promised. */
export function etroites(genere: AnnuaireGenere, annee: number, seuil: number): string[] {
  const lu = systemeLu(genere.contenu.chapitres.flatMap(({ tableaux }) => tableaux))
  const petits = petitsDe(lu, vraisDe(genere, annee), seuil)
  return serrees(lu, petits, gardeesDe(seuil)).map(direBornes)
}

/** An edition as its readers have it; `coulisses` only tell what is to be found. */
export type EditionAttaquee = Pick<AnnuaireGenere, 'contenu' | 'coulisses'> & { annee: number }

const tableauxDe = ({ contenu }: Pick<EditionAttaquee, 'contenu'>) =>
  contenu.chapitres.flatMap(({ tableaux }) => tableaux)

/** The year before, and the figure of its own tables that a name tells of another year. */
const PASSE: Readonly<Record<string, string>> = {
  PRESENTS: 'T2.2 TOT TOT',
  ENTREES: 'T3.1 TOT TOT',
  SORTIES: 'T3.2 TOT TOT',
  DETENUS: 'T2.8 TOT TOT',
  AGENTS: 'T4.2 TOT TOT',
}

/** The year of which an edition tells this figure, and what it is called in the tables of that year. */
function placeDans(nom: string, annee: number): [de: number, sien: string] {
  if (nom.startsWith(AVANT)) return [annee - 1, nom.slice(AVANT.length)]
  const [, code = '', de] = nom.match(/^T8\.1 (\S+) A(\d+)$/) ?? []
  const sien = PASSE[code]
  return sien === undefined ? [annee, nom] : [Number(de), sien]
}

/**
 * Hidden counts under the threshold that editions of one year or several, as they were frozen one
 * after the other, leave fewer values than promised when they are read together. Who reads them
 * knows what has not changed from one to another, and which equations hold: reports are known. A
 * year's figures of the year before are those of its last edition; where none was frozen yet, those
 * of the first that was.
 */
export function etroitesEnsemble(editions: readonly EditionAttaquee[], seuil: number): string[] {
  const tout: SystemeLu = { equations: [], inconnues: new Set() }
  const petites = new Map<string, number>()
  const dites = new Map<string, number>()
  const vrais = new Map<string, number>()
  const tous = editions.map((edition) => vraisDe(edition, edition.annee))
  const nommerDans = (rang: number) => {
    const { annee = 0 } = editions[rang] ?? {}
    const { valeurs } = lire(tableauxDe(editions[rang] as EditionAttaquee))
    return (nom: string) => {
      const [de, sien] = placeDans(nom, annee)
      const derniere = editions.findLastIndex((une, i) => i <= rang && une.annee === de)
      const lue = derniere < 0 ? editions.findIndex((une) => une.annee === de) : derniere
      const valeur = tous[lue]?.get(sien) ?? valeurs.get(nom)
      const entier = `${de} ${sien} = ${valeur ?? `de l’édition ${rang + 1}`}`
      if (valeur !== undefined) vrais.set(entier, valeur)
      return entier
    }
  }
  for (const [rang, edition] of editions.entries()) {
    const [lu, nommer] = [systemeLu(tableauxDe(edition)), nommerDans(rang)]
    for (const { termes, ...reste } of lu.equations) {
      const siens = new Map([...termes].map(([nom, k]) => [nommer(nom), k]))
      tout.equations.push({ termes: siens, ...reste })
    }
    for (const nom of lu.inconnues) tout.inconnues.add(nommer(nom))
    for (const [nom, vrai] of petitsDe(lu, tous[rang] ?? new Map(), seuil))
      petites.set(nommer(nom), vrai)
    for (const [nom, valeur] of lire(tableauxDe(edition)).valeurs) dites.set(nommer(nom), valeur)
  }
  // Who has read the correction of a year reads the balance of the next one again.
  for (const [rang, { annee }] of editions.entries())
    for (const [autre, corrigee] of editions.entries()) {
      if (autre < rang || corrigee.annee !== annee - 1) continue
      const [nommer, nommerAvant] = [nommerDans(rang), nommerDans(autre)]
      for (const bilan of BILANS_LUS) {
        const equation: Equation = { termes: new Map(), somme: 0, jeu: 0 }
        for (const [nom, k] of bilan) {
          const dAvant = nom.startsWith(AVANT)
          const sien = dAvant ? nommerAvant(nom.slice(AVANT.length)) : nommer(nom)
          const dite = dites.get(sien)
          if (dite === undefined) equation.termes.set(sien, k)
          else equation.somme -= k * dite
        }
        if (equation.termes.size > 0) tout.equations.push(equation)
      }
    }
  tout.equations = tout.equations.filter((equation) => tient(equation, vrais))
  for (const nom of tout.inconnues) {
    const somme = dites.get(nom)
    if (somme === undefined) continue
    const jeu = estMoyenne(nom) ? ARRONDI : 0
    tout.equations.push({ termes: new Map([[nom, 1]]), somme, jeu })
    // What an edition shows is no longer a secret of the others.
    if (jeu === 0) petites.delete(nom)
  }
  return serrees(tout, petites, gardeesDe(seuil)).map(direBornes)
}

/** Whether it may hold: of figures that are not known, nothing shows that it does not. */
function tient({ termes, somme, jeu, auPlus }: Equation, vrais: ReadonlyMap<string, number>) {
  let reste = -somme
  for (const [nom, k] of termes) {
    const vrai = vrais.get(nom)
    if (vrai === undefined) return true
    reste += k * vrai
  }
  return auPlus ? reste <= jeu + 1e-6 : Math.abs(reste) <= jeu + 1e-6
}

/** Tables whose rows are regions, or types. */
const DE_STRUCTURES = ['T2.2', 'T2.3', 'T2.6', 'T2.8', 'T3.3', 'T5.3']

/**
 * Persons, fewer than the threshold, whom a region or a type has gained or lost from one edition of
 * a year to another, while the country has as many: those of a structure that moved.
 */
export function deplaces(editions: readonly EditionAttaquee[], seuil: number): string[] {
  const lues = editions.map((edition) => ({ ...edition, ...lire(tableauxDe(edition)) }))
  return lues.flatMap((une, rang) =>
    lues.slice(rang + 1).flatMap((autre) => {
      if (autre.annee !== une.annee) return []
      return [...une.valeurs].flatMap(([nom, valeur]) => {
        const [code = '', ligne, colonne] = nom.split(' ')
        if (!DE_STRUCTURES.includes(code) || ligne === 'TOT') return []
        const ecart = Math.abs((autre.valeurs.get(nom) ?? valeur) - valeur)
        const ensemble = `${code} TOT ${colonne}`
        const egal = une.valeurs.get(ensemble) === autre.valeurs.get(ensemble)
        return egal && ecart > 0 && ecart < seuil ? [`${nom} : ${ecart}`] : []
      })
    }),
  )
}
