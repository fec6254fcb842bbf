import { libellePeriode, type Periode } from '@releve/contract/mois.ts'
import type { RefObject } from 'react'
import { paths } from '../paths.ts'
import { Icone } from '../ui/Icone.tsx'
import { textesPublic } from './public.textes.ts'
import '../ui/Bouton.css'
import '../ui/Invisible.css'
import './registre.css'

/** The thread of the binding, along the inner edge of the page. */
function Reliure() {
  return (
    <svg className="pub-reliure" aria-hidden="true" focusable="false" width="30" height="100%">
      <defs>
        <pattern id="pub-fil" width="30" height="34" patternUnits="userSpaceOnUse">
          <path d="M13 8v17" />
          <circle cx="13" cy="5" r="2" />
          <circle cx="13" cy="28" r="2" />
        </pattern>
      </defs>
      <rect width="30" height="100%" fill="url(#pub-fil)" />
    </svg>
  )
}

function Lignes() {
  const { lignes, colonnes, faute } = textesPublic.registre
  return lignes.map(({ libelle, valeurs }, ligne) => (
    <tr key={libelle}>
      <th scope="row">{libelle}</th>
      {colonnes.map((nom, colonne) => (
        <td
          key={nom}
          className={ligne === faute[0] && colonne === faute[1] ? 'pub-faute' : undefined}
        >
          {valeurs[colonne]}
        </td>
      ))}
    </tr>
  ))
}

/** A page of the register, with a figure that does not hold, and what the platform says of it. */
function Registre({ periode }: { periode: Periode }) {
  const { titre, legende, libelle, colonnes, niveau, message } = textesPublic.registre
  const mois = libellePeriode(periode)
  return (
    <figure className="pub-registre">
      <div className="pub-registre-page">
        <Reliure />
        <div className="pub-registre-tete" aria-hidden="true">
          <strong>{titre}</strong>
          <span>{mois}</span>
        </div>
        <table>
          <caption className="ui-invisible">{`${titre}, ${mois}`}</caption>
          <thead>
            <tr>
              <th scope="col">{libelle}</th>
              {colonnes.map((colonne) => (
                <th key={colonne} scope="col">
                  {colonne}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Lignes />
          </tbody>
        </table>
        <p className="pub-registre-avis">
          <Icone nom="erreur" taille={18} />
          <span>
            <strong>{niveau}</strong> {message}
          </span>
        </p>
      </div>
      <figcaption>{legende(mois)}</figcaption>
    </figure>
  )
}

type Props = { periode: Periode; titreRef: RefObject<HTMLHeadingElement | null> | undefined }

/** What the platform is, in one sentence and one page of its register. */
export function Accroche({ periode, titreRef }: Props) {
  const { surtitre, accroche, chapeau, seConnecter, unMois } = textesPublic.accueil
  return (
    <div className="pub-accroche">
      <div className="pub-cadre pub-accroche-rang">
        <div>
          <p className="pub-surtitre">{surtitre}</p>
          <h1 ref={titreRef} tabIndex={-1}>
            {accroche}
          </h1>
          <p className="pub-chapeau">{chapeau}</p>
          <p className="pub-appels">
            <a href={paths.tableauDeBord} className="ui-bouton ui-bouton-contained ui-bouton-large">
              {seConnecter}
            </a>
            <a href="#fonctionnement" className="ui-bouton ui-bouton-large">
              {unMois}
            </a>
          </p>
        </div>
        <Registre periode={periode} />
      </div>
    </div>
  )
}
