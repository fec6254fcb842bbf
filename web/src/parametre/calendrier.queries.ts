import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { FormatTableur } from '../ui/ExportTableur.tsx'
import { type Issue, useActe } from '../ui/useActe.ts'
import { textesCalendrier } from './calendrier.textes.ts'
import { groupe, useGroupe } from './parametre.queries.ts'

export const calendrier = groupe('calendrier', (signal) => appeler(api.lireCalendrier, { signal }))

/** What follows from the calendar, and from a month opened, closed or asked for. */
export const PERIMEES = [
  'calendrier',
  'formOuvert',
  'listFormulaires',
  'listFormulairesStructure',
  'dashboard',
  'retardSaisie',
  'journal',
]

/** Its due dates are shown from what the browser keeps of the configuration, too. */
export const useReglagesCalendrier = () =>
  useGroupe(calendrier, {
    modifier: (body: Sent<typeof api.modifierCalendrier.body>) =>
      appeler(api.modifierCalendrier, { body }),
    reussite: textesCalendrier.reussite,
    perimees: ['configuration', ...PERIMEES],
  })

const reouvertures = (query: Sent<typeof api.listReouvertures.query>) =>
  queryOptions({
    queryKey: ['calendrier', 'reouvertures', query],
    queryFn: ({ signal }) => appeler(api.listReouvertures, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const useReouvertures = (query: Sent<typeof api.listReouvertures.query>) =>
  useQuery(reouvertures(query))

/** The demands that wait for an answer, and how many there are. */
export const demandesEnAttente = queryOptions({
  queryKey: ['calendrier', 'demandes'],
  queryFn: ({ signal }) =>
    appeler(api.listProlongations, { query: { etat: 'EN_ATTENTE', taille: 200 }, signal }),
})

/** Months opened again, or more time asked for, as a spreadsheet. */
export const exporterReouvertures = (query: Sent<typeof api.exporterReouvertures.query>) =>
  appeler(api.exporterReouvertures, { query })
export const exporterProlongations = (query: Sent<typeof api.exporterProlongations.query>) =>
  appeler(api.exporterProlongations, { query })

/** The calendar as it is kept: due dates, closings and holidays. */
export const exporterCalendrier = (format: FormatTableur) =>
  appeler(api.exporterCalendrier, { query: { format } })

function useActeCalendrier<Envoye, Recu>(
  acte: (envoye: Envoye) => Promise<Recu>,
  issue: Issue<Envoye, Recu>,
) {
  const client = useQueryClient()
  return useActe(acte, issue, {
    onSettled: () =>
      Promise.all(PERIMEES.map((cle) => client.invalidateQueries({ queryKey: [cle] }))),
  })
}

const { reouvertures: r, demandes: d } = textesCalendrier

export const useRouvrir = () =>
  useActeCalendrier(
    (body: Sent<typeof api.rouvrirMois.body>) => appeler(api.rouvrirMois, { body }),
    // The panel stays, and says it line by line.
    { reussite: null, refus: 'place' },
  )

/** What a reopening would do, before it is asked for. */
export const useApercevoirReouverture = () =>
  useActe(
    (body: Sent<typeof api.apercevoirReouverture.body>) =>
      appeler(api.apercevoirReouverture, { body }),
    { reussite: null, refus: 'place' },
  )

export const useTerminer = () =>
  useActeCalendrier((id: number) => appeler(api.terminerReouverture, { params: { id } }), {
    reussite: r.fin.faite,
    refus: 'place',
  })

export const useAccorder = (id: number) =>
  useActeCalendrier(
    (body: Sent<typeof api.accorderProlongation.body>) =>
      appeler(api.accorderProlongation, { params: { id }, body }),
    { reussite: d.accord.accordee, refus: 'place' },
  )

export const useRefuser = (id: number) =>
  useActeCalendrier(
    (body: Sent<typeof api.refuserProlongation.body>) =>
      appeler(api.refuserProlongation, { params: { id }, body }),
    { reussite: d.refus.refusee, refus: 'place' },
  )
