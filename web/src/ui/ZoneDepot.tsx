import { useCallback, useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { BoutonAction } from './BoutonAction.tsx'
import { Icone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'
import { accepteDe, BORNES, type FormatDepot, phraseRefus, type Refus } from './zoneDepot.rules.ts'
import { formatTaille, textesZoneDepot } from './zoneDepot.textes.ts'
import './ZoneDepot.css'

type Props = {
  /** What the file is for; said before the zone, and to screen readers with it. */
  libelle: string
  formats: readonly FormatDepot[]
  fichier: File | null
  onChange: (fichier: File | null) => void
  /** The file is on its way: it can no longer be changed. */
  fige?: boolean
}

/** The image itself; its address is released with it. Nothing when it is none, or a broken one. */
function Apercu({ fichier }: { fichier: File }) {
  const [casse, setCasse] = useState(false)
  const montrer = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return
      const adresse = URL.createObjectURL(fichier)
      image.src = adresse
      return () => URL.revokeObjectURL(adresse)
    },
    [fichier],
  )
  if (casse || !fichier.type.startsWith('image/')) return <Icone nom="rapport" taille={28} />
  return (
    <img ref={montrer} alt={textesZoneDepot.apercu(fichier.name)} onError={() => setCasse(true)} />
  )
}

function Choisi({ fichier, onRetirer }: { fichier: File; onRetirer: (() => void) | undefined }) {
  return (
    <div className="ui-depot-choisi">
      <span className="ui-depot-apercu">
        <Apercu key={`${fichier.name} ${fichier.size}`} fichier={fichier} />
      </span>
      <span className="ui-depot-nom">
        <bdi>{fichier.name}</bdi>
        <span>
          <bdi>{formatTaille(fichier.size)}</bdi>
        </span>
      </span>
      {onRetirer && (
        <BoutonAction
          variant="text"
          size="small"
          icone="fermer"
          aria-label={textesZoneDepot.retirerNom(fichier.name)}
          onClick={onRetirer}
        >
          {textesZoneDepot.retirer}
        </BoutonAction>
      )}
    </div>
  )
}

/** The refusal in words, counted so that the same one, twice, is said twice. */
function useRefus(formats: readonly FormatDepot[]) {
  const [refus, setRefus] = useState({ phrase: '', rang: 0 })
  const dire = (phrase: string) => setRefus(({ rang }) => ({ phrase, rang: rang + 1 }))
  return {
    refus,
    taire: () => setRefus(({ rang }) => ({ phrase: '', rang })),
    refuser: (refuses: readonly Refus[], plusieurs: boolean) =>
      dire(plusieurs ? textesZoneDepot.refus.plusieurs : phraseRefus(refuses, formats)),
  }
}

/**
 * A place for one file: dropped, pasted or chosen, by mouse or by keyboard. A file that is refused
 * leaves the one chosen before as it was. What is taken here is judged again by the server.
 */
export function ZoneDepot({ libelle, formats, fichier, onChange, fige = false }: Props) {
  const id = useId()
  const bouton = useRef<HTMLButtonElement>(null)
  const { refus, taire, refuser } = useRefus(formats)
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept: accepteDe(formats),
    ...BORNES,
    multiple: false,
    disabled: fige,
    // The button below is what one clicks and reaches by keyboard.
    noClick: true,
    noKeyboard: true,
    onDrop: (acceptes, refuses) => {
      const [seul] = acceptes
      // Of several files, the library would keep the first: nobody asked for that one.
      const plusieurs = acceptes.length + refuses.length > 1
      if (seul && !plusieurs) {
        taire()
        onChange(seul)
      } else refuser(refuses, plusieurs)
    },
    onError: () => refuser([], false),
  })
  const retirer = () => {
    taire()
    onChange(null)
    bouton.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out its own way
    <div className="ui-depot" role="group" aria-labelledby={`${id}-libelle`}>
      <span className="ui-depot-libelle" id={`${id}-libelle`}>
        {libelle}
      </span>
      <span className="ui-depot-aide" id={`${id}-aide`}>
        {textesZoneDepot.aide(formats)}
      </span>
      <div
        {...getRootProps({ role: undefined, tabIndex: undefined })}
        className={`ui-depot-zone${isDragActive ? ' ui-depot-survol' : ''}`}
      >
        <input {...getInputProps({ 'aria-labelledby': `${id}-libelle` })} />
        {fichier && <Choisi fichier={fichier} onRetirer={fige ? undefined : retirer} />}
        <button
          ref={bouton}
          type="button"
          className="ui-depot-bouton"
          aria-describedby={`${id}-aide ${id}-refus`}
          aria-disabled={fige || undefined}
          onClick={fige ? undefined : open}
          data-focus
        >
          {!fichier && <Icone nom="deposer" taille={28} />}
          {isDragActive ? textesZoneDepot.lacher : textesZoneDepot.invite}
        </button>
      </div>
      <div role="alert" id={`${id}-refus`} className="ui-depot-refus">
        {refus.phrase && (
          <span key={refus.rang}>
            <Icone nom="erreur" taille={18} />
            <bdi>{refus.phrase}</bdi>
          </span>
        )}
      </div>
      <Invisible role="status">
        {fichier && textesZoneDepot.choisi(fichier.name, formatTaille(fichier.size))}
      </Invisible>
    </div>
  )
}
