import { DROITS } from '@releve/contract/utilisateur/droits.ts'
import type { ReactNode } from 'react'
import { useAuth } from '../app/session.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { Page } from '../ui/Page.tsx'
import { textes } from './structure.textes.ts'

/** A screen of the directorate: to whoever else comes by its address, it says so. */
export function Reserve({ children }: { children: ReactNode }) {
  const { roles } = useAuth()
  if (roles.some((role) => role in DROITS['structure.gerer'])) return children
  return (
    <Page titre={textes.titre}>
      <Alerte gravite="info">{textes.reserve}</Alerte>
    </Page>
  )
}
