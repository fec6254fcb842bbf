import { nommerOrganisation } from '@releve/contract/parametre/organisation.champs.ts'
import { createRecalcul } from './formulaire/pousser.ts'
import { createEnvoiInvitation } from './inscription/envoi.ts'
import { createEnvoiAvisMessage, createEnvoiResume } from './messagerie/avis.ts'
import { findGroupe, ORGANISATION } from './parametre/parametre.sql.ts'
import { adressePubliqueDe, type Config } from './platform/config.ts'
import type { Mailer } from './platform/mailer.courriel.ts'
import type { Db } from './platform/route.ts'
import { createEnvoiAvis } from './session/frein.ts'
import { createEnvoiMotDePasse } from './session/mot-de-passe.ts'
import { createHandlers, type Handlers } from './tache/handlers.ts'
import { createEnvoiBienvenue } from './utilisateur/bienvenue.ts'
import { createLivrer } from './webhook/livrer.ts'

/** What sends mails, each signed by the organisation as it is called when it leaves. */
function signer(mailer: Mailer, db: Db): Mailer {
  return {
    async envoyer(courriel, reference) {
      const signature = nommerOrganisation(await findGroupe(db, ORGANISATION))
      await mailer.envoyer({ ...courriel, signature }, reference)
    },
  }
}

type Travaux = { config: Config; db: Db; mailer: Mailer | null; maintenant: () => Date }

/** What this process does for the acts, after them; without a mailer, mails wait in the outbox. */
export function handlersDe({ config, db, maintenant, ...travaux }: Travaux): Handlers {
  const mailer = travaux.mailer && signer(travaux.mailer, db)
  const { urlPublique, fournisseurs } = config
  const url = adressePubliqueDe(config)
  return {
    ...createHandlers(mailer),
    RECALCUL: createRecalcul(db),
    ...(mailer && {
      MOT_DE_PASSE_OUBLIE: createEnvoiMotDePasse({
        db,
        mailer,
        maintenant,
        urlPublique,
        fournisseurs,
      }),
      COMPTE_CREE: createEnvoiBienvenue({ db, mailer, maintenant, urlPublique }),
      COMPTE_FREINE: createEnvoiAvis({ db, mailer, maintenant, url }),
      INVITATION: createEnvoiInvitation({ db, mailer, maintenant, url }),
      AVIS_MESSAGE: createEnvoiAvisMessage({ db, mailer, url }),
      RESUME_MESSAGES: createEnvoiResume({ db, mailer, url }),
    }),
  }
}

/** What tells webhooks, which has a loop of its own: a slow receiver delays nothing else. */
export const livraisonsDe = (travaux: Pick<Travaux, 'config' | 'db' | 'maintenant'>): Handlers => ({
  WEBHOOK: createLivrer(travaux),
})
