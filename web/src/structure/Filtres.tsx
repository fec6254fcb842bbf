import {
  ETATS_STRUCTURE,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import type { Option } from '../ui/ChampTexte.tsx'
import { Filtres as Cadre, FiltreListe } from '../ui/Filtres.tsx'
import { NOMS_FILTRES } from './filtres.ts'
import { textes } from './structure.textes.ts'
import type { Filtrage } from './useFiltrage.ts'
import { useListes, useModeles } from './useLibelles.ts'

const t = textes.filtres
const ETATS = ETATS_STRUCTURE.map((code) => ({ code, libelle: LIBELLES_ETATS_STRUCTURE[code] }))

/** The filters of the structures, the same in every view. */
export function Filtres({ filtrage }: { filtrage: Filtrage }) {
  const { region, typeStructure } = useListes()
  const options: Record<(typeof NOMS_FILTRES)[number], readonly Option[]> = {
    region,
    typeStructure,
    etat: ETATS,
    modele: useModeles(),
  }
  return (
    <Cadre filtrage={filtrage} recherche={{ libelle: t.recherche, valeur: filtrage.filtres.q }}>
      {NOMS_FILTRES.map((nom) => (
        <FiltreListe
          key={nom}
          {...{ filtrage, nom }}
          libelle={t[nom]}
          vide={nom === 'region' ? t.toutes : t.tous}
          options={options[nom]}
        />
      ))}
    </Cadre>
  )
}
