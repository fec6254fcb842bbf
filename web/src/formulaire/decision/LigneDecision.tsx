import type { Examen, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { messageDe } from '../../app/client.ts'
import { paths } from '../../paths.ts'
import { formatEcart, formatNombre } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { EtatBadge } from '../EtatBadge.tsx'
import type { ActeDecision } from '../formulaire.queries.ts'
import { Signal } from '../listes/colonnes.tsx'
import { textes } from './decision.textes.ts'
import type { Avancee } from './decision.ts'
import { Examine } from './Examine.tsx'

export type Ligne = {
  resume: Resume
  /** Undefined while it is read, null when it cannot be read any more. */
  examen: Examen | null | undefined
  avancee: Avancee | undefined
  inclus: boolean
}

function Dite({ acte, avancee }: { acte: ActeDecision; avancee: Avancee }) {
  switch (avancee.sorte) {
    case 'fait':
      return (
        <span className="dec-fait">
          <Icone nom="coche" taille={16} />
          {textes.avancees.fait[acte]}
        </span>
      )
    case 'refus':
      return (
        <Signal ton="error">
          <Icone nom="erreur" taille={16} />
          {messageDe(avancee.echec)}
        </Signal>
      )
    case 'coupure':
      return (
        <Signal ton="warning">
          <Icone nom="attention" taille={16} />
          {textes.avancees.coupure}
        </Signal>
      )
    case 'cours':
    case 'reprise':
      return <span>{textes.avancees[avancee.sorte]}</span>
  }
}

function Chiffres({ effectif, effectifPrecedent, erreurs, avertissements, remarques }: Examen) {
  const dit = formatNombre(effectif)
  return (
    <ul className="dec-chiffres">
      <li>
        {textes.effectif}{' '}
        {effectifPrecedent === null
          ? textes.sansPrecedent(dit)
          : textes.effectifDe(
              dit,
              formatNombre(effectifPrecedent),
              formatEcart(effectif === null ? null : effectif - effectifPrecedent),
            )}
      </li>
      {erreurs.length > 0 && (
        <li>
          <Signal ton="error">{textes.erreurs(erreurs.length)}</Signal>
        </li>
      )}
      <li>
        {avertissements.length > 0 ? (
          <Signal ton="warning">{textes.avertissements(avertissements.length)}</Signal>
        ) : (
          textes.avertissements(0)
        )}
      </li>
      {remarques.length > 0 && (
        <li>
          <Signal ton="warning">{textes.remarques(remarques.length)}</Signal>
        </li>
      )}
    </ul>
  )
}

/** Whether the act may be asked of this line, as far as what was read tells. */
export const estPossible = ({ examen }: Ligne, acte: ActeDecision) =>
  examen?.actions.includes(acte) === true

type Props = {
  ligne: Ligne
  acte: ActeDecision
  /** Alone, it is shown whole, and there is nothing to choose. */
  seule: boolean
  /** Null once the decision is taken. */
  surInclure: ((inclus: boolean) => void) | null
}

/** One form of the decision: what it is, what was found in it, what became of it. */
export function LigneDecision({ ligne, acte, seule, surInclure }: Props) {
  const { resume, examen, avancee, inclus } = ligne
  const { modele, structure, numero } = resume
  const nom = `${modele.code} ${libellePeriode(resume)}, ${structure.libelle}`
  const possible = examen === undefined || estPossible(ligne, acte)
  return (
    <li className="dec-ligne">
      <div className="dec-tete">
        {!seule && surInclure && possible && (
          <label className="dec-choix">
            <input
              type="checkbox"
              checked={inclus}
              aria-label={textes.inclure(nom)}
              onChange={({ target }) => surInclure(target.checked)}
            />
          </label>
        )}
        <strong>
          {structure.libelle}
          <span className="lst-second">
            {modele.code} {libellePeriode(resume)}
          </span>
        </strong>
        {examen && <EtatBadge etat={examen.etat} />}
      </div>
      {/* Alone, it is heard here; several are summed up under the list. */}
      <p className="dec-avancee" role={seule ? 'status' : undefined}>
        {avancee && <Dite acte={acte} avancee={avancee} />}
      </p>
      {!possible && !avancee && (
        <p className="dec-avancee">{examen ? textes.impossible[acte] : textes.absent}</p>
      )}
      {examen === undefined ? <div className="ui-squelette" /> : examen && <Chiffres {...examen} />}
      {examen &&
        (seule ? (
          <Examine examen={examen} />
        ) : (
          <details>
            <summary>{textes.detail}</summary>
            <Examine examen={examen} />
          </details>
        ))}
      {numero && <Link to={paths.saisie(numero)}>{textes.ouvrir}</Link>}
    </li>
  )
}
