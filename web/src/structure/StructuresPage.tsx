import {
  ETATS_STRUCTURE,
  LIBELLES_ETATS_STRUCTURE,
  type Structure,
} from '@releve/contract/structure/structure.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Demander } from '../app/demande.ts'
import { differer } from '../app/differe.tsx'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import { paths } from '../paths.ts'
import { Actes } from '../ui/Actes.tsx'
import { changerAdresse } from '../ui/adresse.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ExportTableur, type FormatTableur } from '../ui/ExportTableur.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { code, parmi, recherche } from '../ui/filtre.tsx'
import { formatNombre } from '../ui/format.ts'
import type { PropsImport } from '../ui/ImportTableur.tsx'
import { Nom } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { EtatBadge } from './EtatBadge.tsx'
import {
  exporterStructures,
  structures,
  toutesStructures,
  useImportStructures,
} from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'
import { Libelle, useListes } from './useLibelles.ts'
import { VueArbre } from './VueArbre.tsx'
import './structure.css'

const c = textesStructure.colonnes
const f = textesStructure.filtres

const STRUCTURES_DEMANDEES = question({
  filtres: {
    q: recherche(f.recherche),
    region: code({ libelle: f.region, vide: f.toutes }),
    typeStructure: code({ libelle: f.typeStructure, vide: f.tous }),
    etat: parmi(ETATS_STRUCTURE, LIBELLES_ETATS_STRUCTURE, { libelle: f.etat, vide: f.tous }),
    modele: code({ libelle: f.modele, vide: f.tous, parCode: true }),
  },
  tris: ['libelle', 'typeStructure', 'region', 'parent', 'capacite', 'etat'],
  tri: 'libelle',
})

/** How the structures are shown; the first one where the address says none. */
const VUES = ['arbre', 'tableau', 'carte', 'invitations'] as const
type Vue = (typeof VUES)[number]

/** What the address says; it is no filter. */
export const vueDe = (params: URLSearchParams): Vue =>
  VUES.find((vue) => vue === params.get('vue')) ?? 'arbre'

export const demander: Demander = (client, { recherche: adresse }) => {
  const { query, criteres } = lireListe(STRUCTURES_DEMANDEES, adresse)
  return vueDe(adresse) === 'tableau'
    ? client.prefetchQuery(structures(query))
    : client.prefetchQuery(toutesStructures(criteres))
}

const COLONNES: Colonne<Structure>[] = [
  {
    cle: 'nom',
    titre: c.libelle,
    tri: 'libelle',
    largeur: 26,
    coupure: 'libre',
    rendu: (s) => <Nom to={paths.structure(s.code)} nom={s.libelle} second={s.code} />,
  },
  {
    cle: 'type',
    titre: c.typeStructure,
    tri: 'typeStructure',
    className: 'str-type',
    rendu: (s) => <Libelle liste="typeStructure" code={s.typeStructure} />,
  },
  {
    cle: 'region',
    titre: c.region,
    tri: 'region',
    rendu: (s) => <Libelle liste="region" code={s.region} />,
  },
  {
    cle: 'parent',
    titre: c.parent,
    tri: 'parent',
    rendu: ({ parent }) => parent?.libelle ?? textesStructure.aucunDe,
  },
  {
    cle: 'modeles',
    titre: c.modeles,
    coupure: 'aucune',
    rendu: ({ modeles }) => modeles.join(', ') || textesStructure.aucunDe,
  },
  {
    cle: 'capacite',
    titre: c.capacite,
    tri: 'capacite',
    nombre: true,
    rendu: ({ capacite }) => formatNombre(capacite),
  },
  {
    cle: 'etat',
    titre: c.etat,
    tri: 'etat',
    coupure: 'aucune',
    rendu: ({ etat }) => <EtatBadge etat={etat} />,
  },
]

export const STRUCTURES = liste({
  ...STRUCTURES_DEMANDEES,
  colonnes: COLONNES,
  cleDe: (structure) => structure.code,
  textes: textesStructure,
  icone: 'structures',
  className: 'str-tableau',
})

/** The structures that the address asks for, in every view. */
function useTrouvees() {
  const { region, typeStructure } = useListes()
  return useListe(STRUCTURES, { region, typeStructure, modele: useModeles() })
}

type Props = { filtrage: ReturnType<typeof useTrouvees> }

const exporterDe =
  ({ criteres, tri }: Props['filtrage']) =>
  (format: FormatTableur) =>
    exporterStructures({ ...criteres, tri, format })

const VueCarte = lazy(() => import('./VueCarte.tsx'))
const useCreation = differer(() => import('./StructureForm.tsx'))
const useImport = differer<PropsImport>(() => import('../ui/ImportTableur.tsx'))

function Actions({ filtrage, vue }: Props & { vue: Vue }) {
  const creation = useCreation({})
  const tableur = useImport({ ...textesStructure.imports, ...useImportStructures() })
  return (
    <Actes>
      {/* The table has its own, as every list. */}
      {vue !== 'tableau' && <ExportTableur exporter={exporterDe(filtrage)} />}
      <BoutonAction icone="deposer" onClick={tableur.ouvrir}>
        {textesStructure.importer}
      </BoutonAction>
      <BoutonAction variant="contained" icone="plus" onClick={creation.ouvrir}>
        {textesStructure.creer}
      </BoutonAction>
      {creation.dialogue}
      {tableur.dialogue}
    </Actes>
  )
}

/** The ways to look at the structures: each is an address, which keeps the filters. */
function Vues({ vue, params }: { vue: Vue; params: URLSearchParams }) {
  const onglets = VUES.map((cle) => ({
    cle,
    libelle: textesStructure.vues[cle],
    search: changerAdresse(params, { vue: cle === 'arbre' ? '' : cle }).toString(),
  }))
  return <Onglets nom={textesStructure.presentation} onglets={onglets} actuel={vue} />
}

/** The structures as a table: sorted, page by page. */
function VueTableau({ filtrage }: Props) {
  const requete = useQuery(structures(filtrage.query))
  return <Liste {...{ requete, filtrage }} exporter={exporterDe(filtrage)} />
}

const VUE = { arbre: VueArbre, tableau: VueTableau, carte: VueCarte }

/**
 * `/dashboard/structures`: the structures as a tree, a table or a map, and their invitations, which are
 * another feature's panel: the routes bring it.
 */
function StructuresPage({ Invitations }: { Invitations: ComponentType }) {
  const filtrage = useTrouvees()
  const [params] = useSearchParams()
  const vue = vueDe(params)
  const Vue = vue === 'invitations' ? Invitations : VUE[vue]
  const invitations = vue === 'invitations'
  return (
    <Page
      titre={textesStructure.titre}
      chapeau={textesStructure.chapeau}
      actions={!invitations && <Actions {...{ filtrage, vue }} />}
    >
      <Vues {...{ vue, params }} />
      {!invitations && <Filtres filtrage={filtrage} />}
      <Suspense fallback={<Squelette lignes={8} />}>
        <Vue filtrage={filtrage} />
      </Suspense>
    </Page>
  )
}

/** The page, and the panel of another feature that one of its parts is. */
export const createStructuresPage = (charger: () => Promise<{ default: ComponentType }>) => {
  const Invitations = lazy(charger)
  return function PageDesStructures() {
    return <StructuresPage Invitations={Invitations} />
  }
}
