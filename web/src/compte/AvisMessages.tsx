import {
  FREQUENCES_AVIS,
  type FrequenceAvis,
} from '@releve/contract/messagerie/messagerie.schema.ts'
import { useState } from 'react'
import { useAvis, useModifierAvis } from '../messagerie/messagerie.queries.ts'
import { Chargement } from '../ui/Chargement.tsx'
import { textesCompte } from './compte.textes.ts'

const t = textesCompte.avis

type Recu = { frequence: FrequenceAvis; email: string | null }

function Choix({ frequence, email }: Recu) {
  const [choisie, setChoisie] = useState(frequence)
  const { mutate } = useModifierAvis()
  const choisir = (une: FrequenceAvis) => {
    setChoisie(une)
    mutate(une, { onError: () => setChoisie(frequence) })
  }
  return (
    <>
      <p id="cpt-avis-aide">{t.aide(email)}</p>
      <fieldset className="ui-cases" aria-describedby="cpt-avis-aide">
        <legend>{t.legende}</legend>
        {FREQUENCES_AVIS.map((une) => (
          <label key={une}>
            <input
              type="radio"
              name="frequence"
              checked={une === choisie}
              onChange={() => choisir(une)}
            />
            {t.libelles[une]}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** When one is told of messages by e-mail: chosen at once. */
export function AvisMessages() {
  return (
    <section className="cpt-bloc" aria-labelledby="cpt-avis">
      <h2 id="cpt-avis">{t.titre}</h2>
      <Chargement requete={useAvis()}>{(recu) => <Choix {...recu} />}</Chargement>
    </section>
  )
}
