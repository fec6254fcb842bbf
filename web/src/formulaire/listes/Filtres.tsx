import { styled } from '@mui/material/styles'
import { ETATS_LISTES, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_MOIS, MOIS, periodeDe } from '@releve/contract/mois.ts'
import { type SyntheticEvent, useState } from 'react'
import { useCodification } from '../../codification/codification.queries.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe, ChampTexte } from '../../ui/ChampTexte.tsx'
import { ChoixMultiple } from '../../ui/ChoixMultiple.tsx'
import type { FiltresUrl } from './filtres.ts'
import { textes } from './listes.textes.ts'
import { useModeles } from './useModeles.ts'

export const RangeeFiltres = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: theme.spacing(1.5, 2),
  marginBottom: theme.spacing(2),
  '& > *': { flex: '0 1 190px' },
  [theme.breakpoints.down('sm')]: { '& > *': { flex: '1 1 140px' } },
  '& > .large': { flex: '1 1 300px', maxWidth: 420 },
  '& > .bouton': { flex: 'none' },
}))

const ANNEES = 6
const OPTIONS_MOIS = MOIS.map((code) => ({ code, libelle: LIBELLES_MOIS[code] }))
const OPTIONS_ETATS = ETATS_LISTES.map((code) => ({ code, libelle: LIBELLES_ETATS[code] }))

type Changer = (changement: Record<string, string | number | undefined>) => void

function Recherche({ q = '', changer }: { q?: string; changer: Changer }) {
  const [texte, setTexte] = useState(q)
  const chercher = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    changer({ q: texte.trim() })
  }
  return (
    <form role="search" className="large" onSubmit={chercher}>
      <RangeeFiltres style={{ margin: 0, flexWrap: 'nowrap' }}>
        <div style={{ flex: 1 }}>
          <ChampTexte
            libelle={textes.filtres.recherche}
            type="search"
            maxLength={100}
            value={texte}
            onChange={(evenement) => setTexte(evenement.target.value)}
          />
        </div>
        <div className="bouton">
          <BoutonAction type="submit" icone="recherche">
            {textes.filtres.rechercher}
          </BoutonAction>
        </div>
      </RangeeFiltres>
    </form>
  )
}

function RegionListe({ region, changer }: { region?: string; changer: Changer }) {
  const { data } = useCodification('REGION')
  return (
    <ChampListe
      libelle={textes.filtres.region}
      vide={textes.filtres.toutesRegions}
      options={data ?? []}
      value={region ?? ''}
      onChange={(evenement) => changer({ region: evenement.target.value })}
    />
  )
}

type Props = {
  filtres: FiltresUrl
  changer: Changer
  /** Clears all; absent when nothing is filtered. */
  effacer?: () => void
  /** Filters that make sense only over several structures. */
  structures?: boolean
}

/** The filters of a list; each answers at once, the search when it is sent. */
export function Filtres({ filtres, changer, effacer, structures = false }: Props) {
  const { rang } = useCalendrier()
  const t = textes.filtres
  const anneeCourante = periodeDe(rang).annee
  const annees = Array.from({ length: ANNEES }, (_, recul) => String(anneeCourante - recul))
  const lier = (nom: 'mois' | 'annee' | 'modele') => ({
    value: filtres[nom] ?? '',
    onChange: (evenement: { target: { value: string } }) =>
      changer({ [nom]: evenement.target.value }),
  })
  return (
    <>
      <RangeeFiltres>
        <ChampListe libelle={t.mois} vide={t.tousMois} options={OPTIONS_MOIS} {...lier('mois')} />
        <ChampListe
          libelle={t.annee}
          vide={t.toutesAnnees}
          options={annees.map((code) => ({ code, libelle: code }))}
          {...lier('annee')}
        />
        <ChampListe
          libelle={t.modele}
          vide={t.tousModeles}
          options={useModeles()}
          {...lier('modele')}
        />
        {structures && <RegionListe region={filtres.region} changer={changer} />}
        {structures && <Recherche key={filtres.q} q={filtres.q} changer={changer} />}
      </RangeeFiltres>
      <ChoixMultiple
        legende={t.etats}
        options={OPTIONS_ETATS}
        choisis={filtres.etats}
        aide={filtres.mois && filtres.annee ? undefined : t.nonCommence}
        onChange={(etats) => changer({ etats: etats.join(',') })}
        fin={
          effacer && (
            <BoutonAction size="small" variant="text" onClick={effacer}>
              {t.effacer}
            </BoutonAction>
          )
        }
      />
    </>
  )
}
