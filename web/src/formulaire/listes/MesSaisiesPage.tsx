import type { Demander } from '../../app/demande.ts'
import { structuresTravail } from '../../app/structureTravail.ts'
import { useAuth } from '../../app/useSession.ts'
import { useStructuresTravail } from '../../app/useStructuresTravail.ts'
import { paths } from '../../paths.ts'
import { LienAction } from '../../ui/BoutonAction.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { Page } from '../../ui/Page.tsx'
import { lireListe, liste, question, useListe } from '../../ui/useListe.ts'
import { listeFormulairesStructures } from '../formulaire.demande.ts'
import { exporterFormulaires, useModeles } from '../formulaire.queries.ts'
import { colonnesDe } from './colonnes.tsx'
import { FILTRES, TRIS, triOrigine } from './filtres.tsx'
import { ImportFormulaires } from './ImportFormulaires.tsx'
import { COMMUN, ListeFormulaires, useAnnees } from './ListeFormulaires.tsx'
import { textesListes } from './listes.textes.ts'

const t = textesListes.mesSaisies

const { mois, annee, modeles, etats } = FILTRES

const SIENS_DEMANDES = question({
  filtres: { mois, annee, modeles, etats },
  tris: [...TRIS, 'effectif', 'modifieLe'],
  tri: triOrigine,
})

export const demander: Demander = async (client, { auth, recherche: adresse }) => {
  const structures = structuresTravail(auth).structures.map((une) => une.code)
  if (structures.length === 0) return
  const { query } = lireListe(SIENS_DEMANDES, adresse)
  await client.prefetchQuery(listeFormulairesStructures({ ...query, structures }))
}

const SIENS = liste({
  ...COMMUN,
  ...SIENS_DEMANDES,
  colonnes: colonnesDe(
    'structure',
    'rapport',
    'etat',
    'echeance',
    'contenu',
    'effectif',
    'modifieLe',
    'action',
  ),
  textes: { ...textesListes, ...t },
})
const SANS_STRUCTURE = SIENS.colonnes.slice(1)

const lien = (to: string, libelle: string) => <LienAction to={to}>{libelle}</LienAction>

/** `/dashboard/messaisies`: the forms of one's own structures, all months. */
export default function MesSaisiesPage() {
  const { structures } = useStructuresTravail(useAuth())
  const filtrage = useListe(SIENS, { annee: useAnnees(), modeles: useModeles() })
  const { criteres, tri } = filtrage
  const codes = structures.map(({ code }) => code)
  if (codes.length === 0) {
    return (
      <Page titre={t.titre}>
        <EtatVide action={lien(paths.saisiesStructures(), t.voirTous)}>{t.sansStructure}</EtatVide>
      </Page>
    )
  }
  return (
    <Page titre={t.titre} chapeau={t.chapeau} actions={<ImportFormulaires />}>
      <ListeFormulaires
        filtrage={filtrage}
        colonnes={codes.length > 1 ? SIENS.colonnes : SANS_STRUCTURE}
        structures={codes}
        exporter={(format) => exporterFormulaires({ ...criteres, tri, structures: codes, format })}
        vide={<EtatVide action={lien(paths.saisies(), t.commencer)}>{t.vide}</EtatVide>}
      />
    </Page>
  )
}
