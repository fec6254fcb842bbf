import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { lazy, Suspense, useEffect, useId } from 'react'
import { createVenue } from '../../app/venue.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { toastEchec } from '../../ui/toasts.ts'
import { aDesTouches } from '../../ui/useTouches.ts'
import { textesSaisie } from './saisie.textes.ts'
import type { CadreCellule, Entree, Lecture } from './store/client.ts'
import { useActive, useCadre, useLignes } from './store/store.ts'
import { useAller } from './useVue.ts'

const ID_PANNEAU = 'panneau-case'

type Props = {
  lecture: Lecture
  entree: Entree | null
  formulaire: Formulaire
  /** The section shown; null when all are. */
  section: string | null
  ouvert: boolean
  surOuvrir: (ouvert: boolean) => void
}

/**
 * What may be said and done of the cell in focus: its errors, the other months' figures, ND and SO,
 * its comment, its remarks. Ctrl+Enter leads here from the cell, Escape back to it. It closes with
 * what it speaks of: when its cell's section is left, or its row removed.
 */
export function PanneauCase({ section, ...props }: Props) {
  const { lecture } = props
  const active = useActive(lecture)
  const cellule = active === null ? undefined : lecture.celluleDe(active)
  const lignes = useLignes(lecture, cellule?.section ?? '')
  if (!cellule || (section !== null && cellule.section !== section)) return null
  const deTableau = lecture.modele.sections.some(
    ({ code, type }) => code === cellule.section && type === 'tableau',
  )
  if (deTableau && !lignes.includes(cellule.ligne ?? '')) return null
  return <PanneauDe key={active} {...props} cellule={cellule} />
}

export const panneauMontre = (): boolean => document.getElementById(ID_PANNEAU) !== null

/** What is read of a cell, once that is asked for. */
const CORPS = createVenue(async () => ({ default: await import('./PanneauCorps.tsx') }))
const lireCorps = async () => (await CORPS.charger()).default
const Corps = lazy(lireCorps)
const DeuxLectures = lazy(async () => ({ default: (await lireCorps()).DeuxLectures }))

/**
 * Opens the options of the cell in focus, and goes to the first of them, or to its help: at once,
 * so that nothing typed next falls in the cell; where they cannot be read, a message says so, and
 * one is back in it.
 */
export function entrerPanneau(ouvrir: () => void, aide: boolean): void {
  const venu = CORPS.venue()
  if (venu) {
    venu.entrerCorps(ouvrir, aide)
    return
  }
  const { activeElement: champ } = document
  if (champ instanceof HTMLElement) champ.blur()
  lireCorps().then(
    ({ entrerCorps }) => entrerCorps(ouvrir, aide),
    (echec) => {
      toastEchec(echec)
      if (champ instanceof HTMLElement) champ.focus()
    },
  )
}

function PanneauDe(props: Omit<Props, 'section'> & DeCellule) {
  const { lecture, entree, formulaire, ouvert, surOuvrir, cellule } = props
  const etat = useCadre(lecture, cellule.adresse)
  const aller = useAller()
  const corps = useId()
  useCaseEnVue(cellule.adresse)
  const revenir = () => {
    surOuvrir(false)
    aller(cellule.adresse)
  }
  return (
    <section
      id={ID_PANNEAU}
      className="s-panneau"
      aria-label={textesSaisie.panneau.titre}
      onKeyDown={(evenement) => {
        if (evenement.key === 'Escape') revenir()
      }}
    >
      <div className="s-panneau-tete">
        <button
          type="button"
          className="s-panneau-bascule"
          aria-expanded={ouvert}
          aria-controls={corps}
          onClick={() => {
            if (ouvert) surOuvrir(false)
            else lireCorps().then(() => surOuvrir(true), toastEchec)
          }}
        >
          <Icone nom={ouvert ? 'chevronBas' : 'chevronDroit'} taille={16} />
          <Nom lecture={lecture} cellule={cellule} />
        </button>
        <BoutonAction
          size="small"
          variant="text"
          aria-keyshortcuts="F1"
          onClick={() => entrerPanneau(() => surOuvrir(true), true)}
        >
          {textesSaisie.panneau.aide}
        </BoutonAction>
        {!ouvert && <Resume etat={etat} />}
      </div>
      {entree && etat.erreur !== null && (
        <Suspense>
          <DeuxLectures {...{ lecture, entree, cellule }} />
        </Suspense>
      )}
      <div id={corps} hidden={!ouvert} className="s-panneau-corps">
        {ouvert && (
          <Suspense>
            <Corps {...{ lecture, entree, formulaire, cellule, revenir }} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
type DeCellule = { cellule: Cellule }

/** What is read of a cell is asked for as one enters it: it is there when the line no longer is. */
function useCaseEnVue(adresse: string): void {
  useEffect(() => {
    const veille = lireCorps().then(
      ({ garderEnVue }) => garderEnVue(adresse),
      () => undefined,
    )
    return () => void veille.then((finir) => finir?.())
  }, [adresse])
}

/** Its section first, apart: a telephone has no room for it. */
function Nom({ lecture, cellule: { libelle, section } }: { lecture: Lecture } & DeCellule) {
  const debut = `${lecture.modele.sections.find(({ code }) => code === section)?.libelle} – `
  if (!libelle.startsWith(debut)) return <span>{libelle}</span>
  return (
    <span>
      <span className="s-panneau-section">{debut}</span>
      {libelle.slice(debut.length)}
    </span>
  )
}

function Resume({ etat }: { etat: CadreCellule }) {
  const [premier] = etat.erreur === null ? etat.messages : [etat.erreur]
  const ouverte = etat.remarques.find(({ statut }) => statut === 'OUVERTE')
  const manque = etat.commentaireRequis && etat.commentaire === ''
  const reste = manque ? textesSaisie.panneau.commentaireManque(aDesTouches()) : ouverte?.texte
  const dit = premier ?? reste ?? etat.inhabituelle?.dit ?? etat.changee?.dit
  if (dit === undefined) return null
  const grave = etat.erreur !== null || etat.niveau === 'BLOQUANT' || manque
  return <span className={grave ? 's-panneau-dit s-dit-grave' : 's-panneau-dit'}>{dit}</span>
}
