import {
  type Dossier,
  FORMATS_PIECE,
  type PieceDuDossier,
  TYPES_HORS_RAPPORT,
} from '@releve/contract/document/document.schema.ts'
import { useId, useState } from 'react'
import { useCodification } from '../codification/codification.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Echec } from '../ui/Echec.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { formatInstantCourt } from '../ui/format.ts'
import { Invisible } from '../ui/Invisible.tsx'
import { Note } from '../ui/Note.tsx'
import { ZoneDepot } from '../ui/ZoneDepot.tsx'
import { formatTaille } from '../ui/zoneDepot.textes.ts'
import { ActeSuppression, ActesLecture } from './ActesPiece.tsx'
import { Avancee } from './Avancee.tsx'
import { useDossier, useJoindre } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import { useTransfert } from './useTransfert.ts'
import './document.css'

const t = textesDocument.panneau

function Piece(piece: PieceDuDossier) {
  const { id, nomOrigine: nom, typeMime, taille, deposePar, deposeLe, actions } = piece
  return (
    <li className="doc-piece">
      <div className="doc-piece-nom">
        <bdi>{nom}</bdi>
        <span>
          {formatTaille(taille)} · {t.parQui(deposePar, formatInstantCourt(deposeLe))}
        </span>
      </div>
      <div className="doc-actes">
        <ActesLecture {...{ id, nom, typeMime }} />
        {actions.includes('supprimer') && <ActeSuppression {...{ id, nom }} />}
      </div>
    </li>
  )
}

/** The files, by type, in the order of the list of types; a type that is no more comes last. */
function Rangees({ pieces }: Pick<Dossier, 'pieces'>) {
  const { data: types = [] } = useCodification('TYPE_DOCUMENT')
  const connus = types.map(({ code }) => code)
  const presents = new Set(pieces.map(({ typeDocument }) => typeDocument))
  const rangs = [...connus.filter((code) => presents.has(code)), ...presents]
  if (pieces.length === 0) return <p className="doc-vide">{t.vide}</p>
  return [...new Set(rangs)].map((code) => (
    <section key={code} className="doc-type">
      <h3>{types.find((type) => type.code === code)?.libelle ?? code}</h3>
      <ul>
        {pieces
          .filter(({ typeDocument }) => typeDocument === code)
          .map((piece) => (
            <Piece key={piece.id} {...piece} />
          ))}
      </ul>
    </section>
  ))
}

/** What is chosen, and what sends it. */
function useAjout(numero: string) {
  const [typeDocument, setType] = useState('')
  const [fichier, setFichier] = useState<File | null>(null)
  const [annule, setAnnule] = useState(false)
  const transfert = useTransfert()
  const { mutate, reset, isPending, error } = useJoindre(numero)
  const abandonne = error?.name === 'AbortError'
  const joindre = () => {
    if (!fichier || !typeDocument || isPending) return
    setAnnule(false)
    mutate(
      { typeDocument, fichier, ...transfert.commencer() },
      { onSuccess: () => setFichier(null) },
    )
  }
  return {
    typeDocument,
    setType,
    fichier,
    transfert,
    joindre,
    annule,
    enCours: isPending,
    echec: abandonne ? null : error,
    choisir: (choisi: File | null) => {
      reset()
      setAnnule(false)
      setFichier(choisi)
    },
    annuler: () => {
      transfert.annuler()
      setAnnule(true)
    },
  }
}

/** A file to attach: its type, then the file itself. */
function Ajout({ numero }: { numero: string }) {
  const { data: types = [] } = useCodification('TYPE_DOCUMENT')
  const ajout = useAjout(numero)
  const { typeDocument, fichier, enCours, transfert } = ajout
  const offerts = types.filter(({ code, actif }) => actif && !TYPES_HORS_RAPPORT.includes(code))
  const manque = typeDocument ? t.sansFichier : t.sansType
  return (
    <form
      className="doc-ajout"
      aria-label={t.joindre}
      noValidate
      onSubmit={(evenement) => {
        evenement.preventDefault()
        ajout.joindre()
      }}
    >
      <h3>{t.joindre}</h3>
      <Echec echec={ajout.echec} titre={t.echec} sansMarge />
      <ChampListe
        libelle={t.type}
        options={offerts}
        vide={t.choisir}
        value={typeDocument}
        disabled={enCours}
        onChange={({ target }) => ajout.setType(target.value)}
      />
      <ZoneDepot
        libelle={t.fichier}
        formats={FORMATS_PIECE}
        fichier={fichier}
        onChange={ajout.choisir}
        fige={enCours}
      />
      {enCours && fichier ? (
        <Avancee nom={fichier.name} part={transfert.part} onAnnuler={ajout.annuler} />
      ) : (
        <BoutonAction
          type="submit"
          variant="contained"
          icone="deposer"
          raison={fichier && typeDocument ? null : manque}
        >
          {t.envoyer}
        </BoutonAction>
      )}
      <p role="status" className="doc-annule">
        {ajout.annule && textesDocument.transfert.annule}
      </p>
    </form>
  )
}

type Props = { numero: string; onFermer: () => void }

/** The files of a form, over its figures: by type, and what one may still attach. */
export default function PiecesPanneau({ numero, onFermer }: Props) {
  const id = useId()
  const requete = useDossier(numero)
  return (
    <section className="doc-panneau" aria-labelledby={id}>
      <div className="doc-tete">
        <h2 id={id} tabIndex={-1} ref={prendreLeFocus}>
          {t.titre}
        </h2>
        <BoutonIcone nom="fermer" size="small" aria-label={t.fermer} onClick={onFermer} />
      </div>
      <Chargement requete={requete} lignes={3}>
        {({ pieces, occupe, actions }) => (
          <>
            <Note>{t.occupe(occupe)}</Note>
            <div className="doc-colonnes">
              <div>
                <Rangees pieces={pieces} />
              </div>
              {actions.includes('deposer') ? (
                <Ajout numero={numero} />
              ) : (
                <Note>{t.lectureSeule}</Note>
              )}
            </div>
          </>
        )}
      </Chargement>
      <Invisible role="status">{requete.data && t.occupe(requete.data.occupe)}</Invisible>
    </section>
  )
}
