import { resumer } from '../../src/messagerie/avis.ts'
import type { Config } from '../../src/platform/config.ts'
import { adressePubliqueDe } from '../../src/platform/config.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import type { Db } from '../../src/platform/route.ts'
import { relancerSelonCalendrier } from '../../src/relance/automatique.ts'
import { executerTaches } from '../../src/tache/boucle.ts'
import { LOT } from '../../src/tache/tache.rules.ts'
import { handlersDe } from '../../src/travaux.ts'

const RIEN = { info() {}, warn() {}, error() {} }

/** What a process does by itself that ends in mails, as `main.ts` has it, at the instant given. */
export function createPassage(db: Db, config: Config) {
  let instant = new Date(0)
  const maintenant = () => instant
  const handlers = handlersDe({ config, db, mailer: createMailer(config), maintenant })
  const url = adressePubliqueDe(config)
  return {
    async calculer(le: Date): Promise<void> {
      instant = le
      await relancerSelonCalendrier(db, { url, maintenant: le })
      await resumer(db, le)
    },
    async envoyer(le: Date): Promise<void> {
      instant = le
      while ((await executerTaches({ db, handlers, maintenant, log: RIEN })) === LOT);
    },
  }
}

export type Passage = ReturnType<typeof createPassage>
