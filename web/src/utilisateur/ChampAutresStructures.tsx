import { useRef } from 'react'
import { Icone } from '../ui/Icone.tsx'
import { ChampStructure } from './ChampStructure.tsx'
import type { ChoixStructures } from './choixStructures.ts'
import type { FormeFiche } from './useFiche.ts'
import { textes } from './utilisateur.textes.ts'

const t = textes.fiche
const MAXIMUM = 50

type Props = { choix: ChoixStructures; forme: FormeFiche }

/** Several structures: each one chosen joins those below, each with its way out. */
export function ChampAutresStructures({ choix, forme }: Props) {
  const champ = useRef<HTMLInputElement>(null)
  const { fiche, reste, saisirReste, changer, toucher, erreurDe } = forme
  const codes = fiche.autreStructure
  const sauf = [...codes, fiche.structure]
  const saisir = (valeur: string) => {
    const connue = choix.structures.some(({ code }) => code === valeur)
    if (!connue) return saisirReste(valeur)
    saisirReste('')
    if (!sauf.includes(valeur) && codes.length < MAXIMUM) {
      changer('autreStructure', [...codes, valeur])
    }
  }
  const retirer = (retiree: string) => {
    const restent = codes.filter((code) => code !== retiree)
    changer('autreStructure', restent)
    champ.current?.focus()
  }
  return (
    <div className="usr-autres">
      <ChampStructure
        ref={champ}
        name="autreStructure"
        libelle={t.libelles.autreStructure}
        aide={t.aides.autreStructure}
        erreur={erreurDe('autreStructure')}
        choix={choix}
        valeur={reste}
        sauf={sauf}
        onValeur={saisir}
        onBlur={() => toucher('autreStructure')}
      />
      {codes.length > 0 && (
        <ul className="usr-choisies" aria-label={t.choisies}>
          {codes.map((code) => (
            <li key={code}>
              <span>{choix.libelleDe(code)}</span>
              <button
                type="button"
                aria-label={t.retirer(choix.libelleDe(code))}
                onClick={() => retirer(code)}
              >
                <Icone nom="fermer" taille={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
