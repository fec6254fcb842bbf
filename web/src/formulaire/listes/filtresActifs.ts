import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_MOIS } from '@releve/contract/mois.ts'
import type { Option } from '../../ui/ChampTexte.tsx'
import { actif, actifRecherche, actifsParmi, type FiltreActif } from '../../ui/filtresActifs.ts'
import type { Filtres } from './filtres.ts'

/** The filters in force, in the order of their fields. `regions`: their labels. */
export function filtresActifs(filtres: Filtres, regions: readonly Option[]): FiltreActif[] {
  const { mois, annee, etats, modele, region, q } = filtres
  return [
    ...actifRecherche(q),
    ...actif('mois', mois && LIBELLES_MOIS[mois]),
    ...actif('annee', annee?.toString()),
    ...actif('modele', modele),
    ...actif('region', regions.find(({ code }) => code === region)?.libelle ?? region),
    ...actifsParmi('etats', etats, LIBELLES_ETATS),
  ]
}
