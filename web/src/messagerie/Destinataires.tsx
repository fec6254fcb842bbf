import type { Adresse, GroupeOffert } from '@releve/contract/messagerie/messagerie.schema.ts'
import { useDeferredValue, useRef, useState } from 'react'
import { Combobox } from '../ui/Combobox.tsx'
import { Icone } from '../ui/Icone.tsx'
import type { Composition } from './composition.ts'
import { useAdresses, useGroupes } from './messagerie.queries.ts'
import { textesMessagerie } from './messagerie.textes.ts'

const t = textesMessagerie.ecrire

const cleGroupe = ({ genre, code }: Pick<GroupeOffert, 'genre' | 'code'>) =>
  `${genre}:${code ?? ''}`
const nomDe = ({ nomAffichable, structure }: Adresse) =>
  structure ? `${nomAffichable} – ${structure.libelle} (${structure.code})` : nomAffichable

type Props = {
  composition: Composition
  changer: (changement: Partial<Composition>) => void
  erreur: string | null
}

/** Whom it goes to: people and groups, each one chosen joins those below, each with its way out. */
export function Destinataires({ composition: { adresses, groupes }, changer, erreur }: Props) {
  const champ = useRef<HTMLInputElement>(null)
  const [texte, setTexte] = useState('')
  const { data: trouvees = [] } = useAdresses(useDeferredValue(texte).slice(0, 100))
  const { data: offerts = [] } = useGroupes()
  const options = [
    ...offerts.map((groupe) => ({
      code: cleGroupe(groupe),
      libelle: t.groupe(groupe.libelle, groupe.nombre),
    })),
    ...trouvees.map((adresse) => ({ code: String(adresse.id), libelle: nomDe(adresse) })),
  ]
  const saisir = (valeur: string) => {
    const groupe = offerts.find((un) => cleGroupe(un) === valeur)
    const adresse = trouvees.find(({ id }) => String(id) === valeur)
    if (!groupe && !adresse) return setTexte(valeur)
    setTexte('')
    if (groupe) changer({ groupes: [...groupes, groupe] })
    if (adresse) changer({ adresses: [...adresses, adresse] })
  }
  const choisis = [
    ...groupes.map((un) => ({
      cle: cleGroupe(un),
      nom: t.groupe(un.libelle, un.nombre),
      retirer: () => changer({ groupes: groupes.filter((autre) => autre !== un) }),
    })),
    ...adresses.map((une) => ({
      cle: String(une.id),
      nom: nomDe(une),
      retirer: () => changer({ adresses: adresses.filter((autre) => autre !== une) }),
    })),
  ]
  return (
    <div>
      <Combobox
        ref={champ}
        name="destinataires"
        required
        libelle={t.destinataires}
        aide={t.aideDestinataires}
        erreur={erreur}
        autoComplete="off"
        options={options}
        valeur={texte}
        sauf={choisis.map(({ cle }) => cle)}
        onValeur={saisir}
      />
      {choisis.length > 0 && (
        <ul className="msg-choisis" aria-label={t.choisis}>
          {choisis.map(({ cle, nom, retirer }) => (
            <li key={cle}>
              <span dir="auto">{nom}</span>
              <button
                type="button"
                aria-label={t.retirer(nom)}
                onClick={() => {
                  retirer()
                  champ.current?.focus()
                }}
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
