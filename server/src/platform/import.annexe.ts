import { cheminAnnexe, type Importation } from './import.jugement.ts'
import { fautesSansTitre, type Ligne } from './import.lecture.ts'
import type { FeuilleLue, LigneTableur, Tableur } from './tableur.cases.ts'
import { illisible, renommer } from './tableur.ts'

type Dite = { feuille: string; entetes: readonly [string, ...string[]] }

/** @throws TABLEUR_ILLISIBLE for a column that is not known, or that is missing */
function verifierAnnexe({ feuille, entetes }: Dite, lue: FeuilleLue): void {
  const inconnue = lue.entetes.find((entete) => !entetes.includes(entete))
  const manque = entetes.find((entete) => !lue.entetes.includes(entete))
  const colonne = (inconnue ?? manque)?.slice(0, 100)
  if (colonne === undefined) return
  const suite = inconnue === undefined ? 'manque' : 'n’est pas reconnue'
  throw illisible(
    `Feuille «\u00a0${feuille}\u00a0»\u00a0: la colonne «\u00a0${colonne}\u00a0» ${suite}.`,
  )
}

/** @throws TABLEUR_ILLISIBLE for a line that speaks of nothing of the first sheet */
function refuserPerdues(
  { feuille, entetes: [cle] }: Dite,
  lignes: readonly LigneTableur[],
  { cles, premiere }: { cles: ReadonlySet<string>; premiere: string },
): void {
  const perdue = lignes.find(({ cellules }) => !cles.has(cellules[cle] ?? ''))
  if (!perdue) return
  const dite = (perdue.cellules[cle] ?? '').slice(0, 100)
  throw illisible(
    `Feuille «\u00a0${feuille}\u00a0», ligne ${perdue.numero}\u00a0: «\u00a0${dite}\u00a0» n’a pas de ligne dans la feuille «\u00a0${premiere}\u00a0». Ajoutez-la\u00a0: sa colonne «\u00a0${cle}\u00a0» suffit.`,
  )
}

/**
 * The lines of the first sheet with what those of the second add to them, and that sheet with its
 * headings named as we do. @throws TABLEUR_ILLISIBLE
 */
export function joindreAnnexe<Avant, Fiche extends object, Tenu>(
  { annexe: dite, feuille }: Importation<Avant, Fiche, Tenu>,
  lues: readonly Ligne<Avant, Fiche>[],
  { annexe: venue }: Tableur,
  tenu: Tenu,
): { lues: readonly Ligne<Avant, Fiche>[]; annexe?: FeuilleLue } {
  if (!dite || !venue) return { lues }
  const annexe = renommer(venue, dite.entetes)
  verifierAnnexe(dite, annexe)
  const [cle] = dite.entetes
  const cles = new Set(lues.map((ligne) => ligne.cle).filter(Boolean))
  refuserPerdues(dite, annexe.lignes, { cles, premiere: feuille })
  const parCle = Map.groupBy(annexe.lignes, ({ cellules }) => cellules[cle] ?? '')
  const jointes = lues.map((ligne) => {
    const siennes = parCle.get(ligne.cle)
    if (!siennes) return ligne
    const { fiche, fautes } = dite.joindre(tenu, ligne, siennes)
    const sansTitre = siennes.flatMap((sienne) =>
      fautesSansTitre(sienne).map(({ chemin, ...faute }) => ({
        ...faute,
        chemin: cheminAnnexe(dite, sienne.numero, chemin),
      })),
    )
    const details = fautes.map(({ numero, entete, code, libelle }) => ({
      chemin: cheminAnnexe(dite, numero, entete),
      code,
      libelle,
    }))
    return { ...ligne, fiche, details: [...ligne.details, ...details, ...sansTitre] }
  })
  return { lues: jointes, annexe }
}
