import { useAuth } from '../../app/session.ts'
import { Page } from '../../ui/Page.tsx'
import { AccueilCentral } from './AccueilCentral.tsx'
import { AccueilStructure } from './AccueilStructure.tsx'
import { textes } from './accueil.textes.ts'

/** `/dashboard/app`: what to do now. */
export function AccueilPage() {
  const { nomAffichable, roles, structure, autreStructure } = useAuth()
  const codes = [structure, ...autreStructure].flatMap((ref) => (ref ? [ref.code] : []))
  return (
    <Page titre={textes.titre} chapeau={structure?.libelle ?? textes.bonjour(nomAffichable)}>
      {codes.length > 0 && <AccueilStructure codes={codes} />}
      {roles.some((role) => role !== 'ROLE_STRUCTURE') && <AccueilCentral roles={roles} />}
    </Page>
  )
}
