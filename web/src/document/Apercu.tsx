import { FORMATS } from '@releve/contract/document/document.schema.ts'
import { useCallback, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { useContenu } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import './document.css'

const t = textesDocument.apercu
const estImage = (typeMime: string): boolean => typeMime.startsWith('image/')

/** Whether a file of this type may be looked at without being kept. */
export const estVisible = (typeMime: string): boolean =>
  estImage(typeMime) || typeMime === FORMATS.PDF.typeMime

/** Gives what shows bytes their address in this page, which goes when it does. */
const useAdresse = (contenu: Blob) =>
  useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (!element) return
      const adresse = URL.createObjectURL(contenu)
      element.src = adresse
      return () => URL.revokeObjectURL(adresse)
    },
    [contenu],
  )

type Vue = { nom: string; typeMime: string; contenu: Blob }

/**
 * Bytes that the server has recognised, under the type that it gave them and no other: an image
 * draws, a PDF is opened by the browser's own reader, and nothing else is shown. A `sandbox` would
 * shut that reader; what the frame inherits of the page's policy lets no script in.
 */
function Vue({ nom, typeMime, contenu }: Vue) {
  const [casse, setCasse] = useState(false)
  const montrer = useAdresse(contenu)
  if (casse) return <p>{t.illisible}</p>
  if (estImage(typeMime)) {
    return (
      <img className="doc-image" ref={montrer} alt={t.image(nom)} onError={() => setCasse(true)} />
    )
  }
  if (!navigator.pdfViewerEnabled) return <p>{t.sansLecteur}</p>
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="doc-pdf" title={t.image(nom)} ref={montrer} />
}

type Props = { id: number; nom: string; typeMime: string; onFermer: () => void }

/** A file over the page: read once, forgotten when it closes. */
export function Apercu({ id, nom, typeMime, onFermer }: Props) {
  const requete = useContenu(id)
  const { data } = requete
  return (
    <Dialogue
      ouvert
      titre={nom}
      largeur="lg"
      onFermer={onFermer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer} data-focus>
            {t.fermer}
          </BoutonAction>
          {data && (
            <BoutonAction icone="telecharger" onClick={() => enregistrerFichier(data)}>
              {textesDocument.actes.telecharger}
            </BoutonAction>
          )}
        </>
      }
    >
      <div className="doc-apercu">
        <Chargement requete={requete}>
          {({ contenu }) => <Vue {...{ nom, typeMime }} contenu={contenu} />}
        </Chargement>
      </div>
    </Dialogue>
  )
}
