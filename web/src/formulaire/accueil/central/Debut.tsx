import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { appeler } from '../../../app/client.ts'
import { aDroit } from '../../../app/session.ts'
import { useAuth } from '../../../app/useSession.ts'
import { paths } from '../../../paths.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Alerte } from '../../../ui/Alerte.tsx'
import { textesCentral } from './central.textes.ts'

const t = textesCentral.debut

/** The reminders wait for somebody to look at the first ones; nothing where they are open. */
function RelancesFermees() {
  const { data } = useQuery({
    queryKey: ['parametres', 'relances'],
    queryFn: ({ signal }) => appeler(relanceApi.lireReglagesRelances, { signal }),
  })
  if (!data || data.ouvertes) return null
  return (
    <Alerte gravite="info">
      {t.fermees} <Link to={paths.premieresRelances}>{t.voir}</Link>
    </Alerte>
  )
}

/** What is still to be said before anything is asked: from when, then that reminders may leave. */
export function Debut() {
  const { roles } = useAuth()
  const { calendrier } = useCalendrier()
  const regle = aDroit(roles, 'calendrier.gerer')
  if (calendrier.debutCollecte !== null) return regle ? <RelancesFermees /> : null
  return (
    <Alerte gravite="warning" titre={t.titre}>
      {regle ? <Link to={paths.parametres('calendrier')}>{t.fixer}</Link> : t.attendre}
    </Alerte>
  )
}
