import type { Courriel } from '../platform/mailer.courriel.ts'

type Contenu = Pick<Courriel, 'a' | 'objet'> & {
  structure: { code: string; libelle: string }
  /** Who invites, as he is called. */
  par: string
  /** Address of the platform, without a slash at its end. */
  url: string
  jeton: string
}

/** What the mail of an invitation is about. */
export const objetDe = (libelle: string): string =>
  `Relevé\u00A0: ouvrez le compte de votre structure (${libelle})`

/** The mail of an invitation: who invites, what to do, how long it is good, and the link. */
export function courrielDe({ a, objet, structure, par, url, jeton }: Contenu): Courriel {
  const { code, libelle } = structure
  return {
    a,
    objet,
    texte: [
      'Bonjour,',
      `${par}, de la direction centrale, vous invite à saisir dans Relevé les rapports mensuels de votre structure\u00A0: ${libelle} (${code}).`,
      'Le lien ci-dessous ouvre la page où vous choisirez votre identifiant et votre mot de passe. Il vaut 72\u00A0heures et ne sert qu’une fois\u00A0: ne le transmettez à personne d’autre.',
      'Si vous avez reçu plusieurs invitations, suivez le lien de la dernière. Si la vôtre a expiré, demandez-en une autre à la direction centrale.',
      'Si cette invitation ne vous concerne pas, ne tenez pas compte de ce courriel.',
    ].join('\n\n'),
    lien: {
      libelle: 'Ouvrir le compte de ma structure',
      url: `${url}/auth/register-unprotected?jeton=${jeton}`,
    },
  }
}
