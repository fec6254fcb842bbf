import { AUTRES_STRUCTURES_MAX } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import { useRef } from 'react'
import { Icone } from '../ui/Icone.tsx'
import type { FormeDe } from '../ui/useSaisie.ts'
import { ChampStructure } from './ChampStructure.tsx'
import type { ChoixStructures } from './choixStructures.ts'
import type { SaisieUtilisateur } from './UtilisateurForm.tsx'
import { textesUtilisateur } from './utilisateur.textes.ts'

const t = textesUtilisateur.fiche

type Props = { choix: ChoixStructures; forme: FormeDe<SaisieUtilisateur> }

/** Several structures: each one chosen joins those below, each with its way out. */
export function ChampAutresStructures({ choix, forme }: Props) {
  const champ = useRef<HTMLInputElement>(null)
  const { saisie, changer, toucher, erreurDe } = forme
  const codes = saisie.autreStructure
  const sauf = [...codes, saisie.structure]
  const saisir = (valeur: string) => {
    const connue = choix.options.some(({ code }) => code === valeur)
    if (!connue) return changer('reste', valeur)
    changer('reste', '')
    if (!sauf.includes(valeur) && codes.length < AUTRES_STRUCTURES_MAX) {
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
        libelle={forme.nommer('autreStructure')}
        aide={t.aides.autreStructure}
        erreur={erreurDe('autreStructure')}
        choix={choix}
        valeur={saisie.reste}
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
