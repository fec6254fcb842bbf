/** What a thing was, and has become; null: it was not, or is no more. */
export type Changement = { avant: unknown; apres: unknown }

/** What a line says, whichever shape it was written in. */
export type DetailLu = {
  changements: Record<string, Changement>
  dits: Record<string, unknown>
}

const estObjet = (valeur: unknown): valeur is Record<string, unknown> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

const changementDe = ({ avant, apres }: Record<string, unknown>): Changement => ({ avant, apres })

/** The changes of a structure, once: `[{ champ, avant, apres }]`. */
function changementsEnListe(liste: readonly unknown[]): DetailLu['changements'] {
  const paires = liste
    .filter(estObjet)
    .flatMap((c) => (typeof c['champ'] === 'string' ? [[c['champ'], changementDe(c)]] : []))
  return Object.fromEntries(paires)
}

function changementsPresents(changements: unknown): DetailLu['changements'] {
  const paires = Object.entries(estObjet(changements) ? changements : {}).flatMap(([champ, c]) =>
    estObjet(c) ? [[champ, changementDe(c)]] : [],
  )
  return Object.fromEntries(paires)
}

/**
 * Reads what a line says. The journal keeps its lines, and they had three shapes before `noter` had
 * one: what changed stood in a list (structures), or at the root beside what else is said
 * (settings). Nothing writes those two any more.
 */
export function lireDetail({ changements, ...reste }: Readonly<Record<string, unknown>>): DetailLu {
  const lus = Array.isArray(changements)
    ? changementsEnListe(changements)
    : changementsPresents(changements)
  const dits: DetailLu['dits'] = {}
  for (const [cle, valeur] of Object.entries(reste)) {
    if (estObjet(valeur) && ('avant' in valeur || 'apres' in valeur)) {
      lus[cle] = changementDe(valeur)
    } else dits[cle] = valeur
  }
  return { changements: lus, dits }
}
