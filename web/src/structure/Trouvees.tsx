import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import type { ReactNode } from 'react'
import { Chargement } from '../ui/Chargement.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Compte, Rien } from '../ui/Liste.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { criteresDe } from './filtres.ts'
import { useToutesStructures } from './structure.queries.ts'
import { textes } from './structure.textes.ts'
import type { Filtrage } from './useFiltrage.ts'

type Props = {
  filtrage: Filtrage
  /** What stands at the other end of the line that counts. */
  fin?: (trouvees: Structure[]) => ReactNode
  children: (trouvees: Structure[]) => ReactNode
}

/** All the structures that the filters find, and how many: the tree and the map show no pages. */
export function Trouvees({ filtrage, fin, children }: Props) {
  const requete = useToutesStructures(criteresDe(filtrage.filtres))
  const { data } = requete
  const vide = <EtatVide icone="structures">{textes.vide}</EtatVide>
  return (
    <>
      <div className="ui-liste-tete">
        <Compte>{data && textes.compte(data.length)}</Compte>
        {data && data.length > 0 && fin?.(data)}
      </div>
      <Chargement requete={requete} squelette={<Squelette lignes={12} />}>
        {(trouvees) =>
          trouvees.length === 0 ? (
            <Rien {...filtrage} vide={vide} aucun={textes.aucune} />
          ) : (
            children(trouvees)
          )
        }
      </Chargement>
    </>
  )
}
