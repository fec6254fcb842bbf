import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { estCollecte } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { DebutCollecte } from '@releve/contract/calendrier/calendrier.schema.ts'
import { estAttendu } from '@releve/contract/modele/rythme.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import type {
  CorrectionStructure,
  FicheStructure,
} from '@releve/contract/structure/structure.schema.ts'
import type { EnVigueur, FormulaireSuivi } from './correction.sql.ts'
import { rangDuJour } from './hierarchie.ts'
import { interrompt, type JoursInterrompus } from './interruption.ts'
import type { EtatDate, Tranche } from './periode.sql.ts'
import { etatDuMois } from './periode.ts'

/** What says of which months a structure is expected, and what came. */
export type Suivi = {
  fiche: Pick<FicheStructure, 'code' | 'etat' | 'dateOuverture' | 'dateFermeture'>
  interruptions: readonly JoursInterrompus[]
  enVigueur: readonly EnVigueur[]
  formulaires: readonly FormulaireSuivi[]
  annees: readonly { annee: number; figee: boolean; ouverte: boolean }[]
  debut: DebutCollecte
  /** The present month. */
  mois: number
}

/** The months up to the present one in which a structure is open, as `estOuverteSql` has it. */
function moisOuverts({ fiche, interruptions, debut, mois }: Suivi): number[] {
  if (fiche.etat === 'INVITEE') return []
  const premier = rangDuJour(fiche.dateOuverture)
  const dernier = fiche.dateFermeture === null ? mois : rangDuJour(fiche.dateFermeture)
  const nombre = Math.max(0, Math.min(dernier, mois) - premier + 1)
  return Array.from({ length: nombre }, (_, n) => premier + n).filter(
    (rang) =>
      estCollecte(periodeDe(rang), debut) && !interruptions.some((une) => interrompt(une, rang)),
  )
}

const cleDe = (modele: string, rang: number): string => `${modele} ${rang}`

/** What is expected of a structure, model by model and month by month. */
function attendusDe(suivi: Suivi, tranches: readonly Tranche[]): Set<string> {
  const attend = (modele: string, rang: number) => {
    const version = suivi.enVigueur.find(
      (une) => une.modele === modele && une.du <= rang && rang <= (une.au ?? rang),
    )
    return version !== undefined && estAttendu(version, rang)
  }
  const attendus = moisOuverts(suivi).flatMap((rang) =>
    etatDuMois(tranches, rang)
      .modeles.filter((modele) => attend(modele, rang))
      .map((modele) => cleDe(modele, rang)),
  )
  return new Set(attendus)
}

/** What makes the row in which a report is counted. */
const ligneDe = ({ region, typeStructure, parent }: EtatDate) => [region, typeStructure, parent]

/** An answer gives the numbers of this many. */
const NUMEROS_MAX = 20

const touches = (numeros: readonly string[]) => ({
  nombre: numeros.length,
  numeros: numeros.slice(0, NUMEROS_MAX),
})

type Effet = Pick<CorrectionStructure, 'attendus' | 'recus' | 'deplaces' | 'recalcules' | 'annees'>

/** What a change of what is dated does to what is counted; and what the fingerprint is made of. */
export function effetDe(
  suivi: Suivi,
  avant: readonly Tranche[],
  apres: readonly Tranche[],
): { effet: Effet; empreinte: string } {
  const { formulaires, mois } = suivi
  const attendus = { avant: attendusDe(suivi, avant), apres: attendusDe(suivi, apres) }
  const recus = (parmi: ReadonlySet<string>) =>
    formulaires.filter(({ modele, rang, recu }) => recu && parmi.has(cleDe(modele, rang))).length
  const change = (rang: number, lire: (etat: EtatDate) => unknown) =>
    !isDeepStrictEqual(lire(etatDuMois(avant, rang)), lire(etatDuMois(apres, rang)))
  const numerosDe = (choisis: readonly FormulaireSuivi[]) => choisis.map(({ numero }) => numero)
  const deplaces = numerosDe(formulaires.filter(({ rang }) => change(rang, ligneDe)))
  const recalcules = numerosDe(
    formulaires.filter(({ rang, ouvert }) => ouvert && change(rang, structureLisible)),
  )
  // A month counts where something is expected of it, or was brought to it.
  const comptes = [...attendus.avant, ...attendus.apres].map((cle) => Number(cle.split(' ')[1]))
  const rangs = new Set([...comptes, ...formulaires.map(({ rang }) => rang)])
  const annees = [...rangs]
    .filter((rang) => rang <= mois && change(rang, (etat) => etat))
    .map((rang) => Math.floor(rang / 12))
  const effet: Effet = {
    attendus: { avant: attendus.avant.size, apres: attendus.apres.size },
    recus: { avant: recus(attendus.avant), apres: recus(attendus.apres) },
    deplaces: touches(deplaces),
    recalcules: touches(recalcules),
    annees: anneesDe(suivi, new Set(annees)),
  }
  const dit = JSON.stringify([suivi.fiche.code, avant, apres, effet, deplaces, recalcules])
  return { effet, empreinte: createHash('sha256').update(dit).digest('base64url') }
}

/** A year without a directory is read as it stands, like one whose last edition is not frozen. */
function anneesDe({ annees }: Suivi, changees: ReadonlySet<number>): Effet['annees'] {
  const tenues = new Map(annees.map((une) => [une.annee, une]))
  const triees = [...changees].toSorted((a, b) => a - b)
  return {
    provisoires: triees.filter((annee) => tenues.get(annee)?.ouverte ?? true),
    figees: triees.filter((annee) => tenues.get(annee)?.figee ?? false),
  }
}
