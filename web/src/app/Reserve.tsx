import { ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import type { ReactNode } from 'react'
import { Alerte } from '../ui/Alerte.tsx'
import { Page } from '../ui/Page.tsx'
import { textesApp } from './app.textes.ts'
import { aDroit, type DroitEcran } from './session.ts'
import { useAuth } from './useSession.ts'

const rolesDe = (droit: DroitEcran): Role[] => ROLES.filter((role) => aDroit([role], droit))

type Props = { droit: DroitEcran; titre: string; children: ReactNode }

/** A screen, for those who may see it; whoever else comes by its address learns whose it is. */
export function Reserve({ droit, titre, children }: Props) {
  const { roles } = useAuth()
  if (aDroit(roles, droit)) return children
  return (
    <Page titre={titre}>
      <Alerte gravite="info">{textesApp.reserve(rolesDe(droit))}</Alerte>
    </Page>
  )
}
