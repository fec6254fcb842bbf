import { estNombreExact } from '../exact.ts'
import { libellePeriode, periodeDe, rangDe } from '../mois.ts'
import { ABSENT, formaterDate, formaterNombre, formaterValeur } from './affichage.ts'
import type { Etat } from './etat.ts'
import { compiler } from './expression.compiler.ts'
import { type Expression, lireUneFois, type Situation } from './expression.ts'
import type { Noeud } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'
import type { Contexte } from './modele.schema.ts'
import { moisCouvertsDe, type Rythme, reculsDe } from './rythme.ts'

export type Message = (etat: Etat) => string

/**
 * Prepares the message of a control. Between braces: `$` (label of the value of `pourChaque`),
 * `attendu` (right-hand side of the control's `=`), `periode`, `periodePrecedente`, or any formula.
 * @throws FormuleInvalide, its position counted in the message.
 */
export function compilerMessage(
  texte: string,
  regle: { formule: Noeud; libelle: string | null },
  situation: Situation,
): Message {
  const morceaux: Message[] = []
  let fin = 0
  for (const trouve of texte.matchAll(/\{([^{}]*)\}/g)) {
    const avant = texte.slice(fin, trouve.index)
    const [tout, dedans = ''] = trouve
    morceaux.push(() => avant)
    morceaux.push(situerErreurs(trouve.index + 1, () => compilerChamp(dedans, regle, situation)))
    fin = trouve.index + tout.length
  }
  const reste = texte.slice(fin)
  return (e) => morceaux.map((morceau) => morceau(e)).join('') + reste
}

function situerErreurs<T>(debut: number, faire: () => T): T {
  try {
    return faire()
  } catch (cause) {
    if (cause instanceof FormuleInvalide)
      throw new FormuleInvalide(cause.message, debut + cause.position)
    throw cause
  }
}

function compilerChamp(
  dedans: string,
  { formule, libelle }: { formule: Noeud; libelle: string | null },
  situation: Situation,
): Message {
  const nom = dedans.trim()
  if (nom === '$') {
    if (libelle === null)
      throw new FormuleInvalide(
        '«\u00a0$\u00a0» ne désigne rien ici\u00a0: il manque pourChaque.',
        0,
      )
    return () => libelle
  }
  const { rythme } = situation.atelier
  if (nom === 'periode') return ({ contexte }) => libellePeriode(contexte, moisCouvertsDe(rythme))
  if (nom === 'periodePrecedente') return ({ contexte }) => direPrecedente(rythme, contexte)
  if (nom === 'attendu') {
    if (formule.sorte !== 'comparaison' || formule.operateur !== '=')
      throw new FormuleInvalide('{attendu} veut une formule de la forme «\u00a0a = b\u00a0».', 0)
    return afficher(compiler(formule.droite, situation))
  }
  return afficher(compiler(lireUneFois(situation.atelier, dedans), situation))
}

/** The period of the expected month before. */
function direPrecedente(rythme: Rythme, contexte: Contexte): string {
  const [recul = 1] = contexte.reculs ?? reculsDe(rythme, rangDe(contexte))
  const avant = periodeDe(rangDe(contexte) - recul)
  return libellePeriode(avant, contexte.couvertsAvant ?? moisCouvertsDe(rythme))
}

function afficher({ type, lire, etat, cellule }: Expression): Message {
  if (cellule) return (e) => formaterValeur(cellule, (etat ?? lire)(e))
  return (e) => {
    const valeur = (etat ?? lire)(e)
    if (valeur === undefined) return ABSENT
    if (estNombreExact(valeur)) return formaterNombre(valeur)
    if (typeof valeur === 'boolean') return valeur ? 'oui' : 'non'
    return type === 'date' ? formaterDate(valeur) : valeur
  }
}
