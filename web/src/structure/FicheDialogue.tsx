import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useNavigate } from 'react-router'
import { EchecApi } from '../app/client.ts'
import { paths } from '../paths.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { direFautes } from '../ui/fautes.ts'
import { useEnvoi } from '../ui/useEnvoi.ts'
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

function useEnregistrement(forme: FormeFiche, onFait: (structure: Structure) => void) {
  const relire = useRelireStructure()
  const { lue } = forme
  const reprendre = lue && (async () => forme.reprendre(await relire(lue.code)))
  const envoi = useEnvoi(forme, useEnregistrerStructure(lue ? t.modifiee : t.creee), reprendre)
  const soumettre = () =>
    envoi.soumettre((corps) => ({ corps, version: lue?.version ?? null }), onFait)
  return { ...envoi, soumettre }
}

type Props = {
  /** Absent: one to be created. */
  structure?: Structure
  onFermer: () => void
}

/** A structure to create or to modify. */
export default function FicheDialogue({ structure, onFermer }: Props) {
  const navigate = useNavigate()
  const forme = useFiche(structure ?? null)
  const envoi = useEnregistrement(forme, (ecrite) => {
    onFermer()
    if (!structure) void navigate(paths.structure(ecrite.code))
  })
  return (
    <Fiche
      titre={structure ? t.modification(structure.libelle) : t.creation}
      textes={t}
      bouton={structure ? t.enregistrer : t.creer}
      modifiee={forme.modifiee}
      fautes={direFautes(Object.keys(forme.fautes), forme.fautes, libelleDe)}
      essais={forme.essais}
      envoi={envoi}
      dansUnChamp={Object.keys(refusDe(envoi.echec)).length > 0}
      onRecharger={estPerimee(envoi.echec) ? envoi.recharger : undefined}
      onSoumettre={envoi.soumettre}
      onFermer={onFermer}
    >
      <FicheChamps key={envoi.recharge} forme={forme} creation={!structure} />
    </Fiche>
  )
}
