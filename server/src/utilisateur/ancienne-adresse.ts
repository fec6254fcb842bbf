import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { findReglages } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { instantEnLettres } from '../platform/jour.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Contexte } from '../platform/route.ts'
import { insertCourriel } from '../tache/tache.sql.ts'
import type { CompteVerrouille } from './utilisateur.sql.ts'

/** « z…@example.org »: enough for its owner to know it, and nothing for anybody else. */
const masquer = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')

const roleDe = ({ roles }: Agent): string =>
  LIBELLES_ROLES[roles.includes('ROLE_DPPS') ? 'ROLE_DPPS' : 'ROLE_ADMIN']

type Changement = { agent: Agent; nouvelle: string; instant: string }

function courrielDe(cible: CompteVerrouille, { agent, nouvelle, instant }: Changement): Courriel {
  const { identifiant, nomAffichable: nom, email } = cible
  return {
    a: { nom, email },
    objet: 'Relevé\u00a0: l’adresse de votre compte a changé',
    texte: [
      `Bonjour ${nom},`,
      `L’adresse électronique de votre compte «\u00a0${identifiant}\u00a0» a été changée le ${instant}, par un compte de rôle «\u00a0${roleDe(agent)}\u00a0». Elle est désormais ${masquer(nouvelle)}. Celle-ci ne recevra plus rien de Relevé.`,
      'Si vous attendiez ce changement, vous n’avez rien à faire.',
      'Sinon, prévenez aussitôt la direction centrale, par un autre moyen que ce courriel\u00a0: qui lit la nouvelle adresse peut y recevoir un mot de passe provisoire et entrer dans votre compte.',
    ].join('\n\n'),
  }
}

/** Tells the address that an account had, in the transaction that gives it another. */
export async function prevenirAncienneAdresse(
  { db, agent, maintenant }: Contexte,
  cible: CompteVerrouille,
  nouvelle: string,
): Promise<void> {
  const { id, version, email } = cible
  if (!email || email.toLowerCase() === nouvelle.toLowerCase()) return
  const { fuseau } = await findReglages(db)
  const instant = instantEnLettres(maintenant, fuseau)
  const courriel = courrielDe(cible, { agent, nouvelle, instant })
  await insertCourriel(db, `adresse:${id}:${version}`, courriel, maintenant)
}
