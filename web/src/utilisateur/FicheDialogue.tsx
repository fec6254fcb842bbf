import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { useMemo, useState } from 'react'
import { EchecApi } from '../app/client.ts'
import { useAuth } from '../app/session.ts'
import { toastEchec, toastReussite } from '../app/toasts.ts'
import { useAbandon } from '../ui/Abandon.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { choixDe } from './choixStructures.ts'
import { FicheChamps } from './FicheChamps.tsx'
import { NOMS, refusDe } from './fiche.ts'
import { type FormeFiche, useFiche } from './useFiche.ts'
import {
  useChoixStructures,
  useEnregistrerUtilisateur,
  useRelireUtilisateur,
} from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'
import './fiche.css'

const t = textes.fiche
const estPerimee = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'VERSION_COMPTE_PERIMEE'

function Resume({ forme: { fautes, essais } }: { forme: FormeFiche }) {
  const dites = NOMS.flatMap((nom) => {
    const faute = fautes[nom]
    return faute ? [{ nom, libelle: t.libelles[nom], faute }] : []
  })
  if (essais === 0 || dites.length === 0) return null
  // Anew at each try: the focus comes back to it.
  return <ResumeFautes key={essais} titre={t.resume(dites.length)} fautes={dites} />
}

/** Those that exist, and those of the account while the others are read. */
function useChoix(utilisateur: Utilisateur | null) {
  const { data } = useChoixStructures()
  // A country has thousands of them: not for each key pressed.
  return useMemo(() => {
    const siennes = [utilisateur?.structure, ...(utilisateur?.autreStructure ?? [])]
    return {
      choix: choixDe(data ?? siennes.filter((structure) => !!structure)),
      codes: data ? new Set(data.map(({ code }) => code)) : null,
    }
  }, [data, utilisateur])
}

function useEnvoi(forme: FormeFiche, onFait: () => void) {
  const enregistrement = useEnregistrerUtilisateur()
  const relire = useRelireUtilisateur()
  const [recharge, setRecharge] = useState(0)
  /** Whose temporary password waits for mails to be sent. */
  const [attente, setAttente] = useState<string | null>(null)
  const { lu } = forme
  const soumettre = () => {
    if (enregistrement.isPending || !forme.controler()) return
    setRecharge(0)
    const vise = lu && { id: lu.id, version: lu.version }
    enregistrement.mutate(
      { corps: forme.corps(), vise },
      {
        onSuccess: (recu) => {
          toastReussite(lu ? t.modifie : t.cree)
          if (recu.envoi === 'AUCUN') setAttente(recu.nomAffichable)
          else onFait()
        },
        onError: forme.refuser,
      },
    )
  }
  const recharger = async () => {
    if (!lu) return
    try {
      forme.reprendre(await relire(lu.id))
    } catch (echec) {
      return toastEchec(echec)
    }
    enregistrement.reset()
    setRecharge((avant) => avant + 1)
  }
  return { ...enregistrement, soumettre, recharge, recharger, attente }
}

/** The account is there, and its owner cannot know it yet. */
function CourrielEnAttente({ nom, onFermer }: { nom: string; onFermer: () => void }) {
  const fermer = (
    <BoutonAction variant="contained" onClick={onFermer}>
      {t.attente.fermer}
    </BoutonAction>
  )
  return (
    <Dialogue ouvert titre={t.attente.titre} onFermer={onFermer} actions={fermer}>
      <Alerte gravite="warning">{t.attente.texte(nom)}</Alerte>
    </Dialogue>
  )
}

type Props = {
  /** Absent: one to be created. */
  utilisateur?: Utilisateur
  onFermer: () => void
}

/** An account to create or to modify. What is typed stays, whatever the server answers. */
export function FicheDialogue({ utilisateur, onFermer }: Props) {
  const auth = useAuth()
  const { choix, codes } = useChoix(utilisateur ?? null)
  const forme = useFiche(utilisateur ?? null, codes)
  const envoi = useEnvoi(forme, onFermer)
  const { error, isPending, recharge } = envoi
  const { fermer, question } = useAbandon(forme.modifiee && !envoi.attente, onFermer)
  if (envoi.attente)
    return <CourrielEnAttente key="attente" nom={envoi.attente} onFermer={onFermer} />
  const dansUnChamp = Object.keys(refusDe(error)).length > 0
  return (
    <>
      {question}
      <Dialogue
        ouvert
        titre={utilisateur ? t.modification(utilisateur.nomAffichable) : t.creation}
        largeur="md"
        onFermer={fermer}
        onSoumettre={envoi.soumettre}
        actions={
          <>
            <BoutonAction variant="text" onClick={fermer}>
              {t.annuler}
            </BoutonAction>
            <BoutonAction type="submit" variant="contained" enCours={isPending}>
              {utilisateur ? t.enregistrer : t.creer}
            </BoutonAction>
          </>
        }
      >
        <div className="usr-fiche">
          <p className="usr-note">{t.obligatoire}</p>
          {isPending || (error && !dansUnChamp) ? null : <Resume forme={forme} />}
          <FicheEchec
            textes={textes.fiche}
            echec={dansUnChamp ? null : error}
            recharge={recharge}
            onRecharger={estPerimee(error) ? () => void envoi.recharger() : undefined}
          />
          <FicheChamps
            key={recharge}
            forme={forme}
            choix={choix}
            agent={auth}
            creation={!utilisateur}
          />
        </div>
      </Dialogue>
    </>
  )
}
