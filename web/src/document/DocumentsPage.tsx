import {
  CATEGORIES,
  type EditionPubliee,
  FORMATS_PIECE,
  type Ouvrage,
  TYPES_PARTAGES,
} from '@releve/contract/document/document.schema.ts'
import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react'
import type { Demander } from '../app/demande.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { formatTaille } from '../ui/zoneDepot.textes.ts'
import { ActeSuppression, ActesLecture } from './ActesPiece.tsx'
import { exporterOuvrages, ouvrages, useOuvrages, useRemplacer } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import { EnvoiDialogue } from './EnvoiDialogue.tsx'
import { OuvrageForm } from './OuvrageForm.tsx'
import './document.css'

const textesRemplacement = textesDocument.remplacement

type Props = { ouvrage: Ouvrage; onFermer: () => void }

/** Puts another file in the place of a document's. */
function RemplacementDialogue({ ouvrage, onFermer }: Props) {
  const textes = {
    ...textesRemplacement,
    titre: textesRemplacement.titre(ouvrage.titre),
    envoyer: textesRemplacement.remplacer,
  }
  return (
    <EnvoiDialogue
      textes={textes}
      formats={FORMATS_PIECE}
      envoi={useRemplacer(ouvrage)}
      onFermer={onFermer}
    >
      {textesRemplacement.effet}
    </EnvoiDialogue>
  )
}

const t = textesDocument.bibliotheque
const c = t.colonnes
const a = textesDocument.actes

const OUVRAGES_DEMANDES = question({
  filtres: {
    q: recherche(t.recherche),
    categorie: plusieurs(TYPES_PARTAGES, CATEGORIES, { legende: t.categories }),
  },
  tris: ['rang', 'titre', 'categorie', 'taille', 'deposeLe'],
  tri: 'rang',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(ouvrages(lireListe(OUVRAGES_DEMANDES, adresse).query))

function Titre({ titre, description }: Ouvrage) {
  return (
    <>
      {titre}
      {description && <Second>{description}</Second>}
    </>
  )
}

function Fichier({ nomOrigine, taille }: Ouvrage) {
  return (
    <>
      <bdi>{nomOrigine}</bdi>
      {taille !== null && <Second>{formatTaille(taille)}</Second>}
    </>
  )
}

function Depose({ deposeLe, deposePar }: Ouvrage) {
  return (
    <>
      <Instant le={deposeLe} />
      <Second>{deposePar}</Second>
    </>
  )
}

type PropsEdition = { titre: string; edition: EditionPubliee; onFermer: () => void }
/** What shows the files and the errata of an edition of the annuaire: another feature's. */
const MontrerEdition = createContext<(props: PropsEdition) => ReactNode>(() => null)

/** What may be done with this document now: the answer's `actions` decide. */
function Actes(ouvrage: Ouvrage) {
  const { id, titre: nom, typeMime, edition, actions } = ouvrage
  const [ouvert, setOuvert] = useState<'modifier' | 'remplacer' | 'edition' | null>(null)
  const montrerEdition = useContext(MontrerEdition)
  const fermer = () => setOuvert(null)
  return (
    <div className="doc-actes">
      <ActesLecture {...{ id, nom, typeMime }} />
      {actions.includes('modifier') && (
        <BoutonAction
          size="small"
          icone="crayon"
          aria-label={a.modifierNom(nom)}
          onClick={() => setOuvert('modifier')}
        >
          {a.modifier}
        </BoutonAction>
      )}
      {actions.includes('remplacer') && (
        <BoutonAction
          size="small"
          icone="deposer"
          aria-label={a.remplacerNom(nom)}
          onClick={() => setOuvert('remplacer')}
        >
          {a.remplacer}
        </BoutonAction>
      )}
      {actions.includes('supprimer') && <ActeSuppression {...{ id, nom }} />}
      {edition && (
        <BoutonAction
          size="small"
          icone="rapport"
          aria-label={a.editionNom(nom)}
          onClick={() => setOuvert('edition')}
        >
          {a.edition}
        </BoutonAction>
      )}
      {ouvert === 'edition' && edition && montrerEdition({ titre: nom, edition, onFermer: fermer })}
      {ouvert === 'modifier' && <OuvrageForm ouvrage={ouvrage} onFermer={fermer} />}
      {ouvert === 'remplacer' && <RemplacementDialogue ouvrage={ouvrage} onFermer={fermer} />}
    </div>
  )
}

const COLONNES: Colonne<Ouvrage>[] = [
  { cle: 'rang', titre: c.rang, tri: 'rang', nombre: true, rendu: ({ rang }) => rang },
  { cle: 'titre', titre: c.titre, tri: 'titre', entete: true, rendu: (o) => <Titre {...o} /> },
  {
    cle: 'categorie',
    titre: c.categorie,
    tri: 'categorie',
    rendu: ({ typeDocument }) => CATEGORIES[typeDocument],
  },
  { cle: 'fichier', titre: c.fichier, tri: 'taille', rendu: (o) => <Fichier {...o} /> },
  { cle: 'depose', titre: c.depose, tri: 'deposeLe', rendu: (o) => <Depose {...o} /> },
  { cle: 'action', titre: c.actes, muet: true, rendu: (o) => <Actes {...o} /> },
]

export const OUVRAGES = liste({
  ...OUVRAGES_DEMANDES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: t,
  icone: 'rapport',
})

function DocumentsPage() {
  const filtrage = useListe(OUVRAGES)
  const { criteres, tri } = filtrage
  const requete = useOuvrages(filtrage.query)
  const [depot, setDepot] = useState(false)
  const deposer = requete.data?.actions.includes('deposer') && (
    <BoutonAction variant="contained" icone="plus" onClick={() => setDepot(true)}>
      {t.deposer}
    </BoutonAction>
  )
  return (
    <Page titre={t.titre} chapeau={t.chapeau} actions={deposer}>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterOuvrages({ ...criteres, tri, format })}
      />
      {depot && <OuvrageForm ouvrage={null} onFermer={() => setDepot(false)} />}
    </Page>
  )
}

/** `/dashboard/documents`: the library, read by all and kept by the directorate. */
export function createDocumentsPage(
  charger: () => Promise<{ default: ComponentType<PropsEdition> }>,
) {
  const Edition = lazy(charger)
  const montrer = (props: PropsEdition) => (
    <Suspense>
      <Edition {...props} />
    </Suspense>
  )
  const page = (
    // Made once, with the page.
    // oxlint-disable-next-line react/jsx-no-constructed-context-values
    <MontrerEdition value={montrer}>
      <DocumentsPage />
    </MontrerEdition>
  )
  return function PageDesDocuments() {
    return page
  }
}
