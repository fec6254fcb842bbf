import { etatsForcables } from '@releve/contract/formulaire/formulaire.rules.ts'
import { ETATS, type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useState } from 'react'
import { EchecApi, messageDe } from '../../app/client.ts'
import { toastReussite } from '../../app/toasts.ts'
import { useCodification } from '../../codification/codification.queries.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe, ChampTexteLong } from '../../ui/ChampTexte.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { useChangerEtatFormulaire } from '../formulaire.queries.ts'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import { estPerime } from './useActer.ts'

type Props = PropsActions & { fermer: () => void }

/** Forces a state, with a reason: what may be reached is the contract's, the server judges. */
export function DialogueEtat({ formulaire, preparer, surEchec, fermer }: Props) {
  const { data: motifs = [] } = useCodification('MOTIF_RENVOI')
  const { mutateAsync, isPending } = useChangerEtatFormulaire()
  const [etat, setEtat] = useState<Etat | ''>('')
  const [motif, setMotif] = useState('')
  const [texte, setTexte] = useState('')
  const [tente, setTente] = useState(false)
  const [echec, setEchec] = useState<unknown>(null)
  const cibles = ciblesDe(formulaire)
  const forcer = async () => {
    setTente(true)
    if (etat === '' || motif === '' || texte.trim() === '') return
    const version = await preparer()
    if (version === null) return
    try {
      const { numero } = formulaire
      await mutateAsync({ numero, etat, version, motif, texte: texte.trim() })
      toastReussite(TEXTES.succes.changerEtat(etat))
      fermer()
    } catch (cause) {
      if (!estPerime(cause)) return setEchec(cause)
      surEchec(cause)
      fermer()
    }
  }
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
      {echec !== null && <Refus echec={echec} />}
      <p>{TEXTES.forcer.aide}</p>
      <div className="s-dialogue">
        <ChampListe
          libelle={TEXTES.forcer.cible}
          options={cibles.map((code) => ({ code, libelle: LIBELLES_ETATS[code] }))}
          vide={TEXTES.choisir}
          value={etat}
          required
          onChange={({ currentTarget }) =>
            setEtat(ETATS.find((code) => code === currentTarget.value) ?? '')
          }
          erreur={tente && etat === '' ? TEXTES.forcer.cibleRequise : null}
          aide={etat === 'ANNULE' ? TEXTES.forcer.annuler : undefined}
        />
        <ChampListe
          libelle={TEXTES.forcer.motif}
          options={motifs.filter(({ actif }) => actif)}
          vide={TEXTES.choisir}
          value={motif}
          required
          onChange={({ currentTarget }) => setMotif(currentTarget.value)}
          erreur={tente && motif === '' ? TEXTES.renvoi.motifRequis : null}
        />
        <ChampTexteLong
          libelle={TEXTES.forcer.texte}
          value={texte}
          maxLength={2000}
          required
          onChange={({ currentTarget }) => setTexte(currentTarget.value)}
          erreur={tente && texte.trim() === '' ? TEXTES.forcer.texteRequis : null}
        />
      </div>
    </Dialogue>
  )
}

/** States offered; the four-eyes setting is the server's, which refuses what it forbids. */
function ciblesDe({ etat, versionDiffusee }: PropsActions['formulaire']): readonly Etat[] {
  return etat === 'NON_COMMENCE' ? [] : etatsForcables(etat, versionDiffusee, true)
}

function Refus({ echec }: { echec: unknown }) {
  const details = echec instanceof EchecApi ? echec.details : []
  return (
    <Alerte gravite="error" role="alert" titre={TEXTES.erreur(messageDe(echec))}>
      <ul>
        {details.slice(0, 20).map(({ chemin, libelle }) => (
          <li key={chemin + libelle}>{libelle}</li>
        ))}
      </ul>
    </Alerte>
  )
}
