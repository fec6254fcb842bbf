import { LIBELLES_ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import { useId } from 'react'
import { Icone } from '../ui/Icone.tsx'
import type { FormeDe } from '../ui/useSaisie.ts'
import type { SaisieUtilisateur } from './UtilisateurForm.tsx'
import { textesUtilisateur } from './utilisateur.textes.ts'

const t = textesUtilisateur.fiche
const ORDRE: readonly Role[] = ['ROLE_STRUCTURE', 'ROLE_ADMIN', 'ROLE_DPPS']

type Props = {
  forme: FormeDe<SaisieUtilisateur>
  /** Why this role may be neither given nor taken; null when it may. */
  raisonDe: (role: Role) => string | null
}

/** The roles, each with what it lets one do. One that may not change stays in reach, and says why. */
export function ChampRoles({ forme, raisonDe }: Props) {
  const id = useId()
  const { roles } = forme.saisie
  const erreur = forme.erreurDe('roles')
  const basculer = (role: Role, coche: boolean) => {
    forme.changer('roles', coche ? [...roles, role] : roles.filter((autre) => autre !== role))
    forme.toucher('roles')
  }
  return (
    <fieldset className="usr-roles" aria-describedby={erreur ? `${id}-erreur` : `${id}-aide`}>
      <legend>{forme.nommer('roles')}</legend>
      <p id={`${id}-aide`}>{t.aides.roles}</p>
      {ORDRE.map((role, rang) => {
        const raison = raisonDe(role)
        return (
          <div key={role} className="usr-role">
            <input
              type="checkbox"
              id={`${id}-${role}`}
              // The summary of faults leads to the first.
              name={rang === 0 ? 'roles' : role}
              checked={roles.includes(role)}
              aria-disabled={raison ? true : undefined}
              aria-invalid={Boolean(erreur)}
              aria-describedby={`${id}-${role}-aide`}
              onChange={({ target }) => {
                if (!raison) basculer(role, target.checked)
              }}
            />
            <label htmlFor={`${id}-${role}`}>{LIBELLES_ROLES[role]}</label>
            <span id={`${id}-${role}-aide`}>
              {t.roles[role]}
              {raison && (
                <span className="usr-raison">
                  <Icone nom="verrou" taille={14} />
                  {raison}
                </span>
              )}
            </span>
          </div>
        )
      })}
      {erreur && (
        <span className="ui-champ-erreur" id={`${id}-erreur`}>
          <Icone nom="erreur" taille={18} />
          {erreur}
        </span>
      )}
    </fieldset>
  )
}
