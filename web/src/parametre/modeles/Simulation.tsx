import type { Simulation as SimulationLue } from '@releve/contract/modele/gestion.schema.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { useRef } from 'react'
import { messageDe } from '../../api/envoi.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import type { Chemin } from './atelier/edition.ts'
import type { Atelier } from './atelier/useAtelier.ts'
import {
  estPerdue,
  useArreterSimulation,
  useLancerSimulation,
  useSimulation,
} from './modele.queries.ts'
import { textesSimulation as t } from './modele.textes.ts'
import { estPresente, SimulationResultat } from './SimulationResultat.tsx'

type Props = {
  /** The draft, and its last simulation; null: none that may still be read. */
  id: number
  simulation: number | null
  onLancee: (simulation: number) => void
  source: ModeleSource
  garde: Atelier['garde']
  /** How many things keep it from making a form. */
  fautes: number
  onAller: (chemin: Chemin) => void
}

/** A draft tried on the reports received over twelve months: launched, followed, stopped, told. */
export default function Simulation(props: Props) {
  if (props.source.version === 1) return <EtatVide>{t.nouveau}</EtatVide>
  return (
    <div className="mdl-simulation">
      <p className="mdl-gris">{t.aide}</p>
      <Conduite {...props} />
    </div>
  )
}

function Conduite(props: Props) {
  const { id, simulation, onLancee, source, garde, fautes, onAller } = props
  const lancement = useLancerSimulation(id)
  const arret = useArreterSimulation()
  const { data, error, refetch } = useSimulation(simulation)
  const bouton = useRef<HTMLButtonElement>(null)
  const perdue = estPerdue(error)
  const lue = perdue ? undefined : data
  const enCours = lue?.etat === 'EN_COURS'
  const lancer = async () => {
    if (await garde.vider()) lancement.mutate(undefined, { onSuccess: (dite) => onLancee(dite.id) })
  }
  const arreter = (numero: number) =>
    // The button that stops it goes: the focus stays near.
    arret.mutate(numero, { onSuccess: () => bouton.current?.focus() })
  return (
    <>
      <div className="mdl-actes">
        <BoutonAction
          ref={bouton}
          variant="contained"
          raison={fautes > 0 && !enCours ? t.fautes : null}
          enCours={lancement.isPending || enCours}
          onClick={() => void lancer()}
        >
          {lue ? t.relancer : t.lancer}
        </BoutonAction>
        {enCours && (
          <BoutonAction icone="fermer" enCours={arret.isPending} onClick={() => arreter(lue.id)}>
            {t.arreter}
          </BoutonAction>
        )}
      </div>
      {lancement.error && (
        <Alerte gravite="error" role="alert" titre={t.echec}>
          <p>{messageDe(lancement.error, t.reseau)}</p>
        </Alerte>
      )}
      {error && !perdue && <EchecChargement echec={error} onReessayer={() => void refetch()} />}
      <Etat simulation={lue} />
      {lue?.resultat && (
        <>
          {!estPresente(lue, garde) && <Alerte gravite="info">{t.perimee}</Alerte>}
          <SimulationResultat resultat={lue.resultat} {...{ source, onAller }} />
        </>
      )}
    </>
  )
}

/** Said once by state, and not at each report. */
function direEtat(simulation: SimulationLue): string {
  const { etat, lus } = simulation
  if (etat === 'EN_COURS') return lus === 0 ? t.attente : t.enCours
  if (etat === 'FAITE') return t.faite(simulation)
  return etat === 'ANNULEE' ? t.annulee : ''
}

function Etat({ simulation }: { simulation: SimulationLue | undefined }) {
  const { etat, lus = 0, total = 0, raison } = simulation ?? {}
  return (
    <>
      <p role="status">{simulation && direEtat(simulation)}</p>
      {etat === 'EN_COURS' && (
        <p className="mdl-avancee">
          <progress aria-label={t.progression} max={Math.max(1, total)} value={lus} />
          <span>{t.avancee(lus, total)}</span>
        </p>
      )}
      {etat === 'ECHOUEE' && (
        <Alerte gravite="error" role="alert" titre={t.echouee}>
          <p>{raison}</p>
        </Alerte>
      )}
    </>
  )
}
