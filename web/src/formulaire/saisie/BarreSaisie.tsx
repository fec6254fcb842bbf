import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { Suspense, useId, useState } from 'react'
import type { EtatGarde } from '../../app/carnets.ts'
import { useAttentes, useGarde } from '../../app/useAttentes.ts'
import { useAuth } from '../../app/useSession.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import { formatDate, formatHeure } from '../../ui/format.ts'
import { EtatBadge } from '../EtatBadge.tsx'
import { Actions } from './actes/Actes.tsx'
import { LigneProbleme } from './Controles.tsx'
import { useExercice } from './exercice.ts'
import { PanneauCase } from './PanneauCase.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Bilan, Entree, EtatEnregistrement, Lecture } from './store/client.ts'
import { useBilan, useEnregistrement } from './store/store.ts'
import { allerATitre, ID_RESTE, type Vue } from './useVue.ts'

/** Who else is there comes after the form, as what tells of others does: what one came for is first. */
const PRESENCE_MS = 4000
const Presence = facultatif(() => import('./Presence.tsx'), PRESENCE_MS)

type Props = {
  lecture: Lecture
  entree: Entree | null
  formulaire: Formulaire
  vue: Vue
  /** Whether the active cell's panel is unfolded. */
  panneau: boolean
  surPanneau: (ouvert: boolean) => void
}

/** Where the list of problems and the panel would leave nothing of the report in sight. */
const estCourt = () => matchMedia('(max-width: 599.95px), (max-height: 600px)').matches

/** Always in sight: what is saved, what is filled, what is wrong, what may be done now. */
export function BarreSaisie(props: Props) {
  const { lecture, entree, formulaire, vue, panneau, surPanneau } = props
  const bilan = useBilan(lecture)
  const exercice = useExercice()
  const [demandee, setOuverte] = useState(false)
  const liste = useId()
  // The review shows the list of problems itself: the bar leads to it.
  const ouverte = demandee && !vue.revue && !(panneau && estCourt())
  const basculer = () => {
    if (estCourt()) surPanneau(false)
    setOuverte(!ouverte)
  }
  return (
    <div className="s-barre">
      {ouverte && (
        <ListeProblemes {...{ entree, bilan }} id={liste} surAller={() => setOuverte(false)} />
      )}
      {!vue.revue && (
        <PanneauCase
          {...{ lecture, entree, formulaire }}
          section={vue.tout ? null : vue.section}
          ouvert={panneau}
          surOuvrir={surPanneau}
        />
      )}
      {/* Nobody else is in an exercise; who reads a publication from outside is told of nobody. */}
      {!exercice && formulaire.actions.includes('historique') && (
        <Suspense>
          <Presence {...{ lecture, entree }} numero={formulaire.numero} section={vue.section} />
        </Suspense>
      )}
      <section className="s-barre-ligne" aria-label={textesSaisie.barre.titre}>
        <Etat {...{ entree, formulaire, bilan }} />
        <div className="s-barre-actions">
          {(entree || bilan.problemes.length > 0) && (
            <BoutonProblemes
              {...{ entree, bilan }}
              {...(!vue.revue && { 'aria-expanded': ouverte, 'aria-controls': liste })}
              onClick={() => (vue.revue ? allerATitre(ID_RESTE) : basculer())}
            />
          )}
          {!vue.revue && (
            <Actions formulaire={formulaire} surRelire={() => vue.changer({ vue: 'revue' })} />
          )}
        </div>
      </section>
    </div>
  )
}

type BoutonProblemesProps = {
  entree: Entree | null
  bilan: Bilan
  onClick: () => void
  'aria-expanded'?: boolean
  'aria-controls'?: string
}

function BoutonProblemes({ entree, bilan, ...props }: BoutonProblemesProps) {
  return (
    <BoutonAction size="small" icone={iconeDe(entree, bilan)} {...props}>
      <bdi>{direProblemes(entree, bilan)}</bdi>
    </BoutonAction>
  )
}

type EtatProps = Pick<Props, 'entree' | 'formulaire'> & { bilan: Bilan }

function Etat({ entree, formulaire, bilan }: EtatProps) {
  const exercice = useExercice()
  if (exercice)
    return (
      <div className="s-barre-etat">
        <strong className="s-exercice-dit">{textesSaisie.exercice}</strong>
        <Remplissage bilan={bilan} />
        <BoutonAction size="small" variant="text" onClick={exercice.allerAuxEtapes}>
          {textesSaisie.etapes}
        </BoutonAction>
      </div>
    )
  return (
    <div className="s-barre-etat">
      <EtatBadge etat={formulaire.etat} />
      <span className="s-barre-echeance">
        {textesSaisie.echeance} {formatDate(formulaire.echeance)}
      </span>
      {entree && (
        <>
          <Remplissage bilan={bilan} />
          <Enregistrement {...{ entree, bilan }} numero={formulaire.numero} />
        </>
      )}
    </div>
  )
}

function direProblemes(entree: Entree | null, bilan: Bilan): string {
  const { erreurs, aJustifier, aTraiter, requises, remplies, problemes } = bilan
  return entree
    ? textesSaisie.barre.problemes(erreurs, aJustifier, requises - remplies, aTraiter)
    : textesSaisie.barre.controles(problemes.length)
}

function iconeDe(entree: Entree | null, { erreurs, aJustifier, aTraiter, bloquants }: Bilan) {
  if (erreurs > 0) return 'erreur'
  if (!entree) return 'info'
  if (aJustifier + aTraiter > 0) return 'attention'
  return bloquants > 0 ? 'cercle' : 'coche'
}

function Remplissage({ bilan }: { bilan: Bilan }) {
  const { requises, remplies } = bilan
  // 99,6 % is not whole: a form is filled when every required cell is.
  const pourcent = requises === 0 ? 100 : Math.floor((100 * remplies) / requises)
  return (
    <span className="s-remplissage">
      <progress value={remplies} max={Math.max(1, requises)} aria-hidden="true" />
      <span className="s-rempli">{textesSaisie.barre.rempli(pourcent)}</span>
    </span>
  )
}

type EnregistrementProps = { entree: Entree; bilan: Bilan; numero: string }

function Enregistrement({ entree, bilan, numero }: EnregistrementProps) {
  const etat = useEnregistrement(entree)
  const { identifiant } = useAuth()
  const valeurs = useAttentes(identifiant).find((une) => une.numero === numero)?.valeurs ?? 0
  const garde = useGarde(identifiant, numero)
  const refusees = bilan.problemes.filter(({ sorte }) => sorte === 'invalide').length
  const grave = etat.sorte === 'interrompu' || etat.sorte === 'refuse'
  // Nothing to say: out of sight only, for a live region must exist before it speaks.
  const repos = etat.sorte === 'repos' && refusees === 0 && 'ui-invisible-sous-1600'
  const classes = ['s-statut', grave && 's-statut-grave', repos]
  const dit = [direEnregistrement(etat, valeurs, refusees), direGarde(etat, garde, valeurs)]
  // Of a save only its end is heard: it is on its way at each key.
  const enRoute = etat.sorte === 'attente' || etat.sorte === 'envoi'
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <span role="status">{enRoute ? '' : dit.join(' ').trim()}</span>
      {enRoute && <span aria-hidden="true">{dit.join(' ').trim()}</span>}
    </span>
  )
}

function direEnregistrement(etat: EtatEnregistrement, valeurs: number, refusees: number): string {
  switch (etat.sorte) {
    case 'repos':
      return refusees > 0 ? textesSaisie.saisie.refusees(refusees) : textesSaisie.saisie.repos
    case 'enregistre':
      return textesSaisie.saisie.enregistre(formatHeure(etat.le))
    case 'refuse':
      return textesSaisie.saisie.refuse(etat.libelle)
    case 'interrompu':
      if (etat.libelle) return textesSaisie.saisie.suspendu(etat.libelle)
      return valeurs > 0
        ? textesSaisie.saisie.nonTransmises(valeurs)
        : textesSaisie.saisie.interrompu
    default:
      return textesSaisie.saisie[etat.sorte]
  }
}

/** Where what the server does not have is kept; while it is on its way there, nothing. */
function direGarde({ sorte }: EtatEnregistrement, garde: EtatGarde, valeurs: number): string {
  if (valeurs === 0 || sorte === 'attente' || sorte === 'envoi') return ''
  if (garde === 'FENETRE') return textesSaisie.saisie.enFenetre(valeurs)
  return garde === 'GARDE' && sorte === 'interrompu' ? textesSaisie.saisie.gardees(valeurs) : ''
}

type ListeProps = { entree: Entree | null; bilan: Bilan; id: string; surAller: () => void }

function ListeProblemes({ entree, bilan, id, surAller }: ListeProps) {
  return (
    <section id={id} className="s-liste-problemes" aria-label={textesSaisie.soumission.problemes}>
      {bilan.problemes.length === 0 ? (
        <p>{textesSaisie.barre.aucun}</p>
      ) : (
        <ul>
          {bilan.problemes.map((probleme) => (
            <LigneProbleme key={probleme.cle} {...{ entree, probleme, surAller }} />
          ))}
        </ul>
      )}
    </section>
  )
}
