import { textesHorsLigne } from '../app/app.textes.ts'
import {
  type EnAttente,
  estTenu,
  listAttentes,
  siLibre,
  subscribeAttentes,
} from '../app/attentes.ts'
import { estHorsLigne, subscribeLigne } from '../app/ligne.ts'
import { queryClient } from '../app/queryClient.ts'
import { getSession, subscribeSession } from '../app/session.ts'
import { toastReussite } from '../ui/toasts.ts'

/** Before another try, where the server was reached and could not take it now. */
const ESSAI_MS = 30_000

/**
 * Sends what this person typed on an earlier visit, report after report, the oldest first, and each
 * time that the line is back. `noter` hears which reports wait for a choice of his. Returns what
 * stops it.
 */
export function suivreFile(
  identifiant: string,
  noter: (aVoir: ReadonlySet<string>) => void,
): () => void {
  const aVoir = new Map<string, string>()
  let enCours = false
  let change = false
  let minuterie: ReturnType<typeof setTimeout> | undefined
  const empreinte = (attente: EnAttente) => JSON.stringify(attente)
  const peut = () => {
    const { auth, aReconnecter } = getSession()
    return auth?.identifiant === identifiant && !aReconnecter && !estHorsLigne()
  }
  const envoyer = async (attente: EnAttente): Promise<boolean> => {
    const { envoyerCarnet } = await import('../formulaire/saisie/FormulairePage.tsx')
    const { numero } = attente
    const issue = await siLibre(numero, () => envoyerCarnet(queryClient, numero))
    if (issue === 'A_VOIR') {
      aVoir.set(numero, empreinte(attente))
      change = true
    }
    if (issue === 'ENVOYE') toastReussite(textesHorsLigne.transmises(attente.valeurs))
    return issue !== 'COUPE'
  }
  const ecouler = async () => {
    for (const attente of listAttentes(identifiant)) {
      const vu = aVoir.get(attente.numero) === empreinte(attente)
      if (vu || attente.valeurs === 0 || estTenu(attente.numero)) continue
      if (!peut()) return
      if (!(await envoyer(attente))) {
        minuterie = setTimeout(passer, ESSAI_MS)
        return
      }
    }
    if (change) noter(new Set(aVoir.keys()))
    change = false
  }
  const passer = () => {
    clearTimeout(minuterie)
    if (enCours || !peut()) return
    enCours = true
    // Without the code that sends (no network), what waits goes on waiting.
    void ecouler()
      .catch(() => undefined)
      .finally(() => {
        enCours = false
      })
  }
  const arrets = [subscribeAttentes(passer), subscribeLigne(passer), subscribeSession(passer)]
  passer()
  return () => {
    clearTimeout(minuterie)
    for (const arreter of arrets) arreter()
  }
}
