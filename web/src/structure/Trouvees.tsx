import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import type { ReactNode } from 'react'
import { Chargement } from '../ui/Chargement.tsx'
import { Compte, Rien } from '../ui/Liste.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import type { FiltrageDe } from '../ui/useListe.ts'
import { type Criteres, useToutesStructures } from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'

export type Filtrage = FiltrageDe<Structure> & { criteres: Criteres }

type Props = {
  filtrage: Filtrage
  /** What stands at the other end of the line that counts. */
  fin?: (trouvees: Structure[]) => ReactNode
  children: (trouvees: Structure[]) => ReactNode
}

/** All the structures that the filters find, and how many: the tree and the map show no pages. */
export function Trouvees({ filtrage, fin, children }: Props) {
  const requete = useToutesStructures(filtrage.criteres)
  const { data } = requete
  return (
    <>
      <div className="ui-liste-tete">
        <Compte>{data && textesStructure.compte(data.length)}</Compte>
        {data && data.length > 0 && fin?.(data)}
      </div>
      <Chargement requete={requete} squelette={<Squelette lignes={12} />}>
        {(trouvees) => (trouvees.length === 0 ? <Rien filtrage={filtrage} /> : children(trouvees))}
      </Chargement>
    </>
  )
}
