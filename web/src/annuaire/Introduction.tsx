import { CHAMPS_ANNUAIRE } from '@releve/contract/annuaire/annuaire.champs.ts'
import {
  type Annuaire,
  type ChapitreAnnuaire,
  CODES_CHAPITRES,
} from '@releve/contract/annuaire/annuaire.schema.ts'

import { ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { useForme } from '../ui/useForme.ts'
import { useEnregistrer, useRelire } from './annuaire.queries.ts'
import { textesAnnuaire as t } from './annuaire.textes.ts'

const { introduction } = CHAMPS_ANNUAIRE

type Props = { annuaire: Annuaire; chapitre: ChapitreAnnuaire; onFermer: () => void }

/** What is written at the head of a chapter. */
export default function Introduction({ annuaire, chapitre, onFermer }: Props) {
  const { annee, titre, avantPropos } = annuaire
  const { forme, envoi } = useForme(
    {
      champs: { introduction },
      lue: annuaire,
      saisieDe: (lu: Annuaire) => ({
        introduction: lu.sommaire.find(({ code }) => code === chapitre.code)?.introduction ?? '',
      }),
    },
    useEnregistrer(t.faits.introduction),
    useRelire(),
  )
  const { lier, saisie } = forme
  const chapitres = CODES_CHAPITRES.filter((code) => code === chapitre.code).map((code) => ({
    code,
    introduction: saisie.introduction,
  }))
  const onSoumettre = () =>
    envoi.soumettre(
      () => ({
        annee,
        version: forme.version,
        titre,
        avantPropos,
        chapitres,
        etat: 'PROVISOIRE' as const,
      }),
      { onSuccess: onFermer },
    )
  return (
    <Fiche
      titre={t.actes.introduction.titre(chapitre.titre)}
      textes={t}
      bouton={t.actes.introduction.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <ChampTexteLong {...lier('introduction')} rows={10} aide={t.actes.introduction.aide} />
    </Fiche>
  )
}
