import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { lecturesDe, lireSaisie, SEPARATIONS } from '@releve/contract/modele/saisie.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { useExercice } from './exercice.ts'
import { TexteDejaDit, useMemoire } from './memoire.tsx'
import { Remarques } from './Remarques.tsx'
import { textesSaisie } from './saisie.textes.ts'
import {
  type Entree,
  type EtatCellule,
  type Lecture,
  useActive,
  useCellule,
  useLignes,
} from './store/store.ts'
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

/** Opens the options of the cell in focus, and goes to the first of them. */
export function entrerPanneau(depuis: HTMLElement, ouvrir: () => void): void {
  ouvrir()
  requestAnimationFrame(() => {
    const panneau = document.getElementById(ID_PANNEAU)
    const vise =
      panneau?.querySelector<HTMLElement>('.s-panneau-corps textarea') ??
      panneau?.querySelector<HTMLElement>('.s-panneau-corps button')
    vise?.focus({ preventScroll: true })
    // The panel has grown over the foot of the page: its cell must stay in sight.
    depuis.scrollIntoView({ block: 'nearest' })
  })
}

function PanneauDe(props: Omit<Props, 'section'> & DeCellule) {
  const { lecture, entree, formulaire, ouvert, surOuvrir, cellule } = props
  const etat = useCellule(lecture, cellule.adresse)
  const aller = useAller()
  const corps = useId()
  const exercice = useExercice()
  const sujet = { ecrire: 'nouveau', numero: formulaire.numero }
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
          onClick={() => surOuvrir(!ouvert)}
        >
          <Icone nom={ouvert ? 'chevronBas' : 'chevronDroit'} taille={16} />
          <span>{cellule.libelle}</span>
        </button>
        {!ouvert && <Resume etat={etat} />}
      </div>
      {entree && etat.erreur !== null && <DeuxLectures {...{ entree, cellule, etat }} />}
      <div id={corps} hidden={!ouvert} className="s-panneau-corps">
        {ouvert && (
          <>
            <Messages etat={etat} />
            <AutresMois {...{ lecture, entree, formulaire, cellule, etat }} />
            <Passe {...{ formulaire, cellule, etat }} />
            {entree && !etat.fermee && <Marqueurs entree={entree} cellule={cellule} />}
            <Commentaire entree={entree} cellule={cellule} etat={etat} />
            <Remarques formulaire={formulaire} cellule={cellule} remarques={etat.remarques} />
            <p className="s-outils">
              <BoutonAction size="small" onClick={revenir}>
                {textesSaisie.panneau.revenir}
              </BoutonAction>
              {!exercice && (
                <LienAction
                  size="small"
                  variant="text"
                  icone="commentaire"
                  to={paths.messagerie({ ...sujet, cellule: cellule.adresse })}
                >
                  {textesSaisie.panneau.ecrire}
                </LienAction>
              )}
            </p>
          </>
        )}
      </div>
    </section>
  )
}
type DeCellule = { cellule: Cellule }

function Resume({ etat }: { etat: EtatCellule }) {
  const [premier] = etat.erreur === null ? etat.messages : [etat.erreur]
  const ouverte = etat.remarques.find(({ statut }) => statut === 'OUVERTE')
  const manque = etat.commentaireRequis && etat.commentaire === ''
  const reste = manque ? textesSaisie.panneau.commentaireManque : ouverte?.texte
  const dit = premier ?? reste ?? etat.inhabituelle?.dit
  if (dit === undefined) return null
  const grave = etat.erreur !== null || etat.niveau === 'BLOQUANT' || manque
  return <span className={grave ? 's-panneau-dit s-dit-grave' : 's-panneau-dit'}>{dit}</span>
}

type DeuxLecturesProps = { entree: Entree; etat: EtatCellule } & DeCellule

/** Figures that may be two numbers: which of those that the cell takes? */
function DeuxLectures({ entree, cellule, etat }: DeuxLecturesProps) {
  const aller = useAller()
  const lectures = lecturesDe(cellule, etat.texte)
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
            {textesSaisie.panneau.lire(texte)}
          </BoutonAction>
        ))}
    </p>
  )
}

function Messages({ etat }: { etat: EtatCellule }) {
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

type AutresMoisProps = Pick<Props, 'lecture' | 'entree' | 'formulaire'> &
  DeCellule & { etat: EtatCellule }

function AutresMois({ lecture, entree, formulaire, cellule, etat }: AutresMoisProps) {
  const { precedent, anneePrecedente } = formulaire
  const avant = lecture.precedent(cellule.adresse)
  const annee = lecture.anneePrecedente(cellule.adresse)
  const dire = (periode: Formulaire['precedent'], valeur: string) =>
    periode && textesSaisie.panneau.precedent(libellePeriode(periode), valeur)
  if (avant === null && annee === null) return null
  return (
    <p className="s-panneau-mois">
      {avant !== null && <span>{dire(precedent, avant)}</span>}
      {annee !== null && <span>{dire(anneePrecedente, annee)}</span>}
      {entree && avant !== null && !etat.fermee && (
        <BoutonAction size="small" onClick={() => entree.reprendre(cellule.adresse)}>
          {textesSaisie.panneau.reprendreValeur(avant)}
        </BoutonAction>
      )}
    </p>
  )
}

type PasseProps = Pick<Props, 'formulaire'> & DeCellule & { etat: EtatCellule }

/** Its last twelve months, once they are here; without network, that they are not. */
function Passe(props: PasseProps) {
  const memoire = useMemoire()
  if (!estNombre(props.cellule.nature)) return null
  if (memoire === 'absente')
    return <p className="s-panneau-dit">{textesSaisie.panneau.sansPasse}</p>
  return memoire && <memoire.Passe {...props} passe={memoire.passe} />
}

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

type CommentaireProps = { entree: Entree | null; etat: EtatCellule } & DeCellule

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
        {etat.commentaireRequis
          ? textesSaisie.panneau.commentaireRequis
          : textesSaisie.panneau.commentaire}
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
      <p id={`${id}-aide`}>{textesSaisie.panneau.commentaireAide}</p>
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
