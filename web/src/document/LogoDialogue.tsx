import { FORMATS_LOGO } from '@releve/contract/document/document.schema.ts'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { useChangerLogo } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import { EnvoiDialogue } from './EnvoiDialogue.tsx'

const t = textesDocument.logo

/** Changes the logo of one's structure, or of the organisation for a central account. */
export default function LogoDialogue({ onFermer }: { onFermer: () => void }) {
  const { roles, structure } = useAuth()
  const central = aDroit(roles, 'logo.organisation')
  return (
    <EnvoiDialogue
      textes={{ ...t, envoyer: t.charger }}
      formats={FORMATS_LOGO}
      envoi={useChangerLogo()}
      onFermer={onFermer}
      eteint
    >
      {t.pour(central ? null : (structure?.libelle ?? null))}
    </EnvoiDialogue>
  )
}
