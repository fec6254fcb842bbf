// Proves the secrecy of an edition before it is frozen, in a process of its own, and ends.
import { surveiller } from '../platform/apart.reponse.ts'
import type { AProuver, ReponsePreuve } from './calculer.ts'
import { Lecteur, rangsEntre } from './lecteur.ts'
import { composantes, deplacees, inconnueDe, nomAutrefois, valeursGardees } from './secret.ts'
import { type Known, type Row, type Solver, withSolver } from './solveur.ts'

const PRECISION = 1e-6
/** Milliseconds: then what is left is said not to be ended. */
const DELAI = 150_000

type Largeurs = ReadonlyMap<string, number>
type Etat = 'TENUE' | 'ETROITE' | 'INACHEVEE'

/** Of each of these figures, whether it stays as wide as it must for who reads these rows. */
function juger(
  solveur: Solver,
  [rangs, sans]: readonly [readonly Row[], readonly Row[]],
  largeurs: Largeurs,
  known: Known,
  fin: number,
): Map<string, Etat> {
  const etats = new Map<string, Etat>()
  const noms = new Set(rangs.flatMap(({ terms }) => [...terms.keys()]))
  const siennes = new Map([...largeurs].filter(([nom]) => noms.has(nom)))
  const aucun = new Map<string, number>()
  const inconnues = new Map([...noms].map((nom) => [nom, inconnueDe(nom, aucun)]))
  for (const groupe of composantes(rangs)) {
    const du = new Set(groupe.flatMap(({ terms }) => [...terms.keys()]))
    const voulues = new Map([...siennes].filter(([nom]) => du.has(nom)))
    const restreint = sans.filter(({ terms }) => [...terms.keys()].some((nom) => du.has(nom)))
    const fourchettes =
      performance.now() > fin
        ? null
        : (solveur.rangesOf({ rows: groupe, unknowns: inconnues, widths: voulues, known }) ??
          solveur.rangesOf({ rows: restreint, unknowns: inconnues, widths: voulues, known }))
    for (const [nom, largeur] of voulues) {
      const lue = fourchettes?.get(nom)
      const large = lue && lue.high - lue.low >= largeur - PRECISION
      etats.set(nom, !lue?.proved ? 'INACHEVEE' : large ? 'TENUE' : 'ETROITE')
    }
  }
  return etats
}

/** What an edition must not tell: counts under the threshold, and what has moved since these. */
function secretsDe(lecteur: Lecteur, seuil: number, avant: readonly Lecteur[]) {
  const bougees = new Set(
    avant.flatMap(({ vrais, lecture: { montres } }) => {
      const caches = { has: (nom: string) => !montres.has(nom) }
      return deplacees(lecteur.vrais, { valeurs: vrais, caches }, seuil)
    }),
  )
  return (nom: string): boolean => lecteur.estPetit(nom, seuil) || bougees.has(nom)
}

/** Those of them that it hides, with the tables that do. */
const cachesDe = (lecteur: Lecteur, estSecret: (nom: string) => boolean) =>
  [...lecteur.lecture.caches].filter(([nom]) => estSecret(nom))

/** What a figure of another edition is called beside those of this one. */
const renommerDe = (ancien: Lecteur, lecteur: Lecteur) => (nom: string) =>
  nomAutrefois(nom, ancien.vrais.get(nom), lecteur.vrais.get(nom))

/** The balances of the editions of the year after, with what this one says of its own. */
const rangsDesSuites = (avant: Lecteur, lus: readonly Lecteur[], lecteur: Lecteur): Row[] =>
  lus
    .filter(({ annee }) => annee === avant.annee + 1)
    .flatMap((suite) =>
      rangsEntre(
        { lecteur: avant, renommer: renommerDe(avant, lecteur) },
        { lecteur: suite, renommer: renommerDe(suite, lecteur) },
      ),
    )

/** « T3.4 de 2025 »: tables of another year than this one. */
const direTableaux = (codes: Set<string>, { annee }: Lecteur, lecteur: Lecteur): Set<string> =>
  annee === lecteur.annee ? codes : new Set([...codes].map((code) => `${code} de ${annee}`))

type DejaLu = {
  rangs: Row[]
  connus: Set<string>
  petits: [string, Set<string>][]
  vrais: Map<string, number>
}

/** What editions of before tell: their own rows, and what they show of what others hide. */
function lireDAvant(lus: readonly Lecteur[], seuil: number, lecteur: Lecteur): DejaLu {
  const anciens = lus.map((ancien) => ({ ancien, renommer: renommerDe(ancien, lecteur) }))
  const dits = anciens.flatMap(({ ancien, renommer }) =>
    [...ancien.lecture.montres].map(([nom, montre]) => [renommer(nom), montre] as const),
  )
  const petits = anciens.flatMap(({ ancien, renommer }, rang) =>
    cachesDe(ancien, secretsDe(ancien, seuil, lus.slice(rang + 1))).map(
      ([nom, tableaux]) => [renommer(nom), direTableaux(tableaux, ancien, lecteur)] as const,
    ),
  )
  const caches = new Set([
    ...lecteur.lecture.caches.keys(),
    ...anciens.flatMap(({ ancien, renommer }) => [...ancien.lecture.caches.keys()].map(renommer)),
  ])
  return {
    rangs: [
      ...anciens.flatMap(({ ancien, renommer }) => ancien.rangs(renommer)),
      ...lus.flatMap((ancien) => rangsDesSuites(ancien, lus, lecteur)),
      ...dits.flatMap(([nom, { valeur, jeu }]): Row[] =>
        caches.has(nom) ? [{ terms: new Map([[nom, 1]]), sum: valeur, slack: jeu }] : [],
      ),
    ],
    connus: new Set(dits.map(([nom]) => nom)),
    petits: petits.map(([nom, tableaux]) => [nom, tableaux]),
    vrais: new Map(
      anciens.flatMap(({ ancien: { vrais }, renommer }) =>
        [...vrais].map(([nom, vrai]) => [renommer(nom), vrai] as const),
      ),
    ),
  }
}

function prouver(demande: AProuver, solveur: Solver): ReponsePreuve {
  const { seuil, document, lues } = demande
  const fin = performance.now() + DELAI
  const lecteur = new Lecteur(document)
  const { suivis } = lecteur.lecture
  const valeurs = valeursGardees(seuil)
  const lus = lues.map((lue) => new Lecteur(lue))
  const deja = lireDAvant(lus, seuil, lecteur)
  const estSecret = secretsDe(lecteur, seuil, lus)
  const petits = [...new Map([...deja.petits, ...cachesDe(lecteur, estSecret)])].filter(
    ([nom]) => !deja.connus.has(nom),
  )
  const largeurs = new Map(petits.map(([nom]) => [nom, valeurs - 1]))
  // What figures are is tried as any solution of theirs, and shown to be one by the rows.
  const connu = { truth: new Map([...deja.vrais, ...document.valeurs]), ends: new Map() }
  // What an edition of before bounds by itself, nothing that is hidden now changes.
  const autrefois = juger(solveur, [deja.rangs, deja.rangs], largeurs, connu, fin)
  for (const [nom, etat] of autrefois) if (etat === 'ETROITE') largeurs.delete(nom)
  const sans = [...lecteur.rangs(), ...rangsDesSuites(lecteur, lus, lecteur), ...deja.rangs]
  const etats = juger(solveur, [[...sans, ...lecteur.rangsDe(suivis)], sans], largeurs, connu, fin)
  const tableauxDe = (etat: Etat) =>
    petits.filter(([nom]) => etats.get(nom) === etat).flatMap(([, tableaux]) => [...tableaux])
  const dits = [...lecteur.dits(estSecret)].flatMap(({ nom, tableau }) =>
    deja.connus.has(nom) ? [] : [tableau],
  )
  return {
    chiffres: largeurs.size,
    valeurs,
    retrouves: [...new Set([...tableauxDe('ETROITE'), ...dits])].toSorted(),
    inacheves: [...new Set(tableauxDe('INACHEVEE'))].toSorted(),
  }
}

// What this process was started for, by the only one who starts it.
surveiller()
process.once('message', (demande: AProuver) => {
  withSolver((solveur) => prouver(demande, solveur))
    .then((reponse) => process.send?.(reponse))
    .catch((echec: unknown) => {
      process.send?.({ panne: echec instanceof Error ? (echec.stack ?? '') : String(echec) })
    })
    .finally(() => process.disconnect())
})
