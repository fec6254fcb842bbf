import { VALEURS_MAX } from '@releve/contract/codification/codification.champs.ts'
import { type Constat, type ListeVenue, libelleDe, ouvrirCodes } from './ailleurs.ts'
import { direColonnes, type FeuilleLue, type LigneXlsform } from './xlsform.feuilles.ts'
import { netDe } from './xlsform.texte.ts'

/** A list of choices: what it becomes, and the code here of each of its choices there. */
export type ListeLue = ListeVenue & { codes: ReadonlyMap<string, string> }

export type Choix = {
  /** A list by its name there; null: it is not in the file, or cannot be taken, and why. */
  liste: (nom: string) => ListeLue | { absente: string }
  /** Those that were asked for. */
  prises: () => ListeVenue[]
  /** What the sheet is told of, once it is known which lists serve. */
  dire: () => Constat[]
}

const PRISES = new Set(['list_name', 'name', 'label'])
const RAISONS = new Map([
  ['media', 'les choix se montrent en texte'],
  ['geometry', 'il n’y a pas de carte dans un rapport'],
])

/** A list has a name of 120 characters at most. */
const NOM_MAX = 120

function lireListe(nom: string, code: string, lignes: readonly LigneXlsform[], dit: Constat[]) {
  const donner = ouvrirCodes('liste')
  const codes = new Map<string, string>()
  const valeurs: ListeVenue['valeurs'] = []
  for (const ligne of lignes) {
    const place = `choices, ligne ${ligne.numero}`
    const sien = ligne.dire('name')
    if (sien === '') {
      const phrase = `Un choix de la liste «\u00a0${nom.slice(0, 60)}\u00a0» n’a pas de nom\u00a0: il n’est pas repris.`
      dit.push({ place, genre: 'LAISSE', phrase })
    } else if (codes.has(sien)) {
      const phrase = `Le choix «\u00a0${sien.slice(0, 60)}\u00a0» est deux fois dans sa liste\u00a0: le premier est repris.`
      dit.push({ place, genre: 'LAISSE', phrase })
    } else {
      const pris = donner(sien, 'C')
      codes.set(sien, pris)
      valeurs.push({
        code: pris,
        libelle: libelleDe(netDe(ligne.dire('label'))) || libelleDe(sien) || pris,
      })
    }
  }
  return { code, libelle: libelleDe(nom, NOM_MAX) || code, valeurs, codes }
}

/** The lists of the sheet `choices`; what is told of one is told when it serves. */
export function lireChoix(feuille: FeuilleLue): Choix {
  const parNom = Map.groupBy(feuille.lignes, (ligne) => ligne.dire('list_name'))
  const donner = ouvrirCodes()
  const lues = new Map<string, ListeLue>()
  const constats: Constat[] = []
  const liste: Choix['liste'] = (nom) => {
    const deja = lues.get(nom)
    if (deja) return deja
    const lignes = parNom.get(nom)
    const dite = `«\u00a0${nom.slice(0, 60)}\u00a0»`
    if (!lignes || nom === '')
      return { absente: `la liste ${dite} n’est pas dans «\u00a0choices\u00a0»` }
    if (lignes.length > VALEURS_MAX)
      return { absente: `la liste ${dite} a plus de ${VALEURS_MAX} choix` }
    const lue = lireListe(nom, donner(nom, 'LISTE'), lignes, constats)
    if (lue.valeurs.length === 0) return { absente: `la liste ${dite} n’a pas de choix` }
    lues.set(nom, lue)
    return lue
  }
  const dire = () => {
    const nonLues = [...parNom].filter(([nom]) => !lues.has(nom))
    return [
      ...constats,
      ...nonLues.map(([nom, [premiere]]): Constat => {
        const phrase = `La liste «\u00a0${nom.slice(0, 60)}\u00a0» ne sert à aucune question reprise\u00a0: elle n’est pas créée.`
        return { place: `choices, ligne ${premiere?.numero ?? 1}`, genre: 'LAISSE', phrase }
      }),
      ...direColonnes(feuille, PRISES, RAISONS),
    ]
  }
  const prises = () =>
    [...lues.values()].map(({ code, libelle, valeurs }) => ({ code, libelle, valeurs }))
  return { liste, prises, dire }
}
