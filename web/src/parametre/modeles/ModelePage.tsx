import type { VersionModele } from '@releve/contract/modele/gestion.schema.ts'
import { developperSource, type Listes } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
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
import { BrouillonPage } from './BrouillonPage.tsx'
import { Comparaison } from './Comparaison.tsx'
import { Definition } from './Definition.tsx'
import { Essai } from './Essai.tsx'
import { listesDe } from './listes.ts'
import {
  cibleDe,
  useExporterModele,
  useVersionModele,
  useVocabulaireModele,
} from './modele.queries.ts'
import { textesModele as t } from './modele.textes.ts'
import './modeles.css'

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
