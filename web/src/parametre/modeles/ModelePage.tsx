import { CLES_FORMULES } from '@releve/contract/modele/cellule.ts'
import type { VersionModele } from '@releve/contract/modele/gestion.schema.ts'
import { LIBELLES_TRAITS } from '@releve/contract/modele/source.comparer.ts'
import { developperSource, type Listes } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Chargement, EchecChargement } from '../../ui/Chargement.tsx'
import { Onglets } from '../../ui/Onglets.tsx'
import { Page, Retour } from '../../ui/Page.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { BrouillonPage } from './BrouillonPage.tsx'
import { Comparaison } from './Comparaison.tsx'
import { Essai } from './Essai.tsx'
import { listesDe } from './listes.ts'
import {
  cibleDe,
  useExporterModele,
  useVersionModele,
  useVocabulaireModele,
} from './modele.queries.ts'
import { textesModele as t, textesModele } from './modele.textes.ts'
import './modeles.css'

const textesVue = textesModele.vue

type Partie = {
  cle: string
  place: keyof typeof textesVue.places
  code: string
  libelle: string
  nature: string
  dits: [nom: string, dit: string, formule: boolean][]
}

/** What is said elsewhere in the row, or is no trait. */
const AILLEURS: ReadonlySet<string> = new Set([
  'code',
  'libelle',
  'nature',
  'type',
  'champs',
  'lignes',
  'groupes',
  'colonnes',
])

/** Said in French; a formula as it is written. */
function traitsDe(porteur: object): Partie['dits'] {
  return Object.entries(porteur).flatMap(([cle, dit]): Partie['dits'] => {
    if (AILLEURS.has(cle) || dit === undefined || dit === false) return []
    const nom = LIBELLES_TRAITS[cle] ?? cle
    if (dit === true) return [[nom, textesVue.oui, false]]
    const formule = CLES_FORMULES.some((une) => une === cle)
    return [[nom, Array.isArray(dit) ? dit.join(', ') : String(dit), formule]]
  })
}

function partiesDe(section: SectionSource): Partie[] {
  const places = {
    champs: section.type === 'champs' ? section.champs : [],
    lignes: section.type === 'matrice' ? section.lignes : [],
    groupes: (section.type === 'matrice' && section.groupes) || [],
    colonnes: section.type === 'matrice' || section.type === 'tableau' ? section.colonnes : [],
  }
  return Object.entries(places).flatMap(([place, porteurs]) =>
    porteurs.map((porteur, rang): Partie => {
      const { nature } = porteur
      const codifie = !('code' in porteur)
      return {
        cle: `${place}.${rang}`,
        // The keys of the table above.
        place: place as keyof typeof textesVue.places,
        code: codifie ? porteur.codification : porteur.code,
        libelle: codifie ? textesVue.listeDe(porteur.codification) : porteur.libelle,
        nature: nature ? textesVue.natures[nature] : '—',
        dits: traitsDe(porteur),
      }
    }),
  )
}

function Dits({ dits }: Pick<Partie, 'dits'>) {
  if (dits.length === 0) return '—'
  return (
    <ul className="mdl-dits">
      {dits.map(([nom, dit, formule]) => (
        <li key={nom}>
          {nom}&nbsp;: {formule ? <code>{dit}</code> : dit}
        </li>
      ))}
    </ul>
  )
}

const COLONNES: Colonne<Partie>[] = [
  { cle: 'sorte', titre: textesVue.colonnes.sorte, rendu: ({ place }) => textesVue.places[place] },
  { cle: 'code', titre: textesVue.colonnes.code, rendu: ({ code }) => <code>{code}</code> },
  {
    cle: 'libelle',
    titre: textesVue.colonnes.libelle,
    entete: true,
    rendu: ({ libelle }) => libelle,
  },
  { cle: 'nature', titre: textesVue.colonnes.nature, rendu: ({ nature }) => nature },
  { cle: 'regles', titre: textesVue.colonnes.regles, rendu: ({ dits }) => <Dits dits={dits} /> },
]

/** A draft may say a code twice: its parts are told apart by their ranks. */
const numeroter = <Dit,>(dits: readonly Dit[]) =>
  dits.map((dit, rang) => ({ cle: String(rang), dit }))

/** All that a model says, as its author wrote it: sections and their parts, then controls. */
function Definition({ source }: { source: ModeleSource }) {
  return (
    <div className="mdl-definition">
      <h2>{textesVue.sections}</h2>
      {numeroter(source.sections).map(({ cle, dit: section }) => {
        const parties = partiesDe(section)
        const dits = traitsDe(section)
        return (
          <details key={cle} className="mdl-section">
            <summary>
              <strong>{section.libelle}</strong> <span className="mdl-code">{section.code}</span>{' '}
              <span className="mdl-gris">{textesVue.types[section.type]}</span>
            </summary>
            {dits.length > 0 && <Dits dits={dits} />}
            {parties.length > 0 && (
              <Tableau
                legende={section.libelle}
                colonnes={COLONNES}
                lignes={parties}
                cleDe={(partie) => partie.cle}
              />
            )}
          </details>
        )
      })}
      <h2>{textesVue.controles}</h2>
      {source.controles.length === 0 && <p>{textesVue.aucunControle}</p>}
      <ul className="mdl-controles">
        {numeroter(source.controles).map(
          ({ cle, dit: { code, niveau, formule, message, pourChaque } }) => (
            <li key={cle}>
              <strong>{code}</strong> <span className="mdl-gris">{textesVue.niveaux[niveau]}</span>
              <p>{message}</p>
              <code>{formule}</code>
              {pourChaque && (
                <p className="mdl-gris">
                  {textesVue.pourChaque}&nbsp;: {pourChaque.map(nommer).join(', ')}
                </p>
              )}
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

type Valeur = NonNullable<ModeleSource['controles'][number]['pourChaque']>[number]

const nommer = (valeur: Valeur): string => {
  if (typeof valeur === 'string') return valeur
  return 'codification' in valeur ? textesVue.listeDe(valeur.codification) : valeur.libelle
}

export { demander } from './modele.queries.ts'

const VUES = [
  { cle: 'definition', libelle: t.vue.definition, search: '' },
  { cle: 'apercu', libelle: t.vue.apercu, search: '?vue=apercu' },
  { cle: 'comparer', libelle: t.vue.comparer, search: '?vue=comparer' },
] as const

/** `/dashboard/parametres/modeles/:id`: a published version, only read, or a draft. */
export default function ModelePage() {
  const { id = '' } = useParams()
  const cible = cibleDe(id)
  return cible.sorte === 'version' ? (
    <VersionPage id={cible.id} />
  ) : (
    <BrouillonPage key={cible.id} id={cible.id} />
  )
}

function VersionPage({ id }: { id: number }) {
  const { data, error, refetch } = useVersionModele(id)
  const { mutate: exporter } = useExporterModele()
  return (
    <Page
      titre={data ? t.versionDe(data.code, data.version) : t.retour}
      entete={data?.libelle ?? t.retour}
      chapeau={
        <div className="mdl-sous-titre">
          <Retour to={paths.parametres('modeles')}>{t.retour}</Retour>
          {data && <Dite version={data} />}
        </div>
      }
      actions={
        data && (
          <BoutonAction icone="telecharger" onClick={() => exporter({ sorte: 'version', id })}>
            {t.exporter}
          </BoutonAction>
        )
      }
    >
      {error && <EchecChargement echec={error} onReessayer={() => void refetch()} />}
      {data ? <Vues {...data} /> : !error && <Squelette lignes={10} />}
    </Page>
  )
}

function Dite({ version }: { version: VersionModele }) {
  return (
    <span className="mdl-gris">
      {t.version(version.version)}, {t.vigueurDe(version)}
    </span>
  )
}

type PropsVues = { code: string; version: number; source: ModeleSource }

/** What the version says, the form that it makes, what another one says otherwise. */
function Vues({ code, version, source }: PropsVues) {
  const [recherche] = useSearchParams()
  const vocabulaire = useVocabulaireModele()
  const dite = recherche.get('vue')
  const vue = VUES.find(({ cle }) => cle === dite)?.cle ?? 'definition'
  return (
    <>
      <Onglets nom={t.vue.definition} onglets={VUES} actuel={vue} />
      {vue === 'definition' ? (
        <Definition source={source} />
      ) : (
        <Chargement requete={vocabulaire}>
          {(lu) =>
            vue === 'apercu' ? (
              <Montre source={source} listes={listesDe(lu)} />
            ) : (
              <Comparee {...{ code, version, source }} listes={listesDe(lu)} />
            )
          }
        </Chargement>
      )}
    </>
  )
}

function Comparee({ source, listes, ...dite }: PropsVues & { listes: Listes }) {
  const [recherche, setRecherche] = useSearchParams()
  const modele = useMemo(() => developperSource(source, listes).modele, [source, listes])
  return (
    <Comparaison
      {...dite}
      {...{ modele, listes }}
      choisie={Number(recherche.get('avec'))}
      onChoisir={(avec) => setRecherche({ vue: 'comparer', avec: String(avec) }, { replace: true })}
    />
  )
}

function Montre({ source, listes }: { source: ModeleSource; listes: Listes }) {
  const { compile } = useMemo(() => verifierSource(source, listes), [source, listes])
  return compile ? <Essai compile={compile} /> : <Alerte gravite="info">{t.vue.illisible}</Alerte>
}
