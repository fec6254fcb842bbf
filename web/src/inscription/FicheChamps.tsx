import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useCodification } from '../codification/codification.queries.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { ChampListe, ChampTexte } from '../ui/ChampTexte.tsx'
import { textes } from './invitations.textes.ts'
import type { FormeFiche } from './useFiche.ts'

const t = textes.fiche

/** What only a structure that does not exist yet is asked. */
function Nouvelle({ forme: { lier }, structures }: Props) {
  const { data: types = [] } = useCodification('TYPE_STRUCTURE')
  const { data: regions = [] } = useCodification('REGION')
  const directions = structures
    .filter(({ typeStructure, etat }) => typeStructure === 'DR' && etat !== 'FERMEE')
    .map(({ code, libelle }) => ({ code, libelle: `${libelle} (${code})` }))
  const actifs = (valeurs: typeof types) => valeurs.filter(({ actif }) => actif)
  return (
    <fieldset className="ui-groupe">
      <legend>{t.structure}</legend>
      <div className="ui-plein">
        <ChampTexte {...lier('libelle')} required />
      </div>
      <ChampListe {...lier('typeStructure')} options={actifs(types)} vide={t.choisir} required />
      <ChampListe {...lier('region')} options={actifs(regions)} vide={t.choisir} required />
      <ChampListe {...lier('parent')} options={directions} vide={t.sansParent} />
      <ChampTexte {...lier('responsable')} />
      <ChampTexte {...lier('capacite')} aide={t.aides.capacite} inputMode="numeric" />
      <ChampTexte {...lier('dateOuverture')} aide={t.aides.dateOuverture} type="date" />
    </fieldset>
  )
}

type Props = { forme: FormeFiche; structures: readonly Structure[] }

/** The fields of an invitation: who, then the structure when it is to be created. */
export function FicheChamps({ forme, structures }: Props) {
  const { lier, existante } = forme
  return (
    <>
      <fieldset className="ui-groupe">
        <legend>{t.qui}</legend>
        <ChampTexte
          {...lier('code')}
          aide={t.aides.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <ChampTexte
          {...lier('email')}
          aide={t.aides.email}
          type="email"
          autoComplete="off"
          required
        />
        <div className="ui-plein" role="status">
          {existante && existante.etat !== 'FERMEE' && (
            <Alerte gravite="info">{t.existante(existante.libelle)}</Alerte>
          )}
        </div>
      </fieldset>
      {!existante && <Nouvelle forme={forme} structures={structures} />}
    </>
  )
}
