import { ETATS_LISTES, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_MOIS, MOIS, periodeDe } from '@releve/contract/mois.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { ChoixMultiple } from '../../ui/ChoixMultiple.tsx'
import { Filtres as Cadre, FiltreListe } from '../../ui/Filtres.tsx'
import { textes } from './listes.textes.ts'
import type { Filtrage } from './useFiltrage.ts'
import { useModeles } from './useModeles.ts'

const t = textes.filtres
const ANNEES = 6
const OPTIONS_MOIS = MOIS.map((code) => ({ code, libelle: LIBELLES_MOIS[code] }))
const OPTIONS_ETATS = ETATS_LISTES.map((code) => ({ code, libelle: LIBELLES_ETATS[code] }))

/** The years of the last reports, and that of the address. */
function useAnnees(demandee: number | undefined) {
  const { rang } = useCalendrier()
  const courante = periodeDe(rang).annee
  const annees = Array.from({ length: ANNEES }, (_, recul) => courante - recul)
  if (demandee !== undefined && !annees.includes(demandee)) annees.push(demandee)
  return annees.map(String).map((code) => ({ code, libelle: code }))
}

/** The filters of a list of reports; the search and the regions only over several structures. */
export function Filtres({ filtrage }: { filtrage: Filtrage }) {
  const { filtres, changer, regions } = filtrage
  const modeles = useModeles()
  const annees = useAnnees(filtres.annee)
  const recherche = { libelle: t.recherche, valeur: filtres.q }
  const commun = { filtrage }
  const etats = (
    <ChoixMultiple
      legende={t.etats}
      options={OPTIONS_ETATS}
      choisis={filtres.etats}
      aide={filtres.mois && filtres.annee ? undefined : t.nonCommence}
      onChange={(choisis) => changer({ etats: choisis.join(',') })}
    />
  )
  return (
    <Cadre filtrage={filtrage} recherche={regions ? recherche : undefined} choix={etats}>
      <FiltreListe {...commun} nom="mois" libelle={t.mois} vide={t.tous} options={OPTIONS_MOIS} />
      <FiltreListe {...commun} nom="annee" libelle={t.annee} vide={t.toutes} options={annees} />
      <FiltreListe {...commun} nom="modele" libelle={t.modele} vide={t.tous} options={modeles} />
      {regions && (
        <FiltreListe
          {...commun}
          nom="region"
          libelle={t.region}
          vide={t.toutes}
          options={regions}
        />
      )}
    </Cadre>
  )
}
