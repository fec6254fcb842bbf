import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { LIBELLES_MOIS, MOIS, type Mois } from '@releve/contract/mois.ts'
import { lazy, Suspense, useId, useState } from 'react'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { Squelette } from '../../ui/Squelette.tsx'
import { textesModele } from './modele.textes.ts'

const Apercu = lazy(() => import('../../formulaire/saisie/Apercu.tsx'))
const t = textesModele.vue

type Props = { compile: ModeleCompile; section?: string | undefined }

/** The real form of a model, with values to try it, in a month that one chooses. */
export function Essai({ compile, section }: Props) {
  const { jour } = useCalendrier()
  const [annee, rang] = jour.split('-').map(Number)
  const [mois, setMois] = useState<Mois>(MOIS[(rang ?? 1) - 1] ?? 'JANUARY')
  const id = useId()
  return (
    <div className="mdl-essai">
      <p className="mdl-gris">{t.essai}</p>
      <p className="mdl-mois">
        <label htmlFor={id}>{t.mois}</label>{' '}
        <select
          id={id}
          value={mois}
          onChange={({ target }) => setMois(MOIS.find((un) => un === target.value) ?? mois)}
        >
          {MOIS.map((un) => (
            <option key={un} value={un}>
              {LIBELLES_MOIS[un]}
            </option>
          ))}
        </select>
      </p>
      <Suspense fallback={<Squelette lignes={6} />}>
        <Apercu key={mois} {...{ compile, section }} periode={{ mois, annee: annee ?? 2025 }} />
      </Suspense>
    </div>
  )
}
