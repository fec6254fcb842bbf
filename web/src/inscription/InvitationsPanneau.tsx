import type { ModeEnvoi } from '@releve/contract/courriel/courriel.schema.ts'
import {
  ETATS_INVITATION,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChoixMultiple } from '../ui/ChoixMultiple.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { Liste } from '../ui/Liste.tsx'
import { useFiltres } from '../ui/useFiltres.ts'
import { COLONNES } from './colonnes.tsx'
import { filtresActifs, lireFiltres, rechercheDe, TRI_ORIGINE } from './filtres.ts'
import { InvitationDialogue } from './InvitationDialogue.tsx'
import { useInvitations } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'
import './invitations.css'

const t = textes.filtres
const OPTIONS = ETATS_INVITATION.map((code) => ({ code, libelle: LIBELLES_ETATS_INVITATION[code] }))

/** How mails leave, when it is not by a server. */
function Envoi({ envoi }: { envoi: ModeEnvoi }) {
  if (envoi === 'SMTP') return null
  const { titre, texte } = envoi === 'AUCUN' ? textes.sansEnvoi : textes.demonstration
  return (
    <div className="inv-envoi">
      <Alerte gravite={envoi === 'AUCUN' ? 'warning' : 'info'} titre={titre}>
        <p>{texte}</p>
      </Alerte>
    </div>
  )
}

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
      {requete.data && <Envoi envoi={requete.data.envoi} />}
      <Liste
        {...{ requete, filtrage }}
        className="inv-tableau"
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
