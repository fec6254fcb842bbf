import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Evenement } from '@releve/contract/evenement/evenement.schema.ts'
import { onTestFinished } from 'vitest'
import type { Http } from '../platform/http.ts'

/** An open stream, as its reader holds it. */
export type Suivi = {
  statut: number
  entetes: IncomingHttpHeaders
  /** What it said, in order. */
  recus: Evenement[]
  /** The id to resume from. */
  dernier: () => string | null
  /** Resolves with the first event, said or to come, that fits; rejects if the stream ends before. */
  attendre: (voulu: (dit: Evenement) => boolean) => Promise<Evenement>
  /** Resolves once the server has ended it. */
  finie: Promise<void>
  /** The reader's end of it, as a lost line would. */
  couper: () => void
}

type Bloc = { id?: string; dit?: Evenement }

function lireBloc(bloc: string): Bloc {
  const champs = new Map(bloc.split('\n').map((ligne) => [/^\w*/.exec(ligne)?.[0], ligne] as const))
  const id = champs.get('id')?.slice(4)
  const data = champs.get('data')?.slice(6)
  // The server's own words.
  return { ...(id && { id }), ...(data && { dit: JSON.parse(data) as Evenement }) }
}

/** Makes an application listen; gives its address. */
export const ecouter = (app: Http): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

/** Follows the events over a real connection; cut at the end of the test. */
export async function suivre(
  url: string,
  jeton: string,
  reprise: string | null = null,
): Promise<Suivi> {
  // A connection of its own, as a browser's stream has.
  const demande = get(`${url}/api/evenements`, {
    agent: false,
    headers: { authorization: `Bearer ${jeton}`, ...(reprise && { 'last-event-id': reprise }) },
  })
  demande.on('error', () => {})
  const couper = () => void demande.destroy()
  onTestFinished(couper)
  const [reponse] = (await once(demande, 'response')) as [IncomingMessage]
  const statut = reponse.statusCode ?? 0
  const recus: Evenement[] = []
  const guets = new Set<() => void>()
  let dernier = reprise
  let fini = false
  const lire = async () => {
    let reste = ''
    for await (const morceau of reponse.setEncoding('utf8')) {
      const blocs = (reste + morceau).split('\n\n')
      reste = blocs.pop() ?? ''
      for (const { id, dit } of statut === 200 ? blocs.map(lireBloc) : []) {
        if (dit) recus.push(dit)
        dernier = id ?? dernier
      }
      for (const guet of guets) guet()
    }
  }
  const finie = lire()
    .catch(() => {})
    .then(() => {
      fini = true
      for (const guet of guets) guet()
    })
  const attendre = (voulu: (dit: Evenement) => boolean) =>
    new Promise<Evenement>((accepter, refuser) => {
      const guet = () => {
        const vu = recus.find(voulu)
        if (!vu && !fini) return
        guets.delete(guet)
        if (vu) accepter(vu)
        else refuser(new Error(`flux fini sans l’évènement attendu : ${JSON.stringify(recus)}`))
      }
      guets.add(guet)
      guet()
    })
  return {
    statut,
    entetes: reponse.headers,
    recus,
    dernier: () => dernier,
    attendre,
    finie,
    couper,
  }
}

/** Whether an event is about this form, at this version at least. */
export const surFormulaire =
  (numero: string, version = 1) =>
  (dit: Evenement): boolean =>
    dit.genre === 'FORMULAIRE' && dit.numero === numero && dit.version >= version

export const estPret = ({ genre }: Evenement): boolean => genre === 'PRET'
