import type { ResultatSimulation, Simulation } from '@releve/contract/modele/gestion.schema.ts'
import type { Atelier } from './atelier/useAtelier.ts'
import { textesSimulation as t } from './modele.textes.ts'

type Controle = ResultatSimulation['controles'][number]

/** How much more often it fires with the draft; what does not exist never does. */
export const ecartDe = ({ avant, apres }: Controle) => (apres ?? 0) - (avant ?? 0)

function phrasesDe({
  perdues,
  requisesVides,
  sansValeur,
  changees,
  controles,
}: ResultatSimulation) {
  const valeurs = perdues.reduce((somme, une) => somme + une.valeurs, 0)
  const autres = controles.filter((un) => ecartDe(un) !== 0)
  return [
    t.bilan.perdues(perdues.length, valeurs),
    t.bilan.requisesVides(requisesVides.length),
    t.bilan.sansValeur(sansValeur.length),
    t.bilan.changees(changees.length),
    t.bilan.controles(autres.length),
  ]
}

/** What a simulation found, in a few sentences. */
export function SimulationBilan({ resultat }: { resultat: ResultatSimulation }) {
  return (
    <>
      <p>{t.etendue(resultat)}</p>
      {resultat.formulaires > 0 && (
        <ul className="mdl-differences">
          {phrasesDe(resultat).map((phrase) => (
            <li key={phrase}>{phrase}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Whether it tried the draft as it is now. */
export const estPresente = (
  { versionBrouillon }: Simulation,
  garde: Pick<Atelier['garde'], 'version' | 'nonEnregistre'>,
) => versionBrouillon === garde.version() && !garde.nonEnregistre()
