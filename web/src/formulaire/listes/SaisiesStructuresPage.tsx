import { aDroit, useAuth } from '../../app/session.ts'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { Page } from '../../ui/Page.tsx'
import { Filtres } from './Filtres.tsx'
import { textes } from './listes.textes.ts'
import { Resultats } from './Resultats.tsx'
import { useFiltrage } from './useFiltrage.ts'

const COLONNES = [
  'structure',
  'rapport',
  'etat',
  'echeance',
  'contenu',
  'effectif',
  'action',
] as const

/** `/dashboard/saisiesstructures`: one's perimeter, and what is published. */
export function SaisiesStructuresPage() {
  const filtrage = useFiltrage({ structures: true })
  const { roles } = useAuth()
  const t = textes.saisiesStructures
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <Filtres filtrage={filtrage} />
      <Resultats
        filtrage={filtrage}
        legende={t.titre}
        colonnes={COLONNES}
        choix={aDroit(roles, 'formulaire.valider')}
        vide={<EtatVide>{t.vide}</EtatVide>}
      />
    </Page>
  )
}
