import { justificationValable } from '@releve/contract/modele/justification.ts'
import type { Periode } from '@releve/contract/mois.ts'
import type { Brouillon } from './brouillon.ts'
import { type Noyau, trouverCellule } from './noyau.ts'
import {
  commenterCellule,
  justifierControle,
  quitterCellule,
  saisirTextes,
} from './saisie.actes.ts'
import { texteChamp } from './texte.ts'

/** Puts back what an earlier visit left unsaved; it waits to be sent, as when it was typed. */
export function rejouer(noyau: Noyau, laisse: Brouillon, periode: Periode): void {
  saisirTextes(noyau, Object.entries(laisse.textes), periode)
  for (const adresse of Object.keys(laisse.textes)) quitterCellule(noyau, adresse)
  for (const [adresse, texte] of Object.entries(laisse.commentaires))
    commenterCellule(noyau, adresse, texte ?? '')
  for (const [cle, texte] of Object.entries(laisse.justifications))
    justifierControle(noyau, cle, texte ?? '')
}

/** What this browser must keep: all that the server does not hold, as it was typed. */
export function releverBrouillon(noyau: Noyau, version: number): Brouillon | null {
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
  const brouillon: Brouillon = {
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
  const vide = [brouillon.textes, brouillon.commentaires, brouillon.justifications].every(
    (partie) => Object.keys(partie).length === 0,
  )
  return vide ? null : brouillon
}
