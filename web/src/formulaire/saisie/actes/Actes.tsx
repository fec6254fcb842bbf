import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Valeur as ValeurCase } from '@releve/contract/modele/modele.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import { type ReactNode, useId, useState } from 'react'
import { differer } from '../../../app/differe.tsx'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Dialogue } from '../../../ui/Dialogue.tsx'
import { formatDate, formatHeure, formatInstant } from '../../../ui/format.ts'
import { Invisible } from '../../../ui/Invisible.tsx'
import type { ActeDecision } from '../../formulaire.queries.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { Bilan, Conflit, Entree, Lecture } from '../store/client.ts'

import { textesConflit } from './actes.textes.ts'
import { ActerContext, type Refus, savoir, useActes } from './useActer.ts'
import './actes.css'

// The door of the acts. Their dialogs, which need the server anyway, are read when they are opened;
// but for the choice between two people's values, which must be there when they meet.
export type { Refus }
export { savoir }

const lireDialogues = () => import('./Dialogues.tsx')

const useConfirmation = differer<{ formulaire: Formulaire; acte: ActeDecision }>(async () => ({
  default: (await lireDialogues()).Confirmation,
}))
const useRenvoi = differer<{ formulaire: Formulaire }>(async () => ({
  default: (await lireDialogues()).Renvoi,
}))
const useChangementEtat = differer<{ formulaire: Formulaire }>(async () => ({
  default: (await lireDialogues()).ChangementEtat,
}))
const useSoumission = differer<{ formulaire: Formulaire }>(async () => ({
  default: (await lireDialogues()).Soumission,
}))
export const useFeuilleDesTouches = differer(async () => ({
  default: (await lireDialogues()).Touches,
}))
export const useHistorique = differer<{ formulaire: Formulaire; lecture: Lecture }>(async () => ({
  default: (await import('./Historique.tsx')).Historique,
}))

type Props = {
  formulaire: Formulaire
  lecture: Lecture
  entree: Entree | null
  conflits: readonly Conflit[]
  /** Cells in which the other person's value is kept. */
  surChoix: (leurs: readonly string[]) => void
  surRefus: (refus: Refus | null) => void
  children: ReactNode
}

/** Around the screen: how its buttons act, and the question that another person's save may raise. */
export function Actes(props: Props) {
  const { formulaire, lecture, entree, conflits, surChoix, surRefus, children } = props
  return (
    <ActerContext value={useActes(formulaire, entree, surRefus)}>
      {children}
      {conflits.length > 0 && <Conflits {...{ lecture, conflits, surChoix }} />}
    </ActerContext>
  )
}

const ACTES: readonly ActeDecision[] = ['valider', 'approuver', 'diffuser']
const ICONES = { valider: 'coche', approuver: 'doubleCoche', diffuser: 'diffusion' } as const

type ActionsProps = { formulaire: Formulaire; surRelire: () => void }

/** What this person may do on this form now: the answer's `actions`, and nothing else, decide. */
export function Actions({ formulaire, surRelire }: ActionsProps) {
  const { actions } = formulaire
  return (
    <>
      {actions.includes('changerEtat') && <ChangerEtat formulaire={formulaire} />}
      {actions.includes('renvoyer') && <Renvoyer formulaire={formulaire} />}
      {ACTES.filter((acte) => actions.includes(acte)).map((acte) => (
        <Confirmer key={acte} {...{ formulaire, acte }} />
      ))}
      {actions.includes('soumettre') && (
        <BoutonAction size="small" variant="contained" icone="envoi" onClick={surRelire}>
          {textesSaisie.barre.relire}
        </BoutonAction>
      )}
    </>
  )
}

function ChangerEtat({ formulaire }: { formulaire: Formulaire }) {
  const { ouvrir, dialogue } = useChangementEtat({ formulaire })
  return (
    <>
      <BoutonAction size="small" onClick={ouvrir}>
        {textesSaisie.barre.changerEtat}
      </BoutonAction>
      {dialogue}
    </>
  )
}

function Renvoyer({ formulaire }: { formulaire: Formulaire }) {
  const { ouvrir, dialogue } = useRenvoi({ formulaire })
  return (
    <>
      <BoutonAction size="small" icone="retour" onClick={ouvrir}>
        <span>
          {textesSaisie.barre.renvoyer}
          {/* The button keeps its whole name. */}
          <Invisible sous={900}> {textesSaisie.barre.renvoyerSuite}</Invisible>
        </span>
      </BoutonAction>
      {dialogue}
    </>
  )
}

function Confirmer({ formulaire, acte }: { formulaire: Formulaire; acte: ActeDecision }) {
  const { ouvrir, dialogue } = useConfirmation({ formulaire, acte })
  return (
    <>
      <BoutonAction size="small" variant="contained" icone={ICONES[acte]} onClick={ouvrir}>
        {textesSaisie.barre[acte]}
      </BoutonAction>
      {dialogue}
    </>
  )
}

/** The last button: asks once more, and says what submitting means. */
export function Soumettre({ formulaire, bilan }: { formulaire: Formulaire; bilan: Bilan }) {
  const { ouvrir, dialogue } = useSoumission({ formulaire })
  const raison = bilan.aTraiter > 0 ? 'aTraiter' : 'impossible'
  const empeche = bilan.bloquants + bilan.aJustifier > 0
  return (
    <>
      <BoutonAction
        variant="contained"
        icone="envoi"
        raison={empeche ? textesSaisie.soumission[raison] : null}
        onClick={ouvrir}
      >
        {textesSaisie.soumission.soumettre(libelleFormulaire(formulaire))}
      </BoutonAction>
      {dialogue}
    </>
  )
}

type ConflitsProps = {
  lecture: Lecture
  conflits: readonly Conflit[]
  /** Cells in which the other person's value is kept. */
  surChoix: (leurs: readonly string[]) => void
}

/** Two people changed the same cells: this one chooses, cell by cell; nothing is written before. */
function Conflits({ lecture, conflits, surChoix }: ConflitsProps) {
  const [leurs, setLeurs] = useState<ReadonlySet<string>>(new Set())
  const choisir = (adresse: string, leur: boolean) => {
    const suivant = new Set(leurs)
    if (leur) suivant.add(adresse)
    else suivant.delete(adresse)
    setLeurs(suivant)
  }
  return (
    <Dialogue
      ouvert
      titre={textesConflit.titre}
      largeur="md"
      onSoumettre={() => surChoix([...leurs])}
      actions={
        <>
          <BoutonAction onClick={() => setLeurs(new Set())}>
            {textesConflit.toutesMiennes}
          </BoutonAction>
          <BoutonAction onClick={() => setLeurs(new Set(conflits.map(({ adresse }) => adresse)))}>
            {textesConflit.toutesLeurs}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained">
            {textesConflit.confirmer}
          </BoutonAction>
        </>
      }
    >
      <p>{textesConflit.aide}</p>
      {conflits.map((conflit) => (
        <Choix
          key={conflit.adresse}
          {...{ lecture, conflit }}
          leur={leurs.has(conflit.adresse)}
          surChoix={(leur) => choisir(conflit.adresse, leur)}
        />
      ))}
    </Dialogue>
  )
}

type ChoixProps = {
  lecture: Lecture
  conflit: Conflit
  leur: boolean
  surChoix: (leur: boolean) => void
}

function Choix({ lecture, conflit, leur, surChoix }: ChoixProps) {
  const nom = useId()
  const cellule = lecture.celluleDe(conflit.adresse)
  const { tapeLe, auteur, le } = conflit
  return (
    <fieldset className="s-conflit">
      <legend>{cellule?.libelle ?? conflit.adresse}</legend>
      <label>
        <input type="radio" name={nom} checked={!leur} onChange={() => surChoix(false)} />
        {textesConflit.mienne}
        <Valeur
          {...{ cellule }}
          valeur={conflit.mienne}
          quand={tapeLe ? textesConflit.tapee(formatQuand(tapeLe)) : textesConflit.tapeeAvant}
        />
      </label>
      <label>
        <input type="radio" name={nom} checked={leur} onChange={() => surChoix(true)} />
        {textesConflit.leur(auteur)}
        <Valeur
          {...{ cellule }}
          valeur={conflit.leur}
          quand={le === null ? '' : textesConflit.enregistree(formatQuand(le))}
        />
      </label>
    </fieldset>
  )
}

type ValeurProps = { cellule: Cellule | undefined; valeur: ValeurCase | null; quand: string }

/** « 1 204, enregistrée à 14:32 ». */
function Valeur({ cellule, valeur, quand }: ValeurProps) {
  const dite = cellule && valeur !== null ? formaterValeur(cellule, valeur) : null
  return (
    <span className="s-conflit-valeur">
      <strong>{dite ?? textesConflit.vide}</strong>, {quand}
    </span>
  )
}

/** « à 14:32 » of today, « le 3 mars 2025 à 14:32 » of another day. */
function formatQuand(instant: string | Date): string {
  const memeJour = formatDate(new Date(instant)) === formatDate(new Date())
  return memeJour ? `à ${formatHeure(instant)}` : `le ${formatInstant(instant)}`
}
