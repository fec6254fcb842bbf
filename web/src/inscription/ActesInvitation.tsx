import type { InvitationSuivie } from '@releve/contract/inscription/inscription.schema.ts'
import { ActesEnvoi } from '../ui/ActesEnvoi.tsx'
import { useAnnulerInvitation, useRenvoyerInvitation } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'

const t = textes.actes

/** What may be done with this invitation now. */
export function ActesInvitation({ invitation }: { invitation: InvitationSuivie }) {
  const { id, email, actions } = invitation
  const { libelle: nom } = invitation.structure
  return (
    <ActesEnvoi
      id={id}
      reprise={{
        possible: actions.includes('renvoyer'),
        icone: 'envoi',
        libelle: t.renvoyer,
        nom: t.renvoyerNom(nom),
        mutation: useRenvoyerInvitation(email),
      }}
      arret={{
        possible: actions.includes('annuler'),
        libelle: t.annuler,
        nom: t.annulerNom(nom),
        mutation: useAnnulerInvitation(),
        question: {
          titre: textes.annulation.titre(nom),
          effets: textes.annulation.effets(email),
          fermer: t.garder,
          echec: t.echec,
        },
      }}
    />
  )
}
