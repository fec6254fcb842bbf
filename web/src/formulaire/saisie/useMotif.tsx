import { type ReactNode, useState } from 'react'
import { EchecApi, messageDe } from '../../app/client.ts'
import { useCodification } from '../../codification/codification.queries.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { ChampListe, ChampTexteLong } from '../../ui/ChampTexte.tsx'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import { estPerime } from './useActer.ts'

type Motif = { motif: string; texte: string; version: number }
type Libelles = { motif: string; texte: string; texteRequis: string }

/**
 * An act that needs a reason: its list, its text, and why the server refused it. `soumettre` sends
 * nothing before both are given, and closes when the form is no longer what the screen shows.
 */
export function useMotif(
  { preparer, surEchec, fermer }: PropsActions & { fermer: () => void },
  libelles: Libelles,
) {
  const { data: motifs = [] } = useCodification('MOTIF_RENVOI')
  const [motif, setMotif] = useState('')
  const [texte, setTexte] = useState('')
  const [tente, setTente] = useState(false)
  const [echec, setEchec] = useState<unknown>(null)
  const soumettre = async (agir: ((donne: Motif) => Promise<void>) | null) => {
    setTente(true)
    if (!agir || motif === '' || texte.trim() === '') return
    const version = await preparer()
    if (version === null) return fermer()
    try {
      await agir({ motif, texte: texte.trim(), version })
      fermer()
    } catch (cause) {
      if (!estPerime(cause)) return setEchec(cause)
      surEchec(cause)
      fermer()
    }
  }
  const champs: ReactNode = (
    <>
      <ChampListe
        libelle={libelles.motif}
        options={motifs.filter(({ actif }) => actif)}
        vide={TEXTES.choisir}
        value={motif}
        required
        onChange={({ currentTarget }) => setMotif(currentTarget.value)}
        erreur={tente && motif === '' ? TEXTES.renvoi.motifRequis : null}
      />
      <ChampTexteLong
        libelle={libelles.texte}
        value={texte}
        maxLength={2000}
        required
        onChange={({ currentTarget }) => setTexte(currentTarget.value)}
        erreur={tente && texte.trim() === '' ? libelles.texteRequis : null}
      />
    </>
  )
  return { soumettre, tente, champs, refus: echec === null ? null : <Refus echec={echec} /> }
}

function Refus({ echec }: { echec: unknown }) {
  const details = echec instanceof EchecApi ? echec.details : []
  return (
    <Alerte gravite="error" role="alert" titre={TEXTES.erreur(messageDe(echec))}>
      {details.length > 0 && (
        <ul>
          {details.slice(0, 20).map(({ chemin, libelle }) => (
            <li key={chemin + libelle}>{libelle}</li>
          ))}
        </ul>
      )}
    </Alerte>
  )
}
