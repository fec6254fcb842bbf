import { type ComponentType, useCallback, useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { BoutonAction } from './BoutonAction.tsx'
import { BoutonIcone } from './BoutonIcone.tsx'
import { Icone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'
import {
  accepteDe,
  BORNES,
  type FormatDepot,
  octetsDe,
  PLUSIEURS,
  phraseRefus,
  recevoirPlusieurs,
  recevoirUn,
} from './zoneDepot.rules.ts'
import { formatTaille, textesZoneDepot } from './zoneDepot.textes.ts'
import './ZoneDepot.css'

type Commun = {
  /** What the file is for; said before the zone, and to screen readers with it. */
  libelle: string
  formats: readonly FormatDepot[]
  /** The file is on its way: it can no longer be changed. */
  fige?: boolean
}
type Props = Commun & { fichier: File | null; onChange: (fichier: File | null) => void }
type PropsPlusieurs = Commun & {
  fichiers: readonly File[]
  onChange: (fichiers: File[]) => void
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

type PropsTenus = {
  fichiers: readonly File[]
  /** What is left of them. */
  onReste: ((fichiers: File[]) => void) | undefined
}

function Seul({ fichiers: [fichier], onReste }: PropsTenus) {
  if (!fichier) return null
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
      {onReste && (
        <BoutonAction
          variant="text"
          size="small"
          icone="fermer"
          aria-label={textesZoneDepot.retirerNom(fichier.name)}
          onClick={() => onReste([])}
        >
          {textesZoneDepot.retirer}
        </BoutonAction>
      )}
    </div>
  )
}

/** Several files, in few lines; beyond what fits they scroll. */
function Plusieurs({ fichiers, onReste }: PropsTenus) {
  const { choisis, toutRetirer } = textesZoneDepot.plusieurs
  return (
    <>
      <div className="ui-depot-tete">
        <bdi>{choisis(fichiers.length, octetsDe(fichiers))}</bdi>
        {onReste && fichiers.length > 1 && (
          <BoutonAction variant="text" size="small" onClick={() => onReste([])}>
            {toutRetirer}
          </BoutonAction>
        )}
      </div>
      <ul className="ui-depot-liste">
        {fichiers.map((fichier) => (
          <li key={fichier.name}>
            <bdi>{fichier.name}</bdi>
            <span>
              <bdi>{formatTaille(fichier.size)}</bdi>
            </span>
            {onReste && (
              <BoutonIcone
                nom="fermer"
                size="small"
                aria-label={textesZoneDepot.retirerNom(fichier.name)}
                onClick={() => onReste(fichiers.filter((un) => un !== fichier))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What was not taken, in words, counted so that the same, twice, is said twice. */
function useRefus() {
  const [refus, setRefus] = useState({ phrase: '', rang: 0 })
  const dire = (phrase: string) =>
    setRefus(({ rang }) => ({ phrase, rang: phrase === '' ? rang : rang + 1 }))
  return { refus, dire }
}

/**
 * A place for one file: dropped, pasted or chosen, by mouse or by keyboard. A file that is refused
 * leaves the one chosen before as it was. What is taken here is judged again by the server.
 */
export function ZoneDepot({ fichier, onChange, ...commun }: Props) {
  const { aide, invite, lacher, choisi } = textesZoneDepot
  return (
    <Zone
      {...commun}
      fichiers={fichier ? [fichier] : []}
      onChange={([seul]) => onChange(seul ?? null)}
      recevoir={recevoirUn}
      mots={{ aide: aide(commun.formats), invite, lacher }}
      dit={fichier && choisi(fichier.name, formatTaille(fichier.size))}
      Tenus={Seul}
    />
  )
}

/** The same for several files: those that come are added to those that are there. */
export function ZonePlusieurs({ fichiers, onChange, ...commun }: PropsPlusieurs) {
  const { plusieurs: t } = textesZoneDepot
  const vide = fichiers.length === 0
  return (
    <Zone
      {...commun}
      fichiers={fichiers}
      onChange={onChange}
      recevoir={recevoirPlusieurs}
      plusieurs
      mots={{
        aide: t.aide(commun.formats, PLUSIEURS.fichiers, PLUSIEURS.octets),
        invite: vide ? t.invite : t.ajouter,
        lacher: t.lacher,
      }}
      dit={vide ? null : `${t.choisis(fichiers.length, octetsDe(fichiers))}.`}
      Tenus={Plusieurs}
    />
  )
}

type PropsZone = PropsPlusieurs & {
  plusieurs?: boolean
  recevoir: typeof recevoirPlusieurs
  mots: { aide: string; invite: string; lacher: string }
  /** What has been chosen, for screen readers. */
  dit: string | null
  Tenus: ComponentType<PropsTenus>
}

function Zone(props: PropsZone) {
  const { libelle, formats, fichiers, onChange, fige = false, plusieurs = false } = props
  const { recevoir, mots, dit, Tenus } = props
  const id = useId()
  const bouton = useRef<HTMLButtonElement>(null)
  const { refus, dire } = useRefus()
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept: accepteDe(formats),
    ...BORNES,
    multiple: plusieurs,
    disabled: fige,
    // The button below is what one clicks and reaches by keyboard.
    noClick: true,
    noKeyboard: true,
    onDrop: (acceptes: File[], refuses) => {
      const recu = recevoir(fichiers, { acceptes, refuses, formats })
      dire(recu.dit)
      // What is refused leaves what was there.
      if (recu.fichiers.some((fichier) => acceptes.includes(fichier))) onChange(recu.fichiers)
    },
    onError: () => dire(phraseRefus([], formats)),
  })
  const retirer = (reste: File[]) => {
    dire('')
    onChange(reste)
    bouton.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out its own way
    <div className="ui-depot" role="group" aria-labelledby={`${id}-libelle`}>
      <span className="ui-depot-libelle" id={`${id}-libelle`}>
        {libelle}
      </span>
      <span className="ui-depot-aide" id={`${id}-aide`}>
        {mots.aide}
      </span>
      <div
        {...getRootProps({ role: undefined, tabIndex: undefined })}
        className={`ui-depot-zone${isDragActive ? ' ui-depot-survol' : ''}`}
      >
        <input {...getInputProps({ 'aria-labelledby': `${id}-libelle` })} />
        {fichiers.length > 0 && <Tenus fichiers={fichiers} onReste={fige ? undefined : retirer} />}
        <button
          ref={bouton}
          type="button"
          className="ui-depot-bouton"
          aria-describedby={`${id}-aide ${id}-refus`}
          aria-disabled={fige || undefined}
          onClick={fige ? undefined : open}
          data-focus
        >
          {fichiers.length === 0 && <Icone nom="deposer" taille={28} />}
          {isDragActive ? mots.lacher : mots.invite}
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
      <Invisible role="status">{dit}</Invisible>
    </div>
  )
}
