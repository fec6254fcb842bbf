import { useSyncExternalStore } from 'react'
import { carnets, cleCarnet } from '../app/carnets.ts'
import { getSession } from '../app/session.ts'
import type { Composition } from './composition.ts'

/**
 * What of a message the server does not hold, kept in this browser beside what is entered in
 * reports: the page may be left, or go, without a network. `version`: what it was written over.
 */
export type Reliquat = { composition: Composition; version: number }

const cleDe = (cle: string) => cleCarnet(getSession().auth?.identifiant ?? '', `message:${cle}`)

const LISTES = ['adresses', 'groupes', 'documents']
const TEXTES = ['objet', 'corps', 'numero']

/** Another version of this program may have written it. */
function estReliquat(lu: unknown): lu is Reliquat {
  if (typeof lu !== 'object' || lu === null || !('composition' in lu)) return false
  const dite = new Map(Object.entries(lu.composition ?? {}))
  return (
    'version' in lu &&
    typeof lu.version === 'number' &&
    LISTES.every((cle) => Array.isArray(dite.get(cle))) &&
    TEXTES.every((cle) => typeof dite.get(cle) === 'string')
  )
}

export function lireReliquat(cle: string): Reliquat | null {
  try {
    const lu: unknown = JSON.parse(carnets.lire(cleDe(cle)) ?? 'null')
    return estReliquat(lu) ? lu : null
  } catch {
    return null
  }
}

/** Null: the server holds all of it, or nobody wants it. */
export function ecrireReliquat(cle: string, reliquat: Reliquat | null): void {
  carnets.poser(cleDe(cle), reliquat && JSON.stringify(reliquat))
}

/** Being written, or saved as one leaves: they are not left behind yet. */
const ouverts = new Set<string>()
const rappels = new Set<() => void>()
const abonner = (rappel: () => void) => {
  rappels.add(rappel)
  const arreter = carnets.abonner(rappel)
  return () => {
    rappels.delete(rappel)
    arreter()
  }
}

export function ouvrirReliquat(cle: string): void {
  ouverts.add(cle)
}

/** Its last saving has ended, well or not. */
export function fermerReliquat(cle: string): void {
  ouverts.delete(cle)
  for (const rappel of rappels) rappel()
}

function lireCles(): string {
  const debut = cleDe('')
  const siennes = carnets.cles().filter((cle) => cle.startsWith(debut))
  return siennes
    .map((cle) => cle.slice(debut.length))
    .filter((cle) => !ouverts.has(cle))
    .join(' ')
}

/** The messages of this person that were left in this browser. */
export function useReliquats(): { cle: string; objet: string }[] {
  const cles = useSyncExternalStore(abonner, lireCles)
  return cles.split(' ').flatMap((cle) => {
    const reliquat = lireReliquat(cle)
    return reliquat ? [{ cle, objet: reliquat.composition.objet }] : []
  })
}
