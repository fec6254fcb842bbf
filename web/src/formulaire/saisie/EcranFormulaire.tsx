import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import {
  type CSSProperties,
  type FocusEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAffichage } from '../../app/affichage.ts'
import { differer } from '../../app/differe.tsx'
import { EvitementDEcran } from '../../app/Evitement.tsx'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { fichiersDe, useChoixFichiers } from '../../ui/ExportTableur.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import { formatDate } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { type Choix, Menu } from '../../ui/Menu.tsx'
import { Page } from '../../ui/Page.tsx'
import { useAuRepos } from '../../ui/useAuRepos.ts'
import { EtatBadge } from '../EtatBadge.tsx'
import { placeDansFile } from '../file.ts'
import { exporterFormulaire } from '../formulaire.queries.ts'
import { Avis } from './Avis.tsx'
import { Actes, type Refus, useFeuilleDesTouches, useHistorique } from './actes/Actes.tsx'
import { basculerDensite, basculerPleine, useAmpleur, usePleine } from './ampleur.ts'
import { BarreSaisie } from './BarreSaisie.tsx'
import { useClavier } from './clavier.ts'
import { useExercice } from './exercice.ts'
import { Feuilles } from './Feuilles.tsx'
import { auClic, ID_MOIS_PRECEDENT, ID_RETOUCHE, reposer, retoucher } from './grille/Grille.tsx'
import type { PropsImportClasseur } from './ImportClasseur.tsx'
import { AvecMemoire } from './memoire.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Entree, Lecture, Ouverture } from './store/client.ts'
import { useOuverture } from './store/store.ts'
import type { Vue } from './useVue.ts'
import { AllerContext, useAller, useAllerVers, useVue } from './useVue.ts'
import '../../ui/Invisible.css'

const useRecepisses = differer<{ numero: string }>(async () => ({
  default: (await import('./Recepisses.tsx')).Recepisses,
}))

type OutilsProps = {
  formulaire: Formulaire
  lecture: Lecture
  versionDiffusee: number | undefined
  vue: Vue
  surHistorique: () => void
  surPieces: () => void
  /** Null where nothing is entered. */
  surClasseur: (() => void) | null
}

/** What one does around the report, on the title's line; folded under one button on a small screen. */
function Outils(props: OutilsProps) {
  const { formulaire, lecture, versionDiffusee, vue, surPieces } = props
  const [deplies, setDeplies] = useState(false)
  const id = useId()
  const exercice = useExercice()
  return (
    <>
      <span className="s-bascule-outils s-ecran">
        <BoutonAction
          size="small"
          icone={deplies ? 'chevronBas' : 'chevronDroit'}
          aria-expanded={deplies}
          aria-controls={id}
          onClick={() => setDeplies(!deplies)}
        >
          {textesSaisie.outils}
        </BoutonAction>
      </span>
      <div id={id} className={`s-outils-titre s-ecran${deplies ? ' s-deplies' : ''}`}>
        <Versions {...{ formulaire, versionDiffusee }} />
        {!exercice && <Retour formulaire={formulaire} />}
        <Affichage {...{ vue, lecture }} />
        {/* Told within the perimeter only. */}
        {formulaire.actions.includes('historique') && (
          <BoutonAction size="small" onClick={surPieces}>
            {textesSaisie.pieces}
          </BoutonAction>
        )}
        {!exercice && (
          <LienAction
            size="small"
            icone="commentaire"
            to={paths.messagerie({ ecrire: 'nouveau', numero: formulaire.numero })}
            title={textesSaisie.ecrireSurRapport}
            aria-label={textesSaisie.ecrireSurRapport}
          >
            {textesSaisie.ecrire}
          </LienAction>
        )}
        <Plus {...props} />
      </div>
    </>
  )
}

/** Back to where one came from: the list of what waits for a decision, and its next one; else the entries. */
function Retour({ formulaire }: Pick<OutilsProps, 'formulaire'>) {
  const place = placeDansFile(formulaire.numero)
  if (!place) return <Link to={paths.saisies(formulaire)}>{textesSaisie.retour}</Link>
  return (
    <>
      <Link to={place.retour}>{textesSaisie.retourFile}</Link>
      {place.suivant && <Link to={paths.saisie(place.suivant)}>{textesSaisie.suivantFile}</Link>}
    </>
  )
}

/** What is asked for now and then: what was done with the report, and what takes it elsewhere. */
function Plus(props: OutilsProps) {
  const { formulaire, versionDiffusee, vue, surHistorique, surClasseur } = props
  const { numero } = formulaire
  const exercice = useExercice()
  const recepisses = useRecepisses(formulaire)
  const fichiers = useChoixFichiers(
    fichiersDe({
      exporter: (format) => exporterFormulaire(numero, { format, versionDiffusee }),
      pdf: () => exporterFormulaire(numero, { format: 'pdf', versionDiffusee }),
    }),
  )
  // Both are told within the perimeter only.
  const suivi: Choix[] = formulaire.actions.includes('historique')
    ? [{ libelle: textesSaisie.historique, icone: 'historique', onChoisir: surHistorique }]
    : []
  if (suivi.length > 0 && formulaire.soumisLe)
    suivi.push({ libelle: textesSaisie.recepisses, onChoisir: recepisses.ouvrir })
  const sortie: Choix[] = exercice
    ? []
    : [
        ...fichiers.choix,
        ...(surClasseur
          ? [{ libelle: textesSaisie.importerClasseur, onChoisir: surClasseur }]
          : []),
        { libelle: textesSaisie.imprimer, onChoisir: () => imprimer(vue) },
      ]
  const choix = [...suivi, ...sortie]
  if (choix.length === 0) return null
  return (
    <>
      <Menu cadre libelle={textesSaisie.plusNom} choix={choix} occupe={fichiers.enCours}>
        {textesSaisie.plus}
        <Icone nom="chevronBas" taille={16} />
      </Menu>
      {recepisses.dialogue}
    </>
  )
}

/** How the report is looked at: all of it or by section, and how much room its figures have. */
function Affichage({ vue, lecture }: Pick<OutilsProps, 'vue' | 'lecture'>) {
  const { density } = useAffichage()
  const { pleine } = usePleine(lecture.modele)
  const { titre, nom, pleineLargeur, compact } = textesSaisie.affichage
  const choix: Choix[] = [
    {
      libelle: pleineLargeur,
      touches: 'F9',
      bascule: pleine,
      onChoisir: basculerPleine,
    },
    {
      libelle: compact,
      touches: textesSaisie.affichage.majF9,
      bascule: density === 'compact',
      onChoisir: () => basculerDensite(density),
    },
  ]
  if (!vue.revue)
    choix.unshift({
      libelle: textesSaisie.toutVoir,
      bascule: vue.tout,
      onChoisir: () => vue.changer({ vue: vue.tout ? null : 'tout' }),
    })
  return (
    <Menu cadre libelle={nom} choix={choix}>
      {titre}
      <Icone nom="chevronBas" taille={16} />
    </Menu>
  )
}

/** Prints the whole form, whatever section is shown; out of its review, which is another page. */
function imprimer(vue: Vue): void {
  if (!vue.revue) {
    window.print()
    return
  }
  vue.changer({ vue: 'tout' })
  // The form must be on the page before the browser takes its picture.
  setTimeout(() => window.print(), 300)
}

type VersionsProps = Pick<OutilsProps, 'formulaire' | 'versionDiffusee'>

function Versions({ formulaire, versionDiffusee }: VersionsProps) {
  const [, setRecherche] = useSearchParams()
  const nombre = Math.max(formulaire.versionDiffusee, versionDiffusee ?? 0)
  // Outside its perimeter the last publication is all there is: nothing to choose.
  if (nombre === 0 || !formulaire.actions.includes('historique')) return null
  const choisir = (choix: string) =>
    setRecherche((avant) => {
      if (choix === '') avant.delete('versionDiffusee')
      else avant.set('versionDiffusee', choix)
      return avant
    })
  return (
    <label className="s-versions">
      {textesSaisie.versionsDiffusees}
      <select
        value={versionDiffusee ?? ''}
        onChange={({ currentTarget }) => choisir(currentTarget.value)}
      >
        <option value="">{textesSaisie.versionCourante}</option>
        {Array.from({ length: nombre }, (_, rang) => nombre - rang).map((n) => (
          <option key={n} value={n}>
            {textesSaisie.versionNumero(n)}
          </option>
        ))}
      </select>
    </label>
  )
}

const RESTE_MS = 1000
/** It says what the page shows already: once the form is there, in the place that it keeps. */
const lireRevue = () => import('./Revue.tsx')
const Reste = facultatif(async () => ({ default: (await lireRevue()).ResteEnPhrase }), RESTE_MS)
const Revue = lazy(lireRevue)
const useImportClasseur = differer<PropsImportClasseur>(() => import('./ImportClasseur.tsx'))

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
  useAmpleur(lecture.modele)
  const historique = useHistorique({ formulaire, lecture })
  const classeur = useImportClasseur({ lecture, entree, numero: formulaire.numero })
  const ouvert = { lecture, entree, formulaire }
  const mois = libelleFormulaire(formulaire)
  return (
    <AllerContext value={useAllerVers(lecture, vue)}>
      <Actes {...{ ...ouvert, conflits, surRefus }} surChoix={trancher}>
        {entree && <VersPremiereCase lecture={lecture} />}
        <Page
          className="s-formulaire"
          dense
          titre={exercice ? textesSaisie.exemple : titreDe(formulaire)}
          entete={exercice ? textesSaisie.exemple : textesSaisie.rapportDe(mois)}
          actions={
            <Outils
              {...{ formulaire, lecture, versionDiffusee, vue }}
              surHistorique={historique.ouvrir}
              surPieces={pieces.ouvrir}
              surClasseur={entree && classeur.ouvrir}
            />
          }
        >
          <Cadre {...{ lecture, entree, panneau }} surPanneau={setPanneau} revue={vue.revue}>
            <AvecMemoire {...{ lecture, formulaire, versionDiffusee }} presse={panneau}>
              {exercice ? exercice.bandeau : <EnTete {...{ formulaire, lecture }} />}
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

/** Past the menu, the tools and what is said of the report: to the first cell to fill. */
function VersPremiereCase({ lecture }: { lecture: Lecture }) {
  const aller = useAller()
  const surChoix = () => {
    const adresse = lecture.premiere()
    if (adresse !== null) aller(adresse)
  }
  return <EvitementDEcran libelle={textesSaisie.versPremiereCase} surChoix={surChoix} />
}

const titreDe = (formulaire: Formulaire) =>
  `${textesSaisie.titre(libelleFormulaire(formulaire))} – ${formulaire.structure.libelle}`

type CadreProps = {
  lecture: Lecture
  entree: Entree | null
  revue: boolean
  panneau: boolean
  surPanneau: (ouvert: boolean) => void
  children: ReactNode
}

/** Of which month the figure beside a blank cell is: drawn by its style, as no word in each cell would be. */
const styleDe = ({ brefPrecedent }: Lecture) =>
  ({ '--mois-precedent': JSON.stringify(brefPrecedent) }) as CSSProperties

/** What follows the focus from cell to cell: the active one, its panel, its keys, the texts left. */
function Cadre({ lecture, entree, revue, panneau, surPanneau, children }: CadreProps) {
  const vue = revue ? 's-en-revue' : panneau && 's-panneau-ouvert'
  const aller = useAller()
  const [annonce, annoncer] = useState('')
  const [refus, setRefus] = useState('')
  const clics = useClics()
  const touches = useFeuilleDesTouches({})
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
      style={styleDe(lecture)}
      onFocus={(evenement) => auFocus(evenement, lecture)}
      {...clics}
      onBlur={({ target }) => {
        const adresse = target.dataset['cellule'] ?? ''
        entree?.quitter(adresse)
        if (entree && adresse !== '') setRefus(direRefus(lecture, adresse))
      }}
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
      <p role="status" className="ui-invisible">
        {refus}
      </p>
      {touches.dialogue}
    </div>
  )
}

/** Why what was typed in a cell that one leaves is no value of it. */
function direRefus(lecture: Lecture, adresse: string): string {
  const { erreur } = lecture.lire(adresse)
  if (erreur === null) return ''
  return textesSaisie.controles.faute(lecture.celluleDe(adresse)?.libelle ?? '', erreur)
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
function EnTete({ formulaire, lecture }: { formulaire: Formulaire; lecture: Lecture }) {
  const { pour } = usePleine(lecture.modele)
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
      {/* On a smaller screen the page is as wide as the window already. */}
      {pour !== null && (
        <li className="s-ecran ui-invisible-sous-900">{textesSaisie.affichage.pour(pour)}</li>
      )}
    </ul>
  )
}
