import type { CaseVue } from './comptes.ts'
import type { Jour } from './journal.ts'
import type { Photo } from './photo.ts'
import { ecartEnJours, estOuvre, ouvreDepuis, ouvreJusqua, plus, verrouDe } from './temps.ts'

// Whom the calendar would remind first (docs/conception.md, 4, « Relances »).

/** Days from the due date, as they are set on a new platform. */
const ETAPES = [-3, 0, 1, 5, 10, 20]
const RATTRAPAGE = 4

/** A day that is not worked: the one before, ahead of the due date; the one after, past it. */
const jourDEtape = (photo: Photo, echeance: Jour, etape: number): Jour =>
  etape <= 0
    ? ouvreJusqua(plus(echeance, etape), photo.calendrier)
    : ouvreDepuis(plus(echeance, etape), photo.calendrier)

/** The last step that has come leaves that day, or within four days of its own. */
function part(photo: Photo, echeance: Jour, jour: Jour): boolean {
  const venus = ETAPES.map((etape) => jourDEtape(photo, echeance, etape)).filter((le) => le <= jour)
  const dernier = venus.at(-1)
  return dernier !== undefined && plus(dernier, RATTRAPAGE) >= jour
}

export function premieres(photo: Photo, manquants: readonly CaseVue[]) {
  for (let n = 0; n < 90; n += 1) {
    const jour = plus(photo.jour, n)
    if (!estOuvre(jour, photo.calendrier)) continue
    const encore = (c: CaseVue) =>
      verrouDe(c.rang) > jour ||
      (photo.rouvertures.get(`${c.structure}@${c.rang}`) ?? []).some(
        ({ termineeLe, jusqua }) => termineeLe === null && jusqua >= jour,
      )
    const dus = manquants.filter((c) => encore(c) && part(photo, c.echeance, jour))
    const retard = (c: CaseVue) => Math.max(0, ecartEnJours(c.echeance, jour))
    if (dus.length > 0) return { le: jour, dus, retard }
  }
  return { le: null, dus: [], retard: () => 0 }
}
