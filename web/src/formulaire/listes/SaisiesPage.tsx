import { LIBELLES_MOIS, libellePeriode } from '@releve/contract/mois.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { Chargement } from '../../ui/Chargement.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { useListeFormulaires } from '../formulaire.queries.ts'
import { periodesOuvertes } from '../suivi.ts'
import { RangeeFiltres } from './Filtres.tsx'
import { textes } from './listes.textes.ts'
import { TableauFormulaires } from './TableauFormulaires.tsx'
import { useFiltres } from './useFiltres.ts'
import { useModeles } from './useModeles.ts'

const COLONNES = ['structure', 'rapport', 'etat', 'echeance', 'contenu', 'action'] as const

type Filtrage = ReturnType<typeof useFiltres>

/** The month, among those begun and not locked; last month unless the address names another. */
function usePeriode({ filtres }: Filtrage) {
  const { rang } = useCalendrier()
  const ouvertes = periodesOuvertes(rang)
  const demandee = ouvertes.find((p) => p.mois === filtres.mois && p.annee === filtres.annee)
  const periode = demandee ?? ouvertes[1]
  if (!periode) throw new Error('no open month')
  return { ouvertes, periode }
}

function ChoixPeriode({ filtrage }: { filtrage: Filtrage }) {
  const { ouvertes, periode } = usePeriode(filtrage)
  const modeles = useModeles()
  const { filtres, changer } = filtrage
  const annees = [...new Set(ouvertes.map(({ annee }) => annee))]
  const moisDe = (annee: number) => ouvertes.filter((p) => p.annee === annee)
  const t = textes.filtres
  return (
    <RangeeFiltres>
      <ChampListe
        libelle={t.mois}
        options={moisDe(periode.annee).map(({ mois }) => ({
          code: mois,
          libelle: LIBELLES_MOIS[mois],
        }))}
        value={periode.mois}
        onChange={({ target }) => changer({ mois: target.value, annee: periode.annee })}
      />
      <ChampListe
        libelle={t.annee}
        options={annees.map((annee) => ({ code: String(annee), libelle: String(annee) }))}
        value={periode.annee}
        onChange={({ target }) => {
          const annee = Number(target.value)
          changer({ annee, mois: moisDe(annee)[0]?.mois })
        }}
      />
      <ChampListe
        libelle={t.modele}
        vide={t.tousModeles}
        options={modeles}
        value={filtres.modele ?? ''}
        onChange={({ target }) => changer({ modele: target.value })}
      />
    </RangeeFiltres>
  )
}

/** `/dashboard/saisies`: the reports of a month open to entry, started or not. */
export function SaisiesPage() {
  const filtrage = useFiltres()
  const { filtres, changer } = filtrage
  const { periode } = usePeriode(filtrage)
  const { modele, page, tri } = filtres
  const requete = useListeFormulaires({ ...periode, modele, page, tri, taille: 50 })
  const t = textes.saisies
  const nom = libellePeriode(periode)
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <ChoixPeriode filtrage={filtrage} />
      <Chargement requete={requete} lignes={8}>
        {({ elements, total, taille }) =>
          total === 0 ? (
            <EtatVide>{t.vide(nom)}</EtatVide>
          ) : (
            <>
              <p role="status">{textes.compte(total)}</p>
              <TableauFormulaires
                legende={t.legende(nom)}
                colonnes={COLONNES}
                lignes={elements}
                tri={tri ?? 'structure'}
                onTri={(suivant) => changer({ tri: suivant })}
              />
              <Pagination
                page={page}
                taille={taille}
                total={total}
                onPage={(suivante) => changer({ page: suivante })}
              />
            </>
          )
        }
      </Chargement>
    </Page>
  )
}
