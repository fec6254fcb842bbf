import type { Auth } from '../app/stockage.ts'

/** Who is signed in: name, first role less its first five characters (`ROLE_`), own structure. */
export function Identite({ auth }: { auth: Auth }) {
  const { nomAffichable, roles, structure } = auth
  return (
    <div className="app-identite">
      <strong title={nomAffichable} dir="auto">
        {nomAffichable}
      </strong>
      <span className="app-role">{roles[0]?.slice(5)}</span>
      {structure && (
        <span title={structure.libelle} dir="auto">
          {structure.libelle}
        </span>
      )}
    </div>
  )
}
