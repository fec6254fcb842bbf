import { textesApp } from '../app/app.textes.ts'
import type { Auth } from '../app/stockage.ts'
import { choisirStructureTravail, structuresDe } from '../app/structureTravail.ts'
import { useStructuresTravail } from '../app/useStructuresTravail.ts'
import './ChoixStructure.css'

/** For which structure one works, for whoever reports for several; nothing for the others. */
export function ChoixStructure({ auth }: { auth: Auth }) {
  const { choisie } = useStructuresTravail(auth)
  const siennes = structuresDe(auth)
  if (siennes.length < 2) return null
  return (
    <label className="app-travail">
      <span>{textesApp.travail.libelle}</span>
      <select
        className="ui-saisie"
        value={choisie?.code ?? ''}
        onChange={({ target }) => choisirStructureTravail(target.value || null)}
      >
        <option value="">{textesApp.travail.toutes}</option>
        {siennes.map(({ code, libelle }) => (
          <option key={code} value={code}>
            {libelle}
          </option>
        ))}
      </select>
    </label>
  )
}
