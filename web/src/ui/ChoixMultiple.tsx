import type { ReactNode } from 'react'
import { Icone } from './Icone.tsx'
import './ChoixMultiple.css'

type Props<Code extends string> = {
  legende: string
  options: readonly { code: Code; libelle: string }[]
  choisis: readonly Code[]
  onChange: (choisis: Code[]) => void
  aide?: ReactNode
}

/** Several choices among a few, all in view. */
export function ChoixMultiple<Code extends string>(props: Props<Code>) {
  const { legende, options, choisis, onChange, aide } = props
  return (
    <fieldset className="ui-choix">
      <legend>{legende}</legend>
      <div className="ui-choix-options">
        {options.map(({ code, libelle }) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={choisis.includes(code)}
              onChange={({ target }) =>
                onChange(target.checked ? [...choisis, code] : choisis.filter((c) => c !== code))
              }
            />
            <span>
              <Icone nom="coche" taille={14} />
              {libelle}
            </span>
          </label>
        ))}
      </div>
      {aide && <p>{aide}</p>}
    </fieldset>
  )
}
