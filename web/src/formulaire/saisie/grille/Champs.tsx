import type { Champ, SectionChamps } from '@releve/contract/modele/modele.schema.ts'
import { memo } from 'react'
import { textesSaisie } from '../saisie.textes.ts'
import { type Entree, type Lecture, useCellule } from '../store/store.ts'
import { Case } from './Case.tsx'
import { idCase } from './cases.ts'

type Props = { lecture: Lecture; entree: Entree | null; section: SectionChamps }

/** Fields one under the other: label above, help under the label, error under the field. */
export const Champs = memo(function Champs({ lecture, entree, section }: Props) {
  return (
    <div className="s-champs">
      {section.champs.map((champ) => (
        <ChampLibelle
          key={champ.code}
          {...{ lecture, entree, champ }}
          adresse={section.prefixe ? `${section.code}.${champ.code}` : champ.code}
        />
      ))}
    </div>
  )
})

type ChampProps = Omit<Props, 'section'> & { champ: Champ; adresse: string }

function ChampLibelle({ lecture, entree, champ, adresse }: ChampProps) {
  const { requise, fermee } = useCellule(lecture, adresse)
  const unite = champ.unite && champ.unite !== '%' ? champ.unite : null
  return (
    <div className={`s-champ${champ.nature === 'texteLong' ? ' s-champ-large' : ''}`}>
      <label id={`n-${adresse}`} htmlFor={idCase(adresse)}>
        {champ.libelle}
        {unite && <span className="s-unite"> {textesSaisie.unite(unite)}</span>}
        {requise && !fermee && (
          <>
            <span aria-hidden="true"> *</span>
            <span className="ui-invisible"> {textesSaisie.requis}</span>
          </>
        )}
      </label>
      {champ.aide && !fermee && (
        <p className="s-aide" id={`a-${adresse}`}>
          {champ.aide}
        </p>
      )}
      <Case
        {...{ lecture, entree, adresse }}
        etiquette={`n-${adresse}`}
        decrit={champ.aide ? `a-${adresse}` : undefined}
        ample
      />
    </div>
  )
}
