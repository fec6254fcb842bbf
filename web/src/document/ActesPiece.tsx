import { FORMATS, type Piece } from '@releve/contract/document/document.schema.ts'
import { useCallback, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { useContenu, useSupprimerPiece, useTelecharger } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import './document.css'

const textesApercu = textesDocument.apercu
const estImage = (typeMime: string): boolean => typeMime.startsWith('image/')

/** Whether a file of this type may be looked at without being kept. */
const estVisible = (typeMime: string): boolean =>
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

type FichierVu = { nom: string; typeMime: string; contenu: Blob }

/**
 * Bytes that the server has recognised, under the type that it gave them and no other: an image
 * draws, a PDF is opened by the browser's own reader, and nothing else is shown. A `sandbox` would
 * shut that reader; what the frame inherits of the page's policy lets no script in.
 */
function FichierVu({ nom, typeMime, contenu }: FichierVu) {
  const [casse, setCasse] = useState(false)
  const montrer = useAdresse(contenu)
  if (casse) return <p>{textesApercu.illisible}</p>
  if (estImage(typeMime)) {
    return (
      <img
        className="doc-image"
        ref={montrer}
        alt={textesApercu.image(nom)}
        onError={() => setCasse(true)}
      />
    )
  }
  if (!navigator.pdfViewerEnabled) return <p>{textesApercu.sansLecteur}</p>
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="doc-pdf" title={textesApercu.image(nom)} ref={montrer} />
}

type Props = { id: number; nom: string; typeMime: string; onFermer: () => void }

/** A file over the page: read once, forgotten when it closes. */
function Apercu({ id, nom, typeMime, onFermer }: Props) {
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
            {textesApercu.fermer}
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
          {({ contenu }) => <FichierVu {...{ nom, typeMime }} contenu={contenu} />}
        </Chargement>
      </div>
    </Dialogue>
  )
}

const t = textesDocument.actes

/** What one looks at, or keeps, of a file. */
type PieceVisee = Pick<Piece, 'id' | 'typeMime'> & { nom: string }

/** To look at a file, and to keep it. */
export function ActesLecture({ id, nom, typeMime }: PieceVisee) {
  const [ouvert, setOuvert] = useState(false)
  const { mutate, isPending } = useTelecharger()
  return (
    <>
      {estVisible(typeMime) && (
        <BoutonAction
          size="small"
          icone="oeil"
          aria-label={t.apercuNom(nom)}
          onClick={() => setOuvert(true)}
        >
          {t.apercu}
        </BoutonAction>
      )}
      <BoutonAction
        size="small"
        icone="telecharger"
        aria-label={t.telechargerNom(nom)}
        enCours={isPending}
        onClick={() => mutate(id)}
      >
        {t.telecharger}
      </BoutonAction>
      {ouvert && <Apercu {...{ id, nom, typeMime }} onFermer={() => setOuvert(false)} />}
    </>
  )
}

type PropsSuppression = { id: number; nom: string; onFermer: () => void }

function Question({ id, nom, onFermer }: PropsSuppression) {
  const { mutate, isPending, error } = useSupprimerPiece()
  const { titre, effet, garder, echec } = textesDocument.suppression
  const supprimer = () => {
    if (!isPending) mutate(id, { onSuccess: onFermer })
  }
  return (
    <Confirmation
      titre={titre(nom)}
      fermer={garder}
      bouton={t.supprimer}
      enCours={isPending}
      onAgir={supprimer}
      onFermer={onFermer}
    >
      <Echec echec={error} titre={echec} />
      <p>{effet}</p>
    </Confirmation>
  )
}

/** Deletes a file, once asked. */
export function ActeSuppression({ id, nom }: { id: number; nom: string }) {
  const [question, setQuestion] = useState(false)
  return (
    <>
      <BoutonAction
        size="small"
        icone="fermer"
        aria-label={t.supprimerNom(nom)}
        onClick={() => setQuestion(true)}
      >
        {t.supprimer}
      </BoutonAction>
      {question && <Question {...{ id, nom }} onFermer={() => setQuestion(false)} />}
    </>
  )
}
