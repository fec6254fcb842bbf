import { justificationValable } from '@releve/contract/modele/justification.ts'
import type { MoisSaisi } from '@releve/contract/modele/verification.ts'
import { type Auteur, type Carnets, cleCarnet } from '../../../app/carnets.ts'
import type { Reliquat } from './client.ts'
import { commenterCellule, justifierControle, quitterCellule, saisirTextes } from './gestes.ts'
import { estFermee, type NoyauSaisi, trouverCellule } from './noyau.ts'
import { texteChamp } from './texte.ts'

export type Carnet = {
  /** What waits here, of this page or left by another: from now on this page answers for it. */
  lire: () => Reliquat | null
  /**
   * What this page has still to save, `null` when nothing. What another tab of the same person wrote
   * stays. A full or forbidden storage is not an error: the page tells that it alone holds it.
   */
  ecrire: (reliquat: Reliquat | null) => void
  /** Something is typed that `ecrire` will bring: until then it is not kept. */
  entamer: () => void
}

/** `cle`: where it is kept; `relire`: what it holds, whoever wrote it, which stays theirs. */
export type CarnetOuvert = Carnet & { cle: string; relire: () => Reliquat | null }

export function ouvrirCarnet(
  carnets: Pick<Carnets, 'lire' | 'ecrire' | 'entamer'>,
  identifiant: string,
  numero: string,
): CarnetOuvert {
  const cle = cleCarnet(identifiant, numero)
  /** What this page has to save; `tenu`: what of it the browser has. */
  let mien: Reliquat | null = null
  let tenu: Reliquat | null = null
  let depuis = 0
  const auteur: Auteur = () => {
    const [avant, apres] = [tenu, mien]
    return {
      // On what is there: the store is one for all tabs, and each writes in turn.
      appliquer: (texte) => {
        const uni = unir(comprendre(texte), avant, apres)
        return uni && JSON.stringify({ ...uni, depuis: depuisDe(texte) ?? depuis })
      },
      tenu: () => {
        if (tenu === avant) tenu = apres
      },
    }
  }
  return {
    cle,
    relire: () => comprendre(carnets.lire(cle)),
    lire: () => {
      mien = tenu = comprendre(carnets.lire(cle))
      return mien
    },
    ecrire: (reliquat) => {
      if (mien === null) depuis = Date.now()
      mien = reliquat
      carnets.ecrire(cle, auteur)
    },
    entamer: () => carnets.entamer(cle),
  }
}

function lireJson(texte: string | null): unknown {
  try {
    return JSON.parse(texte ?? 'null')
  } catch {
    return null
  }
}

const comprendre = (texte: string | null) => verifier(lireJson(texte))

/** When the first of what waits was written, ms since 1970: the oldest notebook is sent first. */
function depuisDe(texte: string | null): number | null {
  const ancien = lireJson(texte)
  const dit = typeof ancien === 'object' && ancien !== null && Reflect.get(ancien, 'depuis')
  return typeof dit === 'number' ? dit : null
}

const PARTIES = ['textes', 'commentaires', 'justifications'] as const

const estVide = (reliquat: Reliquat) =>
  PARTIES.every((partie) => Object.keys(reliquat[partie]).length === 0)

/**
 * The notebook once this page has written; `avant` is what it wrote last. What it has saved since
 * goes, unless another tab has changed it; what other tabs wrote stays. The lowest version holds:
 * the server then sees every conflict.
 */
function unir(
  lu: Reliquat | null,
  avant: Reliquat | null,
  apres: Reliquat | null,
): Reliquat | null {
  const uni: Reliquat = { version: 0, textes: {}, commentaires: {}, justifications: {} }
  let autres = false
  for (const partie of PARTIES) {
    for (const [cle, dit] of Object.entries(lu?.[partie] ?? {})) {
      const enregistre = avant !== null && avant[partie][cle] === dit
      if (enregistre || Object.hasOwn(apres?.[partie] ?? {}, cle)) continue
      Object.assign(uni[partie], { [cle]: dit })
      autres = true
    }
    for (const [cle, dit] of Object.entries(apres?.[partie] ?? {})) {
      // Typed over in another window since this one wrote, and not here: the last gesture holds.
      const ici = avant?.[partie][cle]
      const ailleurs = ici === dit ? (lu?.[partie][cle] ?? dit) : dit
      Object.assign(uni[partie], { [cle]: ailleurs })
    }
  }
  const versions = [apres?.version, autres ? lu?.version : undefined]
  uni.version = Math.min(...versions.filter((version) => version !== undefined))
  return apres || autres ? uni : null
}

/** A notebook written by another version of the page is forgotten rather than misread. */
function verifier(lu: unknown): Reliquat | null {
  if (typeof lu !== 'object' || lu === null) return null
  if (!('version' in lu) || typeof lu.version !== 'number') return null
  const carte = (cle: string, admis: (valeur: unknown) => boolean) => {
    const dit: unknown = Reflect.get(lu, cle)
    if (typeof dit !== 'object' || dit === null) return {}
    return Object.fromEntries(Object.entries(dit).filter(([, valeur]) => admis(valeur)))
  }
  const texte = (valeur: unknown) => typeof valeur === 'string'
  const texteOuNul = (valeur: unknown) => valeur === null || texte(valeur)
  const reliquat = {
    version: lu.version,
    textes: carte('textes', texte),
    commentaires: carte('commentaires', texteOuNul),
    justifications: carte('justifications', texteOuNul),
  }
  return estVide(reliquat) ? null : reliquat
}

const estLaissee = (noyau: NoyauSaisi, adresse: string): boolean => {
  const cellule = trouverCellule(noyau, adresse)
  return cellule !== undefined && estFermee(noyau, cellule)
}

/**
 * Types texts again, then those of the cells that they open. What stays closed in a form that came
 * back for other cells is set apart, to be told.
 */
function resaisir(noyau: NoyauSaisi, textes: Reliquat['textes'], periode: MoisSaisi): void {
  let restent = Object.entries(textes)
  let nombre = Number.POSITIVE_INFINITY
  while (restent.length > 0 && restent.length < nombre) {
    nombre = restent.length
    const fermees = restent.filter(([adresse]) => estLaissee(noyau, adresse))
    saisirTextes(noyau, restent, periode)
    restent = fermees
  }
  if (noyau.ouvertes && restent.length > 0) noyau.ecartees = new Map(restent)
}

/** Puts back what an earlier visit left unsaved; it waits to be sent, as when it was typed. */
export function rejouer(noyau: NoyauSaisi, laisse: Reliquat, periode: MoisSaisi): void {
  resaisir(noyau, laisse.textes, periode)
  for (const adresse of Object.keys(laisse.textes)) quitterCellule(noyau, adresse)
  for (const [adresse, texte] of Object.entries(laisse.commentaires))
    commenterCellule(noyau, adresse, texte ?? '')
  for (const [cle, texte] of Object.entries(laisse.justifications))
    justifierControle(noyau, cle, texte ?? '')
}

/**
 * What another window of the same person has typed since over what waits here: later, so that it is
 * what both hold. What does not wait here comes by the server, once it is saved.
 */
export function adopter(noyau: NoyauSaisi, ecrit: Reliquat | null, periode: MoisSaisi): void {
  const { attente, fautes } = noyau
  const ici = releverReliquat(noyau, 0)?.textes ?? {}
  const autres = Object.entries(ecrit?.textes ?? {}).filter(
    ([adresse, texte]) =>
      (attente.attend('donnees', adresse) || fautes.has(adresse)) && ici[adresse] !== texte,
  )
  if (autres.length === 0) return
  saisirTextes(noyau, autres, periode)
  for (const [adresse] of autres) quitterCellule(noyau, adresse)
}

/** What this browser must keep: all that the server does not hold, as it was typed. */
export function releverReliquat(noyau: NoyauSaisi, version: number): Reliquat | null {
  const { attente, fautes, justifications, commentaires } = noyau
  const texteDe = (adresse: string) => {
    const cellule = trouverCellule(noyau, adresse)
    const typed = noyau.textes.get(adresse)
    return typed ?? (cellule ? texteChamp(cellule, noyau.calcul.valeur(adresse)) : '')
  }
  const courtes = [...justifications].filter(
    ([cle, { texte }]) =>
      texte.trim() !== '' &&
      !justificationValable(texte) &&
      !attente.contient('justifications', cle),
  )
  const reliquat: Reliquat = {
    version,
    textes: Object.fromEntries(
      [...new Set([...attente.cles('donnees'), ...fautes.keys()])].map((a) => [a, texteDe(a)]),
    ),
    commentaires: Object.fromEntries(
      attente.cles('commentaires').map((cle) => [cle, commentaires.get(cle) ?? null]),
    ),
    justifications: Object.fromEntries([
      ...attente.cles('justifications').map((cle) => [cle, justifications.get(cle)?.texte ?? null]),
      ...courtes.map(([cle, { texte }]) => [cle, texte]),
    ]),
  }
  return estVide(reliquat) ? null : reliquat
}
