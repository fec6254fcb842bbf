import {
  ETATS_INVITATION,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChoixMultiple } from '../ui/ChoixMultiple.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { Liste } from '../ui/Liste.tsx'
import { ModeEnvoi } from '../ui/ModeEnvoi.tsx'
import { useFiltres } from '../ui/useFiltres.ts'
import { COLONNES } from './colonnes.tsx'
import { filtresActifs, lireFiltres, rechercheDe, TRI_ORIGINE } from './filtres.ts'
import { InvitationDialogue } from './InvitationDialogue.tsx'
import { useInvitations } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'
import './invitations.css'

const t = textes.filtres
const OPTIONS = ETATS_INVITATION.map((code) => ({ code, libelle: LIBELLES_ETATS_INVITATION[code] }))

/** Invitations of structures: who was invited, what became of it, and « Inviter une structure ». */
export default function InvitationsPanneau() {
  const filtrage = useFiltres(lireFiltres, filtresActifs)
  const { filtres, changer } = filtrage
  const { inviter } = filtres
  const requete = useInvitations(rechercheDe(filtres))
  return (
    <section className="inv-panneau" aria-labelledby="inv-titre">
      <div className="inv-tete">
        <div>
          <h2 id="inv-titre">{textes.titre}</h2>
          <p>{textes.chapeau}</p>
        </div>
        <BoutonAction
          variant="contained"
          icone="plus"
          onClick={() => changer({ inviter: 'nouvelle' })}
        >
          {textes.inviter}
        </BoutonAction>
      </div>
      <Filtres
        filtrage={filtrage}
        nom={t.nom}
        recherche={{ libelle: t.recherche, nom: 'invite', valeur: filtres.q }}
        choix={
          <ChoixMultiple
            legende={t.etats}
            options={OPTIONS}
            choisis={filtres.etat}
            onChange={(etats) => changer({ suivi: etats.join(',') })}
          />
        }
      />
      {requete.data && (
        <ModeEnvoi
          envoi={requete.data.envoi}
          sansEnvoi={textes.sansEnvoi}
          demonstration={textes.demonstration}
        />
      )}
      <Liste
        {...{ requete, filtrage }}
        className="ui-envoi-tableau"
        legende={textes.titre}
        compte={textes.compte}
        vide={<EtatVide icone="envoi">{textes.vide}</EtatVide>}
        aucun={textes.aucune}
        squelette={4}
        colonnes={COLONNES}
        cleDe={({ id }) => String(id)}
        tri={filtres.tri ?? TRI_ORIGINE}
        onTri={(tri) => changer({ tri })}
      />
      {inviter !== null && (
        <InvitationDialogue
          key={inviter}
          code={inviter === 'nouvelle' ? '' : inviter}
          onFermer={() => changer({ inviter: '' })}
        />
      )}
    </section>
  )
}
