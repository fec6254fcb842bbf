import { CLES_FORMULES } from '@releve/contract/modele/cellule.ts'
import type { Listes } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { FauteModele } from '@releve/contract/modele/source.verifier.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import type { Constat, ModeleConverti } from './ailleurs.ts'

/** Each round takes away what the one before told; what is wrong after so many goes whole. */
const TOURS_MAX = 6

const NOMS: Record<(typeof CLES_FORMULES)[number], string> = {
  formule: 'le calcul',
  prerempli: 'la valeur proposée',
  soSi: 'la condition',
  requisSi: 'la condition qui la rend requise',
  commentaireSi: 'la condition du commentaire',
}

/** What the engine refuses of a source; the cells of follow-up are left to its author. */
const refusDe = (source: ModeleSource, listes: Listes): FauteModele[] =>
  verifierSource(source, listes).fautes

function oter(source: ModeleSource, chemin: readonly (string | number)[]): boolean {
  let porteur: unknown = source
  for (const pas of chemin.slice(0, -1))
    porteur = typeof porteur === 'object' && porteur !== null ? Reflect.get(porteur, pas) : null
  const cle = chemin.at(-1)
  if (typeof porteur !== 'object' || porteur === null || cle === undefined) return false
  return Reflect.has(porteur, cle) && Reflect.deleteProperty(porteur, cle)
}

const estFormule = (trait: string | null): trait is (typeof CLES_FORMULES)[number] =>
  CLES_FORMULES.some((cle) => cle === trait)

/** Takes out what a fault is of, and tells it; null: it is of no formula and no control. */
function retirer(source: ModeleSource, faute: FauteModele, placeDe: (nom: string) => string) {
  const { controle, cellule, trait, message } = faute
  if (controle !== null) {
    const phrase = `Le contrôle ${controle} n’est pas repris\u00a0: ${message}`
    source.controles = source.controles.filter(({ code }) => code !== controle)
    return { place: placeDe(controle), genre: 'LAISSE', phrase } satisfies Constat
  }
  if (cellule === null || !estFormule(trait) || !oter(source, faute.chemin)) return null
  const phrase = `De la case ${cellule}, ${NOMS[trait]} n’est pas reprise\u00a0: ${message}`
  return { place: placeDe(cellule), genre: 'LAISSE', phrase } satisfies Constat
}

/** All its formulas and controls, when no end is seen to what is wrong in them. */
function retirerTout(source: ModeleSource): Constat {
  const depouiller = (valeur: unknown): void => {
    if (typeof valeur !== 'object' || valeur === null) return
    for (const cle of CLES_FORMULES) Reflect.deleteProperty(valeur, cle)
    for (const dedans of Object.values(valeur)) depouiller(dedans)
  }
  depouiller(source.sections)
  source.controles = []
  const phrase =
    'Ses calculs, ses conditions et ses contrôles ne sont pas repris\u00a0: trop d’entre eux ne peuvent pas l’être ensemble.'
  return { place: 'Tout le questionnaire', genre: 'LAISSE', phrase }
}

/**
 * A model that has come as the engine takes it: what the engine would refuse of its formulas and
 * controls is taken out, and told. What else is wrong stays in the draft, for its author.
 */
export function ajuster(venu: ModeleConverti, listes: Listes): ModeleConverti {
  const source = structuredClone(venu.source)
  const constats = [...venu.constats]
  const placeDe = (nom: string) => venu.places?.get(nom) ?? nom
  for (let tour = 0; tour < TOURS_MAX; tour += 1) {
    const refus = refusDe(source, listes)
    const dits = refus.flatMap((faute) => retirer(source, faute, placeDe) ?? [])
    constats.push(...dits)
    if (dits.length === 0) return { ...venu, source, constats }
  }
  const resteAOter = refusDe(source, listes).some(
    ({ controle, trait }) => controle !== null || estFormule(trait),
  )
  return { ...venu, source, constats: resteAOter ? [...constats, retirerTout(source)] : constats }
}
