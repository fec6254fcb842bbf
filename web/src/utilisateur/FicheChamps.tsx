import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { ChampAutresStructures } from './ChampAutresStructures.tsx'
import { ChampRoles } from './ChampRoles.tsx'
import { ChampStructure } from './ChampStructure.tsx'
import type { ChoixStructures } from './choixStructures.ts'
import { raisonRole } from './fiche.ts'
import type { FormeFiche } from './useFiche.ts'
import { textes } from './utilisateur.textes.ts'

const t = textes.fiche

function Personne({ forme: { lier }, creation }: { forme: FormeFiche; creation: boolean }) {
  // It is somebody else's record: the browser must not offer one's own name.
  const autre = { autoComplete: 'off' }
  return (
    <fieldset className="ui-groupe">
      <legend>{t.personne}</legend>
      <ChampTexte {...lier('prenoms')} {...autre} data-focus />
      <ChampTexte {...lier('nom')} {...autre} required />
      <ChampTexte {...lier('fonction')} {...autre} />
      <ChampTexte {...lier('telephone')} {...autre} type="tel" />
      <div className="ui-plein usr-court">
        <ChampTexte
          {...lier('email')}
          {...autre}
          type="email"
          spellCheck={false}
          required
          aide={creation ? t.aides.creationEmail : t.aides.modificationEmail}
        />
      </div>
    </fieldset>
  )
}

type Props = {
  forme: FormeFiche
  choix: ChoixStructures
  agent: { roles: readonly Role[]; identifiant: string }
  creation: boolean
}

function Structures({ forme, choix }: Props) {
  const { fiche, changer, toucher, erreurDe } = forme
  const requise = fiche.roles.includes('ROLE_STRUCTURE')
  return (
    <fieldset className="ui-groupe">
      <legend>{t.perimetre}</legend>
      <ChampStructure
        name="structure"
        libelle={requise ? t.libelles.structure : t.structureFacultative}
        aide={requise ? t.aides.structureRequise : t.aides.structure}
        required={requise}
        erreur={erreurDe('structure')}
        choix={choix}
        valeur={fiche.structure}
        onValeur={(valeur) => changer('structure', valeur)}
        onBlur={() => {
          if (fiche.structure) toucher('structure')
        }}
      />
      <ChampAutresStructures choix={choix} forme={forme} />
    </fieldset>
  )
}

/** Every field of an account, in three groups. */
export function FicheChamps(props: Props) {
  const { forme, agent, creation } = props
  return (
    <>
      <Personne forme={forme} creation={creation} />
      <fieldset className="ui-groupe">
        <legend>{t.acces}</legend>
        <div className="ui-plein usr-court">
          <ChampTexte
            {...forme.lier('identifiant')}
            aide={t.aides.identifiant}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </div>
        <ChampRoles
          roles={forme.fiche.roles}
          erreur={forme.erreurDe('roles')}
          raisonDe={(role) => raisonRole(role, agent, forme.lu)}
          onChange={forme.changerRoles}
        />
      </fieldset>
      <Structures {...props} />
    </>
  )
}
