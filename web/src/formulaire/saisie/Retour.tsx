import {
  type Formulaire,
  LIBELLES_STATUTS,
  type Remarque,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Alerte } from '../../ui/Alerte.tsx'
import { Laissees } from './Abandonnees.tsx'
import { LienCase } from './Controles.tsx'
import type { Lecture } from './store/client.ts'
// With it: what is asked of a cell, in its panel, must be there when the line no longer is.
import './Remarques.tsx'
import { textesRetour } from './saisie.textes.ts'
import { useBilan } from './store/store.ts'
import './retour.css'

/** Of those who review, and of who reads what was corrected. */
const Relecture = lazy(() => import('./Relecture.tsx'))

type Props = { formulaire: Formulaire; lecture: Lecture }

/** What a report sent back asks for, cell by cell, or how far its remarks are, for who reviews. */
export default function Retour({ formulaire, lecture }: Props) {
  const { casesOuvertes, actions, remarques, etat, motifRenvoi } = formulaire
  const marquees = remarques.filter(({ cellule }) => cellule !== null)
  return (
    <>
      {motifRenvoi && etat === 'RENVOYE' && (
        <Alerte gravite="warning" titre={textesRetour.recu(motifRenvoi.libelle)}>
          <p>{motifRenvoi.texte}</p>
        </Alerte>
      )}
      <Ecartees lecture={lecture} />
      {casesOuvertes !== null && actions.includes('modifier') && (
        <p className="s-retour-seules">{textesRetour.seules}</p>
      )}
      {actions.includes('remarquer') || etat !== 'RENVOYE' ? (
        <Suspense>
          <Relecture {...{ formulaire, lecture, marquees }} />
        </Suspense>
      ) : (
        marquees.length > 0 && <Reprise {...{ formulaire, lecture, marquees }} />
      )}
    </>
  )
}

type RepriseProps = Props & { marquees: readonly Remarque[] }

/** What is left of the cells sent back, and the way to each. */
function Reprise({ formulaire, lecture, marquees }: RepriseProps) {
  const { problemes, aTraiter } = useBilan(lecture)
  const restent = new Set(problemes.map(({ cle }) => cle))
  const ouvert = formulaire.actions.includes('repondre')
  const nombre = ouvert ? aTraiter : formulaire.remarquesOuvertes
  return (
    <details className="s-retour" open>
      <summary>{textesRetour.aTraiter(nombre, marquees.length)}</summary>
      {ouvert && aTraiter > 0 && <p className="s-aide">{textesRetour.comment}</p>}
      <ul aria-label={textesRetour.liste}>
        {marquees.map(({ id, cellule, texte, statut }) => {
          // What has just changed here is corrected, though it is still on its way.
          const faite = ouvert && statut === 'OUVERTE' && !restent.has(`remarque:${id}`)
          return (
            <li key={id}>
              <LienCase adresse={cellule ?? ''}>
                {lecture.celluleDe(cellule ?? '')?.libelle ?? cellule}
              </LienCase>{' '}
              <bdi>{texte}</bdi>{' '}
              <span className="s-retour-statut">
                {LIBELLES_STATUTS[faite ? 'CORRIGEE' : statut]}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** What waited here for cells that are closed: not sent, and not lost without a word. */
function Ecartees({ lecture }: { lecture: Lecture }) {
  const ecartees = useSyncExternalStore(lecture.abonnerBilan, lecture.ecartees)
  if (ecartees.size === 0) return null
  return (
    <Laissees
      titre={textesRetour.ecartees}
      textes={ecartees}
      lecture={lecture}
      surOubli={lecture.oublierEcartees}
    />
  )
}
