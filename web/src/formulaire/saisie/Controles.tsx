import { JUSTIFICATION_MIN } from '@releve/contract/modele/justification.ts'
import { memo, type ReactNode, useId } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { ancreDe } from './grille/Grille.tsx'
import { TexteDejaDit } from './memoire.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Bilan, Demande, Entree, Lecture, Probleme } from './store/client.ts'
import { useBilan } from './store/store.ts'
import { useAller } from './useVue.ts'

const ICONES = {
  invalide: 'erreur',
  commentaire: 'commentaire',
  remarque: 'commentaire',
  manquante: 'cercle',
  BLOQUANT: 'erreur',
  AVERTISSEMENT: 'attention',
  INFO: 'info',
} as const

type ControlesProps = { lecture: Lecture; entree: Entree | null; section: string }

/** What is wrong or to be explained in a section, under its table. Blank cells are told elsewhere. */
export function Controles({ lecture, entree, section }: ControlesProps) {
  const titre = useId()
  const problemes = choisir(useBilan(lecture), section)
  if (problemes.length === 0) return null
  return (
    <div className="s-controles">
      <h3 id={titre}>{textesSaisie.controles.titre}</h3>
      <ul aria-labelledby={titre}>
        {problemes.map((probleme) => (
          <LigneProbleme
            key={probleme.cle}
            {...{ entree, probleme }}
            adresse={probleme.cellules.find((une) => lecture.celluleDe(une)?.section === section)}
          />
        ))}
      </ul>
    </div>
  )
}

const choisir = ({ problemes }: Bilan, section: string) =>
  problemes.filter(({ sections, sorte }) => sections.includes(section) && sorte !== 'manquante')

type Props = {
  entree: Entree | null
  probleme: Probleme
  /** Of its cells, the one to which it leads: the first, unless said. */
  adresse?: string | undefined
  surAller?: () => void
}

/** One problem: its nature in words and icon, its message, the way to its cell, its justification. */
export const LigneProbleme = memo(function LigneProbleme(props: Props) {
  const { entree, probleme, surAller } = props
  const { sorte, message, cellules, justification } = probleme
  const premiere = props.adresse ?? cellules[0]
  return (
    <li className={`s-probleme s-probleme-${sorte}`}>
      <Icone nom={ICONES[sorte]} taille={18} />
      <div>
        <span className="s-nature">{textesSaisie.controles[sorte]}</span>{' '}
        {premiere === undefined ? (
          message
        ) : (
          <LienCase adresse={premiere} surAller={surAller}>
            {message}
          </LienCase>
        )}
        {justification && <Justification entree={entree} demande={justification} />}
      </div>
    </li>
  )
})

type JustificationProps = { entree: Entree | null; demande: Demande }

function Justification({ entree, demande }: JustificationProps) {
  const id = useId()
  const { cle, texte, attendue, perimee } = demande
  if (!entree)
    return texte === '' ? null : (
      <>
        <p className="s-justification-lue">« {texte} »</p>
        <TexteDejaDit sorte="justifications" cle={cle} texte={texte} />
      </>
    )
  const manque = JUSTIFICATION_MIN - texte.trim().length
  return (
    <div className="s-justification">
      <label htmlFor={id}>{textesSaisie.controles.justification}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={texte}
        required
        aria-describedby={`${id}-etat`}
        onChange={({ currentTarget }) => entree.justifier(cle, currentTarget.value)}
      />
      <p id={`${id}-etat`} className={attendue ? 's-attendue' : 's-justifiee'}>
        {!attendue && <Icone nom="coche" taille={16} />}
        {etatDe(attendue, perimee, manque)}
      </p>
      <TexteDejaDit
        sorte="justifications"
        {...{ cle, texte }}
        reprendre={(dit) => entree.justifier(cle, dit)}
        champ={id}
      />
      {perimee && manque <= 0 && (
        <BoutonAction size="small" onClick={() => entree.justifier(cle, texte)}>
          {textesSaisie.controles.confirmer}
        </BoutonAction>
      )}
    </div>
  )
}

type LienCaseProps = {
  adresse: string
  /** Before leaving: what covers the cell closes. */
  surAller?: (() => void) | undefined
  children: ReactNode
}

/** Leads to a cell, wherever it is. */
export function LienCase({ adresse, surAller, children }: LienCaseProps) {
  const aller = useAller()
  return (
    <a
      href={ancreDe(adresse)}
      onClick={(evenement) => {
        evenement.preventDefault()
        surAller?.()
        aller(adresse)
      }}
    >
      {children}
    </a>
  )
}

function etatDe(attendue: boolean, perimee: boolean, manque: number): string {
  if (!attendue) return textesSaisie.controles.justifie
  if (manque > 0) return textesSaisie.controles.justificationManque(manque)
  return perimee ? textesSaisie.controles.perimee : ''
}
