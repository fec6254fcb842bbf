import { CASES, type Case } from '@releve/contract/dashboard/dashboard.rules.ts'
import { textesMatrice } from '../central.textes.ts'

/** In the order of a report's life. */
const LETTRES: readonly Case[] = ['N', 'B', 'S', 'V', 'A', 'D', 'R', 'C']

/** What the letters say: who hears the table hears the words. */
export function Legende() {
  return (
    <ul className="mat-legende" aria-label={textesMatrice.etats}>
      {LETTRES.map((lettre) => (
        <li key={lettre}>
          <span className={`mat-case mat-${lettre}`} aria-hidden="true">
            {lettre}
          </span>
          {CASES[lettre]}
        </li>
      ))}
      <li>
        <span className="mat-case mat-N mat-tardive" aria-hidden="true" />
        {textesMatrice.tardive}
      </li>
    </ul>
  )
}
