import { EtatVide } from '../ui/EtatVide.tsx'
import { Liste } from '../ui/Liste.tsx'
import { colonnesDe } from './colonnes.tsx'
import { rechercheDe, TRI_ORIGINE } from './filtres.ts'
import { useStructures } from './structure.queries.ts'
import { textes } from './structure.textes.ts'
import type { Filtrage } from './useFiltrage.ts'
import { useLibelles } from './useLibelles.ts'

/** The structures as a table: sorted, page by page. */
export function VueTableau({ filtrage }: { filtrage: Filtrage }) {
  const { filtres, changer } = filtrage
  const requete = useStructures(rechercheDe(filtres))
  return (
    <Liste
      {...{ requete, filtrage }}
      className="str-tableau"
      legende={textes.titre}
      compte={textes.compte}
      vide={<EtatVide icone="structures">{textes.vide}</EtatVide>}
      aucun={textes.aucune}
      colonnes={colonnesDe(useLibelles())}
      cleDe={({ code }) => code}
      tri={filtres.tri ?? TRI_ORIGINE}
      onTri={(tri) => changer({ tri })}
    />
  )
}
