import { lignesTenues } from '@releve/contract/modele/calcul.place.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type {
  Donnees,
  Modele,
  Section,
  SectionChamps,
  SectionMatrice,
  SectionTableau,
  Traits,
  Valeur,
} from '@releve/contract/modele/modele.schema.ts'
import { SO } from '@releve/contract/modele/modele.schema.ts'
import { etaler } from '@releve/contract/modele/plan.etaler.ts'
import {
  isoDe,
  libelleFormulaire,
  libellePeriode,
  motDeDuree,
  nbJours,
  periodeDe,
  rangDe,
} from '@releve/contract/mois.ts'
import { lettresDe } from '../platform/tableur.cases.ts'
import {
  type Admis,
  type CaseEcrite,
  composeClasseur,
  type FeuilleEcrite,
} from '../platform/tableur.feuilles.ts'
import { COMMENTEE, canonDe, FORMAT } from './classeur.lecture.ts'
import { type Nommer, nommerSelon } from './classeur.reperes.ts'
import { CLASSEUR as T } from './classeur.textes.ts'
import type { FormulaireLu } from './papier.ts'

type Porteur = Pick<Traits, 'aide' | 'source' | 'exemple'> & { libelle: string }

function partiesDe(section: Section): readonly Porteur[] {
  switch (section.type) {
    case 'identification':
      return []
    case 'champs':
      return section.champs
    case 'tableau':
      return section.colonnes
    case 'matrice':
      return [...section.lignes, ...(section.groupes ?? []), ...section.colonnes]
  }
}

/** What a model says to who fills it, part by part: name, definition, register, example. */
function listAides({ sections }: Modele): string[][] {
  const dite = ({ aide, source, exemple }: Porteur) => Boolean(aide || source || exemple)
  const ligneDe = (nom: string, { aide, source, exemple }: Porteur) =>
    [nom, aide, source, exemple].map((texte) => texte ?? '')
  return sections.flatMap((section) => {
    const parties = partiesDe(section).filter(dite)
    // The register is the section's, unless a part names its own; the rest is said above.
    const lignes = parties.map((une) =>
      ligneDe(`${section.libelle} – ${une.libelle}`, {
        ...une,
        source: une.source || section.source,
      }),
    )
    return dite(section) ? [ligneDe(section.libelle, section), ...lignes] : lignes
  })
}

/** A report to be filled elsewhere: as its reader reads it, its model. */
export type ARemplir = { lu: FormulaireLu; compile: ModeleCompile; maintenant: Date }

/** A place of a sheet: a text, or what it holds of a cell of the report. */
type Emplacement = CaseEcrite | { adresse: string; quoi: 'valeur' | 'avant' | 'commentaire' }

type Plan = {
  nom: string
  largeurs: number[]
  rangees: Emplacement[][]
  fige: FeuilleEcrite['fige']
  /** What holds cells to be read has, around it, a row and a column that tell which is which. */
  repere?: boolean
}

/** The plan between its marks: wherever its rows and columns are moved, these go with them. */
function entreReperes({ nom, largeurs, rangees, fige }: Plan): Plan {
  const largeur = Math.max(...rangees.map(({ length }) => length))
  const colonnes = Array.from({ length: largeur }, (_, n) => dit(T.repereColonne(lettresDe(n + 1))))
  const lignes = rangees.map((rangee, n) => [dit(T.repereLigne(n + 2)), ...rangee])
  return {
    nom,
    largeurs: [12, ...largeurs],
    rangees: [[dit(T.coin), ...colonnes], ...lignes],
    fige: { rangees: fige.rangees + 1, colonnes: fige.colonnes === 0 ? 0 : fige.colonnes + 1 },
    repere: true,
  }
}

const dit = (valeur: string, allure?: CaseEcrite['allure']): CaseEcrite =>
  allure ? { valeur, allure } : { valeur }
const rien: CaseEcrite = { valeur: null }

/** Of a sheet's name, what every program accepts; no two are the same, since no two codes are. */
const nomDe = ({ code, libelle }: Section): string =>
  `${code} ${libelle.replaceAll(/[[\]:*?/\\'’]/g, ' ')}`.slice(0, 31).trim()

const unite = (libelle: string, une: string | undefined) => (une ? `${libelle} (${une})` : libelle)

const enTetes = (textes: readonly string[]) => textes.map((texte) => dit(texte, 'entete'))

function planChamps(section: SectionChamps, avant: string | null): Plan {
  const rangees = section.champs.map((champ): Emplacement[] => {
    const adresse = section.prefixe ? `${section.code}.${champ.code}` : champ.code
    const rappel: Emplacement[] = avant === null ? [] : [{ adresse, quoi: 'avant' }]
    const aide = dit(champ.aide ?? '', 'texte')
    return [
      dit(unite(champ.libelle, champ.unite), 'texte'),
      { adresse, quoi: 'valeur' },
      ...rappel,
      aide,
    ]
  })
  const titres = [T.rubrique, T.valeur, ...(avant === null ? [] : [avant]), T.aide]
  return {
    nom: nomDe(section),
    largeurs: avant === null ? [48, 22, 60] : [48, 22, 22, 60],
    rangees: [[dit(section.libelle, 'titre')], enTetes(titres), ...rangees],
    fige: { rangees: 2, colonnes: 1 },
  }
}

/** The columns of a matrix, one group after the other. */
function colonnesDe({ groupes, colonnes }: SectionMatrice) {
  const prefixes = groupes?.map((groupe) => ({ groupe, chemin: `${groupe.code}.` }))
  return (prefixes ?? [{ groupe: null, chemin: '' }]).flatMap(({ groupe, chemin }) =>
    colonnes.map((colonne) => ({ groupe, colonne, code: chemin + colonne.code })),
  )
}

function planMatrice(section: SectionMatrice, avant: string | null): Plan {
  const colonnes = colonnesDe(section)
  const double = (quoi: 'valeur' | 'avant', ligne: string): Emplacement[] =>
    colonnes.map(({ code }) => ({ adresse: `${section.code}.${ligne}.${code}`, quoi }))
  const rangees = section.lignes.map(({ code, libelle, unite: une }): Emplacement[] => [
    dit(unite(libelle, une), 'texte'),
    ...double('valeur', code),
    ...(avant === null ? [] : [rien, ...double('avant', code)]),
  ])
  const noms = enTetes(colonnes.map(({ colonne }) => unite(colonne.libelle, colonne.unite)))
  const bloc = (titre: string | null): Emplacement[] => {
    if (!section.groupes) return titre === null ? [] : [dit(titre, 'note')]
    const largeur = section.colonnes.length
    return section.groupes.flatMap(({ libelle }) => [
      { ...dit(libelle, 'entete'), largeur },
      ...Array.from({ length: largeur - 1 }, () => rien),
    ])
  }
  const rappel = avant === null ? [] : [rien, ...noms]
  const groupes = section.groupes
    ? [[rien, ...bloc(null), ...(avant ? [rien, ...bloc(null)] : [])]]
    : []
  const titre: Emplacement[] = [dit(unite(section.libelle, section.unite), 'titre')]
  if (avant) titre.push(...colonnes.map(() => rien), rien, dit(avant, 'note'))
  return {
    nom: nomDe(section),
    largeurs: [
      44,
      ...colonnes.map(() => 11),
      ...(avant === null ? [] : [3, ...colonnes.map(() => 11)]),
    ],
    rangees: [titre, ...groupes, [dit(T.ligne, 'entete'), ...noms, ...rappel], ...rangees],
    fige: { rangees: section.groupes ? 3 : 2, colonnes: 1 },
  }
}

/** Rows offered beyond those of the report. */
const LIGNES_OFFERTES = 20

/** Ids of the rows of a repeating table: its own, then some that it has not. */
function lignesDe({ code, lignesMax }: SectionTableau, donnees: Donnees): string[] {
  const tenues = lignesTenues(donnees, code)
  const prises = new Set(tenues)
  const neuves = Array.from({ length: lignesMax + LIGNES_OFFERTES }, (_, n) => `c${n + 1}`)
  const libres = neuves.filter((ligne) => !prises.has(ligne))
  return [...tenues, ...libres.slice(0, Math.min(LIGNES_OFFERTES, lignesMax - tenues.length))]
}

function planTableau(section: SectionTableau, donnees: Donnees): Plan {
  const rangees = lignesDe(section, donnees).map((ligne): Emplacement[] =>
    section.colonnes.map(({ code }) => ({
      adresse: `${section.code}.${ligne}.${code}`,
      quoi: 'valeur',
    })),
  )
  const titres = section.colonnes.map((colonne) => unite(colonne.libelle, colonne.unite))
  return {
    nom: nomDe(section),
    largeurs: section.colonnes.map(({ nature }) => (nature === 'texte' ? 40 : 18)),
    rangees: [[dit(section.libelle, 'titre')], enTetes(titres), ...rangees],
    fige: { rangees: 2, colonnes: 0 },
  }
}

/** Cells whose comment may be asked for: those that take ND or explain themselves, and the commented. */
function planCommentaires({ compile, lu }: ARemplir): Plan {
  const adresses = [...compile.cellules.values()]
    .filter(({ adresse, nd, rang }) => {
      const demande = compile.formules[rang]?.commentaireSi
      return nd || demande != null || Object.hasOwn(lu.commentaires, adresse)
    })
    .map(({ adresse }) => adresse)
  const autres = Object.keys(lu.commentaires).filter((adresse) => !adresses.includes(adresse))
  const rangees = [...adresses, ...autres].map((adresse): Emplacement[] => [
    dit(celluleDe(compile, adresse)?.libelle ?? adresse, 'texte'),
    { adresse, quoi: 'commentaire' },
  ])
  return {
    nom: T.commentaires,
    largeurs: [70, 70],
    rangees: [[dit(T.commentaires, 'titre')], enTetes([T.case, T.commentaire]), ...rangees],
    fige: { rangees: 2, colonnes: 1 },
  }
}

/** What each part counts, from which register, as in which case; null where nothing is said. */
function planAide({ compile }: ARemplir): Plan | null {
  const aides = listAides(compile.modele)
  if (aides.length === 0) return null
  return {
    nom: T.guide.nom,
    largeurs: [50, 60, 30, 60],
    rangees: [
      [dit(T.guide.nom, 'titre')],
      enTetes(T.guide.colonnes),
      ...aides.map((textes) => textes.map((texte) => dit(texte, 'texte'))),
    ],
    fige: { rangees: 2, colonnes: 1 },
  }
}

function plansDe(aRemplir: ARemplir): Plan[] {
  const { lu, compile } = aRemplir
  const avant = lu.precedent
    ? T.avant(libellePeriode(lu.precedent, lu.precedent.moisCouverts))
    : null
  const sections = compile.modele.sections.flatMap((section): Plan[] => {
    switch (section.type) {
      case 'identification':
        return []
      case 'champs':
        return [planChamps(section, avant)]
      case 'matrice':
        return [planMatrice(section, avant)]
      case 'tableau':
        return [planTableau(section, lu.donnees)]
    }
  })
  const aide = planAide(aRemplir)
  const remplis = [...sections, planCommentaires(aRemplir)].map(entreReperes)
  return [...remplis, ...(aide ? [aide] : [])]
}

/** Where the value of each cell stands. */
type Lieux = ReadonlyMap<string, { feuille: string; place: string }>

function lieuxDe(plans: readonly Plan[]): Lieux {
  const lieux = new Map<string, { feuille: string; place: string }>()
  for (const { nom: feuille, rangees } of plans)
    for (const [ligne, rangee] of rangees.entries())
      for (const [colonne, emplacement] of rangee.entries())
        if ('quoi' in emplacement && emplacement.quoi === 'valeur')
          lieux.set(emplacement.adresse, { feuille, place: `${lettresDe(colonne)}${ligne + 1}` })
  return lieux
}

/** Cells added up by a formula that a program may hold; more are written as what they give. */
const TERMES_MAX = 200

/** The formulas of totals, as programs write them; those of other kinds are given as they come out. */
function formulesDe(compile: ModeleCompile, lieux: Lieux): Map<string, string> {
  const lues = compile.noeuds.map((): number[] => [])
  for (const [lu, aretes] of compile.dependants.entries())
    for (const { vers } of aretes) lues[vers]?.push(lu)
  const formules = new Map<string, string>()
  for (const { cellule, formules: dites } of etaler(compile.modele).sources) {
    const texte = dites.formule?.texte.trim() ?? ''
    if (!/^SOMME\([^()]*\)$/.test(texte)) continue
    const lieu = lieux.get(cellule.adresse)
    const termes = (lues[cellule.rang] ?? []).map((id) => {
      const noeud = compile.noeuds[id]
      const la = noeud?.sorte === 'cellule' ? lieux.get(noeud.cellule.adresse) : undefined
      return la && (la.feuille === lieu?.feuille ? la.place : `'${la.feuille}'!${la.place}`)
    })
    if (termes.length === 0 || termes.length > TERMES_MAX || termes.includes(undefined)) continue
    formules.set(cellule.adresse, `SUM(${termes.join(',')})`)
  }
  return formules
}

const estFigure = ({ nature }: Cellule) =>
  nature === 'entier' || nature === 'entierSigne' || nature === 'montant' || nature === 'decimal'

/** A value as a program of tables holds it: figures are numbers, codes are their labels. */
function ecrire(cellule: Cellule, valeur: Valeur | undefined): CaseEcrite {
  const decimales = estFigure(cellule) ? { decimales: cellule.decimales ?? 0 } : {}
  if (valeur === undefined) return { valeur: null, ...decimales }
  if (typeof valeur === 'number')
    return { valeur, decimales: cellule.decimales ?? decimalesDe(valeur) }
  if (cellule.nature === 'date' && typeof valeur === 'string' && /^\d{4}-/.test(valeur))
    return { valeur, jour: true }
  return { valeur: canonDe(cellule, valeur) }
}

const decimalesDe = (valeur: number): number =>
  Number.isInteger(valeur) ? 0 : Math.min(6, String(valeur).split('.')[1]?.length ?? 0)

type Rendu = ARemplir & { formules: ReadonlyMap<string, string> }

function rendre(rendu: Rendu, emplacement: Emplacement): CaseEcrite {
  if (!('quoi' in emplacement)) return emplacement
  const { lu, compile, formules } = rendu
  const { adresse, quoi } = emplacement
  if (quoi === 'commentaire') return { valeur: lu.commentaires[adresse] ?? null, ouverte: true }
  const cellule = celluleDe(compile, adresse)
  if (!cellule) return rien
  if (quoi === 'avant')
    return { ...ecrire(cellule, lu.precedent?.donnees[adresse]), allure: 'note' }
  const ecrite = ecrire(cellule, lu.donnees[adresse])
  if (cellule.calculee) {
    const formule = formules.get(adresse)
    return { ...ecrite, allure: 'total', ...(formule !== undefined && { formule }) }
  }
  return estFermee(cellule, lu.donnees[adresse])
    ? ecrite
    : { ...ecrite, ouverte: true, ...jourDe(cellule) }
}

const jourDe = ({ nature }: Cellule) => (nature === 'date' ? { jour: true } : {})

const estFermee = ({ luSeul, verrouillable }: Cellule, valeur: Valeur | undefined) =>
  luSeul || (verrouillable && valeur === SO)

/** What each list offers this month, column by column of a hidden sheet. */
function listesDe({ compile, lu }: ARemplir) {
  const horsMois = lu.contexte?.codesHors ?? {}
  const codifications = Object.entries(compile.modele.codifications)
  const colonnes = codifications.map(([code, codes]) =>
    codes.filter((un) => !horsMois[code]?.includes(un.code)).map(({ libelle }) => libelle),
  )
  const hauteur = Math.max(0, ...colonnes.map(({ length }) => length))
  const feuille: FeuilleEcrite = {
    nom: T.listes,
    largeurs: colonnes.map(() => 30),
    rangees: [
      enTetes(codifications.map(([code]) => code)),
      ...Array.from({ length: hauteur }, (_, n) =>
        colonnes.map((colonne): CaseEcrite => ({ valeur: colonne[n] ?? null })),
      ),
    ],
    fige: { rangees: 1, colonnes: 0 },
    protegee: true,
    cachee: true,
  }
  const plages = new Map(
    codifications.map(([code], n) => {
      const [lettre, fin] = [lettresDe(n), Math.max(2, (colonnes[n]?.length ?? 0) + 1)]
      return [code, `'${T.listes}'!$${lettre}$2:$${lettre}$${fin}`]
    }),
  )
  return { feuille, plages }
}

const ENTIERS = new Set(['entier', 'entierSigne', 'montant'])

/** What a cell to be filled takes; null: anything. */
function admisDe(
  cellule: Cellule,
  place: string,
  { lu, plages }: { lu: FormulaireLu; plages: ReadonlyMap<string, string> },
): Admis | null {
  const { nature, nd, so } = cellule
  const min = cellule.min ?? (nature === 'entierSigne' || nature === 'decimal' ? null : 0)
  const cases = [place]
  const regle =
    nature === 'decimal' ? T.admis.nombre : T.admis[min === 0 ? 'entier' : 'entierSigne']
  if (nd || so) {
    if (!estFigure(cellule)) return null
    const conditions = [
      ENTIERS.has(nature) && `${place}=INT(${place})`,
      min !== null && `${place}>=${min}`,
    ].filter((une) => une !== false)
    const nombre = `AND(ISNUMBER(${place})${conditions.map((une) => `,IFERROR(${une},FALSE)`).join('')})`
    const marques = [nd && `${place}="ND"`, so && `${place}="SO"`].filter((une) => une !== false)
    const message = T.admis.ou(regle, T.admis.marques(nd, so))
    return { sorte: 'formule', cases, message, formule: `OR(${[nombre, ...marques].join(',')})` }
  }
  if (ENTIERS.has(nature)) return { sorte: 'entier', cases, message: regle, min }
  if (nature === 'decimal') return { sorte: 'nombre', cases, message: regle }
  if (nature === 'date' && cellule.moisAdmis > 0) {
    const premier = periodeDe(rangDe(lu) - cellule.moisAdmis + 1)
    const [du, au] = [`${isoDe(premier)}-01`, `${isoDe(lu)}-${nbJours(lu)}`]
    return { sorte: 'jour', cases, message: T.admis.jour, du, au }
  }
  if (nature === 'booleen')
    return { sorte: 'choix', cases, message: T.admis.choix, liste: `"${T.oui},${T.non}"` }
  const liste = cellule.liste === null ? undefined : plages.get(cellule.liste)
  return liste === undefined ? null : { sorte: 'choix', cases, message: T.admis.choix, liste }
}

/** Alike rules are one, said of all their cells; one that names its own cell stays apart. */
function grouper(admis: readonly Admis[]): Admis[] {
  const groupes = new Map<string, Admis>()
  for (const [rang, un] of admis.entries()) {
    const { cases, ...regle } = un
    const cle = un.sorte === 'formule' ? `${rang}` : JSON.stringify(regle)
    const deja = groupes.get(cle)
    if (deja) deja.cases.push(...cases)
    else groupes.set(cle, { ...un, cases: [...cases] })
  }
  return [...groupes.values()]
}

function feuilleDe(
  rendu: Rendu & { plages: ReadonlyMap<string, string> },
  plan: Plan,
): FeuilleEcrite {
  const admis: Admis[] = []
  const rangees = plan.rangees.map((rangee, ligne) =>
    rangee.map((emplacement, colonne) => {
      const ecrite = rendre(rendu, emplacement)
      if (!ecrite.ouverte || !('quoi' in emplacement) || emplacement.quoi !== 'valeur')
        return ecrite
      const cellule = celluleDe(rendu.compile, emplacement.adresse)
      const un = cellule && admisDe(cellule, `${lettresDe(colonne)}${ligne + 1}`, rendu)
      if (un) admis.push(un)
      return ecrite
    }),
  )
  return {
    nom: plan.nom,
    largeurs: plan.largeurs,
    rangees,
    fige: plan.fige,
    protegee: true,
    bordCache: plan.repere === true,
    admis: grouper(admis),
  }
}

function accueil({ lu, compile, maintenant }: ARemplir): FeuilleEcrite {
  const { libelle, version } = compile.modele
  const lignes: [string, string][] = [
    [T.numero, lu.numero],
    [T.structure, `${lu.structure.libelle} (${lu.structure.code})`],
    [motDeDuree(lu.modele.moisCouverts), libelleFormulaire(lu)],
    [T.modele, T.versionDe(libelle, version)],
    [T.exporte, maintenant.toISOString()],
  ]
  return {
    nom: T.accueil,
    largeurs: [24, 90],
    rangees: [
      [dit(`${libelle} – ${libelleFormulaire(lu)}`, 'titre')],
      ...lignes.map(([nom, valeur]) => [dit(nom, 'entete'), dit(valeur)]),
      [],
      ...T.consignes.map((consigne, n) => [dit(T.etape(n + 1), 'entete'), dit(consigne, 'texte')]),
    ],
    fige: { rangees: 1, colonnes: 0 },
    protegee: true,
  }
}

/** How the rows and the columns of a plan are called, where it names them. */
function nommerDe({ rangees, fige }: Plan): Nommer {
  const texte = (ligne: number, colonne: number): string => {
    const emplacement = rangees[ligne]?.[colonne]
    return emplacement && 'valeur' in emplacement ? String(emplacement.valeur ?? '') : ''
  }
  const groupes = fige.rangees > 3 ? 2 : null
  return nommerSelon(texte, { titres: fige.rangees - 1, groupes, libelles: fige.colonnes - 1 })
}

/** The cells of a sheet that the import reads: the sheet, the place, the cell, what it held, its names. */
function placesDe({ lu, compile }: Pick<ARemplir, 'lu' | 'compile'>, plan: Plan): string[][] {
  const nommer = nommerDe(plan)
  return plan.rangees.flatMap((rangee, ligne) =>
    rangee.flatMap((emplacement, colonne) => {
      if (!('quoi' in emplacement) || emplacement.quoi === 'avant') return []
      const cellule = celluleDe(compile, emplacement.adresse)
      const commentee = emplacement.quoi === 'commentaire'
      if (!commentee && (!cellule || cellule.calculee)) return []
      const tenu = commentee
        ? lu.commentaires[emplacement.adresse]
        : cellule && canonDe(cellule, lu.donnees[emplacement.adresse])
      const cle = (commentee ? COMMENTEE : '') + emplacement.adresse
      const { deLigne, deColonne, deGroupe } = nommer(ligne, colonne)
      const place = `${lettresDe(colonne)}${ligne + 1}`
      return [[plan.nom, place, cle, tenu ?? '', deLigne, deColonne, deGroupe]]
    }),
  )
}

/** What the import reads first: whose workbook it is, where each cell stands, what it held. */
function technique({ lu, compile }: ARemplir, plans: readonly Plan[]): FeuilleEcrite {
  const cases = plans.flatMap((plan) => placesDe({ lu, compile }, plan))
  const identite: [string, string | number][] = [
    ['format', FORMAT],
    ['numero', lu.numero],
    ['modele', compile.modele.code],
    ['versionModele', compile.modele.version],
    ['structure', lu.structure.code],
    ['mois', isoDe(lu)],
    ['version', lu.version],
    ['cases', cases.length],
  ]
  return {
    nom: T.technique,
    largeurs: [30, 12, 40, 40, 40, 40, 40],
    rangees: [...identite.map(([nom, valeur]) => ['', '', nom, String(valeur)]), ...cases].map(
      (rangee) => rangee.map((valeur): CaseEcrite => ({ valeur: valeur === '' ? null : valeur })),
    ),
    fige: { rangees: 0, colonnes: 0 },
    protegee: true,
    cachee: true,
  }
}

/**
 * A report as a workbook to be filled elsewhere: a sheet a section, laid out as on the screen, of
 * which what is entered alone may be changed; totals are live, the month before stands beside.
 */
export async function composeClasseurDe(aRemplir: ARemplir): Promise<Buffer> {
  const plans = plansDe(aRemplir)
  const { feuille: listes, plages } = listesDe(aRemplir)
  const rendu = { ...aRemplir, plages, formules: formulesDe(aRemplir.compile, lieuxDe(plans)) }
  const feuilles = [
    accueil(aRemplir),
    ...plans.map((plan) => feuilleDe(rendu, plan)),
    listes,
    technique(aRemplir, plans),
  ]
  return composeClasseur({ titre: aRemplir.lu.numero, auteur: T.auteur, feuilles }, 'xlsx')
}
