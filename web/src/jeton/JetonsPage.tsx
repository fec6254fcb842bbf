import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import {
  ETATS_JETON,
  type JetonSuivi,
  LIBELLES_ETATS_JETON,
} from '@releve/contract/jeton/jeton.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Demander, useDemandee } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { Instant, Nom } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { COLONNES_JETON, Revoquer } from './Jetons.tsx'
import { jetons } from './jeton.queries.ts'
import { textesJeton as t } from './jeton.textes.ts'

const JETONS_DEMANDES = question({
  filtres: {
    q: recherche(t.filtres.recherche),
    etat: plusieurs(ETATS_JETON, LIBELLES_ETATS_JETON, { legende: t.filtres.etats }),
  },
  tris: ['utilisateur', 'nom', 'creeLe', 'expireLe', 'utiliseLe'],
  tri: '-creeLe',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(jetons(lireListe(JETONS_DEMANDES, adresse).query))

const COLONNES: Colonne<JetonSuivi>[] = [
  {
    cle: 'utilisateur',
    titre: t.colonnes.utilisateur,
    tri: 'utilisateur',
    rendu: ({ utilisateur: { id, nomAffichable, identifiant } }) => (
      <Nom to={paths.utilisateur(id)} nom={nomAffichable} second={identifiant} />
    ),
  },
  ...COLONNES_JETON,
  {
    cle: 'creeLe',
    titre: t.colonnes.creeLe,
    tri: 'creeLe',
    rendu: ({ creeLe }) => <Instant le={creeLe} />,
  },
  {
    cle: 'action',
    titre: t.colonnes.action,
    muet: true,
    rendu: (jeton) => <Revoquer jeton={jeton} de={jeton.utilisateur.nomAffichable} />,
  },
]

export const JETONS = liste({
  ...JETONS_DEMANDES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: t,
  icone: 'motDePasse',
})

/** Everybody's tokens as these filters leave them, as a spreadsheet. */
const exporterJetons = (query: Sent<typeof jetonApi.exporterJetons.query>) =>
  appeler(jetonApi.exporterJetons, { query })

/** `/dashboard/jetons`: by what programs call, whosever they are, and the way to end one. */
export default function JetonsPage() {
  const filtrage = useListe(JETONS)
  const requete = useQuery({ ...jetons(filtrage.query), ...useDemandee() })
  const { criteres, tri } = filtrage
  // A revocation may take its line out of what the filters find.
  const ref = useFocusGarde<HTMLDivElement>(requete.data?.total ?? 0)
  const comptes = (
    <LienAction to={paths.utilisateurs} icone="utilisateurs">
      {t.comptes}
    </LienAction>
  )
  return (
    <Page titre={t.titre} chapeau={t.chapeau} actions={comptes}>
      <Filtres filtrage={filtrage} />
      <div ref={ref} tabIndex={-1}>
        <Liste
          {...{ requete, filtrage }}
          exporter={(format) => exporterJetons({ ...criteres, tri, format })}
        />
      </div>
    </Page>
  )
}
