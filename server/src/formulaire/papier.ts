import { enNombre, fois } from '@releve/contract/exact.ts'
import { ecartDe } from '@releve/contract/formulaire/ecart.rules.ts'
import {
  type Etat,
  type Formulaire,
  LIBELLES_ETATS,
  type LigneHistorique,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { direMemeAppareil, LIBELLES_ACTES } from '@releve/contract/formulaire/historique.ts'
import { libelleRemarque } from '@releve/contract/formulaire/remarque.rules.ts'
import {
  ABSENT,
  estNombre,
  formaterNombre,
  formaterValeur,
} from '@releve/contract/modele/affichage.ts'
import { lignesTenues } from '@releve/contract/modele/calcul.place.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { compteEcart, compteEffectif, indicateursDe } from '@releve/contract/modele/indicateurs.ts'
import type {
  Controle,
  Indicateur,
  Section,
  SectionChamps,
  SectionMatrice,
  SectionTableau,
} from '@releve/contract/modele/modele.schema.ts'
import { libelleFormulaire, motDeDuree } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import { composerPage, type Entete } from '../platform/mise-en-page.ts'
import { PAPIER as T } from './papier.textes.ts'

type Tableau = {
  page: { corps: number; paysage: boolean; largeurs: number[] }
  droite: boolean[]
  entetes: Entete[][]
  lignes: { c: string[]; s: 'detail' | 'total'; n: number; h: number | null }[]
}

type SectionImprimee = {
  titre: string
  textes: string[]
  tableaux: Tableau[]
  paysage: boolean
}

/** A report as the template prints it (`papier.typ`). */
export type Papier = {
  titre: string
  structure: string
  numero: string
  /** Who collects it, under each page; empty where a receipt of before does not say. */
  organisation: string
  mention: string
  /** « Page 1 sur 4 ». */
  page: string
  sur: string
  /** Of a receipt: what its first page is verified by, and that page, which nothing shares. */
  sceau?: { qr: string; dit: string }
  couverture?: SectionImprimee[]
  sections: SectionImprimee[]
}

/** A report as its reader reads it; its model stands beside. */
export type FormulaireLu = Omit<Formulaire, 'definition'>

/** What is printed: the report as its reader reads it, its model, and its record if he may read it. */
export type AImprimer = {
  lu: FormulaireLu
  compile: ModeleCompile
  publiee: number | null
  historique: Liste<LigneHistorique> | null
  motifs: ReadonlyMap<string, string>
  /** Of its structure. */
  libelles: { typeStructure: string; region: string }
  fuseau: string
  organisation: string
}

type Ligne = { c: string[]; total?: boolean }

const simple = (t: string, d = false): Entete => ({ t, c: 1, r: 1, d })

function tableauDe(entetes: Entete[][], lignes: readonly Ligne[], droite: boolean[]): Tableau {
  const dites = lignes.map(({ c, total }) => ({
    c,
    n: 0,
    s: total ? ('total' as const) : ('detail' as const),
  }))
  const { hauteurDe, ...page } = composerPage({ entetes, lignes: dites, droite })
  return { page, droite, entetes, lignes: dites.map((l) => ({ ...l, h: hauteurDe(l) })) }
}

/** A table of texts alone, under one row of headings. */
export const textesDe = (entetes: readonly string[], lignes: readonly string[][]): Tableau =>
  tableauDe(
    [entetes.map((entete) => simple(entete))],
    lignes.map((c) => ({ c })),
    entetes.map(() => false),
  )

export function section(
  titre: string,
  tableaux: Tableau[],
  textes: string[] = [],
): SectionImprimee {
  return { titre, textes, tableaux, paysage: tableaux.some(({ page }) => page.paysage) }
}

const instantDe = (instant: string, fuseau: string): string =>
  new Intl.DateTimeFormat('fr-FR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: fuseau,
  }).format(new Date(instant))

function identite({ lu, fuseau, publiee, libelles }: AImprimer): SectionImprimee {
  const { modele, structure, identification, etat, motifRenvoi } = lu
  const soumis = lu.soumisLe ? instantDe(lu.soumisLe, fuseau) : null
  const lignes: [string, string | null][] = [
    [T.numero, lu.numero],
    [T.structure, `${structure.libelle} (${structure.code})`],
    [T.type, libelles.typeStructure],
    [T.region, libelles.region],
    [T.responsable, identification.responsable],
    [T.modele, T.modeleDe(modele.libelle, modele.version)],
    [motDeDuree(lu.modele.moisCouverts), libelleFormulaire(lu)],
    [T.etat, LIBELLES_ETATS[etat]],
    [
      T.remplissage,
      publiee === null ? `${Math.floor(enNombre(fois(100, lu.remplissage)))}\u00a0%` : null,
    ],
    [T.soumisLe, soumis && (lu.horsDelai ? `${soumis}, ${T.horsDelai}` : soumis)],
    [T.publications, lu.versionDiffusee > 0 ? String(lu.versionDiffusee) : null],
    [T.motif, motifRenvoi && [motifRenvoi.libelle, motifRenvoi.texte].filter(Boolean).join('. ')],
  ]
  const dites = lignes.flatMap(([nom, texte]) => (texte ? [[nom, texte]] : []))
  return section(T.identite, [textesDe([T.rubrique, T.valeur], dites)])
}

type FormulaireImprime = {
  lu: Pick<FormulaireLu, 'donnees' | 'commentaires'>
  compile: ModeleCompile
}

/** The value of a cell as people read it. */
function lire({ lu, compile }: FormulaireImprime, adresse: string): string {
  const cellule = compile.cellules.get(adresse)
  return cellule ? formaterValeur(cellule, lu.donnees[adresse]) : ABSENT
}

const uniteDe = (libelle: string, unite: string | null | undefined): string =>
  unite ? `${libelle} (${unite})` : libelle

function champs(lue: FormulaireImprime, { code, prefixe, champs: siens }: SectionChamps): Tableau {
  const lignes = siens.map(({ code: champ, libelle, unite }) => [
    uniteDe(libelle, unite),
    lire(lue, prefixe ? `${code}.${champ}` : champ),
  ])
  return textesDe([T.rubrique, T.valeur], lignes)
}

function matrice(lue: FormulaireImprime, dite: SectionMatrice): Tableau {
  const { code, libelle, groupes, colonnes, lignes, nature } = dite
  const droite = estNombre(nature)
  const sousGroupes = groupes?.map((groupe) => ({ ...groupe, chemin: `${groupe.code}.` }))
  const tetes = (sousGroupes ?? [{ chemin: '' }]).flatMap(({ chemin }) =>
    colonnes.map((colonne) => ({ ...colonne, chemin: chemin + colonne.code })),
  )
  const seconde = tetes.map((tete) => simple(uniteDe(tete.libelle, tete.unite), droite))
  const entetes: Entete[][] = groupes
    ? [
        [
          { ...simple(libelle), r: 2 },
          ...groupes.map((g) => ({ ...simple(g.libelle), c: colonnes.length })),
        ],
        seconde,
      ]
    : [[simple(libelle), ...seconde]]
  const rangees = lignes.map((ligne) => ({
    c: [
      uniteDe(ligne.libelle, ligne.unite),
      ...tetes.map(({ chemin }) => lire(lue, `${code}.${ligne.code}.${chemin}`)),
    ],
    total: ligne.formule !== undefined,
  }))
  return tableauDe(entetes, rangees, [false, ...tetes.map(() => droite)])
}

function repetee(lue: FormulaireImprime, { code, colonnes }: SectionTableau): Tableau | null {
  const lignes = lignesTenues(lue.lu.donnees, code)
  const cellules = lue.compile.tableaux.find((tableau) => tableau.code === code)?.colonnes ?? []
  if (lignes.length === 0) return null
  const nombres = colonnes.map(({ nature }) => estNombre(nature))
  const entetes = colonnes.map(({ libelle, unite }, rang) =>
    simple(uniteDe(libelle, unite), nombres[rang]),
  )
  const rangees = lignes.map((ligne, rang) => ({
    c: [
      T.ligneNumero(rang + 1),
      ...cellules.map((cellule) =>
        formaterValeur(cellule, lue.lu.donnees[`${code}.${ligne}.${cellule.colonne}`]),
      ),
    ],
  }))
  return tableauDe([[simple(T.ligne), ...entetes]], rangees, [false, ...nombres])
}

export function imprimerSection(lue: FormulaireImprime, dite: Section): SectionImprimee[] {
  switch (dite.type) {
    case 'identification':
      return []
    case 'champs':
      return [section(dite.libelle, [champs(lue, dite)])]
    case 'matrice':
      return [section(dite.libelle, [matrice(lue, dite)])]
    case 'tableau': {
      const tableau = repetee(lue, dite)
      return [section(dite.libelle, tableau ? [tableau] : [], tableau ? [] : [T.aucuneLigne])]
    }
  }
}

type LusParControle = {
  lu: { resultats: readonly Pick<Controle, 'niveau' | 'message' | 'justification'>[] }
}

const dire = (n: number | null) => (n === null ? ABSENT : formaterNombre(n))

/** Of the cells that follow-up reads, those that the model names: one that it does not has no line. */
function lignesDEcarts({ lu, compile: { modele } }: AImprimer): [string, string][] {
  const { precedent, donnees } = lu
  const { effectif, entrees, sorties, reference } = indicateursDe(modele, (nom) => donnees[nom])
  const avant = indicateursDe(modele, (nom) => precedent?.donnees[nom]).effectif
  const { theorique, ecart } = ecartDe({ effectif, precedent: avant, entrees, sorties })
  const nommes = modele.indicateurs
  const siNomme = (nom: Indicateur, ligne: [string, string]) => (nommes[nom] ? [ligne] : [])
  const siEcart = (ligne: [string, string]) => (compteEcart(modele) ? [ligne] : [])
  return [
    [T.ecart.precedent, dire(avant)],
    ...siNomme('entrees', [T.ecart.entrees, dire(entrees)]),
    ...siNomme('sorties', [T.ecart.sorties, dire(sorties)]),
    ...siEcart([T.ecart.theorique, dire(theorique)]),
    [T.ecart.declare, dire(effectif)],
    ...siEcart([T.ecart.ecart, ecart !== null && ecart > 0 ? `+${dire(ecart)}` : dire(ecart)]),
    ...siNomme('reference', [T.ecart.reference, dire(reference)]),
  ]
}

/** The headcount as the model names it, and what separates it from last month's with its moves. */
function ecarts(aImprimer: AImprimer): SectionImprimee[] {
  if (!compteEffectif(aImprimer.compile.modele)) return []
  const lignes = lignesDEcarts(aImprimer)
  const entetes = [[simple(T.rubrique), simple(T.valeur, true)]]
  return [
    section(T.ecarts, [
      tableauDe(
        entetes,
        lignes.map((c) => ({ c })),
        [false, true],
      ),
    ]),
  ]
}

export function commentaires(lue: FormulaireImprime): SectionImprimee[] {
  const lignes = Object.entries(lue.lu.commentaires).map(([adresse, texte]) => [
    libelleDe(lue, adresse),
    texte,
  ])
  if (lignes.length === 0) return []
  return [section(T.commentaires, [textesDe([T.case, T.commentaire], lignes)])]
}

function libelleDe({ compile }: FormulaireImprime, adresse: string): string {
  const [code, , colonne] = adresse.split('.')
  const tableau = compile.tableaux.find((un) => un.code === code)
  return (
    compile.cellules.get(adresse)?.libelle ??
    tableau?.parCode.get(colonne ?? '')?.libelle ??
    T.ensemble
  )
}

export function controles({ lu }: LusParControle): SectionImprimee {
  const dits = lu.resultats.filter(({ niveau }) => niveau !== 'INFO')
  const lignes = dits.map(({ niveau, message, justification }) => [
    T.niveaux[niveau],
    message,
    justification ?? '',
  ])
  if (lignes.length === 0) return section(T.controles, [], [T.aucunControle])
  return section(T.controles, [textesDe([T.niveau, T.message, T.justification], lignes)])
}

function remarques(aImprimer: AImprimer): SectionImprimee[] {
  const { lu, fuseau } = aImprimer
  const lignes = lu.remarques.map(({ cellule, texte, auteur, le, ...suite }) => [
    cellule === null ? T.ensemble : libelleDe(aImprimer, cellule),
    texte,
    auteur,
    instantDe(le, fuseau),
    libelleRemarque(suite),
  ])
  if (lignes.length === 0) return []
  const entetes = [T.case, T.remarque, T.auteur, T.le, T.statut]
  return [section(T.remarques, [textesDe(entetes, lignes)])]
}

const passageDe = (de: Etat | null, vers: Etat): string => {
  if (de === null || de === vers) return LIBELLES_ETATS[vers]
  return T.passageDe(LIBELLES_ETATS[de], LIBELLES_ETATS[vers])
}

function historique({ historique: lu, motifs, fuseau }: AImprimer): SectionImprimee[] {
  if (!lu || lu.elements.length === 0) return []
  const lignes = lu.elements.map(
    ({ le, action, de, vers, force, agent, auNomDe, motif, texte, memeAppareil }) => [
      instantDe(le, fuseau),
      LIBELLES_ACTES[action] ?? action,
      force ? `${passageDe(de, vers)}, ${T.force}` : passageDe(de, vers),
      auNomDe ? T.parDe(agent, auNomDe) : agent,
      [motif && (motifs.get(motif) ?? motif), texte, memeAppareil && direMemeAppareil(memeAppareil)]
        .filter(Boolean)
        .join('. '),
    ],
  )
  const coupe = lu.total > lignes.length ? [T.historiqueCoupe(lignes.length, lu.total)] : []
  const entetes = [T.le, T.acte, T.passage, T.par, T.raison]
  return [section(T.historique, [textesDe(entetes, lignes)], coupe)]
}

/** What is printed of a report: all its sections, blanks shown as such, then what is said of it. */
export function papierDe(aImprimer: AImprimer): Papier {
  const { lu, compile, publiee } = aImprimer
  return {
    titre: T.titre(lu.modele.libelle, libelleFormulaire(lu)),
    structure: lu.structure.libelle,
    numero: lu.numero,
    organisation: aImprimer.organisation,
    mention: publiee === null ? '' : T.versionDiffusee(publiee),
    page: T.page,
    sur: T.sur,
    sections: [
      identite(aImprimer),
      ...compile.modele.sections.flatMap((dite) => imprimerSection(aImprimer, dite)),
      ...(publiee === null
        ? [...commentaires(aImprimer), ...ecarts(aImprimer), controles(aImprimer)]
        : []),
      ...remarques(aImprimer),
      ...historique(aImprimer),
    ],
  }
}
