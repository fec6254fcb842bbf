import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useAuth } from '../app/useSession.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { textesEtatsCloture as t } from './formulaire.textes.ts'

/** Of those who ask for more time: it comes when they do. */
const MoisClos = lazy(() => import('./MoisClosDialogue.tsx'))

/** Until when this month may be entered, and, of one's own structure, the way to ask for more. */
export default function ClotureAvis({
  cloture,
  structure,
  modele,
}: Pick<Formulaire, 'cloture' | 'structure' | 'modele'>) {
  const [ouvert, setOuvert] = useState(false)
  const auth = useAuth()
  if (!cloture) return null
  const siennes = [auth.structure, ...auth.autreStructure].map((une) => une?.code)
  return (
    <Alerte
      gravite={cloture.etat === 'ROUVERTE' ? 'info' : 'warning'}
      action={
        siennes.includes(structure.code) && (
          <BoutonAction size="small" onClick={() => setOuvert(true)}>
            {t.suite}
          </BoutonAction>
        )
      }
    >
      <p>{t[cloture.etat](cloture.le, modele.moisCouverts)}</p>
      {ouvert && (
        <Suspense>
          <MoisClos structures={[structure]} onFermer={() => setOuvert(false)} />
        </Suspense>
      )}
    </Alerte>
  )
}
