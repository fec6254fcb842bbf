import { LIBELLES_ROLES, ROLES } from '@releve/contract/utilisateur/droits.ts'
import { LIBELLES_STATUTS, STATUTS } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { Filtres as Cadre, FiltreListe } from '../ui/Filtres.tsx'
import type { Filtrage } from '../ui/useFiltres.ts'
import type { Filtres as Filtre } from './filtres.ts'
import { useChoixStructures } from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'

const t = textes.filtres
const OPTIONS_ROLES = ROLES.map((code) => ({ code, libelle: LIBELLES_ROLES[code] }))
const OPTIONS_STATUTS = STATUTS.map((code) => ({ code, libelle: LIBELLES_STATUTS[code] }))

/** The filters of the accounts. */
export function Filtres({ filtrage }: { filtrage: Filtrage<Filtre> }) {
  const { data = [] } = useChoixStructures()
  const structures = data.map(({ code, libelle }) => ({ code, libelle: `${code} – ${libelle}` }))
  const de = { filtrage }
  return (
    <Cadre filtrage={filtrage} recherche={{ libelle: t.recherche, valeur: filtrage.filtres.q }}>
      <FiltreListe {...de} nom="role" libelle={t.role} vide={t.tous} options={OPTIONS_ROLES} />
      <FiltreListe
        {...de}
        nom="statut"
        libelle={t.statut}
        vide={t.tous}
        options={OPTIONS_STATUTS}
      />
      <FiltreListe
        {...de}
        nom="structure"
        libelle={t.structure}
        vide={t.toutes}
        options={structures}
      />
    </Cadre>
  )
}
