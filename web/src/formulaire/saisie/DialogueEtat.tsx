import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { useChangerEtatFormulaire } from '../formulaire.queries.ts'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import { useMotif } from './useMotif.tsx'

/** Forces a state, with a reason: the answer's `etatsPossibles`, and nothing else, are offered. */
export function DialogueEtat(props: PropsActions & { fermer: () => void }) {
  const { formulaire, fermer } = props
  const { numero, etatsPossibles } = formulaire
  const { mutateAsync, isPending } = useChangerEtatFormulaire(TEXTES.succes.changerEtat)
  const [etat, setEtat] = useState<Etat | null>(null)
  const { soumettre, tente, champs, refus } = useMotif(props, TEXTES.forcer)
  const forcer = () =>
    soumettre(
      etat &&
        (async (donne) => {
          await mutateAsync({ numero, etat, ...donne })
        }),
    )
  return (
    <Dialogue
      ouvert
      titre={TEXTES.forcer.titre}
      onFermer={fermer}
      onSoumettre={() => void forcer()}
      actions={
        <>
          <BoutonAction onClick={fermer}>{TEXTES.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {TEXTES.forcer.confirmer}
          </BoutonAction>
        </>
      }
    >
      {refus}
      <p>{TEXTES.forcer.aide}</p>
      <div className="s-dialogue">
        <ChampListe
          libelle={TEXTES.forcer.cible}
          options={etatsPossibles.map((code) => ({ code, libelle: LIBELLES_ETATS[code] }))}
          vide={TEXTES.choisir}
          value={etat ?? ''}
          required
          onChange={({ currentTarget }) =>
            setEtat(etatsPossibles.find((code) => code === currentTarget.value) ?? null)
          }
          erreur={tente && etat === null ? TEXTES.forcer.cibleRequise : null}
          aide={etat === 'ANNULE' ? TEXTES.forcer.annuler : undefined}
        />
        {champs}
      </div>
    </Dialogue>
  )
}
