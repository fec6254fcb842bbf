import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import { INDICATEURS, type Modele } from '@releve/contract/modele/modele.schema.ts'
import { libelleFormulaire, libellePeriode } from '@releve/contract/mois.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Defile } from '../../ui/Defile.tsx'
import { Soumettre } from './actes/Actes.tsx'
import { LienCase, LigneProbleme } from './Controles.tsx'
import { useExercice } from './exercice.ts'
import { TexteDejaDit } from './memoire.tsx'
import { MarqueSection } from './Onglets.tsx'
import { textesReste, textesRevue, textesSaisie } from './saisie.textes.ts'
import type { Bilan, Entree, Lecture, Probleme } from './store/client.ts'
import { useBilan } from './store/store.ts'
import { ID_RESTE } from './useVue.ts'
import './revue.css'

type Props = {
  lecture: Lecture
  entree: Entree | null
  formulaire: Formulaire
  revenir: () => void
}

/** What one is about to submit: sections, main figures, justifications, what is left (RGAA 11.12). */
export default function Revue({ lecture, entree, formulaire, revenir }: Props) {
  const bilan = useBilan(lecture)
  const exercice = useExercice()
  const periode = libelleFormulaire(formulaire)
  const titre = useRef<HTMLHeadingElement>(null)
  useEffect(() => titre.current?.focus(), [])
  return (
    <section className="s-section s-revue" aria-labelledby="titre-revue">
      <h2 id="titre-revue" tabIndex={-1} ref={titre}>
        {textesRevue.titre(periode)}
      </h2>
      <Reste {...{ entree, bilan }} />
      <div className="s-tables-revue">
        <Chiffres {...{ lecture, formulaire }} />
        <Sections modele={lecture.modele} bilan={bilan} />
      </div>
      <Justifications bilan={bilan} />
      <div className="s-outils">
        <BoutonAction onClick={revenir}>{textesRevue.revenir}</BoutonAction>
        {exercice ? (
          <BoutonAction
            variant="contained"
            icone="envoi"
            raison={
              bilan.bloquants + bilan.aJustifier > 0 ? textesSaisie.soumission.impossible : null
            }
            onClick={exercice.surSoumettre}
          >
            {textesRevue.soumettreExercice}
          </BoutonAction>
        ) : (
          <Soumettre {...{ formulaire, bilan }} />
        )}
      </div>
    </section>
  )
}

function Reste({ entree, bilan }: { entree: Entree | null; bilan: Bilan }) {
  const restent = bilan.problemes.filter(
    ({ sorte, justification }) => sorte !== 'INFO' && (!justification || justification.attendue),
  )
  if (restent.length === 0)
    return (
      <p id={ID_RESTE} tabIndex={-1}>
        {textesRevue.pret}
      </p>
    )
  return (
    <div className="s-controles">
      <h3 id={ID_RESTE} tabIndex={-1}>
        {direReste(bilan)}
      </h3>
      <ul>
        {restent.map((probleme) => (
          <LigneProbleme key={probleme.cle} {...{ entree, probleme }} />
        ))}
      </ul>
    </div>
  )
}

/** In the order in which one does it. */
const direReste = ({ bloquants, erreurs, aJustifier, aTraiter }: Bilan) =>
  textesRevue.resume(bloquants - erreurs - aTraiter, erreurs, aJustifier, aTraiter)

type TableProps = { titre: string; className?: string; children: ReactNode }

function TableRevue({ titre, className = '', children }: TableProps) {
  return (
    <Defile nom={titre} className="s-defile s-defile-revue">
      <table className={`s-table s-table-revue ${className}`.trim()}>
        <caption>{titre}</caption>
        {children}
      </table>
    </Defile>
  )
}

type ChiffresProps = { lecture: Lecture; formulaire: Formulaire }

function Chiffres({ lecture, formulaire }: ChiffresProps) {
  const { precedent } = formulaire
  const { indicateurs } = lecture.modele
  const nommes = INDICATEURS.flatMap((nom) => {
    const adresse = indicateurs[nom]
    return adresse === undefined ? [] : [{ nom, adresse }]
  })
  if (nommes.length === 0) return null
  return (
    <TableRevue titre={textesRevue.chiffres}>
      <thead>
        <tr>
          <th scope="col">{textesRevue.indicateur}</th>
          {precedent && (
            <th scope="col" className="nombre">
              {textesRevue.precedent(libellePeriode(precedent, precedent.moisCouverts))}
            </th>
          )}
          <th scope="col" className="nombre">
            {textesRevue.declare(formulaire.modele.moisCouverts)}
          </th>
        </tr>
      </thead>
      <tbody>
        {nommes.map(({ nom, adresse }) => {
          const cellule = lecture.celluleDe(adresse)
          const { valeur } = lecture.lire(adresse)
          return (
            <tr key={nom}>
              <th scope="row">
                {textesRevue.indicateurs[nom]}
                <span className="s-aide-ligne">{cellule?.libelle}</span>
              </th>
              {precedent && <td className="nombre">{lecture.precedent(adresse) ?? '—'}</td>}
              <td className="nombre">
                {cellule && valeur !== undefined ? formaterValeur(cellule, valeur) : '—'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableRevue>
  )
}

function Sections({ modele, bilan }: { modele: Modele; bilan: Bilan }) {
  const sections = modele.sections.filter(({ type }) => type !== 'identification')
  return (
    <TableRevue titre={textesRevue.sections} className="s-sections-revue">
      <thead>
        <tr>
          <th scope="col">{textesRevue.section}</th>
          <th scope="col" className="nombre">
            {textesRevue.cases}
          </th>
          <th scope="col">{textesRevue.etat}</th>
        </tr>
      </thead>
      <tbody>
        {sections.map(({ code, libelle }) => {
          const bilanSection = bilan.sections.get(code)
          if (!bilanSection) return null
          const { requises, remplies, erreurs, avertissements } = bilanSection
          const complete = remplies === requises && erreurs + avertissements === 0
          return (
            <tr key={code}>
              <th scope="row">{libelle}</th>
              <td className="nombre">
                {requises === 0 ? '—' : textesRevue.part(remplies, requises)}
              </td>
              <td className="s-etat-section">
                <MarqueSection bilan={bilanSection} />
                {complete
                  ? textesRevue.complet
                  : textesRevue.manque(requises - remplies, erreurs, avertissements)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableRevue>
  )
}

function Justifications({ bilan }: { bilan: Bilan }) {
  const dites = bilan.problemes.filter(({ justification }) => justification?.attendue === false)
  return (
    <>
      <h3>{textesRevue.justifications}</h3>
      {dites.length === 0 ? (
        <p>{textesRevue.aucuneJustification}</p>
      ) : (
        <dl className="s-justifications">
          {dites.map(({ cle, message, justification }) => (
            <div key={cle}>
              <dt>{message}</dt>
              <dd>
                {justification?.texte}
                <TexteDejaDit sorte="justifications" cle={cle} texte={justification?.texte ?? ''} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const t = textesReste

/** A part of the sentence: the word before it, what is left, and where it begins. */
type PartDuReste = {
  sorte: 'remarques' | 'vides' | 'erreurs' | 'avertissements'
  mot: string
  lien: string
  cellule: string | undefined
}

const premiere = (problemes: readonly Probleme[]) => problemes[0]?.cellules[0]

/** What is left before one may submit, in the order in which one does it; nothing: all is done. */
export function resteDe({ problemes, requises, remplies }: Bilan): PartDuReste[] {
  const remarques = problemes.filter(({ sorte }) => sorte === 'remarque')
  const vides = problemes.filter(({ sorte }) => sorte === 'manquante')
  const erreurs = problemes.filter(({ sorte }) =>
    ['invalide', 'commentaire', 'BLOQUANT'].includes(sorte),
  )
  const avertissements = problemes.filter(({ justification }) => justification?.attendue)
  const blanches = vides.reduce((somme, { cellules }) => somme + cellules.length, 0)
  const parts: Omit<PartDuReste, 'mot'>[] = []
  if (remarques.length > 0) {
    const lien = t.remarques(remarques.length)
    parts.push({ sorte: 'remarques', lien, cellule: premiere(remarques) })
  }
  if (blanches > 0 && remplies < requises)
    parts.push({ sorte: 'vides', lien: t.vides(blanches, vides.length), cellule: premiere(vides) })
  if (erreurs.length > 0)
    parts.push({ sorte: 'erreurs', lien: t.erreurs(erreurs.length), cellule: premiere(erreurs) })
  if (avertissements.length > 0) {
    const lien = t.avertissements(avertissements.length)
    parts.push({ sorte: 'avertissements', lien, cellule: premiere(avertissements) })
  }
  return parts.map((part, rang) => ({ ...part, mot: motAvant(rang, parts.length) }))
}

function motAvant(rang: number, nombre: number): string {
  if (rang === 0) return ''
  return rang === nombre - 1 ? t.et : ', '
}

/** Milliseconds without a change before it is spoken: nobody hears it at each figure. */
const REPOS_MS = 4000

/** What was said last, once it has stayed the same for a while. */
function useRepose(dit: string): string {
  const [repose, setRepose] = useState('')
  useEffect(() => {
    const minuterie = setTimeout(() => setRepose(dit), REPOS_MS)
    return () => clearTimeout(minuterie)
  }, [dit])
  return repose
}

/** What is left to do in the whole report, in one sentence whose words lead there. */
export function ResteEnPhrase({ lecture, surRelire }: { lecture: Lecture; surRelire: () => void }) {
  const parts = resteDe(useBilan(lecture))
  const dit =
    parts.length === 0
      ? textesReste.rien
      : `${textesReste.debut} ${parts.map(({ lien, mot }) => mot + lien).join('')}.`
  const repose = useRepose(dit)
  return (
    <p className="s-reste s-ecran">
      {parts.length === 0 ? (
        <button type="button" className="s-lien" onClick={surRelire}>
          {dit}
        </button>
      ) : (
        <>
          {textesReste.debut}{' '}
          {parts.map(({ sorte, mot, lien, cellule }) => (
            <span key={sorte}>
              {mot}
              {cellule === undefined ? lien : <LienCase adresse={cellule}>{lien}</LienCase>}
            </span>
          ))}
          .
        </>
      )}
      <span role="status" className="ui-invisible">
        {repose}
      </span>
    </p>
  )
}
