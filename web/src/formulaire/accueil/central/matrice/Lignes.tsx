import { CASES, type Case } from '@releve/contract/dashboard/dashboard.rules.ts'
import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { MOIS } from '@releve/contract/mois.ts'
import { memo } from 'react'
import { Invisible } from '../../../../ui/Invisible.tsx'
import { textesMatrice } from '../central.textes.ts'
import {
  caseDe,
  choisissablesDe,
  cleDeCase,
  estAttendue,
  estTardive,
  type LigneMatrice,
  libelleDeCase,
  lienDeCase,
} from './matrice.ts'

const t = textesMatrice

/** The look of a letter: that of its state, and a corner where it is late. */
const classeDe = (une: Case, choisie: boolean) =>
  [
    'mat-case',
    `mat-${une.toUpperCase()}`,
    estTardive(une) && 'mat-tardive',
    choisie && 'mat-choisie',
  ]
    .filter(Boolean)
    .join(' ')

type Reperes = Pick<Matrice, 'annee' | 'numeros'>
type PropsCase = {
  ligne: LigneMatrice
  mois: number
  reperes: Reperes
  choisie: boolean
  premiere: boolean
}

/** A square: what is expected leads to its report; what is not is walked over. */
function Carre({ ligne, mois, reperes, choisie, premiere }: PropsCase) {
  const une = caseDe(ligne, mois)
  const commun = { 'data-mois': mois, tabIndex: premiere ? 0 : -1 }
  if (!estAttendue(une)) {
    return (
      <span {...commun} className="mat-case mat-rien" role="img" aria-label={CASES[une]}>
        {une === '-' ? '' : '·'}
      </span>
    )
  }
  const nom = libelleDeCase(ligne, reperes.annee, mois)
  return (
    <a
      {...commun}
      href={lienDeCase(ligne, reperes, mois)}
      className={classeDe(une, choisie)}
      aria-label={choisie ? t.choisie(nom) : nom}
    >
      {une.toUpperCase()}
    </a>
  )
}

type Props = {
  lignes: readonly LigneMatrice[]
  /** Rank of the first one in the whole. */
  debut: number
  reperes: Reperes
  /** The keys chosen among these lines, joined: it changes when they do. */
  choisies: string
}

/** Whether all of a line that may be chosen is, and what to press for it; seen while one chooses. */
function Choix({ ligne, cles }: { ligne: LigneMatrice; cles: ReadonlySet<string> }) {
  const toutes = choisissablesDe([ligne])
  return (
    <input
      type="checkbox"
      data-ligne={ligne.cle}
      checked={toutes.length > 0 && toutes.every((cle) => cles.has(cle))}
      disabled={toutes.length === 0}
      aria-label={t.choisirLigne(ligne.structure.libelle, ligne.modele)}
      readOnly
    />
  )
}

/**
 * Some lines, drawn when they come near the screen (`content-visibility`): all are in the page, for
 * who searches it, hears it or prints it. What is pressed in them is heard by the table.
 */
export const Tranche = memo(function Tranche({ lignes, debut, reperes, choisies }: Props) {
  const cles = new Set(choisies ? choisies.split('\n') : [])
  return (
    <tbody style={{ '--lignes': lignes.length } as React.CSSProperties}>
      {lignes.map((ligne, rang) => (
        <tr key={ligne.cle} data-rang={debut + rang} className={ligne.premiere ? 'mat-tete' : ''}>
          <th scope="row">
            <Choix ligne={ligne} cles={cles} />
            <span className="mat-structure" title={ligne.structure.libelle}>
              {ligne.premiere ? (
                ligne.structure.libelle
              ) : (
                <Invisible>{ligne.structure.libelle}</Invisible>
              )}
            </span>
            <span className="mat-modele">{ligne.modele}</span>
          </th>
          {MOIS.map((nom, mois) => (
            <td key={nom}>
              <Carre
                {...{ ligne, mois, reperes }}
                choisie={cles.has(cleDeCase(ligne, mois))}
                premiere={debut + rang + mois === 0}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})
