import {
  ETATS_COURRIEL,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { ChoixMultiple } from '../ui/ChoixMultiple.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { Liste } from '../ui/Liste.tsx'
import { ModeEnvoi } from '../ui/ModeEnvoi.tsx'
import { Page } from '../ui/Page.tsx'
import { useFiltres } from '../ui/useFiltres.ts'
import { COLONNES } from './colonnes.tsx'
import { useCourriels } from './courriel.queries.ts'
import { textes } from './courriel.textes.ts'
import { filtresActifs, lireFiltres, rechercheDe } from './filtres.ts'
import './courriel.css'

const t = textes.filtres
const OPTIONS = ETATS_COURRIEL.map((code) => ({ code, libelle: LIBELLES_ETATS_COURRIEL[code] }))

/** `/dashboard/courriels`: what is to leave, has left, or was given up. */
export function CourrielsPage() {
  const filtrage = useFiltres(lireFiltres, filtresActifs)
  const { filtres, changer } = filtrage
  const requete = useCourriels(rechercheDe(filtres))
  const journal = (
    <LienAction to={paths.journal} icone="historique">
      {textes.journal}
    </LienAction>
  )
  return (
    <Page titre={textes.titre} chapeau={textes.chapeau} actions={journal}>
      <Filtres
        filtrage={filtrage}
        recherche={{ libelle: t.recherche, valeur: filtres.q }}
        choix={
          <ChoixMultiple
            legende={t.etats}
            options={OPTIONS}
            choisis={filtres.etat}
            onChange={(etats) => changer({ etat: etats.join(',') })}
          />
        }
      />
      {requete.data && (
        <ModeEnvoi
          envoi={requete.data.envoi}
          sansEnvoi={textes.sansEnvoi(requete.data.enAttente)}
          demonstration={textes.demonstration}
        />
      )}
      <Liste
        {...{ requete, filtrage }}
        className="ui-envoi-tableau"
        legende={textes.titre}
        compte={textes.compte}
        vide={<EtatVide icone="envoi">{textes.vide}</EtatVide>}
        aucun={textes.aucun}
        colonnes={COLONNES}
        cleDe={({ id }) => String(id)}
      />
    </Page>
  )
}
