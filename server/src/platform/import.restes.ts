import type { FichierEcrit } from '@releve/contract/fichier.ts'
import { ENTETE_FAUTES, type zTableurRecu } from '@releve/contract/import.ts'
import { inTransaction } from './base/transaction.ts'
import { erreur } from './erreur.ts'
import { estJuste, type Importation, type LigneJugee } from './import.jugement.ts'
import { apercuDe, type Depot, examiner, readLignes } from './import.ts'
import { type FeuilleLue, type LigneTableur, lettresDe, type Tableur } from './tableur.cases.ts'
import { composeListe, enUnLot, type Feuille, formatDe } from './tableur.ecriture.ts'
import { pourDe } from './tour.ts'

/** The first line below the headings. */
const PREMIERE = 2

/**
 * The file as if its lines that are left stood by themselves: their numbers and their columns are
 * those of the file that is given back, so that what is said of them speaks of it. The others are
 * numbered after, for these to be judged with them. What has no heading stands beyond the faults.
 */
function enRestes(tableur: Tableur, laissees: ReadonlySet<number>): Tableur {
  const entetes = tableur.entetes.filter((entete) => entete !== ENTETE_FAUTES)
  const restent = tableur.lignes.filter(({ numero }) => laissees.has(numero))
  const passent = tableur.lignes.filter(({ numero }) => !laissees.has(numero))
  const numeros = new Map(
    [...restent, ...passent].map(({ numero }, rang) => [numero, rang + PREMIERE]),
  )
  const lignes = tableur.lignes.map((ligne) => ({
    ...ligne,
    numero: numeros.get(ligne.numero) ?? ligne.numero,
    sansTitre: ligne.sansTitre.map((_, rang) => lettresDe(entetes.length + 1 + rang)),
  }))
  return { entetes, lettres: entetes.map((_, rang) => lettresDe(rang)), lignes }
}

/** The same of the second sheet: first the lines of what is left, as they are given back. */
function enRestesAnnexe(
  annexe: FeuilleLue,
  estLaissee: (ligne: LigneTableur) => boolean,
): FeuilleLue {
  const { restent = [], passent = [] } = Object.groupBy(annexe.lignes, (ligne) =>
    estLaissee(ligne) ? 'restent' : 'passent',
  )
  const lignes = [...restent, ...passent].map((ligne, rang) => ({
    ...ligne,
    numero: rang + PREMIERE,
    sansTitre: ligne.sansTitre.map((_, n) => lettresDe(annexe.entetes.length + n)),
  }))
  return { ...annexe, lettres: annexe.entetes.map((_, rang) => lettresDe(rang)), lignes }
}

/** What is given back of the second sheet. */
function rendreAnnexe(
  feuille: string,
  { entetes, lignes }: FeuilleLue,
  estLaissee: (ligne: LigneTableur) => boolean,
): Feuille {
  const rangees = lignes
    .filter(estLaissee)
    .map(({ cellules, horsTitre = [] }) => [
      ...entetes.map((entete) => cellules[entete] ?? ''),
      ...horsTitre,
    ])
  const largeur = Math.max(entetes.length, ...rangees.map((rangee) => rangee.length))
  const colonnes = Array.from({ length: largeur }, (_, n) => ({ entete: entetes[n] ?? '' }))
  return { feuille, colonnes, lots: enUnLot(rangees) }
}

/** What the file that is given back holds: the cells as they were, and a sentence for each fault. */
function composerRestes<Avant, Fiche extends object, Tenu>(
  importation: Importation<Avant, Fiche, Tenu>,
  venu: Tableur,
  tenu: Tenu,
) {
  const { colonnes, lignes: jugees, tableur } = examiner(importation, venu, tenu)
  const { lignes, entetes } = tableur
  const fautesDe = (jugee: LigneJugee<Avant, Fiche>) =>
    apercuDe(importation, jugee, colonnes, tableur)
      .details.map(({ libelle }) => libelle)
      .join(' ')
  const horsTitre = new Map(lignes.map((ligne) => [ligne.numero, ligne.horsTitre ?? []]))
  const rangees = jugees
    .filter((jugee) => !estJuste(jugee))
    .map((jugee) => [
      ...entetes.map((entete) => jugee.cellules[entete] ?? ''),
      fautesDe(jugee),
      ...(horsTitre.get(jugee.numero) ?? []),
    ])
  const largeur = Math.max(0, ...rangees.map((rangee) => rangee.length))
  const sansTitre = Array.from({ length: largeur - entetes.length - 1 }, () => ({ entete: '' }))
  const titres = [...entetes, ENTETE_FAUTES].map((entete) => ({ entete }))
  return { colonnes: [...titres, ...sansTitre], rangees, annexe: tableur.annexe }
}

/**
 * The lines of a spreadsheet that its import would leave, in the order of the file and in its
 * format, with their faults in a last column: corrected, it is imported as it is. Writes nothing.
 * @throws those of REFUS_TABLEUR, AUCUNE_LIGNE_RESTANTE, TRAVAUX_EN_COURS,
 * SERVICE_OCCUPE
 */
export async function exporterRestes<Avant, Fiche extends object, Tenu>(
  appel: Depot<typeof zTableurRecu>,
  importation: Importation<Avant, Fiche, Tenu>,
): Promise<FichierEcrit> {
  const { body, db: base, agent, maintenant } = appel
  const { feuille } = importation
  const { contenu } = body.fichier
  const tableur = await readLignes(contenu, pourDe(appel), importation)
  const { colonnes, rangees, annexes } = await inTransaction(base, async (db) => {
    const tenu = await importation.tenir({ db, agent, maintenant }, tableur.lignes, false)
    const { lignes, tableur: lu } = examiner(importation, tableur, tenu)
    const laissees = lignes.filter((ligne) => !estJuste(ligne))
    if (laissees.length === 0) throw erreur('AUCUNE_LIGNE_RESTANTE')
    const restes = enRestes(tableur, new Set(laissees.map(({ numero }) => numero)))
    if (!lu.annexe || !importation.annexe)
      return { ...composerRestes(importation, restes, tenu), annexes: [] }
    const [cle] = importation.annexe.entetes
    const cles = new Set(laissees.map((ligne) => ligne.cle))
    const estLaissee = ({ cellules }: LigneTableur) => cles.has(cellules[cle] ?? '')
    const annexe = enRestesAnnexe(lu.annexe, estLaissee)
    const composes = composerRestes(importation, { ...restes, annexe }, tenu)
    return { ...composes, annexes: [rendreAnnexe(importation.annexe.feuille, annexe, estLaissee)] }
  })
  const dite = { nom: `${feuille.toLowerCase()}-a-corriger`, total: rangees.length, filtres: [] }
  const format = formatDe(contenu)
  const premiere = { feuille, colonnes, lots: enUnLot(rangees) }
  return composeListe([premiere, ...annexes], dite, { format, maintenant })
}
