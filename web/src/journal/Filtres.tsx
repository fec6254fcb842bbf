import { FAMILLES_ACTIONS } from '@releve/contract/journal/journal.schema.ts'
import { useId } from 'react'
import { Champ, liensChamp } from '../ui/Champ.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Filtres as Cadre } from '../ui/Filtres.tsx'
import { useBrouillon } from '../ui/useBrouillon.ts'
import type { Filtrage } from '../ui/useFiltres.ts'
import { estJour, type Filtres as Filtre } from './filtres.ts'
import { textes } from './journal.textes.ts'

const t = textes.filtres

type Props = { filtrage: Filtrage<Filtre> }

/** A text that narrows the list once it is left, or sent by Enter. */
function Mot({ nom, filtrage }: Props & { nom: 'utilisateur' | 'objet' }) {
  const { filtres, changer } = filtrage
  const connu = filtres[nom] ?? ''
  const [texte, setTexte] = useBrouillon(connu)
  const envoyer = () => {
    if (texte.trim() !== connu) changer({ [nom]: texte.trim() })
  }
  return (
    <ChampTexte
      libelle={t[nom]}
      maxLength={100}
      value={texte}
      onChange={({ target }) => setTexte(target.value)}
      onBlur={envoyer}
      onKeyDown={({ key }) => {
        if (key === 'Enter') envoyer()
      }}
    />
  )
}

/** A day that narrows the list once it is whole: a year being typed goes by 0002 and 0020. */
function Jour({ nom, filtrage }: Props & { nom: 'du' | 'au' }) {
  const { filtres, changer } = filtrage
  const connu = filtres[nom] ?? ''
  const [texte, setTexte] = useBrouillon(connu)
  return (
    <ChampTexte
      libelle={t[nom]}
      type="date"
      min={nom === 'au' ? filtres.du : undefined}
      max={nom === 'du' ? filtres.au : undefined}
      value={texte}
      onChange={({ target: { value } }) => {
        setTexte(value)
        if (value !== connu && (value === '' || estJour(value))) changer({ [nom]: value })
      }}
    />
  )
}

/** One action, or all those of a family. */
function ChoixAction({ filtrage: { filtres, changer } }: Props) {
  const id = useId()
  return (
    <Champ id={id} libelle={t.action}>
      <select
        className="ui-saisie"
        {...liensChamp(id, { libelle: t.action })}
        value={filtres.action ?? ''}
        onChange={({ target }) => changer({ action: target.value })}
      >
        <option value="">{t.toutes}</option>
        {FAMILLES_ACTIONS.map(({ code, libelle, actions }) => (
          <optgroup key={code} label={libelle}>
            {Object.keys(actions).length > 1 && (
              <option value={Object.keys(actions).join(',')}>{t.famille(libelle)}</option>
            )}
            {Object.entries(actions).map(([cle, dit]) => (
              <option key={cle} value={cle}>
                {dit}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Champ>
  )
}

/** The filters of the journal. */
export function Filtres({ filtrage }: Props) {
  return (
    <Cadre filtrage={filtrage} recherche={{ libelle: t.recherche, valeur: filtrage.filtres.q }}>
      <Jour nom="du" filtrage={filtrage} />
      <Jour nom="au" filtrage={filtrage} />
      <Mot nom="utilisateur" filtrage={filtrage} />
      <ChoixAction filtrage={filtrage} />
      <Mot nom="objet" filtrage={filtrage} />
    </Cadre>
  )
}
