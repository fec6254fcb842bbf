import {
  ETATS_INVITATION,
  type EtatInvitation,
  type InvitationSuivie,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import { useSearchParams } from 'react-router'
import type { Demander } from '../app/demande.ts'
import { Actes as Boutons } from '../ui/Actes.tsx'
import { ActesEnvoi } from '../ui/ActesEnvoi.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { formatInstantCourt } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { ModeEnvoi } from '../ui/ModeEnvoi.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { lireListe, liste, question, useListe } from '../ui/useListe.ts'
import { InvitationForm } from './InvitationForm.tsx'
import {
  exporterInvitations,
  invitations,
  useAnnulerInvitation,
  useInvitations,
  useRenvoyerInvitation,
} from './inscription.queries.ts'
import { textesInvitations } from './invitations.textes.ts'
import './invitations.css'

const f = textesInvitations.filtres
const c = textesInvitations.colonnes
const a = textesInvitations.actes

/** The address is also that of the structures: names of its own for the filters. */
const INVITATIONS_DEMANDEES = question({
  filtres: {
    q: recherche(f.recherche, 'invite'),
    etat: plusieurs(ETATS_INVITATION, LIBELLES_ETATS_INVITATION, {
      legende: f.etats,
      adresse: 'suivi',
    }),
  },
  tris: ['structure', 'email', 'envoyeeLe', 'expireLe'],
  tri: '-envoyeeLe',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(invitations(lireListe(INVITATIONS_DEMANDEES, adresse).query))

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

function Structure({ structure }: InvitationSuivie) {
  return (
    <>
      {structure.libelle}
      <Second>{structure.code}</Second>
    </>
  )
}

function Envoi({ envoyeeLe, invitePar, envois, courriel, etat }: InvitationSuivie) {
  const ouverte = etat !== 'ACCEPTEE' && etat !== 'ANNULEE'
  return (
    <>
      <Instant le={envoyeeLe} />
      <Second>
        {textesInvitations.parQui(invitePar.nomAffichable)}
        {envois > 1 && ` · ${textesInvitations.envois(envois)}`}
      </Second>
      {courriel && ouverte && <Second>{textesInvitations.courriel[courriel]}</Second>}
    </>
  )
}

function suiteDe({ etat, expireLe, accepteeLe, annuleeLe }: InvitationSuivie): string {
  if (accepteeLe) return textesInvitations.suite.acceptee(formatInstantCourt(accepteeLe))
  if (annuleeLe) return textesInvitations.suite.annulee(formatInstantCourt(annuleeLe))
  if (etat === 'COURRIEL_NON_PARTI') return textesInvitations.suite.nonPartie
  if (!expireLe) return textesInvitations.suite.vaudra
  const dire = etat === 'EXPIREE' ? textesInvitations.suite.expiree : textesInvitations.suite.jusqua
  return dire(formatInstantCourt(expireLe))
}

function Suite(invitation: InvitationSuivie) {
  const { compte } = invitation
  return (
    <>
      {suiteDe(invitation)}
      {compte && <Second>{textesInvitations.parQui(compte.nomAffichable)}</Second>}
    </>
  )
}

/** What may be done with this invitation now. */
function Actes({ id, email, actions, structure }: InvitationSuivie) {
  const { libelle: nom } = structure
  return (
    <ActesEnvoi
      id={id}
      reprise={{
        possible: actions.includes('renvoyer'),
        icone: 'envoi',
        libelle: a.renvoyer,
        nom: a.renvoyerNom(nom),
        mutation: useRenvoyerInvitation(email),
      }}
      arret={{
        possible: actions.includes('annuler'),
        libelle: a.annuler,
        nom: a.annulerNom(nom),
        mutation: useAnnulerInvitation(),
        question: {
          titre: textesInvitations.annulation.titre(nom),
          effets: textesInvitations.annulation.effets(email),
          fermer: a.garder,
          echec: a.echec,
        },
      }}
    />
  )
}

const COLONNES: Colonne<InvitationSuivie>[] = [
  { cle: 'structure', titre: c.structure, tri: 'structure', rendu: (i) => <Structure {...i} /> },
  { cle: 'etat', titre: c.etat, rendu: ({ etat }) => <EtatBadge etat={etat} /> },
  { cle: 'destinataire', titre: c.email, tri: 'email', rendu: ({ email }) => email },
  { cle: 'envoi', titre: c.envoi, tri: 'envoyeeLe', rendu: (i) => <Envoi {...i} /> },
  { cle: 'suite', titre: c.echeance, tri: 'expireLe', rendu: (i) => <Suite {...i} /> },
  { cle: 'action', titre: c.actes, muet: true, rendu: (i) => <Actes {...i} /> },
]

export const INVITATIONS = liste({
  ...INVITATIONS_DEMANDEES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: textesInvitations,
  icone: 'envoi',
  className: 'ui-envoi-tableau',
})

/** Invitations of structures: who was invited, what became of it, and « Inviter une structure ». */
export default function InvitationsPanneau() {
  const filtrage = useListe(INVITATIONS)
  const { changer, query, criteres, tri } = filtrage
  const requete = useInvitations(query)
  const [params] = useSearchParams()
  // The dialog is open, on this code if it is one.
  const inviter = params.get('inviter')
  return (
    <section className="inv-panneau" aria-labelledby="inv-titre">
      <div className="inv-tete">
        <div>
          <h2 id="inv-titre">{textesInvitations.titre}</h2>
          <p>{textesInvitations.chapeau}</p>
        </div>
        <Boutons>
          <BoutonAction
            variant="contained"
            icone="plus"
            onClick={() => changer({ inviter: 'nouvelle' })}
          >
            {textesInvitations.inviter}
          </BoutonAction>
        </Boutons>
      </div>
      <Filtres filtrage={filtrage} nom={f.nom} />
      {requete.data && (
        <ModeEnvoi
          envoi={requete.data.envoi}
          sansEnvoi={textesInvitations.sansEnvoi}
          demonstration={textesInvitations.demonstration}
        />
      )}
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterInvitations({ ...criteres, tri, format })}
        squelette={4}
      />
      {inviter !== null && (
        <InvitationForm
          key={inviter}
          code={inviter === 'nouvelle' ? '' : inviter}
          onFermer={() => changer({ inviter: '' })}
        />
      )}
    </section>
  )
}
