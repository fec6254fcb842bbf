import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { appeler } from '../../app/client.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { textesCloture } from '../formulaire.textes.ts'

/** How many demands of time wait for an answer; nothing where there is none. */
export default function DemandesProlongation() {
  const { data } = useQuery({
    queryKey: ['calendrier', 'nombre'],
    queryFn: ({ signal }) =>
      appeler(calendrierApi.listProlongations, {
        query: { etat: 'EN_ATTENTE', taille: 1 },
        signal,
      }),
  })
  if (!data?.total) return null
  return (
    <Alerte gravite="info">
      <Link to="/dashboard/parametres?onglet=calendrier">
        {textesCloture.attendent(data.total)}
      </Link>
    </Alerte>
  )
}
