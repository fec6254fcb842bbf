import { useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import type { ActeDecision } from '../formulaire.queries.ts'
import { textes } from './listes.textes.ts'
import { useDecision } from './useDecision.ts'
import { ACTES, type Selection } from './useSelection.ts'

const t = textes.selection

/** What may be decided of the lines chosen, all at once. */
export function BarreSelection({ selection }: { selection: Selection }) {
  const { choisis, decidables, choisisIci, basculerPage, vider } = selection
  const [acte, setActe] = useState<ActeDecision>('valider')
  const pour = (candidat: ActeDecision) =>
    choisis.filter(({ actions }) => actions.includes(candidat))
  const { ouvrir, dialogue } = useDecision({ acte, formulaires: pour(acte) })
  const demander = (voulu: ActeDecision) => {
    setActe(voulu)
    ouvrir()
  }
  return (
    <section className="lst-selection" aria-label={t.titre}>
      <label>
        <input
          type="checkbox"
          checked={decidables > 0 && choisisIci === decidables}
          disabled={decidables === 0}
          ref={(case_) => {
            if (case_) case_.indeterminate = choisisIci > 0 && choisisIci < decidables
          }}
          onChange={({ target }) => basculerPage(target.checked)}
        />
        {t.page}
      </label>
      <p role="status">{t.compte(choisis.length, choisisIci)}</p>
      {ACTES.map((candidat) => {
        const nombre = pour(candidat).length
        return (
          nombre > 0 && (
            <BoutonAction
              key={candidat}
              size="small"
              variant="contained"
              onClick={() => demander(candidat)}
            >
              {t.agir(textes.suites[candidat], nombre)}
            </BoutonAction>
          )
        )
      })}
      {choisis.length > 0 && (
        <BoutonAction size="small" variant="text" onClick={vider}>
          {t.vider}
        </BoutonAction>
      )}
      {dialogue}
    </section>
  )
}
