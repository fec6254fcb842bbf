import { nonLusApi } from '@releve/contract/messagerie/nonLus.api.ts'
import { useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { Invisible } from '../ui/Invisible.tsx'

/** How many messages wait to be read; read again as one comes back to the page, once a minute at most. */
export default function NonLus() {
  const { data } = useQuery({
    queryKey: ['messages', 'nonLus'],
    queryFn: ({ signal }) => appeler(nonLusApi.compterNonLus, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })
  const nonLus = data?.nonLus ?? 0
  if (nonLus === 0) return null
  return (
    <span className="app-attend">
      {nonLus < 1000 ? nonLus : '999+'}
      <Invisible> {nonLus > 1 ? 'messages non lus' : 'message non lu'}</Invisible>
    </span>
  )
}
