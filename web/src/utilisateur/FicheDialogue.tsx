import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { useMemo, useState } from 'react'
import { EchecApi } from '../app/client.ts'
import { useAuth } from '../app/session.ts'
import { useAbandon } from '../ui/Abandon.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { direFautes } from '../ui/fautes.ts'
import { useEnvoi } from '../ui/useEnvoi.ts'
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

function useEnregistrement(forme: FormeFiche, onFait: () => void) {
  const relire = useRelireUtilisateur()
  /** Whose temporary password waits for mails to be sent. */
  const [attente, setAttente] = useState<string | null>(null)
  const { lu } = forme
  const reprendre = lu && (async () => forme.reprendre(await relire(lu.id)))
  const envoi = useEnvoi(forme, useEnregistrerUtilisateur(), reprendre)
  const soumettre = () =>
    envoi.soumettre(
      (corps) => ({ corps, vise: lu && { id: lu.id, version: lu.version } }),
      (recu) => {
        if (recu.envoi === 'AUCUN') setAttente(recu.nomAffichable)
        else onFait()
      },
    )
  return { ...envoi, soumettre, attente }
}

/** The account is there, and its owner cannot know it yet. */
function CourrielEnAttente({ nom, onFermer }: { nom: string; onFermer: () => void }) {
  // Nothing typed any more: the browser's back button closes it.
  useAbandon(false, onFermer)
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

/** An account to create or to modify. */
export function FicheDialogue({ utilisateur, onFermer }: Props) {
  const auth = useAuth()
  const { choix, codes } = useChoix(utilisateur ?? null)
  const forme = useFiche(utilisateur ?? null, codes)
  const envoi = useEnregistrement(forme, onFermer)
  if (envoi.attente) return <CourrielEnAttente nom={envoi.attente} onFermer={onFermer} />
  return (
    <Fiche
      titre={utilisateur ? t.modification(utilisateur.nomAffichable) : t.creation}
      textes={utilisateur ? t : { ...t, reseau: t.reseauCreation }}
      bouton={utilisateur ? t.enregistrer : t.creer}
      modifiee={forme.modifiee}
      fautes={direFautes(NOMS, forme.fautes, (nom) => t.libelles[nom])}
      essais={forme.essais}
      envoi={envoi}
      dansUnChamp={Object.keys(refusDe(envoi.echec)).length > 0}
      onRecharger={estPerimee(envoi.echec) ? envoi.recharger : undefined}
      onSoumettre={envoi.soumettre}
      onFermer={onFermer}
    >
      <FicheChamps
        key={envoi.recharge}
        forme={forme}
        choix={choix}
        agent={auth}
        creation={!utilisateur}
      />
    </Fiche>
  )
}
