import type { Explication, SourceAnnuaire } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Chiffre, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { additionner, arrondir, divise, enNombre, fois } from '@releve/contract/exact.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { findContenu, findCoulisses, findEdition } from './annuaire.sql.ts'
import { direAnnee } from './composer.ts'
import { compterRepetes, lireOperande, operandeDe } from './cube.ts'
import { resoudreTout } from './mission.ts'
import { SERIES } from './plan.ts'
import { type Composant, composantDe, type Formule } from './resoudre.ts'
import { countMois, type FormulaireLu, listFormulairesLus, type Source } from './retenus.sql.ts'
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

type Chiffree = { formule: Formule; source: Source; nom: Nom; pays: Pays }
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
async function findSerie(db: Db, demande: Demande, source: Source): Promise<Chiffree | null> {
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
  return { formule, source: sienne, pays, nom: { ...nom, decimales: 0 } }
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

type Tracee = { formule: Formule | undefined; nom: Nom }

const rangDe = (liste: readonly { code: string }[], voulu: string) =>
  liste.findIndex(({ code }) => code === voulu)

/** As the frozen edition kept it: neither the plan nor the lists of today are asked. */
async function findTraceeFigee(db: Db, demande: Demande, id: number): Promise<Tracee | null> {
  const { tableau, ligne, colonne } = demande
  const contenu = await findContenu(db, id)
  const coulisses = await findCoulisses(db, id)
  const tables = contenu?.chapitres.flatMap(({ tableaux }) => tableaux)
  const table = tables?.find(({ code }) => code === tableau)
  if (!table) return null
  const [l, c] = [rangDe(table.lignes, ligne), rangDe(table.colonnes, colonne)]
  const formules = coulisses?.formules.find(({ code }) => code === tableau)?.formules
  return { formule: formules?.[l]?.[c], nom: nommer(table, l, c) }
}

function tracerVive({ tableau, ligne, colonne, annee }: Demande, { terrain }: Pays): Tracee | null {
  const resolu = resoudreTout(terrain).find((t) => t.resolu.plan.code === tableau)?.resolu
  if (!resolu) return null
  const [l, c] = [rangDe(resolu.lignes, ligne), rangDe(resolu.colonnes, colonne)]
  const titre = direAnnee(resolu.plan.titre, annee)
  return { formule: resolu.lignes[l]?.formules[c], nom: nommer({ ...resolu, titre }, l, c) }
}

/** How a figure of a table is made. */
async function findChiffree(db: Db, demande: Demande): Promise<Chiffree | null> {
  const source = await findSource(db, demande)
  if (demande.tableau === 'T8.1') return findSerie(db, demande, source)
  const pays = await findPays(db, source, demande.annee)
  if (!pays) return null
  const tracee =
    'annuaireId' in source
      ? await findTraceeFigee(db, demande, source.annuaireId)
      : tracerVive(demande, pays)
  if (!tracee?.formule) return null
  return { formule: tracee.formule, nom: tracee.nom, source, pays }
}

type Apport = { formulaire: FormulaireLu; apport: number; partie: number; cellules: string[] }

const lire = (operande: ReturnType<typeof operandeDe>, donnees: Donnees) =>
  lireOperande(operande, donnees[operande.a], donnees[operande.b ?? ''])

/** The forms that a sum counts, each with what it brings. */
async function listApports(
  db: Db,
  { source, pays }: Chiffree,
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

function phraseDe(formule: Formule): string {
  const dire = ({ sorte, terme: { mois, cellules, lecture } }: Composant) => {
    const periode = mois.length === 1 ? 'd’un mois' : `de ${mois.length} mois`
    const cases = cellules.length === 1 ? 'd’une case' : `de ${cellules.length} cases`
    return `${MOIS_DE[sorte]} ${cases} des rapports ${lecture.split('+')[0]} ${periode}`
  }
  if (formule.sorte !== 'taux') return `${dire(formule)}.`
  const cote = (parts: readonly Composant[]) => parts.map(dire).join(', plus ')
  return `${formule.facteur} × (${cote(formule.num)}) ÷ (${cote(formule.den)}).`
}

/** The figure that the forms give: computed here from what is listed, not by the annuaire's way. */
function refaire(
  formule: Formule,
  sommes: readonly number[],
  apports: readonly Apport[],
  mois: number,
) {
  const valeurDe = ({ sorte }: Composant, i: number) =>
    sorte === 'moyenne' ? (divise(sommes[i] ?? 0, Math.max(1, mois)) ?? 0) : (sommes[i] ?? 0)
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
    const { donnees, rang, modeleId, ...reste } = formulaire
    const connues = modeles.get(modeleId)?.compile.cellules
    return {
      ...reste,
      ...periodeDe(rang),
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
  const valeur = refaire(formule, sommes, apports, await nombreDeMois(db, chiffree, composants))
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

/** Months for which some form of the model counts: what an average divides by. */
async function nombreDeMois(
  db: Db,
  { source }: Chiffree,
  composants: readonly Composant[],
): Promise<number> {
  const moyenne = composants.find(({ sorte }) => sorte === 'moyenne')
  if (!moyenne) return 1
  return countMois(db, source, moyenne.terme.lecture.split('+')[0] ?? '')
}
