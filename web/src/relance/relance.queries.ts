import type { Sent } from '@releve/contract/operation.ts'
import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Issue, useActe } from '../ui/useActe.ts'
import { textesRelance as t } from './relance.textes.ts'

/** What to remind of: a report, those of a month or of a model, or all that a structure misses. */
export type LigneRelance = Sent<typeof api.relancer.body>['lignes'][number]

/** Whom these lines would be written to; always as it is now. */
export const apercu = (lignes: readonly LigneRelance[]) =>
  queryOptions({
    queryKey: ['relances', 'apercu', lignes],
    queryFn: ({ signal }) =>
      appeler(api.apercevoirRelance, { body: { lignes: [...lignes] }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Whom the first reminders of the calendar would reach; always as it is now. */
export const premieres = queryOptions({
  queryKey: ['relances', 'premieres'],
  queryFn: ({ signal }) => appeler(api.lirePremieresRelances, { signal }),
  staleTime: 0,
})

/** Whether a structure is reminded, and what may be done about it. */
export const suiviRelances = (structure: string) =>
  queryOptions({
    queryKey: ['relances', 'suivi', structure],
    queryFn: ({ signal }) => appeler(api.lireSuiviRelances, { params: { structure }, signal }),
  })

const DERNIERES = 10

/** The last reminders of a structure. */
export const dernieresRelances = (structure: string) =>
  queryOptions({
    queryKey: ['relances', 'dernieres', structure],
    queryFn: ({ signal }) =>
      appeler(api.listRelances, { query: { structure, taille: DERNIERES }, signal }),
  })

/** All the reminders of a structure, as a spreadsheet. */
export const exporterRelances = (query: Sent<typeof api.exporterRelances.query>) =>
  appeler(api.exporterRelances, { query })

/** What a reminder, or the end of reminders, makes stale. */
const PERIMEES = ['relances', 'parametres', 'dashboard', 'retardSaisie', 'journal']

function useActeRelance<Envoye, Recu>(
  acte: (envoye: Envoye) => Promise<Recu>,
  issue: Issue<Envoye, Recu>,
) {
  const client = useQueryClient()
  return useActe(acte, issue, {
    onSettled: () =>
      Promise.all(PERIMEES.map((cle) => client.invalidateQueries({ queryKey: [cle] }))),
  })
}

export const useRelancer = () =>
  useActeRelance((body: Sent<typeof api.relancer.body>) => appeler(api.relancer, { body }), {
    // The panel stays, and says it line by line.
    reussite: null,
    refus: 'place',
  })

export const useSuspendre = () =>
  useActeRelance(
    (body: Sent<typeof api.suspendreRelances.body>) => appeler(api.suspendreRelances, { body }),
    { reussite: t.suspendues, refus: 'place' },
  )

export const useReprendre = () =>
  useActeRelance((structure: string) => appeler(api.reprendreRelances, { body: { structure } }), {
    reussite: t.reprises,
    refus: 'toast',
  })

/** Opens the calendar's reminders, by the list that was looked at; refused, it is read again. */
export const useOuvrir = () =>
  useActeRelance((empreinte: string) => appeler(api.ouvrirRelances, { body: { empreinte } }), {
    reussite: t.premieres.faite,
    refus: 'place',
  })
