import { findReglages } from '../calendrier/calendrier.sql.ts'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import { type Avis, zAvis } from './avis.sql.ts'
import { insertLevee } from './levee.sql.ts'
import { findDestinataire } from './provisoire.sql.ts'
import { DUREES } from './session.regles.ts'

type Destinataire = NonNullable<Awaited<ReturnType<typeof findDestinataire>>>

/** What was missed so many times, and what to do if it was not he. */
const CAUSES = {
  MOT_DE_PASSE: {
    fait: (essais: string, compte: string) =>
      `${essais} mots de passe faux ont été essayés pour votre compte ${compte}.`,
    sinon:
      'Si ce n’est pas vous, votre mot de passe n’est pas connu pour autant\u00A0: ne le changez que si vous l’avez donné, ou s’il sert ailleurs.',
  },
  CODE: {
    fait: (essais: string, compte: string) =>
      `${essais} codes de vérification faux ont été essayés pour votre compte ${compte}, après son mot de passe.`,
    sinon:
      'Si ce n’est pas vous, quelqu’un connaît votre mot de passe\u00A0: changez-le aussitôt, et prévenez la direction centrale.',
  },
}

function instantDe(le: string, timeZone: string): string {
  const date = new Date(le)
  const jour = new Intl.DateTimeFormat('fr-FR', { timeZone, dateStyle: 'long' }).format(date)
  const heure = new Intl.DateTimeFormat('fr-FR', { timeZone, timeStyle: 'short' }).format(date)
  return `${jour.replace(/^1 /, '1er ')} à ${heure} (${timeZone})`
}

function courrielDe(
  { nomAffichable: nom, identifiant, email }: Destinataire,
  { cause, essais, le, adresse }: Avis,
  fuseau: string,
  url: string,
): Courriel {
  const { fait, sinon } = CAUSES[cause]
  return {
    a: { nom, email },
    objet: 'Relevé\u00A0: des essais de connexion à votre compte ont échoué',
    texte: [
      `Bonjour ${nom},`,
      `${fait(String(essais), `«\u00A0${identifiant}\u00A0»`)} Le dernier est venu de l’adresse réseau ${adresse}, le ${instantDe(le, fuseau)}.`,
      'Par prudence, un nouvel essai doit désormais attendre, de plus en plus longtemps. Chaque appareil d’où vous vous êtes déjà connecté est compté à part\u00A0: là, rien de ce qu’essaie un inconnu ne vous fait attendre.',
      'Si vous attendez, ouvrez le lien ci-dessous sur l’appareil d’où vous voulez vous connecter\u00A0: il lève cette attente. Il vaut un jour et ne sert qu’une fois\u00A0; votre mot de passe reste demandé.',
      sinon,
    ].join('\n\n'),
    lien: { libelle: 'Lever l’attente', url },
  }
}

/** What sends the notice, with its link. One that waited a whole day is dropped: its wait is over. */
export function createEnvoiAvis({ url, ...atelier }: AtelierEnvoi & { url: string }) {
  return createEnvoi(atelier, {
    charge: zAvis,
    async ecrire(tx, avis, le) {
      if (le.getTime() - Date.parse(avis.le) >= DUREES.levee) return null
      const compte = await findDestinataire(tx, avis.empreinte)
      if (!compte) return null
      const jeton = await insertLevee(tx, compte.id, le)
      const { fuseau } = await findReglages(tx)
      return courrielDe(compte, avis, fuseau, `${url}/auth/lever?jeton=${jeton}`)
    },
  })
}
