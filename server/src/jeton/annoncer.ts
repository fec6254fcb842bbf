import { findReglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { instantEnLettres } from '../platform/jour.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { type JetonAnnonce, listFinsProches, updateAnnonce } from '../session/programme.sql.ts'
import { insertCourriel } from '../tache/tache.sql.ts'

function courrielDe(jeton: JetonAnnonce, fuseau: string, url: string): Courriel {
  const { nom, identifiant, nomAffichable, email, expireLe } = jeton
  return {
    a: { nom: nomAffichable, email },
    objet: 'Relevé\u00a0: un jeton de programme finit bientôt',
    texte: [
      `Bonjour ${nomAffichable},`,
      `Le jeton de programme «\u00a0${nom}\u00a0» de votre compte «\u00a0${identifiant}\u00a0» finit le ${instantEnLettres(new Date(expireLe), fuseau)}. Le programme qui l’emploie cessera alors de fonctionner.`,
      'S’il doit continuer, créez-en un autre à l’écran «\u00a0Mes jetons de programme\u00a0», donnez-le au programme, puis révoquez celui-ci. Sinon, vous n’avez rien à faire.',
    ].join('\n\n'),
    lien: { libelle: 'Mes jetons de programme', url: `${url}/dashboard/compte/jetons` },
  }
}

/**
 * Has the owner of each token that ends soon told, once, by mail: fifteen days before, or at half
 * its life. Processes may do it together. Returns how many mails are on their way.
 */
export async function annoncerFins(
  db: Db,
  { url, maintenant: le }: { url: string; maintenant: Date },
): Promise<number> {
  const proches = await listFinsProches(db, le)
  const { fuseau } = await findReglages(db)
  let annoncees = 0
  for (const jeton of proches) {
    annoncees += await inTransaction(db, async (tx) => {
      if (!(await updateAnnonce(tx, jeton.id, le))) return 0
      await insertCourriel(tx, `jeton:${jeton.id}`, courrielDe(jeton, fuseau, url), le)
      return 1
    })
  }
  return annoncees
}
