import { useState } from 'react'
import { messageDe } from '../../app/client.ts'
import { toastReussite } from '../../app/toasts.ts'
import { useCodification } from '../../codification/codification.queries.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe, ChampTexteLong } from '../../ui/ChampTexte.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { useRenvoyerFormulaire } from '../formulaire.queries.ts'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import { estPerime } from './useActer.ts'

type Props = PropsActions & { fermer: () => void }

/** Asks why a report goes back, and what must be corrected. */
export function DialogueRenvoi({ formulaire, preparer, surEchec, fermer }: Props) {
  const { data: motifs = [] } = useCodification('MOTIF_RENVOI')
  const { mutateAsync, isPending } = useRenvoyerFormulaire()
  const [motif, setMotif] = useState('')
  const [texte, setTexte] = useState('')
  const [tente, setTente] = useState(false)
  const [echec, setEchec] = useState<string | null>(null)
  const renvoyer = async () => {
    setTente(true)
    if (motif === '' || texte.trim() === '') return
    const version = await preparer()
    if (version === null) return
    try {
      await mutateAsync({ id: formulaire.id, version, motif, texte: texte.trim() })
      toastReussite(TEXTES.succes.renvoyer)
      fermer()
    } catch (cause) {
      if (!estPerime(cause)) return setEchec(messageDe(cause))
      surEchec(cause)
      fermer()
    }
  }
  return (
    <Dialogue
      ouvert
      titre={TEXTES.renvoi.titre}
      onFermer={fermer}
      onSoumettre={() => void renvoyer()}
      actions={
        <>
          <BoutonAction onClick={fermer}>{TEXTES.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {TEXTES.renvoi.confirmer}
          </BoutonAction>
        </>
      }
    >
      {echec && (
        <Alerte gravite="error" role="alert">
          {echec}
        </Alerte>
      )}
      <p>{TEXTES.renvoi.aide}</p>
      <div className="s-dialogue">
        <ChampListe
          libelle={TEXTES.renvoi.motif}
          options={motifs.filter(({ actif }) => actif)}
          vide={TEXTES.choisir}
          value={motif}
          required
          onChange={({ currentTarget }) => setMotif(currentTarget.value)}
          erreur={tente && motif === '' ? TEXTES.renvoi.motifRequis : null}
        />
        <ChampTexteLong
          libelle={TEXTES.renvoi.texte}
          value={texte}
          maxLength={2000}
          required
          onChange={({ currentTarget }) => setTexte(currentTarget.value)}
          erreur={tente && texte.trim() === '' ? TEXTES.renvoi.texteRequis : null}
        />
      </div>
    </Dialogue>
  )
}
