import {
  type EtatInvitation,
  type InvitationSuivie,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import { formatInstantCourt } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { ActesInvitation } from './ActesInvitation.tsx'
import { textes } from './invitations.textes.ts'

const t = textes.colonnes
const ASPECTS: Record<EtatInvitation, Aspect> = {
  COURRIEL_EN_ATTENTE: ['horloge', 'neutre'],
  COURRIEL_NON_PARTI: ['erreur', 'erreur'],
  EN_ATTENTE: ['horloge', 'info'],
  EXPIREE: ['attention', 'attention'],
  ACCEPTEE: ['coche', 'succes'],
  ANNULEE: ['interdit', 'neutre'],
}

/** Where an invitation is. */
function EtatBadge({ etat }: { etat: EtatInvitation }) {
  return <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_INVITATION[etat]}</Pastille>
}

function suiteDe({ etat, expireLe, accepteeLe, annuleeLe }: InvitationSuivie): string {
  if (accepteeLe) return textes.suite.acceptee(formatInstantCourt(accepteeLe))
  if (annuleeLe) return textes.suite.annulee(formatInstantCourt(annuleeLe))
  if (etat === 'COURRIEL_NON_PARTI') return textes.suite.nonPartie
  if (!expireLe) return textes.suite.vaudra
  const dire = etat === 'EXPIREE' ? textes.suite.expiree : textes.suite.jusqua
  return dire(formatInstantCourt(expireLe))
}

function Envoi({ envoyeeLe, invitePar, envois, courriel, etat }: InvitationSuivie) {
  const ouverte = etat !== 'ACCEPTEE' && etat !== 'ANNULEE'
  return (
    <>
      <Instant le={envoyeeLe} />
      <Second>
        {textes.parQui(invitePar.nomAffichable)}
        {envois > 1 && ` · ${textes.envois(envois)}`}
      </Second>
      {courriel && ouverte && <Second>{textes.courriel[courriel]}</Second>}
    </>
  )
}

function Suite(invitation: InvitationSuivie) {
  const { compte } = invitation
  return (
    <>
      {suiteDe(invitation)}
      {compte && <Second>{textes.parQui(compte.nomAffichable)}</Second>}
    </>
  )
}

export const COLONNES: Colonne<InvitationSuivie>[] = [
  {
    cle: 'structure',
    titre: t.structure,
    tri: 'structure',
    rendu: ({ structure }) => (
      <>
        {structure.libelle}
        <Second>{structure.code}</Second>
      </>
    ),
  },
  { cle: 'etat', titre: t.etat, rendu: ({ etat }) => <EtatBadge etat={etat} /> },
  { cle: 'destinataire', titre: t.email, tri: 'email', rendu: ({ email }) => email },
  {
    cle: 'envoi',
    titre: t.envoi,
    tri: 'envoyeeLe',
    rendu: (invitation) => <Envoi {...invitation} />,
  },
  {
    cle: 'suite',
    titre: t.echeance,
    tri: 'expireLe',
    rendu: (invitation) => <Suite {...invitation} />,
  },
  {
    cle: 'action',
    titre: t.actes,
    muet: true,
    rendu: (invitation) => <ActesInvitation invitation={invitation} />,
  },
]
