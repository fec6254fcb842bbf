import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { lecturesDe, lireSaisie, SEPARATIONS } from '@releve/contract/modele/saisie.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { lazy, Suspense, useId, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import AideCase from './AideCase.tsx'
import { useExercice } from './exercice.ts'
import { TexteDejaDit, useMemoire } from './memoire.tsx'
import { textesPanneau, textesSaisie } from './saisie.textes.ts'

import type { CadreCellule, Entree, EtatCellule, Lecture } from './store/client.ts'
import { useCadre, useDeCellule } from './store/store.ts'
import { useAller } from './useVue.ts'
import './panneau.css'

/** Of few cells, and of those who review. */
const Remarques = lazy(() => import('./Remarques.tsx'))

type DeCellule = { cellule: Cellule }
type Props = DeCellule & {
  lecture: Lecture
  entree: Entree | null
  formulaire: Formulaire
  revenir: () => void
}

/** The panel of a cell, unfolded. */
export default function PanneauCorps(props: Props) {
  const { lecture, entree, formulaire, cellule, revenir } = props
  const etat = useCadre(lecture, cellule.adresse)
  const exercice = useExercice()
  const sujet = { ecrire: 'nouveau', numero: formulaire.numero }
  useLayoutEffect(rejoindre, [])
  // What is asked of this cell comes first; what may be asked of it, last.
  const marquee = etat.remarques.length > 0
  const remarques = (
    <Suspense>
      <Remarques {...{ formulaire, cellule }} remarques={etat.remarques} />
    </Suspense>
  )
  return (
    <>
      <Messages etat={etat} />
      {etat.changee && <p className="s-panneau-dit">{etat.changee.dit}</p>}
      {marquee && remarques}
      <AideCase modele={lecture.modele} cellule={cellule} />
      <AutresMois {...{ lecture, entree, formulaire, cellule, etat }} />
      <Passe {...{ lecture, formulaire, cellule, etat }} />
      {entree && !etat.fermee && <Marqueurs entree={entree} cellule={cellule} />}
      <Commentaire entree={entree} cellule={cellule} etat={etat} />
      {!marquee && formulaire.actions.includes('remarquer') && remarques}
      <p className="s-outils">
        <BoutonAction size="small" onClick={revenir}>
          {textesPanneau.revenir}
        </BoutonAction>
        {!exercice && (
          <LienAction
            size="small"
            variant="text"
            icone="commentaire"
            to={paths.messagerie({ ...sujet, cellule: cellule.adresse })}
          >
            {textesPanneau.ecrire}
          </LienAction>
        )}
      </p>
    </>
  )
}

/** Where the focus goes once the panel is drawn, in the order of what is looked for there. */
let attendus: readonly string[] = []
const AIDE = ['.s-aide-case']
const OPTIONS = ['.s-panneau-corps textarea', '.s-panneau-corps button']

function rejoindre(): void {
  const [vise] = attendus.flatMap((ou) => document.querySelector<HTMLElement>(ou) ?? [])
  if (!vise) return
  attendus = []
  vise.focus({ preventScroll: true })
}

/**
 * Pixels left between a cell and the bar that has come under it: where little is seen, the row that
 * follows is.
 */
const ecart = () => (matchMedia('(max-width: 599.95px)').matches ? 48 : 8)

/**
 * Keeps in sight the cell of which the panel speaks, whole, as the bar that holds it comes or grows
 * over the foot of the page; a cell that one has scrolled away from is left where it is.
 *
 * @returns what stops it.
 */
export function garderEnVue(adresse: string): () => void {
  const barre = document.querySelector('.s-barre')
  const veille = new ResizeObserver(() => {
    const cadre = document.querySelector(`[data-cellule="${adresse}"]`)?.getBoundingClientRect()
    if (!cadre || !barre || cadre.top > window.innerHeight) return
    const dessous = cadre.bottom + ecart() - barre.getBoundingClientRect().top
    // A text of several lines may be higher than what is left: its beginning stays.
    if (dessous > 0) window.scrollBy(0, Math.min(dessous, cadre.top - HAUT))
  })
  if (barre) veille.observe(barre)
  return () => veille.disconnect()
}

/** Pixels of the bar at the top of the page, and of a heading that sticks under it. */
const HAUT = 96

/** Unfolds the panel by `ouvrir`, and goes to its first option, or to the help. */
export function entrerCorps(ouvrir: () => void, aide: boolean): void {
  attendus = aide ? AIDE : OPTIONS
  flushSync(ouvrir)
  rejoindre()
  // Drawn in a moment: what is typed meanwhile is not for the cell.
  const { activeElement: champ } = document
  if (attendus.length > 0 && champ instanceof HTMLElement) champ.blur()
}

function Messages({ etat }: { etat: CadreCellule }) {
  const dits = [...(etat.erreur === null ? [] : [etat.erreur]), ...etat.messages]
  if (dits.length === 0) return null
  return (
    <ul className="s-panneau-messages">
      {dits.map((dit) => (
        <li key={dit}>{dit}</li>
      ))}
    </ul>
  )
}

type AutresMoisProps = Omit<Props, 'revenir'> & { etat: CadreCellule }

function AutresMois({ lecture, entree, formulaire, cellule, etat }: AutresMoisProps) {
  const { precedent, anneePrecedente } = formulaire
  const avant = lecture.precedent(cellule.adresse)
  const annee = lecture.anneePrecedente(cellule.adresse)
  const dire = (periode: Formulaire['precedent'], valeur: string) =>
    periode && textesPanneau.precedent(libellePeriode(periode, periode.moisCouverts), valeur)
  if (avant === null && annee === null) return null
  return (
    <p className="s-panneau-mois">
      {avant !== null && <span>{dire(precedent, avant)}</span>}
      {annee !== null && <span>{dire(anneePrecedente, annee)}</span>}
      {entree && avant !== null && !etat.fermee && (
        <BoutonAction size="small" onClick={() => entree.reprendre(cellule.adresse)}>
          {textesPanneau.reprendreValeur(avant)}
        </BoutonAction>
      )}
    </p>
  )
}

type PasseProps = Pick<AutresMoisProps, 'lecture' | 'formulaire' | 'cellule' | 'etat'>

/** Its last twelve months, once they are here; without network, that they are not. */
function Passe({ lecture, ...props }: PasseProps) {
  const memoire = useMemoire()
  const valeur = useDeCellule(lecture, props.cellule.adresse, lireValeur)
  if (!estNombre(props.cellule.nature)) return null
  if (memoire === 'absente') return <p className="s-panneau-dit">{textesPanneau.sansPasse}</p>
  return memoire && <memoire.Passe {...props} valeur={valeur} passe={memoire.passe} />
}

const lireValeur = ({ valeur }: EtatCellule) => valeur

function Marqueurs({ entree, cellule }: { entree: Entree } & DeCellule) {
  if (!cellule.nd && !cellule.so) return null
  const poser = (texte: string) => entree.poser([[cellule.adresse, texte]])
  return (
    <p className="s-outils">
      {cellule.nd && (
        <BoutonAction size="small" onClick={() => poser('ND')}>
          {textesSaisie.panneau.nd}
        </BoutonAction>
      )}
      {cellule.so && (
        <BoutonAction size="small" onClick={() => poser('SO')}>
          {textesSaisie.panneau.so}
        </BoutonAction>
      )}
    </p>
  )
}

type CommentaireProps = { entree: Entree | null; etat: CadreCellule } & DeCellule

function Commentaire({ entree, cellule, etat }: CommentaireProps) {
  const id = useId()
  const { adresse } = cellule
  if (!entree)
    return etat.commentaire === '' ? null : (
      <>
        <p className="s-justification-lue">« {etat.commentaire} »</p>
        <TexteDejaDit sorte="commentaires" cle={adresse} texte={etat.commentaire} />
      </>
    )
  if (cellule.calculee || cellule.luSeul) return null
  return (
    <div className="s-justification">
      <label htmlFor={id}>
        {etat.commentaireRequis ? textesPanneau.commentaireRequis : textesPanneau.commentaire}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        required={etat.commentaireRequis}
        value={etat.commentaire}
        aria-describedby={`${id}-aide`}
        onChange={({ currentTarget }) => entree.commenter(adresse, currentTarget.value)}
      />
      <p id={`${id}-aide`}>{textesPanneau.commentaireAide}</p>
      <TexteDejaDit
        sorte="commentaires"
        cle={adresse}
        texte={etat.commentaire}
        reprendre={etat.commentaireRequis ? (dit) => entree.commenter(adresse, dit) : undefined}
        champ={id}
      />
    </div>
  )
}

type DeuxLecturesProps = { lecture: Lecture; entree: Entree } & DeCellule

/** Figures that may be two numbers: which of those that the cell takes? */
export function DeuxLectures({ lecture, entree, cellule }: DeuxLecturesProps) {
  const aller = useAller()
  const ambigu = useDeCellule(lecture, cellule.adresse, ({ texte }) =>
    lecturesDe(cellule, texte) ? texte : '',
  )
  const lectures = lecturesDe(cellule, ambigu)
  if (!lectures) return null
  const choisir = (texte: string) => {
    entree.poser([[cellule.adresse, texte]])
    aller(cellule.adresse)
  }
  return (
    <p className="s-outils">
      {SEPARATIONS.map((separation) => lectures[separation])
        .filter((texte) => 'valeur' in lireSaisie(cellule, texte))
        .map((texte) => (
          <BoutonAction key={texte} size="small" onClick={() => choisir(texte)}>
            {textesPanneau.lire(texte)}
          </BoutonAction>
        ))}
    </p>
  )
}
