import type { Periode } from '@releve/contract/mois.ts'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { textesExercice } from './exercice.textes.ts'

const t = textesExercice.fin

/** What submitting would do, what was learnt, and the way to the report that counts. */
export function FinExercice({ periode, surFermer }: { periode: Periode; surFermer: () => void }) {
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      onFermer={surFermer}
      actions={
        <>
          <BoutonAction onClick={surFermer}>{t.rester}</BoutonAction>
          <LienAction variant="contained" to={paths.saisies(periode)}>
            {t.commencer}
          </LienAction>
        </>
      }
    >
      <p>{t.dit}</p>
      <p>{t.appris}</p>
      <ul>
        {t.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Dialogue>
  )
}
