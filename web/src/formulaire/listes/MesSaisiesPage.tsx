import { useAuth } from '../../app/session.ts'
import { useStructuresTravail } from '../../app/structureTravail.ts'
import { paths } from '../../paths.ts'
import { LienAction } from '../../ui/BoutonAction.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { Page } from '../../ui/Page.tsx'
import { Filtres } from './Filtres.tsx'
import { textes } from './listes.textes.ts'
import { Resultats } from './Resultats.tsx'
import { useFiltrage } from './useFiltrage.ts'

const COLONNES = [
  'rapport',
  'etat',
  'echeance',
  'contenu',
  'effectif',
  'modifieLe',
  'action',
] as const

/** `/dashboard/messaisies`: the forms of one's own structures, all months. */
export function MesSaisiesPage() {
  const { structures } = useStructuresTravail(useAuth())
  const filtrage = useFiltrage()
  const codes = structures.map(({ code }) => code)
  const t = textes.mesSaisies
  const lien = (to: string, libelle: string) => <LienAction to={to}>{libelle}</LienAction>
  if (codes.length === 0) {
    return (
      <Page titre={t.titre}>
        <EtatVide action={lien(paths.saisiesStructures(), t.voirTous)}>{t.sansStructure}</EtatVide>
      </Page>
    )
  }
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <Filtres filtrage={filtrage} />
      <Resultats
        filtrage={filtrage}
        legende={t.titre}
        colonnes={codes.length > 1 ? ['structure', ...COLONNES] : COLONNES}
        structures={codes}
        vide={<EtatVide action={lien(paths.saisies(), t.commencer)}>{t.vide}</EtatVide>}
      />
    </Page>
  )
}
