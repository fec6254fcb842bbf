import type { Params } from 'react-router'
import { preparerCarnets } from './app/scellement.ts'
import { getSession } from './app/session.ts'
import { CADRE } from './cadre/cadre.ts'
import { adresseDe, connexion, demanderEcran, ECRANS, ENTREES } from './ecrans.ts'

/** What surrounds the screens that ask the server. */
export const chargerConnecte = async () => {
  // With it what waits in this browser: no screen is drawn as if nothing did.
  const attendues = preparerCarnets()
  const { Connecte } = await import('./app/Connecte.tsx')
  await attendues
  return { Connecte }
}

/** The frame comes with the guard for whoever is signed in: one journey less on a poor line. */
export const chargerGarde = () =>
  Promise.all([
    import('./cadre/Guard.tsx'),
    connexion(),
    getSession().auth ? CADRE.charger() : undefined,
  ])

const pasDe = (chemin: string) => chemin.split('/').filter(Boolean)

/** What an address says to a path of ours; null when it is another's. */
function paramsDe(path: string, adresse: string): Params | null {
  const [dits, lus] = [pasDe(path), pasDe(adresse)]
  if (dits.length !== lus.length) return null
  const estLu = (dit: string, rang: number) => dit.startsWith(':') || dit === lus[rang]
  if (!dits.every(estLu)) return null
  return Object.fromEntries(dits.map((dit, rang) => [dit.slice(1), lus[rang]]))
}

let avance: { adresse: string; le: number } | null = null

/** Its data first: a line takes few files at a time. */
function avancerEcran({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  for (const ecran of ECRANS) {
    const params = paramsDe(adresseDe(ecran), pathname)
    if (!params) continue
    avance = { adresse: pathname + search, le: Date.now() }
    demanderEcran(ecran, { params, recherche: new URLSearchParams(search) })
    ecran.charger().catch(() => undefined)
  }
}

/**
 * Asks for the screen of the address that the page opens at, code and data, before the router is
 * there: it finds all of that on its way, and tells what failed as ever. An address written in
 * another way (letters, codes) is left to it.
 */
export function avancer(lieu: Pick<Location, 'pathname' | 'search'>): void {
  const entree = ENTREES.find(({ path }) => paramsDe(path, lieu.pathname))
  const garde = lieu.pathname.startsWith('/dashboard')
  if (!entree && !garde) return
  if (garde) avancerEcran(lieu)
  for (const charger of [chargerConnecte, entree ? entree.charger : chargerGarde]) {
    charger().catch(() => undefined)
  }
}

/**
 * When the first screen was asked for ahead of the router, ms since 1970; null when it was not.
 * Said once: any later visit asks for itself.
 */
export function prendreAvance(adresse: string): number | null {
  const une = avance
  avance = null
  return une?.adresse === adresse ? une.le : null
}
