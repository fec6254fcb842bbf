import type { CaseVue } from './comptes.ts'
import type { Jour, Rang } from './journal.ts'
import type { Photo } from './photo.ts'
import { jourDe, plus, verrouDe } from './temps.ts'

// The calendar's feed (docs/conception.md, 4): due days, last days of entry and reopenings of one's
// structures, from six months past to eleven to come; what is past, for sixty days.

const MOIS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'
const NOMS = MOIS.split(' ')
const nomDe = (rang: Rang) => `${NOMS[rang % 12]} ${Math.floor(rang / 12)}`
const deDevant = (nom: string) => (/^[ao]/.test(nom) ? `d’${nom}` : `de ${nom}`)

/** What a report of this month covers, and the same after « rapports ». */
function periode(rang: Rang, couverts: number): { nom: string; de: string } {
  const annee = Math.floor(rang / 12)
  const fin = (rang % 12) + 1
  if (couverts === 1) return { nom: nomDe(rang), de: deDevant(nomDe(rang)) }
  if (couverts === 12 && fin === 12) return { nom: `l’année ${annee}`, de: `de l’année ${annee}` }
  if (fin % couverts === 0 && couverts < 12) {
    const n = fin / couverts
    const nom = `${n}${n === 1 ? 'er' : 'e'} ${couverts === 3 ? 'trimestre' : 'semestre'} ${annee}`
    return { nom: `le ${nom}`, de: `du ${nom}` }
  }
  const premier = rang - couverts + 1
  const debut = Math.floor(premier / 12) === annee ? (NOMS[premier % 12] ?? '') : nomDe(premier)
  const nom = `${deDevant(debut)} à ${nomDe(rang)}`
  return { nom, de: nom }
}

const date = (jour: Jour) => jour.replaceAll('-', '')

/** `structure`: whose account it is; null: the directorate's. */
export function agenda(photo: Photo, cases: readonly CaseVue[], structure: string | null) {
  const depuis = plus(photo.jour, -60)
  const siennes = cases.filter((c) => structure === null || c.structure === structure)
  const mois = Array.from({ length: 18 }, (_, i) => photo.courant - 6 + i)
  const evenements = mois.flatMap((rang) => {
    const attendues = siennes.filter((c) => c.attendu && c.rang === rang)
    const couverts = attendues.flatMap((c) => photo.versionEn(c.modele, rang)?.couverts ?? [])
    const dites = [...new Set(couverts)].toSorted((a, b) => a - b).map((n) => periode(rang, n))
    if (dites.length === 0) return []
    const un = (quoi: string, jour: Jour, titre: string) => ({ quoi, jour, titre })
    const iso = `${Math.floor(rang / 12)}-${String((rang % 12) + 1).padStart(2, '0')}`
    return [
      un(
        `echeance-${iso}`,
        photo.echeanceDuMois(rang),
        `Échéance\u00a0: rapports ${dites.map(({ de }) => de).join(', ')}`,
      ),
      un(
        `cloture-${iso}`,
        plus(verrouDe(rang), -1),
        `Dernier jour de saisie\u00a0: ${dites.map(({ nom }) => nom).join(', ')}`,
      ),
    ]
  })
  const jours = evenements
    .filter(({ jour }) => jour >= depuis)
    .map(({ quoi, jour, titre }) => ({ quoi, du: date(jour), fin: date(plus(jour, 1)), titre }))
  const rouverts = [...photo.rouvertures].flatMap(([lieu, siens]) => {
    const [code = ''] = lieu.split('@')
    if (structure !== null && code !== structure) return []
    const libelle = photo.structure(code).libelle
    return siens
      .filter(({ termineeLe, jusqua }) => termineeLe === null && jusqua >= depuis)
      .map(({ rang, le, jusqua }) => ({
        quoi: 'reouverture',
        du: date(jourDe(le)),
        fin: date(plus(jusqua, 1)),
        titre: `Mois rouvert\u00a0: ${nomDe(rang)}, ${libelle}`,
      }))
  })
  return [...jours, ...rouverts]
}
