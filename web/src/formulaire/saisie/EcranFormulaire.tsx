import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import {
  type FocusEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react'
import { differer } from '../../app/differe.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import { formatDate } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { useAuRepos } from '../../ui/useAuRepos.ts'
import { EtatBadge } from '../EtatBadge.tsx'
import { Avis } from './Avis.tsx'
import { Actes, type Refus, useHistorique } from './actes/Actes.tsx'
import { useAmpleur } from './ampleur.ts'
import { BarreSaisie } from './BarreSaisie.tsx'
import { useClavier } from './clavier.ts'
import { useExercice } from './exercice.ts'
import { Feuilles } from './Feuilles.tsx'
import { auClic, ID_MOIS_PRECEDENT, ID_RETOUCHE, reposer, retoucher } from './grille/Grille.tsx'
import type { PropsImportClasseur } from './ImportClasseur.tsx'
import { AvecMemoire } from './memoire.tsx'
import { Outils } from './Outils.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Entree, Lecture, Ouverture } from './store/client.ts'
import { useOuverture } from './store/store.ts'
import { AllerContext, useAller, useAllerVers, useVue } from './useVue.ts'
import '../../ui/Invisible.css'

const RESTE_MS = 1000
/** It says what the page shows already: once the form is there, in the place that it keeps. */
const Reste = facultatif(() => import('./Reste.tsx'), RESTE_MS)
const lireRevue = () => import('./Revue.tsx')
const Revue = lazy(lireRevue)
const useImportClasseur = differer<PropsImportClasseur>(() => import('./ImportClasseur.tsx'))
const useTouches = differer(() => import('./Touches.tsx'))

/** The panel of the form's files, opened by a tool. */
export type Pieces = { ouvrir: () => void; dialogue: ReactNode }

type Props = {
  pieces: Pieces
  formulaire: Formulaire
  modifiable: boolean
  versionDiffusee: number | undefined
  /** Why the last act was refused: it outlives an opening, since a refusal may close the form. */
  refus: Refus | null
  surRefus: (refus: Refus | null) => void
}

/** The form screen. What is shown (section, all, review) stands in the address. */
export function EcranFormulaire(props: Props) {
  const ouverture = useOuverture(props.formulaire, props.modifiable)
  return <EcranOuvert {...props} ouverture={ouverture} />
}

/** The same, of a form that is open already. */
export function EcranOuvert(props: Props & { ouverture: Ouverture }) {
  const { formulaire, modifiable, versionDiffusee, refus, surRefus, pieces, ouverture } = props
  const exercice = useExercice()
  const { lecture, entree, conflits, trancher } = ouverture
  const [panneau, setPanneau] = useState(false)
  useAuRepos(lireRevue)
  const vue = useVue(lecture.modele.sections, formulaire.actions.includes('soumettre'))
  useAmpleur()
  const historique = useHistorique({ formulaire, lecture })
  const classeur = useImportClasseur({ lecture, entree, numero: formulaire.numero })
  const ouvert = { lecture, entree, formulaire }
  const mois = libellePeriode(formulaire)
  return (
    <AllerContext value={useAllerVers(lecture, vue)}>
      <Actes {...{ ...ouvert, conflits, surRefus }} surChoix={trancher}>
        <Page
          className="s-formulaire"
          dense
          titre={exercice ? textesSaisie.exemple : titreDe(formulaire)}
          entete={exercice ? textesSaisie.exemple : textesSaisie.rapportDe(mois)}
          actions={
            <Outils
              {...{ formulaire, versionDiffusee, vue }}
              surHistorique={historique.ouvrir}
              surPieces={pieces.ouvrir}
              surClasseur={entree && classeur.ouvrir}
            />
          }
        >
          <Cadre {...{ lecture, entree, panneau }} surPanneau={setPanneau} revue={vue.revue}>
            <AvecMemoire {...{ lecture, formulaire, versionDiffusee }} presse={panneau}>
              {exercice ? exercice.bandeau : <EnTete formulaire={formulaire} />}
              <Avis {...{ formulaire, modifiable, versionDiffusee, refus, ouverture }} />
              {entree && !vue.revue && (
                <Suspense fallback={<p className="s-reste s-ecran">{'\u00a0'}</p>}>
                  <Reste lecture={lecture} surRelire={() => vue.changer({ vue: 'revue' })} />
                </Suspense>
              )}
              {pieces.dialogue}
              {vue.revue ? (
                <Suspense>
                  <Revue {...ouvert} revenir={() => vue.changer({ vue: null })} />
                </Suspense>
              ) : (
                <Feuilles {...ouvert} vue={vue} />
              )}
              {versionDiffusee === undefined && (
                <BarreSaisie {...{ ...ouvert, vue, panneau }} surPanneau={setPanneau} />
              )}
            </AvecMemoire>
          </Cadre>
        </Page>
        {historique.dialogue}
        {classeur.dialogue}
      </Actes>
    </AllerContext>
  )
}

const titreDe = (formulaire: Formulaire) =>
  `${textesSaisie.titre(libellePeriode(formulaire))} – ${formulaire.structure.libelle}`

type CadreProps = {
  lecture: Lecture
  entree: Entree | null
  revue: boolean
  panneau: boolean
  surPanneau: (ouvert: boolean) => void
  children: ReactNode
}

/** What follows the focus from cell to cell: the active one, its panel, its keys, the texts left. */
function Cadre({ lecture, entree, revue, panneau, surPanneau, children }: CadreProps) {
  const vue = revue ? 's-en-revue' : panneau && 's-panneau-ouvert'
  const aller = useAller()
  const [annonce, annoncer] = useState('')
  const clics = useClics()
  const touches = useTouches({})
  const ouvrirPanneau = () => surPanneau(true)
  const page = useClavier({
    lecture,
    entree,
    aller,
    annoncer,
    ouvrirPanneau,
    ouvrirTouches: touches.ouvrir,
  })
  return (
    <div
      ref={page}
      className={['s-page', entree && 's-ouverte', vue].filter(Boolean).join(' ')}
      role="presentation"
      onFocus={(evenement) => auFocus(evenement, lecture)}
      {...clics}
      onBlur={({ target }) => entree?.quitter(target.dataset['cellule'] ?? '')}
    >
      {children}
      <p id={ID_MOIS_PRECEDENT} hidden>
        {lecture.libellePrecedent}
      </p>
      <p id={ID_RETOUCHE} hidden>
        {textesSaisie.retouche}
      </p>
      <p role="status" className="ui-invisible">
        {annonce}
      </p>
      {touches.dialogue}
    </div>
  )
}

/** The cell in focus becomes the active one; its text is selected, so that typing replaces it. */
function auFocus({ target }: FocusEvent<HTMLElement>, lecture: Lecture): void {
  const adresse = target.dataset['cellule']
  if (adresse === undefined) return
  lecture.activer(adresse)
  reposer(target)
}

/**
 * A click chooses a cell, a second one edits it where the browser puts the caret, a double one at
 * its end: with a finger too. With Maj, it ends a rectangle: the focus stays where this one begins.
 */
function useClics() {
  const deja = useRef<EventTarget | null>(null)
  return {
    onPointerDown: ({ target, shiftKey }: PointerEvent<HTMLElement>) => {
      deja.current = !shiftKey && target === document.activeElement ? target : null
    },
    // Firefox puts the caret where one clicks once the cell has the focus: it is chosen again.
    onClick: ({ target, shiftKey }: MouseEvent<HTMLElement>) => {
      if (!shiftKey) auClic(target, target === deja.current)
    },
    onDoubleClick: ({ target }: MouseEvent<HTMLElement>) => retoucher(target),
  }
}

/** Whose report, which model, in which state and due when: under the title, on one line or two. */
function EnTete({ formulaire }: { formulaire: Formulaire }) {
  const { modele, structure, numero, etat, horsDelai, echeance, actions } = formulaire
  return (
    <ul className="s-fiche">
      <li>
        <strong>{structure.libelle}</strong>
      </li>
      {/* On a telephone the number tells the model. */}
      <li className="ui-invisible-sous-900">{modele.libelle}</li>
      <li>{textesSaisie.numeroDe(numero)}</li>
      {/* The bar holds state and due date, always in sight: paper has no bar, a phone's is short. */}
      <li className={actions.length > 0 ? 's-papier' : undefined}>
        <EtatBadge etat={etat} />
      </li>
      <li className={actions.length > 0 ? 's-sans-barre' : undefined}>
        {textesSaisie.echeance} {formatDate(echeance)}
      </li>
      {horsDelai && <li>{textesSaisie.horsDelai}</li>}
    </ul>
  )
}
