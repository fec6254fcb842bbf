import type { Champ, SectionChamps } from '@releve/contract/modele/modele.schema.ts'
import { type KeyboardEvent, memo } from 'react'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/client.ts'
import { useCadre } from '../store/store.ts'
import { Case } from './Case.tsx'
import { idCase } from './cases.ts'
import { auClavier } from './clavierCase.ts'

type Props = {
  lecture: Lecture
  entree: Entree | null
  section: SectionChamps
  annoncer: (dit: string) => void
}

/** Fields one under the other: label above, help under the label, error under the field. */
export const Champs = memo(function Champs({ lecture, entree, section, annoncer }: Props) {
  const ecoute = entree && {
    onKeyDown: (evenement: KeyboardEvent<HTMLElement>) =>
      auClavier(evenement, { lecture, entree, annoncer }),
  }
  return (
    <div className="s-champs" role="presentation" {...ecoute}>
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

type ChampProps = Pick<Props, 'lecture' | 'entree'> & { champ: Champ; adresse: string }

function ChampLibelle({ lecture, entree, champ, adresse }: ChampProps) {
  const { requise, fermee } = useCadre(lecture, adresse)
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
