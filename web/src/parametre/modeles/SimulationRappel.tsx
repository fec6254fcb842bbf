import type { Simulation } from '@releve/contract/modele/gestion.schema.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import type { Atelier } from './atelier/useAtelier.ts'
import { useSimulation } from './modele.queries.ts'
import { textesSimulation } from './modele.textes.ts'
import { estPresente, SimulationBilan } from './SimulationBilan.tsx'

const t = textesSimulation.rappel

type Props = {
  simulation: number | null
  garde: Atelier['garde']
  /** Leads to where it is launched, and told. */
  onSimuler: () => void
}

function Dite({ lue, garde }: { lue: Simulation | undefined; garde: Props['garde'] }) {
  if (lue?.etat === 'EN_COURS') return <p>{t.enCours}</p>
  if (!lue?.resultat) return <p>{t.jamais}</p>
  if (!estPresente(lue, garde)) return <p>{t.perimee}</p>
  return <SimulationBilan resultat={lue.resultat} />
}

/** Before a draft is published: whether it has been tried on real reports, and what came of it. */
export function SimulationRappel({ simulation, garde, onSimuler }: Props) {
  const { data, isLoading, isError } = useSimulation(simulation)
  if (isLoading) return null
  const lue = isError ? undefined : data
  const vue = lue?.etat === 'EN_COURS' || (lue?.resultat && estPresente(lue, garde))
  return (
    <section className="mdl-rappel">
      <h3>{t.titre}</h3>
      <Dite {...{ lue, garde }} />
      <BoutonAction size="small" onClick={onSimuler}>
        {vue ? t.voir : t.simuler}
      </BoutonAction>
    </section>
  )
}
