import type { Explication, SourceAnnuaire } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Chiffre, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import {
  additionner,
  arrondir,
  divise,
  enNombre,
  fois,
  type NombreExact,
  plus,
} from '@releve/contract/exact.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { aujourdhui } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { findContenu, findCoulisses, findEdition } from './annuaire.sql.ts'
import { direAnnee } from './composer.ts'
import { compterRepetes, lireOperande, moisComptes, nombreDeMois, operandeDe } from './cube.ts'
import { resoudreTout } from './mission.ts'
import { SERIES } from './plan.ts'
import { type Composant, composantDe, type Formule } from './resoudre.ts'
import {
  type Attente,
  type FormulaireLu,
  findMoisRetenus,
  listAttentes,
  listFormulairesLus,
  type Source,
} from './retenus.sql.ts'
import { findPays, moisEchus, type Pays } from './terrain.ts'

type Demande = {
  annee: number
  edition?: number | undefined
  tableau: string
  ligne: string
  colonne: string
  soumis?: boolean | undefined
  page: number
  taille: number
}

/** `attentes`: what was expected when its edition was frozen; null: what is expected today. */
type ChiffreExplique = {
  formule: Formule
  source: Source
  nom: Nom
  pays: Pays
  attentes: Attente[] | null
}
type Nom = Pick<Explication, 'titre' | 'libelleLigne' | 'libelleColonne'> & { decimales: number }

const SANS_FILTRE = { region: null, type: null, mois: null }

/** The forms of a year: those that its edition froze, or those of the day. */
async function findSource(db: Db, { annee, edition, soumis = false }: Demande): Promise<Source> {
  if (edition === undefined) return { annee, soumis }
  const trouvee = await findEdition(db, { annee, edition })
  if (!trouvee) throw erreur('ANNUAIRE_INTROUVABLE')
  return trouvee.etat === 'PROVISOIRE' ? { annee, soumis } : { annuaireId: trouvee.id }
}

/** A figure of the series: of the year of its column, as that year's annuaire counts it. */
async function findSerie(
  db: Db,
  demande: Demande,
  source: Source,
): Promise<ChiffreExplique | null> {
  const serie = SERIES.find(({ code }) => code === demande.ligne)
  const annee = Number(/^A(\d{4})$/.exec(demande.colonne)?.[1] ?? 0)
  if (!serie || annee > demande.annee || annee < demande.annee - 4) return null
  const figee = await findEdition(db, { annee, etats: ['ARRETE', 'PUBLIE'] })
  const ancienne: Source = figee ? { annuaireId: figee.id } : { annee, soumis: false }
  const sienne = annee === demande.annee ? source : ancienne
  const pays = await findPays(db, sienne, annee)
  if (!pays) return null
  const nom = {
    titre: 'Principaux chiffres',
    libelleLigne: serie.libelle,
    libelleColonne: String(annee),
  }
  const formule = composantDe(serie, SANS_FILTRE)
  return { formule, source: sienne, pays, nom: { ...nom, decimales: 0 }, attentes: null }
}

const nommer = (
  {
    titre,
    colonnes,
    groupes,
    lignes,
  }: Pick<TableauAnnuaire, 'titre' | 'groupes'> & {
    colonnes: readonly { libelle: string; groupe?: string | null | undefined; decimales: number }[]
    lignes: readonly { libelle: string }[]
  },
  l: number,
  c: number,
): Nom => {
  const colonne = colonnes[c]
  const groupe = groupes.find(({ code }) => code === colonne?.groupe)
  const libelle = colonne?.libelle ?? ''
  return {
    titre,
    libelleLigne: lignes[l]?.libelle ?? '',
    libelleColonne: groupe ? `${groupe.libelle} – ${libelle}` : libelle,
    decimales: colonne?.decimales ?? 0,
  }
}

type FormuleTracee = { formule: Formule | undefined; nom: Nom; attentes?: Attente[] | undefined }

const rangDe = (liste: readonly { code: string }[], voulu: string) =>
  liste.findIndex(({ code }) => code === voulu)

/** As the frozen edition kept it: neither the plan nor the lists of today are asked. */
async function findTraceeFigee(
  db: Db,
  demande: Demande,
  id: number,
): Promise<FormuleTracee | null> {
  const { tableau, ligne, colonne } = demande
  const contenu = await findContenu(db, id)
  const coulisses = await findCoulisses(db, id)
  const tables = contenu?.chapitres.flatMap(({ tableaux }) => tableaux)
  const table = tables?.find(({ code }) => code === tableau)
  if (!table) return null
  const [l, c] = [rangDe(table.lignes, ligne), rangDe(table.colonnes, colonne)]
  const formules = coulisses?.formules.find(({ code }) => code === tableau)?.formules
  const nom = nommer(table, l, c)
  return { formule: formules?.[l]?.[c], nom, attentes: coulisses?.attentes }
}

function tracerVive(
  { tableau, ligne, colonne, annee }: Demande,
  { terrain }: Pays,
): FormuleTracee | null {
  const resolu = resoudreTout(terrain).find((t) => t.resolu.plan.code === tableau)?.resolu
  if (!resolu) return null
  const [l, c] = [rangDe(resolu.lignes, ligne), rangDe(resolu.colonnes, colonne)]
  const titre = direAnnee(resolu.plan.titre, annee)
  return { formule: resolu.lignes[l]?.formules[c], nom: nommer({ ...resolu, titre }, l, c) }
}

/** How a figure of a table is made. */
async function findChiffree(db: Db, demande: Demande): Promise<ChiffreExplique | null> {
  const source = await findSource(db, demande)
  if (demande.tableau === 'T8.1') return findSerie(db, demande, source)
  const pays = await findPays(db, source, demande.annee)
  if (!pays) return null
  const tracee =
    'annuaireId' in source
      ? await findTraceeFigee(db, demande, source.annuaireId)
      : tracerVive(demande, pays)
  if (!tracee?.formule) return null
  const { formule, nom, attentes = null } = tracee
  return { formule, nom, source, pays, attentes }
}

type Apport = { formulaire: FormulaireLu; apport: number; partie: number; cellules: string[] }

const lire = (operande: ReturnType<typeof operandeDe>, donnees: Donnees) =>
  lireOperande(operande, donnees[operande.a], donnees[operande.b ?? ''])

/** The forms that a sum counts, each with what it brings. */
async function listApports(
  db: Db,
  { source, pays }: ChiffreExplique,
  { terme }: Composant,
  partie: number,
): Promise<Apport[]> {
  const [modele = '', avec = null] = terme.lecture.split('+')
  const repetes = pays.repetes.filter((repete) => repete.modele === modele)
  const brutes = terme.cellules.flatMap((cellule) => {
    const repete = repetes.find(({ section }) => cellule.startsWith(`${section}.`))
    return repete ? [`${repete.section}.*`] : cellule.split(/[*?]/)
  })
  const lue = { ...terme, modele, avec, cellules: [...new Set(brutes)] }
  const formulaires = await listFormulairesLus(db, source, lue)
  const operandes = terme.cellules.map(operandeDe)
  return formulaires.map((formulaire) => {
    for (const repete of repetes) compterRepetes(formulaire.donnees, repete)
    const lues = operandes.map((operande) => lire(operande, formulaire.donnees))
    const apport = additionner(lues.filter((valeur) => typeof valeur === 'number'))
    return { formulaire, apport: enNombre(apport), partie, cellules: terme.cellules }
  })
}

const MOIS_DE = { somme: 'Somme', moyenne: 'Moyenne mensuelle' }
const PAR_STRUCTURE =
  'Effectif moyen\u00a0: de chaque structure, la moyenne des mois qu’elle a transmis, pour la part des mois de l’année où un rapport était attendu d’elle. '

function phraseDe(formule: Formule): string {
  const composants = formule.sorte === 'taux' ? [...formule.num, ...formule.den] : [formule]
  const methode = composants.some(({ parStructure }) => parStructure) ? PAR_STRUCTURE : ''
  const dire = ({ sorte, terme: { mois, cellules, lecture } }: Composant) => {
    const periode = mois.length === 1 ? 'd’un mois' : `de ${mois.length} mois`
    const cases = cellules.length === 1 ? 'd’une case' : `de ${cellules.length} cases`
    return `${MOIS_DE[sorte]} ${cases} des rapports ${lecture.split('+')[0]} ${periode}`
  }
  if (formule.sorte !== 'taux') return `${methode}${dire(formule)}.`
  const cote = (parts: readonly Composant[]) => parts.map(dire).join(', plus ')
  return `${methode}${formule.facteur} × (${cote(formule.num)}) ÷ (${cote(formule.den)}).`
}

/** A structure, while it was in a region and of a type. */
const cleDe = ({ structure, region, typeStructure }: FormulaireLu): string =>
  [structure, region, typeStructure].join(' ')

/**
 * What an average divides by: in an edition frozen before 0088, months; else each structure's own,
 * where and what it was.
 */
type Diviseurs = { mois: number; parStructure: ReadonlyMap<string, number> }

type PartDeStructure = { somme: NombreExact; n: number; so: number; attendus: number }

/** Each structure's mean over the months that say the cell, for their share of the year's months. */
function moyenneDe(apports: readonly Apport[], { mois, parStructure }: Diviseurs): NombreExact {
  const parts = new Map<string, PartDeStructure>()
  for (const { formulaire, cellules } of apports)
    for (const cellule of cellules) {
      const cle = `${cleDe(formulaire)} ${cellule}`
      const attendus = parStructure.get(cleDe(formulaire)) ?? 0
      const part = parts.get(cle) ?? { somme: 0, n: 0, so: 0, attendus }
      parts.set(cle, part)
      const valeur = formulaire.donnees[cellule]
      if (valeur === 'SO') part.so += 1
      if (typeof valeur !== 'number') continue
      part.somme = plus(part.somme, valeur)
      part.n += 1
    }
  const dites = [...parts.values()].filter(({ n }) => n > 0)
  const pesees = dites.map(({ somme, n, so, attendus }) => {
    return divise(fois(somme, attendus - so), n * mois) ?? 0
  })
  return additionner(pesees)
}

/** The figure that the forms give: computed here from what is listed, not by the annuaire's way. */
function refaire(formule: Formule, apports: readonly Apport[], diviseurs: Diviseurs) {
  const valeurDe = ({ sorte, parStructure }: Composant, i: number): NombreExact => {
    const siens = apports.filter(({ partie }) => partie === i)
    const somme = additionner(siens.map(({ apport }) => apport))
    if (sorte === 'somme') return somme
    if (parStructure) return moyenneDe(siens, diviseurs)
    return divise(somme, Math.max(1, diviseurs.mois)) ?? 0
  }
  if (apports.length === 0) return null
  if (formule.sorte !== 'taux') return valeurDe(formule, 0)
  const total = (parts: readonly Composant[], debut: number) =>
    additionner(parts.map((part, i) => valeurDe(part, debut + i)))
  const den = total(formule.den, formule.num.length)
  return divise(fois(formule.facteur, total(formule.num, 0)), den) ?? null
}

async function decrire(db: Db, apports: readonly Apport[]): Promise<SourceAnnuaire[]> {
  const ids = [...new Set(apports.map(({ formulaire }) => formulaire.modeleId))]
  const modeles = await findModelesCompiles(db, ids)
  return apports.map(({ formulaire, apport, partie, cellules }) => {
    const { donnees, rang, modeleId, region: _region, typeStructure: _type, ...reste } = formulaire
    const compile = modeles.get(modeleId)?.compile
    const connues = compile?.cellules
    return {
      ...reste,
      ...periodeDe(rang),
      moisCouverts: compile ? moisCouvertsDe(compile.modele) : 1,
      cellules: cellules.map((cellule) => {
        const valeur = lire(operandeDe(cellule), donnees)
        const lisible = typeof valeur === 'number' || typeof valeur === 'string'
        const libelle = connues?.get(cellule)?.libelle ?? cellule
        return { cellule, libelle, valeur: lisible ? valeur : null }
      }),
      apport,
      partie,
    }
  })
}

/**
 * The forms, versions and cells that make a figure, the largest contribution first.
 * @throws ANNUAIRE_INTROUVABLE, ANNEE_A_VENIR, CHIFFRE_INTROUVABLE
 */
export async function expliquerChiffre(
  { db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>,
  demande: Demande,
): Promise<Explication> {
  await moisEchus({ db, maintenant }, demande.annee)
  const chiffree = await findChiffree(db, demande)
  if (!chiffree) throw erreur('CHIFFRE_INTROUVABLE')
  const { formule, nom } = chiffree
  const composants = formule.sorte === 'taux' ? [...formule.num, ...formule.den] : [formule]
  const apports: Apport[] = []
  for (const [i, composant] of composants.entries())
    apports.push(...(await listApports(db, chiffree, composant, i)))
  const siens = (i: number) => apports.filter(({ partie }) => partie === i)
  const sommes = composants.map((_, i) =>
    enNombre(additionner(siens(i).map(({ apport }) => apport))),
  )
  const diviseurs = await findDiviseurs({ db, maintenant }, chiffree, apports)
  const valeur = refaire(formule, apports, diviseurs)
  const { page, taille, tableau } = demande
  const ordonnes = apports.toSorted((a, b) => a.partie - b.partie || b.apport - a.apport)
  const { decimales, ...entete } = nom
  const chiffre: Chiffre =
    valeur === null
      ? { sorte: 'absent', raison: 'NON_RECU' }
      : { sorte: 'valeur', valeur: arrondir(valeur, decimales) }
  return {
    tableau,
    ...entete,
    chiffre,
    phrase: phraseDe(formule),
    parties: composants.map((composant, i) => ({
      libelle: phraseDe(composant),
      somme: sommes[i] ?? 0,
      rapports: siens(i).length,
    })),
    elements: await decrire(db, ordonnes.slice((page - 1) * taille, page * taille)),
    total: apports.length,
    page,
    taille,
  }
}

const SANS_DIVISEUR: Diviseurs = { mois: 1, parStructure: new Map() }

/** By structure, how many months of the year count in its mean; and how many the year has. */
async function findDiviseurs(
  cadre: Pick<Contexte, 'db' | 'maintenant'>,
  { formule, source, pays, attentes }: ChiffreExplique,
  apports: readonly Apport[],
): Promise<Diviseurs> {
  const { db } = cadre
  const composants = formule.sorte === 'taux' ? [...formule.num, ...formule.den] : [formule]
  const moyenne = composants.find(({ sorte }) => sorte === 'moyenne')
  if (!moyenne) return SANS_DIVISEUR
  const modele = moyenne.terme.lecture.split('+')[0] ?? ''
  const retenus = await findMoisRetenus(db, source, modele)
  if (!moyenne.parStructure) return { mois: nombreDeMois(retenus), parStructure: new Map() }
  const { annee } = pays.terrain
  const demande = { ...(await aujourdhui(cadre)), annee, modeles: [modele] }
  const dites = (attentes ?? (await listAttentes(db, demande))).filter((a) => a[3] === modele)
  const mois = dites.reduce((bits, [, , , , , dus]) => bits | dus, retenus)
  const attendus = new Map(
    dites.map(([structure, region, type, , bits]) => [[structure, region, type].join(' '), bits]),
  )
  const siens = new Map<string, number>()
  for (const { formulaire } of apports) {
    const cle = cleDe(formulaire)
    siens.set(cle, (siens.get(cle) ?? 0) | (1 << (formulaire.rang % 12)))
  }
  const parStructure = new Map(
    [...siens].map(([cle, bits]) => {
      const suivie = { attendus: attendus.get(cle) ?? 0, retenus: bits }
      return [cle, nombreDeMois(moisComptes(suivie, mois))]
    }),
  )
  return { mois: nombreDeMois(mois), parStructure }
}
