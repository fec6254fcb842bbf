import { FORMATS_PIECE, type Ouvrage } from '@releve/contract/document/document.schema.ts'
import { useRemplacer } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import { EnvoiDialogue } from './EnvoiDialogue.tsx'

const t = textesDocument.remplacement

type Props = { ouvrage: Ouvrage; onFermer: () => void }

/** Puts another file in the place of a document's. */
export function RemplacementDialogue({ ouvrage, onFermer }: Props) {
  const textes = { ...t, titre: t.titre(ouvrage.titre), envoyer: t.remplacer }
  return (
    <EnvoiDialogue
      textes={textes}
      formats={FORMATS_PIECE}
      envoi={useRemplacer(ouvrage)}
      onFermer={onFermer}
    >
      {t.effet}
    </EnvoiDialogue>
  )
}
