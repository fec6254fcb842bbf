import { useEffect, useRef } from 'react'
import { Alerte } from '../../ui/Alerte.tsx'
import type { Refus } from './actes/Actes.tsx'
import { LienCase } from './Controles.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Lecture } from './store/client.ts'

/** Refused: focus moves to the summary, whose links lead to the cells (RGAA 11.10). */
export default function AvisRefus({ refus, lecture }: { refus: Refus; lecture: Lecture }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refus) ref.current?.focus()
  }, [refus])
  return (
    <Alerte gravite="error" role="alert" titre={textesSaisie.erreur(refus.message)} ref={ref}>
      {refus.details.length > 0 && (
        <ul>
          {refus.details.map(({ chemin, libelle }) => {
            const adresse = viseePar(chemin, lecture)
            return (
              <li key={chemin + libelle}>
                {adresse === undefined ? libelle : <LienCase adresse={adresse}>{libelle}</LienCase>}
              </li>
            )
          })}
        </ul>
      )}
    </Alerte>
  )
}

/** A detail names a cell, or a control: then the first cell at which it points. */
function viseePar(chemin: string, lecture: Lecture): string | undefined {
  if (lecture.celluleDe(chemin)) return chemin
  return lecture.lireBilan().problemes.find(({ cle }) => cle === chemin)?.cellules[0]
}
