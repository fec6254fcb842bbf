import { CHAMPS_LISTE } from '@releve/contract/codification/codification.champs.ts'
import type { Codification } from '@releve/contract/codification/codification.schema.ts'
import { enCorps, enSaisie, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { useForme } from '../ui/useForme.ts'
import { useEnregistrer, useListes, useRelire } from './codifications.queries.ts'
import { textesCodifications } from './codifications.textes.ts'

const t = textesCodifications.liste

const VIDE = videDe(CHAMPS_LISTE, {})

const PAR_CODE = {
  CODIFICATION_EXISTANTE: 'code',
  LISTE_PARENTE_INCONNUE: 'parentListe',
  LISTE_PARENTE_EN_BOUCLE: 'parentListe',
  CODE_PARENT_INCONNU: 'parentListe',
} as const

const saisieDe = (lue: Codification | null) => enSaisie(CHAMPS_LISTE, VIDE, lue)

type Props = {
  /** Null: a list to create. */
  liste: Codification | null
  /** Once written, under its code. */
  onFait: (code: string) => void
  onFermer: () => void
}

/** A list to create, or what it is called and where its parents are. No code of it changes here. */
export function ListeForm({ liste, onFait, onFermer }: Props) {
  const { data: listes = [] } = useListes()
  const { forme, envoi } = useForme(
    { champs: CHAMPS_LISTE, lue: liste, saisieDe, parCode: PAR_CODE },
    useEnregistrer(),
    useRelire(liste?.code ?? ''),
  )
  const corps = () => {
    const { code, ...reste } = enCorps(CHAMPS_LISTE, forme.saisie)
    return { ...reste, code: liste?.code ?? code, version: forme.version ?? 0 }
  }
  const champs = ['libelle', 'parentListe'] as const
  const onSoumettre = () =>
    envoi.soumettre(corps, {
      onSuccess: () => {
        onFait(corps().code)
        onFermer()
      },
    })
  return (
    <Fiche
      titre={liste ? textesCodifications.modifierListe : t.nouvelle}
      textes={textesCodifications}
      bouton={t.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <Groupe
        forme={forme}
        legende={t.legende}
        aides={{ ...t.aides, code: textesCodifications.fiche.aides.code }}
        champs={liste ? champs : ['code', ...champs]}
        options={{ parentListe: listes.filter(({ code }) => code !== liste?.code) }}
        propres={{
          code: { autoCapitalize: 'characters', spellCheck: false },
          parentListe: { vide: t.sansParent },
        }}
      />
    </Fiche>
  )
}
