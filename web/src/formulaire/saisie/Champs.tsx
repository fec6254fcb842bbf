import type { Champ, SectionChamps } from '@releve/contract/modele/modele.schema.ts'
import { memo } from 'react'
import { Case } from './Case.tsx'
import { idCase } from './cases.ts'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import { useCellule } from './useSaisie.ts'

type Props = { saisie: Saisie; section: SectionChamps }

/** Fields one under the other: label above, help under the label, error under the field. */
export const Champs = memo(function Champs({ saisie, section }: Props) {
  return (
    <div className="s-champs">
      {section.champs.map((champ) => (
        <ChampLibelle
          key={champ.code}
          saisie={saisie}
          champ={champ}
          adresse={section.prefixe ? `${section.code}.${champ.code}` : champ.code}
        />
      ))}
    </div>
  )
})

type ChampProps = { saisie: Saisie; champ: Champ; adresse: string }

function ChampLibelle({ saisie, champ, adresse }: ChampProps) {
  const { requise, fermee } = useCellule(saisie, adresse)
  const unite = champ.unite && champ.unite !== '%' ? champ.unite : null
  return (
    <div className={`s-champ${champ.nature === 'texteLong' ? ' s-champ-large' : ''}`}>
      <label id={`n-${adresse}`} htmlFor={idCase(adresse)}>
        {champ.libelle}
        {unite && <span className="s-unite"> {TEXTES.unite(unite)}</span>}
        {requise && !fermee && (
          <>
            <span aria-hidden="true"> *</span>
            <span className="s-masque"> {TEXTES.requis}</span>
          </>
        )}
      </label>
      {champ.aide && !fermee && (
        <p className="s-aide" id={`a-${adresse}`}>
          {champ.aide}
        </p>
      )}
      <Case
        saisie={saisie}
        adresse={adresse}
        etiquette={`n-${adresse}`}
        decrit={champ.aide ? `a-${adresse}` : undefined}
        ample
      />
    </div>
  )
}
