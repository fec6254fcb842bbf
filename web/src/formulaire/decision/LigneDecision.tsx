import { moins } from '@releve/contract/exact.ts'
import type { Examen, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { DEFINITIONS } from '@releve/contract/formulaire/suivi.rules.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { messageDe } from '../../api/envoi.ts'
import { paths } from '../../paths.ts'
import { formatEcart, formatNombre } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { Second } from '../../ui/Ligne.tsx'
import { NiveauEcart } from '../accueil/NiveauEcart.tsx'
import { EtatBadge, Signal } from '../EtatBadge.tsx'
import type { ActeDecision } from '../formulaire.queries.ts'
import { direMemeTexte } from '../formulaire.textes.ts'
import { textesDecision } from './decision.textes.ts'
import type { Avancee } from './decision.ts'

type Titres = { titre: string; lignes: readonly (readonly [dit: string, suite?: string])[] }

function Dits({ titre, lignes }: Titres) {
  if (lignes.length === 0) return null
  return (
    <section className="dec-dits">
      <h4>{titre}</h4>
      <ul>
        {lignes.map(([dit, suite]) => (
          <li key={`${dit} ${suite}`}>
            {dit}
            {suite && <Second>{suite}</Second>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What each figure became since the month before: a variation, never called a gap. */
function Variations({ variations, nbVariations, precedentRecu }: Examen) {
  const id = useId()
  if (variations.length === 0) {
    return precedentRecu ? <p>{textesDecision.aucuneVariation}</p> : null
  }
  return (
    <>
      <h4 id={id}>{textesDecision.variations(variations.length, nbVariations)}</h4>
      <table className="dec-variations" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{textesDecision.cellule}</th>
            <th scope="col">{textesDecision.avant}</th>
            <th scope="col">{textesDecision.apres}</th>
            <th scope="col">{textesDecision.variation}</th>
          </tr>
        </thead>
        <tbody>
          {variations.map(({ cellule, libelle, avant, apres }) => (
            <tr key={cellule}>
              <th scope="row">{libelle}</th>
              <td>{formatNombre(avant)}</td>
              <td>{formatNombre(apres)}</td>
              <td>{formatEcart(moins(apres, avant))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The reason of a warning, and whether the months before gave the same one. */
function direRaison({ justification, memeTexte }: Examen['avertissements'][number]): string {
  if (justification === null) return textesDecision.nonJustifie
  const dite = textesDecision.justifie(justification)
  return memeTexte ? `${dite} (${direMemeTexte(memeTexte)})` : dite
}

/** All that is looked at before a form is accepted. */
function Examine({ examen }: { examen: Examen }) {
  const { erreurs, avertissements, remarques } = examen
  return (
    <div className="dec-examen">
      <Dits titre={textesDecision.titreErreurs} lignes={erreurs.map((message) => [message])} />
      <Dits
        titre={textesDecision.titreAvertissements}
        lignes={avertissements.map((dit) => [dit.message, direRaison(dit)])}
      />
      <Dits
        titre={textesDecision.titreRemarques}
        lignes={remarques.map(({ texte, libelle }) => [texte, libelle ?? textesDecision.ensemble])}
      />
      <Variations {...examen} />
    </div>
  )
}

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
          {textesDecision.avancees.fait[acte]}
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
          {textesDecision.avancees.coupure}
        </Signal>
      )
    case 'cours':
    case 'reprise':
      return <span>{textesDecision.avancees[avancee.sorte]}</span>
  }
}

/** The headcount, its gap to the one expected, and what separates it from the month before. */
function Effectif({ effectif, effectifPrecedent, effectifTheorique, ecart, niveau }: Examen) {
  const { effectifDe, attenduDe, precedentDe, sansPrecedent } = textesDecision
  return (
    <li>
      {effectifDe(formatNombre(effectif))} <NiveauEcart niveau={niveau} />
      {effectifTheorique !== null && (
        <Second title={DEFINITIONS.ecart}>
          {attenduDe(formatNombre(effectifTheorique), formatEcart(ecart))}
        </Second>
      )}
      <Second title={DEFINITIONS.variation}>
        {effectifPrecedent === null
          ? sansPrecedent
          : precedentDe(
              formatNombre(effectifPrecedent),
              formatEcart(effectif === null ? null : moins(effectif, effectifPrecedent)),
            )}
      </Second>
    </li>
  )
}

function Chiffres({ examen, modele }: { examen: Examen; modele: Resume['modele'] }) {
  const { erreurs, avertissements, remarques, precedentRecu } = examen
  return (
    <ul className="dec-chiffres">
      {modele.avecEffectif ? (
        <Effectif {...examen} />
      ) : (
        !precedentRecu && <li>{textesDecision.sansPrecedent}</li>
      )}
      {erreurs.length > 0 && (
        <li>
          <Signal ton="error">{textesDecision.erreurs(erreurs.length)}</Signal>
        </li>
      )}
      <li>
        {avertissements.length > 0 ? (
          <Signal ton="warning">{textesDecision.avertissements(avertissements.length)}</Signal>
        ) : (
          textesDecision.avertissements(0)
        )}
      </li>
      {remarques.length > 0 && (
        <li>
          <Signal ton="warning">{textesDecision.remarques(remarques.length)}</Signal>
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
              aria-label={textesDecision.inclure(nom)}
              onChange={({ target }) => surInclure(target.checked)}
            />
          </label>
        )}
        <strong>
          {structure.libelle}
          <Second>
            {modele.code} {libellePeriode(resume)}
          </Second>
        </strong>
        {examen && <EtatBadge etat={examen.etat} />}
      </div>
      {/* Alone, it is heard here; several are summed up under the list. */}
      <p className="dec-avancee" role={seule ? 'status' : undefined}>
        {avancee && <Dite acte={acte} avancee={avancee} />}
      </p>
      {!possible && !avancee && (
        <p className="dec-avancee">
          {examen ? textesDecision.impossible[acte] : textesDecision.absent}
        </p>
      )}
      {examen === undefined ? (
        <div className="ui-squelette" />
      ) : (
        examen && <Chiffres {...{ examen, modele }} />
      )}
      {examen &&
        (seule ? (
          <Examine examen={examen} />
        ) : (
          <details>
            <summary>{textesDecision.detail}</summary>
            <Examine examen={examen} />
          </details>
        ))}
      {numero && <Link to={paths.saisie(numero)}>{textesDecision.ouvrir}</Link>}
    </li>
  )
}
