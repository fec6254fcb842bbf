import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EchecApi } from '../app/client.ts'
import { toastEchec, toastReussite } from '../app/toasts.ts'
import { paths } from '../paths.ts'
import { useAbandon } from '../ui/Abandon.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { FicheChamps } from './FicheChamps.tsx'
import { NOMS_TEXTES, refusDe } from './fiche.ts'
import { useEnregistrerStructure, useRelireStructure } from './structure.queries.ts'
import { textes } from './structure.textes.ts'
import { type FormeFiche, useFiche } from './useFiche.ts'
import './fiche.css'

const t = textes.fiche
const estPerimee = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'VERSION_STRUCTURE_PERIMEE'

/** The words of a field, by its name: « Postes de référence, A ». */
function libelleDe(nom: string): string {
  const [racine = '', cle] = nom.split('.')
  const texte = NOMS_TEXTES.find((connu) => connu === racine)
  if (texte) return t.libelles[texte]
  const groupe =
    { postesReference: t.postes, effectifsOuverture: t.effectifs, modeles: t.modeles }[racine] ?? ''
  return cle ? `${groupe}, ${cle}` : groupe
}

function Resume({ forme: { fautes, essais } }: { forme: FormeFiche }) {
  const dites = Object.entries(fautes).map(([nom, faute]) => ({
    nom,
    libelle: libelleDe(nom),
    faute,
  }))
  if (essais === 0 || dites.length === 0) return null
  // Anew at each try: the focus comes back to it.
  return <ResumeFautes key={essais} titre={t.resume(dites.length)} fautes={dites} />
}

function useEnvoi(forme: FormeFiche, onFait: (structure: Structure) => void) {
  const enregistrement = useEnregistrerStructure()
  const relire = useRelireStructure()
  const [recharge, setRecharge] = useState(0)
  const { lue } = forme
  const soumettre = () => {
    if (enregistrement.isPending || !forme.controler()) return
    setRecharge(0)
    enregistrement.mutate(
      { corps: forme.corps(), version: lue?.version ?? null },
      {
        onSuccess: (structure) => {
          toastReussite(lue ? t.modifiee : t.creee)
          onFait(structure)
        },
        onError: forme.refuser,
      },
    )
  }
  const recharger = async () => {
    if (!lue) return
    try {
      forme.reprendre(await relire(lue.code))
    } catch (echec) {
      return toastEchec(echec)
    }
    enregistrement.reset()
    setRecharge((avant) => avant + 1)
  }
  return { ...enregistrement, soumettre, recharge, recharger }
}

type Props = {
  /** Absent: one to be created. */
  structure?: Structure
  onFermer: () => void
}

/** A structure to create or to modify. What is typed stays, whatever the server answers. */
export default function FicheDialogue({ structure, onFermer }: Props) {
  const navigate = useNavigate()
  const forme = useFiche(structure ?? null)
  const envoi = useEnvoi(forme, (ecrite) => {
    onFermer()
    if (!structure) void navigate(paths.structure(ecrite.code))
  })
  const { error, isPending, recharge } = envoi
  const { fermer, question } = useAbandon(forme.modifiee, onFermer)
  const dansUnChamp = Object.keys(refusDe(error)).length > 0
  return (
    <>
      {question}
      <Dialogue
        ouvert
        titre={structure ? t.modification(structure.libelle) : t.creation}
        largeur="md"
        onFermer={fermer}
        onSoumettre={envoi.soumettre}
        actions={
          <>
            <BoutonAction variant="text" onClick={fermer}>
              {t.annuler}
            </BoutonAction>
            <BoutonAction type="submit" variant="contained" enCours={isPending}>
              {structure ? t.enregistrer : t.creer}
            </BoutonAction>
          </>
        }
      >
        <div className="str-fiche">
          <p className="str-note">{t.obligatoire}</p>
          {isPending || (error && !dansUnChamp) ? null : <Resume forme={forme} />}
          <FicheEchec
            textes={textes.fiche}
            echec={dansUnChamp ? null : error}
            recharge={recharge}
            onRecharger={estPerimee(error) ? () => void envoi.recharger() : undefined}
          />
          <FicheChamps key={recharge} forme={forme} creation={!structure} />
        </div>
      </Dialogue>
    </>
  )
}
